package rtmp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// Bounds of the memory that one connection can claim. A message states its length before its
// first byte (Adobe RTMP 1.0, 5.3), so that memory is allocated as bytes arrive.
const (
	// maxControl bounds a message that is read and is not media.
	maxControl = 64 << 10
	maxAudio   = 256 << 10
	maxVideo   = 8 << 20
	// maxUnfinished bounds all messages together that have begun and not ended.
	maxUnfinished = 16 << 20
	// maxChunkStreams is how many chunk streams a connection may use. Encoders use about five.
	maxChunkStreams = 1024
	// maxMessage is the longest message that a header can state, and so the longest chunk.
	maxMessage = 1<<24 - 1
	// piece is how much of a long chunk is read at once.
	piece = 64 << 10
)

// The timestamp value 0xFFFFFF means that a 32-bit extended timestamp follows the header (5.3.1.3).
const extendedTime = 0xFFFFFF

// packet is one message as it comes out of its chunks.
type packet struct {
	kind   byte
	time   uint32 // milliseconds
	stream uint32 // message stream, little endian on the wire
	body   []byte
	// skipped marks a message whose content the server does not need.
	skipped bool
}

// chunkStream is what a chunk inherits from the one before it (5.3.1.2).
type chunkStream struct {
	packet
	length uint32
	delta  uint32 // of a message whose header has no timestamp
	// timestampField is the timestamp field of the last header.
	timestampField uint32
	extended       bool // the last header had an extended timestamp
	repeats        bool // chunks of type 3 repeat the extended timestamp
	begun          bool // a message has begun and not ended
	received       uint32
}

// chunkReader joins chunks to messages (5.3).
type chunkReader struct {
	r          *bufio.Reader
	source     *source
	size       uint32 // of a chunk at most
	streams    map[uint32]*chunkStream
	unfinished int // bytes that are held of messages that have not ended
}

func newChunkReader(r *bufio.Reader, s *source) *chunkReader {
	return &chunkReader{r: r, source: s, size: 128, streams: map[uint32]*chunkStream{}}
}

// Read returns the next message.
func (c *chunkReader) Read() (packet, error) {
	for {
		s, err := c.header()
		if err != nil {
			return packet{}, err
		}
		if err := c.body(s); err != nil {
			return packet{}, err
		}
		if s.received < s.length {
			continue
		}
		p := s.packet
		c.drop(s)
		return p, nil
	}
}

// drop discards the unfinished message of a chunk stream.
func (c *chunkReader) drop(s *chunkStream) {
	c.unfinished -= len(s.body)
	s.body, s.begun, s.received, s.skipped = nil, false, 0, false
}

// abort discards a message that the encoder aborts (5.4.2).
func (c *chunkReader) abort(id uint32) {
	if s := c.streams[id]; s != nil {
		c.drop(s)
	}
}

// setSize sets the size of chunks (5.4.1). The highest bit has no meaning, and a message is never
// longer than maxMessage.
func (c *chunkReader) setSize(value uint32) error {
	value = min(value&^(1<<31), maxMessage)
	if value == 0 {
		return fmt.Errorf("chunk size 0: %w", ingest.ErrExcess)
	}
	c.size = value
	return nil
}

// basicHeader reads the type of a chunk and the number of its chunk stream (5.3.1.1).
func (c *chunkReader) basicHeader() (format byte, id uint32, err error) {
	first, err := c.r.ReadByte()
	if err != nil {
		return 0, 0, err
	}
	format, id = first>>6, uint32(first&0x3F)
	if id > 1 {
		return format, id, nil
	}
	var more [2]byte
	if _, err := io.ReadFull(c.r, more[:id+1]); err != nil {
		return 0, 0, err
	}
	return format, 64 + uint32(more[0]) + uint32(more[1])<<8, nil
}

// messageHeader holds the fields of a chunk's message header: all in type 0, none in type 3.
type messageHeader struct {
	format         byte
	timestampField uint32
	length         uint32
	kind           byte
	stream         uint32
}

// header reads the headers of a chunk and applies them to its chunk stream.
func (c *chunkReader) header() (*chunkStream, error) {
	format, id, err := c.basicHeader()
	if err != nil {
		return nil, err
	}
	s := c.streams[id]
	// Chunks of type 1 begin a chunk stream in librtmp, where the rest is 0.
	if s == nil && format > 1 {
		return nil, fmt.Errorf("chunk without a beginning: %w", errNotRTMP)
	}
	if s == nil {
		if len(c.streams) >= maxChunkStreams {
			return nil, fmt.Errorf("%d chunk streams: %w", len(c.streams), ingest.ErrExcess)
		}
		s = &chunkStream{}
		c.streams[id] = s
	}
	if format == 3 {
		return s, c.inherit(s)
	}
	var b [11]byte
	if _, err := io.ReadFull(c.r, b[:[3]int{11, 7, 3}[format]]); err != nil {
		return nil, err
	}
	h := messageHeader{format: format, timestampField: uint24(b[:]), length: s.length, kind: s.kind, stream: s.stream}
	s.extended, s.repeats = h.timestampField == extendedTime, false
	if s.extended {
		var field [4]byte
		if _, err := io.ReadFull(c.r, field[:]); err != nil {
			return nil, err
		}
		h.timestampField = binary.BigEndian.Uint32(field[:])
	}
	if format < 2 {
		h.length, h.kind = uint24(b[3:]), b[6]
	}
	if format == 0 {
		h.stream = binary.LittleEndian.Uint32(b[7:])
	}
	return s, c.apply(s, h)
}

// apply starts a message. A header equal to that of the unfinished message continues it, because the specification only
// recommends type 3 for later chunks (5.3.1.2.4).
func (c *chunkReader) apply(s *chunkStream, h messageHeader) error {
	if s.begun && h.length == s.length && h.kind == s.kind && (h.timestampField == s.timestampField || h.format > 0 && h.timestampField == 0) {
		return nil
	}
	c.drop(s)
	s.length, s.kind, s.stream, s.timestampField = h.length, h.kind, h.stream, h.timestampField
	if h.format > 0 {
		s.delta = h.timestampField
		return c.begin(s, s.time+h.timestampField)
	}
	// A following type 3 chunk adds this timestamp as its delta (5.3.1.2.4). Some encoders mean a delta of zero. A delta
	// over maxDelta is treated as zero.
	if s.delta = h.timestampField; s.delta > maxDelta {
		s.delta = 0
	}
	return c.begin(s, h.timestampField)
}

// maxDelta is the longest time between two messages of a chunk stream, in milliseconds.
const maxDelta = 5000

// inherit applies a chunk of type 3: the next of a message, or the first of one like the last.
func (c *chunkReader) inherit(s *chunkStream) error {
	if s.extended {
		if err := c.skipRepeated(s); err != nil {
			return err
		}
	}
	if s.begun {
		return nil
	}
	return c.begin(s, s.time+s.delta)
}

// skipRepeated skips the extended timestamp that chunks of type 3 repeat (5.3.1.3). Some encoders omit it.
func (c *chunkReader) skipRepeated(s *chunkStream) error {
	field, err := c.r.Peek(4)
	if errors.Is(err, io.EOF) {
		return nil // the last bytes of the connection are shorter than the field
	}
	if err != nil {
		return err
	}
	if value := binary.BigEndian.Uint32(field); value == s.timestampField || value == s.time {
		s.repeats = true
	}
	if s.repeats {
		_, err = c.r.Discard(4)
	}
	return err
}

// begin begins a message whose length and kind are known.
func (c *chunkReader) begin(s *chunkStream, at uint32) error {
	s.time, s.begun = at, true
	limit := uint32(maxControl)
	switch s.kind {
	case typeVideo, typeAggregate:
		limit, s.skipped = maxVideo, !c.source.admitted
	case typeAudio:
		limit, s.skipped = maxAudio, !c.source.admitted
	case typeCommand, typeCommandAMF3:
		s.skipped = s.length > limit
	case typeSetChunkSize, typeAbort, typeWindow, typeUserControl:
	default:
		s.skipped = true
	}
	if s.skipped {
		limit = maxBeforePublish
		if c.source.admitted {
			limit = maxMessage
		}
	}
	if s.length > limit {
		return fmt.Errorf("message of %d bytes and type %d: %w", s.length, s.kind, ingest.ErrExcess)
	}
	return nil
}

// body reads what a chunk holds of its message.
func (c *chunkReader) body(s *chunkStream) error {
	n := min(s.length-s.received, c.size)
	s.received += n
	if s.skipped {
		_, err := c.r.Discard(int(n))
		return err
	}
	for n > 0 {
		part := min(n, piece)
		if c.unfinished += int(part); c.unfinished > maxUnfinished {
			return fmt.Errorf("%d bytes of unfinished messages: %w", c.unfinished, ingest.ErrExcess)
		}
		end := len(s.body)
		s.body = append(s.body, make([]byte, part)...)
		if _, err := io.ReadFull(c.r, s.body[end:]); err != nil {
			return err
		}
		n -= part
	}
	return nil
}
