package account

import (
	"context"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Of two uses of one code at once one counts.
func TestAStepUpCodeCountsOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		spent := func(spend func(ctx context.Context, tx bun.Tx, session Session, row loginCodeRow) error) int64 {
			_, session := c.enter("ada@example.com")
			c.stepUpCode(session, ada.Email)
			row, _, err := c.tryLoginCode(t.Context(), session)
			if err != nil {
				t.Fatal(err)
			}
			return spentAtOnce(t, c, "wrong_login_code", func(ctx context.Context, tx bun.Tx) error { return spend(ctx, tx, session, row) })
		}
		if n := spent(func(ctx context.Context, tx bun.Tx, session Session, row loginCodeRow) error {
			return c.recordMailStepUp(ctx, tx, session, row, c.clock.Now())
		}); n != 1 {
			t.Errorf("one code was spent %d times", n)
		}
		// Control: without the condition that it is unused.
		careless := spent(func(ctx context.Context, tx bun.Tx, _ Session, row loginCodeRow) error {
			_, err := tx.NewUpdate().Model((*loginCodeRow)(nil)).Set("used_ms = 1").Where("id = ?", row.ID).Exec(ctx)
			return err
		})
		if careless < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}
