package rtmp

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/bluenviron/gortmplib/pkg/bytecounter"
	"github.com/bluenviron/gortmplib/pkg/handshake"
	"github.com/bluenviron/gortmplib/pkg/message"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// conn is one connection, from accept to its line in the log.
type conn struct {
	server  *Server
	net     net.Conn
	guard   *guard
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
		Origin: c.origin(), KeyHint: c.keyHint, Bytes: c.guard.meter.Total(),
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
	counted := bytecounter.NewReadWriter(struct {
		io.Reader
		io.Writer
	}{c.guard, deadlineWriter{c.net, o.IdleTimeout}})
	if _, _, err := handshake.DoServer(counted, false); err != nil {
		return unreadable(err, ingest.ErrTooSlow)
	}
	rw := message.NewReadWriter(counted, counted, false)
	wish, err := negotiate(rw)
	if err != nil {
		return unreadable(err, ingest.ErrTooSlow)
	}
	c.keyHint = ingest.Hint(wish.key)
	if !c.server.admit(c) {
		return refuse(rw, wish.command, "NetStream.Publish.Failed", ingest.ErrFull)
	}
	sink, err := o.Gate.Publish(ctx, wish.key, c.origin(), c.hangUp)
	if err != nil {
		refusal, ok := errors.AsType[*ingest.Refusal](err)
		if !ok {
			refusal = ingest.ErrUnable
		}
		_ = refuse(rw, wish.command, "NetStream.Publish.BadName", refusal)
		return err
	}
	err = c.receive(ctx, rw, wish, sink)
	_ = c.net.Close() // to store what was received may take long, in which the encoder could go elsewhere
	sink.Close(c.ending.Or(plain(err)))
	return err
}

// receive reads media until the connection ends.
func (c *conn) receive(ctx context.Context, rw *message.ReadWriter, wish request, sink ingest.Sink) error {
	c.guard.admitted = true
	if err := rw.Write(status(wish.command, "status", "NetStream.Publish.Start", "Publishing.")); err != nil {
		return err
	}
	c.setDeadline(c.server.options.NoVideoTimeout)
	seen := false
	counted := c.guard.meter.Total()
	for {
		msg, err := rw.Read()
		if err != nil && !seen {
			return unreadable(err, ingest.ErrNoVideo)
		}
		if err != nil {
			return unreadable(err, ingest.ErrSilent)
		}
		if cmd, ok := msg.(*message.CommandAMF0); ok && ends(cmd.Name) {
			return ingest.ErrEnded
		}
		picture, err := deliver(ctx, msg, sink)
		if err != nil {
			return err
		}
		if seen = seen || picture; seen {
			c.setDeadline(c.server.options.IdleTimeout)
		}
		c.server.options.Observer.Received(c.guard.meter.Total() - counted)
		counted = c.guard.meter.Total()
	}
}

// ends reports whether a command says that nothing more will come.
func ends(command string) bool {
	return command == "FCUnpublish" || command == "deleteStream" || command == "closeStream"
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
