package stripesim

import "time"

// Lengths that billing counts in, in seconds.
const (
	hour = int64(time.Hour / time.Second)
	day  = 24 * hour
)

// after returns the n-th end of a period that began at anchor (seconds since 1970, in UTC). A day of the month that a
// month lacks is its last day, and the anchor's own day where it has it: 31 January, 28 February, 31 March
// (https://docs.stripe.com/billing/subscriptions/billing-cycle).
func after(anchor int64, interval string, count, n int64) int64 {
	from := time.Unix(anchor, 0).UTC()
	switch interval {
	case "day":
		return anchor + count*n*day
	case "week":
		return anchor + 7*count*n*day
	case "year":
		return inMonth(from, 12*count*n)
	default:
		return inMonth(from, count*n)
	}
}

func inMonth(from time.Time, months int64) int64 {
	first := time.Date(from.Year(), from.Month()+time.Month(months), 1, from.Hour(), from.Minute(), from.Second(), 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(from.Day(), last)-1).Unix()
}
