//go:build e2e && soak

package e2e

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/grandstand/grandstand/test/stage"
)

// player is a player that is not ours.
type player struct {
	name string
	// keepsToTheEdge is the reason why the test does not seek in a live game; empty where it does.
	keepsToTheEdge string
	// stopsAtABreak is the reason why the test restarts the player after a lost encoder; empty where it does not.
	stopsAtABreak string
	command       func(address string, at position, folder string) *exec.Cmd
	// pictures says where the command leaves what it draws.
	pictures pictures
	// rewind is the line on standard input that seeks to the start. Without one the test restarts the player at the start.
	rewind string
	// unprivileged is for a player that does not start as root.
	unprivileged bool
}

type pictures uint8

const (
	lumaOnOutput pictures = iota
	linesOnOutput
	filesInFolder
)

type position uint8

const (
	fromEdge position = iota
	fromStart
)

func players() []player {
	return []player{
		inBrowser("hls.js"), inBrowser("shaka"), inBrowser("video.js"),
		{name: "ffmpeg", command: ffmpegPlays},
		{name: "GStreamer", command: gstreamerPlays, keepsToTheEdge: "gst-launch-1.0 takes no orders while it plays"},
		{name: "mpv", command: mpvPlays, pictures: filesInFolder},
		{
			name: "VLC", command: vlcPlays, pictures: filesInFolder, unprivileged: true, keepsToTheEdge: "it does not seek in a list without an end",
			stopsAtABreak: "it draws nothing after the discontinuity of a live list",
		},
	}
}

func inBrowser(name string) player {
	return player{
		name: name, pictures: linesOnOutput, rewind: "rewind\n",
		command: func(address string, _ position, _ string) *exec.Cmd {
			return exec.Command("node", filepath.Join("test", "players", "play.mjs"), name, address)
		},
	}
}

// squares leaves the squares of a counting picture, one pixel each.
var squares = fmt.Sprintf("fps=4,crop=iw:ih*4/9:0:0,scale=%d:%d:flags=area,format=gray", stage.CountColumns, stage.CountRows)

func ffmpegPlays(address string, at position, _ string) *exec.Cmd {
	args := []string{"-hide_banner", "-loglevel", "error", "-nostdin"}
	if at == fromStart {
		args = append(args, "-live_start_index", "0")
	}
	return exec.Command("ffmpeg", append(args, "-i", address, "-map", "0:v", "-vf", squares, "-f", "rawvideo", "-", "-map", "0:a", "-f", "null", "-")...)
}

func gstreamerPlays(address string, _ position, _ string) *exec.Cmd {
	return exec.Command("gst-launch-1.0", "-q", "uridecodebin", "uri="+address, "name=d",
		"d.", "!", "queue", "!", "videoconvert", "!", "videoscale", "!", "video/x-raw,width=320,height=180", "!", "videocrop", "bottom=100", "!",
		"videoscale", "!", fmt.Sprintf("video/x-raw,width=%d,height=%d", stage.CountColumns, stage.CountRows), "!", "videoconvert", "!",
		"video/x-raw,format=GRAY8", "!", "videorate", "!", "video/x-raw,framerate=4/1", "!", "fdsink", "fd=1", "sync=true",
		"d.", "!", "queue", "!", "audioconvert", "!", "fakesink", "sync=true")
}

func mpvPlays(address string, at position, folder string) *exec.Cmd {
	args := []string{
		"--no-config", "--no-terminal", "--hwdec=no", "--ao=null", "--vf=lavfi=[fps=4]",
		"--vo=image", "--vo-image-format=png", "--vo-image-outdir=" + folder,
	}
	if at == fromStart { // it cannot seek to before the segment that it began with
		args = append(args, "--demuxer-lavf-o=live_start_index=0")
	}
	return exec.Command("mpv", append(args, address)...)
}

func vlcPlays(address string, _ position, folder string) *exec.Cmd {
	return exec.Command("vlc", "--intf=rc", "--vout=vdummy", "--aout=adummy",
		"--video-filter=scene", "--scene-format=png", "--scene-ratio=4", "--scene-prefix=p", "--scene-path="+folder, address)
}

// play starts a player and reads the pictures that it draws.
func (p player) play(t *testing.T, address string, at position) *runningPlayer {
	t.Helper()
	folder := sharedFolder(t)
	cmd := p.command(address, at, folder)
	if cmd.Err != nil {
		t.Fatalf("%s is not installed: scripts/setup soak installs it (%v)", p.name, cmd.Err)
	}
	root, err := stage.Root()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Dir, cmd.SysProcAttr = root, &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	if p.unprivileged {
		cmd.SysProcAttr.Credential = withoutRights(t)
	}
	cmd.Env = append(os.Environ(), "HOME="+folder)
	ctx, cancel := context.WithCancel(t.Context())
	now := &runningPlayer{name: p.name, log: &stage.Log{}}
	cmd.Stderr = now.log
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.read(ctx, now, output, folder)
	now.end = func() {
		cancel()
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	}
	t.Cleanup(now.stop)
	if p.rewind != "" {
		now.rewind = func() error { _, err := io.WriteString(input, p.rewind); return err }
	}
	return now
}

func (p player) read(ctx context.Context, now *runningPlayer, output io.Reader, folder string) {
	switch p.pictures {
	case lumaOnOutput:
		now.readLuma(output)
	case linesOnOutput:
		for lines := bufio.NewScanner(output); lines.Scan(); {
			now.readLine(lines.Bytes())
		}
	case filesInFolder:
		go func() { _, _ = io.Copy(now.log, output) }()
		now.readFolder(ctx, folder)
	}
}

// sharedFolder is a folder that a player without rights can write to.
func sharedFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "player-") //nolint:usetesting // its folders are closed to other users
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	return folder
}

// withoutRights is a user without rights where the test is run by root.
func withoutRights(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	id, err := strconv.ParseUint(nobody.Uid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(id), Gid: uint32(id)}
}
