package account

import (
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// What expired is deleted at most limit rows at a time, so that the writer is never held
// for long; each call returns how many it deleted.

// PruneSessions deletes sessions that expired.
func (s *Service) PruneSessions(ctx context.Context, limit int64) (int64, error) {
	return s.prune(ctx, (*sessionRow)(nil), 0, limit)
}

// PruneTokens deletes links that expired a month ago: until then whoever follows one
// learns that it expired.
func (s *Service) PruneTokens(ctx context.Context, limit int64) (int64, error) {
	return s.prune(ctx, (*tokenRow)(nil), 30*24*time.Hour, limit)
}

// PruneDeviceCodes deletes codes that expired an hour ago: later nobody types them any
// more.
func (s *Service) PruneDeviceCodes(ctx context.Context, limit int64) (int64, error) {
	return s.prune(ctx, (*deviceRow)(nil), time.Hour, limit)
}

// PruneTickets deletes logins that waited too long for the second factor.
func (s *Service) PruneTickets(ctx context.Context, limit int64) (int64, error) {
	return s.prune(ctx, (*ticketRow)(nil), 0, limit)
}

// PruneLogins deletes logins at providers that are over.
func (s *Service) PruneLogins(ctx context.Context, limit int64) (int64, error) {
	return s.prune(ctx, (*socialRow)(nil), SocialLoginLife, limit)
}

// PruneRemoteTokens forgets used tokens that would not be good any more.
func (s *Service) PruneRemoteTokens(ctx context.Context, limit int64) (int64, error) {
	return s.prune(ctx, (*remoteTokenRow)(nil), 0, limit)
}

// prune deletes rows of a table that expired longer ago than kept.
func (s *Service) prune(ctx context.Context, model any, kept time.Duration, limit int64) (int64, error) {
	before := clock.Millis(s.clock.Now().Add(-kept))
	expired := s.db.Write().NewSelect().Model(model).Column("id").Where("expires_ms <= ?", before).Limit(limit)
	result, err := s.db.Write().NewDelete().Model(model).Where("id IN (?)", expired).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("delete what expired: %w", err)
	}
	return result.RowsAffected()
}
