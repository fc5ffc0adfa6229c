package srt

import (
	"context"
	"fmt"
	"sync"
	"time"

	gosrt "github.com/datarhei/gosrt"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/ingest/mpegts"
)

// conn is one connection, from its request to its line in the log.
type conn struct {
	server  *Server
	remote  string
	opened  time.Time
	keyHint string
	seated  bool // publishes
	meter   ingest.Meter

	ending ingest.Ending
	ended  chan struct{} // closed once there is a reason

	mu  sync.Mutex
	srt gosrt.Conn // nil until the handshake is answered
}

// hangUp ends the connection from any goroutine. The first reason counts.
func (c *conn) hangUp(reason error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ending.Set(reason) {
		return
	}
	close(c.ended)
	if c.srt != nil {
		_ = c.srt.Close()
	}
}

// connected notes the connection, unless it was hung up on before it was there.
func (c *conn) connected(srt gosrt.Conn) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	cause := c.ending.Or(nil)
	if cause == nil {
		c.srt = srt
		return nil
	}
	_ = srt.Close()
	return cause
}

// tell writes the connection's line in the log.
func (c *conn) tell(ctx context.Context, reason error) {
	ingest.Farewell{
		Origin: c.origin(), KeyHint: c.keyHint, Bytes: c.meter.Total(), Lasted: c.server.options.Clock.Now().Sub(c.opened), Reason: c.ending.Or(reason),
	}.Tell(ctx, c.server.options.Log, c.server.options.Observer)
}

// serve answers a request and receives what is published.
func (c *conn) serve(ctx context.Context, request gosrt.ConnRequest) error {
	sink, err := c.negotiate(ctx, request)
	if err != nil {
		reject(request, rejection(err))
		return err
	}
	srt, err := accept(request)
	if err == nil {
		err = c.connected(srt)
	}
	if err != nil {
		sink.Close(err)
		return fmt.Errorf("answer a handshake: %w", err)
	}
	defer func() { _ = srt.Close() }()
	c.server.enter(c)
	if ctx.Err() != nil {
		c.hangUp(ingest.ErrShutdown) // it came after all others were hung up on
	}
	err = c.receive(ctx, srt, sink)
	sink.Close(c.ending.Or(err))
	return err
}

// accept answers a handshake; that it holds what cannot be written back is an error.
func accept(request gosrt.ConnRequest) (srt gosrt.Conn, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%w: %v", ingest.ErrPanic, fault)
		}
	}()
	return request.Accept()
}

// negotiate decides about a request, which is then no longer one of those that ask.
func (c *conn) negotiate(ctx context.Context, request gosrt.ConnRequest) (ingest.Sink, error) {
	defer func() { <-c.server.asking }()
	key, err := keyOf(request.StreamId())
	if err != nil {
		return nil, err
	}
	c.keyHint = ingest.Hint(key)
	if request.IsEncrypted() {
		return nil, errEncrypted
	}
	if !c.sit() {
		return nil, ingest.ErrFull
	}
	return c.server.options.Gate.Publish(ctx, key, c.origin(), c.hangUp)
}

// rejection is the number that an encoder is told for a reason (libsrt's
// access_control.h): all that it can show its user.
func rejection(err error) gosrt.RejectionReason {
	switch code := ingest.CodeOf(err); code {
	case "unknown_key":
		return gosrt.REJX_UNAUTHORIZED
	case "second_publisher":
		return gosrt.REJX_CONFLICT
	case "event_over", "event_cancelled":
		return gosrt.REJX_LOCKED
	case ingest.ErrFull.Code:
		return gosrt.REJX_OVERLOAD
	case errPlay.Code:
		return gosrt.REJX_BAD_MODE
	case errNoKey.Code:
		return gosrt.REJX_BAD_REQUEST
	case errEncrypted.Code:
		return gosrt.REJ_UNSECURE
	}
	return gosrt.REJX_ISE
}

const (
	// backlog is how many packets may wait for a database or disk that is slow for a
	// moment: the library itself keeps one or two seconds and then drops. Of 1,316
	// bytes each, they are 5 MB.
	backlog    = 4096
	maxPayload = 1500
)

var errGone = &ingest.Reason{Code: ingest.ErrLost.Code, Text: "the encoder is gone"}

// receive reads media until the connection ends.
func (c *conn) receive(ctx context.Context, srt gosrt.Conn, sink ingest.Sink) error {
	packets, done := make(chan []byte, backlog), make(chan struct{})
	var reader sync.WaitGroup
	reader.Go(func() { read(srt, packets, done) })
	defer reader.Wait()
	defer func() { _ = srt.Close() }()
	defer close(done)

	demuxer := mpegts.New(sink)
	seen := false
	timer := time.NewTimer(c.server.options.NoVideoTimeout)
	defer timer.Stop()
	for {
		var packet []byte
		select {
		case p, ok := <-packets:
			if !ok {
				return errGone
			}
			packet = p
		case <-c.ended:
			return errGone
		case <-timer.C:
			if !seen {
				return ingest.ErrNoVideo
			}
			return ingest.ErrSilent
		}
		if err := c.count(int64(len(packet))); err != nil {
			return err
		}
		picture, err := demuxer.Write(ctx, packet)
		if err != nil {
			return err
		}
		if seen = seen || picture; seen {
			timer.Reset(c.server.options.IdleTimeout)
		}
	}
}

// read hands packets on until the connection is over.
func read(srt gosrt.Conn, packets chan<- []byte, done <-chan struct{}) {
	defer close(packets)
	buffer := make([]byte, maxPayload)
	for {
		n, err := srt.Read(buffer)
		if err != nil {
			return
		}
		packet := make([]byte, n)
		copy(packet, buffer)
		select {
		case packets <- packet:
		case <-done:
			return
		}
	}
}

func (c *conn) origin() ingest.Origin { return ingest.Origin{Protocol: "srt", Remote: c.remote} }

// sit takes a seat among those that publish, unless all are taken.
func (c *conn) sit() bool {
	c.seated = c.server.seats.Take(c.server.options.MaxPublishers)
	return c.seated
}

// count notes what came.
func (c *conn) count(n int64) error {
	c.server.options.Observer.Received(n)
	return c.meter.Count(n)
}
