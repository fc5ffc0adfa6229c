package app

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/site"
)

// sharePage returns what the page of a clip's link shows to everybody.
func (h *arena) sharePage(of *clip.Clip) site.View {
	h.t.Helper()
	view, err := h.siteContent(nil).View(h.t.Context(), site.Channel{ID: h.channel, Lang: "en"}, site.Request{Kind: "clip", ID: int64(of.ID), UUID: of.UUID})
	if err != nil {
		h.t.Fatal(err)
	}
	if view.NotFound || view.Title != "Goal" {
		h.t.Errorf("the page is %+v", view)
	}
	return view
}

// buyClip returns a clip that is ready, and the order that its maker made it with.
func (h *arena) buyClip(fan account.Session, pass int64) (*clip.Clip, int64) {
	h.t.Helper()
	order := dbtest.Buy(h.t, h.DB, dbtest.Order{ChannelID: h.channel, UserID: int64(fan.UserID), PackageID: pass})
	made, err := h.clip(clip.Viewer{Actor: fan.Actor()}, time.Second)
	if err != nil {
		h.t.Fatal(err)
	}
	h.work(1)
	return made, order
}

// The page of a clip's link is the same for all places and for all viewers. It shows no picture, no player and no file of a clip
// whose purchase does not hold, nor of a game that is blacked out anywhere.
func TestTheSharePageOfAClipFollowsTheEventsRules(t *testing.T) {
	eachArena(t, func(t *testing.T, h *arena) {
		const poster = "poster.jpg"
		h.update(`UPDATE events SET image = '{"key":"` + poster + `"}'`)
		made, order := h.buyClip(h.login(h.channel, "fan@example.com"), h.everythingPass())
		expectShown := func(situation string) site.View {
			t.Helper()
			view := h.sharePage(made)
			if view.Clip == nil || view.Clip.Player == "" || view.Image == "" || view.Image == api.MediaURL(poster) {
				t.Errorf("%s: %+v, %+v", situation, view, view.Clip)
			}
			return view
		}
		set := func(status, dispute string) {
			t.Helper()
			if _, err := h.DB.Write().NewRaw("UPDATE orders SET dispute = ? WHERE id = ?", dispute, order).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
			dbtest.SetOrder(t, h.DB, order, status)
		}
		expectShown("bought")
		for situation, is := range map[string]struct{ status, dispute string }{"refunded": {"refunded", ""}, "disputed": {"paid", "open"}} {
			set(is.status, is.dispute)
			if view := h.sharePage(made); view.Clip != nil || view.Image != "" {
				t.Errorf("%s: %+v, %+v", situation, view, view.Clip)
			}
			set("paid", "")
			expectShown("bought, after " + situation)
		}
		h.update("UPDATE clips SET official = TRUE")
		if view := expectShown("an operator's"); view.Clip == nil || view.Clip.Video == "" {
			t.Errorf("an operator's clip has no file: %+v", view.Clip)
		}
		blackOut := func(rules ...commerce.Blackout) {
			t.Helper()
			if err := h.Commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(h.channel), h.channel, h.event, rules); err != nil {
				t.Fatal(err)
			}
		}
		blackOut(commerce.Blackout{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever})
		if view := h.sharePage(made); view.Clip != nil || view.Image != api.MediaURL(poster) {
			t.Errorf("blacked out: %+v, %+v", view, view.Clip)
		}
		blackOut()
		expectShown("no longer blacked out")
	})
}
