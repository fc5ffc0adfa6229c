package media

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// files are the keys in the media store that begin so.
func (v *venue) files(prefix string) []string {
	v.t.Helper()
	var keys []string
	for a, err := range v.Blob.List(v.t.Context(), prefix) {
		if err != nil {
			v.t.Fatal(err)
		}
		keys = append(keys, a.Key)
	}
	return keys
}

// folders are the folders of attempts at cuts.
func (v *venue) folders() map[string]int {
	folders := map[string]int{}
	for _, key := range v.files(cutPrefix) {
		folders[key[:strings.LastIndexByte(key, '/')]]++
	}
	return folders
}

func TestACutAtTheLiveEdgeWaitsForItsEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		s := v.stream()
		e := v.mustPublish(s)
		if err := feed(t.Context(), e.Sink.(*session).segmenter, Recording{Path: footage(t, 0, 190, "-bf", "0")}); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the stream is live", func() bool { return v.state(s) == Live })
		id := v.mustAddCut(s.EventID, frames(70), frames(100))
		if err := v.MakeCut(t.Context(), v.channel, id); !errors.Is(err, ErrCutWaits) {
			t.Errorf("before its end is recorded: %v", err)
		}
		if len(v.folders()) != 0 || v.found(id).State != CutProcessing {
			t.Errorf("left %v behind", v.folders())
		}
		e.close()
		expectCut(t, v, s, id, 70, 100)
		a := newScreen(t, v, s)
		for _, file := range []string{"now/video.m3u8", "now/v/1-1.m4s"} { // for players that began before
			a.expect(http.StatusOK, "", v.cutBase(id)+file)
		}
		v.now.Advance(StretchLasts - time.Minute)
		for _, file := range []string{"now/v/1.mp4", "now/v/1-1.m4s"} { // kept by players for no longer than they are served
			if cc := a.ask(http.MethodGet, v.cutBase(id)+file).Header.Get("Cache-Control"); cc != "private, max-age=60" {
				t.Errorf("%s: %q", file, cc)
			}
		}
		v.now.Advance(time.Minute)
		for _, file := range []string{"now/video.m3u8", "now/audio.m3u8", "now/v/1.mp4", "now/v/1-1.m4s", "now/a/1-1.m4s"} {
			a.expect(http.StatusGone, "media_gone", v.cutBase(id)+file)
		}
		a.expect(http.StatusOK, "", v.cutBase(id)+"video.m3u8")
		v.restart() // a node that never served it before
		newScreen(t, v, s).expect(http.StatusGone, "media_gone", v.cutBase(id)+"now/v/1-1.m4s")
	})
}

// What is cut does not need what it was cut from.
func TestACutOutlivesItsStream(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		s := v.recorded(footage(t, 0, 150))
		id := v.mustAddCut(s.EventID, frames(60), frames(50))
		if err := v.MakeCut(t.Context(), v.channel, id); err != nil {
			t.Fatal(err)
		}
		for _, key := range v.files("streams/") {
			if err := v.Blob.Delete(t.Context(), key); err != nil {
				t.Fatal(err)
			}
		}
		for _, table := range []string{"media_segments", "media_runs"} {
			if _, err := v.db.Write().NewRaw("DELETE FROM ?", bun.Ident(table)).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		v.restart()
		a := newScreen(t, v, s)
		if got := a.numbers(v.cutBase(id) + "index.m3u8"); len(got) != 50 {
			t.Errorf("%d pictures are left", len(got))
		}
		a.expect(http.StatusOK, "", PublicURL(v.found(id).Image))
		if err := v.dropCut(id); err != nil {
			t.Fatal(err)
		}
		if left := append(v.files(cutPrefix), v.files(publicPrefix+posterPrefix)...); len(left) != 0 {
			t.Errorf("a removed cut leaves %v", left)
		}
	})
}

// However many make a cut at once, and whenever they are stopped, one of them makes it and
// the others leave nothing.
func TestManyMakeOneCut(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		made := 0
		v.Deps.CutMade = func(context.Context, bun.Tx, int64, CutID) error { made++; return nil }
		v.Service = NewService(v.Deps, v.options)
		s := v.recorded(footage(t, 0, 150, "-bf", "0"))
		id := v.mustAddCut(s.EventID, frames(60), frames(50))
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if err := v.MakeCut(stopped, v.channel, id); err == nil || v.found(id).State != CutProcessing {
			t.Errorf("stopped: %v", err)
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if err := v.MakeCut(t.Context(), v.channel, id); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if made != 1 || len(v.folders()) != 1 || len(v.files(publicPrefix+posterPrefix)) != 1 {
			t.Errorf("made %d times, in %v, with %v", made, v.folders(), v.files(publicPrefix+posterPrefix))
		}
		expectCut(t, v, s, id, 60, 50) // again has no effect
	})
}

// A result that whoever wants to hear of it does not take is no result.
func TestACutThatIsNotTakenIsMadeAgain(t *testing.T) {
	v := withFFmpeg(t, newVenue(t, dbtest.SQLite(t)))
	refused := errors.New("not now")
	v.Deps.CutMade = func(context.Context, bun.Tx, int64, CutID) error { return refused }
	v.Service = NewService(v.Deps, v.options)
	s := v.recorded(footage(t, 0, 150, "-bf", "0"))
	id := v.mustAddCut(s.EventID, 0, frames(50))
	if err := v.MakeCut(t.Context(), v.channel, id); !errors.Is(err, refused) || v.found(id).State != CutProcessing {
		t.Errorf("%v, %+v", err, v.found(id))
	}
	refused = nil
	if err := v.MakeCut(t.Context(), v.channel, id); err != nil || v.found(id).State != CutSuccess {
		t.Fatalf("again: %v", err)
	}
	if n, err := v.ReapCuts(t.Context()); n != 0 || err != nil || len(v.folders()) != 2 {
		t.Errorf("too soon %d are removed, %v: %v", n, err, v.folders())
	}
	v.now.Advance(time.Since(v.now.Now()) + 2*orphanAfter)
	if n, err := v.ReapCuts(t.Context()); n == 0 || err != nil || len(v.folders()) != 1 || len(v.files(publicPrefix+posterPrefix)) != 1 {
		t.Errorf("%d are removed, %v: %v", n, err, v.folders())
	}
	if got := newScreen(t, v, s).numbers(v.cutBase(id) + "index.m3u8"); len(got) != 50 {
		t.Errorf("what is left has %d pictures", len(got))
	}
}

func TestCutsThatTakeTooLongAreGivenUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		failed := map[CutID]int{}
		v.Deps.CutFailed = func(_ context.Context, _ bun.Tx, _ int64, id CutID) error { failed[id]++; return nil }
		v.Service = NewService(v.Deps, v.options)
		s := v.recorded(footage(t, 0, 100))
		old := v.mustAddCut(s.EventID, 0, frames(50))
		v.now.Advance(cutWithin + time.Second)
		young := v.mustAddCut(s.EventID, 0, frames(50))
		for _, want := range []int{1, 0} {
			if n, err := v.FailOverdueCuts(t.Context()); n != want || err != nil {
				t.Errorf("%d are given up, %v, want %d", n, err, want)
			}
		}
		if v.found(old).State != CutError || v.found(young).State != CutProcessing || failed[old] != 1 || len(failed) != 1 {
			t.Errorf("%+v, %+v, told %v", v.found(old), v.found(young), failed)
		}
		if err := errors.Join(v.MakeCut(t.Context(), v.channel, old), v.FailCut(t.Context(), v.channel, old)); err != nil {
			t.Error(err)
		}
		if v.found(old).State != CutError || failed[old] != 1 || len(v.folders()) != 0 {
			t.Errorf("given up, and then %+v, told %v", v.found(old), failed)
		}
		if err := v.MakeCut(t.Context(), v.channel, young); err != nil {
			t.Error(err)
		}
		if err := v.FailCut(t.Context(), v.channel, young); err != nil || v.found(young).State != CutSuccess {
			t.Errorf("what is made is given up: %v", err)
		}
	})
}

// Of a recording that has lost segments nothing half is kept.
func TestACutThatCannotBeReadIsNotMade(t *testing.T) {
	v := withFFmpeg(t, newVenue(t, dbtest.SQLite(t)))
	s := v.recorded(footage(t, 0, 150))
	id := v.mustAddCut(s.EventID, frames(20), frames(100))
	if err := v.Blob.Delete(t.Context(), streamFolder(v.channel, s.ID)+"/v-1-1.m4s"); err != nil {
		t.Fatal(err)
	}
	v.restart() // nothing is in memory
	if err := v.MakeCut(t.Context(), v.channel, id); err == nil || v.found(id).State != CutProcessing || len(v.folders()) != 0 {
		t.Errorf("%v, %+v, left %v", err, v.found(id), v.folders())
	}
}
