package media

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// orphans are how many files nothing names, by kind.
func (v *venue) orphans(remove bool) map[string]int {
	v.t.Helper()
	found, err := v.Orphans(v.t.Context(), remove)
	if err != nil {
		v.t.Fatal(err)
	}
	counts := map[string]int{}
	for _, o := range found {
		if o.Files > 0 {
			counts[o.Kind] = o.Files
		}
	}
	return counts
}

func (v *venue) put(key string) {
	v.t.Helper()
	if err := v.Blob.WriteAll(v.t.Context(), key, []byte("x"), ""); err != nil {
		v.t.Fatal(err)
	}
}

// later moves the clock so far that everything stored by now is old.
func (v *venue) later() { v.now.Advance(time.Since(v.now.Now()) + 2*orphanAge) }

// strays are files that nothing names, among those of a stream that has ended.
func strays(v *venue, ended Stream) map[string]string {
	folder := streamFolder(v.channel, ended.ID)
	return map[string]string{
		"streams": folder + "/v-9-0.m4s", // a process was killed before it came into the journal
		"films":   "films/north-0123/v-1-0.m4s",
		"cuts":    cutPrefix + fmt.Sprintf("%d-99-abc/v-1-0.m4s", v.channel),
		"posters": publicPrefix + posterPrefix + fmt.Sprintf("%d/99-abc.jpg", v.channel),
		"stills":  publicPrefix + fmt.Sprintf("stills/%d/%d/1-640.jpg", v.channel, ended.EventID),
	}
}

// What nothing names goes when it is a day old, and nothing else does, whatever is going on.
func TestOrphansAreReaped(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		game := footage(t, 0, 100, "-bf", "0")
		ended, live := v.recorded(game), v.stream()
		clip := exactCut{v.mustAddCut(ended.EventID, frames(20), frames(50)), 20, 50}
		if err := v.MakeCut(t.Context(), v.channel, clip.id); err != nil {
			t.Fatal(err)
		}
		film, err := v.ImportFilm(t.Context(), v.by, v.channel, Recording{Path: game})
		if err != nil {
			t.Fatal(err)
		}
		e := v.mustPublish(live)
		e.mustPlay(6)
		writing := streamFolder(v.channel, live.ID) + "/"
		lists := func() int { // without what is being written
			return len(slices.DeleteFunc(v.files(""), func(key string) bool { return strings.HasPrefix(key, writing) }))
		}
		named := lists()
		for _, key := range strays(v, ended) {
			v.put(key)
		}
		foreign := []string{"streams/else/v-1-0.m4s", publicPrefix + "logo.png"}
		for _, key := range append(foreign, writing+"v-9-0.m4s") {
			v.put(key)
		}
		if found := v.orphans(true); len(found) != 0 || lists() != named+5+len(foreign) {
			t.Errorf("removed on the first day: %v", found)
		}
		v.later()
		for _, remove := range []bool{false, true} {
			found := v.orphans(remove)
			for kind := range strays(v, ended) {
				if found[kind] != 1 {
					t.Errorf("of %s %d are found", kind, found[kind])
				}
			}
		}
		if found := v.orphans(false); len(found) != 0 || lists() != named+len(foreign) {
			t.Errorf("left are %v, and %d files, want %d", found, lists(), named+len(foreign))
		}
		e.mustPlay(6)
		e.close()
		checkWhole(t, v, live, 1)
		a := newScreen(t, v, ended)
		a.expectExact(t, clip)
		for name, path := range map[string]string{"recording": a.base + "index.m3u8", "film": v.library(Source{FilmID: film.ID}) + "index.m3u8"} {
			if got := a.numbers(path); len(got) != 100 {
				t.Errorf("the %s has %d pictures", name, len(got))
			}
		}
	})
}

// While streams are recorded, end, and go on, reaping takes nothing of theirs, in whatever order
// things happen. The control is a reaper that does not ask who names what.
func TestReapingWhileRecording(t *testing.T) {
	for seed := range uint64(8) {
		v := newVenue(t, dbtest.SQLite(t))
		v.options.Reopen = 1000 * orphanAge
		random := rand.New(rand.NewPCG(seed, 1))
		streams, encoders := make([]Stream, 3), make([]*encoder, 3)
		for i := range streams {
			streams[i] = v.stream()
		}
		for range 40 {
			i := random.IntN(len(streams))
			switch e := encoders[i]; {
			case e == nil:
				encoders[i] = v.mustPublish(streams[i])
			case random.IntN(4) == 0:
				e.close()
				encoders[i] = nil
				if random.IntN(2) == 0 {
					v.now.Advance(v.options.Reconnect + time.Second)
					if _, err := v.FinishExpired(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
			default:
				e.mustPlay(2 * (1 + random.IntN(3)))
			}
			v.later()
			// To this clock what is being written is two days old: whose it is decides alone.
			if found, err := v.orphansOf(t.Context(), v.drawers()[0], true); err != nil || found.Files != 0 {
				t.Fatalf("seed %d: reaped %+v, %v", seed, found, err)
			}
		}
		for i, e := range encoders {
			if e != nil {
				e.close()
			}
			checkWhole(t, v, streams[i], 0)
		}
		all := len(v.files("streams/"))
		blind := drawer{"streams", "streams/", folderOf, v.namedWhole("films", "folder", "")}
		if found, err := v.orphansOf(t.Context(), blind, true); err != nil || found.Files != all || all == 0 {
			t.Errorf("who does not ask takes %+v of %d, %v", found, all, err)
		}
	}
}

// checkWhole looks for all that a stream's journal lists, and for so many files more.
func checkWhole(t *testing.T, v *venue, s Stream, more int) {
	t.Helper()
	d, err := v.desk(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	snapshot := d.index.Load()
	stored := v.files(d.folder + "/")
	if len(stored) != 2*len(snapshot.Segments)+more {
		t.Errorf("%d files of %d segments", len(stored), len(snapshot.Segments))
	}
	for _, g := range snapshot.Segments {
		if !slices.Contains(stored, segment.SegmentName(segment.Video, g.Run, g.Sequence).Key(d.folder)) {
			t.Errorf("segment %d is not there", g.Sequence)
		}
	}
}

// What a writer that was killed leaves in a folder goes too.
func TestUnfinishedFilesAreReaped(t *testing.T) {
	dir := t.TempDir()
	files, err := blob.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	v := newVenueWith(t, dbtest.SQLite(t), files)
	v.put("streams/1-1/kept")
	left := filepath.Join(dir, "streams", "1-1", ".unfinished-v-1-0.m4s-ABC")
	if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if found := v.orphans(true); len(found) != 0 {
		t.Errorf("removed on the first day: %v", found)
	}
	v.later()
	if found := v.orphans(true); found["unfinished"] != 1 {
		t.Errorf("found %v", found)
	}
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
}
