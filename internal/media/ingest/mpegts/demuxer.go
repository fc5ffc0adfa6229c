// Package mpegts takes the transport stream of an encoder apart (ISO/IEC 13818-1) and
// hands its H.264 pictures and AAC sound on. It holds one picture and one frame of
// sound at most, whatever is sent.
package mpegts

import (
	"bytes"
	"context"
	"fmt"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// ErrNotTS ends a connection that sends something else.
var ErrNotTS = &ingest.Reason{Code: "not_ts", Text: "not an MPEG transport stream"}

const (
	packetSize = 188
	syncByte   = 0x47
	// maxGarbage is how much may come between two packets.
	maxGarbage = 64 << 10
	// maxVideo and maxAudio bound what one PES packet may hold.
	maxVideo = 8 << 20
	maxAudio = 256 << 10
)

// Demuxer is one encoder's stream. Its methods are for one goroutine. A picture that does
// not say how long it is becomes whole with the next; the last one of a connection is
// left out, since the end of a connection tears as often as it completes.
type Demuxer struct {
	sink    ingest.Sink
	partial []byte // of a packet
	garbage int    // bytes since the last packet

	pat, pmt   section
	pmtPID     uint16
	hasProgram bool
	lastPMT    []byte
	video      *elementary // nil until the map of the program is known
	audio      *elementary

	clock   unwrapper
	sound   adts
	picture bool // one was handed on since Write began
}

// New returns a demuxer that hands samples to sink.
func New(sink ingest.Sink) *Demuxer {
	return &Demuxer{sink: sink, partial: make([]byte, 0, packetSize)}
}

// Write takes bytes as they come, cut anywhere, and reports whether a picture was among
// them. An error is final.
func (d *Demuxer) Write(ctx context.Context, b []byte) (picture bool, err error) {
	d.picture = false
	for len(b) > 0 {
		if len(d.partial) == 0 && b[0] != syncByte {
			if b, err = d.skip(b); err != nil {
				return d.picture, err
			}
			continue
		}
		if len(d.partial) == 0 && len(b) >= packetSize {
			err, b = d.packet(ctx, b[:packetSize]), b[packetSize:]
		} else {
			n := min(packetSize-len(d.partial), len(b))
			d.partial, b = append(d.partial, b[:n]...), b[n:]
			if len(d.partial) < packetSize {
				break
			}
			err, d.partial = d.packet(ctx, d.partial), d.partial[:0]
		}
		if err != nil {
			return d.picture, err
		}
	}
	return d.picture, nil
}

// skip drops what is not the beginning of a packet.
func (d *Demuxer) skip(b []byte) ([]byte, error) {
	n := bytes.IndexByte(b, syncByte)
	if n < 0 {
		n = len(b)
	}
	if d.garbage += n; d.garbage > maxGarbage {
		return nil, fmt.Errorf("%d bytes without a packet: %w", d.garbage, ErrNotTS)
	}
	return b[n:], nil
}

// packet takes one packet (2.4.3.2).
func (d *Demuxer) packet(ctx context.Context, p []byte) error {
	pid := uint16(p[1]&0x1F)<<8 | uint16(p[2])
	payload, jump, ok := payloadOf(p)
	if !ok {
		return d.stray()
	}
	begins, counter := p[1]&0x40 != 0, p[3]&0x0F
	switch {
	case pid == 0:
		return d.pat.add(payload, begins, d.readPAT)
	case d.hasProgram && pid == d.pmtPID:
		return d.pmt.add(payload, begins, d.readPMT)
	case d.video != nil && pid == d.video.pid:
		return d.elementary(ctx, d.video, p, payload, begins, jump, counter)
	case d.audio != nil && pid == d.audio.pid:
		return d.elementary(ctx, d.audio, p, payload, begins, jump, counter)
	}
	return d.stray()
}

// stray counts a packet that belongs to nothing. A byte that happens to be right makes
// no packet: before a program is known, only so much is looked through.
func (d *Demuxer) stray() error {
	if d.video != nil || d.audio != nil {
		return nil
	}
	if d.garbage += packetSize; d.garbage > maxGarbage {
		return fmt.Errorf("no program in %d bytes: %w", d.garbage, ErrNotTS)
	}
	return nil
}

// payloadOf is what a packet carries behind its header and adaptation field, and
// whether its counter is allowed to jump (2.4.3.4).
func payloadOf(p []byte) (payload []byte, jump, ok bool) {
	if p[1]&0x80 != 0 || p[3]&0x10 == 0 { // broken on its way, or without a payload
		return nil, false, false
	}
	if p[3]&0x20 == 0 {
		return p[4:], false, true
	}
	n := int(p[4])
	if 5+n >= packetSize {
		return nil, false, false
	}
	return p[5+n:], n > 0 && p[5]&0x80 != 0, true
}

// elementary takes a packet of a picture or of sound.
func (d *Demuxer) elementary(ctx context.Context, e *elementary, p, payload []byte, begins, jump bool, counter byte) error {
	d.garbage = 0
	if p[3]&0xC0 != 0 {
		return fmt.Errorf("the stream is scrambled: %w", ingest.ErrCodec)
	}
	switch e.follows(counter, jump) {
	case repeated:
		return nil
	case torn:
		e.drop()
	case inOrder:
	}
	if begins {
		if err := d.finish(ctx, e); err != nil {
			return err
		}
		e.begin()
	}
	if err := e.add(payload); err != nil {
		return err
	}
	if e.complete() {
		return d.finish(ctx, e)
	}
	return nil
}
