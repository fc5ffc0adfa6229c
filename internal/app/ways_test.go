package app

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// login is a user's session on a channel.
func (h *arena) login(channel int64, email string) account.Session {
	h.t.Helper()
	const password = "correct-horse-7"
	_, err := h.Accounts.CreateUser(h.t.Context(), actor.ForSystem(channel), channel, account.NewUser{
		Email: email, Password: password, FirstName: "Fan", LastName: "Atic", Role: actor.User,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	_, visitor, err := h.Accounts.OpenSession(h.t.Context(), channel)
	if err != nil {
		h.t.Fatal(err)
	}
	key, _, err := h.Accounts.Login(h.t.Context(), visitor, email, password, netip.Addr{})
	if err != nil {
		h.t.Fatal(err)
	}
	session, err := h.Accounts.FindSession(h.t.Context(), key)
	if err != nil {
		h.t.Fatal(err)
	}
	return session
}

// everythingPass is a pass with all capabilities.
func (h *arena) everythingPass() int64 {
	h.t.Helper()
	id, err := h.Commerce.Create(h.t.Context(), actor.ForSystem(h.channel), h.channel, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: text.Text{"en": "Pass"}, Currency: "CAD", BasePrice: 1000,
		Capabilities: []commerce.Capability{
			commerce.Watch, commerce.Clipping, commerce.Download, commerce.DownloadClip, commerce.VODMedia,
		},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return int64(id)
}

// shelved is the medium of a library item of an access type that plays the arena's event.
func (h *arena) shelved(access vod.Access) int64 {
	h.t.Helper()
	_, err := h.VOD.Replace(h.t.Context(), actor.ForSystem(h.channel), h.channel, vod.Library{
		Categories: []vod.Category{{Alias: "all", Title: text.Text{"en": "All"}}},
		Items: []vod.Item{{
			Alias: "game", Category: "all", Access: access, Title: text.Text{"en": "Game"}, Date: time.Now(),
			Media: []vod.Medium{{Alias: "whole", EventID: h.event}},
		}},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	library, err := h.VOD.Library(h.t.Context(), h.channel)
	if err != nil {
		h.t.Fatal(err)
	}
	return int64(library.Items[0].Media[0].ID)
}

// opens reports which of several ways to media of an event a session may go at a place.
func (h *arena) opens(ways map[string]media.Viewer, session account.Session, place string) map[string]bool {
	h.t.Helper()
	out := map[string]bool{}
	for name, v := range ways {
		v.ChannelID, v.UserID, v.SessionID, v.Place = h.channel, int64(session.UserID), session.ID, place
		allowed, err := h.access().Allowed(h.t.Context(), v)
		if err != nil {
			h.t.Fatal(err)
		}
		out[name] = allowed
	}
	return out
}

// Whichever way media of an event are reached, its own rules decide.
func TestEveryWayToMediaFollowsTheEventsRules(t *testing.T) {
	h := openArena(t)
	fan := h.login(h.channel, "fan@example.com")
	_, visitor, err := h.Accounts.OpenSession(t.Context(), h.channel)
	if err != nil {
		t.Fatal(err)
	}
	stranger := h.login(dbtest.Channel(t, h.DB, "south"), "fan@example.com")
	pass := h.everythingPass()
	order := dbtest.Buy(t, h.DB, dbtest.Order{ChannelID: h.channel, UserID: int64(fan.UserID), PackageID: pass})
	ways := map[string]media.Viewer{
		"event":         {EventID: h.event},
		"download":      {EventID: h.event, Download: true},
		"library":       {VODID: h.shelved(vod.Paid)},
		"picture":       {EventID: h.event, Still: true},
		"clip":          {CutID: h.cut(time.Second, time.Second)},
		"clip download": {CutID: h.cut(time.Second, time.Second), Download: true},
	}
	check := func(situation string, session account.Session, place string, want ...string) {
		t.Helper()
		h.Commerce = commerce.NewService(h.DB, h.revisions, h.Clock)
		got := h.opens(ways, session, place)
		expected := map[string]bool{}
		for _, name := range want {
			expected[name] = true
		}
		for name := range ways {
			if got[name] != expected[name] {
				t.Errorf("%s, by %s: %v", situation, name, got[name])
			}
		}
	}
	// Who asks for a picture has no session: its address is told to viewers who may watch.
	everything := []string{"event", "download", "library", "picture", "clip", "clip download"}
	check("bought", fan, "CA-QC", everything...)
	check("no access", visitor, "CA-QC", "clip", "picture")
	check("a session of another channel", stranger, "CA-QC", "picture")
	blackOut := func(rules ...commerce.Blackout) {
		t.Helper()
		if err := h.Commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(h.channel), h.channel, h.event, rules); err != nil {
			t.Fatal(err)
		}
	}
	blackOut(commerce.Blackout{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever})
	check("a denied place", fan, "CA-QC")
	check("a denied place, no access", visitor, "CA-QC")
	check("a place that no rule denies", fan, "CA-ON", everything...)
	check("a deny list and an unknown place", fan, "", everything...)
	blackOut(commerce.Blackout{Mode: commerce.Allow, Places: []string{"CA"}, LiftedAfter: commerce.Forever})
	check("a place of the allow list", fan, "CA-QC", everything...)
	check("a place that the allow list does not have", fan, "FR")
	check("an allow list and an unknown place", fan, "")
	check("an allow list and an unknown place, no access", visitor, "")
	blackOut()
	dbtest.SetOrder(t, h.DB, order, "refunded")
	check("paid back", fan, "CA-QC", "clip", "picture")
}

// A clip of a game that is sold is shown as long as the purchases that it was made with hold:
// the one that opened the game, and the one on which it was counted.
func TestAClipEndsWithThePurchasesThatItWasMadeWith(t *testing.T) {
	h := openArena(t)
	_, visitor, err := h.Accounts.OpenSession(t.Context(), h.channel)
	if err != nil {
		t.Fatal(err)
	}
	addition, err := h.Commerce.Create(t.Context(), actor.ForSystem(h.channel), h.channel, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, PassType: commerce.PassAddition, Name: text.Text{"en": "Clips"}, Currency: "CAD", BasePrice: 100,
		Capabilities: []commerce.Capability{commerce.Clipping, commerce.DownloadClip},
	})
	if err != nil {
		t.Fatal(err)
	}
	pass, err := h.Commerce.Create(t.Context(), actor.ForSystem(h.channel), h.channel, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: text.Text{"en": "Watch"}, Currency: "CAD", BasePrice: 100,
		Capabilities: []commerce.Capability{commerce.Watch},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"what opens the game", "what it is counted on"} {
		fan := h.login(h.channel, fmt.Sprintf("fan%d@example.com", i))
		orders := []int64{
			dbtest.Buy(t, h.DB, dbtest.Order{ChannelID: h.channel, UserID: int64(fan.UserID), PackageID: int64(pass)}),
			dbtest.Buy(t, h.DB, dbtest.Order{ChannelID: h.channel, UserID: int64(fan.UserID), PackageID: int64(addition)}),
		}
		made, err := h.clip(clip.Viewer{Actor: fan.Actor()}, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if made.Charge != (clip.Charge{Order: orders[1], Access: orders[0]}) {
			t.Errorf("it was made with %+v of %v", made.Charge, orders)
		}
		plays := map[string]media.Viewer{"clip": {CutID: media.CutID(made.Cut)}}
		if !h.opens(plays, visitor, "")["clip"] {
			t.Error("a clip is refused")
		}
		dbtest.SetOrder(t, h.DB, orders[i], "refunded")
		if h.opens(plays, visitor, "")["clip"] {
			t.Errorf("%s was paid back, and the clip is shown", name)
		}
		dbtest.SetOrder(t, h.DB, orders[i], "paid")
		if !h.opens(plays, visitor, "")["clip"] {
			t.Errorf("%s holds again, and the clip is refused", name)
		}
	}
}

// A video that is free in the library is still a game that is blacked out.
func TestAFreeVideoOfAGameIsBlackedOutWithIt(t *testing.T) {
	h := openArena(t)
	_, visitor, err := h.Accounts.OpenSession(t.Context(), h.channel)
	if err != nil {
		t.Fatal(err)
	}
	ways := map[string]media.Viewer{"library": {VODID: h.shelved(vod.Free)}}
	if !h.opens(ways, visitor, "CA-QC")["library"] {
		t.Error("a free video is refused")
	}
	rule := []commerce.Blackout{{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever}}
	if err := h.Commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(h.channel), h.channel, h.event, rule); err != nil {
		t.Fatal(err)
	}
	if h.opens(ways, visitor, "CA-QC")["library"] {
		t.Error("the library shows a game where it is blacked out")
	}
	if !h.opens(ways, visitor, "CA-ON")["library"] {
		t.Error("it is refused where it is not blacked out")
	}
}
