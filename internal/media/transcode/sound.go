package transcode

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/sandbox"
)

// Limits of an ffmpeg that encodes the sound of a live stream: it uses 1 or 2 % of a core
// and lasts as long as its encoder does.
const (
	liveTime   = 48 * time.Hour
	liveCPU    = 6 * time.Hour
	liveMemory = 1 << 30
)

// LiveSound is an ffmpeg that encodes sound anew while it comes. What is written to it is
// Opus in Ogg (RFC 7845); what is read from it is AAC-LC of 48 kHz in stereo, in the frames
// of ISO/IEC 14496-3, 1.A.2.2 (ADTS). Writing and reading are for one goroutine each.
type LiveSound struct {
	io.WriteCloser // its standard input; closing it ends the sound
	io.Reader      // its standard output

	cmd       *exec.Cmd
	complaint *tail
	cancel    context.CancelFunc
}

// LiveSound starts one. It does not count among the runs that a tool allows, since it does
// not end by itself: whoever starts it bounds how many there are. It is killed when ctx is
// over; Wait must be called.
func (t *Tool) LiveSound(ctx context.Context) (*LiveSound, error) {
	ctx, cancel := context.WithTimeout(ctx, liveTime)
	e := execution{limits: Limits{Time: liveTime, CPU: liveCPU, Memory: liveMemory, Live: true}}
	s := &LiveSound{cmd: sandbox.Command(ctx, e.rules(), t.path, liveSoundArguments()...), complaint: &tail{limit: maxComplaint}, cancel: cancel}
	s.cmd.Stderr, s.cmd.WaitDelay = s.complaint, time.Second
	if err := s.start(); err != nil {
		cancel()
		return nil, err
	}
	return s, nil
}

func (s *LiveSound) start() error {
	var err error
	if s.WriteCloser, err = s.cmd.StdinPipe(); err != nil {
		return fmt.Errorf("start ffmpeg: %w", err)
	}
	if s.Reader, err = s.cmd.StdoutPipe(); err != nil {
		return fmt.Errorf("start ffmpeg: %w", err)
	}
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("start ffmpeg: %w", err)
	}
	return nil
}

// Kill ends it at once.
func (s *LiveSound) Kill() { s.cancel() }

// Wait waits until it has ended, after everything was read, and says why if that was not
// because its input ended.
func (s *LiveSound) Wait() error {
	defer s.cancel()
	if err := s.cmd.Wait(); err != nil {
		return fmt.Errorf("%w: %w: %s", ErrFailed, err, strings.TrimSpace(s.complaint.String()))
	}
	return nil
}

// liveSoundArguments have it begin with the first packet instead of looking for more about
// the streams, and write each frame at once. Its decoder may fail at a packet: what that lacks
// is made silence by the times of the pages.
func liveSoundArguments() []string {
	return []string{
		"-hide_banner", "-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1",
		"-protocol_whitelist", "pipe", "-fflags", "nobuffer", "-analyzeduration", "0", "-probesize", "4096",
		"-f", "ogg", "-i", "pipe:0", "-map", "0:a:0", "-af", "aresample=async=1:min_hard_comp=0.02",
		"-c:a", "aac", "-b:a", "160k", "-ar", "48000", "-ac", "2", "-flush_packets", "1", "-f", "adts", "pipe:1",
	}
}
