package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

const (
	// buyersPatience is how long a payment waits for its buyer, and for a provider that never
	// heard of it.
	buyersPatience = 30 * time.Minute
	// sweepAfter is when a checkout that is still open should have been looked after many times.
	sweepAfter = 15 * time.Minute
	// unclearAfter is when the provider should have said what became of a payment: its buyer
	// has had their time, and it was asked several times since.
	unclearAfter = buyersPatience + sweepAfter
	// sweepBatch bounds how many one sweep finds.
	sweepBatch = 500
)

// backoff is when to look again after a payment of some age that is still open.
func backoff(age time.Duration) time.Duration {
	switch {
	case age < 30*time.Second:
		return 10 * time.Second
	case age < 2*time.Minute:
		return 30 * time.Second
	case age < 10*time.Minute:
		return 2 * time.Minute
	}
	return 5 * time.Minute
}

// Reconcile finds out what became of a checkout. It returns when to be called again, 0 when
// nothing is left to find out. What the provider did not answer is asked again later: that
// is no error.
func (t *Till) Reconcile(ctx context.Context, channelID int64, id CheckoutID) (again time.Duration, err error) {
	c, err := t.checkout(ctx, channelID, id)
	if err != nil || c.Status != OrderCreated {
		return 0, err
	}
	age := t.Clock.Now().Sub(clock.FromMillis(c.CreatedMS))
	status, err := t.inquire(ctx, c, age)
	if err != nil {
		t.Log.WarnContext(ctx, "a payment is not clear yet", "checkout", c.ID, "channel", channelID, "age", age, "error", err)
		return backoff(age), nil // it is asked again
	}
	if status == OrderCreated {
		return backoff(age), nil
	}
	return 0, nil
}

// Unclear counts the payments of the installation of which the provider should have said by now
// what became of them.
func (t *Till) Unclear(ctx context.Context) (int64, error) {
	before := clock.Millis(t.Clock.Now().Add(-unclearAfter))
	count, err := t.DB.Read().NewSelect().Model((*checkoutRow)(nil)).Where("status = ?", OrderCreated).Where("created_ms <= ?", before).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count payments that are not clear: %w", err)
	}
	return count, nil
}

// inquire asks the provider about an open checkout and stores the outcome.
func (t *Till) inquire(ctx context.Context, c *checkoutRow, age time.Duration) (OrderStatus, error) {
	account, err := t.accountOf(ctx, c)
	if err != nil {
		return c.Status, err
	}
	o, found, err := t.findOutcome(ctx, account, c)
	switch {
	case err != nil:
		return c.Status, err
	case found && o.isWrittenOff():
		return t.cancelOpenPayment(ctx, account, c, o, nil, FailureCanceled)
	case found && age < buyersPatience && o.subscription != nil && o.awaitsFirstCharge():
		if o, err = t.confirmFirstPayment(ctx, account, c, o); err != nil {
			return c.Status, err
		}
		return t.applyOutcome(ctx, c, o, nil)
	case found && (age >= buyersPatience || o.intent.Status == payment.RequiresMethod):
		return t.cancelOpenPayment(ctx, account, c, o, nil, o.timeoutReason())
	case found:
		return t.applyOutcome(ctx, c, o, nil)
	case age >= buyersPatience:
		// Nobody asks for it any more, so nobody will be charged.
		return t.applyOutcome(ctx, c, outcome{failure: declined(FailureUnreached)}, nil)
	}
	if o, err = t.createPayment(ctx, account, c); err != nil {
		return c.Status, err
	}
	return t.applyOutcome(ctx, c, o, nil)
}

// Sweep sees to it that open checkouts and refunds that nobody looks after are looked
// after again, and returns how many it found.
func (t *Till) Sweep(ctx context.Context) (int, error) {
	before := clock.Millis(t.Clock.Now().Add(-sweepAfter))
	var open []checkoutRow
	err := t.DB.Read().NewSelect().Model(&open).Column("id", "channel_id").Where("status = ?", OrderCreated).Where("created_ms <= ?", before).
		Order("created_ms").Limit(sweepBatch).Scan(ctx)
	if err != nil {
		return 0, fmt.Errorf("list open checkouts: %w", err)
	}
	var owed []orderRow
	err = t.DB.Read().NewSelect().Model(&owed).Column("o.id", "o.channel_id").Where("o.status = ?", OrderRefunded).Where("o.refunded_ms <= ?", before).
		Where("o.paid_back_ms = 0").
		Order("o.id").Limit(sweepBatch).Scan(ctx)
	if err != nil {
		return 0, fmt.Errorf("list open refunds: %w", err)
	}
	return len(open) + len(owed), t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, c := range open {
			if err := t.Queue.EnqueueReconcile(ctx, tx, c.ChannelID, c.ID, 0); err != nil {
				return err
			}
		}
		for _, o := range owed {
			if err := t.Queue.EnqueueRefund(ctx, tx, o.ChannelID, o.ID); err != nil {
				return err
			}
		}
		return nil
	})
}
