package clip

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
)

// Stretch is a part of an event's recording.
type Stretch struct{ From, To time.Duration }

// Cover is how much of an event a user's clips open together, and how much they may. A clip opens whole
// segments: they play until some time after the clip is made.
type Cover struct {
	Most      time.Duration // 0 for no bound
	Used      time.Duration
	Stretches []Stretch // that are open, in their order, none overlapping another
}

// with returns how much is open together with one more clip.
func (c Cover) with(opens Stretch) time.Duration {
	return length(joined(append(slices.Clone(c.Stretches), opens)))
}

// joined are stretches in their order, those that overlap or touch as one.
func joined(stretches []Stretch) []Stretch {
	slices.SortFunc(stretches, func(a, b Stretch) int { return cmp.Compare(a.From, b.From) })
	var out []Stretch
	for _, s := range stretches {
		if last := len(out) - 1; last >= 0 && s.From <= out[last].To {
			out[last].To = max(out[last].To, s.To)
			continue
		}
		out = append(out, s)
	}
	return out
}

// length is how long stretches are together, of which none overlaps another.
func length(stretches []Stretch) (sum time.Duration) {
	for _, s := range stretches {
		sum += s.To - s.From
	}
	return sum
}

// CoverOf returns what a user's clips show of an event, for who is about to make one. Not
// allowed to make clips: Forbidden, "no_access".
func (s *Service) CoverOf(ctx context.Context, v Viewer, eventID int64) (Cover, error) {
	if err := v.RequireUser(); err != nil {
		return Cover{}, err
	}
	permit, err := s.uses.May(ctx, v, eventID, Make)
	if err != nil {
		return Cover{}, err
	}
	footage, err := s.cuts.Footage(ctx, v.ChannelID, eventID)
	if err != nil {
		return Cover{}, err
	}
	return s.cover(ctx, v.Actor, eventID, permit.MostCovered(footage.Recorded()))
}

// cover reads what a user's clips open of an event: all but those that could not be made.
func (s *Service) cover(ctx context.Context, by actor.Actor, eventID int64, most time.Duration) (Cover, error) {
	var rows []row
	err := s.db.From(ctx).NewSelect().Model(&rows).Column("opens_from_ms", "opens_to_ms").
		Where("c.channel_id = ? AND c.event_id = ? AND c.user_id = ? AND c.status <> ?", by.ChannelID, eventID, by.UserID, Failed).Scan(ctx)
	if err != nil {
		return Cover{}, fmt.Errorf("read what the clips of user %d show of event %d: %w", by.UserID, eventID, err)
	}
	stretches := make([]Stretch, len(rows))
	for i, r := range rows {
		stretches[i] = r.opens()
	}
	stretches = joined(stretches)
	return Cover{Most: most, Used: length(stretches), Stretches: stretches}, nil
}

// holdCover takes hold of a user's clips of an event until the transaction tx ends: of two that
// make one at once, the second sees the clip of the first.
func holdCover(ctx context.Context, tx bun.Tx, by actor.Actor, eventID int64) error {
	_, err := tx.NewRaw(`INSERT INTO clip_covers (channel_id, user_id, event_id, made) VALUES (?, ?, ?, 1)
		ON CONFLICT (user_id, event_id) DO UPDATE SET made = clip_covers.made + 1`, by.ChannelID, by.UserID, eventID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("take hold of the clips of user %d of event %d: %w", by.UserID, eventID, err)
	}
	return nil
}

// requireCover refuses a clip with which a user's clips would open more of an event than
// they may.
func (s *Service) requireCover(ctx context.Context, by actor.Actor, eventID int64, opens Stretch, most time.Duration) error {
	if most == 0 {
		return nil
	}
	c, err := s.cover(ctx, by, eventID, most)
	if err != nil {
		return err
	}
	if c.with(opens) <= most {
		return nil
	}
	return fault.OfField(fault.Unprocessable, "duration", "clip_cover_reached", fmt.Sprintf(
		"Your clips may show %s of this event together. Make this one shorter or delete another.", clockTime(most)))
}

// clockTime is a length in minutes and seconds, "1:05".
func clockTime(d time.Duration) string {
	seconds := int64(d / time.Second)
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
