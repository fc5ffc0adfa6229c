package whip

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// Encoder turns sound into what recordings hold, while it comes: Opus in Ogg is written to
// it, AAC of 48 kHz in ADTS is read from it. Closing it ends its input; Wait returns once it
// has ended, after everything was read, with the reason if that was another.
type Encoder interface {
	io.ReadWriteCloser
	Kill()
	Wait() error
}

var errSound = &ingest.Reason{Code: "sound", Text: "the sound could not be converted"}

const (
	// aacFrame is how many samples a frame has, and priming how many an encoder puts before
	// the first that it was given: ffmpeg's own encoder one frame, by which its transform
	// overlaps.
	aacFrame = 1024
	priming  = aacFrame
	// soundBacklog is how many packets may wait for the encoder: 10 s of 20 ms each.
	soundBacklog = 512
	// stalledAfter is how long an encoder may take no packet, its backlog being full.
	stalledAfter = 5 * time.Second
	// drainWithin bounds how long the last frames of a connection are waited for.
	drainWithin = time.Second
)

// soundTrack is one connection's sound on its way through the encoder. The pages are
// written, and the frames read, by goroutines of their own.
type soundTrack struct {
	encoder Encoder
	line    soundLine
	pages   chan page
	frames  chan frame // closed when the encoder has ended
	stop    chan struct{}
	working sync.WaitGroup

	number int64 // of the next frame
	closed bool  // no more pages come
	ended  error // why the encoder did, before its input ended; once frames is closed
}

// page is a packet, and how many samples there are up to its end.
type page struct {
	packet []byte
	end    int64
}

// frame is one AAC frame with its configuration.
type frame struct {
	config mpeg4audio.AudioSpecificConfig
	au     []byte
}

// openSound starts an encoder.
func openSound(ctx context.Context, encode func(context.Context) (Encoder, error)) (*soundTrack, error) {
	encoder, err := encode(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSound, err)
	}
	s := &soundTrack{
		encoder: encoder, pages: make(chan page, soundBacklog), frames: make(chan frame, soundBacklog), stop: make(chan struct{}),
	}
	s.working.Go(s.write)
	s.working.Go(s.read)
	return s, nil
}

// add takes a packet in its order, and has take called with the frames that come while it
// waits for its turn. That the encoder does not keep up is an error.
func (s *soundTrack) add(at int64, payload []byte, take func(frame) error) error {
	fed := s.line.fed
	for _, packet := range s.line.add(at, payload) {
		fed += lengthOf(packet)
		if err := s.queue(page{packet, fed}, take); err != nil {
			return err
		}
	}
	return nil
}

func (s *soundTrack) queue(p page, take func(frame) error) error {
	select {
	case s.pages <- p:
		return nil
	default:
	}
	late := time.NewTimer(stalledAfter)
	defer late.Stop()
	for {
		select {
		case s.pages <- p:
			return nil
		case f, ok := <-s.frames:
			if !ok {
				return s.failure()
			}
			if err := take(f); err != nil {
				return err
			}
		case <-late.C:
			return fmt.Errorf("%w: its encoder is too slow", errSound)
		}
	}
}

// time is that of the frame that was read last, in samples of the connection's clock.
func (s *soundTrack) time() int64 {
	at := s.line.time(s.number*aacFrame - priming)
	s.number++
	return at
}

func (s *soundTrack) write() {
	defer func() { _ = s.encoder.Close() }()
	w := newOggWriter(s.encoder)
	err := w.begin()
	for p := range s.pages {
		if err == nil { // after an error the rest is let go: reading says why
			err = w.packet(p.packet, p.end)
		}
	}
}

func (s *soundTrack) read() {
	defer close(s.frames)
	err := s.readFrames(bufio.NewReader(s.encoder))
	if err != nil {
		s.encoder.Kill()
	}
	_, _ = io.Copy(io.Discard, s.encoder)
	s.ended = errors.Join(err, s.encoder.Wait())
}

func (s *soundTrack) readFrames(r *bufio.Reader) error {
	for {
		f, err := readFrame(r)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		select {
		case s.frames <- f:
		case <-s.stop:
			return nil
		}
	}
}

// readFrame reads one frame of ADTS (ISO/IEC 14496-3, 1.A.2.2).
func readFrame(r *bufio.Reader) (frame, error) {
	const header = 7
	head, err := r.Peek(header)
	if err != nil {
		return frame{}, err
	}
	b := make([]byte, max(header, int(head[3]&0x03)<<11|int(head[4])<<3|int(head[5]>>5)))
	if _, err := io.ReadFull(r, b); err != nil {
		return frame{}, fmt.Errorf("read a frame of AAC: %w", err)
	}
	var packets mpeg4audio.ADTSPackets
	if err := packets.Unmarshal(b); err != nil {
		return frame{}, fmt.Errorf("read a frame of AAC: %w", err)
	}
	p := packets[0]
	return frame{
		config: mpeg4audio.AudioSpecificConfig{Type: p.Type, SampleRate: p.SampleRate, ChannelConfig: p.ChannelConfig},
		au:     bytes.Clone(p.AU),
	}, nil
}

// failure is why the encoder ended although its input did not, once frames is closed.
func (s *soundTrack) failure() error {
	return fmt.Errorf("%w: %w", errSound, errors.Join(errors.New("its encoder ended"), s.ended))
}

// finish ends the input.
func (s *soundTrack) finish() {
	if !s.closed {
		s.closed = true
		close(s.pages)
	}
}

// close ends the encoder, whatever it is doing, and waits for it.
func (s *soundTrack) close() {
	s.finish()
	close(s.stop)
	s.encoder.Kill()
	s.working.Wait()
}
