package rtmp

import (
	"bufio"
	"fmt"

	"github.com/bluenviron/gortmplib/pkg/amf0"
	"github.com/bluenviron/gortmplib/pkg/bytecounter"
	"github.com/bluenviron/gortmplib/pkg/message"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// maxCommands bounds how many commands may come before one asks to publish.
const maxCommands = 64

// Values of what the server says about itself.
const (
	windowSize = 2_500_000
	chunkSize  = 65_536
	// The numbers of chunk and message streams for answers and for status messages.
	answerChunkStream   = 3
	statusChunkStream   = 5
	statusMessageStream = 1 << 24 // stream 1, little endian on the wire
)

// command is a command of the encoder (Adobe RTMP 1.0, 7.2).
type command struct {
	name      string
	id        int // 0 where no answer is expected
	arguments []any
}

// readCommand reads a command in AMF 0, or in AMF 3, whose messages have one byte more in front.
func readCommand(p packet) (command, bool) {
	body := p.body
	if p.kind == typeCommandAMF3 && len(body) > 0 && body[0] == 0 {
		body = body[1:]
	}
	all := values(body)
	if len(all) == 0 {
		return command{}, false
	}
	name, ok := all[0].(string)
	if !ok {
		return command{}, false
	}
	c := command{name: name}
	if len(all) > 1 {
		id, _ := all[1].(float64)
		if id >= 1 && id < 1<<31 {
			c.id = int(id)
		}
		c.arguments = all[2:]
	}
	return c, true
}

// stringArgument returns argument n, or "" if it is not a string.
func (c command) stringArgument(n int) string {
	if n >= len(c.arguments) {
		return ""
	}
	text, _ := c.arguments[n].(string)
	return text
}

// publishRequest is a request to publish a stream.
type publishRequest struct {
	key     string
	command int
}

// session is the exchange of commands on one connection.
type session struct {
	reader *messageReader
	writer *message.Writer

	application   string // as the encoder names it
	connected     bool
	unpublishSent bool
}

func newSession(in *bufio.Reader, from *source, out *bytecounter.Writer) *session {
	writer := message.NewWriter(out, out, false)
	from.acknowledge = func(total uint32) error { return writer.Write(&message.Acknowledge{Value: total}) }
	return &session{reader: &messageReader{chunks: newChunkReader(in, from), writer: writer}, writer: writer}
}

// negotiate answers commands until one asks to publish. Before the first, which is connect, the
// encoder sends nothing that RTMP does not know.
func (s *session) negotiate() (publishRequest, error) {
	for n := 0; n < maxCommands; {
		p, err := s.reader.Read()
		if err != nil {
			return publishRequest{}, err
		}
		if p.kind != typeCommand && p.kind != typeCommandAMF3 {
			if !s.connected && !known(p.kind) {
				return publishRequest{}, fmt.Errorf("message of type %d before connect: %w", p.kind, errNotRTMP)
			}
			continue
		}
		n++
		c, ok := readCommand(p)
		switch {
		case !s.connected && (!ok || c.name != "connect"):
			return publishRequest{}, fmt.Errorf("command %q before connect: %w", c.name, errNotRTMP)
		case ok && c.name == "publish":
			return s.publish(c)
		case ok:
			err = s.answer(c)
		}
		if err != nil {
			return publishRequest{}, err
		}
	}
	return publishRequest{}, fmt.Errorf("%d commands without publishing: %w", maxCommands, ingest.ErrExcess)
}

// answer answers a command before publishing. It ignores commands that need no answer.
func (s *session) answer(c command) error {
	switch c.name {
	case "connect":
		return s.connect(c)
	case "createStream":
		return s.writer.Write(result(c, nil, float64(1)))
	case "releaseStream", "FCPublish":
		return s.answerEmpty(c)
	case "play", "play2":
		return s.refuse(c.id, "NetStream.Play.Failed", errPlay)
	}
	return nil
}

// answerEmpty sends an empty _result if the command has a transaction id. FCPublish and FCUnpublish have an event too.
func (s *session) answerEmpty(c command) error {
	if c.name == "FCPublish" || c.name == "FCUnpublish" {
		code := map[string]string{"FCPublish": "NetStream.Publish.Start", "FCUnpublish": "NetStream.Unpublish.Success"}[c.name]
		event := &message.CommandAMF0{ChunkStreamID: answerChunkStream, Name: "on" + c.name, Arguments: amf0.Data{nil, information("status", code, c.name)}}
		if err := s.writer.Write(event); err != nil {
			return err
		}
	}
	if c.id == 0 {
		return nil
	}
	return s.writer.Write(result(c, nil, amf0.Undefined{}))
}

func (s *session) connect(c command) error {
	app, ok := applicationOf(c)
	if !ok {
		return fmt.Errorf("connect without an application: %w", errNotRTMP)
	}
	if !ingest.IsApplication(app) {
		_ = s.writer.Write(&message.CommandAMF0{
			ChunkStreamID: answerChunkStream, Name: "_error", CommandID: c.id,
			Arguments: amf0.Data{nil, information("error", "NetConnection.Connect.InvalidApp", errApp.Reason)},
		})
		return errApp
	}
	s.application, s.connected = app, true
	for _, m := range []message.Message{
		&message.SetWindowAckSize{Value: windowSize},
		&message.SetPeerBandwidth{Value: windowSize, Type: 2},
		&message.SetChunkSize{Value: chunkSize},
		result(c, amf0.Object{
			{Key: "fmsVer", Value: "FMS/3,0,1,123"},
			{Key: "capabilities", Value: float64(31)},
		}, append(information("status", "NetConnection.Connect.Success", "Connection succeeded."),
			amf0.ObjectEntry{Key: "objectEncoding", Value: float64(0)})),
	} {
		if err := s.writer.Write(m); err != nil {
			return err
		}
	}
	return nil
}

// applicationOf is the application in the command object of connect.
func applicationOf(c command) (string, bool) {
	if len(c.arguments) == 0 {
		return "", false
	}
	object, _ := c.arguments[0].(fields)
	app, ok := object["app"].(string)
	return app, ok
}

// publish reads the stream key, which may be in the name, in the application, or in both.
func (s *session) publish(c command) (publishRequest, error) {
	key, ok := ingest.StreamKey(s.application, c.stringArgument(1))
	if !ok {
		return publishRequest{}, s.refuse(c.id, "NetStream.Publish.BadName", errApp)
	}
	return publishRequest{key: key, command: c.id}, nil
}

func result(c command, arguments ...any) *message.CommandAMF0 {
	return &message.CommandAMF0{ChunkStreamID: answerChunkStream, Name: "_result", CommandID: c.id, Arguments: arguments}
}

// refuse sends the reason of a refusal to the encoder, and returns the refusal.
func (s *session) refuse(command int, code string, refusal *ingest.Refusal) error {
	if err := s.writer.Write(status(command, "error", code, refusal.Reason)); err != nil {
		return fmt.Errorf("%w (and the encoder was not told: %w)", refusal, err)
	}
	return refusal
}

// status is an onStatus message (Adobe RTMP 1.0, 7.2.2).
func status(command int, level, code, description string) *message.CommandAMF0 {
	return &message.CommandAMF0{
		ChunkStreamID:   statusChunkStream,
		MessageStreamID: statusMessageStream,
		Name:            "onStatus",
		CommandID:       command,
		Arguments:       amf0.Data{nil, information(level, code, description)},
	}
}

// information is the RTMP info object of a status or result.
func information(level, code, description string) amf0.Object {
	return amf0.Object{
		{Key: "level", Value: level},
		{Key: "code", Value: code},
		{Key: "description", Value: description},
	}
}
