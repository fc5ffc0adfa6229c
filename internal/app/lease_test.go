package app

import (
	"strconv"
	"testing"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/vod"
)

// A signed address of what was bought takes a place by itself where the channel counts screens, and
// stops when another screen takes that place.
func TestSignedGamesFollowTheirPlaces(t *testing.T) {
	c := openCinema(t)
	_, live := spoiledGames(t, c.App, c.channel)
	if _, err := c.DB.Write().NewRaw("UPDATE events SET type = 'paid' WHERE id = ?", int64(live)).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	couch := c.fan()
	c.pass(couch.UserID, 0, commerce.Watch)
	if !c.maySee(live, couch) || len(c.screens(couch)) != 0 {
		t.Error("a bought game does not play, or is counted where the channel does not count screens")
	}
	c.countScreens(1)
	if !c.maySee(live, couch) || len(c.screens(couch)) != 1 {
		t.Error("an address of a bought game does not take a place by itself")
	}
	pocket := lease.Request{
		ChannelID: c.channel, UserID: int64(couch.UserID), SessionID: couch.ID + 1, Subject: lease.Subject{EventID: int64(live)},
		Player: "pocket-player", Slots: 1, ReplaceOldest: true,
	}
	if err := c.Leases.Acquire(t.Context(), pocket); err != nil {
		t.Fatal(err)
	}
	if c.maySee(live, couch) {
		t.Error("an address plays on after another screen took its place")
	}
}

// Everything that needs no purchase is watched on any number of screens, also by a subscriber and by staff.
func TestScreensOfFreeGamesAreNotCounted(t *testing.T) {
	c := openCinema(t)
	_, live := spoiledGames(t, c.App, c.channel)
	couch := c.fan()
	c.pass(couch.UserID, 0, commerce.Watch)
	c.countScreens(1)
	for _, accessType := range []string{"free", "register"} {
		if _, err := c.DB.Write().NewRaw("UPDATE events SET type = ? WHERE id = ?", accessType, int64(live)).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range lease.MaxNetworks + 3 {
			if !c.mayPlay(media.Playing{Viewer: c.viewerOf(live, couch), Network: strconv.Itoa(i), Starts: true}) {
				t.Errorf("a %s game is counted", accessType)
			}
		}
	}
	if held := c.screens(couch); len(held) != 0 {
		t.Errorf("free games hold places: %+v", held)
	}
}

// A paid video of the library is counted as a game is, and one address of it is not for everybody.
func TestScreensOfTheLibraryAreCounted(t *testing.T) {
	c := openCinema(t)
	film := int64(c.show(vod.Paid))
	couch, pocket := c.fan(), c.logFanIn()
	c.pass(couch.UserID, 0, commerce.Watch, commerce.VODMedia)
	c.countScreens(1)
	play := func(session account.Session, network string) bool {
		return c.mayPlay(media.Playing{
			Viewer: media.Viewer{ChannelID: c.channel, VODID: film, UserID: int64(couch.UserID), SessionID: session.ID}, Network: network, Starts: true,
		})
	}
	if !play(couch, "a") || play(pocket, "a") {
		t.Error("videos of the library are not counted")
	}
	for _, network := range []string{"b", "c", "d", "e"} {
		play(couch, network)
	}
	if play(couch, "a") {
		t.Error("one address of a paid video serves everybody")
	}
}

// countScreens sets on how many screens at once users may watch.
func (c *cinema) countScreens(most int64) {
	c.t.Helper()
	owner, err := c.Channels.FindByID(c.t.Context(), channel.ID(c.channel))
	if err != nil {
		c.t.Fatal(err)
	}
	changed := *owner
	changed.Settings.ConcurrentStreams = most
	if err := c.Channels.Update(c.t.Context(), actor.ForSystem(c.channel), changed); err != nil {
		c.t.Fatal(err)
	}
}

// maySee asks as media does when a game is watched.
func (c *cinema) maySee(game catalog.EventID, session account.Session) bool {
	c.t.Helper()
	viewer := c.viewerOf(game, session)
	allowed, err := c.access().Allowed(c.t.Context(), viewer)
	if err != nil {
		c.t.Fatal(err)
	}
	return allowed && c.mayPlay(media.Playing{Viewer: viewer})
}

func (c *cinema) viewerOf(game catalog.EventID, session account.Session) media.Viewer {
	return media.Viewer{ChannelID: c.channel, EventID: int64(game), UserID: int64(session.UserID), SessionID: session.ID}
}

func (c *cinema) mayPlay(p media.Playing) bool {
	c.t.Helper()
	err := c.access().Play(c.t.Context(), p)
	if kind := fault.KindOf(err); err != nil && kind != fault.Conflict && kind != fault.Forbidden {
		c.t.Fatal(err)
	}
	return err == nil
}

// screens are the places that a user has.
func (c *cinema) screens(session account.Session) []lease.Lease {
	c.t.Helper()
	held, err := c.Leases.List(c.t.Context(), c.channel, int64(session.UserID))
	if err != nil {
		c.t.Fatal(err)
	}
	return held
}
