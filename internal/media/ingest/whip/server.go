// Package whip receives streams from encoders over WebRTC, which ask to publish by HTTP
// (WHIP, RFC 9725). Pictures are H.264 and handed on as they come; sound is Opus, and
// becomes AAC in an ffmpeg beside, since recordings hold that.
package whip

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"

	"github.com/pion/ice/v4"
	"github.com/pion/webrtc/v4"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest"
)

// Options of a server. Gate, Observer, Log, Clock and Encode are required.
type Options struct {
	Gate     ingest.Gate
	Observer ingest.Observer
	Log      *slog.Logger
	Clock    clock.Clock
	// Encode starts what turns one connection's sound into AAC; it is killed when ctx is over.
	Encode func(ctx context.Context) (Encoder, error)

	ingest.Limits

	// Remote tells where a request comes from, as host:port or host, seen through proxies.
	// Default its RemoteAddr.
	Remote func(r *http.Request) string
	// Addresses are told to encoders instead of the port's own, where it is behind an
	// address translation.
	Addresses []string
	// MaxAsking is how many may ask to publish at once. Others are told that the
	// server is busy. Default 64.
	MaxAsking int
}

func (o Options) withDefaults() Options {
	if o.Remote == nil {
		o.Remote = func(r *http.Request) string { return r.RemoteAddr }
	}
	o.Limits = o.Limits.WithDefaults()
	o.MaxAsking = cmp.Or(o.MaxAsking, 64)
	return o
}

// Server is asked by HTTP, as its ServeHTTP, and receives through one UDP port, as its
// Serve. A datagram opens nothing: the port knows those connections alone that were
// answered.
type Server struct {
	options Options
	asking  chan struct{}
	asked   chan *conn
	stopped chan struct{}

	mu    sync.Mutex
	conns map[string]*conn // by the last part of their address
	seats ingest.Seats
	group sync.WaitGroup
}

// New returns a server that listens nowhere yet.
func New(options Options) *Server {
	options = options.withDefaults()
	return &Server{
		options: options, asking: make(chan struct{}, options.MaxAsking), asked: make(chan *conn), stopped: make(chan struct{}),
		conns: map[string]*conn{},
	}
}

// Listener is a port that is bound, for [Server.Serve].
type Listener struct {
	mux  ice.UDPMux
	conn net.PacketConn
}

// socketBuffer is how much the system keeps while this process is busy: at 10 Mbit/s each,
// a tenth of a second of thirty encoders.
const socketBuffer = 4 << 20

// Listen binds an address, host:port.
func (s *Server) Listen(ctx context.Context, address string) (*Listener, error) {
	conn, err := (&net.ListenConfig{}).ListenPacket(ctx, "udp", address)
	if err != nil {
		return nil, fmt.Errorf("listen for WHIP at %s: %w", address, err)
	}
	if udp, ok := conn.(*net.UDPConn); ok {
		_ = udp.SetReadBuffer(socketBuffer) // the system may allow less
	}
	return &Listener{mux: webrtc.NewICEUDPMux(logs{s.options.Log}.NewLogger("ice"), conn), conn: conn}, nil
}

// Addr is where the listener listens.
func (l *Listener) Addr() net.Addr { return l.conn.LocalAddr() }

func (l *Listener) isLoopback() bool {
	address, ok := l.conn.LocalAddr().(*net.UDPAddr)
	return ok && address.IP.IsLoopback()
}

func (l *Listener) close() {
	_ = l.mux.Close()
	_ = l.conn.Close()
}

// Serve answers those that ask, and receives from them, until ctx ends; then it closes l and
// every connection and waits until all are done. It is called once.
func (s *Server) Serve(ctx context.Context, l *Listener) error {
	defer l.close()
	defer s.group.Wait()
	defer s.hangUpAll()
	defer close(s.stopped)
	for {
		select {
		case c := <-s.asked:
			s.accept(ctx, l, c)
		case <-ctx.Done():
			return nil
		}
	}
}

// accept looks after one that asks in a goroutine of its own.
func (s *Server) accept(ctx context.Context, l *Listener, c *conn) {
	s.options.Observer.Opened()
	select {
	case s.asking <- struct{}{}:
	default:
		c.reply(reply{err: ingest.ErrCrowded})
		c.tell(ctx, ingest.ErrCrowded)
		return
	}
	s.enter(c)
	s.group.Go(func() {
		defer close(c.over)
		defer s.leave(c)
		c.tell(ctx, ingest.Protect(ctx, s.options.Log, func() error { return c.serve(ctx, l) }))
	})
}

func (s *Server) enter(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns[c.session] = c
}

func (s *Server) leave(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.seated {
		s.seats.Free()
	}
	delete(s.conns, c.session)
}

func (s *Server) find(session string) *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns[session]
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
