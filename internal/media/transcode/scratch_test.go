package transcode

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// What killed processes left is removed, what is in use by others or is of somebody else stays.
func TestSweepingScratch(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	gone := exec.CommandContext(t.Context(), "true")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	mine, err := scratch("still") // of a process that had this one's id
	if err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(os.TempDir(), fmt.Sprintf("grandstand-look-%d-1", gone.Process.Pid))
	stay := []string{
		filepath.Join(os.TempDir(), fmt.Sprintf("grandstand-live-%d-2", os.Getppid())),
		filepath.Join(os.TempDir(), "grandstand-still-x-3"),
		filepath.Join(os.TempDir(), fmt.Sprintf("grandstand-clips-%d", gone.Process.Pid)), // of something else
	}
	for _, folder := range append([]string{left}, stay...) {
		if err := os.MkdirAll(filepath.Join(folder, "below"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(mine, "a.jpg"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := SweepScratch(); err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(stay)
	if !slices.Equal(found, stay) {
		t.Errorf("%v are left, want %v", found, stay)
	}
}
