package rtmp

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// lingerFor is how long an encoder may take to close its side of a connection that is over.
const lingerFor = 2 * time.Second

// handleCommandWhilePublishing handles a command between media, and reports whether the command ends the stream. It
// ignores unreadable and unknown commands.
func (s *session) handleCommandWhilePublishing(p packet, current publishRequest) (over bool, err error) {
	if p.kind != typeCommand && p.kind != typeCommandAMF3 {
		return false, nil
	}
	c, ok := readCommand(p)
	if !ok {
		return false, nil
	}
	switch {
	case endsStream(c.name):
		return true, s.answerEnd(c)
	case c.name == "createStream":
		return false, s.writer.Write(result(c, nil, float64(1)))
	case c.name == "publish":
		if key, ok := ingest.StreamKey(s.application, c.stringArgument(1)); !ok || key != current.key {
			return false, s.writer.Write(status(c.id, "error", "NetStream.Publish.BadName", "a connection can carry only one stream"))
		}
		return false, s.writer.Write(status(c.id, "status", "NetStream.Publish.Start", "Publishing."))
	}
	return false, nil
}

// endsStream reports whether a command ends the stream.
func endsStream(name string) bool {
	return name == "FCUnpublish" || name == "deleteStream" || name == "closeStream"
}

// answerEnd answers a command that ends the stream (Adobe RTMP 1.0, 7.2.2).
func (s *session) answerEnd(c command) error {
	if err := s.answerEmpty(c); err != nil || c.name == "FCUnpublish" {
		return err
	}
	return s.sendUnpublishStatus()
}

// sendUnpublishStatus sends the status of the ended stream once.
func (s *session) sendUnpublishStatus() error {
	if s.unpublishSent {
		return nil
	}
	s.unpublishSent = true
	return s.writer.Write(status(0, "status", "NetStream.Unpublish.Success", "Unpublished."))
}

// close ends a connection without a TCP reset, because a reset can discard the last answer. It waits for the encoder to
// close, or half-closes and drains.
func (c *conn) close(ctx context.Context, s *session, reason error) {
	defer func() { _ = c.net.Close() }()
	_ = ingest.Protect(ctx, c.server.options.Log, func() error {
		ended := errors.Is(reason, ingest.ErrEnded)
		if !ended && fromNetwork(reason) {
			return nil
		}
		_ = c.net.SetReadDeadline(time.Now().Add(lingerFor))
		if ended && s.awaitEnd() {
			return nil
		}
		if half, ok := c.net.(interface{ CloseWrite() error }); ok {
			_ = half.CloseWrite()
		}
		_ = c.net.SetReadDeadline(time.Now().Add(lingerFor))
		_, _ = io.Copy(io.Discard, io.LimitReader(c.net, maxUnfinished))
		return nil
	})
}

// awaitEnd answers the commands after the one that ended the stream, and reports whether the encoder closed its side.
func (s *session) awaitEnd() bool {
	for {
		p, err := s.reader.Read()
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		if p.kind != typeCommand && p.kind != typeCommandAMF3 {
			continue
		}
		if c, ok := readCommand(p); ok {
			switch {
			case endsStream(c.name):
				err = s.answerEnd(c)
			case c.name == "publish", c.name == "createStream":
				return false // a new stream needs a new connection
			}
		}
		if err != nil {
			return false
		}
	}
}
