package rtmp

import (
	"fmt"
	"strings"

	"github.com/bluenviron/gortmplib/pkg/amf0"
	"github.com/bluenviron/gortmplib/pkg/message"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// application is the only one there is.
const application = "live"

// maxCommands bounds how many messages may come before one asks to publish.
const maxCommands = 64

// Values of what the server says about itself.
const (
	windowSize = 2_500_000
	chunkSize  = 65_536
	// The numbers of chunk and message streams for status messages.
	statusChunkStream   = 5
	statusMessageStream = 1 << 24 // stream 1, little endian on the wire
)

// request is a wish to publish.
type request struct {
	key     string
	command int
}

// negotiate answers commands until one asks to publish (Adobe RTMP 1.0, 7.2).
func negotiate(rw *message.ReadWriter) (request, error) {
	connected := false
	for range maxCommands {
		msg, err := rw.Read()
		if err != nil {
			return request{}, err
		}
		cmd, ok := msg.(*message.CommandAMF0)
		if !ok {
			continue
		}
		if cmd.Name != "connect" && !connected {
			return request{}, fmt.Errorf("command before connect: %w", errNotRTMP)
		}
		switch cmd.Name {
		case "connect":
			connected = true
			err = connect(rw, cmd)
		case "createStream":
			err = rw.Write(result(cmd, nil, float64(1)))
		case "play":
			return request{}, refuse(rw, cmd.CommandID, "NetStream.Play.Failed", errPlay)
		case "publish":
			return publish(cmd)
		}
		if err != nil {
			return request{}, err
		}
	}
	return request{}, fmt.Errorf("%d commands without publishing: %w", maxCommands, ingest.ErrExcess)
}

func connect(rw *message.ReadWriter, cmd *message.CommandAMF0) error {
	app, ok := applicationOf(cmd)
	if !ok {
		return fmt.Errorf("connect without an application: %w", errNotRTMP)
	}
	if app != application {
		description := amf0.Object{
			{Key: "level", Value: "error"},
			{Key: "code", Value: "NetConnection.Connect.InvalidApp"},
			{Key: "description", Value: errApp.Reason},
		}
		_ = rw.Write(&message.CommandAMF0{
			ChunkStreamID: cmd.ChunkStreamID, Name: "_error", CommandID: cmd.CommandID, Arguments: amf0.Data{nil, description},
		})
		return errApp
	}
	for _, m := range []message.Message{
		&message.SetWindowAckSize{Value: windowSize},
		&message.SetPeerBandwidth{Value: windowSize, Type: 2},
		&message.SetChunkSize{Value: chunkSize},
		result(cmd, amf0.Object{
			{Key: "fmsVer", Value: "FMS/3,0,1,123"},
			{Key: "capabilities", Value: float64(31)},
		}, amf0.Object{
			{Key: "level", Value: "status"},
			{Key: "code", Value: "NetConnection.Connect.Success"},
			{Key: "description", Value: "Connection succeeded."},
			{Key: "objectEncoding", Value: float64(0)},
		}),
	} {
		if err := rw.Write(m); err != nil {
			return err
		}
	}
	return nil
}

// applicationOf reads the application's name, without the query and slashes that
// some encoders leave in it.
func applicationOf(cmd *message.CommandAMF0) (string, bool) {
	if len(cmd.Arguments) < 1 {
		return "", false
	}
	var object amf0.Object
	switch o := cmd.Arguments[0].(type) {
	case amf0.Object:
		object = o
	case amf0.ECMAArray:
		object = amf0.Object(o)
	default:
		return "", false
	}
	app, ok := object.GetString("app")
	app, _, _ = strings.Cut(app, "?")
	return strings.Trim(app, "/"), ok
}

func publish(cmd *message.CommandAMF0) (request, error) {
	if len(cmd.Arguments) < 2 {
		return request{}, fmt.Errorf("publish without a stream key: %w", errNotRTMP)
	}
	key, ok := cmd.Arguments[1].(string)
	if !ok {
		return request{}, fmt.Errorf("publish without a stream key: %w", errNotRTMP)
	}
	key, _, _ = strings.Cut(key, "?")
	return request{key: key, command: cmd.CommandID}, nil
}

func result(cmd *message.CommandAMF0, arguments ...any) *message.CommandAMF0 {
	return &message.CommandAMF0{ChunkStreamID: cmd.ChunkStreamID, Name: "_result", CommandID: cmd.CommandID, Arguments: arguments}
}

// refuse tells the encoder why and returns the reason.
func refuse(rw *message.ReadWriter, command int, code string, refusal *ingest.Refusal) error {
	if err := rw.Write(status(command, "error", code, refusal.Reason)); err != nil {
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
		Arguments: amf0.Data{nil, amf0.Object{
			{Key: "level", Value: level},
			{Key: "code", Value: code},
			{Key: "description", Value: description},
		}},
	}
}
