package account

import (
	"context"
	"net/netip"
	"sync/atomic"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// spentAtOnce does one thing in many transactions at once and counts those in which it
// worked; the others must be told the code.
func spentAtOnce(t *testing.T, c *club, refusal string, spend func(ctx context.Context, tx bun.Tx) error) (times int64) {
	t.Helper()
	return follows(t, func(int) error { return c.db.InTx(t.Context(), spend) }, refusal)
}

func TestACodeWorksOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		g := c.guarded("ada@example.com")
		c.factors, c.accounts = nil, nil // they would let the first ones only
		// Through the whole door: each login has its own session and ticket.
		type login struct {
			session Session
			ticket  string
		}
		logins := make([]login, parallel)
		for i := range logins {
			logins[i].session, logins[i].ticket = g.ticket()
		}
		code := g.code()
		in := follows(t, func(i int) error {
			_, err := g.second(logins[i].session, logins[i].ticket, code)
			return err
		}, "wrong_second_factor")
		if in != 1 {
			t.Errorf("one code of the app opened %d logins", in)
		}
		spend := func(ctx context.Context, tx bun.Tx) error { return c.spendFactor(ctx, tx, g.user, g.recovery[0], "en") }
		if n := spentAtOnce(t, c, "wrong_second_factor", spend); n != 1 {
			t.Errorf("one recovery code worked %d times", n)
		}
		// Controls: steps and codes that are looked at before they are spent, and spent
		// without a condition.
		row, _, err := c.selectFactor(t.Context(), d.Read(), c.channel, g.user.ID)
		if err != nil {
			t.Fatal(err)
		}
		step := row.LastStep + 1
		careless := spentAtOnce(t, c, "wrong_second_factor", func(ctx context.Context, tx bun.Tx) error {
			if row.LastStep >= step { // what was read before the race
				return wrongFactor()
			}
			_, err := tx.NewUpdate().Model((*factorRow)(nil)).Set("last_step = ?", step).Where("user_id = ?", g.user.ID).Exec(ctx)
			return err
		})
		if careless < 2 {
			t.Error("the control of steps found nothing: the test cannot fail")
		}
		careless = spentAtOnce(t, c, "wrong_second_factor", func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.NewUpdate().Model((*recoveryRow)(nil)).Set("used_ms = ?", clock.Millis(c.clock.Now())).
				Where("hash = ?", recoveryHash(g.user, g.recovery[1]).String()).Exec(ctx)
			return err
		})
		if careless < 2 {
			t.Error("the control of recovery codes found nothing: the test cannot fail")
		}
	})
}

// A ticket lets one in, however many good codes come with it at once; those that came too
// late are not spent.
func TestATicketLetsOneIn(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		g := c.guarded("ada@example.com")
		c.factors = nil
		session, ticket := g.ticket()
		in := follows(t, func(i int) error {
			_, err := g.second(session, ticket, g.recovery[i%recoveryCodes])
			return err
		}, "second_factor_expired", "wrong_second_factor", "invalid_api_key")
		if in != 1 {
			t.Errorf("one ticket let %d in", in)
		}
		if left, err := c.countRecoveryCodes(t.Context(), c.channel, g.user.ID); err != nil || left != recoveryCodes-1 {
			t.Errorf("%d codes are left, %v", left, err)
		}
		redeemed := func(redeem func(ctx context.Context, tx bun.Tx, row ticketRow) error) int64 {
			session, ticket := g.ticket()
			row, err := c.tryTicket(t.Context(), session, ticket)
			if err != nil {
				t.Fatal(err)
			}
			return spentAtOnce(t, c, "second_factor_expired", func(ctx context.Context, tx bun.Tx) error { return redeem(ctx, tx, row) })
		}
		if n := redeemed(c.redeemTicket); n != 1 {
			t.Errorf("one ticket was redeemed %d times", n)
		}
		// Control: without asking whether it was redeemed.
		careless := func(ctx context.Context, tx bun.Tx, row ticketRow) error {
			_, err := tx.NewUpdate().Model((*ticketRow)(nil)).Set("used_ms = 1").Where("id = ?", row.ID).Exec(ctx)
			return err
		}
		if n := redeemed(careless); n < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// One ticket tries five codes, however many are sent at once.
func TestTriesOfOneTicketAtOnceCountLikeTriesInTurn(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		g := c.guarded("ada@example.com")
		c.factors = nil // the ticket alone
		session, ticket := g.ticket()
		var lookedAt atomic.Int64
		follows(t, func(int) error {
			_, err := g.second(session, ticket, "000000")
			if fault.CodeOf(err) == "wrong_second_factor" {
				lookedAt.Add(1)
			}
			return err
		}, "wrong_second_factor", "second_factor_expired")
		if n := lookedAt.Load(); n != ticketTries {
			t.Errorf("%d guesses were looked at", n)
		}
		tries := func(try func(ctx context.Context, session Session, ticket string) (ticketRow, error)) int64 {
			session, ticket := g.ticket()
			return follows(t, func(int) error {
				_, err := try(t.Context(), session, ticket)
				return err
			}, "second_factor_expired")
		}
		if n := tries(c.tryTicket); n != ticketTries {
			t.Errorf("%d tries were let through", n)
		}
		// Control: tries that read the count, wait for each other, and write the count plus one.
		counted := dbtest.NewMeeting(parallel)
		careless := func(ctx context.Context, _ Session, ticket string) (row ticketRow, err error) {
			hash := hashed(t, ticket)
			err = d.Write().NewSelect().Model(&row).Where("l.hash = ?", hash.String()).Scan(ctx)
			counted.Wait()
			if err != nil {
				return row, err
			}
			if row.Tries >= ticketTries {
				return row, ticketSpent()
			}
			_, err = d.Write().NewUpdate().Model((*ticketRow)(nil)).Set("tries = ?", row.Tries+1).Where("id = ?", row.ID).Exec(ctx)
			return row, err
		}
		if tries(careless) <= ticketTries {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// Of many who confirm a second factor at once one is given recovery codes, and those are
// the ones that work.
func TestASecondFactorIsConfirmedOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		begin := func(email string) (user User, code string, session Session) {
			user = c.person(email, actor.User)
			_, session = c.enter(email)
			enrolment, err := c.BeginSecondFactor(t.Context(), session.Actor(), secret, "Northline", netip.Addr{})
			if err != nil {
				t.Fatal(err)
			}
			return user, totpSecret(enrolment.Secret).code(stepAt(c.clock.Now())), session
		}
		c.factors = nil
		user, code, session := begin("ada@example.com")
		given := make([][]string, parallel)
		confirmed := follows(t, func(i int) (err error) {
			given[i], err = c.ConfirmSecondFactor(t.Context(), session.Actor(), code, "en")
			return err
		}, "second_factor_on")
		if confirmed != 1 {
			t.Errorf("it was confirmed %d times", confirmed)
		}
		for _, codes := range given {
			for _, code := range codes {
				if err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return c.spendFactor(ctx, tx, user, code, "en") }); err != nil {
					t.Errorf("a code that was handed out: %v", err)
				}
			}
		}
		// Control: without asking whether it is on.
		user, _, _ = begin("eve@example.com")
		careless := spentAtOnce(t, c, "second_factor_on", func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.NewUpdate().Model((*factorRow)(nil)).Set("confirmed_ms = 1").Where("user_id = ?", user.ID).Exec(ctx)
			return err
		})
		if careless < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}
