package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
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

// waysOf are the signed addresses of media of the arena's event for a session, by kind: every kind of file
// of the event and of a library video that plays it, downloads, clips, and the file of a public clip, which is
// requested without a session. Whether a file exists does not matter: access is decided before.
func (h *arena) waysOf(session account.Session, medium int64, cut clip.CutID) map[string]string {
	h.t.Helper()
	stream, err := h.Media.FindStream(h.t.Context(), h.channel, h.event)
	if err != nil {
		h.t.Fatal(err)
	}
	grant := media.Grant{ChannelID: h.channel, UserID: int64(session.UserID), SessionID: session.ID}
	ways := map[string]string{}
	add := func(kind string, g media.Grant, source media.Source, files ...string) {
		base := strings.TrimSuffix(h.Media.PlaybackURL(g, source).Rewind, "index.m3u8")
		for _, file := range files {
			ways[kind+" "+file] = base + file
		}
	}
	played := []string{"index.m3u8", "live.m3u8", "video.m3u8", "v/1.mp4", "v/1-0.m4s", "720/video.m3u8", "storyboard.vtt", "strip-0-1.jpg", "sheet-0.jpg", "preview-1.mp4", "captions-en.vtt", "veiled.m3u8"}
	event, library, clips := grant, grant, grant
	event.EventID, library.VODID, library.Source, clips.CutID = h.event, medium, media.Source{StreamID: stream.ID}, media.CutID(cut)
	add("event", event, media.Source{StreamID: stream.ID}, played...)
	add("library", library, library.Source, played...)
	add("clip", clips, media.Source{CutID: clips.CutID}, "index.m3u8", "video.m3u8", "now/video.m3u8", "now/v/1.mp4", "now/v/1-0.m4s")
	sound := event
	sound.Sound = true
	add("sound", sound, media.Source{StreamID: stream.ID}, "audio.m3u8", "audio-veiled.m3u8", "a/1.mp4", "a/1-0.m4s", "a/1-0-0.m4s")
	add("pictures by the address of the sound", sound, media.Source{StreamID: stream.ID}, append(played, "video-live.m3u8", "video-veiled.m3u8", fmt.Sprintf("e%d.mp4", stream.ID))...)
	event.Download, clips.Download = true, true
	add("download", event, media.Source{StreamID: stream.ID}, fmt.Sprintf("e%d.mp4", stream.ID))
	add("clip download", clips, media.Source{CutID: clips.CutID}, fmt.Sprintf("c%d.mp4", cut))
	// The grant of clipFiles: no user and no session, because messengers request the file.
	add("clip file", media.Grant{ChannelID: h.channel, CutID: clips.CutID, Download: true}, media.Source{CutID: clips.CutID}, fmt.Sprintf("c%d.mp4", cut))
	return ways
}

// Whichever way media of an event are reached, its own rules decide. Every situation has its own users and sessions,
// so that no remembered answer decides.
func TestEveryWayToMediaFollowsTheEventsRules(t *testing.T) {
	eachArena(t, func(t *testing.T, h *arena) {
		medium, pass, users := h.shelved(vod.Paid), h.everythingPass(), 0
		buyer := func() (account.Session, int64, clip.CutID) {
			t.Helper()
			users++
			fan := h.login(h.channel, fmt.Sprintf("fan%d@example.com", users))
			order := dbtest.Buy(t, h.DB, dbtest.Order{ChannelID: h.channel, UserID: int64(fan.UserID), PackageID: pass})
			h.Commerce = commerce.NewService(h.DB, h.revisions, h.Clock) // media remember nothing of the user
			made, err := h.clip(clip.Viewer{Actor: fan.Actor(), Place: "CA-ON"}, time.Second)
			if err != nil {
				t.Fatal(err)
			}
			return fan, order, made.Cut
		}
		check := func(situation string, session account.Session, cut clip.CutID, place string, kinds ...string) {
			t.Helper()
			files := h.Media.Handler()
			files.Locate = func(*http.Request) string { return place }
			for name, address := range h.waysOf(session, medium, cut) {
				answer := httptest.NewRecorder()
				files.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody))
				want := slices.ContainsFunc(kinds, func(kind string) bool { return name[:strings.LastIndexByte(name, ' ')] == kind })
				if got := answer.Code != http.StatusForbidden; got != want || answer.Code >= 500 {
					t.Errorf("%s, by %s: %d %s", situation, name, answer.Code, answer.Body)
				}
			}
			still, err := h.access().Allowed(t.Context(), media.Viewer{ChannelID: h.channel, EventID: h.event, Still: true, Place: place})
			if want := slices.Contains(kinds, "picture"); err != nil || still != want {
				t.Errorf("%s, by picture: %v, %v", situation, still, err)
			}
			poster, err := h.access().Allowed(t.Context(), media.Viewer{ChannelID: h.channel, CutID: media.CutID(cut), Still: true, Place: place})
			if want := slices.Contains(kinds, "poster"); err != nil || poster != want {
				t.Errorf("%s, by poster: %v, %v", situation, poster, err)
			}
		}
		visitor := func() account.Session {
			t.Helper()
			_, session, err := h.Accounts.OpenSession(t.Context(), h.channel)
			if err != nil {
				t.Fatal(err)
			}
			return session
		}
		// A request for a picture or for the file of a clip has no session: its address is told to viewers who may watch. The
		// API tells the address of the next still to none of the others: api.TestPicturesOfAGameAreForViewersOfIt. It cannot be
		// made of the address of an earlier one: media.TestTheAddressOfAStillOpensNoLaterOne.
		everything := []string{"event", "sound", "download", "library", "picture", "clip", "poster", "clip download", "clip file"}
		fan, _, cut := buyer()
		check("bought", fan, cut, "CA-QC", everything...)
		check("no access", visitor(), cut, "CA-QC", "clip", "clip file", "poster", "picture")
		check("a session of another channel", h.login(dbtest.Channel(t, h.DB, "south"), "fan@example.com"), cut, "CA-QC", "clip file", "poster", "picture")
		for state, change := range map[string]string{"paid back": "status = 'refunded', live = FALSE", "disputed": "dispute = 'open'"} {
			fan, order, cut := buyer()
			if _, err := h.DB.Write().NewRaw("UPDATE orders SET "+change+" WHERE id = ?", order).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
			dbtest.SetOrder(t, h.DB, order, map[string]string{"paid back": "refunded", "disputed": "paid"}[state]) // every node learns of it
			check(state+", by its buyer", fan, cut, "CA-QC", "picture")
			check(state+", by a visitor", visitor(), cut, "CA-QC", "picture")
		}
		blackOut := func(rules ...commerce.Blackout) (account.Session, clip.CutID) {
			t.Helper()
			fan, _, cut := buyer()
			if err := h.Commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(h.channel), h.channel, h.event, rules); err != nil {
				t.Fatal(err)
			}
			h.revisions.Forget(h.channel)
			return fan, cut
		}
		fan, cut = blackOut(commerce.Blackout{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever})
		check("a denied place", fan, cut, "CA-QC")
		check("a denied place, no access", visitor(), cut, "CA-QC")
		check("a place that no rule denies", fan, cut, "CA-ON", everything...)
		check("a deny list and an unknown place", fan, cut, "", everything...)
		withSound := commerce.Blackout{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever, Sound: true}
		fan, cut = blackOut(withSound)
		check("a denied place with sound", fan, cut, "CA-QC", "sound")
		check("a denied place with sound, no access", visitor(), cut, "CA-QC")
		check("a place that no rule denies, with sound", fan, cut, "CA-ON", everything...)
		fan, cut = blackOut(withSound, commerce.Blackout{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever})
		check("two rules, one without sound", fan, cut, "CA-QC")
		fan, cut = blackOut(commerce.Blackout{Mode: commerce.Allow, Places: []string{"CA"}, LiftedAfter: commerce.Forever})
		check("a place of the allow list", fan, cut, "CA-QC", everything...)
		check("a place that the allow list does not have", fan, cut, "FR")
		check("an allow list and an unknown place", fan, cut, "")
		check("an allow list and an unknown place, no access", visitor(), cut, "")
	})
}

// A clip of a game that is sold is shown as long as the purchases that it was made with hold:
// the one that opened the game, and the one on which it was counted.
func TestAClipEndsWithThePurchasesThatItWasMadeWith(t *testing.T) {
	eachArena(t, func(t *testing.T, h *arena) {
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
	})
}

// A video that is free in the library is still a game that is blacked out.
func TestAFreeVideoOfAGameIsBlackedOutWithIt(t *testing.T) {
	eachArena(t, func(t *testing.T, h *arena) {
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
	})
}
