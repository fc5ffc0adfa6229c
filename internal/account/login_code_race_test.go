package account

import (
	"context"
	"net/netip"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestALoginCodeLetsOneIn(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.verified(c.person("ada@example.com", actor.User))
		spent := func(spend func(ctx context.Context, tx bun.Tx, row loginCodeRow) error) int64 {
			_, session := c.visitor()
			c.asksForCode(session, "ada@example.com", netip.Addr{})
			row, _, err := c.tryLoginCode(t.Context(), session)
			if err != nil {
				t.Fatal(err)
			}
			return spentAtOnce(t, c, "wrong_login_code", func(ctx context.Context, tx bun.Tx) error { return spend(ctx, tx, row) })
		}
		if n := spent(c.spendLoginCode); n != 1 {
			t.Errorf("one code was spent %d times", n)
		}
		// Control: without the condition that it is unused.
		careless := spent(func(ctx context.Context, tx bun.Tx, row loginCodeRow) error {
			_, err := tx.NewUpdate().Model((*loginCodeRow)(nil)).Set("used_ms = 1").Where("id = ?", row.ID).Exec(ctx)
			return err
		})
		if careless < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// Guesses that come at once have as many tries as guesses in turn.
func TestTriesOfALoginCodeAtOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.verified(c.person("ada@example.com", actor.User))
		_, session := c.visitor()
		c.asksForCode(session, "ada@example.com", netip.Addr{})
		tried := follows(t, func(int) error {
			_, _, err := c.tryLoginCode(t.Context(), session)
			return err
		}, "wrong_login_code")
		if tried != loginCodeTries {
			t.Errorf("%d tries", tried)
		}
	})
}
