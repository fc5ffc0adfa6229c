package account

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/zone"
)

// askDeletion has the account deleted as far as the letter with the link.
func (c *club) askDeletion(session Session, email string) Link {
	c.t.Helper()
	if _, err := c.AskDeletion(c.t.Context(), session, secret, "fr", netip.Addr{}); err != nil {
		c.t.Fatal(err)
	}
	return linkOf(c.t, c.post.last(c.t, email, "Supprimer votre compte?"), deleteAccountPath)
}

// deleted is a user whose account is being deleted.
func (c *club) deleted(email string) User {
	c.t.Helper()
	user := c.person(email, actor.User)
	_, session := c.enter(email)
	if _, err := c.ConfirmDeletion(c.t.Context(), c.channel, c.askDeletion(session, email)); err != nil {
		c.t.Fatal(err)
	}
	return user
}

func TestDeletingAnAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		key, session := c.enter("ada@example.com")
		other, _ := c.enter("ada@example.com")
		if _, err := c.AskDeletion(t.Context(), session, "wrong-password", "en", netip.Addr{}); fault.CodeOf(err) != "incorrect_password" {
			t.Errorf("with a wrong password: %v", err)
		}
		link := c.askDeletion(session, "ada@example.com")
		if _, err := c.FindSession(t.Context(), key); err != nil {
			t.Errorf("the letter alone ended a session: %v", err)
		}
		done, err := c.ConfirmDeletion(t.Context(), c.channel, link)
		if err != nil || !done.ErasedAt.Equal(c.clock.Now().Add(DeletionGrace)) || len(done.Stopped) != 0 {
			t.Fatalf("%+v, %v", done, err)
		}
		for _, dead := range []string{key, other} {
			if _, err := c.FindSession(t.Context(), dead); fault.CodeOf(err) != "invalid_api_key" {
				t.Errorf("a session lives on: %v", err)
			}
		}
		if said := c.post.last(t, "ada@example.com", "Votre compte sera supprimé"); said.Language != "fr" || !strings.Contains(said.Lines[0], "31 mars 2026") {
			t.Errorf("the letter says %+v", said)
		}
	})
}

// Noon in UTC is already the next day in Auckland.
type inAuckland struct{}

func (inAuckland) Zone(context.Context, int64) (*time.Location, error) {
	return zone.Load("Pacific/Auckland")
}

func TestLettersNameDaysInTheZoneOfTheChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.zones = inAuckland{}
		c.person("ada@example.com", actor.User)
		_, session := c.enter("ada@example.com")
		paid := Renewal{Name: text.Text{"en": "Hockey pass", "fr": "Forfait hockey"}, Until: c.clock.Now().AddDate(0, 0, 2), Over: true}
		c.renewals = oneRenewal{paid}
		if _, err := c.ConfirmDeletion(t.Context(), c.channel, c.askDeletion(session, "ada@example.com")); err != nil {
			t.Fatal(err)
		}
		said := c.post.last(t, "ada@example.com", "Votre compte sera supprimé")
		for line, want := range map[int]string{0: "Le 1er avril 2026", 2: "prend fin le 4 mars 2026. Si vous vous connectez avant le 4 mars 2026"} {
			if len(said.Lines) != 3 || !strings.Contains(said.Lines[line], want) {
				t.Errorf("the letter says %q, want %q in line %d", said.Lines, want, line)
			}
		}
		c.enter("ada@example.com")
		if said := c.post.last(t, "ada@example.com", "Votre compte est conservé"); !strings.Contains(said.Lines[2], "a pris fin le 4 mars 2026") {
			t.Errorf("the letter says %q", said.Lines)
		}
	})
}

// oneRenewal is a user's only subscription. Over says whether it has ended when the account is kept.
type oneRenewal struct{ Renewal }

func (r oneRenewal) Stop(context.Context, bun.Tx, int64, UserID) ([]Renewal, error) {
	r.Over = false
	return []Renewal{r.Renewal}, nil
}

func (r oneRenewal) Resume(context.Context, bun.Tx, int64, UserID) ([]Renewal, error) {
	return []Renewal{r.Renewal}, nil
}

func TestLoggingInKeepsTheAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.deleted("ada@example.com")
		c.clock.Advance(DeletionGrace - time.Minute)
		c.enter("ada@example.com")
		c.post.last(t, "ada@example.com", "Votre compte est conservé")
		letters := len(c.post.posted)
		c.enter("ada@example.com")
		if len(c.post.posted) != letters {
			t.Error("every login says so")
		}
		c.clock.Advance(2 * DeletionGrace)
		if n, err := c.EraseDeleted(t.Context(), 10); n != 0 || err != nil {
			t.Errorf("erased %d, %v", n, err)
		}
		if got := c.emailOf(user.ID); got != "ada@example.com" {
			t.Errorf("got %s", got)
		}
	})
}

func TestErasingLeavesANumber(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		drawer := &belongings{}
		c.belongings = []Belongings{drawer}
		user, stays := c.deleted("ada@example.com"), c.person("eve@example.com", actor.User)
		c.exec("UPDATE users SET phone = '+1 514 555 0199', phone_digits = '15145550199', mailing_consent = TRUE WHERE id = ?", user.ID)
		c.clock.Advance(DeletionGrace - time.Second)
		if n, err := c.EraseDeleted(t.Context(), 10); n != 0 || err != nil {
			t.Errorf("too early: %d, %v", n, err)
		}
		c.clock.Advance(time.Second)
		if n, err := c.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
			t.Fatalf("erased %d, %v", n, err)
		}
		var row userRow
		if err := d.Read().NewSelect().Model(&row).Where("u.id = ?", user.ID).Scan(t.Context()); err != nil {
			t.Fatal(err)
		}
		for name, left := range map[string]string{
			"first name": row.FirstName, "last name": row.LastName, "phone": row.Phone, "digits": row.PhoneDigits,
			"password": row.PasswordHash, "language": row.Language,
		} {
			if left != "" {
				t.Errorf("%s: %q", name, left)
			}
		}
		if strings.Contains(row.Email, "@") || row.MailingConsent || row.ErasedMS == nil {
			t.Errorf("left: %+v", row)
		}
		var tokens int
		err := d.Read().NewRaw("SELECT count(*) FROM tokens WHERE user_id = ? AND (email <> '' OR payload <> '')", user.ID).Scan(t.Context(), &tokens)
		if err != nil || tokens != 0 {
			t.Errorf("%d links say whose they were, %v", tokens, err)
		}
		if len(drawer.erased) != 1 || drawer.erased[0] != user.ID || c.emailOf(stays.ID) != "eve@example.com" {
			t.Errorf("erased of others: %v", drawer.erased)
		}
		if again := c.person("ada@example.com", actor.User); again.ID == user.ID {
			t.Error("the address is not free")
		}
		if n, err := c.EraseDeleted(t.Context(), 10); n != 0 || err != nil {
			t.Errorf("erased again: %d, %v", n, err)
		}
	})
}

func TestAnAccountIsErasedWholeOrNotAtAll(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		drawer := &belongings{stuck: errors.New("stuck")}
		c.belongings = []Belongings{drawer}
		user := c.deleted("ada@example.com")
		c.clock.Advance(DeletionGrace)
		if _, err := c.EraseDeleted(t.Context(), 10); err == nil {
			t.Error("nothing was said")
		}
		if got := c.emailOf(user.ID); got != "ada@example.com" {
			t.Errorf("half of it is gone: %s", got)
		}
		drawer.stuck = nil
		if n, err := c.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
			t.Errorf("then erased %d, %v", n, err)
		}
	})
}

// sessionsAfterErasure logs a user in many times while the account is erased. It returns the number of valid sessions of an
// erased account. In a control the account is erased between the reads and the writes of the logins.
func sessionsAfterErasure(t *testing.T, c *club, user User, looked, erased *dbtest.Meeting, login func(i int, key string, session Session) string) (living int) {
	t.Helper()
	keys, sessions := make([]string, parallel), make([]Session, parallel)
	for i := range sessions {
		keys[i], sessions[i] = c.visitor()
	}
	dbtest.AtOnce(parallel, func(i int) {
		if i != parallel/2 {
			keys[i] = login(i, keys[i], sessions[i])
			return
		}
		looked.Wait()
		if _, err := c.EraseDeleted(t.Context(), 10); err != nil {
			t.Error(err)
		}
		erased.Leave()
		keys[i] = ""
	})
	gone := strings.HasPrefix(c.emailOf(user.ID), "erased-")
	c.clock.Advance(sessionCached)
	for _, key := range keys {
		if session, err := c.FindSession(t.Context(), key); key != "" && gone && err == nil && session.UserID == user.ID {
			living++
		}
	}
	return living
}

// A login during the erasure of its account either keeps the account or fails. An erased account has no valid session.
func TestLoggingInWhileTheAccountIsErased(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		condemned := func(email string) User {
			user := c.deleted(email)
			c.clock.Advance(DeletionGrace)
			return user
		}
		living := sessionsAfterErasure(t, c, condemned("ada@example.com"), nil, nil, func(i int, _ string, session Session) string {
			key, _, _ := c.Login(t.Context(), session, "ada@example.com", secret, netip.AddrFrom4([4]byte{203, 0, 113, byte(i)}))
			return key
		})
		if living != 0 {
			t.Errorf("%d sessions of an erased account live", living)
		}
		// Control: a login that reads the account once, and does not check it when it writes.
		user, looked, erased := condemned("eve@example.com"), dbtest.NewMeeting(parallel), dbtest.NewMeeting(parallel)
		living = sessionsAfterErasure(t, c, user, looked, erased, func(_ int, key string, session Session) string {
			found, err := c.findByLogin(t.Context(), c.channel, user.Email, nil)
			looked.Wait()
			erased.Wait()
			if err != nil || len(found) != 1 {
				return ""
			}
			if _, err := d.Write().NewRaw("UPDATE sessions SET user_id = ? WHERE id = ?", user.ID, session.ID).Exec(t.Context()); err != nil {
				t.Error(err)
			}
			return key
		})
		if living == 0 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// belongings is a domain that keeps something of users.
type belongings struct {
	erased []UserID
	stuck  error
}

// Name is part of Belongings.
func (b *belongings) Name() string { return "belongings" }

// Export is part of Belongings.
func (b *belongings) Export(_ context.Context, _ int64, _ UserID, add func(any) error) error {
	return add(map[string]string{"item": "one"})
}

// Erase is part of Belongings.
func (b *belongings) Erase(_ context.Context, _ bun.Tx, _ int64, user UserID) error {
	if b.stuck == nil {
		b.erased = append(b.erased, user)
	}
	return b.stuck
}
