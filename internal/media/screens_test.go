package media

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// fakeScreens refuses everything with one error and remembers what it was asked.
type fakeScreens struct {
	mu     sync.Mutex
	refuse error
	asked  []Playing
}

func (f *fakeScreens) Play(_ context.Context, p Playing) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, p)
	return f.refuse
}

func (f *fakeScreens) set(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refuse = err
}

func (f *fakeScreens) take() []Playing {
	f.mu.Lock()
	defer f.mu.Unlock()
	asked := f.asked
	f.asked = nil
	return asked
}

// What is played asks for its place when it starts and every 20 s, and its pictures and captions ask for none.
func TestPlaybackAsksForItsPlace(t *testing.T) {
	s, _ := onAir(t)
	screens := &fakeScreens{}
	s.screens = newScreens(screens, s.now)
	s.expect(http.StatusOK, "", s.base+"index.m3u8")
	if asked := screens.take(); len(asked) != 1 || !asked[0].Starts || asked[0].UserID != 5 || asked[0].SessionID != 6 {
		t.Fatalf("%+v", asked)
	}
	for range 20 {
		s.expect(http.StatusOK, "", s.base+"video.m3u8")
		s.expect(http.StatusOK, "", s.base+"v/1-0.m4s")
	}
	if asked := screens.take(); len(asked) != 1 || asked[0].Starts {
		t.Errorf("%+v", asked)
	}
	s.now.Advance(accessKept + time.Second)
	s.expect(http.StatusOK, "", s.base+"v/1-0.m4s")
	if asked := screens.take(); len(asked) != 1 {
		t.Errorf("a place is not renewed: %+v", asked)
	}
	s.get("storyboard.vtt")
	visitor := s.PlaybackURL(Grant{ChannelID: s.stream.ChannelID, EventID: s.stream.EventID, SessionID: 7}, Source{StreamID: s.stream.ID})
	s.expect(http.StatusOK, "", visitor.Rewind)
	if asked := screens.take(); len(asked) != 0 {
		t.Errorf("a visitor or a picture takes a place: %+v", asked)
	}
}

// A player that finds no place is told why by the playlist, and plays as soon as there is one.
func TestAPlayerWithoutAPlaceIsToldWhy(t *testing.T) {
	s, _ := onAir(t)
	screens := &fakeScreens{refuse: fault.New(fault.Conflict, "too_many_streams", "You are already watching on the maximum number of screens.")}
	s.screens = newScreens(screens, s.now)
	for _, file := range []string{"index.m3u8", "live.m3u8", "video.m3u8"} {
		s.expect(http.StatusConflict, "too_many_streams", s.base+file)
	}
	s.expect(http.StatusForbidden, "too_many_streams", s.base+"v/1-0.m4s")
	screens.set(nil)
	s.expect(http.StatusOK, "", s.base+"index.m3u8")
	s.expect(http.StatusOK, "", s.base+"video.m3u8")
	screens.set(fault.New(fault.Forbidden, "address_shared", "Shared."))
	s.now.Advance(accessKept + time.Second)
	s.expect(http.StatusForbidden, "address_shared", s.base+"v/1-0.m4s")
	screens.set(errors.New("no database"))
	s.now.Advance(accessKept + time.Second)
	s.expect(http.StatusServiceUnavailable, "unavailable", s.base+"index.m3u8")
}

// While the database's disk is full, an address that was played plays on for accessSpared, also from its start.
func TestPlaybackGoesOnWhileTheDiskIsFull(t *testing.T) {
	s, _ := onAir(t)
	screens := &fakeScreens{}
	s.screens = newScreens(screens, s.now)
	s.expect(http.StatusOK, "", s.base+"video.m3u8")
	screens.set(fmt.Errorf("renew leases: %w", diskFull(t)))
	s.now.Advance(accessKept + time.Second)
	for _, file := range []string{"video.m3u8", "v/1-0.m4s", "index.m3u8"} {
		s.expect(http.StatusOK, "", s.base+file)
	}
	s.now.Advance(accessSpared)
	s.expect(http.StatusServiceUnavailable, "unavailable", s.base+"video.m3u8")
}

// diskFull returns the error of a database that may not grow.
func diskFull(t *testing.T) error {
	t.Helper()
	d := dbtest.SQLite(t)
	if _, err := d.Write().NewRaw("PRAGMA max_page_count = 1").Exec(t.Context()); err != nil { // SQLite takes the present size
		t.Fatal(err)
	}
	_, err := d.Write().NewRaw("CREATE TABLE large AS SELECT zeroblob(1000000)").Exec(t.Context())
	if !db.IsOutage(err) {
		t.Fatalf("the disk is not full: %v", err)
	}
	return err
}

// An address of a player says so, and stays equal for a while.
func TestAddressesNameTheirPlayer(t *testing.T) {
	s, _ := onAir(t)
	screens := &fakeScreens{}
	s.screens = newScreens(screens, s.now)
	g := Grant{ChannelID: s.stream.ChannelID, EventID: s.stream.EventID, UserID: 5, SessionID: 6, Player: 77}
	address := s.PlaybackURL(g, Source{StreamID: s.stream.ID}).Rewind
	if again := s.PlaybackURL(g, Source{StreamID: s.stream.ID}).Rewind; again != address || strings.HasPrefix(address, s.base) {
		t.Error("an address of a player changes, or is the session's own")
	}
	s.expect(http.StatusOK, "", address)
	if asked := screens.take(); len(asked) != 1 || asked[0].Player != 77 {
		t.Errorf("%+v", asked)
	}
}

// A clip needs no place. Its playlists and segments are counted for visitors too, once in 20 s, and a
// refusal ends its playback.
func TestClipsAreCountedWhereTheyPlay(t *testing.T) {
	s, _ := onAir(t)
	screens := &fakeScreens{}
	s.screens = newScreens(screens, s.now)
	id := s.mustAddCut(s.stream.EventID, time.Second, time.Second)
	address := s.PlaybackURL(Grant{ChannelID: s.channel, CutID: id, SessionID: 7, Network: 99}, Source{CutID: id}).Rewind
	base := strings.TrimSuffix(address, "index.m3u8")
	files := []string{"now/v/1-0.m4s", "now/video.m3u8", "index.m3u8"}
	for _, file := range files {
		s.expect(http.StatusOK, "", base+file)
	}
	if asked := screens.take(); len(asked) != 1 || asked[0].GivenIn != 99 || asked[0].CutID != id || asked[0].Starts {
		t.Errorf("%+v", asked)
	}
	screens.set(fault.New(fault.Forbidden, "clip_plays_reached", "Many."))
	s.now.Advance(accessKept + time.Second)
	for _, file := range files {
		s.expect(http.StatusForbidden, "clip_plays_reached", base+file)
	}
}

// BenchmarkClipSegment is one request of a segment of a clip, with and without the count of plays.
func BenchmarkClipSegment(b *testing.B) {
	v := newVenue(b, dbtest.SQLite(b))
	stream := v.stream()
	v.mustPublish(stream).mustPlay(7)
	eventually(b, "the stream is live", func() bool { return v.state(stream) == Live })
	id := v.mustAddCut(stream.EventID, time.Second, time.Second)
	address := v.PlaybackURL(Grant{ChannelID: v.channel, CutID: id, SessionID: 7, Network: 99}, Source{CutID: id}).Rewind
	r := httptest.NewRequest(http.MethodGet, strings.TrimSuffix(address, "index.m3u8")+"now/v/1-0.m4s", http.NoBody)
	for name, counted := range map[string]*screens{"counted": newScreens(&fakeScreens{}, v.now), "not_counted": nil} {
		b.Run(name, func(b *testing.B) {
			v.screens = counted
			handler := v.Handler()
			b.ReportAllocs()
			for b.Loop() {
				handler.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
	}
}
