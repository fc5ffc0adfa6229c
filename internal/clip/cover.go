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

// Cover is the total length of an event that a user's clips open, and its limit. A clip opens whole segments, which play
// until some time after the clip is made.
type Cover struct {
	Limited bool
	Most    time.Duration // 0 without a limit
	Used    time.Duration
	Adds    time.Duration // by how much one more clip raises Used
}

// Left returns the length that further clips may open.
func (c Cover) Left() time.Duration { return max(0, c.Most-c.Used) }

// Fits reports whether one more clip stays within the limit. A clip that opens nothing new always does.
func (c Cover) Fits() bool { return !c.Limited || c.Adds <= c.Left() }

// mergeStretches sorts stretches, and merges those that overlap or touch.
func mergeStretches(stretches []Stretch) []Stretch {
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

// totalLength returns the length of merged stretches.
func totalLength(stretches []Stretch) (sum time.Duration) {
	for _, s := range stretches {
		sum += s.To - s.From
	}
	return sum
}

// CoverOf returns how much of an event a user's clips open, and how much one more clip adds. With length 0, Adds is 0.
// Create applies the same limit. Fails with Forbidden, "no_access", if the viewer may not create clips.
func (s *Service) CoverOf(ctx context.Context, v Viewer, eventID int64, from, length time.Duration) (Cover, error) {
	if err := v.RequireUser(); err != nil {
		return Cover{}, err
	}
	if length != 0 {
		if err := checkRange(from, length); err != nil {
			return Cover{}, err
		}
	}
	permit, err := s.uses.May(ctx, v, eventID, Make)
	if err != nil {
		return Cover{}, err
	}
	footage, err := s.cuts.Footage(ctx, v.ChannelID, eventID)
	if err != nil {
		return Cover{}, err
	}
	var opens Stretch
	if length != 0 {
		opens = footage.Opens(from, length)
	}
	return s.cover(ctx, v.Actor, eventID, permit.MostCovered(footage.Recorded()), opens)
}

// cover returns what a user's clips open of an event, except failed clips, and how much opens adds.
func (s *Service) cover(ctx context.Context, by actor.Actor, eventID int64, most time.Duration, opens Stretch) (Cover, error) {
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
	stretches = mergeStretches(stretches)
	used := totalLength(stretches)
	return Cover{Limited: most > 0, Most: most, Used: used, Adds: totalLength(mergeStretches(append(slices.Clone(stretches), opens))) - used}, nil
}

// lockCover locks the user's clip total until tx ends, so concurrent creates see each other.
func lockCover(ctx context.Context, tx bun.Tx, by actor.Actor, eventID int64) error {
	_, err := tx.NewRaw(`INSERT INTO clip_covers (channel_id, user_id, event_id, made) VALUES (?, ?, ?, 1)
		ON CONFLICT (user_id, event_id) DO UPDATE SET made = clip_covers.made + 1`, by.ChannelID, by.UserID, eventID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("lock the clips of user %d of event %d: %w", by.UserID, eventID, err)
	}
	return nil
}

// requireCover refuses a clip with which a user's clips exceed the limit of an event.
func (s *Service) requireCover(ctx context.Context, v Viewer, eventID int64, opens Stretch, most time.Duration) error {
	if most == 0 {
		return nil
	}
	c, err := s.cover(ctx, v.Actor, eventID, most, opens)
	if err != nil || c.Fits() {
		return err
	}
	sentence := "Clips count in whole segments of the recording, and not enough is left for your clips of this event. Make this one shorter or delete another."
	if !v.HidesLength {
		sentence = fmt.Sprintf("Clips count in whole segments of the recording, and %s is left for your clips of this event. Make this one shorter or delete another.", clockTime(c.Left()))
	}
	return fault.OfField(fault.Unprocessable, "duration", "clip_cover_reached", sentence)
}

// clockTime formats a length in minutes and seconds, "1:05".
func clockTime(d time.Duration) string {
	seconds := int64(d / time.Second)
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
