package clip_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// randomGrid returns where the segments of a recording of ten minutes begin, and its end.
func randomGrid(r *rand.Rand) []time.Duration {
	grid := []time.Duration{0}
	longest := 1 + r.IntN(20_000)
	for grid[len(grid)-1] < 10*time.Minute {
		grid = append(grid, grid[len(grid)-1]+time.Duration(1+r.IntN(longest))*time.Millisecond)
	}
	return grid
}

// addSegments notes the segments that a part of the recording touches, and returns by how much that
// raises what is open.
func addSegments(open map[int]bool, grid []time.Duration, from, length time.Duration, note bool) (adds time.Duration) {
	for i := range len(grid) - 1 {
		if grid[i] >= from+length || grid[i+1] <= from || open[i] {
			continue
		}
		adds += grid[i+1] - grid[i]
		if note {
			open[i] = true
		}
	}
	return adds
}

// The answer about a clip that is not made yet is what making it decides, for any segments, clips and
// bound; and both count exactly the segments that clips touch.
func TestTheAnswerBeforeAClipIsMadeIsTheServersDecision(t *testing.T) {
	s := open(t, dbtest.SQLite(t))
	r := rand.New(rand.NewPCG(28, 5))
	made, refused := 0, 0
	for range 25 {
		s.fan = s.person("fan"+time.Duration(r.Int64()).String(), actor.User)
		s.grid = randomGrid(r)
		s.recorded = s.grid[len(s.grid)-1]
		s.most = time.Duration(1+r.IntN(90_000)) * time.Millisecond
		open, used := map[int]bool{}, time.Duration(0)
		for range 12 {
			d := draft(s.games[0])
			d.Duration = clip.MinDuration + time.Duration(r.IntN(40_000))*time.Millisecond
			d.Start = time.Duration(r.Int64N((s.recorded - d.Duration).Milliseconds())) * time.Millisecond
			adds := addSegments(open, s.grid, d.Start, d.Duration, false)
			cover, err := s.CoverOf(t.Context(), s.fan, d.EventID, d.Start, d.Duration)
			if want := (clip.Cover{Limited: true, Most: s.most, Used: used, Adds: adds}); err != nil || cover != want {
				t.Fatalf("%v for %v: %+v, %v, want %+v", d.Start, d.Duration, cover, err, want)
			}
			_, err = s.Create(t.Context(), s.fan, d)
			if err != nil && fault.CodeOf(err) != "clip_cover_reached" || (err == nil) != cover.Fits() {
				t.Fatalf("%v for %v: %+v, but it is made with %v", d.Start, d.Duration, cover, err)
			}
			if err != nil {
				refused++
				continue
			}
			made++
			used += addSegments(open, s.grid, d.Start, d.Duration, true)
		}
	}
	if made < 50 || refused < 50 {
		t.Errorf("%d made, %d refused", made, refused)
	}
}

func TestARefusedClipSaysWhatIsLeft(t *testing.T) {
	s := open(t, dbtest.SQLite(t))
	s.most, s.segment = 65*time.Second, 4*time.Second
	_, err := s.stretch(s.fan, 2, 64) // opens 68 s
	if err == nil || !strings.Contains(err.Error(), "1:05 is left") || !strings.Contains(err.Error(), "whole segments") {
		t.Errorf("%v", err)
	}
	s.fan.HidesLength = true
	if _, err := s.stretch(s.fan, 2, 64); err == nil || strings.Contains(err.Error(), "1:05") || !strings.Contains(err.Error(), "whole segments") {
		t.Errorf("who hides scores is told %v", err)
	}
}

// A bound that was lowered later does not refuse what is open already.
func TestAClipThatOpensNothingNewFits(t *testing.T) {
	s := open(t, dbtest.SQLite(t))
	s.most = 20 * time.Second
	if _, err := s.stretch(s.fan, 0, 20); err != nil {
		t.Fatal(err)
	}
	s.most = 10 * time.Second
	if cover, err := s.coverOf(5, 5); err != nil || !cover.Fits() || cover.Left() != 0 {
		t.Errorf("%+v, %v", cover, err)
	}
	if _, err := s.stretch(s.fan, 5, 5); err != nil {
		t.Error(err)
	}
	if _, err := s.stretch(s.fan, 19, 2); fault.CodeOf(err) != "clip_cover_reached" {
		t.Error(err)
	}
}

func TestNonsenseRangesAreRefused(t *testing.T) {
	s := open(t, dbtest.SQLite(t))
	for _, test := range [][2]int{{-1, 10}, {0, -1}, {0, 301}} {
		if _, err := s.coverOf(test[0], test[1]); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v: %v", test, err)
		}
	}
}
