package account

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// OwnSession is one place where a user is logged in, as the user sees it.
type OwnSession struct {
	ID        int64
	Agent     Agent
	Device    string    // as it was called when a code let it in; empty for all others
	CreatedAt time.Time // when the user logged in there
	SeenAt    time.Time // at most an hour old while in use
	Current   bool      // the one that asks
}

func sessionNotFound() error { return fault.NotFoundf("session", "There is no such session.") }

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
			ID: row.ID, Agent: Agent{row.Browser, row.System}, Device: row.Device, Current: row.ID == session.ID,
			CreatedAt: clock.FromMillis(since), SeenAt: clock.FromMillis(row.SeenMS),
		}
	}
	return list, nil
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
	ended, err := s.endSessions(ctx, s.db.Write(), session.ChannelID, session.UserID, session.ID)
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
