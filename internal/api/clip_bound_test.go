package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestClipsOfASoldGameShowAPartOfIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClipper(t, d)
		sold := int64(c.season.events["paid"])
		cover := func(event int64, key string) (out ClipCoverDTO) {
			t.Helper()
			c.do(call{path: fmt.Sprintf("/api/clips/event/%d/cover", event), key: key}).into(&out)
			return out
		}
		if got := cover(sold, c.fan.key); !got.Limited || got.Most != 360 || got.Used != 0 {
			t.Errorf("before: %+v", got)
		}
		c.create(sold, map[string]any{"start_time": 0, "duration": 300}).want(http.StatusOK, "")
		refused := c.create(sold, map[string]any{"start_time": 600, "duration": 61})
		refused.want(http.StatusUnprocessableEntity, "clip_cover_reached")
		c.create(sold, map[string]any{"start_time": 600, "duration": 60}).want(http.StatusOK, "")
		if got := cover(sold, c.fan.key); got.Used != 360 || got.Adds != 0 || !got.Fits {
			t.Errorf("after: %+v", got)
		}
		if got := cover(c.live, c.fan.key); got.Limited {
			t.Errorf("a free game: %+v", got)
		}
		c.do(call{path: fmt.Sprintf("/api/clips/event/%d/cover", sold), key: c.other}).want(http.StatusForbidden, "no_access")
	})
}

// Near the bound the answer before a clip is made, making it, and the sentence of a refusal agree:
// all count the whole segments that the clip opens.
func TestAClipAtTheBoundIsAnsweredBeforeItIsMade(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClipper(t, d)
		c.cutter.segment = 8 * time.Second
		c.game(c.season, actor.ForSystem(c.season.channelID), "sold live", -time.Hour, func(e *catalog.Event) {
			e.Status, e.StreamState, e.Type, e.SingleEventPackageID = catalog.Live, catalog.StreamLive, catalog.Paid, int64(c.season.ticket)
		})
		sold := int64(c.season.events["sold live"]) // the bound is 360 s
		cover := func(query string) (out ClipCoverDTO) {
			t.Helper()
			c.do(call{path: fmt.Sprintf("/api/clips/event/%d/cover%s", sold, query), key: c.fan.key}).into(&out)
			return out
		}
		c.create(sold, map[string]any{"start_time": 0, "duration": 296}).want(http.StatusOK, "")
		c.create(sold, map[string]any{"start_time": 600, "duration": 48}).want(http.StatusOK, "")
		for _, test := range []struct {
			start, duration float64
			adds            float64
		}{
			{1207.5, 16, 24}, {1200.5, 16, 24}, {1203, 6, 16}, // 16 s are left
			{1200, 8, 8}, {1193.5, 7, 16}, {290, 7, 8}, {10, 250, 0},
		} {
			got := cover(fmt.Sprintf("?start_time=%v&duration=%v", test.start, test.duration))
			want := ClipCoverDTO{Limited: true, Most: 360, Used: 344, Adds: test.adds, Fits: test.adds <= 16}
			if got != want {
				t.Errorf("%v for %v: %+v, want %+v", test.start, test.duration, got, want)
			}
		}
		over := newClip(sold, map[string]any{"start_time": 1200.5, "duration": 16})
		for query, want := range map[string]string{
			"":                       "whole segments of the recording, and 0:16 is left for your clips of this event",
			"?lang=fr":               "segments entiers de l’enregistrement, et il reste 0:16 pour vos extraits",
			"?spoilers=hide":         "whole segments of the recording, and not enough is left for your clips",
			"?spoilers=hide&lang=fr": "et il n’en reste pas assez pour vos extraits",
		} {
			refused := c.do(call{path: "/api/clip" + query, key: c.fan.key, body: over})
			refused.want(http.StatusUnprocessableEntity, "clip_cover_reached")
			if got := refused.field("duration").Message; !strings.Contains(got, want) {
				t.Errorf("%s: it says %s", query, got)
			}
		}
		if got := cover("?start_time=1200.5&duration=16&spoilers=hide"); got.Most != 0 || !got.Limited || got.Fits {
			t.Errorf("who hides scores is told %+v", got)
		}
		c.create(sold, map[string]any{"start_time": 1200, "duration": 16}).want(http.StatusOK, "")
		if got := cover("?start_time=1300&duration=1"); got.Used != 360 || got.Fits {
			t.Errorf("at the bound: %+v", got)
		}
		for _, query := range []string{"?duration=NaN", "?start_time=NaN&duration=9", "?duration=-1", "?duration=301", "?start_time=-1&duration=9", "?duration=x", "?duration=0.4", "?start_time=1e300&duration=9"} {
			if got := c.do(call{path: fmt.Sprintf("/api/clips/event/%d/cover%s", sold, query), key: c.fan.key}); got.status != http.StatusUnprocessableEntity && got.status != http.StatusBadRequest {
				t.Errorf("%s: %d", query, got.status)
			}
		}
	})
}

func TestAClipIsNotShownOnceItsPurchaseIsPaidBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClipper(t, d)
		made := c.cut(int64(c.season.events["paid"]))
		c.done(made.ID)
		shared := call{path: fmt.Sprintf("/api/shared-clip/%d?uuid=%s", made.ID, made.Share.UUID), key: c.visitor(home)}
		c.do(shared).want(http.StatusOK, "")
		dbtest.SetOrder(t, d, must[*clip.Clip](c.world)(c.clips.Find(t.Context(), actor.ForSystem(c.season.channelID), clip.ID(made.ID), made.Share.UUID)).Charge.Order, "refunded")
		c.do(shared).want(http.StatusForbidden, "clip_ended")
		c.do(call{path: fmt.Sprintf("/api/clip/download/%d", made.ID), key: c.fan.key}).want(http.StatusForbidden, "clip_ended")
		var own []ClipDTO
		c.do(call{path: "/api/clips/user", key: c.fan.key}).into(&own)
		if len(own) != 1 || !own[0].Ended || own[0].Media != nil || own[0].Image != "" || own[0].Share != nil || own[0].CanDownload {
			t.Errorf("their own list says %+v", own)
		}
		c.do(call{method: http.MethodDelete, path: fmt.Sprintf("/api/clip/%d", made.ID), key: c.fan.key}).want(http.StatusOK, "")
	})
}

// Clips that many people share must not add up to the game on one network.
func TestOneNetworkIsShownAPartOfASoldGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClipper(t, d)
		sold := int64(c.season.events["paid"])
		by := actor.Actor{Role: actor.User, ChannelID: c.season.channelID, UserID: int64(c.fan.ID)}
		visitor := c.visitor(home)
		play := func(made *clip.Clip, from, key string) reply {
			t.Helper()
			return c.do(call{path: fmt.Sprintf("/api/shared-clip/%d?uuid=%s", made.ID, made.UUID), key: key, from: from})
		}
		shown := 0
		var last *clip.Clip
		for i := range 30 { // 300 s each
			last = c.clipFrom(sold, by, time.Duration(i)*5*time.Minute)
			if play(last, "198.51.100.7:4000", visitor).status != http.StatusOK {
				break
			}
			shown++
		}
		if shown == 0 || shown > 6 {
			t.Errorf("%d clips of five minutes are shown", shown)
		}
		play(last, "198.51.100.7:4000", visitor).want(http.StatusForbidden, "clip_plays_reached")
		play(last, "198.51.100.8:4000", visitor).want(http.StatusForbidden, "clip_plays_reached") // the same network
		play(last, "198.51.101.8:4000", visitor).want(http.StatusOK, "")
		play(last, "198.51.100.7:4000", c.fan.key).want(http.StatusOK, "")
		for i := range 30 {
			play(c.clipFrom(c.live, by, time.Duration(i)*5*time.Minute), "198.51.100.7:4000", visitor).want(http.StatusOK, "")
		}
	})
}
