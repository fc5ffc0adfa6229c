package account

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passwordhash"
)

type redeemFunc func(ctx context.Context, idb bun.IDB, row tokenRow) (bool, error)

// winners has one link redeemed many times at once and counts those who were told that
// it was them.
func winners(t *testing.T, c *club, user User, p purpose, redeem redeemFunc) int64 {
	t.Helper()
	var row tokenRow
	err := c.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		if _, err := c.issue(ctx, tx, user, p, "/", user.Email, "", time.Hour); err != nil {
			return err
		}
		return tx.NewSelect().Model(&row).Order("id DESC").Limit(1).Scan(ctx)
	})
	if err != nil {
		t.Fatal(err)
	}
	var won atomic.Int64
	dbtest.AtOnce(parallel, func(int) {
		first, err := redeem(t.Context(), c.db.Write(), row)
		if err != nil {
			t.Error(err)
		}
		if first {
			won.Add(1)
		}
	})
	return won.Load()
}

func TestOfManyWhoRedeemALinkOneWins(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.User)
		for _, p := range []purpose{verifyEmail, resetPassword, changeEmail, deleteAccount} {
			if n := winners(t, c, user, p, c.redeem); n != 1 {
				t.Errorf("%s: %d won", p, n)
			}
		}
		// Control: looking first and writing then.
		looked := dbtest.NewMeeting(parallel)
		careless := func(ctx context.Context, idb bun.IDB, row tokenRow) (bool, error) {
			var now tokenRow
			err := idb.NewSelect().Model(&now).Where("id = ?", row.ID).Scan(ctx)
			looked.Wait()
			if err != nil || now.UsedMS != nil {
				return false, err
			}
			_, err = idb.NewUpdate().Model((*tokenRow)(nil)).Set("used_ms = ?", clock.Millis(c.clock.Now())).Where("id = ?", row.ID).Exec(ctx)
			return err == nil, err
		}
		if winners(t, c, user, verifyEmail, careless) < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// follows counts how often one of many who follow a link at once succeeds; the others
// must be told one of the codes.
func follows(t *testing.T, follow func(i int) error, codes ...string) (succeeded int64) {
	t.Helper()
	var count atomic.Int64
	dbtest.AtOnce(parallel, func(i int) {
		err := follow(i)
		if err == nil {
			count.Add(1)
			return
		}
		for _, code := range codes {
			if fault.CodeOf(err) == code {
				return
			}
		}
		t.Error(err)
	})
	return count.Load()
}

func TestOfManyWhoFollowALinkOneSucceeds(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user, verify := c.newcomer("ada@example.com")
		_, own := c.enter("ada@example.com")
		verified := func(int) error { return c.VerifyEmail(t.Context(), own, Verification{Link: verify}) }
		if n := follows(t, verified, "email_already_verified"); n != 1 {
			t.Errorf("%d were told that they verified the address", n)
		}
		// Two links at once: they wait for each other instead of crossing.
		links := [2]Link{c.forgets(user), c.forgets(user)}
		sessions := make([]Session, parallel)
		for i := range sessions {
			_, sessions[i] = c.visitor()
		}
		reset := func(i int) error {
			_, _, err := c.ResetPassword(t.Context(), sessions[i], PasswordReset{Link: links[i%2], Password: fresh, PasswordConfirmation: fresh})
			return err
		}
		// All may hash at once: that too many wait is no answer about the link.
		c.passwords = newHasher(PasswordOptions{Hasher: passwordhash.InProcess{Params: passwordhash.NewParams(64, 1)}})
		c.passwords.queue = fairqueue.New(fairqueue.Options{MaxWait: time.Hour, MaxWaiting: parallel, AtOnce: parallel, Burst: parallel})
		if n := follows(t, reset, "reset_failed"); n != 1 {
			t.Errorf("%d set a password", n)
		}
		var living int
		if err := d.Read().NewRaw("SELECT count(*) FROM sessions WHERE user_id = ?", user.ID).Scan(t.Context(), &living); err != nil || living != 1 {
			t.Errorf("%d sessions live, %v", living, err)
		}
	})
}
