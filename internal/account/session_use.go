package account

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// useLimit bounds the time that a call waits until the use of its session is stored. Without
// it the session ends earlier, and the client fetches another key.
const useLimit = time.Second

// noteUse stores that a session is in use, at its first call and then once in seenEvery. The
// life of an anonymous session grows with its use. A failure stops no call.
func (s *Service) noteUse(ctx context.Context, session *Session) {
	now := s.clock.Now()
	if !now.Before(session.ExpiresAt) || !session.unused && now.Sub(session.seen) < seenEvery {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, useLimit)
	defer cancel()
	s.db.CheckPool(ctx)
	if _, _, err := s.uses.Get(ctx, place{session.ChannelID, session.ID}); err != nil {
		s.log.WarnContext(ctx, "session use not noted", "session_id", session.ID, "error", err)
		return
	}
	if session.unused {
		session.ExpiresAt = now.Add(usedLife)
	}
}

// storeUses stores that sessions are in use, those of many calls at once.
func (s *Service) storeUses(ctx context.Context, places []place) (map[place]struct{}, error) {
	ids, stored := make([]int64, len(places)), make(map[place]struct{}, len(places))
	for i, p := range places {
		ids[i], stored[p] = p.id, struct{}{}
	}
	now := clock.Millis(s.clock.Now())
	age := bun.Safe(fmt.Sprintf("%d * (%d - created_ms)", usedFactor, now))
	_, err := s.db.Write().NewUpdate().Model((*sessionRow)(nil)).
		Set("seen_ms = CASE WHEN ? - seen_ms >= ? THEN ? ELSE seen_ms END", now, seenEvery.Milliseconds(), now).
		Set("expires_ms = CASE WHEN user_id IS NOT NULL THEN expires_ms WHEN ? >= ? THEN ? WHEN ? <= ? THEN ? ELSE ? + ? END",
			age, SessionLife.Milliseconds(), now+SessionLife.Milliseconds(),
			age, usedLife.Milliseconds(), now+usedLife.Milliseconds(), now, age).
		Where("id IN (?) AND expires_ms > ?", bun.List(ids), now).Exec(ctx)
	if err != nil {
		return nil, fmt.Errorf("store the use of sessions: %w", err)
	}
	return stored, nil
}
