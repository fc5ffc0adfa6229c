package analytics

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
)

// Audience holds the viewer count and the peak of one group of subjects. Neither is the sum of the values of the subjects.
type Audience struct {
	// Viewers counts users once in a period, and visitors without an account once on each UTC day: a visitor who
	// watches every day of a month is about 30 viewers of the month.
	Viewers int64
	Peak    int64 // the most views in one minute
}

// viewerKeySQL is the identity of a view's viewer: the user, else the visitor's code, else the session (of views of older
// versions), else the view.
const viewerKeySQL = `CASE WHEN v.user_id IS NOT NULL THEN CAST(v.user_id AS TEXT) WHEN v.visitor <> '' THEN v.visitor
	WHEN v.session_uuid <> '' THEN v.session_uuid ELSE v.uuid END`

// visitor returns the code of a visitor without an account: a keyed hash of API key and day (UTC). It changes daily for
// privacy. It is empty for users and without an API key. It does not depend on sessions and views, which a client may open
// as it likes.
func (s *Service) visitor(by Reporter) string {
	if by.UserID != 0 || by.Key == "" {
		return ""
	}
	mac := hmac.New(sha256.New, s.visitors)
	fmt.Fprintf(mac, "%d %s %s", by.ChannelID, s.clock.Now().UTC().Format(time.DateOnly), by.Key)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// Audiences returns viewers and peak for each group of subjects in a period. A viewer of two subjects of a group counts once.
// A subject may be in several groups, but only once in each. Requires an operator.
func (s *Service) Audiences(ctx context.Context, by actor.Actor, channelID int64, p Period, groups [][]Subject) ([]Audience, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return nil, err
	}
	audiences := make([]Audience, len(groups))
	members, args := groupValuesSQL(groups)
	if members == "" {
		return audiences, nil
	}
	var viewers, peaks []groupCount
	err := s.db.Read().NewRaw(`WITH members (position, kind, id) AS (VALUES `+members+`)
		SELECT g.position, count(DISTINCT `+viewerKeySQL+`) AS number FROM members AS g
		JOIN analytics_views AS v ON v.subject_kind = g.kind AND v.subject_id = g.id
		WHERE v.channel_id = ? AND v.last_ms >= ? AND v.first_ms < ? GROUP BY g.position`,
		append(args, channelID, clock.Millis(p.From), clock.Millis(p.Until))...).Scan(ctx, &viewers)
	if err != nil {
		return nil, fmt.Errorf("count the viewers of groups: %w", err)
	}
	err = s.db.Read().NewRaw(`WITH members (position, kind, id) AS (VALUES `+members+`)
		SELECT a.position, max(a.seen) AS number FROM (
			SELECT g.position, m.minute_ms, CAST(sum(m.seen) AS BIGINT) AS seen FROM members AS g
			JOIN analytics_minutes AS m ON m.subject_kind = g.kind AND m.subject_id = g.id
			WHERE m.channel_id = ? AND m.minute_ms >= ? AND m.minute_ms < ? GROUP BY g.position, m.minute_ms
		) AS a GROUP BY a.position`,
		append(args, channelID, clock.Millis(p.From), clock.Millis(p.Until))...).Scan(ctx, &peaks)
	if err != nil {
		return nil, fmt.Errorf("find the peak minutes of groups: %w", err)
	}
	for _, r := range viewers {
		audiences[r.Position].Viewers = r.Number
	}
	for _, r := range peaks {
		audiences[r.Position].Peak = r.Number
	}
	return audiences, nil
}

// groupCount is a query row: the viewer count or the peak of groups[Position].
type groupCount struct{ Position, Number int64 }

// groupValuesSQL returns groups as rows of SQL, each with the group's index and one of its subjects.
func groupValuesSQL(groups [][]Subject) (rows string, args []any) {
	var list []string
	for position, subjects := range groups {
		for _, subject := range subjects {
			list = append(list, "(CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS BIGINT))")
			args = append(args, position, string(subject.Kind), subject.ID)
		}
	}
	return strings.Join(list, ", "), args
}

// Viewers returns the number of viewers in each period, counted as in Audience. Requires an operator.
func (s *Service) Viewers(ctx context.Context, by actor.Actor, channelID int64, periods []Period) ([]int64, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return nil, err
	}
	viewers := make([]int64, len(periods))
	for i, p := range periods {
		err := s.db.Read().NewRaw(`SELECT count(DISTINCT `+viewerKeySQL+`) FROM analytics_views AS v WHERE v.channel_id = ? AND v.last_ms >= ? AND v.first_ms < ?`,
			channelID, clock.Millis(p.From), clock.Millis(p.Until)).Scan(ctx, &viewers[i])
		if err != nil {
			return nil, fmt.Errorf("count the viewers of a period: %w", err)
		}
	}
	return viewers, nil
}

// Step holds the figures of a step of time, such as an hour.
type Step struct {
	At      time.Time // start of the step
	Views   int64     // views that began
	Watched time.Duration
	Peak    int64 // the most views in one minute
}

// Steps returns the figures of a period by steps of whole minutes. Steps are aligned to UTC. Steps without views are
// omitted. Requires an operator.
func (s *Service) Steps(ctx context.Context, by actor.Actor, channelID int64, p Period, step time.Duration) ([]Step, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return nil, err
	}
	var rows []struct{ StepMS, Views, WatchedMS, Peak int64 }
	err := s.db.Read().NewRaw(`SELECT a.minute_ms - a.minute_ms % ? AS step_ms,
			CAST(sum(a.begun) AS BIGINT) AS views, CAST(sum(a.watched_ms) AS BIGINT) AS watched_ms, max(a.seen) AS peak
		FROM (SELECT minute_ms, CAST(sum(begun) AS BIGINT) AS begun, CAST(sum(watched_ms) AS BIGINT) AS watched_ms, CAST(sum(seen) AS BIGINT) AS seen
			FROM analytics_minutes WHERE channel_id = ? AND minute_ms >= ? AND minute_ms < ? GROUP BY minute_ms) AS a
		GROUP BY 1 ORDER BY 1`, step.Milliseconds(), channelID, clock.Millis(p.From), clock.Millis(p.Until)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("add up steps of minutes: %w", err)
	}
	out := make([]Step, len(rows))
	for i, r := range rows {
		out[i] = Step{clock.FromMillis(r.StepMS), r.Views, time.Duration(r.WatchedMS) * time.Millisecond, r.Peak}
	}
	return out, nil
}
