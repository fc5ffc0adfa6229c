package account

import (
	"context"
	"slices"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

// connected makes a user, with or without a password, who is connected with providers.
func (c *club) connected(email string, hasPassword bool, providers ...social.Provider) actor.Actor {
	c.t.Helper()
	user := c.person(email, actor.User)
	if !hasPassword {
		if err := c.updateUser(c.t.Context(), c.db.Write(), c.channel, user.ID, "password_hash = ?", ""); err != nil {
			c.t.Fatal(err)
		}
	}
	err := c.db.InTx(c.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		for _, p := range providers {
			n := newcomer{Person: social.Person{Subject: email, Email: email}, provider: p}
			if err := c.connect(ctx, tx, user, n, identityTaken); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return actor.Actor{Role: actor.User, ChannelID: c.channel, UserID: int64(user.ID)}
}

func (c *club) waysOf(by actor.Actor) (ways []social.Provider) {
	c.t.Helper()
	list, err := c.Identities(c.t.Context(), by)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, one := range list {
		ways = append(ways, one.Provider)
	}
	return ways
}

func TestAWayInIsEnded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.connected("ada@example.com", true, social.Google, social.Facebook)
		bob := c.connected("bob@example.com", true, social.Google)
		if err := c.Disconnect(t.Context(), ada, social.Google, "en"); err != nil {
			t.Fatal(err)
		}
		if err := c.Disconnect(t.Context(), ada, social.Google, "en"); fault.CodeOf(err) != "identity_not_found" {
			t.Errorf("ended twice: %v", err)
		}
		if got := c.waysOf(ada); !slices.Equal(got, []social.Provider{social.Facebook}) {
			t.Errorf("ada has %v", got)
		}
		if got := c.waysOf(bob); !slices.Equal(got, []social.Provider{social.Google}) {
			t.Errorf("bob has %v", got)
		}
		c.post.last(t, "ada@example.com", "Google was disconnected from your account")
		elsewhere := actor.Actor{Role: actor.User, ChannelID: c.addChannel("away"), UserID: ada.UserID}
		if err := c.Disconnect(t.Context(), elsewhere, social.Facebook, "en"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("from another channel: %v", err)
		}
		for name, by := range map[string]actor.Actor{"a visitor": {ChannelID: c.channel}, "nobody": {}} {
			if _, err := c.Identities(t.Context(), by); fault.KindOf(err) != fault.Unauthenticated {
				t.Errorf("%s lists: %v", name, err)
			}
			if err := c.Disconnect(t.Context(), by, social.Google, "en"); fault.KindOf(err) != fault.Unauthenticated {
				t.Errorf("%s disconnects: %v", name, err)
			}
		}
	})
}

func TestTheLastWayInStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.connected("ada@example.com", false, social.Google)
		if err := c.Disconnect(t.Context(), ada, social.Google, "en"); fault.CodeOf(err) != "last_way_in" {
			t.Errorf("%v", err)
		}
		if got := c.waysOf(ada); len(got) != 1 {
			t.Errorf("ways in: %v", got)
		}
	})
}

// endBoth ends both ways into an account at once and counts what is left.
func endBoth(t *testing.T, c *club, by actor.Actor, end func(context.Context, actor.Actor, social.Provider, string) error) (left int) {
	t.Helper()
	ways := []social.Provider{social.Google, social.Facebook}
	dbtest.AtOnce(parallel, func(i int) {
		err := end(t.Context(), by, ways[i%len(ways)], "en")
		if code := fault.CodeOf(err); err != nil && code != "last_way_in" && code != "identity_not_found" {
			t.Error(err)
		}
	})
	return len(c.waysOf(by))
}

func TestOfTwoWaysEndedAtOnceOneStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		if left := endBoth(t, c, c.connected("ada@example.com", false, social.Google, social.Facebook), c.Disconnect); left != 1 {
			t.Errorf("%d ways in are left", left)
		}
		// Control: requests that count the logins before their transaction, and take no lock.
		looked := dbtest.NewMeeting(parallel)
		careless := func(ctx context.Context, by actor.Actor, p social.Provider, _ string) error {
			list, err := c.Identities(ctx, by)
			looked.Wait()
			if err != nil || len(list) < 2 {
				return err
			}
			_, err = d.Write().NewDelete().Model((*identityRow)(nil)).
				Where("channel_id = ? AND user_id = ? AND provider = ?", by.ChannelID, by.UserID, p).Exec(ctx)
			return err
		}
		if endBoth(t, c, c.connected("bob@example.com", false, social.Google, social.Facebook), careless) != 0 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}
