package rtmp

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest"
)

// Bounds of what one connection may make this process hold. (Adobe RTMP 1.0, 5.3:
// a message names its length before its first byte, so that a length is a demand
// for memory.)
const (
	handshakeBytes = 1 + 1536 + 1536 // C0, C1, C2
	// maxBeforePublish is everything a connection may send before it is let in.
	maxBeforePublish = 256 << 10
	// maxControl bounds a message that is not media. Nested objects in it are read
	// recursively, so that a long one would also be a deep one.
	maxControl = 64 << 10
	maxAudio   = 256 << 10
	maxVideo   = 8 << 20
	// maxUnfinished bounds all messages together that have begun and not ended.
	maxUnfinished = 16 << 20
	maxChunk      = 10 << 20
)

// Message types (Adobe RTMP 1.0, 5.4 and 7.1).
const (
	typeSetChunkSize = 1
	typeAbort        = 2
	typeAudio        = 8
	typeVideo        = 9
)

// guard watches what a connection sends before anything is allocated for it. It
// follows the chunks (Adobe RTMP 1.0, 5.3.1) without keeping their bodies.
type guard struct {
	conn io.Reader

	admitted bool // the connection may publish
	meter    ingest.Meter

	handshake  int // bytes of it still to come
	chunkSize  uint32
	streams    [64]chunkStream
	unfinished uint32
	header     []byte // of the chunk that is being read
	current    *chunkStream
	body       uint32 // bytes of the chunk's body still to come
	control    []byte // body of a control message that the guard reads itself
}

// chunkStream is what a chunk inherits from the one before it.
type chunkStream struct {
	known    bool
	length   uint32 // of the message
	received uint32
	kind     byte
	extended bool // the timestamp has a field of its own
}

func newGuard(conn io.Reader, clock clock.Clock, maxBitrate int64) *guard {
	return &guard{conn: conn, meter: ingest.NewMeter(clock, maxBitrate), handshake: handshakeBytes, chunkSize: 128}
}

// Read passes on what the connection sends, and fails before what is too much.
func (g *guard) Read(p []byte) (int, error) {
	n, err := g.conn.Read(p)
	if excess := g.inspect(p[:n]); excess != nil {
		return 0, excess
	}
	return n, err
}

func (g *guard) inspect(b []byte) error {
	if err := g.meter.Count(int64(len(b))); err != nil {
		return err
	}
	if !g.admitted && g.meter.Total() > maxBeforePublish {
		return fmt.Errorf("%d bytes without publishing: %w", g.meter.Total(), ingest.ErrExcess)
	}
	for len(b) > 0 {
		n, err := g.step(b)
		if err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

// step consumes some bytes and returns how many.
func (g *guard) step(b []byte) (int, error) {
	switch {
	case g.handshake > 0:
		if g.handshake == handshakeBytes && b[0] != 3 {
			return 0, fmt.Errorf("version %d in the handshake: %w", b[0], errNotRTMP)
		}
		n := min(len(b), g.handshake)
		g.handshake -= n
		return n, nil
	case g.current != nil:
		n := min(len(b), int(g.body))
		return n, g.consume(b[:n])
	}
	g.header = append(g.header, b[0])
	if len(g.header) < g.headerLength() {
		return 1, nil
	}
	return 1, g.begin()
}

// headerLength is how long the header that has begun is, as far as can be said yet.
func (g *guard) headerLength() int {
	lengths := [4]int{12, 8, 4, 1}
	format := g.header[0] >> 6
	n := lengths[format]
	switch {
	case len(g.header) < n:
	case format == 3 && g.streams[g.header[0]&0x3F].extended, format != 3 && g.timestamp() == 0xFFFFFF:
		n += 4
	}
	return n
}

func (g *guard) timestamp() uint32 { return uint24(g.header[1:]) }

func uint24(b []byte) uint32 { return uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2]) }

// begin starts the body of a chunk whose header is complete.
func (g *guard) begin() error {
	format, id := g.header[0]>>6, g.header[0]&0x3F
	if id < 2 {
		return fmt.Errorf("chunk stream ids above 63: %w", errNotRTMP)
	}
	s := &g.streams[id]
	if format != 0 && !s.known {
		return fmt.Errorf("chunk without a beginning: %w", errNotRTMP)
	}
	if format != 3 {
		if s.received != 0 {
			return fmt.Errorf("message inside a message: %w", errNotRTMP)
		}
		s.known, s.extended = true, g.timestamp() == 0xFFFFFF
	}
	if format < 2 {
		s.length, s.kind = uint24(g.header[4:]), g.header[7]
		if err := g.checkLength(s); err != nil {
			return err
		}
	}
	g.header, g.current = g.header[:0], s
	g.body = min(s.length-s.received, g.chunkSize)
	return g.consume(nil)
}

func (g *guard) checkLength(s *chunkStream) error {
	limit := uint32(maxControl)
	switch {
	case s.kind == typeVideo && g.admitted:
		limit = maxVideo
	case s.kind == typeAudio && g.admitted:
		limit = maxAudio
	}
	if s.length > limit {
		return fmt.Errorf("message of %d bytes and type %d: %w", s.length, s.kind, ingest.ErrExcess)
	}
	return nil
}

// consume takes bytes of the current chunk's body.
func (g *guard) consume(b []byte) error {
	s := g.current
	if s.kind == typeSetChunkSize || s.kind == typeAbort {
		g.control = append(g.control, b...)
	}
	n := uint32(len(b))
	g.body, s.received, g.unfinished = g.body-n, s.received+n, g.unfinished+n
	if g.unfinished > maxUnfinished {
		return fmt.Errorf("%d bytes of unfinished messages: %w", g.unfinished, ingest.ErrExcess)
	}
	if g.body > 0 {
		return nil
	}
	g.current = nil
	if s.received < s.length {
		return nil
	}
	g.unfinished -= s.received
	s.received = 0
	return g.obey(s.kind)
}

// obey follows the control messages that change how chunks are read.
func (g *guard) obey(kind byte) error {
	defer func() { g.control = g.control[:0] }()
	if len(g.control) < 4 {
		return nil
	}
	value := binary.BigEndian.Uint32(g.control)
	switch {
	case kind == typeSetChunkSize && (value == 0 || value > maxChunk):
		return fmt.Errorf("chunks of %d bytes: %w", value, ingest.ErrExcess)
	case kind == typeSetChunkSize:
		g.chunkSize = value
	case kind == typeAbort && value > 1 && value < 64:
		g.unfinished -= g.streams[value].received
		g.streams[value].received = 0
	}
	return nil
}
