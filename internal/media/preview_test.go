package media

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// makes makes the previews that are due, and expects so many.
func (v *venue) makes(want int) {
	v.t.Helper()
	if n, err := v.MakePreviews(v.t.Context()); n != want || err != nil {
		v.t.Errorf("%d previews are made, want %d: %v", n, want, err)
	}
}

// previewOf returns the files of an event's preview as its media tell; empty without one.
func (v *venue) previewOf(s Stream) (film, animation string) {
	v.t.Helper()
	media, err := v.ListMedia(v.t.Context(), s.ChannelID, s.EventID)
	if err != nil {
		v.t.Fatal(err)
	}
	for _, m := range media {
		switch m.Type {
		case TypePreview:
			film = m.File
			if m.Duration <= 0 || m.Width != codeWidth || m.Height != codeHeight || m.Source.StreamID != s.ID {
				v.t.Errorf("the preview is %+v", m)
			}
		case TypePreviewAlt:
			animation = m.File
		case TypeImage, TypeLive, TypeVOD, TypeThumbnails:
		}
	}
	return film, animation
}

// listed is the length of an event's preview as lists tell.
func (v *venue) listed(s Stream) (length time.Duration) {
	v.t.Helper()
	var ms int64
	if err := v.db.Read().NewRaw(`SELECT preview_ms FROM events WHERE id = ?`, s.EventID).Scan(v.t.Context(), &ms); err != nil {
		v.t.Fatal(err)
	}
	return time.Duration(ms) * time.Millisecond
}

// firstNumber is the number of the first picture of a film of footage.
func firstNumber(t testing.TB, film []byte) int {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-f", "mp4", "-i", "pipe:0", "-frames:v", "1", "-c:v", "png", "-f", "image2pipe", "pipe:1")
	cmd.Stdin = bytes.NewReader(film)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	return readSmall(picture, image.Point{})
}

// A recording has a preview of five seconds under the signature of its media. A viewer without
// access does not get it, it is made again when its file is gone, and it goes with the recording.
func TestPreviewOfARecording(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		s := v.recorded(footage(t, 0, 40*codeRate))
		if film, _ := v.previewOf(s); film != "" || v.listed(s) != 0 {
			t.Errorf("before it is made there is %q", film)
		}
		v.makes(1)
		v.makes(0)
		film, animation := v.previewOf(s)
		if length := v.listed(s); (length - 5*time.Second).Abs() > 200*time.Millisecond {
			t.Errorf("lists tell of one of %s", length)
		}
		if lengths, _, err := v.PreviewLengths(t.Context(), v.channel, []int64{s.EventID, 77}, nil); len(lengths) != 1 || lengths[s.EventID] != v.listed(s) || err != nil {
			t.Errorf("videos are told of %v, %v", lengths, err)
		}
		a := newScreen(t, v, s)
		got := a.get(film)
		if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "video/mp4" || !strings.HasPrefix(got.Header.Get("Cache-Control"), "private") {
			t.Errorf("%s: %d, %v", film, got.StatusCode, got.Header)
		}
		if n := firstNumber(t, got.body); n != 16*codeRate {
			t.Errorf("it begins with picture %d", n)
		}
		if part := a.get(film, "Range", "bytes=0-9"); part.StatusCode != http.StatusPartialContent || len(part.body) != 10 {
			t.Errorf("a part of it: %d, %d bytes", part.StatusCode, len(part.body))
		}
		if got := a.get(animation); got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "image/webp" || string(got.body[8:12]) != "WEBP" {
			t.Errorf("%s: %d, %v", animation, got.StatusCode, got.Header)
		}
		a.guardsPreview(film, animation)

		folder := streamFolder(v.channel, s.ID)
		if err := v.Blob.Delete(t.Context(), folder+"/"+film); err != nil {
			t.Fatal(err)
		}
		a.expect(http.StatusNotFound, "media_not_found", a.base+film)
		v.now.Advance(time.Second)
		v.makes(1)
		again, _ := v.previewOf(s)
		if again == film || a.get(again).StatusCode != http.StatusOK {
			t.Errorf("made again is %q after %q", again, film)
		}

		v.put(folder + "/preview-7.mp4")
		v.later()
		if found := v.orphans(true); found["streams"] != 2 { // the animation whose film was gone, too
			t.Errorf("files without an owner: %v", found)
		}
		a = newScreen(t, v, s)
		if a.get(again).StatusCode != http.StatusOK {
			t.Error("the preview is taken for an orphan")
		}
		if n := v.removeOld(); n != 1 {
			t.Fatal("the recording is not removed")
		}
		if film, _ := v.previewOf(s); film != "" || v.listed(s) != 0 {
			t.Errorf("without its recording there is %q", film)
		}
		v.makes(0)
		v.now.Advance(2 * clearAfter)
		v.clearRemoved()
		a.expect(http.StatusNotFound, "media_not_found", a.base+again)
		if left := v.files(folder + "/"); len(left) != 0 {
			t.Errorf("left are %v", left)
		}
		if n, err := d.Read().NewSelect().Table("previews").Count(t.Context()); n != 0 || err != nil {
			t.Errorf("%d rows are left, %v", n, err)
		}
	})
}

// guardsPreview asks for the files of a preview in all wrong ways.
func (a *screen) guardsPreview(files ...string) {
	a.t.Helper()
	for _, file := range files {
		_, after, _ := strings.Cut(a.base, "/media/")
		_, unsigned, _ := strings.Cut(after, "/")
		a.expect(http.StatusForbidden, "invalid_media_signature", "/media/x/"+unsigned+file)
		a.expect(http.StatusForbidden, "invalid_media_signature", strings.Replace(a.base, fmt.Sprintf("/e%d/", a.stream.ID), fmt.Sprintf("/e%d/", a.other().ID), 1)+file)
		a.expect(http.StatusNotFound, "media_not_found", "/media/public/"+streamFolder(a.stream.ChannelID, a.stream.ID)+"/"+file)
		a.access.deny(6)
		a.now.Advance(time.Minute)
		a.expect(http.StatusForbidden, "no_access", a.base+file)
		a.access.allow(6)
		a.now.Advance(time.Minute)
	}
	for _, file := range []string{"preview-0.mp4", "preview-1.mp4", "preview-01.mp4", "preview--1.mp4", "preview-1.mov", "preview.mp4", "x/preview-1.mp4"} {
		a.expect(http.StatusNotFound, "media_not_found", a.base+file)
	}
}

// A live game has a preview of its newest seconds, another one after ten minutes, and that of its
// recording when it has ended.
func TestPreviewOfALiveGame(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		tape := v.tape(footage(t, 0, roundSeconds*codeRate))
		v.makes(1) // of the recording that the tape is
		s := v.stream()
		a := newScreen(t, v, s)
		e := v.playing(s, tape)
		e.send(10)
		eventually(t, "twenty seconds are stored", func() bool { return v.length(s) >= 18*time.Second })
		v.makes(0)
		e.send(30)
		eventually(t, "a minute is stored", func() bool { return v.length(s) >= 78*time.Second })
		v.makes(1)
		live, _ := v.previewOf(s)
		if n := firstNumber(t, a.get(live).body); n < 65*codeRate {
			t.Errorf("live it begins with picture %d", n)
		}
		v.now.Advance(time.Second)
		v.makes(0)
		e.close()
		v.ended()
		v.makes(1)
		ended, _ := v.previewOf(s)
		if n := firstNumber(t, a.get(ended).body); ended == live || n > 40*codeRate {
			t.Errorf("%q begins with picture %d", ended, n)
		}
		if got := a.get(live); got.StatusCode != http.StatusNotFound {
			t.Errorf("the preview before is still there: %d", got.StatusCode)
		}
	})
}

// ffmpeg may fail a few times, then the recording stays without a preview; a node that was killed
// while it made one keeps no other from it for long.
func TestPreviewIsTriedAFewTimes(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		f := v.troubled(t)
		v.Service = NewService(v.Deps, v.options)
		s := v.recorded(footage(t, 0, 500))
		f.begin(f.killed)
		for range previewTries - 1 {
			v.makes(0)
			v.makes(0) // it rests
			v.now.Advance(previewRest)
		}
		if n := v.Metrics.Previews("failed").Get(); n != previewTries-1 {
			t.Errorf("ffmpeg was tried %d times", n)
		}
		f.end(f.killed)
		v.makes(1)
		if film, _ := v.previewOf(s); film == "" {
			t.Error("there is none")
		}

		given := v.recorded(footage(t, 0, 500))
		f.begin(f.killed)
		for range previewTries {
			v.makes(0)
			v.now.Advance(previewRest)
		}
		f.end(f.killed)
		v.makes(0)
		if film, _ := v.previewOf(given); film != "" {
			t.Errorf("given up, there is %q", film)
		}

		killed := v.recorded(footage(t, 0, 500))
		due, err := v.store.listDuePreviews(t.Context(), v.now.Now())
		if err != nil || len(due) != 1 {
			t.Fatalf("due are %v, %v", due, err)
		}
		first, err := v.store.claimPreview(t.Context(), due[0], v.now.Now())
		second, again := v.store.claimPreview(t.Context(), due[0], v.now.Now().Add(time.Second))
		if err != nil || again != nil || !first || second {
			t.Errorf("claimed: %v %v, %v, %v", first, second, err, again)
		}
		v.makes(0)
		v.now.Advance(previewRest)
		v.makes(1)
		if film, _ := v.previewOf(killed); film == "" {
			t.Error("the preview of a killed node is not made")
		}
	})
}

// A node that stops kills the ffmpeg that makes a preview, and begins no other: the attempt does not count.
func TestAStopEndsTheMakingOfPreviews(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		f := v.troubled(t)
		v.Service = NewService(v.Deps, v.options)
		v.recorded(footage(t, 0, 500))
		v.recorded(footage(t, 0, 500))
		f.begin(f.standing)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		ended := make(chan error, 1)
		go func() {
			_, err := v.MakePreviews(ctx)
			ended <- err
		}()
		tries := func() (list []int) {
			if err := d.Read().NewSelect().Table("previews").Column("tries").Scan(t.Context(), &list); err != nil {
				t.Fatal(err)
			}
			return list
		}
		eventually(t, "a preview is begun", func() bool { return slices.Equal(tries(), []int{1}) })
		stop()
		if err := <-ended; err != context.Canceled { //nolint:errorlint // no statement was begun that could fail
			t.Errorf("the work ended with %v", err)
		}
		if got := tries(); !slices.Equal(got, []int{0}) {
			t.Errorf("attempts that count: %v", got)
		}
		if n := v.Metrics.Previews("failed").Get(); n != 0 {
			t.Errorf("%d previews count as failed", n)
		}
		f.end(f.standing)
		v.now.Advance(previewRest)
		v.makes(2)
	})
}

// A node that is told to stop while the database begins an attempt takes it back: the statement may have been done.
func TestAStopDuringAClaimIsNoAttempt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		v.recorded(footage(t, 0, 500))
		due, err := v.store.listDuePreviews(t.Context(), v.now.Now())
		if err != nil || len(due) != 1 {
			t.Fatalf("due are %v, %v", due, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if made, err := v.makePreview(ctx, due[0]); made || err != nil {
			t.Errorf("made: %v, %v", made, err)
		}
		var tries int
		if err := d.Read().NewSelect().Table("previews").Column("tries").Scan(t.Context(), &tries); err != nil || tries != 0 {
			t.Errorf("%d attempts, %v", tries, err)
		}
	})
}

// A film of the library has a preview under the signature of the video that plays it.
func TestPreviewOfAFilm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		film, err := v.ImportFilm(t.Context(), v.by, v.channel, Recording{Path: footage(t, 0, 500)})
		if err != nil {
			t.Fatal(err)
		}
		v.makes(1)
		v.makes(0)
		events, films, err := v.PreviewLengths(t.Context(), v.channel, []int64{77}, []int64{int64(film.ID), 77})
		if err != nil || len(events) != 0 || len(films) != 1 || films[int64(film.ID)] < 4*time.Second {
			t.Errorf("previews are %v and %v, %v", events, films, err)
		}
		if _, films, err := v.PreviewLengths(t.Context(), v.addChannel("other"), nil, []int64{int64(film.ID)}); len(films) != 0 || err != nil {
			t.Errorf("another channel has %v, %v", films, err)
		}
		companions, err := v.Companions(t.Context(), Medium{Source: Source{FilmID: film.ID}})
		if err != nil || len(companions) != 2 || companions[0].Type != TypePreview || companions[1].Type != TypePreviewAlt {
			t.Fatalf("its companions are %v, %v", companions, err)
		}
		a := newScreen(t, v, v.stream())
		url := v.PlaybackURL(Grant{ChannelID: v.channel, VODID: 3, UserID: 5, SessionID: 6}, Source{FilmID: film.ID}).Base + companions[0].File
		if got := a.ask(http.MethodGet, url); got.StatusCode != http.StatusOK || firstNumber(t, got.body) != 8*codeRate {
			t.Errorf("%s: %d", url, got.StatusCode)
		}
		a.access.deny(6)
		v.now.Advance(time.Minute)
		a.expect(http.StatusForbidden, "no_access", url)
	})
}
