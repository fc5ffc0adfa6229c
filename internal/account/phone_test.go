package account

import (
	"net/netip"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A second account with the same number neither takes the login from the first nor ends it.
func TestAPhoneNumberOpensTheAccountThatHadItFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		first, _ := c.newcomer("first@example.com")
		second, _ := c.newcomer("second@example.com")
		_, one := c.enter("first@example.com")
		_, two := c.enter("second@example.com")
		keep := func(session Session, phone string) {
			t.Helper()
			if _, user, err := c.EditProfile(t.Context(), session, ProfileChange{Phone: &phone}); err != nil || user.Phone != phone {
				t.Fatalf("%q, %v", user.Phone, err)
			}
		}
		opens := func(want UserID) {
			t.Helper()
			_, session := c.visitor()
			_, user, _ := c.Login(t.Context(), session, "(514)5550199", secret, netip.Addr{})
			if user.ID != want {
				t.Errorf("the number opens %d, want %d", user.ID, want)
			}
		}
		keep(one, "514 555-0199")
		keep(two, "(514) 555-0199")
		opens(first.ID)
		keep(one, "514 555-0199") // again, by the form that sends every field
		opens(first.ID)
		keep(one, "514 555-0111")
		opens(0)
		keep(two, "(514) 555-0199") // free now
		opens(second.ID)
		keep(two, "")
		opens(0)
	})
}

func TestOfManyWhoEnterANumberOneHasItsLogin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		sessions := make([]Session, 6)
		for i := range sessions {
			email := string(rune('a'+i)) + "@example.com"
			c.newcomer(email)
			_, sessions[i] = c.enter(email)
		}
		dbtest.AtOnce(len(sessions), func(i int) {
			if _, _, err := c.EditProfile(t.Context(), sessions[i], ProfileChange{Phone: new("5145550199")}); err != nil {
				t.Error(err)
			}
		})
		var n int
		if err := d.Read().NewRaw("SELECT count(*) FROM phone_logins").Scan(t.Context(), &n); err != nil || n != 1 {
			t.Errorf("%d accounts, %v", n, err)
		}
	})
}
