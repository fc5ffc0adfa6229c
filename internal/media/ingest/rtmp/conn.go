package rtmp

import (
	"bufio"
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/bluenviron/gortmplib/pkg/bytecounter"
	"github.com/bluenviron/gortmplib/pkg/handshake"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// conn is one connection, from accept to its line in the log.
type conn struct {
	server  *Server
	net     net.Conn
	source  *source
	opened  time.Time
	keyHint string

	place      *list.Element // among those that do not publish; under server.mu
	publishing bool          // counted as such; under server.mu

	ending ingest.Ending

	deadline time.Time // the one that is set on net
}

// hangUp ends the connection from any goroutine. The first reason counts.
func (c *conn) hangUp(reason error) {
	c.ending.Set(reason)
	_ = c.net.Close()
}

func (c *conn) run(ctx context.Context) {
	reason := ingest.Protect(ctx, c.server.options.Log, func() error { return c.serve(ctx) })
	_ = c.net.Close()
	ingest.Farewell{
		Origin: c.origin(), KeyHint: c.keyHint, Bytes: c.source.meter.Total(),
		Lasted: c.server.options.Clock.Now().Sub(c.opened), Reason: c.ending.Or(plain(reason)),
	}.Tell(ctx, c.server.options.Log, c.server.options.Observer)
}

func (c *conn) origin() ingest.Origin {
	return ingest.Origin{Protocol: "rtmp", Remote: c.net.RemoteAddr().String()}
}

// plain turns a lost connection into a reason.
func plain(err error) error {
	if err == nil {
		return ingest.ErrEnded
	}
	if fromNetwork(err) && ingest.CodeOf(err) == ingest.Unknown {
		return fmt.Errorf("%w: %w", ingest.ErrLost, err)
	}
	return err
}

func fromNetwork(err error) bool {
	var network net.Error
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &network)
}

// unreadable names the reason why reading failed: a deadline that passed, the
// network, or what the encoder sent.
func unreadable(err, late error) error {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return late
	case fromNetwork(err), ingest.CodeOf(err) != ingest.Unknown:
		return err
	}
	return fmt.Errorf("%w: %w", errNotRTMP, err)
}

func (c *conn) serve(ctx context.Context) error {
	o := c.server.options
	c.setDeadline(o.HandshakeTimeout)
	in := bufio.NewReader(c.source)
	out := bytecounter.NewWriter(deadlineWriter{c.net, o.IdleTimeout})
	if err := shakeHands(in, out); err != nil {
		return unreadable(err, ingest.ErrTooSlow)
	}
	s := newSession(in, c.source, out)
	request, err := s.negotiate()
	if err == nil {
		c.keyHint = ingest.Hint(request.key)
		return c.publish(ctx, s, request)
	}
	if told, ok := errors.AsType[*ingest.Refusal](err); ok {
		c.close(ctx, s, told)
	}
	return unreadable(err, ingest.ErrTooSlow)
}

// shakeHands is the handshake (Adobe RTMP 1.0, 5.2). Other versions than 3 are other protocols.
func shakeHands(in *bufio.Reader, out io.Writer) error {
	version, err := in.Peek(1)
	if err != nil {
		return err
	}
	if version[0] != 3 {
		return fmt.Errorf("version %d in the handshake: %w", version[0], errNotRTMP)
	}
	_, _, err = handshake.DoServer(struct {
		io.Reader
		io.Writer
	}{in, out}, false)
	return err
}

// publish asks the gate, and receives what is published.
func (c *conn) publish(ctx context.Context, s *session, request publishRequest) error {
	if !c.server.admit(c) {
		err := s.refuse(request.command, "NetStream.Publish.Failed", ingest.ErrFull)
		c.close(ctx, s, err)
		return err
	}
	sink, err := c.server.options.Gate.Publish(ctx, request.key, c.origin(), c.hangUp)
	if err != nil {
		refusal, ok := errors.AsType[*ingest.Refusal](err)
		if !ok {
			refusal = ingest.ErrUnable
		}
		c.server.dismiss(c) // before the answer: an encoder that tries again at once finds its seat free
		_ = s.refuse(request.command, "NetStream.Publish.BadName", refusal)
		c.close(ctx, s, refusal)
		return err
	}
	err = c.receive(ctx, s, request, sink)
	if code := ingest.CodeOf(err); code == ingest.ErrCodec.Code || code == ingest.ErrChannels.Code {
		_ = s.writer.Write(status(request.command, "error", "NetStream.Publish.Failed", err.Error()))
	}
	// To store what was received may take long. Until then the encoder could go elsewhere.
	var closing sync.WaitGroup
	closing.Go(func() { c.close(ctx, s, err) })
	sink.Close(c.ending.Or(plain(err)))
	closing.Wait()
	return err
}

// receive reads media until the connection ends.
func (c *conn) receive(ctx context.Context, s *session, request publishRequest, sink ingest.Sink) error {
	c.source.admitted = true
	if err := s.writer.Write(status(request.command, "status", "NetStream.Publish.Start", "Publishing.")); err != nil {
		return err
	}
	c.setDeadline(c.server.options.NoVideoTimeout)
	media := newReceiver(sink)
	seen := false
	counted := c.source.meter.Total()
	for {
		p, err := s.reader.Read()
		if err != nil && !seen {
			return unreadable(err, ingest.ErrNoVideo)
		}
		if err != nil {
			return unreadable(err, ingest.ErrSilent)
		}
		over, err := s.handleCommandWhilePublishing(p, request)
		switch {
		case over: // whether or not the answer was heard
			return ingest.ErrEnded
		case err != nil:
			return err
		}
		picture, err := media.deliver(ctx, p)
		if err != nil {
			return err
		}
		if seen = seen || picture; seen {
			c.setDeadline(c.server.options.IdleTimeout)
		}
		c.server.options.Observer.Received(c.source.meter.Total() - counted)
		counted = c.source.meter.Total()
	}
}

// setDeadline bounds reading from now on. Setting it costs a little, so that one
// that is nearly as far away stays.
func (c *conn) setDeadline(d time.Duration) {
	at := time.Now().Add(d)
	if gap := at.Sub(c.deadline); gap >= 0 && gap < time.Second {
		return
	}
	c.deadline = at
	_ = c.net.SetReadDeadline(at)
}

// deadlineWriter bounds each write.
type deadlineWriter struct {
	conn    net.Conn
	timeout time.Duration
}

func (w deadlineWriter) Write(p []byte) (int, error) {
	if err := w.conn.SetWriteDeadline(time.Now().Add(w.timeout)); err != nil {
		return 0, err
	}
	return w.conn.Write(p)
}
