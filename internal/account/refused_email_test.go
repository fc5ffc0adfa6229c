package account

import (
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// The profile says that the address accepts no letters, until it changes or one arrives.
func TestTheProfileSaysThatTheAddressIsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		then func(c *club, user User) error
		want bool
	}{
		"nothing happens": {func(*club, User) error { return nil }, true},
		"a letter arrives": {func(c *club, user User) error {
			return c.NoteAcceptedEmail(c.t.Context(), user.ChannelID, user.Email)
		}, false},
		"a letter arrives at another address": {func(c *club, user User) error {
			return c.NoteAcceptedEmail(c.t.Context(), user.ChannelID, "bob@example.com")
		}, true},
		"the address changes": {func(c *club, user User) error {
			c.exec("UPDATE users SET email = 'new@example.com' WHERE id = ?", user.ID)
			return nil
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				c := newClub(t, d)
				ada, bob := c.person("ada@example.com", actor.User), c.person("bob@example.com", actor.User)
				if err := c.NoteRefusedEmail(t.Context(), ada.ChannelID, ada.Email); err != nil {
					t.Fatal(err)
				}
				if err := c.NoteRefusedEmail(t.Context(), ada.ChannelID+1, bob.Email); err != nil { // on another channel
					t.Fatal(err)
				}
				if err := test.then(c, ada); err != nil {
					t.Fatal(err)
				}
				for user, want := range map[UserID]bool{ada.ID: test.want, bob.ID: false} {
					got, err := c.Profile(t.Context(), actor.Actor{Role: actor.User, ChannelID: ada.ChannelID, UserID: int64(user)})
					if err != nil || got.EmailRefused != want {
						t.Errorf("user %d: refused %t, want %t, %v", user, got.EmailRefused, want, err)
					}
				}
			})
		})
	}
}
