package stage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Footage is what an encoder sends.
type Footage struct {
	Name    string        // of the file it is kept under
	Length  time.Duration // it is sent in a loop
	Filters []string      // ffmpeg inputs and codecs
}

// Frame rate and group length of the footage: a keyframe every 2 s, as encoders for HLS are told to send.
const (
	frameRate = 30
	groupSize = 2 * frameRate
)

func video(size string, more ...string) []string {
	return append([]string{
		"-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=%s:rate=%d", size, frameRate),
	}, more...)
}

func x264(more ...string) []string {
	return append([]string{
		"-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-profile:v", "baseline",
		"-g", fmt.Sprint(groupSize), "-keyint_min", fmt.Sprint(groupSize), "-sc_threshold", "0", "-b:v", "1500k",
	}, more...)
}

var (
	sound    = []string{"-f", "lavfi", "-i", "sine=frequency=330:sample_rate=48000"}
	aacCodec = []string{"-c:a", "aac", "-b:a", "96k", "-ac", "2"}
)

func join(parts ...[]string) []string {
	var all []string
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// Plain is a usual encoder's output: 720p at 30 frames/s, H.264 without B-frames, AAC.
func Plain() Footage {
	return Footage{"plain", 20 * time.Second, join(video("1280x720"), sound, x264(), aacCodec)}
}

// BFrames holds frames whose order of display is not their order in the stream.
func BFrames() Footage {
	codec := []string{
		"-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-profile:v", "main", "-bf", "3", "-b_strategy", "0",
		"-g", fmt.Sprint(groupSize), "-sc_threshold", "0", "-b:v", "1500k",
	}
	return Footage{"bframes", 10 * time.Second, join(video("640x360"), sound, codec, aacCodec)}
}

// Silent has no sound track.
func Silent() Footage {
	return Footage{"silent", 10 * time.Second, join(video("640x360"), x264())}
}

// SoundOnly has no picture.
func SoundOnly() Footage {
	return Footage{"sound", 10 * time.Second, join(sound, aacCodec)}
}

// Small is 360p, for a change of resolution and for load.
func Small() Footage {
	return Footage{"small", 10 * time.Second, join(video("640x360"), sound, x264(), aacCodec)}
}

// Light is 240p at a quarter of a megabit, for so many viewers that their bytes would be all that is measured.
func Light() Footage {
	return Footage{"light", 10 * time.Second, join(video("426x240"), sound, x264("-b:v", "200k", "-maxrate", "240k", "-bufsize", "200k"), aacCodec)}
}

// Heavy is 1080p at 8 Mbit/s, so that 2 s of it weigh 2 MB. The noise keeps the encoder from saving bits.
func Heavy() Footage {
	codec := []string{
		"-vf", "noise=alls=20:allf=t", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
		"-g", fmt.Sprint(groupSize), "-sc_threshold", "0", "-b:v", "8M", "-minrate", "8M", "-maxrate", "8M", "-bufsize", "4M",
	}
	return Footage{"heavy", 8 * time.Second, join(video("1920x1080"), sound, codec, aacCodec)}
}

// Render makes the footage once and returns its file; a later call finds it.
func (f Footage) Render(ctx context.Context) (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, "artifacts", "footage", f.Name+".mp4")
	unlock, err := lockFile(path + ".lock")
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	return path, whole(path, func(scratch string) error {
		args := join([]string{"-hide_banner", "-loglevel", "error", "-y"}, f.Filters,
			[]string{"-t", fmt.Sprint(f.Length.Seconds()), scratch})
		if out, err := exec.CommandContext(ctx, "ffmpeg", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("render %s: %w: %s", f.Name, err, out)
		}
		return nil
	})
}

// lockFile makes the callers of all processes take turns. A dozen tests start at once and need the same footage: without the
// lock each of them would render it.
func lockFile(path string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() { _ = file.Close() }, nil // closing releases the lock
}

// whole lets write fill a file of its own and then names it path: who makes the same file at the same time does so
// elsewhere, and nobody reads half of it.
func whole(path string, write func(scratch string) error) error {
	folder, name := filepath.Split(path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	own, err := os.MkdirTemp(folder, "making-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(own)
	scratch := filepath.Join(own, name)
	if err := write(scratch); err != nil {
		return err
	}
	return os.Rename(scratch, path)
}

// Publisher is an encoder (ffmpeg) that sends footage to an address.
type Publisher struct {
	Log   *Log
	cmd   *exec.Cmd
	ended chan struct{}
	err   error // how it ended; read after ended is closed
}

// Publish starts an encoder that sends the footage over and over, at its own pace.
func Publish(ctx context.Context, f Footage, url string) (*Publisher, error) {
	path, err := f.Render(ctx)
	if err != nil {
		return nil, err
	}
	return PublishWith("-re", "-stream_loop", "-1", "-i", path, "-c", "copy", "-f", "flv", url)
}

// PublishWith starts ffmpeg with the arguments given.
func PublishWith(args ...string) (*Publisher, error) {
	p := &Publisher{Log: &Log{}, ended: make(chan struct{})}
	p.cmd = exec.Command("ffmpeg", append([]string{"-hide_banner", "-loglevel", "warning", "-nostdin"}, args...)...)
	p.cmd.Stdout, p.cmd.Stderr = p.Log, p.Log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// Drop ends the encoder as a lost line does: no good-bye.
func (p *Publisher) Drop() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// End ends the encoder as its stop button does.
func (p *Publisher) End() {
	_ = p.cmd.Process.Signal(os.Interrupt)
	select {
	case <-p.ended:
	case <-time.After(Patience):
		p.Drop()
	}
}

// Ended is closed when the encoder is gone, by itself or by the server's refusal.
func (p *Publisher) Ended() <-chan struct{} { return p.ended }

// Err is how the encoder ended; call it after Ended.
func (p *Publisher) Err() error { return p.err }

// Joined gives one FLV file with the footages one after the other, so that the stream's format changes within it.
// Source: FLV is a plain sequence of tags after a 13-byte head, Adobe FLV 10.1 appendix E.
func Joined(ctx context.Context, footages ...Footage) (string, error) {
	var all []byte
	name := "joined"
	for i, f := range footages {
		path, err := f.Render(ctx)
		if err != nil {
			return "", err
		}
		cmd := exec.CommandContext(ctx, "ffmpeg", "-hide_banner", "-loglevel", "error", "-i", path, "-t", "8", "-c", "copy",
			"-output_ts_offset", fmt.Sprint(8*i), "-f", "flv", "-flvflags", "no_duration_filesize", "-")
		part, err := cmd.Output()
		if err != nil {
			return "", fmt.Errorf("rewrite %s: %w", f.Name, err)
		}
		if i > 0 {
			part = part[13:]
		}
		all = append(all, part...)
		name += "-" + f.Name
	}
	root, err := Root()
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, "artifacts", "footage", name+".flv")
	return path, whole(path, func(scratch string) error { return os.WriteFile(scratch, all, 0o644) })
}
