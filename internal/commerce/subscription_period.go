package commerce

import (
	"slices"
	"time"
)

// periodYear is the Period of what renews every twelve months; all else renews every 30 days.
const periodYear = "year"

// day is 24 hours, as the provider counts the days of a period and of a trial.
const day = 24 * time.Hour

// Renewal is how a subscription goes on once it has begun.
type Renewal struct {
	TrialDays  int       // that are free, before the first charge; 0 without a trial
	NextCharge time.Time // after the one of today or, with a trial, the first
	Amount     int64     // of that charge and of each after it, in minor units
	// Days are those between two charges; 0 for what is charged every twelve months.
	Days int
}

// subscribes reports whether a quote has a subscription.
func (q Quote) subscribes() bool {
	return slices.ContainsFunc(q.Lines, func(l Line) bool { return l.Package.Kind == KindSubscription })
}

// Renewal says how what is quoted goes on if it is bought at a time by somebody who has, or
// has not, used their one trial; false for what is paid once. Whoever brings a promo code
// pays for the first period at once.
func (q Quote) Renewal(now time.Time, trialUsed bool) (Renewal, bool) {
	if !q.subscribes() {
		return Renewal{}, false
	}
	p := q.Lines[0].Package
	r := Renewal{Amount: p.Price(), Days: p.periodDays()}
	if !trialUsed && q.Coupon == nil {
		r.TrialDays = p.TrialDays
	}
	r.NextCharge = periodEnd(now, r.TrialDays, r.Days)
	return r, true
}

// periodDays is how long a subscription is paid for at once; 0 for twelve months.
func (p *Package) periodDays() int {
	if p.Type == TypeAnnual || p.Period == periodYear {
		return 0
	}
	return int(monthPass / day)
}

// firstEnd is when the first period of a subscription that begins now ends, as far as is known
// before the provider says it.
func (r *subscriptionRow) firstEnd(now time.Time) time.Time {
	return periodEnd(now, int(r.TrialDays), int(r.PeriodDays))
}

// periodEnd is when the first period of what begins at a time ends: its trial, or so many
// days, or for 0 the same day of the next year, with the provider's 28 February for the 29th.
func periodEnd(from time.Time, trialDays, days int) time.Time {
	switch {
	case trialDays > 0:
		return from.Add(time.Duration(trialDays) * day)
	case days > 0:
		return from.Add(time.Duration(days) * day)
	}
	from = from.UTC()
	end := from.AddDate(1, 0, 0)
	if end.Month() != from.Month() {
		end = end.AddDate(0, 0, -end.Day())
	}
	return end
}
