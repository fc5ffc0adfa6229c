package position

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

type row struct {
	bun.BaseModel `bun:"table:positions,alias:p"`

	ChannelID int64 `bun:"channel_id,pk"`
	UserID    int64 `bun:"user_id,pk"`
	Kind      Kind  `bun:"kind,pk"`
	SubjectID int64 `bun:"subject_id,pk"`
	AtS       int64 `bun:"at_s"`
	LengthS   int64 `bun:"length_s"`
	SavedMS   int64 `bun:"saved_ms"`
}

func (s *Service) row(by actor.Actor, l Progress) *row {
	return &row{
		ChannelID: by.ChannelID, UserID: by.UserID, Kind: l.Kind, SubjectID: l.ID,
		AtS: int64(l.At / time.Second), LengthS: int64(l.Length / time.Second), SavedMS: clock.Millis(s.clock.Now()),
	}
}

func (r *row) position() Position {
	return Position{
		Subject: Subject{r.Kind, r.SubjectID}, At: time.Duration(r.AtS) * time.Second, Length: time.Duration(r.LengthS) * time.Second,
		SavedAt: clock.FromMillis(r.SavedMS),
	}
}

func selectAll(ctx context.Context, from bun.IDB, channelID, userID int64) ([]Position, error) {
	var rows []row
	err := from.NewSelect().Model(&rows).Where("p.channel_id = ? AND p.user_id = ?", channelID, userID).
		Order("p.saved_ms DESC", "p.kind", "p.subject_id DESC").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select positions: %w", err)
	}
	list := make([]Position, len(rows))
	for i := range rows {
		list[i] = rows[i].position()
	}
	return list, nil
}

// update changes a position if it exists.
func update(ctx context.Context, in bun.IDB, r *row) (moved bool, err error) {
	moved, err = db.Changed(in.NewUpdate().Model(r).Column("at_s", "length_s", "saved_ms").WherePK().Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("update a position: %w", err)
	}
	return moved, nil
}

// insert adds a position. If another device has added it meanwhile, insert replaces it.
func insert(ctx context.Context, into bun.IDB, r *row) error {
	_, err := into.NewInsert().Model(r).On("CONFLICT (channel_id, user_id, kind, subject_id) DO UPDATE").
		Set("at_s = EXCLUDED.at_s").Set("length_s = EXCLUDED.length_s").Set("saved_ms = EXCLUDED.saved_ms").Exec(ctx)
	if db.IsForeignKey(err) {
		return actor.LoginNeeded() // the user was erased meanwhile
	}
	if err != nil {
		return fmt.Errorf("insert a position: %w", err)
	}
	return nil
}

// dropOldest deletes all but the latest MaxPerUser positions of a user.
func dropOldest(ctx context.Context, in bun.IDB, channelID, userID int64) error {
	_, err := in.NewDelete().Model((*row)(nil)).Where("channel_id = ? AND user_id = ?", channelID, userID).
		Where(`saved_ms < (SELECT o.saved_ms FROM positions AS o WHERE o.channel_id = ? AND o.user_id = ?
			ORDER BY o.saved_ms DESC LIMIT 1 OFFSET ?)`, channelID, userID, MaxPerUser-1).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete old positions: %w", err)
	}
	return nil
}

func (s *Service) deletePosition(ctx context.Context, by actor.Actor, subject Subject) error {
	_, err := s.db.Write().NewDelete().Model((*row)(nil)).
		Where("channel_id = ? AND user_id = ? AND kind = ? AND subject_id = ?", by.ChannelID, by.UserID, subject.Kind, subject.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete a position: %w", err)
	}
	return nil
}

func erase(ctx context.Context, in bun.IDB, channelID, userID int64) error {
	_, err := in.NewDelete().Model((*row)(nil)).Where("channel_id = ? AND user_id = ?", channelID, userID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete positions: %w", err)
	}
	return nil
}
