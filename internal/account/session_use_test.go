package account

import (
	"net/netip"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func (c *club) countSessions() int64 {
	c.t.Helper()
	n, err := c.db.Read().NewSelect().Model((*sessionRow)(nil)).Count(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	return n
}

// A key that no call is made with leaves no row after two hours, however many are opened.
func TestUnusedKeysLeaveNoRows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		var last string
		for range 50 {
			key, _, err := c.OpenSession(t.Context(), c.channel)
			if err != nil {
				t.Fatal(err)
			}
			last = key
		}
		c.clock.Advance(unusedLife)
		if c.opens(last) {
			t.Error("an unused key lives on")
		}
		if n, err := c.PruneSessions(t.Context(), 100); err != nil || n != 50 || c.countSessions() != 0 {
			t.Errorf("%d pruned, %d are left, %v", n, c.countSessions(), err)
		}
	})
}

// A key that is used lives on, longer the longer it is used, and at most as long as before. A
// key that was used once ends after a week.
func TestUsedKeysLiveOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		open := func() string {
			key, _, err := c.OpenSession(t.Context(), c.channel)
			if err != nil {
				t.Fatal(err)
			}
			if !c.opens(key) {
				t.Fatal("a new key opens nothing")
			}
			return key
		}
		once, weekly, yearly := open(), open(), open()
		day := 24 * time.Hour
		for i, step := range []time.Duration{6 * day, 6 * day, 40 * day, 300 * day, 359 * day} {
			c.clock.Advance(step)
			if !c.opens(yearly) {
				t.Fatalf("step %d: a key that is used ends", i)
			}
			if i < 2 && !c.opens(weekly) {
				t.Fatalf("week %d: a key that is used ends", i)
			}
		}
		for name, key := range map[string]string{"once": once, "for two weeks": weekly} {
			if c.opens(key) {
				t.Errorf("a key that was used %s lives for ever", name)
			}
		}
		c.clock.Advance(SessionLife)
		if c.opens(yearly) {
			t.Error("a key outlives its longest life")
		}
	})
}

// Use through an address that was signed for a session counts as use: who watches a free game
// for hours in another player makes no call with the key.
func TestUseByIDKeepsASession(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		_, session, err := c.OpenSession(t.Context(), c.channel)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			c.clock.Advance(unusedLife - time.Minute)
			if _, err := c.FindSessionByID(t.Context(), c.channel, session.ID); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A login makes the life whole: a user's session does not end early, used or not.
func TestALoginMakesALifeWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, visitor := c.visitor()
		key, _, err := c.Login(t.Context(), visitor, "ada@example.com", secret, netip.Addr{})
		if err != nil {
			t.Fatal(err)
		}
		c.clock.Advance(SessionLife - time.Minute)
		entered, err := c.FindSession(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		out, _, err := c.Logout(t.Context(), entered)
		if err != nil || !c.opens(out) {
			t.Errorf("after logging out: %v", err)
		}
	})
}
