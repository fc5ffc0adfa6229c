package account

import (
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/seal"
)

// nodes are two of an installation, each with connections and a memory of its own.
func nodes(t *testing.T, dsn string) (one, other *club) {
	t.Helper()
	var all [2]*club
	for i := range all {
		d, err := db.Open(t.Context(), dsn, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		if i == 0 {
			all[i] = newClub(t, d)
			continue
		}
		node := *all[0]
		node.Service = New(Deps{DB: d, Clock: node.clock, Log: slog.New(slog.DiscardHandler), Entitlements: nothingBought{}})
		all[i] = &node
	}
	return all[0], all[1]
}

// opens reports whether a key opens its session.
func (c *club) opens(key string) bool {
	c.t.Helper()
	_, err := c.FindSession(c.t.Context(), key)
	if err != nil && fault.CodeOf(err) != "invalid_api_key" {
		c.t.Error(err)
	}
	return err == nil
}

// lives reports whether a session that was given a signed address does.
func (c *club) lives(session Session) bool {
	c.t.Helper()
	_, err := c.FindSessionByID(c.t.Context(), session.ChannelID, session.ID)
	if err != nil && fault.CodeOf(err) != "invalid_api_key" {
		c.t.Error(err)
	}
	return err == nil
}

// waysOut end a session, from it or from another one of the same user.
var waysOut = map[string]func(c *club, user User, session, other Session) error{
	"one is ended": func(c *club, _ User, session, other Session) error {
		return c.EndSession(c.t.Context(), other, session.ID)
	},
	"all others are ended": func(c *club, _ User, _, other Session) error {
		_, err := c.EndOtherSessions(c.t.Context(), other)
		return err
	},
	"another password": func(c *club, _ User, _, other Session) error {
		fresh := "another-horse-8"
		_, _, err := c.EditProfile(c.t.Context(), other, ProfileChange{Password: &fresh, PasswordConfirmation: &fresh, CurrentPassword: secret})
		return err
	},
	"a password by staff": func(c *club, user User, _, _ Session) error {
		return c.SetPassword(c.t.Context(), actor.ForSystem(c.channel), c.channel, user.ID, "another-horse-8", true)
	},
	"the account is deleted": func(c *club, user User, _, other Session) error {
		_, err := c.ConfirmDeletion(c.t.Context(), c.channel, c.askDeletion(other, user.Email))
		return err
	},
}

// TestWhatEndsASessionIsKnownOnEveryNode ends sessions that both nodes remember: the node that does it knows at once, the
// other within a second, and what asks by the id knows at once on both.
func TestWhatEndsASessionIsKnownOnEveryNode(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			one, other := nodes(t, dsn(t))
			for name, end := range waysOut {
				t.Run(name, func(t *testing.T) { endEverywhere(t, one.in(t), other.in(t), end) })
			}
			t.Run("logout", func(t *testing.T) {
				one, other := one.in(t), other.in(t)
				key, session := one.enter(one.somebody().Email)
				if !other.opens(key) {
					t.Fatal("the other node does not know the key")
				}
				if _, _, err := one.Logout(t.Context(), session); err != nil {
					t.Fatal(err)
				}
				if one.opens(key) {
					t.Error("the old key opens the session where its user logged out")
				}
				one.clock.Advance(time.Second)
				if other.opens(key) {
					t.Error("the old key opens the session elsewhere")
				}
			})
		})
	}
}

// in is the node in a test within the test.
func (c *club) in(t *testing.T) *club {
	node := *c
	node.t = t
	return &node
}

// somebody is a user of a name that nobody else has.
func (c *club) somebody() User {
	c.t.Helper()
	_, name := seal.NewKey()
	return c.person(fmt.Sprintf("%x@example.com", name[:8]), actor.User)
}

func endEverywhere(t *testing.T, one, other *club, end func(c *club, user User, session, other Session) error) {
	t.Helper()
	user := one.somebody()
	key, session := one.enter(user.Email)
	_, elsewhere := one.enter(user.Email)
	forgetful := New(Deps{DB: other.db, Clock: one.clock, Log: slog.New(slog.DiscardHandler), Entitlements: nothingBought{}})
	forgetful.sessions = cache.NewTTL(cache.TTLOptions[keyHash, Session]{
		Load: forgetful.loadSession, TTL: cache.FixedTTL[Session](time.Hour), MaxWeight: maxCachedSessions, Clock: one.clock,
	})
	control := *other
	control.Service = forgetful
	for _, node := range []*club{one, other, &control} {
		if !node.opens(key) || !node.lives(session) {
			t.Fatal("a node does not know the session")
		}
	}
	if err := end(one, user, session, elsewhere); err != nil {
		t.Fatal(err)
	}
	if one.opens(key) || one.lives(session) {
		t.Error("the session lives where it was ended")
	}
	if !other.opens(key) {
		t.Error("the other node remembers nothing: what follows shows nothing")
	}
	if other.lives(session) {
		t.Error("what was permitted to the session still is elsewhere")
	}
	one.clock.Advance(time.Second)
	if other.opens(key) {
		t.Error("the session lives elsewhere a second later")
	}
	if !control.opens(key) { // a node that believes its memory for an hour
		t.Error("the control found nothing: the test cannot fail")
	}
}

// livesAfter ends a session while many look it up, and counts those who find it alive by a question they asked after its end.
func livesAfter(t *testing.T, c *club, end func(other, session Session) error) (lived int64) {
	t.Helper()
	user := c.somebody()
	key, session := c.enter(user.Email)
	_, other := c.enter(user.Email)
	var ended atomic.Bool
	var found atomic.Int64
	dbtest.AtOnce(parallel, func(i int) {
		if i == parallel/2 {
			if err := end(other, session); err != nil {
				t.Error(err)
			}
			ended.Store(true)
			return
		}
		for last := false; !last; {
			last = ended.Load()
			if c.opens(key) && last {
				found.Add(1)
			}
		}
	})
	return found.Load()
}

func TestNobodyIsToldThatAnEndedSessionLives(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		for range 5 {
			if lived := livesAfter(t, c, func(other, session Session) error { return c.EndSession(t.Context(), other, session.ID) }); lived != 0 {
				t.Errorf("%d found it alive", lived)
			}
		}
		// Control: an end of which the memory is not told.
		silent := func(_, session Session) error {
			_, err := d.Write().NewDelete().Model((*sessionRow)(nil)).Where("id = ?", session.ID).Exec(t.Context())
			return err
		}
		if livesAfter(t, c, silent) == 0 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// TestSessionsAreLookedUpTogetherEachForItself asks for many at once: by their keys and ids, on two channels, some of them gone.
func TestSessionsAreLookedUpTogetherEachForItself(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		abroad := c.addChannel("abroad")
		keys, sessions := make([]string, parallel), make([]Session, parallel)
		for i := range sessions {
			channel := c.channel
			if i%2 == 1 {
				channel = abroad
			}
			var err error
			if keys[i], sessions[i], err = c.OpenSession(t.Context(), channel); err != nil {
				t.Fatal(err)
			}
			if i%5 == 0 {
				if _, err := d.Write().NewDelete().Model((*sessionRow)(nil)).Where("id = ?", sessions[i].ID).Exec(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		dbtest.AtOnce(parallel, func(i int) {
			want, gone := sessions[i], i%5 == 0
			byKey, err := c.FindSession(t.Context(), keys[i])
			if (fault.CodeOf(err) == "invalid_api_key") != gone || !gone && (byKey.ID != want.ID || byKey.ChannelID != want.ChannelID || byKey.hash != want.hash) {
				t.Errorf("by key: %+v, %v, want %+v", byKey, err, want)
			}
			if c.lives(want) == gone {
				t.Errorf("by id: gone is %t", !gone)
			}
			if c.lives(Session{ID: want.ID, ChannelID: c.channel + abroad - want.ChannelID}) {
				t.Error("a session is found on another channel")
			}
		})
	})
}
