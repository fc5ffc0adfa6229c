package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/text"
)

// eventColumns are the columns that scanEvent reads, in its order; 0 stands for NULL.
const eventColumns = `e.id, e.event_category_id, COALESCE(e.location_id, 0), COALESCE(e.division_id, 0),
	COALESCE(e.group_id, 0), e.type, e.status, e.stream_state, e.gender, e.name, e.sort_name, e.participants,
	COALESCE(e.home_participant_id, 0), e.start_ms, COALESCE(e.duration_ms, 0),
	COALESCE((SELECT place.time_zone FROM locations AS place WHERE place.id = e.location_id AND place.time_zone <> ''), e.time_zone), e.base_price,
	e.service_fee, e.currency, COALESCE(e.single_event_package_id, 0), e.featured, e.image, e.score,
	COALESCE(e.live_since_ms, 0), COALESCE(e.ended_ms, 0), e.listed_ms, COALESCE(e.planned_ms, 0), e.moments, e.embed,
	e.schedule_status, COALESCE(e.previous_start_ms, 0), e.preview_ms, e.time_tba, e.previous_tba`

// scanEvent reads a row of eventColumns, and of more where the caller selected more.
func scanEvent(row interface{ Scan(dest ...any) error }, more ...any) (*Event, error) {
	e := new(Event)
	var name, participants, image, score string
	var start, duration, live, ended, listed, planned, previous, preview int64
	err := row.Scan(append([]any{
		&e.ID, &e.CategoryID, &e.LocationID, &e.DivisionID, &e.EventGroupID, &e.Type, &e.Status, &e.StreamState, &e.Gender,
		&name, &e.sortName, &participants, &e.HomeID, &start, &duration, &e.TimeZone, &e.BasePrice, &e.ServiceFee,
		&e.Currency, &e.SingleEventPackageID, &e.Featured, &image, &score, &live, &ended, &listed, &planned, &e.Moments, &e.Embed,
		&e.ScheduleStatus, &previous, &preview, &e.TimeTBA, &e.PreviousTBA,
	}, more...)...)
	if err != nil {
		return nil, err
	}
	e.StartAt, e.Duration = clock.FromMillis(start), time.Duration(duration)*time.Millisecond
	e.LiveSince, e.EndedAt, e.ListedAt = timeOf(live), timeOf(ended), timeOf(listed)
	e.Planned, e.PreviousStart = time.Duration(planned)*time.Millisecond, timeOf(previous)
	e.Preview = time.Duration(preview) * time.Millisecond
	if e.Score, err = decodeScore(score); err != nil {
		return nil, fmt.Errorf("decode score of event %d: %w", e.ID, err)
	}
	for _, f := range []struct {
		from, empty string
		to          any
	}{{name, "{}", &e.Name}, {participants, "[]", &e.Participants}, {image, "{}", &e.Image}} {
		if f.from == f.empty {
			continue
		}
		if err := json.Unmarshal([]byte(f.from), f.to); err != nil {
			return nil, fmt.Errorf("decode event %d: %w", e.ID, err)
		}
	}
	return e, nil
}

func decodePlayers(s string) ([]ParticipantID, error) {
	var players []ParticipantID
	err := json.Unmarshal([]byte(s), &players)
	return players, err
}

// timeOf is a stored time, where 0 stands for none.
func timeOf(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return clock.FromMillis(ms)
}

// millisOrNull stores a time, NULL for none.
func millisOrNull(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

// scoreJSON is the latest score as it is kept in the event's row.
type scoreJSON struct {
	AtMS   int64  `json:"at_ms"`
	Away   int64  `json:"away"`
	Home   int64  `json:"home"`
	Period string `json:"period,omitempty"`
	Clock  string `json:"clock,omitempty"`
}

func decodeScore(s string) (*Score, error) {
	if s == "" {
		return nil, nil //nolint:nilnil // no score yet
	}
	var j scoreJSON
	if err := json.Unmarshal([]byte(s), &j); err != nil {
		return nil, err
	}
	return &Score{At: clock.FromMillis(j.AtMS), Away: j.Away, Home: j.Home, Period: j.Period, Clock: j.Clock}, nil
}

func encodeScore(s *Score) (string, error) {
	if s == nil {
		return "", nil
	}
	return encode(scoreJSON{AtMS: clock.Millis(s.At), Away: s.Away, Home: s.Home, Period: s.Period, Clock: s.Clock})
}

func encode(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode %T: %w", v, err)
	}
	return string(b), nil
}

// selectPage reads one page of a plan.
func selectPage(ctx context.Context, d *db.DB, p plan, page Page) ([]*Event, error) {
	s := &statement{engine: d.Engine()}
	s.page(p, page)
	rows, err := d.Read().QueryContext(ctx, s.text.String(), s.args...)
	if err != nil {
		return nil, fmt.Errorf("list events: %w", err)
	}
	defer rows.Close()
	events := make([]*Event, 0, page.Limit)
	for rows.Next() {
		e, err := scanEvent(rows)
		if err != nil {
			return nil, fmt.Errorf("list events: %w", err)
		}
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list events: %w", err)
	}
	return events, nil
}

func selectCount(ctx context.Context, d *db.DB, p plan, bounded bool) (int64, error) {
	s := &statement{engine: d.Engine()}
	s.count(p, bounded)
	var n int64
	if err := d.Read().QueryRowContext(ctx, s.text.String(), s.args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count events: %w", err)
	}
	return n, nil
}

func selectEvent(ctx context.Context, from bun.IDB, channelID int64, id EventID) (*Event, error) {
	var description text.Text
	row := from.QueryRowContext(ctx, "SELECT "+eventColumns+", e.description FROM events AS e WHERE e.id = ? AND e.channel_id = ?", id, channelID)
	e, err := scanEvent(row, &description)
	if err != nil {
		return nil, fmt.Errorf("read event %d: %w", id, err)
	}
	e.Description = description
	return e, nil
}

func selectScores(ctx context.Context, from bun.IDB, channelID int64, id EventID) ([]Score, error) {
	var rows []struct {
		AtMS   int64
		Away   int64
		Home   int64
		Period string
		Clock  string
	}
	err := from.NewRaw(`SELECT at_ms, away, home, period, clock FROM event_scores
		WHERE event_id = ? AND channel_id = ? ORDER BY at_ms`, id, channelID).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read scores of event %d: %w", id, err)
	}
	scores := make([]Score, len(rows))
	for i, r := range rows {
		scores[i] = Score{At: clock.FromMillis(r.AtMS), Away: r.Away, Home: r.Home, Period: r.Period, Clock: r.Clock}
	}
	return scores, nil
}

// maxWords is how many words one beginning is completed to.
const maxWords = 32

// selectWords completes the beginning of a word from those of events' own names; cut
// says that there are more.
func selectWords(ctx context.Context, from bun.IDB, channelID int64, prefix string) (words []string, cut bool, err error) {
	err = from.NewRaw(`SELECT word FROM event_vocabulary WHERE channel_id = ? AND word >= ? AND word < ? ORDER BY word LIMIT ?`,
		channelID, prefix, after(prefix), maxWords+1).Scan(ctx, &words)
	if err != nil {
		return nil, false, fmt.Errorf("complete a word: %w", err)
	}
	return words, len(words) > maxWords, nil
}
