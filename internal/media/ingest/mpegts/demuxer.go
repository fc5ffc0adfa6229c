// Package mpegts demuxes the MPEG transport stream of an encoder (ISO/IEC 13818-1) and delivers H.264 video and AAC audio.
// The size of one video PES packet and one audio PES packet bounds its memory.
package mpegts

import (
	"bytes"
	"context"
	"fmt"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// ErrNotTS ends a connection that does not send an MPEG transport stream.
var ErrNotTS = &ingest.Reason{Code: "not_ts", Text: "not an MPEG transport stream"}

const (
	packetSize = 188
	syncByte   = 0x47
	// maxGarbage is how many bytes may arrive between two packets.
	maxGarbage = 64 << 10
	// maxVideo and maxAudio bound the size of one PES packet.
	maxVideo = 8 << 20
	maxAudio = 256 << 10
)

// Demuxer reads one encoder's stream. It is not safe for concurrent use. A video PES packet without a length is complete
// when the next one begins. The demuxer drops the last one of a connection, because the connection may have cut it off.
type Demuxer struct {
	sink    ingest.Sink
	partial []byte // of a packet
	garbage int    // bytes since the last packet

	pat      section
	programs programs
	video    *elementary // nil until a program is chosen
	audio    *elementary

	clock   unwrapper
	sound   adts
	aac     *ingest.AAC
	picture bool // Write has delivered a picture
}

// New returns a demuxer that delivers samples to sink.
func New(sink ingest.Sink) *Demuxer {
	return &Demuxer{sink: sink, aac: ingest.NewAAC(sink), partial: make([]byte, 0, packetSize)}
}

// Write reads bytes, which may begin and end inside a packet, and reports whether it delivered a picture. An error is
// final.
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

// skip drops bytes before the next sync byte.
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

// packet reads one packet (2.4.3.2).
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
	case d.programs.sections[pid] != nil:
		return d.programs.sections[pid].add(payload, begins, func(s []byte) error { return d.readPMT(pid, s) })
	case d.video != nil && pid == d.video.pid:
		return d.elementary(ctx, d.video, p, payload, begins, jump, counter)
	case d.audio != nil && pid == d.audio.pid:
		return d.elementary(ctx, d.audio, p, payload, begins, jump, counter)
	}
	return d.stray()
}

// stray counts a packet without a known PID. Other data can contain sync bytes, so a limit applies until a program is
// chosen.
func (d *Demuxer) stray() error {
	if d.programs.chosen != nil {
		return nil
	}
	d.garbage += packetSize
	if d.programs.mappedAny() {
		if d.garbage > maxUndecided {
			return d.chooseProgram(true)
		}
		return nil
	}
	if d.garbage > maxGarbage {
		return fmt.Errorf("no program in %d bytes: %w", d.garbage, ErrNotTS)
	}
	return nil
}

// payloadOf returns the bytes after the header and adaptation field, and whether the adaptation field signals a
// discontinuity of the counter (2.4.3.4).
func payloadOf(p []byte) (payload []byte, jump, ok bool) {
	if p[1]&0x80 != 0 || p[3]&0x10 == 0 { // damaged, or without a payload
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

// elementary reads a packet of the video or audio track.
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
