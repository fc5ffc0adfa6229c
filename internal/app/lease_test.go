package app

import (
	"testing"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/media"
)

// A signed address of what was bought opens it only while a player of its session has a place,
// where the channel counts screens.
func TestSignedGamesFollowTheirPlaces(t *testing.T) {
	c := openCinema(t)
	_, live := spoiledGames(t, c.App, c.channel)
	if _, err := c.DB.Write().NewRaw("UPDATE events SET type = 'paid' WHERE id = ?", int64(live)).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	couch := c.fan()
	c.pass(couch.UserID, 0, commerce.Watch)
	if !c.maySee(live, couch) {
		t.Error("who bought a game may not watch it, and nobody counts screens")
	}
	c.countScreens(1)
	if c.maySee(live, couch) {
		t.Error("a game is watched without a place")
	}
	ask := lease.Request{
		ChannelID: c.channel, UserID: int64(couch.UserID), SessionID: couch.ID, EventID: int64(live), Player: "couch-player", Most: 1,
	}
	take := func(r lease.Request) {
		t.Helper()
		if err := c.Leases.Take(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	take(ask)
	if !c.maySee(live, couch) {
		t.Error("who has a place may not watch")
	}
	pocket := ask
	pocket.SessionID, pocket.Player, pocket.Instead = couch.ID+1, "pocket-player", true
	take(pocket)
	if c.maySee(live, couch) {
		t.Error("who gave way watches on")
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

// maySee asks as media does while a game is watched.
func (c *cinema) maySee(game catalog.EventID, session account.Session) bool {
	c.t.Helper()
	allowed, err := c.access().Allowed(c.t.Context(), media.Viewer{
		ChannelID: c.channel, EventID: int64(game), UserID: int64(session.UserID), SessionID: session.ID,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return allowed
}
