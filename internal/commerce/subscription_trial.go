package commerce

import (
	"context"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// trialNotice is how long before its end the end of a trial is announced, as the provider does
// it ("Using trial periods on subscriptions", customer.subscription.trial_will_end). Of a trial
// of less than twice that, it is when half of it is left: to hear of the end at the very
// beginning is no use.
const trialNotice = 3 * 24 * time.Hour

// announces reports whether the end of a trial is to be announced at a time.
func (r *subscriptionRow) announces(now time.Time) bool {
	left := r.TrialUntilMS - clock.Millis(now)
	return r.AutoRenew && r.Hold != holdHeld && left > 0 && left <= trialNotice.Milliseconds() && 2*left <= r.TrialUntilMS-r.PeriodStartMS
}

// announceTrialEnd tells whose trial ends soon of what follows, once for each end that a trial
// has. That of the provider's event is too soon for a short trial, and the event may never
// come; so whoever asks about a subscription comes here, and RecheckSubscriptions does in time.
func (t *Till) announceTrialEnd(ctx context.Context, tx bun.Tx, r *subscriptionRow) error {
	if !r.announces(t.Clock.Now()) {
		return nil
	}
	return t.recordAndNotify(ctx, tx, r, happeningRow{Kind: happenedTrial, Ref: trialRef(r), Amount: r.Price})
}

func trialRef(r *subscriptionRow) string { return strconv.FormatInt(r.TrialUntilMS, 10) }

// unannounced chooses the subscriptions that announce the end of a trial at a time and have
// not done so.
func unannounced(now time.Time) any {
	at := clock.Millis(now)
	return bun.SafeQuery(`s.auto_renew = TRUE AND s.hold <> 'held' AND s.trial_until_ms > ? AND s.trial_until_ms <= ? AND 2 * (s.trial_until_ms - ?) <= s.trial_until_ms - s.period_start_ms
		AND NOT EXISTS (SELECT 1 FROM subscription_history AS h WHERE h.subscription_id = s.id AND h.kind = ? AND h.ref = CAST(s.trial_until_ms AS TEXT))`,
		at, at+trialNotice.Milliseconds(), at, happenedTrial)
}
