package clip

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

// Create makes a clip of an event, also while it goes on: it plays at once and becomes a
// video of its own soon. It is counted in the same transaction; see Uses. Wrong by itself:
// Invalid with the fields; beyond what is recorded: Unprocessable, "clip_out_of_range"; more
// than a user's clips may show of the event: Unprocessable, "clip_cover_reached".
// Operators make official ones.
func (s *Service) Create(ctx context.Context, v Viewer, d Draft) (*Clip, error) {
	if err := v.RequireUser(); err != nil {
		return nil, err
	}
	d = d.tidied()
	if err := d.check(); err != nil {
		return nil, err
	}
	permit, err := s.uses.May(ctx, v, d.EventID, Make)
	if err != nil {
		return nil, err
	}
	footage, err := s.cuts.Footage(ctx, v.ChannelID, d.EventID)
	if err != nil {
		return nil, err
	}
	var made *Clip
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		made, err = s.create(ctx, tx, v, d, permit, footage)
		return err
	})
	return made, err
}

func (s *Service) create(ctx context.Context, tx bun.Tx, v Viewer, d Draft, permit Permit, footage Footage) (*Clip, error) {
	if err := s.guard(ctx, tx, v.Actor, d.EventID); err != nil {
		return nil, err
	}
	charge, err := permit.Use(ctx, tx)
	if err != nil {
		return nil, err
	}
	have, err := s.count(ctx, v.Actor)
	if err != nil {
		return nil, err
	}
	if have >= MaxPerUser {
		return nil, errFull()
	}
	opens := footage.Opens(d.Start, d.Duration)
	if err := s.requireCover(ctx, v, d.EventID, opens, permit.MostCovered(footage.Recorded())); err != nil {
		return nil, err
	}
	r, err := newRow(d, opens, v.Actor, s.clock.Now())
	if err != nil {
		return nil, err
	}
	r.OrderID, r.AccessOrderID = charge.Order, charge.Access
	if r.CutID, err = footage.Cut(ctx, tx, d.Start, d.Duration); err != nil {
		return nil, err
	}
	_, err = tx.NewInsert().Model(r).Returning("id").Exec(ctx)
	if db.IsForeignKey(err) {
		return nil, actor.LoginNeeded() // the user was erased meanwhile
	}
	if err != nil {
		return nil, fmt.Errorf("write a clip: %w", err)
	}
	if err := s.queue.EnqueueMake(ctx, tx, v.ChannelID, r.CutID); err != nil {
		return nil, err
	}
	return r.clip()
}

// Finish notes that the cut of a clip is made. It may be called again.
func (s *Service) Finish(ctx context.Context, channelID int64, cut CutID) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := settle(ctx, tx, channelID, cut, Success)
		return err
	})
}

// Fail notes, inside the transaction that gives its cut up, that a clip cannot be made, and
// gives back that it was counted. It may be called again, and for a cut without a clip.
func (s *Service) Fail(ctx context.Context, tx bun.Tx, channelID int64, cut CutID) error {
	failed, err := settle(ctx, tx, channelID, cut, Failed)
	if err != nil {
		return err
	}
	for _, r := range failed {
		if err := s.uses.GiveBack(ctx, tx, channelID, r.UserID, r.OrderID); err != nil {
			return err
		}
	}
	return nil
}

const (
	// unsettledAfter is how long a clip is processing before it is asked what became of its
	// cut: whoever is to say it may have been killed at the last moment.
	unsettledAfter = time.Minute
	sweepBatch     = 500
)

// Sweep settles the clips that were not told what became of their cuts, and returns how
// many it asked for. It may run anywhere at any time.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	var rows []row
	err := s.db.Read().NewSelect().Model(&rows).Column("channel_id", "cut_id").Where("c.status = ?", Processing).
		Where("c.created_ms < ?", clock.Millis(s.clock.Now().Add(-unsettledAfter))).Order("c.created_ms").Limit(sweepBatch).Scan(ctx)
	if err != nil {
		return 0, fmt.Errorf("find clips that are not settled: %w", err)
	}
	var failures error
	for _, r := range rows {
		failures = errors.Join(failures, s.look(ctx, r.ChannelID, r.CutID))
	}
	return len(rows), failures
}

func (s *Service) look(ctx context.Context, channelID int64, cut CutID) error {
	status, err := s.cuts.State(ctx, channelID, cut)
	if err != nil {
		return err
	}
	switch status {
	case Success:
		return s.Finish(ctx, channelID, cut)
	case Failed:
		return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.Fail(ctx, tx, channelID, cut) })
	case Processing:
	}
	return nil
}

// Remove deletes a clip with its video, for who made it and for the channel's operators;
// for everybody else there is none. That it was made stays counted.
func (s *Service) Remove(ctx context.Context, by actor.Actor, id ID) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		c, err := s.find(ctx, by.ChannelID, id)
		if err != nil {
			return err
		}
		if !c.IsOwn(by) && !by.Operates(by.ChannelID) {
			return errNoClip()
		}
		return s.remove(ctx, tx, by.ChannelID, c.ID, c.Cut)
	})
}

func (s *Service) remove(ctx context.Context, tx bun.Tx, channelID int64, id ID, cut CutID) error {
	removed, err := db.Changed(tx.NewDelete().Model((*row)(nil)).Where("c.channel_id = ? AND c.id = ?", channelID, id).Exec(ctx))
	if err != nil {
		return fmt.Errorf("delete clip %d: %w", id, err)
	}
	if !removed {
		return errNoClip() // another request was first
	}
	return s.cuts.Drop(ctx, tx, channelID, cut)
}
