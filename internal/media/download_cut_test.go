package media

import (
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// takes signs the download of a cut.
func (v *venue) takes(id CutID) (Download, error) {
	return v.SignDownload(v.t.Context(), Grant{ChannelID: v.channel, CutID: id, UserID: 5, SessionID: 6}, Source{CutID: id}, "The goal")
}

// A clip's file is the clip, exact to the picture, also where a reconnect is in it and
// its edges were coded anew; what is still being made is no file.
func TestACutInOneFile(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		s := v.stream()
		for i, settings := range [][]string{{"-bf", "0"}, {"-bf", "2"}} {
			e := v.mustPublish(s)
			if err := feed(t.Context(), e.Sink.(*session).segmenter, Recording{Path: footage(t, 120*i, 120, settings...)}); err != nil {
				t.Fatal(err)
			}
			e.close()
		}
		v.finish(t)
		a := newScreen(t, v, s)
		for _, c := range []struct{ from, count int }{{13, 60}, {61, 59}, {50, 110}} {
			id := v.mustAddCut(s.EventID, frames(c.from), frames(c.count))
			if _, err := v.takes(id); fault.CodeOf(err) != codeNotReady {
				t.Errorf("while it is made: %v", err)
			}
			if err := v.MakeCut(t.Context(), v.channel, id); err != nil {
				t.Fatal(err)
			}
			file, err := v.takes(id)
			if err != nil {
				t.Fatal(err)
			}
			plays := a.numbers(a.cutPath(id))
			got := a.numbers(file.URL)
			if len(got) != len(plays) || len(got) == 0 || got[0] != c.from {
				t.Errorf("%+v: %d pictures from %v, it plays %d", c, len(got), got[:1], len(plays))
			}
			for i := range got {
				if got[i] != plays[i] {
					t.Errorf("%+v: picture %d is number %d, it plays %d", c, i, got[i], plays[i])
					break
				}
			}
			for i, step := range a.steps(file.URL) {
				if step <= 0 || math.Abs(step-1.0/codeRate) > 3.0/codeRate {
					t.Errorf("%+v: picture %d is shown for %.4f s", c, i, step)
				}
			}
		}
	})
}

func (s *screen) cutPath(id CutID) string { return s.cutBase(id) + "index.m3u8" }

// An address to watch a clip does not open its file, nor the other way round.
func TestACutIsDownloadedOnlyByItsOwnSignature(t *testing.T) {
	v := withFFmpeg(t, newVenue(t, dbtest.SQLite(t)))
	s := v.recorded(footage(t, 0, 150))
	mine, other := v.mustAddCut(s.EventID, frames(10), frames(50)), v.mustAddCut(s.EventID, frames(20), frames(50))
	for _, id := range []CutID{mine, other} {
		if err := v.MakeCut(t.Context(), v.channel, id); err != nil {
			t.Fatal(err)
		}
	}
	file, err := v.takes(mine)
	if err != nil {
		t.Fatal(err)
	}
	path, _, _ := strings.Cut(file.URL, "?")
	a := newScreen(t, v, s)
	a.expect(http.StatusOK, "", path)
	a.expect(http.StatusNotFound, "media_not_found", v.cutBase(mine)+"clip.mp4")
	a.expect(http.StatusNotFound, "media_not_found", strings.Replace(path, "clip.mp4", "index.m3u8", 1))
	a.expect(http.StatusForbidden, "invalid_media_signature", strings.Replace(path, "/"+Source{CutID: mine}.String()+"/", "/"+Source{CutID: other}.String()+"/", 1))
	a.expect(http.StatusForbidden, "invalid_media_signature", strings.Replace(path, "/"+Source{CutID: mine}.String()+"/clip", "/"+Source{StreamID: s.ID}.String()+"/event", 1))
	event := Grant{ChannelID: v.channel, EventID: s.EventID, SessionID: 6}
	if _, err := v.SignDownload(t.Context(), event, Source{CutID: mine}, "x"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("by a grant of the event: %v", err)
	}
}
