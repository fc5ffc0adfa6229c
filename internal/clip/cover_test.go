package clip_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// stretch makes a clip of the first game that shows a part of it, in seconds.
func (s *studio) stretch(who clip.Viewer, from, length int) (*clip.Clip, error) {
	d := draft(s.games[0])
	d.Start, d.Duration = time.Duration(from)*time.Second, time.Duration(length)*time.Second
	return s.Create(s.t.Context(), who, d)
}

// coverOf compares a clip of the first game with the fan's bound, in seconds.
func (s *studio) coverOf(from, length int) (clip.Cover, error) {
	return s.CoverOf(s.t.Context(), s.fan, s.games[0], time.Duration(from)*time.Second, time.Duration(length)*time.Second)
}

func TestAUsersClipsShowSoMuchOfAGameTogether(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		s.most = 100 * time.Second
		made := map[int]*clip.Clip{}
		for _, test := range []struct {
			name         string
			from, length int
			refused      bool
		}{
			{"the first", 0, 60, false},
			{"the same again", 0, 60, false},
			{"a part of it and more", 50, 30, false},
			{"somewhere else, too long", 600, 21, true},
			{"somewhere else, as much as is left", 600, 20, false},
			{"a second more", 619, 2, true},
			{"what is shown already", 10, 40, false},
		} {
			c, err := s.stretch(s.fan, test.from, test.length)
			if (fault.CodeOf(err) == "clip_cover_reached") != test.refused || err != nil && !test.refused {
				t.Fatalf("%s: %v", test.name, err)
			}
			if err == nil {
				made[test.from] = c
			}
		}
		for _, test := range []struct {
			from, length int
			want         clip.Cover
		}{
			{0, 0, clip.Cover{Limited: true, Most: s.most, Used: 100 * time.Second}},
			{600, 20, clip.Cover{Limited: true, Most: s.most, Used: 100 * time.Second}},
			{610, 30, clip.Cover{Limited: true, Most: s.most, Used: 100 * time.Second, Adds: 20 * time.Second}},
		} {
			cover, err := s.coverOf(test.from, test.length)
			if err != nil || cover != test.want {
				t.Errorf("with %+v: %+v, %v", test, cover, err)
			}
		}
		if _, err := s.stretch(s.friend, 0, 100); err != nil {
			t.Errorf("another user: %v", err)
		}
		other := draft(s.games[1])
		if _, err := s.Create(t.Context(), s.fan, other); err != nil {
			t.Errorf("another game: %v", err)
		}
		if err := s.Remove(t.Context(), s.fan.Actor, made[600].ID); err != nil {
			t.Fatal(err)
		}
		again, err := s.stretch(s.fan, 900, 20)
		if err != nil {
			t.Errorf("after one was deleted: %v", err)
		}
		s.fail(again.Cut)
		if _, err := s.stretch(s.fan, 1200, 20); err != nil {
			t.Errorf("after one failed: %v", err)
		}
		s.most = 0
		if _, err := s.stretch(s.fan, 1500, 300); err != nil {
			t.Errorf("without a bound: %v", err)
		}
	})
}

// A clip opens the whole segments around it until it is made, and each segment counts once.
func TestClipsCountInWholeSegments(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		s.most, s.segment = 19*time.Second, 4*time.Second
		for _, test := range []struct {
			from    int
			refused bool
		}{{3, false}, {7, false}, {100, false}, {104, true}, {101, false}} { // of 2 s
			c, err := s.stretch(s.fan, test.from, 2)
			if (fault.CodeOf(err) == "clip_cover_reached") != test.refused || err != nil && !test.refused {
				t.Errorf("at %d: %v", test.from, err)
			}
			if test.from == 3 && err == nil && c.Opens != (clip.Stretch{From: 0, To: 8 * time.Second}) {
				t.Errorf("it opens %v", c.Opens)
			}
		}
		cover, err := s.coverOf(0, 0)
		if err != nil || cover.Used != 16*time.Second {
			t.Errorf("%+v, %v", cover, err)
		}
	})
}

// clipAtOnce makes so many clips at once of 10 s each, none showing what another does, and
// returns how many were made.
func (s *studio) clipAtOnce(n int) int {
	s.t.Helper()
	results := make(chan error, n)
	dbtest.AtOnce(n, func(i int) {
		defer s.beforeCut.Leave()
		_, err := s.stretch(s.fan, 20*i, 10)
		results <- err
	})
	close(results)
	made := 0
	for err := range results {
		switch {
		case err == nil:
			made++
		case fault.CodeOf(err) != "clip_cover_reached":
			s.t.Error(err)
		}
	}
	return made
}

func TestClipsMadeAtOnceKeepTheBound(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		s.most = 50 * time.Second
		if made := s.clipAtOnce(12); made != 5 {
			t.Errorf("%d clips were made", made)
		}
	})
}

// Without the guard all look before any is added. SQLite has one writer at a time, with or
// without it.
func TestTheBoundNeedsItsGuard(t *testing.T) {
	s := open(t, dbtest.Postgres(t))
	s.most = 50 * time.Second
	s.WithoutGuard()
	const n = 8
	s.beforeCut = dbtest.NewMeeting(n)
	if made := s.clipAtOnce(n); made != n {
		t.Errorf("%d clips were made", made)
	}
}

func TestAClipEndsWithItsPurchase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		c := s.made(s.fan, s.games[0])
		if found, err := s.FindByCut(t.Context(), s.channels[0], c.Cut); err != nil || found.ID != c.ID || found.Charge != (clip.Charge{Order: purchase, Access: purchase}) {
			t.Errorf("%+v, %v", found, err)
		}
		if _, err := s.FindByCut(t.Context(), s.channels[1], c.Cut); fault.CodeOf(err) != "clip_not_found" {
			t.Errorf("another channel: %v", err)
		}
		s.paidBack = purchase
		if _, err := s.Download(t.Context(), s.fan, c.ID); fault.CodeOf(err) != "clip_ended" {
			t.Errorf("it is loaded down: %v", err)
		}
	})
}

// shown plays consecutive clips of 10 s and returns how many were admitted.
func (s *studio) shown(network string, event int64, length time.Duration, clips int) int {
	s.t.Helper()
	for i := range clips {
		one := &clip.Clip{Opens: clip.Stretch{From: time.Duration(10*i) * time.Second, To: time.Duration(10*i+10) * time.Second}}
		err := s.AdmitPlay(clip.Play{Network: network, EventID: event, Length: length, Clip: one})
		if err == nil {
			continue
		}
		if fault.CodeOf(err) != "clip_plays_reached" {
			s.t.Fatal(err)
		}
		return i
	}
	return clips
}

func TestANetworkIsShownAPartOfAGameByClips(t *testing.T) {
	s := open(t, dbtest.SQLite(t))
	for _, test := range []struct {
		network string
		event   int64
		length  time.Duration
		clips   int // of 10 s, that are shown
	}{
		{"198.51.100.0/24", 1, 20 * time.Minute, 30},  // a quarter
		{"198.51.100.0/24", 1, 20 * time.Minute, 30},  // the same again
		{"198.51.100.0/24", 2, 432 * time.Second, 18}, // another game, a short one: three minutes
		{"198.51.101.0/24", 1, 20 * time.Minute, 30},  // another network
		{"2001:db8::/48", 1, 5 * time.Hour, 180},      // half an hour at most
		{"2001:db8::/48", 1, 5 * time.Hour, 180},      // the same network
		{"2001:db8:1::/48", 1, 0, 90},                 // the usual length
	} {
		if got := s.shown(test.network, test.event, test.length, 400); got != test.clips {
			t.Errorf("%s, game %d of %v: %d clips", test.network, test.event, test.length, got)
		}
	}
	far := clip.Play{Network: "2001:db8::/48", EventID: 1, Length: 5 * time.Hour, Clip: &clip.Clip{Opens: clip.Stretch{From: time.Hour, To: time.Hour + time.Minute}}}
	if err := s.AdmitPlay(far); err == nil {
		t.Error("more of the game is shown within a day")
	}
	s.clock.Advance(25 * time.Hour)
	if err := s.AdmitPlay(far); err != nil {
		t.Errorf("the day after: %v", err)
	}
}

func TestPlaysOfManyNetworksAreForgottenOldestFirst(t *testing.T) {
	s := open(t, dbtest.SQLite(t))
	const network = "198.51.100.0/24"
	if got := s.shown(network, 1, time.Minute, 400); got != 18 {
		t.Fatalf("%d clips", got)
	}
	for i := range 100_000 {
		other := fmt.Sprintf("10.%d.%d.0/24", i>>8, i&255)
		if err := s.AdmitPlay(clip.Play{Network: other, EventID: 1, Clip: &clip.Clip{Opens: clip.Stretch{To: time.Second}}}); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.shown(network, 1, time.Minute, 400); got != 18 {
		t.Errorf("%d clips", got)
	}
}
