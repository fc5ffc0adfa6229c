package catalog

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/zone"
)

// Entered says how the start of an event was entered. The local time is not part of it: it follows from
// the start by the zone data of the time of writing.
type Entered struct {
	Zone string // of the time that was entered; "" is the venue's
	// Fixed says that an instant was entered: a time with an offset, or seconds since 1970. No zone data
	// decides it.
	Fixed bool
}

const localLayout = "2006-01-02 15:04:05"

// localTime returns the local time of a start, "" in an unknown zone.
func localTime(startMS int64, zoneName string) string {
	loc, err := zone.Load(zoneName)
	if err != nil {
		return ""
	}
	return clock.FromMillis(startMS).In(loc).Format(localLayout)
}

// setEntered stores how the start of the row was entered, with its local time.
func (r *eventRow) setEntered(e Entered) {
	r.StartZone, r.StartFixed = zone.Or(cmp.Or(e.Zone, r.TimeZone)), e.Fixed
	r.StartLocal = localTime(r.StartMS, r.StartZone)
}

// keepEntered keeps the stored local time of a start that stays. The local time of a new start is
// calculated again.
func (r *eventRow) keepEntered(was *eventRow) {
	if r.StartMS == was.StartMS && was.StartLocal != "" {
		r.StartLocal, r.StartZone, r.StartFixed = was.StartLocal, was.StartZone, was.StartFixed
		return
	}
	r.setEntered(Entered{Zone: r.StartZone, Fixed: r.StartFixed})
}

// isSameLocalStart reports whether two rows have the same local time in the same zone. Their starts then
// differ by a change of zone data only, which is not a move.
func (r *eventRow) isSameLocalStart(was *eventRow) bool {
	return r.StartLocal != "" && r.StartLocal == was.StartLocal && r.StartZone == was.StartZone && !r.StartFixed && !was.StartFixed
}

// KeepLocalStarts stores the local times of future events that were written before local times were
// stored. It returns their number.
func (s *Service) KeepLocalStarts(ctx context.Context) (int, error) {
	var kept int
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		var rows []*eventRow
		err := tx.NewSelect().Model(&rows).Column("id", "start_ms", "time_zone").
			Where("start_local = ''").Where("start_ms > ?", clock.Millis(s.clock.Now())).Scan(ctx)
		if err != nil {
			return fmt.Errorf("read future events: %w", err)
		}
		for _, r := range rows {
			r.setEntered(Entered{})
			_, err := tx.NewUpdate().Model(r).Column("start_local", "start_zone", "start_fixed").WherePK().Exec(ctx)
			if err != nil {
				return fmt.Errorf("store the local time of event %d: %w", r.ID, err)
			}
		}
		kept = len(rows)
		return nil
	})
	return kept, err
}

// ZoneMove is a future event whose start no longer is its local time, because zone data changed.
type ZoneMove struct {
	Event     EventID
	ChannelID int64
	Local     string // the local time that was entered
	Zone      string
	Stored    time.Time // the start by the data of the time of writing
	Start     time.Time // the start by the present data
	Skipped   bool      // the clocks skip the local time on that day: Start is after it
	Fixed     bool      // an instant was entered: the start is right, unless its sender used old zone data
}

// ZoneMoves lists the future events of a channel, 0 for all, whose local time has another instant by the
// present zone data.
func (s *Service) ZoneMoves(ctx context.Context, channelID int64) ([]ZoneMove, error) {
	var rows []*eventRow
	err := s.db.From(ctx).NewSelect().Model(&rows).
		Column("id", "channel_id", "start_ms", "start_local", "start_zone", "start_fixed", "stream_state", "live_since_ms", "ended_ms").
		Where("channel_id = ? OR ? = 0", channelID, channelID).
		Where("status = ?", Upcoming).Where("start_ms > ?", clock.Millis(s.clock.Now())).Where("start_local <> ''").
		Order("channel_id", "start_ms", "id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("read future events: %w", err)
	}
	var moves []ZoneMove
	zones := map[string]*time.Location{} // loading one reads a file
	for _, r := range rows {
		loc, ok := zones[r.StartZone]
		if !ok {
			loc, _ = zone.Load(r.StartZone)
			zones[r.StartZone] = loc
		}
		// Where the present data has no such zone, the stored start stays.
		if r.wasStreamed() || loc == nil || clock.FromMillis(r.StartMS).In(loc).Format(localLayout) == r.StartLocal {
			continue
		}
		start, err := time.ParseInLocation(localLayout, r.StartLocal, loc)
		if err != nil {
			return nil, fmt.Errorf("read the local time of event %d: %w", r.ID, err)
		}
		moves = append(moves, ZoneMove{
			Event: r.ID, ChannelID: r.ChannelID, Local: r.StartLocal, Zone: r.StartZone, Stored: clock.FromMillis(r.StartMS).In(loc),
			Start: start, Skipped: start.Format(localLayout) != r.StartLocal, Fixed: r.StartFixed,
		})
	}
	return moves, nil
}

// ApplyZoneMoves gives events of a channel the start that their local time has by the present zone data.
// Lists, calendars and reminders use the new start. No letter is sent, since the local time is the same.
func (s *Service) ApplyZoneMoves(ctx context.Context, by actor.Actor, channelID int64, moves []ZoneMove) error {
	return s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		for _, m := range moves {
			if m.ChannelID == channelID {
				if err := s.applyZoneMove(ctx, tx, m); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (s *Service) applyZoneMove(ctx context.Context, tx bun.Tx, m ZoneMove) error {
	row, err := s.selectRow(ctx, tx, m.ChannelID, m.Event)
	if err != nil || row.wasStreamed() || row.StartLocal != m.Local || row.StartZone != m.Zone {
		return err
	}
	by := clock.Millis(m.Start) - row.StartMS
	now := clock.Millis(s.clock.Now())
	// The file's start moves too, so that the next import of the same file changes nothing.
	res, err := tx.NewRaw(`UPDATE events SET start_ms = start_ms + ?, imported_start_ms = imported_start_ms + ?, updated_ms = ?,
		listed_ms = CASE WHEN listed_ms + 1000 > ? THEN listed_ms + 1000 ELSE ? END WHERE id = ? AND channel_id = ?`,
		by, by, now, now, now, row.ID, row.ChannelID).Exec(ctx)
	if err := changedOne(res, err); err != nil {
		return err
	}
	return moveIndexes(ctx, tx, row.ID, row.StartMS+by)
}

// moveIndexes writes the start of an event to the tables that find it.
func moveIndexes(ctx context.Context, tx bun.Tx, id EventID, startMS int64) error {
	for _, table := range []string{"event_participants", "event_words"} {
		if _, err := tx.NewRaw("UPDATE ? SET start_ms = ? WHERE event_id = ?", bun.Ident(table), startMS, id).Exec(ctx); err != nil {
			return fmt.Errorf("move event %d: %w", id, err)
		}
	}
	return nil
}
