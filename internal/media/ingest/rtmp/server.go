package rtmp

import (
	"cmp"
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

	ingest.Limits

	// HandshakeTimeout is how long a connection may take until it publishes. Default 10 s.
	HandshakeTimeout time.Duration
	// MaxHalfOpen is how many connections may be open without publishing. At the limit, a new one closes the oldest.
	// Default 256.
	MaxHalfOpen int
}

func (o Options) withDefaults() Options {
	o.Limits = o.Limits.WithDefaults()
	o.HandshakeTimeout = cmp.Or(o.HandshakeTimeout, 10*time.Second)
	o.MaxHalfOpen = cmp.Or(o.MaxHalfOpen, 256)
	return o
}

// Server accepts RTMP connections.
type Server struct {
	options Options

	mu       sync.Mutex
	conns    map[*conn]struct{}
	halfOpen *list.List // of *conn, oldest first
	seats    ingest.Seats
	group    sync.WaitGroup
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
		source: &source{conn: nc, meter: ingest.NewMeter(s.options.Clock, s.options.MaxBitrate)},
	}
	s.options.Observer.Opened()
	if oldest := s.enter(c); oldest != nil {
		oldest.hangUp(ingest.ErrCrowded)
	}
	s.group.Go(func() {
		defer s.leave(c)
		c.run(ctx)
	})
}

// enter counts a connection in and returns the one that has to go for it, if any: a
// flood pushes out its own, while an encoder, which publishes at once, gets through.
func (s *Server) enter(c *conn) (oldest *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns[c] = struct{}{}
	return s.queue(c)
}

// queue puts a connection last among those that do not publish.
func (s *Server) queue(c *conn) (oldest *conn) {
	if s.halfOpen.Len() >= s.options.MaxHalfOpen {
		oldest, _ = s.halfOpen.Remove(s.halfOpen.Front()).(*conn)
		oldest.place = nil
	}
	c.place = s.halfOpen.PushBack(c)
	return oldest
}

// dismiss takes back what admit gave to a connection that is then refused.
func (s *Server) dismiss(c *conn) {
	s.mu.Lock()
	c.publishing = false
	s.seats.Free()
	oldest := s.queue(c)
	s.mu.Unlock()
	if oldest != nil {
		oldest.hangUp(ingest.ErrCrowded)
	}
}

// admit takes a connection that wants to publish off the list of those that may
// have to go, unless enough publish already.
func (s *Server) admit(c *conn) bool {
	if !s.seats.Take(s.options.MaxPublishers) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c.publishing = true
	s.removePlace(c)
	return true
}

func (s *Server) leave(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removePlace(c)
	if c.publishing {
		s.seats.Free()
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
