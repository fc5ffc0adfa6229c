package api

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
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
		if got := cover(sold, c.fan.key); got.Used != 360 || len(got.Stretches) != 2 || got.Stretches[1] != (ClipStretchDTO{600, 660}) {
			t.Errorf("after: %+v", got)
		}
		if got := cover(c.live, c.fan.key); got.Limited {
			t.Errorf("a free game: %+v", got)
		}
		c.do(call{path: fmt.Sprintf("/api/clips/event/%d/cover", sold), key: c.other}).want(http.StatusForbidden, "no_access")
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
