package account

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

// place names a session by its id, on its channel.
type place struct{ channelID, id int64 }

// selectByHash reads the sessions of api keys.
func (s *Service) selectByHash(ctx context.Context, hashes []keyHash) (map[keyHash]Session, error) {
	texts := make([]string, len(hashes))
	known := make(map[string]keyHash, len(hashes))
	for i, hash := range hashes {
		texts[i] = hash.String()
		known[texts[i]] = hash
	}
	rows, err := selectSessions(ctx, s.db.Read(), "s.key_hash IN (?)", bun.List(texts))
	sessions := make(map[keyHash]Session, len(rows))
	for i := range rows {
		session := rows[i].session()
		session.hash = known[rows[i].KeyHash]
		sessions[session.hash] = session
	}
	return sessions, err
}

// selectByPlace reads sessions by their ids. One of another channel is not at its place.
func (s *Service) selectByPlace(ctx context.Context, places []place) (map[place]Session, error) {
	ids := make([]int64, len(places))
	for i, p := range places {
		ids[i] = p.id
	}
	rows, err := selectSessions(ctx, s.db.Read(), "s.id IN (?)", bun.List(ids))
	sessions := make(map[place]Session, len(rows))
	for i := range rows {
		sessions[place{rows[i].ChannelID, rows[i].ID}] = rows[i].session()
	}
	return sessions, err
}

// foundSession is a session with what is known of its user.
type foundSession struct {
	ID        int64
	ChannelID int64
	UserID    *int64
	KeyHash   string
	ExpiresMS int64 `bun:"expires_ms"`
	SeenMS    int64 `bun:"seen_ms"`
	CreatedMS int64 `bun:"created_ms"`

	Role              string
	TemporaryPassword bool
	IsGeoBlocked      bool
	HideScores        bool
	ByCode            bool
}

func (r *foundSession) session() Session {
	session := Session{
		ID: r.ID, ChannelID: r.ChannelID, CreatedAt: clock.FromMillis(r.CreatedMS), ExpiresAt: clock.FromMillis(r.ExpiresMS), seen: clock.FromMillis(r.SeenMS),
	}
	if r.UserID != nil {
		session.UserID, session.Role = UserID(*r.UserID), roleOf(r.Role)
		session.TemporaryPassword, session.GeoBlocked, session.HideScores = r.TemporaryPassword, r.IsGeoBlocked, r.HideScores
		session.ByCode = r.ByCode
	}
	session.unused = r.UserID == nil && r.ExpiresMS-r.CreatedMS <= unusedLife.Milliseconds()
	return session
}

func selectSessions(ctx context.Context, idb bun.IDB, where string, args ...any) (rows []foundSession, err error) {
	err = idb.NewSelect().Model((*sessionRow)(nil)).
		ColumnExpr("s.id, s.channel_id, s.user_id, s.key_hash, s.expires_ms, s.seen_ms, s.created_ms, s.by_code").
		ColumnExpr("coalesce(u.role, '') AS role").
		ColumnExpr("coalesce(u.temporary_password, FALSE) AS temporary_password").
		ColumnExpr("coalesce(u.is_geo_blocked, FALSE) AS is_geo_blocked").
		ColumnExpr("coalesce(u.hide_scores, FALSE) AS hide_scores").
		Join("LEFT JOIN users AS u ON u.channel_id = s.channel_id AND u.id = s.user_id").
		Where(where, args...).Scan(ctx, &rows)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("select sessions: %w", err)
	}
	return rows, nil
}
