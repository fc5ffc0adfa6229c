package whip

import (
	"cmp"
	"context"
	"crypto/rand"
	"time"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// conn is one session, from its request to its line in the log.
type conn struct {
	server  *Server
	remote  string
	key     string
	offer   string
	session string // the last part of its address
	opened  time.Time
	seated  bool // publishes
	meter   ingest.Meter
	askedAt time.Time

	replies chan reply
	over    chan struct{} // closed when everything is stored and told

	ending ingest.Ending
	ended  chan struct{} // closed once there is a reason
}

// reply is the answer to a request: a session description, or why there is none.
type reply struct {
	answer string
	err    error
}

func (s *Server) newConn(remote, key, offer string) *conn {
	return &conn{
		server: s, remote: remote, key: key, offer: offer, session: rand.Text(), opened: s.options.Clock.Now(),
		meter:   ingest.NewMeter(s.options.Clock, s.options.MaxBitrate),
		replies: make(chan reply, 1), over: make(chan struct{}), ended: make(chan struct{}),
	}
}

var errGone = &ingest.Reason{Code: ingest.ErrLost.Code, Text: "the encoder is gone"}

// hangUp ends the connection from any goroutine. The first reason counts.
func (c *conn) hangUp(reason error) {
	if c.ending.Set(reason) {
		close(c.ended)
	}
}

// reply answers the request; only the first answer is one.
func (c *conn) reply(r reply) {
	select {
	case c.replies <- r:
	default:
	}
}

// tell writes the connection's line in the log.
func (c *conn) tell(ctx context.Context, reason error) {
	reason = cmp.Or(c.ending.Or(reason), error(ingest.ErrEnded))
	c.reply(reply{err: reason})
	ingest.Farewell{
		Origin: c.origin(), KeyHint: ingest.Hint(c.key), Bytes: c.meter.Total(), Lasted: c.server.options.Clock.Now().Sub(c.opened), Reason: reason,
	}.Tell(ctx, c.server.options.Log, c.server.options.Observer)
}

// serve answers a request and receives what is published.
func (c *conn) serve(ctx context.Context, l *Listener) error {
	offer, sink, err := c.negotiate(ctx)
	if err != nil {
		return err
	}
	err = ingest.Protect(ctx, c.server.options.Log, func() error { return c.publish(ctx, l, offer, sink) })
	c.hangUp(err)
	sink.Close(c.ending.Or(nil))
	return err
}

// negotiate decides about a request, which is then no longer one of those that ask.
func (c *conn) negotiate(ctx context.Context) (*offer, ingest.Sink, error) {
	defer func() { <-c.server.asking }()
	if c.key == "" {
		return nil, nil, errNoKey
	}
	o, err := readOffer(c.offer)
	if err != nil {
		return nil, nil, err
	}
	if !c.sit() {
		return nil, nil, ingest.ErrFull
	}
	sink, err := c.server.options.Gate.Publish(ctx, c.key, c.origin(), c.hangUp)
	return o, sink, err
}

// publish makes the connection and receives until it ends.
func (c *conn) publish(ctx context.Context, l *Listener, o *offer, sink ingest.Sink) error {
	p, answer, err := c.server.answer(ctx, l, o, c.hangUp)
	if err != nil {
		return err
	}
	defer p.close()
	c.reply(reply{answer: answer})
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f := newFeed(sink, o, c.opened, func() (*soundTrack, error) { return openSound(ctx, c.server.options.Encode) })
	defer f.finish(ctx)
	err = ingest.Protect(ctx, c.server.options.Log, func() error { return c.receive(ctx, p, f) })
	c.hangUp(err) // before closing the connection, which is then not why it ended
	return err
}

// keyFrameEvery is how often an encoder is asked for a key frame while one is missing or due.
const keyFrameEvery = 500 * time.Millisecond

// receive takes what comes until the connection ends. It always returns a reason.
func (c *conn) receive(ctx context.Context, p *peer, f *feed) error {
	if err := f.configure(); err != nil {
		return err
	}
	timer := time.NewTimer(c.server.options.NoVideoTimeout)
	defer timer.Stop()
	for {
		var err error
		select {
		case e := <-p.events:
			err = c.take(ctx, p, f, e)
		case fr, ok := <-f.encoded():
			if !ok {
				return f.sound.failure()
			}
			err = f.frame(fr)
		case <-c.ended:
			return c.ending.Or(nil)
		case <-timer.C:
			if !f.seen {
				return ingest.ErrNoVideo
			}
			return ingest.ErrSilent
		}
		if err != nil {
			return err
		}
		if f.seen {
			timer.Reset(c.server.options.IdleTimeout)
		}
	}
}

func (c *conn) take(ctx context.Context, p *peer, f *feed, e event) error {
	if e.packet != nil {
		if err := c.count(int64(e.packet.MarshalSize())); err != nil {
			return err
		}
	}
	if err := f.event(ctx, e); err != nil {
		return err
	}
	if f.needsKeyFrame(e.at) && e.at.Sub(c.askedAt) >= keyFrameEvery {
		c.askedAt = e.at
		p.askForKeyFrame()
	}
	return nil
}

func (c *conn) origin() ingest.Origin { return ingest.Origin{Protocol: "whip", Remote: c.remote} }

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
