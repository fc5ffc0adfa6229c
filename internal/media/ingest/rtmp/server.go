package rtmp

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest"
)

// Options of a server. Gate, Observer, Log and Clock are required.
type Options struct {
	Gate     ingest.Gate
	Observer ingest.Observer
	Log      *slog.Logger
	Clock    clock.Clock

	// HandshakeTimeout is how long a connection may take until it publishes. Default 10 s.
	HandshakeTimeout time.Duration
	// NoVideoTimeout is how long a publisher may take until its first picture. Default 10 s.
	NoVideoTimeout time.Duration
	// IdleTimeout is how long a publisher may send nothing. Default 10 s.
	IdleTimeout time.Duration
	// MaxHalfOpen is how many connections may be on their way to publishing; when one
	// more comes, the eldest goes. Default 256.
	MaxHalfOpen int
	// MaxPublishers is how many may publish at once. Default 200.
	MaxPublishers int
	// MaxBitrate is what one publisher may send, in bits a second. Default 60 million.
	MaxBitrate int64
}

func (o Options) withDefaults() Options {
	for _, d := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&o.HandshakeTimeout, 10 * time.Second}, {&o.NoVideoTimeout, 10 * time.Second}, {&o.IdleTimeout, 10 * time.Second},
	} {
		if *d.value == 0 {
			*d.value = d.standard
		}
	}
	if o.MaxHalfOpen == 0 {
		o.MaxHalfOpen = 256
	}
	if o.MaxPublishers == 0 {
		o.MaxPublishers = 200
	}
	if o.MaxBitrate == 0 {
		o.MaxBitrate = 60_000_000
	}
	return o
}

// Server accepts RTMP connections.
type Server struct {
	options Options

	mu         sync.Mutex
	conns      map[*conn]struct{}
	halfOpen   *list.List // of *conn, eldest first
	publishing int
	group      sync.WaitGroup
}

// New returns a server that listens nowhere yet.
func New(options Options) *Server {
	return &Server{options: options.withDefaults(), halfOpen: list.New(), conns: map[*conn]struct{}{}}
}

// acceptPause follows a failure to accept, such as a lack of file descriptors.
const acceptPause = 100 * time.Millisecond

// Serve accepts connections from l until ctx ends, then closes l and every
// connection and waits until all are done.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	defer s.group.Wait()
	defer s.hangUpAll()
	for {
		nc, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				_ = nc.Close()
			}
			return nil
		case errors.Is(err, net.ErrClosed):
			return fmt.Errorf("accept RTMP: %w", err)
		case err != nil:
			s.options.Log.WarnContext(ctx, "connection not accepted", "protocol", "rtmp", "error", err)
			pause(ctx, acceptPause)
		default:
			s.accept(ctx, nc)
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

func (s *Server) accept(ctx context.Context, nc net.Conn) {
	c := &conn{
		server: s, net: nc, opened: s.options.Clock.Now(),
		guard: newGuard(nc, s.options.Clock, s.options.MaxBitrate/8),
	}
	s.options.Observer.Opened()
	if eldest := s.enter(c); eldest != nil {
		eldest.hangUp(ingest.ErrCrowded)
	}
	s.group.Go(func() {
		defer s.leave(c)
		c.run(ctx)
	})
}

// enter counts a connection in and returns the one that has to go for it, if any: a
// flood pushes out its own, while an encoder, which publishes at once, gets through.
func (s *Server) enter(c *conn) (eldest *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.halfOpen.Len() >= s.options.MaxHalfOpen {
		eldest, _ = s.halfOpen.Remove(s.halfOpen.Front()).(*conn)
		eldest.place = nil
	}
	s.conns[c] = struct{}{}
	c.place = s.halfOpen.PushBack(c)
	return eldest
}

// admit takes a connection that wants to publish off the list of those that may
// have to go, unless enough publish already.
func (s *Server) admit(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.publishing >= s.options.MaxPublishers {
		return false
	}
	s.publishing++
	c.publishing = true
	s.removePlace(c)
	return true
}

func (s *Server) leave(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removePlace(c)
	if c.publishing {
		s.publishing--
	}
	delete(s.conns, c)
}

func (s *Server) removePlace(c *conn) {
	if c.place != nil {
		s.halfOpen.Remove(c.place)
		c.place = nil
	}
}

func (s *Server) hangUpAll() {
	s.mu.Lock()
	all := make([]*conn, 0, len(s.conns))
	for c := range s.conns {
		all = append(all, c)
	}
	s.mu.Unlock()
	for _, c := range all {
		c.hangUp(ingest.ErrShutdown)
	}
}
