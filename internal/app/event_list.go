package app

import (
	"context"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/zone"
)

// EventRequest chooses among the events of a channel. Empty fields choose all.
type EventRequest struct {
	Search string
	From   time.Time // first day, in the channel's time zone; zero without Search is yesterday
	To     time.Time // last day
	Limit  int
}

// EventReport is an event in a list on the command line.
type EventReport struct {
	Number  int64
	Start   time.Time // at the venue
	TimeTBA bool      // only the day of Start is known
	Day     time.Time // of Start, in the channel's time zone, which From and To mean
	Name    string    // in the channel's language
	Status  string
	Access  string
}

// ListEvents returns the first events of a channel by their start, and whether there are more.
func (a *App) ListEvents(ctx context.Context, channelKey string, r EventRequest) ([]EventReport, bool, error) {
	c, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return nil, false, err
	}
	filter := r.filter(c.Zone(), a.Clock.Now())
	page := catalog.Page{Sort: catalog.ByDate, Limit: min(r.Limit, catalog.MaxLimit)}
	var reports []EventReport
	for {
		events, next, err := a.Catalog.List(ctx, int64(c.ID), filter, page)
		if err != nil {
			return nil, false, err
		}
		ref, err := a.Catalog.Reference(ctx, int64(c.ID))
		if err != nil {
			return nil, false, err
		}
		for _, e := range events {
			if len(reports) == r.Limit {
				return reports, true, nil
			}
			reports = append(reports, reportEvent(c, ref, e))
		}
		if next == (catalog.Cursor{}) {
			return reports, false, nil
		}
		page.After = next
	}
}

// filter turns the days of a request into moments of a time zone.
func (r EventRequest) filter(loc *time.Location, now time.Time) catalog.Filter {
	filter := catalog.Filter{Search: r.Search}
	switch {
	case !r.From.IsZero():
		filter.From = zone.StartOfDay(r.From, loc)
	case r.Search == "":
		filter.From = zone.AddDays(now.In(loc), -1)
	}
	if !r.To.IsZero() {
		filter.Before = zone.AddDays(zone.StartOfDay(r.To, loc), 1)
	}
	return filter
}

func reportEvent(c *channel.Channel, ref *catalog.Reference, e *catalog.Event) EventReport {
	report := EventReport{
		Number: int64(e.ID), Start: e.StartAt.In(eventZone(e, c)), TimeTBA: e.TimeTBA, Day: e.StartAt.In(c.Zone()),
		Name: ref.EventName(e, c.Settings.Words.Versus(c.Language), c.Language, c.Language), Status: string(e.Status), Access: string(e.Type),
	}
	if e.ScheduleStatus != "" && e.ScheduleStatus != catalog.On {
		report.Status = string(e.ScheduleStatus)
	}
	if sum := (commerce.Sum{Currency: e.Currency, BasePrice: e.BasePrice, ServiceFee: e.ServiceFee}); e.SingleEventPackageID != 0 && sum.Amount() > 0 {
		report.Access += ", " + sum.InWords("en")
	}
	return report
}
