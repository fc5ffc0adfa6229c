// Package srt receives streams from encoders over SRT (draft-sharabayko-srt-01), as
// MPEG transport streams, and hands their samples on. The stream key is the stream id.
package srt

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	gosrt "github.com/datarhei/gosrt"

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

	// PeerTimeout is how long nothing at all may be heard of a peer, not even that it
	// lives. Default 5 s, as in libsrt.
	PeerTimeout time.Duration
	// Latency is how long lost packets may be waited for; an encoder may ask for more.
	// Default 200 ms.
	Latency time.Duration
	// MaxAsking is how many may ask to publish at once. Others are told that the
	// server is busy. Default 64.
	MaxAsking int
}

func (o Options) withDefaults() Options {
	o.Limits = o.Limits.WithDefaults()
	o.PeerTimeout = cmp.Or(o.PeerTimeout, 5*time.Second)
	o.Latency = cmp.Or(o.Latency, 200*time.Millisecond)
	o.MaxAsking = cmp.Or(o.MaxAsking, 64)
	return o
}

// Server accepts SRT connections. A handshake costs nothing until its cookie has come
// back (3.2.1.1 of the draft), so that a flood from forged addresses opens nothing; the
// key is looked at before a connection exists.
type Server struct {
	options Options
	asking  chan struct{}

	mu    sync.Mutex
	conns map[string]*conn // by the peer's address
	seats ingest.Seats
	group sync.WaitGroup
}

// New returns a server that listens nowhere yet.
func New(options Options) *Server {
	options = options.withDefaults()
	return &Server{options: options, asking: make(chan struct{}, options.MaxAsking), conns: map[string]*conn{}}
}

// Listener is a port that is bound, for [Server.Serve].
type Listener struct{ gosrt.Listener }

// Listen binds an address, host:port.
func (s *Server) Listen(address string) (Listener, error) {
	config := gosrt.DefaultConfig()
	config.ReceiverLatency = s.options.Latency
	config.PeerIdleTimeout = s.options.PeerTimeout
	config.EnforcedEncryption = false
	l, err := gosrt.Listen("srt", address, config)
	if err != nil {
		return Listener{}, fmt.Errorf("listen for SRT at %s: %w", address, err)
	}
	return Listener{l}, nil
}

// Serve accepts connections from l until ctx ends, then closes l and every connection
// and waits until all are done.
func (s *Server) Serve(ctx context.Context, l Listener) error {
	stop := context.AfterFunc(ctx, func() {
		s.hangUpAll()
		l.Close()
	})
	defer s.group.Wait()
	defer s.hangUpAll()
	defer func() {
		if stop() {
			l.Close()
		}
	}()
	for {
		request, err := s.next(ctx, l)
		switch {
		case ctx.Err() != nil:
			if request != nil {
				request.Reject(gosrt.REJ_CLOSE)
			}
			return nil
		case err != nil:
			return fmt.Errorf("accept SRT: %w", err)
		case request != nil:
			s.accept(ctx, request)
		}
	}
}

// next waits for a request to publish. What a handshake holds is read there, and a
// malformed one must not end the process: nothing is returned for it.
func (s *Server) next(ctx context.Context, l Listener) (request gosrt.ConnRequest, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			request, err = nil, nil
			s.options.Log.WarnContext(ctx, "malformed handshake", "protocol", "srt", "fault", fmt.Sprint(fault))
		}
	}()
	return l.Accept2()
}

// accept looks after one request in a goroutine of its own.
func (s *Server) accept(ctx context.Context, request gosrt.ConnRequest) {
	remote := request.RemoteAddr().String()
	if s.repeats(remote) {
		return // to reject it would end that connection
	}
	c := &conn{
		server: s, remote: remote, opened: s.options.Clock.Now(), ended: make(chan struct{}),
		meter: ingest.NewMeter(s.options.Clock, s.options.MaxBitrate),
	}
	select {
	case s.asking <- struct{}{}:
	default:
		s.options.Observer.Opened()
		reject(request, gosrt.REJX_OVERLOAD)
		c.tell(ctx, ingest.ErrCrowded)
		return
	}
	s.options.Observer.Opened()
	s.group.Go(func() {
		defer s.leave(c)
		c.tell(ctx, ingest.Protect(ctx, s.options.Log, func() error { return c.serve(ctx, request) }))
	})
}

// reject answers a request; that it holds what cannot be written back must end nothing.
func reject(request gosrt.ConnRequest, reason gosrt.RejectionReason) {
	defer func() { _ = recover() }()
	request.Reject(reason)
}

// repeatWithin is how long a peer may go on asking for a connection that it has: its
// handshake crossed the answer.
const repeatWithin = 3 * time.Second

// repeats reports whether a request is that of a connection that has just been made.
func (s *Server) repeats(remote string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.conns[remote]
	return c != nil && s.options.Clock.Now().Sub(c.opened) < repeatWithin
}

// enter notes a connection that exists.
func (s *Server) enter(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns[c.remote] = c
}

func (s *Server) leave(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.seated {
		s.seats.Free()
	}
	if s.conns[c.remote] == c {
		delete(s.conns, c.remote)
	}
}

func (s *Server) hangUpAll() {
	s.mu.Lock()
	all := make([]*conn, 0, len(s.conns))
	for _, c := range s.conns {
		all = append(all, c)
	}
	s.mu.Unlock()
	for _, c := range all {
		c.hangUp(ingest.ErrShutdown)
	}
}

// Addr is where the listener listens.
func (l Listener) Addr() net.Addr { return l.Listener.Addr() }
