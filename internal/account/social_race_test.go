package account

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/seal"
	"github.com/grandstand/grandstand/internal/social"
)

// oracle says of everybody that they are the person.
type oracle struct {
	social.Person

	state string // of the last login that began
	token string // of the member that it names
}

func (o *oracle) Authorize(_ context.Context, _ int64, _ string, _ social.Provider, r social.Request) (address, redirect string, err error) {
	o.state = r.State
	return "https://provider.example", "https://home.example/callback", nil
}

func (o *oracle) Identify(context.Context, int64, social.Provider, social.Request, string) (social.Person, error) {
	return o.Person, nil
}

func (o *oracle) Member(context.Context, int64, string) (social.Member, error) {
	return social.Member{Person: o.Person, TokenID: o.token, Expires: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)}, nil
}

// newHarbour is a club with an oracle.
func newHarbour(t *testing.T, d *db.DB) (*club, *oracle) {
	t.Helper()
	c, o := newClub(t, d), &oracle{Person: social.Person{Subject: "ada-1", Email: "ada@example.com", EmailVerified: true, FirstName: "Ada", LastName: "L"}}
	c.others = o
	return c, o
}

func hashed(t *testing.T, key string) keyHash {
	t.Helper()
	hash, ok := seal.HashKey(key)
	if !ok {
		t.Fatalf("%q is no key", key)
	}
	return hash
}

// mustLose spends one row of social_logins many times at once, by reading first and writing then: more than one must win.
func mustLose(t *testing.T, d *db.DB, column, where string, args ...any) {
	t.Helper()
	read := dbtest.NewMeeting(parallel)
	won := race(t, func() (won bool, err error) {
		var spent bool
		err = d.Write().NewRaw("SELECT "+column+" IS NOT NULL FROM social_logins WHERE "+where, args...).Scan(t.Context(), &spent)
		read.Wait()
		if err != nil || spent {
			return false, err
		}
		_, err = d.Write().NewRaw("UPDATE social_logins SET "+column+" = 1 WHERE "+where, args...).Exec(t.Context())
		return err == nil, err
	})
	if won < 2 {
		t.Error("the control found nothing: the test cannot fail")
	}
}

// race counts how many of many at once win.
func race(t *testing.T, try func() (won bool, err error)) int64 {
	t.Helper()
	var won atomic.Int64
	dbtest.AtOnce(parallel, func(int) {
		ok, err := try()
		if err != nil {
			t.Error(err)
		}
		if ok {
			won.Add(1)
		}
	})
	return won.Load()
}

func TestAStateIsGoodOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		_, session := c.visitor()
		begin := func() (state, browser string) {
			begun, err := c.BeginSocial(t.Context(), session, social.Google, "home.example", "")
			if err != nil {
				t.Fatal(err)
			}
			return o.state, begun.Browser
		}
		for range 2 {
			state, browser := begin()
			won := race(t, func() (bool, error) {
				ticket, _, err := c.AnswerSocial(t.Context(), c.channel, SocialReturn{Provider: social.Google, State: state, Browser: browser, Code: "code"})
				if err == RefusedStale { //nolint:errorlint // the sentinel itself
					return false, nil
				}
				return ticket != "", err
			})
			if won != 1 {
				t.Errorf("%d came back with one state", won)
			}
		}
		state, _ := begin()
		mustLose(t, d, "answered_ms", "state_hash = ?", hashed(t, state).String())
	})
}

// ticketFor goes to a ticket of a session.
func ticketFor(t *testing.T, c *club, o *oracle, session Session) string {
	t.Helper()
	begun, err := c.BeginSocial(t.Context(), session, social.Google, "home.example", "")
	if err != nil {
		t.Fatal(err)
	}
	ticket, _, err := c.AnswerSocial(t.Context(), c.channel, SocialReturn{Provider: social.Google, State: o.state, Browser: begun.Browser, Code: "code"})
	if err != nil {
		t.Fatal(err)
	}
	return ticket
}

func TestATicketIsGoodOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		_, session := c.visitor()
		ticket := ticketFor(t, c, o, session)
		yes := true
		won := race(t, func() (bool, error) {
			_, _, err := c.EnterSocial(t.Context(), session, social.Google, SocialEntry{Ticket: ticket, Terms: &yes})
			if fault.CodeOf(err) == "social_ticket_invalid" {
				return false, nil
			}
			return err == nil, err
		})
		var users int
		if err := d.Read().NewRaw("SELECT count(*) FROM users").Scan(t.Context(), &users); err != nil || users != 1 || won != 1 {
			t.Errorf("%d users, %d were let in, %v", users, won, err)
		}
		_, another := c.visitor()
		mustLose(t, d, "redeemed_ms", "ticket_hash = ?", hashed(t, ticketFor(t, c, o, another)).String())
	})
}

// Somebody who comes for the first time by two tickets at once becomes one user.
func TestOnePersonBecomesOneUser(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		o.Email = "" // so that nothing but the identity is the same
		sessions, tickets := make([]Session, parallel), make([]string, parallel)
		for i := range sessions {
			_, sessions[i] = c.visitor()
			tickets[i] = ticketFor(t, c, o, sessions[i])
		}
		yes := true
		users := comeAtOnce(t, c, func(i int) error {
			_, _, err := c.EnterSocial(t.Context(), sessions[i], social.Google, SocialEntry{Ticket: tickets[i], Terms: &yes, Email: anAddress(i), From: newNetwork()})
			return err
		})
		if users != 1 {
			t.Errorf("%d users are one person", users)
		}
		// Control: without the index, whoever looks first and notes then.
		c.exec("DROP INDEX identities_subject")
		person := newcomer{Person: o.Person, provider: social.Google}
		c.exec("DELETE FROM users")
		looked := dbtest.NewMeeting(parallel)
		users = comeAtOnce(t, c, func(i int) error {
			known, err := d.Write().NewSelect().Model((*identityRow)(nil)).Where("i.subject = ?", person.Subject).Exists(t.Context())
			looked.Wait()
			if err != nil {
				return err
			}
			if known {
				return identityTaken()
			}
			return d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				row := c.newRow(c.channel, anAddress(i), "")
				if err := insertUser(ctx, tx, row); err != nil {
					return err
				}
				return c.connect(ctx, tx, row.user(), person, identityTaken)
			})
		})
		if users < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

func anAddress(i int) string { return fmt.Sprintf("ada.%d@example.com", i) }

// comeAtOnce has one person come in many ways at once, and counts the users.
func comeAtOnce(t *testing.T, c *club, come func(i int) error) (users int64) {
	t.Helper()
	let := follows(t, come, "identity_taken")
	if err := c.db.Read().NewRaw("SELECT count(*) FROM users").Scan(t.Context(), &users); err != nil || let == 0 {
		t.Errorf("%d were let in, %v", let, err)
	}
	return users
}

func TestAMemberTokenIsGoodOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		member := social.Member{Person: o.Person, TokenID: "token-1", Expires: c.clock.Now().Add(time.Hour)}
		spend := func() (bool, error) {
			err := c.spendRemote(t.Context(), d.Write(), c.channel, member)
			if fault.CodeOf(err) == "remote_token_used" {
				return false, nil
			}
			return err == nil, err
		}
		if won := race(t, spend); won != 1 {
			t.Errorf("%d spent one token", won)
		}
		// Control: whoever looks first and notes then.
		row := remoteTokenRow{ChannelID: c.channel, TokenHash: "token-2", ExpiresMS: clock.Millis(member.Expires)}
		looked := dbtest.NewMeeting(parallel)
		won := race(t, func() (bool, error) {
			used, err := d.Write().NewSelect().Model((*remoteTokenRow)(nil)).Where("r.token_hash = ?", row.TokenHash).Exists(t.Context())
			looked.Wait()
			if err != nil || used {
				return false, err
			}
			own := row
			_, err = d.Write().NewInsert().Model(&own).On("CONFLICT DO NOTHING").Returning("NULL").Exec(t.Context())
			return err == nil, err
		})
		if won < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

func TestAMemberIsLetInByOneOfManyTokensAtOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		o.token = "the same for all"
		sessions := make([]Session, parallel)
		for i := range sessions {
			_, sessions[i] = c.visitor()
		}
		var next atomic.Int64
		won := race(t, func() (bool, error) {
			_, _, err := c.EnterRemote(t.Context(), sessions[next.Add(1)-1], RemoteEntry{Token: "token"})
			if fault.CodeOf(err) == "remote_token_used" {
				return false, nil
			}
			return err == nil, err
		})
		if won != 1 {
			t.Errorf("%d were let in by one token", won)
		}
	})
}

func TestLoginsElsewhereAreForgotten(t *testing.T) {
	c, o := newHarbour(t, dbtest.SQLite(t))
	_, session := c.visitor()
	ticketFor(t, c, o, session)
	if err := c.spendRemote(t.Context(), c.db.Write(), c.channel, social.Member{TokenID: "1", Expires: c.clock.Now().Add(time.Minute)}); err != nil {
		t.Fatal(err)
	}
	prune := func(want int64) {
		t.Helper()
		for _, prune := range []func(context.Context, int64) (int64, error){c.PruneLogins, c.PruneRemoteTokens} {
			if n, err := prune(t.Context(), 10); n != want || err != nil {
				t.Errorf("%d forgotten, want %d, %v", n, want, err)
			}
		}
	}
	prune(0)
	c.clock.Advance(2 * SocialLoginLife)
	prune(1)
}

func TestWhoTakesAnAccountOverIsDisconnected(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		o.EmailVerified = false
		_, session := c.visitor()
		yes := true
		enter := func(session Session) error {
			_, _, err := c.EnterSocial(t.Context(), session, social.Google, SocialEntry{Ticket: ticketFor(t, c, o, session), Terms: &yes})
			return err
		}
		if err := enter(session); err != nil {
			t.Fatal(err)
		}
		err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return deleteIdentities(ctx, tx, c.channel, 1) })
		if err != nil {
			t.Fatal(err)
		}
		_, again := c.visitor()
		if err := enter(again); fault.CodeOf(err) != "password_login_needed" {
			t.Errorf("got %v", err)
		}
	})
}

// What lies in the database finishes no login: states, tickets and the browser's secret
// are there as hashes only, and the verifier and the nonce not at all.
func TestNothingStoredFinishesALogin(t *testing.T) {
	c, o := newHarbour(t, dbtest.SQLite(t))
	_, session := c.visitor()
	begun, err := c.BeginSocial(t.Context(), session, social.Google, "home.example", "")
	if err != nil {
		t.Fatal(err)
	}
	r := socialRequest(begun.Browser, o.state, "")
	ticket, _, err := c.AnswerSocial(t.Context(), c.channel, SocialReturn{Provider: social.Google, State: o.state, Browser: begun.Browser, Code: "code"})
	if err != nil {
		t.Fatal(err)
	}
	var row socialRow
	if err := c.db.Read().NewSelect().Model(&row).Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	stored := fmt.Sprintf("%+v %s", row, *row.TicketHash)
	for name, secret := range map[string]string{"state": o.state, "browser": begun.Browser, "verifier": r.Verifier, "nonce": r.Nonce, "ticket": ticket} {
		if secret == "" || len(secret) < 40 || strings.Contains(stored, secret) {
			t.Errorf("the %s lies in the database, or is none: %q", name, secret)
		}
	}
	if other := socialRequest(begun.Browser, "another", ""); other.Verifier == r.Verifier || other.Nonce == r.Nonce || r.Nonce == r.Verifier {
		t.Error("two logins share what should be of one alone")
	}
}
