package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/test/stage"
)

// viewer watches the live edge as a low-latency player in a browser does: pictures and sound each by blocking reloads, then
// every part that is new, over a few connections that stay open.
type viewer struct {
	client     *stage.Client
	renditions [2]rendition
}

// rendition is a media playlist and what of it a viewer has loaded.
type rendition struct {
	address string
	holds   time.Duration // how far behind the edge a player stays, PART-HOLD-BACK
	parts   []delivered
}

// delivered is a part as a viewer got it.
type delivered struct {
	address string // the same for everybody but for the signature
	length  time.Duration
	told    time.Time // when the viewer had read that it is there
	had     time.Time // when all of it had arrived
}

// connections is how many a browser opens to one host.
const connections = 6

var (
	soundList = regexp.MustCompile(`#EXT-X-MEDIA:TYPE=AUDIO[^\n]*URI="([^"]+)"`)
	holdBack  = regexp.MustCompile(`PART-HOLD-BACK=([0-9.]+)`)
)

// tune gives a viewer a session and finds what it plays.
func (a *air) tune(ctx context.Context) (*viewer, error) { return a.tuneOn(ctx, channel) }

// tuneOn is tune for an event of another channel.
func (a *air) tuneOn(ctx context.Context, channel string) (*viewer, error) {
	c := stage.NewClient(a.server.URL, channel)
	c.HTTP = &http.Client{Transport: &http.Transport{MaxConnsPerHost: connections, MaxIdleConnsPerHost: connections}}
	if err := c.Open(ctx); err != nil {
		return nil, err
	}
	e, err := c.Event(ctx, a.event)
	if err != nil {
		return nil, err
	}
	lists := liveEdge(e)
	top, err := c.Playlist(ctx, lists)
	if err != nil {
		return nil, err
	}
	sound := soundList.FindStringSubmatch(top.Text)
	if len(top.Variants) == 0 || sound == nil {
		return nil, fmt.Errorf("no pictures or no sound in\n%s", top.Text)
	}
	v := &viewer{client: c}
	for i, uri := range []string{top.Variants[0].URI, sound[1]} {
		if v.renditions[i].address, err = c.Resolve(lists, uri); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// watch follows the live edge until ctx is over, which is no error.
func (v *viewer) watch(ctx context.Context) error {
	group, watching := errgroup.WithContext(ctx)
	for i := range v.renditions {
		group.Go(func() error { return v.renditions[i].follow(watching, v.client) })
	}
	if err := group.Wait(); ctx.Err() == nil || !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

func (r *rendition) follow(ctx context.Context, c *stage.Client) error {
	list, err := c.Playlist(ctx, r.address)
	if err != nil {
		return err
	}
	if r.holds, err = holds(list); err != nil {
		return err
	}
	for {
		_, sequence, index, ok := list.LastPart()
		if !ok {
			return errors.New("the live playlist has no parts")
		}
		list, err = c.Playlist(ctx, fmt.Sprintf("%s?_HLS_msn=%d&_HLS_part=%d", r.address, sequence, index+1))
		if err != nil {
			return err
		}
		told := time.Now()
		fresh := partsAfter(list, sequence, index)
		if len(fresh) == 0 {
			return fmt.Errorf("nothing came after part %d.%d", sequence, index)
		}
		for _, part := range fresh {
			if err := r.load(ctx, c, part, told); err != nil {
				return err
			}
		}
	}
}

func (r *rendition) load(ctx context.Context, c *stage.Client, part stage.Part, told time.Time) error {
	full, err := c.Resolve(r.address, part.URI)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, full, nil)
	if err != nil {
		return err
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: status %d", full, response.StatusCode)
	}
	r.parts = append(r.parts, delivered{address: part.URI, length: part.Duration, told: told, had: time.Now()})
	return nil
}

func holds(list *stage.Playlist) (time.Duration, error) {
	found := holdBack.FindStringSubmatch(list.Text)
	if found == nil {
		return 0, fmt.Errorf("no PART-HOLD-BACK in\n%s", list.Text)
	}
	s, err := strconv.ParseFloat(found[1], 64)
	return time.Duration(s * float64(time.Second)), err
}

// partsAfter are the parts of a list that follow one, in their order.
func partsAfter(list *stage.Playlist, sequence, index int) (fresh []stage.Part) {
	for _, s := range append(list.Segments, list.Open) {
		for i, part := range s.Parts {
			if s.Sequence > sequence || s.Sequence == sequence && i > index {
				fresh = append(fresh, part)
			}
		}
	}
	return fresh
}

// stalls is how often a player that stays as far behind the edge as it is told to would have stood still. It has so much in
// store when it loads the first part of those that it follows.
func (r *rendition) stalls() int {
	if len(r.parts) == 0 {
		return 1
	}
	count := 0
	empty := r.parts[0].had.Add(r.holds) // when there is nothing left to play
	for _, p := range r.parts {
		if p.had.After(empty) {
			count++
			empty = p.had
		}
		empty = empty.Add(p.length)
	}
	return count
}
