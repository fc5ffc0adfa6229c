package account

import (
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/social"
)

// leave confirms the deletion of an account.
func (c *club) leave(session Session, email string) {
	c.t.Helper()
	if _, err := c.ConfirmDeletion(c.t.Context(), c.channel, c.askDeletion(session, email)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) isDeleting(id UserID) bool {
	c.t.Helper()
	var n int
	if err := c.db.Read().NewRaw("SELECT count(*) FROM users WHERE id = ? AND deleting_ms IS NOT NULL", id).Scan(c.t.Context(), &n); err != nil {
		c.t.Fatal(err)
	}
	return n > 0
}

// Within the grace every way to log in leads to the same account and keeps it.
func TestEveryWayToLogInKeepsTheAccount(t *testing.T) {
	const email = "ada@example.com"
	for name, way := range map[string]struct {
		// connect prepares the way, before the deletion.
		connect func(t *testing.T, c *club, o *oracle, session Session)
		enter   func(t *testing.T, c *club, o *oracle) (User, error)
	}{
		"a membership": {
			func(t *testing.T, c *club, o *oracle, session Session) {
				o.token = "first"
				if _, _, err := c.EnterRemote(t.Context(), session, RemoteEntry{Token: "token", Link: true, Language: "en"}); err != nil {
					t.Fatal(err)
				}
			},
			func(t *testing.T, c *club, o *oracle) (User, error) {
				o.token = "second"
				_, session := c.visitor()
				_, user, err := c.EnterRemote(t.Context(), session, RemoteEntry{Token: "token", Language: "en"})
				return user, err
			},
		},
		"another provider": {
			func(*testing.T, *club, *oracle, Session) {},
			func(t *testing.T, c *club, o *oracle) (User, error) {
				_, session := c.visitor()
				_, user, err := c.EnterSocial(t.Context(), session, social.Google, SocialEntry{Ticket: ticketFor(t, c, o, session), Language: "en"})
				return user, err
			},
		},
		"a new password": {
			func(*testing.T, *club, *oracle, Session) {},
			func(t *testing.T, c *club, _ *oracle) (User, error) {
				if err := c.SendReset(t.Context(), ResetRequest{ChannelID: c.channel, Email: email}); err != nil {
					return User{}, err
				}
				link := linkOf(t, c.post.last(t, email, "Choisissez un nouveau mot de passe"), resetPath)
				_, session := c.visitor()
				_, user, err := c.ResetPassword(t.Context(), session, PasswordReset{Link: link, Password: "another-horse-9", PasswordConfirmation: "another-horse-9", Language: "en"})
				return user, err
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				c, o := newHarbour(t, d)
				user := c.person(email, actor.User)
				c.exec("UPDATE users SET email_verified = TRUE WHERE id = ?", user.ID)
				_, session := c.enter(email)
				way.connect(t, c, o, session)
				c.leave(session, email)
				if !c.isDeleting(user.ID) {
					t.Fatal("the account is not being deleted")
				}
				c.clock.Advance(DeletionGrace / 2)
				entered, err := way.enter(t, c, o)
				if err != nil || entered.ID != user.ID {
					t.Fatalf("user %d, want %d, %v", entered.ID, user.ID, err)
				}
				if c.isDeleting(user.ID) {
					t.Error("the account is deleted nevertheless")
				}
				c.post.last(t, email, "Votre compte est conservé")
			})
		})
	}
}

// A device that was let in before the deletion, and comes after it, does not keep the account.
func TestADeviceThatWasLetInBeforeDoesNotKeepTheAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.User)
		_, session := c.enter("ada@example.com")
		tv := c.tv("TV")
		if err := c.link(session.Actor(), tv.code.UserCode); err != nil {
			t.Fatal(err)
		}
		c.leave(session, "ada@example.com")
		poll, err := c.PollDevice(t.Context(), tv.session, tv.code.Secret)
		if err != nil || poll.Key != "" || !c.isDeleting(user.ID) {
			t.Errorf("the device is told %+v, %v", poll, err)
		}
	})
}

// After the grace a membership leads to another account.
func TestAMemberWhoseAccountIsErasedBeginsAnother(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		enter := func(token string) User {
			o.token = token
			_, session := c.visitor()
			_, user, err := c.EnterRemote(t.Context(), session, RemoteEntry{Token: "token", Language: "en"})
			if err != nil {
				t.Fatal(err)
			}
			return user
		}
		first := enter("first")
		c.exec("UPDATE users SET deleting_ms = 1 WHERE id = ?", first.ID)
		c.clock.Advance(DeletionGrace)
		if n, err := c.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
			t.Fatalf("erased %d, %v", n, err)
		}
		if second := enter("second"); second.ID == first.ID || second.Email != first.Email {
			t.Errorf("the member is user %d again, %s", second.ID, second.Email)
		}
	})
}
