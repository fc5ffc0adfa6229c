package app

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/report"
	"github.com/grandstand/grandstand/internal/zone"
	"github.com/grandstand/grandstand/web"
)

// ReportRequest is what a report at the command line is to tell.
type ReportRequest struct {
	Channel  string      // its key
	Language string      // empty for the channel's own
	From     time.Time   // a day, whatever its zone; zero: six days before Until
	Until    time.Time   // the last day, itself included; zero: today
	By       []report.By // the sections; none for those of a whole report
	NowOnly  bool        // who watches at this moment, and nothing else
}

// Bounds of what one report covers.
const (
	reportDays  = 7    // where nothing is said
	longest     = 1100 // days: three years and a few
	longestFine = 31   // days, by the minute
)

// Report tells how a channel did. It only reads, and may run beside servers.
func (a *App) Report(ctx context.Context, r ReportRequest) (*report.Report, error) {
	c, err := a.channelOf(ctx, r.Channel)
	if err != nil {
		return nil, err
	}
	b := &reporter{app: a, channel: c, id: int64(c.ID), by: actor.ForSystem(int64(c.ID))}
	if err := b.begin(r); err != nil {
		return nil, err
	}
	if err := b.learn(ctx); err != nil {
		return nil, err
	}
	if r.NowOnly {
		return b.out, b.now(ctx)
	}
	return b.out, b.addFigures(ctx, r.By)
}

// WriteReport writes a report to w as its format has it: table, csv or html.
func WriteReport(w io.Writer, r *report.Report, format string, nowOnly bool) error {
	switch {
	case format == "html":
		return r.Page(w, web.FS())
	case format == "csv" && nowOnly:
		return r.CSVNow(w)
	case format == "csv":
		return r.CSV(w, r.Sections[0])
	case nowOnly:
		return r.TablesNow(w)
	}
	return r.Tables(w)
}

// reporter puts together what the domains know of a channel.
type reporter struct {
	app     *App
	channel *channel.Channel
	id      int64
	by      actor.Actor
	out     *report.Report
	period  analytics.Period
	world   *reportWorld
}

// begin determines the days of a report.
func (b *reporter) begin(r ReportRequest) error {
	loc, now := b.channel.Zone(), b.app.Clock.Now()
	today := zone.StartOfDay(now.In(loc), loc)
	last := today
	if !r.Until.IsZero() {
		last = zone.StartOfDay(r.Until, loc)
	}
	first := zone.AddDays(last, 1-reportDays)
	if !r.From.IsZero() {
		first = zone.StartOfDay(r.From, loc)
	}
	until := zone.AddDays(last, 1)
	switch {
	case first.After(last):
		return errors.New("the first day of the report is after its last day")
	case first.After(today):
		return errors.New("the first day of the report is in the future")
	case zone.AddDays(first, longest).Before(until):
		return errors.New("a report can cover at most 1100 days")
	case hasBy(r.By, report.ByMinute) && zone.AddDays(first, longestFine).Before(until):
		return errors.New("a report by minute can cover at most 31 days")
	}
	language := b.channel.Language
	if r.Language != "" {
		language = r.Language
	}
	b.period = analytics.Period{From: first, Until: until}
	b.out = &report.Report{
		Key: b.channel.Key, Channel: b.channel.Name.In(language, b.channel.Language), Language: language, Words: b.channel.Settings.Words, Zone: loc,
		From: first, Until: until, Made: now.In(loc),
	}
	if days := b.app.Config.AnalyticsViewsDays; days > 0 {
		b.out.Counted = now.In(loc).AddDate(0, 0, -days)
	}
	return nil
}

func hasBy(list []report.By, by report.By) bool {
	for _, one := range list {
		if one == by {
			return true
		}
	}
	return false
}

// addFigures adds the figures of the whole report and of its sections.
func (b *reporter) addFigures(ctx context.Context, divisions []report.By) error {
	if err := b.now(ctx); err != nil {
		return err
	}
	takings, err := b.app.Commerce.Takings(ctx, b.by, b.id, b.period.From, b.period.Until, grain(divisions))
	if err != nil {
		return err
	}
	b.out.Purses = pursesOf(takings)
	if err := b.whole(ctx, takings); err != nil {
		return err
	}
	if len(divisions) == 0 {
		divisions = report.Divisions()
	}
	for _, by := range divisions {
		rows, err := b.rows(ctx, by, takings)
		if err != nil {
			return err
		}
		b.out.Sections = append(b.out.Sections, report.Section{By: by, Rows: rows})
	}
	return nil
}

// quarter divides every day of every time zone evenly, and every hour.
const quarter = 15 * time.Minute

// grain is how finely money has to be divided by time.
func grain(divisions []report.By) time.Duration {
	if hasBy(divisions, report.ByMinute) {
		return time.Minute
	}
	return quarter
}

// rows are those of one section.
func (b *reporter) rows(ctx context.Context, by report.By, takings []commerce.Taking) ([]report.Row, error) {
	switch by {
	case report.ByEvent, report.BySport, report.BySchool:
		return b.rowsOfSubjects(ctx, by, takings)
	case report.ByDevice:
		return b.rowsOf(ctx, analytics.ByDevice, report.KindDevice)
	case report.ByCountry:
		return b.rowsOf(ctx, analytics.ByCountry, report.KindCountry)
	case report.ByOffer:
		return b.rowsOfOffers(takings), nil
	case report.ByDay, report.ByHour, report.ByMinute:
	}
	return b.rowsOfTimes(ctx, by, takings)
}

// whole adds what everything came to, and how it went over time.
func (b *reporter) whole(ctx context.Context, takings []commerce.Taking) error {
	totals, err := b.app.Analytics.Totals(ctx, b.by, b.id, b.period, analytics.Whole)
	if err != nil {
		return err
	}
	row := report.Row{Kind: report.KindWhole, Watching: true, Money: moneyOf(takings)}
	for _, t := range totals {
		row.Views, row.Watched, row.Viewers = t.Views, t.Watched, t.Viewers
	}
	b.out.Step = curveStep(b.out.Until.Sub(b.out.From))
	if b.out.Curve, err = b.steps(ctx, b.out.Step); err != nil {
		return err
	}
	for i := range b.out.Curve {
		row.Peak = max(row.Peak, b.out.Curve[i].Peak)
	}
	b.out.Whole = row
	return nil
}

// curveStep is a step that leaves a line of a few hundred points at most.
func curveStep(long time.Duration) time.Duration {
	const day = 24 * time.Hour
	switch {
	case long <= 26*time.Hour: // a day in which clocks are changed is longer
		return 5 * time.Minute
	case long <= 21*day:
		return time.Hour
	}
	return day
}

// rowsOf are what analytics can divide by itself.
func (b *reporter) rowsOf(ctx context.Context, d analytics.Dimension, kind report.Kind) ([]report.Row, error) {
	totals, err := b.app.Analytics.Totals(ctx, b.by, b.id, b.period, d)
	if err != nil {
		return nil, err
	}
	rows := make([]report.Row, len(totals))
	for i, t := range totals {
		id := t.Device
		if kind == report.KindCountry {
			id = t.Country
		}
		rows[i] = report.Row{Kind: kind, ID: id, Watching: true, Views: t.Views, Watched: t.Watched, Viewers: t.Viewers}
	}
	sortRows(rows)
	return rows, nil
}

// now tells who watches at this moment.
func (b *reporter) now(ctx context.Context) error {
	watching, err := b.app.Analytics.Now(ctx, b.by, b.id)
	if err != nil {
		return err
	}
	subjects := make([]analytics.Subject, len(watching))
	for i, w := range watching {
		if subjects[i], err = b.ofCut(ctx, w.Subject); err != nil {
			return err
		}
	}
	if err := b.world.find(ctx, subjects); err != nil {
		return err
	}
	for i, w := range watching {
		what := b.world.ofSubject(report.ByEvent, subjects[i])[0]
		e := b.world.events[w.ID]
		live := w.Kind == analytics.Event && e != nil && e.Status == catalog.Live
		b.out.Now = append(b.out.Now, report.Watching{Kind: what.kind, ID: what.id, Name: b.world.name(what), Live: live, Viewers: w.Viewers})
	}
	return nil
}

// ofCut returns the clip of a cut, and other subjects as they are. A cut whose clip was deleted is nothing.
func (b *reporter) ofCut(ctx context.Context, s analytics.Subject) (analytics.Subject, error) {
	if s.Kind != analytics.Cut {
		return s, nil
	}
	found, err := b.app.Clips.FindByCut(ctx, b.id, clip.CutID(s.ID))
	if fault.KindOf(err) == fault.NotFound {
		return analytics.Subject{}, nil
	}
	if err != nil {
		return s, err
	}
	return analytics.Subject{Kind: analytics.Clip, ID: int64(found.ID)}, nil
}
