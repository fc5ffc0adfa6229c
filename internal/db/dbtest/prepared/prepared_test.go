package prepared

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// write returns a fill function that writes one file and counts its calls.
func write(text string, calls *atomic.Int64) func(draft string) error {
	return func(draft string) error {
		calls.Add(1)
		return os.WriteFile(filepath.Join(draft, "file"), []byte(text), 0o600)
	}
}

func requireText(t *testing.T, folder, want string) {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(folder, "file"))
	if err != nil || string(got) != want {
		t.Fatalf("%q, %v, want %q", got, err, want)
	}
}

func TestAFolderIsFilledOnce(t *testing.T) {
	t.Setenv(Variable, t.TempDir())
	var calls atomic.Int64
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			folder, err := Folder("one", write("whole", &calls))
			if err != nil {
				t.Error(err)
				return
			}
			if got, err := os.ReadFile(filepath.Join(folder, "file")); string(got) != "whole" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	group.Wait()
	if n := calls.Load(); n != 1 {
		t.Errorf("filled %d times", n)
	}
}

func TestAFailedPreparationIsTriedAgain(t *testing.T) {
	t.Setenv(Variable, t.TempDir())
	broken := errors.New("broken")
	var calls atomic.Int64
	_, err := Folder("one", func(draft string) error { return errors.Join(write("half", &calls)(draft), broken) })
	if !errors.Is(err, broken) {
		t.Fatal(err)
	}
	folder, err := Folder("one", write("whole", &calls))
	if err != nil {
		t.Fatal(err)
	}
	requireText(t, folder, "whole")
}

// killedPreparer has a second process prepare half a folder and wait to be killed.
const killedPreparer = "PREPARE_HALF"

func TestAKilledPreparationIsNotUsed(t *testing.T) {
	var calls atomic.Int64
	if os.Getenv(killedPreparer) != "" {
		_, err := Folder("one", func(draft string) error {
			if err := write("half", &calls)(draft); err != nil {
				return err
			}
			println("half done")
			select {}
		})
		t.Fatal(err)
	}
	t.Setenv(Variable, t.TempDir())
	t.Setenv(killedPreparer, "1")
	preparer := exec.Command(os.Args[0], "-test.run", "^TestAKilledPreparationIsNotUsed$")
	output, err := preparer.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := preparer.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err := errors.Join(err, preparer.Process.Kill()); err != nil || line != "half done\n" {
		t.Fatalf("%q, %v", line, err)
	}
	_ = preparer.Wait() // it was killed
	folder, err := Folder("one", write("whole", &calls))
	if err != nil {
		t.Fatal(err)
	}
	requireText(t, folder, "whole")
	if calls.Load() != 1 {
		t.Error("the killed preparation was used")
	}
}
