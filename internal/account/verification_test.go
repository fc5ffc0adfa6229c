package account

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func (c *club) isVerified(user User) bool {
	c.t.Helper()
	found, err := c.find(c.t.Context(), user.ChannelID, "u.id = ?", user.ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return found.EmailVerified
}

func TestALinkVerifiesItsAddressOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user, link := c.newcomer("ada+fan@example.com")
		if c.isVerified(user) {
			t.Fatal("verified before anybody followed the link")
		}
		if err := c.verifies(c.channel, link); err != nil || !c.isVerified(user) {
			t.Fatalf("%v, verified %v", err, c.isVerified(user))
		}
		if err := c.verifies(c.channel, link); fault.CodeOf(err) != "email_already_verified" {
			t.Errorf("a second time: %v", err)
		}
	})
}

func TestLinksThatVerifyNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user, link := c.newcomer("ada@example.com")
		_, other := c.newcomer("eve@example.com")
		elsewhere := c.addChannel("away")
		flipped := []byte(link.Signature)
		flipped[7] ^= 1
		for name, attempt := range map[string]struct {
			channel int64
			link    Link
		}{
			"of another channel":      {elsewhere, link},
			"another address":         {c.channel, Link{"eve@example.com", link.Expires, link.Signature}},
			"another's signature":     {c.channel, Link{link.Email, link.Expires, other.Signature}},
			"a later end":             {c.channel, Link{link.Email, link.Expires + 86400, link.Signature}},
			"an altered signature":    {c.channel, Link{link.Email, link.Expires, string(flipped)}},
			"a longer signature":      {c.channel, Link{link.Email, link.Expires, link.Signature + "A"}},
			"a line break at the end": {c.channel, Link{link.Email, link.Expires, link.Signature + "\n"}},
			"nothing":                 {c.channel, Link{}},
			"for another purpose":     {c.channel, c.forgets(user)},
			"with a NUL":              {c.channel, Link{link.Email + "\x00", link.Expires, link.Signature}},
			"of enormous length":      {c.channel, Link{strings.Repeat("a", 10_000), 1 << 62, strings.Repeat("A", 10_000)}},
			"before the beginning":    {c.channel, Link{link.Email, -1, link.Signature}},
		} {
			if err := c.verifies(attempt.channel, attempt.link); fault.CodeOf(err) != "verification_failed" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if c.isVerified(user) {
			t.Fatal("one of them verified the address")
		}
		c.clock.Advance(verifyLife)
		if err := c.verifies(c.channel, link); fault.CodeOf(err) != "verification_failed" {
			t.Errorf("a day later: %v", err)
		}
	})
}

func TestALinkToAnAddressOfThePastFails(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user, link := c.newcomer("ada@example.com")
		if err := c.updateUser(t.Context(), d.Write(), user.ChannelID, user.ID, "email = ?", "lovelace@example.com"); err != nil {
			t.Fatal(err)
		}
		if err := c.verifies(c.channel, link); fault.CodeOf(err) != "verification_failed" {
			t.Errorf("got %v", err)
		}
		if c.isVerified(user) {
			t.Error("the address of today is verified by the one of yesterday")
		}
	})
}

func TestTheLetterIsSentAgainALittle(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	_, first := c.newcomer("ada@example.com")
	_, session := c.enter("ada@example.com")
	for range verifyAgain.Burst {
		if err := c.ResendVerification(t.Context(), session, "fr"); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.ResendVerification(t.Context(), session, "fr"); fault.CodeOf(err) != "too_many_attempts" {
		t.Errorf("once more: %v", err)
	}
	c.clock.Advance(verifyAgain.Every)
	if err := c.ResendVerification(t.Context(), session, "fr"); err != nil {
		t.Errorf("after a while: %v", err)
	}
	// Nobody knew the user's language, so they are spoken to in the one they use now.
	second := linkOf(t, c.post.last(t, "ada@example.com", "Confirmez votre adresse courriel"), verifyPath)
	if err := c.verifies(c.channel, first); err != nil {
		t.Errorf("the first link: %v", err)
	}
	if err := c.verifies(c.channel, second); fault.CodeOf(err) != "email_already_verified" {
		t.Errorf("the link that came later: %v", err)
	}
	if err := c.ResendVerification(t.Context(), session, "fr"); fault.CodeOf(err) != "email_already_verified" {
		t.Errorf("once verified: %v", err)
	}
	if err := c.ResendVerification(t.Context(), Session{ChannelID: c.channel}, "fr"); fault.CodeOf(err) != "unauthenticated" {
		t.Errorf("a visitor: %v", err)
	}
}

// What somebody types at registration never reaches the mailbox they typed.
func TestLettersRepeatNothingThatWasTyped(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	_, session := c.visitor()
	_, user, err := c.Register(t.Context(), session, Registration{
		Email: "victim@example.com", Password: secret, PasswordConfirmation: secret, FirstName: "WIN 1000 AT", LastName: "evil.example", Terms: true, Language: "en",
	})
	if err != nil {
		t.Fatal(err)
	}
	c.forgets(user)
	for _, p := range c.post.posted {
		if text := strings.Join(append([]string{p.letter.Subject, p.letter.Heading}, append(p.letter.Lines, p.letter.After...)...), " "); strings.Contains(text, "evil") {
			t.Errorf("%q", text)
		}
	}
}

// No secret of a link is in the database or the log.
func TestLinksAreStoredHashedOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		_, link := c.newcomer("ada@example.com")
		var hash string
		if err := d.Read().NewRaw("SELECT hash FROM tokens").Scan(t.Context(), &hash); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(hash, link.Signature[:10]) || strings.Contains(c.log.String(), link.Signature) {
			t.Error("the signature can be read")
		}
		c.clock.Advance(verifyLife + 31*24*time.Hour)
		if n, err := c.PruneTokens(t.Context(), 100); n != 1 || err != nil {
			t.Errorf("%d links pruned, %v", n, err)
		}
	})
}

func TestMadeUsersAreVerifiedWhereThatIsKnown(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	user, err := c.CreateUser(t.Context(), actor.ForSystem(c.channel), c.channel, NewUser{Email: "demo@example.com", Password: secret, Role: actor.User, Language: "fr", EmailVerified: true})
	if err != nil || !c.isVerified(user) || user.Language != "fr" {
		t.Errorf("got %+v, %v", user, err)
	}
	if c.isVerified(c.person("ada@example.com", actor.User)) {
		t.Error("everybody is")
	}
}
