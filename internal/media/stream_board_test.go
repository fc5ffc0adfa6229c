package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// draws has small pictures drawn until none lacks, and expects so many strips.
func (v *venue) draws(want int) {
	v.t.Helper()
	if n, err := v.DrawBoards(v.t.Context()); n != want || err != nil {
		v.t.Errorf("%d strips are drawn, want %d: %v", n, want, err)
	}
}

var cue = regexp.MustCompile(`(?m)^(\d\d):(\d\d):(\d\d)\.000 --> \S+\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$`)

// shownAt are the numbers of the small pictures of a stream, by the second at which they stand.
func (a *screen) shownAt() map[int]int {
	a.t.Helper()
	a.now.Advance(boardKept)
	sheets, shown := map[string]image.Image{}, map[int]int{}
	for _, found := range cue.FindAllStringSubmatch(string(a.get("storyboard.vtt").body), -1) {
		var n [9]int
		for i := range found {
			n[i], _ = strconv.Atoi(found[i])
		}
		if sheets[found[4]] == nil {
			sheet, err := jpeg.Decode(bytes.NewReader(a.get(found[4]).body))
			if err != nil {
				a.t.Fatalf("%s: %v", found[4], err)
			}
			sheets[found[4]] = sheet
		}
		at := n[1]*3600 + n[2]*60 + n[3]
		if _, twice := shown[at]; twice || n[7] != codeWidth || n[8] != codeHeight {
			a.t.Errorf("the picture of %d s: %v", at, found)
		}
		shown[at] = readSmall(sheets[found[4]], image.Pt(n[5], n[6]))
	}
	return shown
}

func readSmall(sheet image.Image, corner image.Point) int {
	n := 0
	for bar := range bars {
		if r, _, _, _ := sheet.At(corner.X+bar*barWidth+barWidth/2, corner.Y+32).RGBA(); r > 0x8000 {
			n |= 1 << bar
		}
	}
	return n
}

// expectShown expects a picture every ten seconds of a number of seconds: that of the moment.
func (a *screen) expectShown(seconds int, number func(at int) int) {
	a.t.Helper()
	got := a.shownAt()
	for at := 0; at < seconds; at += 10 {
		if n, there := got[at]; !there || n != number(at) {
			a.t.Errorf("at %d s is picture %d (%v), want %d", at, n, there, number(at))
		}
	}
	if want := (seconds + 9) / 10; len(got) != want {
		a.t.Errorf("there are %d pictures, want %d", len(got), want)
	}
}

const roundSeconds = 160 // 4000 pictures: more do not fit the bars

func inRounds(at int) int { return at % roundSeconds * codeRate }

// longGame is a recording of so many rounds of 160 seconds.
func (v *venue) longGame(rounds int) Stream {
	v.t.Helper()
	path := footage(v.t.(*testing.T), 0, roundSeconds*codeRate)
	s, err := v.ImportRecording(v.t.Context(), v.by, v.channel, v.addEvent(v.channel), Recording{Path: path, Loops: rounds, StartedAt: kickOff})
	if err != nil {
		v.t.Fatal(err)
	}
	return s
}

// A recording has a small picture every ten seconds, that of the moment; who may not watch it
// does not see them, and they go with it.
func TestSmallPicturesOfARecording(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		s := v.longGame(2)
		a := newScreen(t, v, s)
		if got := string(a.get("storyboard.vtt").body); got != "WEBVTT\n" {
			t.Errorf("before any is drawn: %q", got)
		}
		v.draws(2)
		v.draws(0)
		a.expectShown(320, inRounds)
		v.restart()
		v.draws(0)
		a = newScreen(t, v, s)
		a.expectShown(320, inRounds)
		a.guardsStrips()

		folder := streamFolder(v.channel, s.ID)
		v.put(folder + "/strip-7-30.jpg")
		v.later()
		if found := v.orphans(true); found["streams"] != 1 {
			t.Errorf("nobody names %v", found)
		}
		a = newScreen(t, v, s)
		a.expectShown(320, inRounds)
		if n := v.removeOld(); n != 1 {
			t.Fatal("the recording is not removed")
		}
		v.draws(0)
		a.expect(http.StatusNotFound, "media_not_found", a.base+"storyboard.vtt")
		v.now.Advance(2 * clearAfter)
		v.clearRemoved()
		if left := v.files(folder + "/"); len(left) != 0 {
			t.Errorf("left are %v", left)
		}
		if n, err := d.Read().NewSelect().Table("stream_strips").Count(t.Context()); n != 0 || err != nil {
			t.Errorf("%d rows are left, %v", n, err)
		}
	})
}

// guardsStrips asks for what a recording of 320 seconds has of small pictures in all wrong ways.
func (a *screen) guardsStrips() {
	a.t.Helper()
	for file, want := range map[string]string{"storyboard.vtt": "private, no-cache", "strip-0-30.jpg": "private, max-age=31536000, immutable"} {
		got := a.get(file)
		if got.StatusCode != http.StatusOK || got.Header.Get("Cache-Control") != want {
			a.t.Errorf("%s: %d, %q", file, got.StatusCode, got.Header.Get("Cache-Control"))
		}
		_, after, _ := strings.Cut(a.base, "/media/")
		_, unsigned, _ := strings.Cut(after, "/")
		a.expect(http.StatusForbidden, "invalid_media_signature", "/media/x/"+unsigned+file)
		a.expect(http.StatusForbidden, "invalid_media_signature", strings.Replace(a.base, fmt.Sprintf("/e%d/", a.stream.ID), fmt.Sprintf("/e%d/", a.other().ID), 1)+file)
		a.access.deny(6)
		a.now.Advance(time.Minute)
		a.expect(http.StatusForbidden, "no_access", a.base+file)
		a.access.allow(6)
		a.now.Advance(time.Minute)
	}
	for _, file := range []string{
		"strip-0-29.jpg", "strip-2-30.jpg", "strip-0-030.jpg", "strip-00-30.jpg", "strip--1-30.jpg", "strip-0-31.jpg", "strip-0-0.jpg",
		"strip-0.jpg", "strip-0-30.jpg.jpg", "strip-0-30", "sheet-0.jpg", "64/strip-0-30.jpg", "64/storyboard.vtt",
	} {
		a.expect(http.StatusNotFound, "media_not_found", a.base+file)
	}
}

func (a *screen) other() Stream { return a.venue.stream() }

// While a game is live its small pictures come every five minutes; the rest comes when it has
// ended, and again when it went on after that. Places are those on the timeline, on which the time
// without an encoder is none and whatever the encoder sends afterwards.
func TestSmallPicturesOfALiveGame(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		large, small := v.tape(footage(t, 0, roundSeconds*codeRate)), v.tape(footage(t, 0, roundSeconds*codeRate, "-s", "96x56"))
		v.draws(2) // of the recordings that the tapes are
		s := v.stream()
		a := newScreen(t, v, s)
		e := v.playing(s, large)
		e.send(80)
		e.close() // at 160 s
		v.draws(0)
		v.now.Advance(time.Minute)
		e = v.playing(s, small)
		e.send(70) // to 300 s, but for the picture that finishes the last segment
		v.draws(0)
		e.send(5)
		eventually(t, "five minutes are stored", func() bool { return v.length(s) >= 300*time.Second })
		v.draws(1)
		a.expectShown(300, inRounds)
		e.close()
		v.draws(0)
		v.ended()
		v.draws(1)
		a.expectShown(310, inRounds)

		e = v.playing(s, large)
		e.send(80)
		e.close()
		v.draws(0) // not until it has ended or has ten minutes
		v.ended()
		v.draws(1)
		a.expectShown(470, func(at int) int {
			if at >= 310 {
				at -= 310
			}
			return inRounds(at)
		})
		if got := a.get("strip-1-1.jpg"); got.StatusCode != http.StatusOK {
			t.Error("who was told of the shorter strip does not find it")
		}
	})
}

// length returns the duration in a stream's journal, and 0 for a stream that is not live in the database. A stream is marked live some time
// after its first segments are stored.
func (v *venue) length(s Stream) time.Duration {
	v.t.Helper()
	if v.state(s) != Live {
		return 0
	}
	index, err := v.store.restore(v.t.Context(), s.ChannelID, s.ID)
	if err != nil {
		v.t.Fatal(err)
	}
	return index.Load().Duration()
}

// ffmpeg may fail so many times, then the recording goes without those pictures and on with the
// next; that it failed once is no harm.
func TestSmallPicturesAreTriedAFewTimes(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		f := v.troubled(t)
		v.Service = NewService(v.Deps, v.options)
		s := v.longGame(2)
		f.begin(f.killed)
		for range stripTries - 1 {
			v.draws(0)
			v.draws(0) // it rests
			v.now.Advance(stripRest)
			v.restart()
		}
		f.end(f.killed)
		v.draws(2)
		a := newScreen(t, v, s)
		a.expectShown(320, inRounds)

		given := v.longGame(2)
		f.begin(f.killed)
		for range stripTries {
			v.draws(0)
			v.now.Advance(stripRest)
		}
		if n := v.Metrics.Strips("failed").Get(); n != 2*stripTries-1 {
			t.Errorf("ffmpeg was tried %d times", n)
		}
		f.end(f.killed)
		v.draws(1)
		v.draws(0)
		got := newScreen(t, v, given).shownAt()
		if len(got) != 2 || got[300] != inRounds(300) || got[310] != inRounds(310) {
			t.Errorf("after strip that was given up there are %v", got)
		}
	})
}

// A strip that a node has begun is drawn by no other, until that node must be taken for dead; a
// strip that nodes die of is given up.
func TestSmallPicturesAreDrawnByOneNode(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		s := v.recorded(footage(t, 0, 1000))
		claim := func() bool {
			due, err := v.store.listUndrawn(t.Context(), v.now.Now())
			if err != nil || len(due) != 1 {
				t.Fatalf("due are %v, %v", due, err)
			}
			stopping, stop := context.WithCancel(t.Context())
			stop() // a stop does not interrupt the statement
			first, err := v.claimStrip(stopping, due[0])
			second, again := v.store.claimStrip(t.Context(), due[0], v.now.Now().Add(time.Second))
			if err != nil || again != nil || second {
				t.Errorf("claimed twice: %v, %v", err, again)
			}
			return first
		}
		if !claim() {
			t.Error("nobody may draw it")
		}
		v.draws(0)
		v.now.Advance(stripRest)
		v.draws(1)
		newScreen(t, v, s).expectShown(40, inRounds)

		deadly := v.recorded(footage(t, 0, 1000))
		for range stripTries {
			claim()
			v.now.Advance(stripRest)
		}
		v.draws(1) // passed over
		if got := newScreen(t, v, deadly).shownAt(); len(got) != 0 {
			t.Errorf("drawn are %v", got)
		}
	})
}

// Where a segment is missing or torn, its neighbour stands for it; a store that has none is not
// asked for ever.
func TestSmallPicturesOfATornRecording(t *testing.T) {
	v := withFFmpeg(t, newVenue(t, dbtest.SQLite(t)))
	s := v.recorded(footage(t, 0, 1000))
	folder := streamFolder(v.channel, s.ID)
	for _, file := range []string{"/v-1-0.m4s", "/v-1-10.m4s"} { // at 0 s and at 20 s
		if err := v.Blob.Delete(t.Context(), folder+file); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.Blob.WriteAll(t.Context(), folder+"/v-1-15.m4s", []byte("torn"), ""); err != nil { // at 30 s
		t.Fatal(err)
	}
	v.draws(1)
	if got := newScreen(t, v, s).shownAt(); got[0] != 250 || got[10] != 250 || got[20] != 250 || got[30] != 250 {
		t.Errorf("shown are %v", got)
	}
	empty := v.recorded(footage(t, 0, 100))
	for _, key := range v.files(streamFolder(v.channel, empty.ID) + "/v") {
		if err := v.Blob.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	for range stripTries {
		v.draws(0)
		v.now.Advance(stripRest)
	}
	v.draws(0)
	if due, err := v.store.listUndrawn(t.Context(), v.now.Now()); len(due) != 0 || err != nil {
		t.Errorf("due are %v, %v", due, err)
	}
}

// A store that is away for long is no reason to go without.
func TestSmallPicturesWaitForTheStore(t *testing.T) {
	v, outage := newFailingVenue(t)
	v = withFFmpeg(t, v)
	s := v.recorded(footage(t, 0, 1000))
	outage.Begin()
	for range stripTries {
		v.draws(0)
		v.now.Advance(stripRest)
	}
	outage.End()
	v.draws(1)
	newScreen(t, v, s).expectShown(40, inRounds)
}

// A node that stops lets go of what it draws, and that was no attempt.
func TestSmallPicturesLetANodeStop(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.recorded(footage(t, 0, 1000))
	f := v.troubled(t)
	v.Service = NewService(v.Deps, v.options)
	tries := func() (n int) {
		if err := v.db.Read().NewSelect().Table("streams").Column("boards_tries").Where("id = ?", int64(s.ID)).Scan(t.Context(), &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	f.begin(f.standing)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := v.DrawBoards(ctx)
		done <- err
	}()
	eventually(t, "it is begun", func() bool { return tries() == 1 })
	stop()
	if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if n := tries(); n != 0 {
		t.Errorf("%d attempts are counted", n)
	}
	f.end(f.standing)
	v.now.Advance(stripRest)
	v.draws(1)
	newScreen(t, v, s).expectShown(40, inRounds)
}
