package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/grandstand/grandstand/test/till"
)

// Classes of calls, the cheapest first: internal/api/load.go.
const (
	analytics = "analytics"
	browse    = "browse"
	purchase  = "purchase"
	playback  = "playback"
	// media are playlists and segments, which are never refused.
	media = "media"
)

// mostWrong is how many kinds of wrong answers are told apart.
const mostWrong = 40

// stand is the fans of one process.
type stand struct {
	fansOrder

	address string
	dialer  *net.Dialer
	rooms   sync.Pool // for bodies that are read
	bins    sync.Pool // for others

	mu     sync.Mutex
	now    *tally
	lost   bool      // the server is gone, or has just come back
	found  time.Time // when it came back
	traces bool
}

const (
	roomFor = 256 << 10 // more than any answer that is read has
	binFor  = 32 << 10
)

func (c *stand) furnish() {
	c.rooms.New = func() any { return new(make([]byte, roomFor)) }
	c.bins.New = func() any { return new(make([]byte, binFor)) }
}

// serveFans is the program's other life: fans until the end of its input.
func serveFans(ctx context.Context, in io.Reader, out io.Writer) error {
	orders, said := json.NewDecoder(in), json.NewEncoder(out)
	c := &stand{now: newTally()}
	if err := orders.Decode(&c.fansOrder); err != nil {
		return err
	}
	c.address = strings.TrimPrefix(c.URL, "http://")
	c.dialer = &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(c.Local)}, Timeout: callTimeout}
	c.furnish()
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	for i, spec := range c.Fans {
		go c.fan(spec, c.arrival(i)).live(ctx)
	}
	for {
		var command fansCommand
		if err := orders.Decode(&command); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		switch command.Do {
		case doTally:
			if err := said.Encode(c.take()); err != nil {
				return err
			}
		case doRush:
			c.rush(ctx, command.N)
		case doLose, doFind:
			c.lose(command)
		default:
			return fmt.Errorf("nobody knows how to %q", command.Do)
		}
	}
}

// arrival spreads the fans evenly, each somewhere in a share of the time.
func (c *stand) arrival(i int) time.Time {
	share := time.Duration(c.Within) * time.Second / time.Duration(len(c.Fans))
	return c.Begin.Add(time.Duration(i)*share + rand.N(share+1))
}

func (c *stand) fan(spec fanSpec, arrives time.Time) *fan {
	f := &fan{stand: c, fanSpec: spec, arrives: arrives, game: c.Paid, wire: wire{dialer: c.dialer, address: c.address}}
	if spec.Kind == newcomer {
		f.game = c.Free
	}
	return f
}

// rush has the next so many come and buy the other pass.
func (c *stand) rush(ctx context.Context, n int) {
	c.mu.Lock()
	c.traces = true
	c.mu.Unlock()
	for _, spec := range c.Rush[:n] {
		f := c.fan(spec, time.Now())
		go func() {
			defer f.wire.close()
			f.buy(ctx, c.Other)
		}()
	}
	c.Rush = c.Rush[n:]
}

func (c *stand) lose(command fansCommand) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost, c.traces = command.Do == doLose, false
	if command.Do == doFind {
		c.found = command.At
	}
}

// take is what was met since it was last asked for.
func (c *stand) take() *tally {
	c.mu.Lock()
	defer c.mu.Unlock()
	met := c.now
	c.now = newTally()
	return met
}

func (c *stand) count(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now.Counts[name]++
}

func (c *stand) took(name string, d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now.took(name, d)
}

func (c *stand) good(name string, took time.Duration, size int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now.took(name, took)
	c.now.Bytes += size
}

// wrong notes an answer that nobody should get.
func (c *stand) wrong(name string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	what := fmt.Sprintf("%s: %.200s", name, err)
	if c.now.Wrong[what] == 0 && len(c.now.Wrong) >= mostWrong {
		what = "further ones"
	}
	c.now.Wrong[what]++
}

// cut notes a connection that failed, which is wrong while the server is there. What was begun before the server was found
// again is not: a fan that waits for a processor hears late of what was refused.
func (c *stand) cut(name string, begun time.Time, err error) {
	c.mu.Lock()
	lost := c.lost || begun.Before(c.found)
	if lost {
		c.now.Counts["cut off"]++
	}
	c.mu.Unlock()
	if !lost {
		if opened, ok := errors.AsType[*net.OpError](err); ok {
			err = opened.Err // without the ports, which differ
		}
		c.wrong(name, err)
	}
}

// settled notes the end of a call that may be refused.
func (c *stand) settled(class string, shed bool, begun time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if shed {
		c.now.Shed[class]++
	}
	if c.traces && (class == analytics || class == browse || class == purchase) {
		c.now.Traces = append(c.now.Traces, trace{Class: class, Shed: shed, Begun: begun, Ended: time.Now()})
	}
}

// moved notes that a fan has a new segment, and the first one after the server came back.
func (c *stand) moved(f *fan) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lost || c.found.IsZero() || !f.back.Before(c.found) {
		return
	}
	f.back = time.Now()
	c.now.Back = append(c.now.Back, f.back.Sub(c.found).Seconds())
}

// channelKey is the shop's.
const channelKey = till.Channel
