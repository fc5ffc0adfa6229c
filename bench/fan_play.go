package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

const (
	// placeEvery is how often a place among the user's screens is renewed; the server says so too.
	placeEvery = 15 * time.Second
	// reserve is how many target durations a player without low latency stays behind the edge (RFC 8216, 6.3.3).
	reserve = 3
	// soonestAgain and latestAgain are how a player that met trouble comes again: doubling, and a quarter more or less.
	soonestAgain = time.Second
	latestAgain  = 8 * time.Second
)

// track is a media playlist as a player without low latency follows it: whole segments, a list each target duration.
type track struct {
	address string
	newest  int // media sequence number of what was loaded last
	started bool
	empty   time.Time // when there is nothing left to play
	next    time.Time // when the list is asked for again
	tries   int       // that failed one after the other
}

// press begins to play: a place, the playlists, and the first segments of pictures and sound.
func (f *fan) press(ctx context.Context) bool {
	begin := time.Now()
	f.player = fmt.Sprintf("fan-%016x", rand.Uint64())
	f.noteState("ready")
	if f.Kind != newcomer {
		f.hold()
	}
	if !f.find(ctx) {
		return false
	}
	for i := range f.tracks {
		if !f.begin(ctx, &f.tracks[i]) {
			return false
		}
	}
	f.took("play", time.Since(begin))
	f.count("playing")
	f.noteState("play")
	f.tell()
	return true
}

// hold takes the player's place, or renews it, and says when to do so again.
func (f *fan) hold() time.Duration {
	if f.Kind == newcomer {
		return listEvery // what is free needs no place
	}
	held := f.post("leases", playback, "/api/leases", fmt.Sprintf(`{"event_id":%d,"player":%q,"api_key":%q}`, f.game, f.player, f.Key), func(body []byte) error {
		if !bytes.Contains(body, []byte(`"max_streams":`)) {
			return fmt.Errorf("no place: %.100q", body)
		}
		if bound := playlistAddress.FindSubmatch(body); bound != nil {
			f.source = string(bound[1]) // it plays in the place of this player
		}
		return nil
	})
	if held {
		return placeEvery
	}
	return 3 * time.Second
}

// find reads which playlists there are.
func (f *fan) find(ctx context.Context) bool {
	return f.get(ctx, "playlist of playlists", media, f.source, func(body []byte) error {
		top, err := stage.ParsePlaylist(string(body))
		if err != nil {
			return err
		}
		sound := soundList.FindStringSubmatch(top.Text)
		if len(top.Variants) == 0 || sound == nil {
			return errors.New("no pictures or no sound")
		}
		for i, uri := range []string{top.Variants[0].URI, sound[1]} {
			f.tracks[i].address = within(f.source, uri)
		}
		return nil
	})
}

// within is the path of what a playlist names.
func within(list, uri string) string {
	if strings.HasPrefix(uri, "/") {
		return uri
	}
	return path.Dir(list) + "/" + uri
}

// begin loads what comes before the first segment, and that.
func (f *fan) begin(ctx context.Context, t *track) bool {
	var list edge
	if !f.read(ctx, t, &list) {
		return false
	}
	if list.init == "" || len(list.segments) == 0 {
		f.wrong("media playlist", errors.New("nothing to begin with"))
		return false
	}
	if !f.get(ctx, "initialisation", media, within(t.address, list.init), nil) {
		return false
	}
	t.newest = list.last - len(list.segments)
	return f.load(ctx, t, list)
}

// advance reads the list and loads what is new. After trouble it waits longer and longer.
func (f *fan) advance(ctx context.Context, t *track) {
	before := t.newest
	var list edge
	if !f.read(ctx, t, &list) || !f.load(ctx, t, list) {
		t.next = time.Now().Add(patience(t.tries))
		t.tries++
		return
	}
	t.tries = 0
	t.next = time.Now().Add(list.target)
	if t.newest == before { // RFC 8216, 6.3.4
		t.next = time.Now().Add(list.target / 2)
	}
}

func patience(tries int) time.Duration {
	base := min(soonestAgain<<min(tries, 8), latestAgain)
	return base*3/4 + rand.N(base/2)
}

func (f *fan) read(ctx context.Context, t *track, list *edge) bool {
	return f.get(ctx, "media playlist", media, t.address, func(body []byte) (err error) {
		if *list, err = readEdge(body); err != nil {
			return err
		}
		if list.last < t.newest {
			return fmt.Errorf("its last segment was %d and is now %d", t.newest, list.last)
		}
		return nil
	})
}

// load fetches the segments that are new, the elder first.
func (f *fan) load(ctx context.Context, t *track, list edge) bool {
	for i, s := range list.segments {
		sequence := list.last - len(list.segments) + 1 + i
		if sequence <= t.newest {
			continue
		}
		f.request = fmt.Appendf(f.request[:0], "GET %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: a fan\r\nAccept: */*\r\n\r\n", within(t.address, s.uri), f.Host)
		if status, _ := f.exchange("segment", media, nil); status != http.StatusOK || ctx.Err() != nil {
			return false
		}
		t.newest = sequence
		f.played(t, s.length)
	}
	return true
}

// played puts a segment into what the player has in store, and notes when it had run dry.
func (f *fan) played(t *track, length time.Duration) {
	now := time.Now()
	switch {
	case !t.started:
		t.started, t.empty = true, now
	case now.After(t.empty):
		f.count("stalls")
		t.empty = now
	}
	t.empty = t.empty.Add(length)
	f.moved(f)
}

// edge is the end of a media playlist.
type edge struct {
	target   time.Duration
	init     string
	last     int // media sequence number of the last segment
	segments []listed
}

type listed struct {
	uri    string
	length time.Duration
}

// readEdge reads those segments at the end of a media playlist that a player begins with, without a word of those before
// them: it is read several thousand times a second.
func readEdge(body []byte) (edge, error) {
	if !bytes.HasPrefix(body, []byte("#EXTM3U")) {
		return edge{}, fmt.Errorf("no playlist: %.80q", body)
	}
	target, err := number(body, "\n#EXT-X-TARGETDURATION:")
	if err != nil {
		return edge{}, err
	}
	first, err := number(body, "\n#EXT-X-MEDIA-SEQUENCE:")
	if err != nil {
		return edge{}, err
	}
	if bytes.Contains(body, []byte("\n#EXT-X-ENDLIST")) {
		return edge{}, errors.New("a game that goes on has ended")
	}
	e := edge{target: time.Duration(target * float64(time.Second)), last: int(first) + bytes.Count(body, []byte("\n#EXTINF:")) - 1}
	if _, after, ok := bytes.Cut(body, []byte("\n#EXT-X-MAP:URI=\"")); ok {
		uri, _, _ := bytes.Cut(after, []byte(`"`))
		e.init = string(uri)
	}
	rest, held := body, time.Duration(0)
	for held < reserve*e.target {
		at := bytes.LastIndex(rest, []byte("\n#EXTINF:"))
		if at < 0 {
			break
		}
		s, err := readListed(rest[at:])
		if err != nil {
			return edge{}, err
		}
		e.segments = append(e.segments, s)
		rest, held = rest[:at], held+s.length
	}
	slices.Reverse(e.segments)
	return e, nil
}

// readListed reads a segment from its first tag on.
func readListed(text []byte) (listed, error) {
	length, err := number(text, "\n#EXTINF:")
	if err != nil {
		return listed{}, err
	}
	for line := range bytes.Lines(text[1:]) {
		if uri := bytes.TrimSpace(line); len(uri) > 0 && uri[0] != '#' && length > 0 {
			return listed{string(uri), time.Duration(length * float64(time.Second))}, nil
		}
	}
	return listed{}, fmt.Errorf("a segment of %f s has no address", length)
}

// number reads the number after a tag.
func number(body []byte, tag string) (float64, error) {
	_, after, ok := bytes.Cut(body, []byte(tag))
	if !ok {
		return 0, fmt.Errorf("no %s", strings.TrimSpace(tag))
	}
	end := bytes.IndexAny(after, ",\r\n")
	if end < 0 {
		end = len(after)
	}
	return strconv.ParseFloat(string(after[:end]), 64)
}
