package analytics

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
)

// Watching is how many watch a subject at this moment.
type Watching struct {
	Subject // a clip by its Cut

	Viewers int64
}

// Now returns for each subject the number of sessions whose players were sent media within watchingTimeout, the largest number first.
// Reports of clients do not count. Only operators of the channel may call it.
func (s *Service) Now(ctx context.Context, by actor.Actor, channelID int64) ([]Watching, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return nil, err
	}
	var rows []struct {
		SubjectKind Kind
		SubjectID   int64
		Viewers     int64
	}
	err := s.db.Read().NewSelect().Model((*playbackRow)(nil)).Column("subject_kind", "subject_id").ColumnExpr("count(*) AS viewers").
		Where("p.channel_id = ? AND p.seen_ms > ?", channelID, clock.Millis(s.clock.Now().Add(-watchingTimeout))).
		Group("subject_kind", "subject_id").Order("viewers DESC", "subject_kind", "subject_id").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("count who watches now: %w", err)
	}
	out := make([]Watching, len(rows))
	for i, r := range rows {
		out[i] = Watching{Subject{r.SubjectKind, r.SubjectID}, r.Viewers}
	}
	return out, nil
}

// Period is a stretch of time, its end left out. It is counted in whole minutes.
type Period struct{ From, Until time.Time }

// Dimension is what totals are divided by.
type Dimension string

// Dimensions.
const (
	Whole     Dimension = ""
	BySubject Dimension = "subject"
	ByDevice  Dimension = "device"
	ByCountry Dimension = "country"
	ByMinute  Dimension = "minute"
)

// Total is what was watched in a period. Of Subject, Device, Country and Minute only what totals are
// divided by is set.
type Total struct {
	Subject Subject
	Device  string
	Country string
	Minute  time.Time

	Views   int64         // that began
	Watched time.Duration // by all together
	// Viewers are counted as in Audience: a visitor without an account once on each UTC day. By minutes they are
	// views.
	Viewers int64
}

// columns of a dimension, in both tables.
func (d Dimension) columns() []string {
	switch d {
	case Whole:
		return nil
	case BySubject:
		return []string{"subject_kind", "subject_id"}
	case ByMinute:
		return []string{"minute_ms"}
	case ByDevice, ByCountry:
	}
	return []string{string(d)}
}

// totalRow is a row of either table, added up.
type totalRow struct {
	totalKey

	Views, WatchedMS, Viewers int64
}

type totalKey struct {
	SubjectKind     Kind
	SubjectID       int64
	Device, Country string
	MinuteMS        int64
}

func (r totalRow) total(d Dimension) Total {
	t := Total{
		Subject: Subject{r.SubjectKind, r.SubjectID}, Device: r.Device, Country: r.Country,
		Views: r.Views, Watched: time.Duration(r.WatchedMS) * time.Millisecond, Viewers: r.Viewers,
	}
	if d == ByMinute {
		t.Minute = clock.FromMillis(r.MinuteMS)
	}
	return t
}

// Totals tells what was watched in a period, by a dimension in the order of its values. Only a
// channel's operators learn it.
func (s *Service) Totals(ctx context.Context, by actor.Actor, channelID int64, p Period, d Dimension) ([]Total, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return nil, err
	}
	sums, err := s.sums(ctx, channelID, p, d)
	if err != nil {
		return nil, err
	}
	viewers, err := s.viewers(ctx, channelID, p, d)
	if err != nil {
		return nil, err
	}
	out := make([]Total, len(sums))
	for i, sum := range sums {
		if d != ByMinute {
			sum.Viewers = viewers[sum.totalKey]
		}
		out[i] = sum.total(d)
	}
	return out, nil
}

// sums are what the minutes tell. A period without any has no totals.
func (s *Service) sums(ctx context.Context, channelID int64, p Period, d Dimension) ([]totalRow, error) {
	var rows []totalRow
	query := s.db.Read().NewSelect().Table("analytics_minutes").
		ColumnExpr("CAST(sum(begun) AS BIGINT) AS views, CAST(sum(watched_ms) AS BIGINT) AS watched_ms, CAST(sum(seen) AS BIGINT) AS viewers").
		Where("channel_id = ? AND minute_ms >= ? AND minute_ms < ?", channelID, clock.Millis(p.From), clock.Millis(p.Until)).
		Having("count(*) > 0")
	if err := by(query, d).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("add up minutes: %w", err)
	}
	return rows, nil
}

// viewers counts different viewers, which no sum of minutes tells.
func (s *Service) viewers(ctx context.Context, channelID int64, p Period, d Dimension) (map[totalKey]int64, error) {
	if d == ByMinute {
		return nil, nil
	}
	var rows []totalRow
	query := s.db.Read().NewSelect().TableExpr("analytics_views AS v").ColumnExpr("count(DISTINCT "+viewerKeySQL+") AS viewers").
		Where("channel_id = ? AND last_ms >= ? AND first_ms < ?", channelID, clock.Millis(p.From), clock.Millis(p.Until))
	if err := by(query, d).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("count viewers: %w", err)
	}
	out := make(map[totalKey]int64, len(rows))
	for _, r := range rows {
		out[r.totalKey] = r.Viewers
	}
	return out, nil
}

// by divides a query by a dimension.
func by(q *bun.SelectQuery, d Dimension) *bun.SelectQuery {
	if columns := d.columns(); len(columns) > 0 {
		q = q.Column(columns...).Group(columns...).Order(columns...)
	}
	return q
}
