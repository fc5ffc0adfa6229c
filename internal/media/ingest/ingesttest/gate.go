// Package ingesttest is one stream for the tests of the ways in: a gate with a key, what is
// recorded behind it, and a log that can be waited for.
package ingesttest

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// Key opens the gate.
const Key = "k3yk3yk3yk3yk3yk3yk3y"

// patience bounds waiting for what other processes do.
const patience = 60 * time.Second

// Gate lets in whoever knows the key. With "broken-broken-broken" it fails to find out.
type Gate struct {
	Index  *segment.Index
	Closed chan error // reasons of publishers that were let in
	hangUp chan func(error)
}

// NewGate returns a gate with nothing recorded behind it.
func NewGate() *Gate {
	return &Gate{Index: segment.NewIndex(segment.DefaultLimits()), Closed: make(chan error, 8), hangUp: make(chan func(error), 8)}
}

// Publish is part of ingest.Gate.
func (g *Gate) Publish(ctx context.Context, key string, _ ingest.Origin, hangUp func(error)) (ingest.Sink, error) {
	switch key {
	case Key:
	case "broken-broken-broken":
		return nil, errors.New("the database is away")
	default:
		return nil, &ingest.Refusal{Code: "unknown_key", Reason: "no stream has this stream key"}
	}
	select {
	case g.hangUp <- hangUp:
	default: // more than anybody will hang up on
	}
	recorder := segment.NewRecorder(ctx, g.Index, segment.StoreOptions{Blob: discard{}, Journal: discard{}, Prefix: "s"})
	return sink{segment.NewSegmenter(recorder, clock.System{}), g.Closed}, nil
}

// Reason waits for the end of a publisher that was let in, and returns why it ended.
func (g *Gate) Reason(t testing.TB) error {
	t.Helper()
	select {
	case err := <-g.Closed:
		return err
	case <-time.After(patience):
		t.Fatal("the publisher was not closed")
		return nil
	}
}

// HangUp waits for the next publisher that is let in, and ends its connection as an
// operator does who ends the event.
func (g *Gate) HangUp(t testing.TB, reason error) {
	t.Helper()
	select {
	case hangUp := <-g.hangUp:
		hangUp(reason)
	case <-time.After(patience):
		t.Fatal("nobody was let in")
	}
}

// Slow is a gate whose database takes its time: it says that it was asked, and goes on once
// Answer is closed.
type Slow struct {
	ingest.Gate
	Asked, Answer chan struct{}
}

// Publish is part of ingest.Gate.
func (g Slow) Publish(ctx context.Context, key string, from ingest.Origin, hangUp func(error)) (ingest.Sink, error) {
	g.Asked <- struct{}{}
	<-g.Answer
	return g.Gate.Publish(ctx, key, from, hangUp)
}

// Stuck is a gate whose store stands still: the first picture is refused, and the end of the
// publisher, which Ending tells of, takes until Answer is closed.
type Stuck struct {
	ingest.Gate
	Ending, Answer chan struct{}
}

// Publish is part of ingest.Gate.
func (g Stuck) Publish(ctx context.Context, key string, from ingest.Origin, hangUp func(error)) (ingest.Sink, error) {
	sink, err := g.Gate.Publish(ctx, key, from, hangUp)
	return stuck{sink, g}, err
}

type stuck struct {
	ingest.Sink
	gate Stuck
}

// Video is part of ingest.Sink.
func (stuck) Video(context.Context, segment.VideoSample) error { return segment.ErrStorage }

// Close is part of ingest.Sink.
func (s stuck) Close(reason error) {
	s.gate.Ending <- struct{}{}
	<-s.gate.Answer
	s.Sink.Close(reason)
}

type discard struct{}

func (discard) WriteAll(context.Context, string, []byte, string) error { return nil }
func (discard) BeginRun(context.Context, segment.RunConfig) error      { return nil }
func (discard) Append(context.Context, segment.Segment) error          { return nil }

type sink struct {
	*segment.Segmenter
	closed chan error
}

// Close is part of ingest.Sink.
func (s sink) Close(reason error) {
	if err := s.Segmenter.Close(); err != nil {
		reason = errors.Join(reason, err)
	}
	s.closed <- reason
}

// Log keeps what is written to it.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
	// changed is closed and replaced whenever something is written.
	changed chan struct{}
}

// NewLog returns an empty log.
func NewLog() *Log { return &Log{changed: make(chan struct{})} }

// Write is part of io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.changed)
	l.changed = make(chan struct{})
	return l.text.Write(p)
}

// Text is everything so far, and a channel that is closed once there is more.
func (l *Log) Text() (string, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String(), l.changed
}

// Await waits until the log holds every piece.
func (l *Log) Await(t testing.TB, pieces ...string) {
	t.Helper()
	timeout := time.After(patience)
	for {
		text, changed := l.Text()
		missing := slices.IndexFunc(pieces, func(piece string) bool { return !strings.Contains(text, piece) })
		if missing < 0 {
			return
		}
		select {
		case <-changed:
		case <-timeout:
			t.Fatalf("the log lacks %q:\n%s", pieces[missing], text)
		}
	}
}

// Line waits until the log holds a piece, and returns the first line with it.
func (l *Log) Line(t testing.TB, piece string) string {
	t.Helper()
	l.Await(t, piece)
	text, _ := l.Text()
	for line := range strings.Lines(text) {
		if strings.Contains(line, piece) {
			return line
		}
	}
	return ""
}

// Counts counts connections. It is an ingest.Observer.
type Counts struct {
	mu             sync.Mutex
	opened, closed int
}

// Opened is part of ingest.Observer.
func (c *Counts) Opened() { c.mu.Lock(); c.opened++; c.mu.Unlock() }

// Closed is part of ingest.Observer.
func (c *Counts) Closed(string) { c.mu.Lock(); c.closed++; c.mu.Unlock() }

// Received is part of ingest.Observer.
func (*Counts) Received(int64) {}

// Both returns how many connections were opened and closed.
func (c *Counts) Both() (opened, closed int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.opened, c.closed
}
