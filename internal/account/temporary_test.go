package account

import (
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// A temporary password is replaced soon after the login without being entered again, and nothing else is changed by it.
func TestATemporaryPasswordIsAskedForOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		if err := c.updateUser(t.Context(), d.Write(), ada.ChannelID, ada.ID, "temporary_password = ?", true); err != nil {
			t.Fatal(err)
		}
		_, own := c.enter("ada@example.com")
		address := "new@example.com"
		choose := func(password string, email *string) string {
			_, _, err := c.EditProfile(t.Context(), own, ProfileChange{Password: &password, PasswordConfirmation: &password, Email: email})
			return fault.CodeOf(err)
		}
		if got := choose(secret, nil); got != "validation_failed" {
			t.Errorf("the temporary one again: %q", got)
		}
		if got := choose("a password of mine", &address); got != "validation_failed" {
			t.Errorf("with another address: %q", got)
		}
		c.clock.Advance(recentLogin)
		if got := choose("a password of mine", nil); got != "validation_failed" {
			t.Errorf("later: %q", got)
		}
		if err := c.stepsUp(own, c.stepUpCode(own, ada.Email)); err != nil {
			t.Fatal(err)
		}
		if got := choose("a password of mine", nil); got != "" {
			t.Errorf("by a mailed code: %q", got)
		}
		if user, err := c.find(t.Context(), c.channel, "u.id = ?", ada.ID); err != nil || user.TemporaryPassword {
			t.Errorf("%+v, %v", user, err)
		}
	})
}
