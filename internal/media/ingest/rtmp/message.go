package rtmp

import (
	"encoding/binary"

	"github.com/bluenviron/gortmplib/pkg/message"
)

// Types of messages (Adobe RTMP 1.0, 5.4 and 7.1). A receiver reads past all others.
const (
	typeSetChunkSize = 1
	typeAbort        = 2
	typeUserControl  = 4
	typeWindow       = 5
	typeAudio        = 8
	typeVideo        = 9
	typeCommandAMF3  = 17
	typeCommand      = 20
	typeAggregate    = 22
)

// known reports whether the specification has messages of a type: acknowledgements, the peer's
// bandwidth, data, and shared objects are read past.
func known(kind byte) bool {
	switch kind {
	case typeSetChunkSize, typeAbort, 3, typeUserControl, typeWindow, 6, typeAudio, typeVideo,
		15, 16, typeCommandAMF3, 18, 19, typeCommand, typeAggregate:
		return true
	}
	return false
}

// Events of user control (7.1.7) that are answered.
const (
	eventPing = 6
	pingBytes = 6
)

// messageReader reads messages, and handles those that control the connection.
type messageReader struct {
	chunks *chunkReader
	writer *message.Writer
	parts  []packet // of an aggregate, not returned yet
}

// Read returns the next message of the stream. A skipped message has an empty body.
func (r *messageReader) Read() (packet, error) {
	for {
		if len(r.parts) > 0 {
			p := r.parts[0]
			r.parts = r.parts[1:]
			return p, nil
		}
		p, err := r.chunks.Read()
		if err != nil {
			return packet{}, err
		}
		switch p.kind {
		case typeSetChunkSize, typeAbort, typeWindow:
			err = r.control(p)
		case typeUserControl:
			err = r.answerPing(p.body)
		case typeAggregate:
			r.parts = partsOf(p)
		default:
			return p, nil
		}
		if err != nil {
			return packet{}, err
		}
	}
}

// control handles a message that changes how the connection is read (5.4). It ignores a message that is too short.
func (r *messageReader) control(p packet) error {
	if len(p.body) < 4 {
		return nil
	}
	value := binary.BigEndian.Uint32(p.body)
	switch p.kind {
	case typeSetChunkSize:
		return r.chunks.setSize(value)
	case typeAbort:
		r.chunks.abort(value)
	default:
		r.chunks.source.window = int64(value)
	}
	return nil
}

// answerPing answers a ping request. No other event of user control concerns a server that receives.
func (r *messageReader) answerPing(body []byte) error {
	if len(body) < pingBytes || binary.BigEndian.Uint16(body) != eventPing {
		return nil
	}
	return r.writer.Write(&message.UserControlPingResponse{ServerTime: binary.BigEndian.Uint32(body[2:])})
}

// partHeader is the length of a header in an aggregate, partTrailer that of the length behind a part.
const (
	partHeader  = 11
	partTrailer = 4
)

// partsOf returns the messages of an aggregate (7.1.6). They have the form of FLV tags, and timestamps of another clock.
// It ignores an incomplete message at the end.
func partsOf(aggregate packet) []packet {
	var parts []packet
	var first uint32
	for b := aggregate.body; len(b) >= partHeader; {
		size := int(uint24(b[1:]))
		if len(b) < partHeader+size {
			break
		}
		at := uint24(b[4:]) | uint32(b[7])<<24
		if len(parts) == 0 {
			first = at
		}
		if kind := b[0]; kind == typeAudio || kind == typeVideo || kind == typeCommand || kind == typeCommandAMF3 {
			parts = append(parts, packet{kind: kind, time: aggregate.time + at - first, stream: aggregate.stream, body: b[partHeader : partHeader+size]})
		}
		b = b[min(len(b), partHeader+size+partTrailer):]
	}
	return parts
}
