package account

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// OwnSession is one place where a user is logged in, as the user sees it.
type OwnSession struct {
	ID        int64
	Agent     Agent
	Device    string    // as it was called when a code let it in; empty for all others
	Place     text.Text // where that was; empty where it is not known
	CreatedAt time.Time // when the user logged in there
	SeenAt    time.Time // at most an hour old while in use
	Current   bool      // the one that asks
}

func sessionNotFound() error { return fault.NotFoundf("session", "Session not found.") }

// OwnSessions lists where the session's user is logged in: here first, then the latest
// used.
func (s *Service) OwnSessions(ctx context.Context, session Session) ([]OwnSession, error) {
	if err := session.Actor().RequireUser(); err != nil {
		return nil, err
	}
	var rows []sessionRow
	err := s.db.Read().NewSelect().Model(&rows).
		Where("s.channel_id = ? AND s.user_id = ? AND s.expires_ms > ?", session.ChannelID, session.UserID, clock.Millis(s.clock.Now())).
		OrderExpr("CASE WHEN s.id = ? THEN 0 ELSE 1 END, s.seen_ms DESC, s.id DESC", session.ID).Scan(ctx)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	list := make([]OwnSession, len(rows))
	for i, row := range rows {
		since := row.SignedInMS
		if since == 0 {
			since = row.CreatedMS
		}
		list[i] = OwnSession{
			ID: row.ID, Agent: Agent{row.Browser, row.System}, Device: row.Device, Place: row.Place, Current: row.ID == session.ID,
			CreatedAt: clock.FromMillis(since), SeenAt: clock.FromMillis(row.SeenMS),
		}
	}
	return list, nil
}

// NotePlace stores where the user of a session has just logged in, in names that the user recognizes.
func (s *Service) NotePlace(ctx context.Context, session Session, place text.Text) error {
	_, err := s.db.Write().NewUpdate().Model((*sessionRow)(nil)).Set("place = ?", place).
		Where("channel_id = ? AND id = ? AND user_id IS NOT NULL", session.ChannelID, session.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note the place of a session: %w", err)
	}
	return nil
}

// EndSession logs the session's user out in one place, by the place's id. One of
// somebody else is not there.
func (s *Service) EndSession(ctx context.Context, session Session, id int64) error {
	if err := session.Actor().RequireUser(); err != nil {
		return err
	}
	ended, err := s.deleteSessions(ctx, s.db.Write(), session, "id = ?", id)
	if err != nil {
		return err
	}
	if len(ended) == 0 {
		return sessionNotFound()
	}
	s.forget(ended...)
	return nil
}

// EndOtherSessions logs the session's user out everywhere else, and returns in how many
// places that was.
func (s *Service) EndOtherSessions(ctx context.Context, session Session) (int, error) {
	if err := session.Actor().RequireUser(); err != nil {
		return 0, err
	}
	var ended []keyHash
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		ended, err = s.endSessions(ctx, tx, session.ChannelID, session.UserID, session.ID)
		return err
	})
	if err != nil {
		return 0, err
	}
	s.forget(ended...)
	return len(ended), nil
}

func (s *Service) deleteSessions(ctx context.Context, idb bun.IDB, session Session, where string, arg any) ([]keyHash, error) {
	var texts []string
	_, err := idb.NewDelete().Model((*sessionRow)(nil)).
		Where("channel_id = ? AND user_id = ?", session.ChannelID, session.UserID).Where(where, arg).
		Returning("key_hash").Exec(ctx, &texts)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("end session: %w", err)
	}
	return readHashes(texts)
}
