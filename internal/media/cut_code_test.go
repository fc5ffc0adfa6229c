package media

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Before a cut is made, whole segments of its stream are played, and what a player is told to
// skip leads to the very picture that was asked for, across reconnects too; from there on every
// picture is shown once, up to the last.
func TestACutAtOnceLeadsToItsPicture(t *testing.T) {
	t.Parallel()

	for name, settings := range map[string][]string{"in order": {"-bf", "0"}, "out of order": {"-bf", "2"}} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				v := newVenue(t, d)
				s := v.stream()
				for i := range 3 {
					e := v.mustPublish(s)
					if err := feed(t.Context(), e.Sink.(*session).segmenter, Recording{Path: footage(t, 120*i, 120, settings...)}); err != nil {
						t.Fatal(err)
					}
					e.close()
				}
				v.finish(t)
				a := newScreen(t, v, s)
				late := a.delayOf(t)
				for _, c := range [][2]int{{0, 50}, {13, 60}, {61, 59}, {50, 250}, {119, 2}, {120, 40}, {233, 100}} {
					id := v.mustAddCut(s.EventID, frames(c[0])+late, frames(c[1]))
					a.expectAtOnce(t, id, c[0], c[1], late)
				}
			})
		})
	}
}

// delayOf is how long after the beginning of its timeline a stream shows its first picture, by
// which players count: pictures that are out of order are decoded before they are shown.
func (s *screen) delayOf(t *testing.T) time.Duration {
	t.Helper()
	d, err := s.desk(t.Context(), s.stream.ID)
	if err != nil {
		t.Fatal(err)
	}
	pictures, _, err := s.readSegment(t.Context(), d, d.index.Load(), d.index.Load().Segments[0])
	if err != nil {
		t.Fatal(err)
	}
	return ticksToTime(pictures[0].PTS)
}

func (s *screen) expectAtOnce(t *testing.T, id CutID, first, count int, late time.Duration) {
	t.Helper()
	c := s.found(id)
	list := s.cutBase(id) + "now/video.m3u8"
	start := fmt.Sprintf("#EXT-X-START:TIME-OFFSET=%.5f,PRECISE=YES", c.Lead.Seconds())
	if text := string(s.ask(http.MethodGet, list).body); !strings.Contains(text, start) || !strings.Contains(text, "#EXT-X-ENDLIST") {
		t.Errorf("%d from %d: the list lacks %s or its end:\n%s", count, first, start, text)
	}
	got := s.numbers(s.cutPath(id))
	skipped := int(math.Round((c.Lead - late).Seconds() * codeRate))
	if skipped+count > len(got) {
		t.Errorf("%d from %d: %d pictures are skipped of %d", count, first, skipped, len(got))
		return
	}
	for i, n := range got {
		if n != first-skipped+i {
			t.Errorf("%d from %d: picture %d is number %d, want %d", count, first, i, n, first-skipped+i)
			return
		}
	}
}
