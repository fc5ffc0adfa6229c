package app

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/report"
	"github.com/grandstand/grandstand/internal/zone"
)

// rowsOfTimes are every day of a period, or those of its hours and minutes in which anything was.
func (b *reporter) rowsOfTimes(ctx context.Context, by report.By, takings []commerce.Taking) ([]report.Row, error) {
	step := map[report.By]time.Duration{report.ByDay: day, report.ByHour: time.Hour, report.ByMinute: time.Minute}[by]
	rows, err := b.steps(ctx, step)
	if err != nil {
		return nil, err
	}
	byTime := make(map[int64]report.Row, len(rows))
	for _, row := range rows {
		byTime[row.At.Unix()] = row
	}
	at := func(t time.Time) report.Row {
		if row, ok := byTime[t.Unix()]; ok {
			return row
		}
		return report.Row{Kind: report.KindTime, At: t, Watching: true}
	}
	for _, t := range takings {
		begun := b.begunAt(t.At, step)
		row := at(begun)
		row.Money = plus(row.Money, t)
		byTime[begun.Unix()] = row
	}
	if by != report.ByDay {
		return slices.SortedFunc(maps.Values(byTime), func(x, y report.Row) int { return x.At.Compare(y.At) }), nil
	}
	var days []report.Row
	var periods []analytics.Period
	for d := b.period.From; d.Before(b.period.Until); d = zone.AddDays(d, 1) {
		days, periods = append(days, at(d)), append(periods, analytics.Period{From: d, Until: zone.AddDays(d, 1)})
	}
	viewers, err := b.app.Analytics.Viewers(ctx, b.by, b.id, periods)
	if err != nil {
		return nil, err
	}
	for i := range days {
		days[i].Viewers = viewers[i]
	}
	return days, nil
}

const day = 24 * time.Hour

// steps are what was watched by the hour, day or other step of the channel's time zone.
func (b *reporter) steps(ctx context.Context, step time.Duration) ([]report.Row, error) {
	fine, err := b.app.Analytics.Steps(ctx, b.by, b.id, b.period, min(step, quarter))
	if err != nil {
		return nil, err
	}
	var rows []report.Row
	for _, s := range fine {
		at := b.begunAt(s.At, step)
		if len(rows) == 0 || !rows[len(rows)-1].At.Equal(at) {
			rows = append(rows, report.Row{Kind: report.KindTime, At: at, Watching: true})
		}
		row := &rows[len(rows)-1]
		row.Views, row.Watched, row.Peak = row.Views+s.Views, row.Watched+s.Watched, max(row.Peak, s.Peak)
	}
	return rows, nil
}

// begunAt is when the step began, by the channel's clock, in which a time is.
func (b *reporter) begunAt(t time.Time, step time.Duration) time.Time {
	local := t.In(b.channel.Zone())
	if step == day {
		return zone.StartOfDay(local, b.channel.Zone())
	}
	// An hour that a change of clocks repeats is two hours: nothing is asked of the calendar.
	return local.Add(-(time.Duration(local.Minute())*time.Minute + time.Duration(local.Second())*time.Second) % step)
}

// pursesOf are where takings go, by currency and what is nobody's money last.
func pursesOf(takings []commerce.Taking) []report.Purse {
	seen := map[report.Purse]bool{}
	for _, t := range takings {
		seen[purseOf(t)] = true
	}
	return slices.SortedFunc(maps.Keys(seen), func(x, y report.Purse) int {
		if x.Test != y.Test {
			return map[bool]int{true: 1, false: -1}[x.Test]
		}
		return cmp.Compare(x.Currency, y.Currency)
	})
}

func purseOf(t commerce.Taking) report.Purse { return report.Purse{Currency: t.Currency, Test: t.Test} }

func moneyOf(takings []commerce.Taking) (sum map[report.Purse]report.Money) {
	for _, t := range takings {
		sum = plus(sum, t)
	}
	return sum
}

// plus adds a taking to money, which it makes where there is none.
func plus(sum map[report.Purse]report.Money, t commerce.Taking) map[report.Purse]report.Money {
	if sum == nil {
		sum = map[report.Purse]report.Money{}
	}
	p := purseOf(t)
	sum[p] = sum[p].Plus(report.Money{Paid: t.Paid, Refunded: t.Refunded, Payments: t.Payments, Refunds: t.Refunds})
	return sum
}
