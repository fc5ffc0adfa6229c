package commerce

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

type blackoutRow struct {
	bun.BaseModel `bun:"table:event_blackouts"`

	ID            int64 `bun:",pk,autoincrement"`
	ChannelID     int64
	EventID       int64
	Mode          BlackoutMode
	Places        string
	LiftedAfterMS sql.NullInt64
	Sound         bool
	CreatedMS     int64
}

func (r *blackoutRow) rule() (Blackout, error) {
	b := Blackout{Mode: r.Mode, LiftedAfter: Forever, Sound: r.Sound}
	if r.LiftedAfterMS.Valid {
		b.LiftedAfter = time.Duration(r.LiftedAfterMS.Int64) * time.Millisecond
	}
	if err := json.Unmarshal([]byte(r.Places), &b.Places); err != nil {
		return Blackout{}, fmt.Errorf("decode blackout %d: %w", r.ID, err)
	}
	return b, nil
}

func selectBlackouts(ctx context.Context, from bun.IDB, channelID int64) (*Blackouts, error) {
	var rows []blackoutRow
	err := from.NewSelect().Model(&rows).Where("channel_id = ?", channelID).Order("event_id", "id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list blackouts: %w", err)
	}
	all := &Blackouts{byEvent: map[int64][]Blackout{}, named: map[string]bool{}, parted: map[string]bool{}}
	for i := range rows {
		b, err := rows[i].rule()
		if err != nil {
			return nil, err
		}
		all.byEvent[rows[i].EventID] = append(all.byEvent[rows[i].EventID], b)
		for _, place := range b.Places {
			all.named[place] = true
			if country, _, isRegion := strings.Cut(place, "-"); isRegion {
				all.parted[country] = true
			}
		}
	}
	return all, nil
}

// replaceBlackouts writes an event's rules after making sure that it is the channel's.
func replaceBlackouts(ctx context.Context, tx bun.Tx, channelID, eventID int64, rules []Blackout, now time.Time) error {
	n, err := tx.NewSelect().Table("events").Where("id = ? AND channel_id = ?", eventID, channelID).Count(ctx)
	if err != nil {
		return fmt.Errorf("look at event %d: %w", eventID, err)
	}
	if n == 0 {
		return fault.NotFoundf("event", "Sorry! - Game Not Found")
	}
	if _, err := tx.NewDelete().Table("event_blackouts").Where("event_id = ?", eventID).Exec(ctx); err != nil {
		return fmt.Errorf("empty the blackouts of event %d: %w", eventID, err)
	}
	if len(rules) == 0 {
		return nil
	}
	rows := make([]blackoutRow, len(rules))
	for i, b := range rules {
		places, err := json.Marshal(b.Places)
		if err != nil {
			return fmt.Errorf("encode places: %w", err)
		}
		rows[i] = blackoutRow{
			ChannelID: channelID, EventID: eventID, Mode: b.Mode, Places: string(places), Sound: b.Sound, CreatedMS: clock.Millis(now),
			LiftedAfterMS: sql.NullInt64{Int64: b.LiftedAfter.Milliseconds(), Valid: b.LiftedAfter >= 0},
		}
	}
	if _, err := tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
		return fmt.Errorf("write the blackouts of event %d: %w", eventID, err)
	}
	return nil
}
