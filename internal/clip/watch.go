package clip

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

const (
	// maxOfEvent bounds the clips of one event that are shown together, the newest ones.
	maxOfEvent = 200
	// maxEvents bounds the events with clips, those with the newest ones.
	maxEvents = 500
)

// OfEvent returns what an actor may watch of the clips of an event: their own and the
// official ones, the newest first and 200 at most.
func (s *Service) OfEvent(ctx context.Context, by actor.Actor, eventID int64) ([]*Clip, error) {
	return s.selectOfEvent(ctx, by, eventID)
}

// Events returns the events of which an actor may watch clips, 500 at most: their own and
// the official ones that were not in vain.
func (s *Service) Events(ctx context.Context, by actor.Actor) ([]int64, error) {
	return s.selectEvents(ctx, by)
}

// Scope says which clips a user asks for.
type Scope string

// Scopes, in the specification's words.
const (
	Made      Scope = "clips"     // that they made
	Downloads Scope = "downloads" // that they loaded down
)

// OfUser returns a page of a user's clips, the newest first, and how many there are.
func (s *Service) OfUser(ctx context.Context, by actor.Actor, scope Scope, limit, offset int64) ([]*Clip, int64, error) {
	if err := by.RequireUser(); err != nil {
		return nil, 0, err
	}
	if scope == Downloads {
		return s.selectLoaded(ctx, by, limit, offset)
	}
	return s.selectMade(ctx, by, limit, offset)
}

// Find returns a clip for whoever may watch it: by its UUID anybody, else who made it, and
// everybody an official one. For all others there is none: NotFound, "clip_not_found".
func (s *Service) Find(ctx context.Context, by actor.Actor, id ID, uuid string) (*Clip, error) {
	c, err := s.find(ctx, by.ChannelID, id)
	if err != nil {
		return nil, err
	}
	if !c.opensBy(uuid) && !c.IsShownTo(by) {
		return nil, errNoClip()
	}
	return c, nil
}

// Hold tells of clips of one channel whether they are shown: those whose purchase was paid back
// or is disputed are not. Every way to a clip's media asks it.
func (s *Service) Hold(ctx context.Context, channelID int64, clips []*Clip) (map[ID]bool, error) {
	return s.uses.Hold(ctx, channelID, clips)
}

// Download lets a user load down a clip that they may watch without its UUID, and counts
// it the first time: again, as after a connection that broke, is free. While it is made:
// Conflict, "clip_not_ready"; of a purchase that was paid back: Forbidden, "clip_ended".
func (s *Service) Download(ctx context.Context, v Viewer, id ID) (*Clip, error) {
	if err := v.RequireUser(); err != nil {
		return nil, err
	}
	c, err := s.Find(ctx, v.Actor, id, "")
	if err != nil {
		return nil, err
	}
	switch c.Status {
	case Processing:
		return nil, errNotReady()
	case Failed:
		return nil, errFailed()
	case Success:
	}
	held, err := s.Hold(ctx, c.ChannelID, []*Clip{c})
	if err != nil {
		return nil, err
	}
	if !held[c.ID] {
		return nil, ErrEnded()
	}
	permit, err := s.uses.May(ctx, v, c.EventID, Download)
	if err != nil {
		return nil, err
	}
	return c, s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.noteDownload(ctx, tx, v, c, permit) })
}

// noteDownload counts a download the first time. Of two at once the second waits for the
// row of the first, and finds it.
func (s *Service) noteDownload(ctx context.Context, tx bun.Tx, v Viewer, c *Clip, permit Permit) error {
	now := clock.Millis(s.clock.Now())
	first, err := db.Changed(tx.NewRaw(`INSERT INTO clip_downloads (channel_id, clip_id, user_id, at_ms) VALUES (?, ?, ?, ?)
		ON CONFLICT (clip_id, user_id) DO NOTHING`, c.ChannelID, c.ID, v.UserID, now).Exec(ctx))
	if db.IsForeignKey(err) {
		return errNoClip() // it, or the user, was deleted meanwhile
	}
	if err != nil {
		return fmt.Errorf("note a download of clip %d: %w", c.ID, err)
	}
	if first {
		_, err := permit.Use(ctx, tx)
		return err
	}
	_, err = tx.NewRaw(`UPDATE clip_downloads SET at_ms = ? WHERE clip_id = ? AND user_id = ?`, now, c.ID, v.UserID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note another download of clip %d: %w", c.ID, err)
	}
	return nil
}
