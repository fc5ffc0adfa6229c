package transcode

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/grandstand/grandstand/internal/sandbox"
)

// An ffmpeg that was taken over runs any command. Its own options show what the sandbox leaves of them.
func TestFFmpegReachesItsFolderOnly(t *testing.T) {
	if state := sandbox.Check(); state.Landlock == 0 {
		t.Skip("this kernel has no Landlock")
	}
	tool, err := NewTool("ffmpeg", DefaultLimits(), 1)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	own, other, database := filepath.Join(dir, "own"), filepath.Join(dir, "other"), filepath.Join(dir, "grandstand.db")
	for _, folder := range []string{own, other} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(database, []byte("a secret that is as long as one frame"), 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_ = connection.Close()
		}
	}()
	raw := []string{"-v", "error", "-nostdin", "-y", "-f", "rawvideo", "-video_size", "2x2", "-pixel_format", "gray"}
	copyTo := func(from, to string) []string { return append(raw, "-i", from, "-frames:v", "1", "-f", "rawvideo", to) }
	readable := filepath.Join(own, "input")
	if err := os.WriteFile(readable, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, attack := range map[string][]string{
		"read the database":        copyTo(database, filepath.Join(own, "stolen")),
		"write elsewhere":          copyTo(readable, filepath.Join(other, "planted")),
		"write over the database":  copyTo(readable, database),
		"send to another service":  copyTo(readable, "tcp://"+listener.Addr().String()),
		"send datagrams elsewhere": copyTo(readable, "udp://"+listener.Addr().String()),
	} {
		t.Run(name, func(t *testing.T) {
			if err := tool.run(t.Context(), execution{args: attack, folder: own}); err == nil {
				t.Error("the sandbox let it")
			}
			if out, err := exec.CommandContext(t.Context(), "ffmpeg", attack...).CombinedOutput(); err != nil && name != "send to another service" {
				t.Errorf("without a sandbox: %v: %s", err, out)
			}
		})
	}
	if err := tool.run(t.Context(), execution{args: copyTo(readable, filepath.Join(own, "made")), folder: own}); err != nil {
		t.Errorf("its own work: %v", err)
	}
}
