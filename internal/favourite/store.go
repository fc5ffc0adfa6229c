package favourite

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
	bun.BaseModel `bun:"table:favorites,alias:f"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	UserID    int64
	Kind      Kind
	SubjectID int64
	CreatedMS int64 `bun:"created_ms"`
}

func (r *row) favourite() Favourite {
	return Favourite{ID: ID(r.ID), Subject: Subject{r.Kind, r.SubjectID}, Since: clock.FromMillis(r.CreatedMS)}
}

func subjectsOf(list []Favourite) []Subject {
	subjects := make([]Subject, len(list))
	for i, f := range list {
		subjects[i] = f.Subject
	}
	return subjects
}

func selectAll(ctx context.Context, from bun.IDB, channelID, userID int64) ([]Favourite, error) {
	var rows []row
	err := from.NewSelect().Model(&rows).Where("f.channel_id = ? AND f.user_id = ?", channelID, userID).
		Order("f.created_ms DESC", "f.id DESC").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select favourites: %w", err)
	}
	list := make([]Favourite, len(rows))
	for i := range rows {
		list[i] = rows[i].favourite()
	}
	return list, nil
}

func count(ctx context.Context, from bun.IDB, channelID, userID int64) (int, error) {
	n, err := from.NewSelect().Model((*row)(nil)).Where("f.channel_id = ? AND f.user_id = ?", channelID, userID).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count favourites: %w", err)
	}
	return int(n), nil
}

// insert writes a favourite, or finds the one that is there: one statement, so that of
// two at once both get the same.
func (s *Service) insert(ctx context.Context, into bun.IDB, by actor.Actor, subject Subject) (Favourite, error) {
	r := row{ChannelID: by.ChannelID, UserID: by.UserID, Kind: subject.Kind, SubjectID: subject.ID, CreatedMS: clock.Millis(s.clock.Now())}
	_, err := into.NewInsert().Model(&r).
		On("CONFLICT (channel_id, user_id, kind, subject_id) DO UPDATE").Set("subject_id = EXCLUDED.subject_id").
		Returning("id, created_ms").Exec(ctx)
	if db.IsForeignKey(err) {
		return Favourite{}, actor.LoginNeeded() // the user was erased meanwhile
	}
	if err != nil {
		return Favourite{}, fmt.Errorf("insert favourite: %w", err)
	}
	return r.favourite(), nil
}

func remove(ctx context.Context, from bun.IDB, channelID, userID int64, id ID) (removed bool, err error) {
	changed, err := db.Changed(from.NewDelete().Model((*row)(nil)).Where("channel_id = ? AND user_id = ? AND id = ?", channelID, userID, id).Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("delete favourite: %w", err)
	}
	return changed, nil
}

// Followers returns the users of a channel who had one of the subjects as a favourite at a time.
func (s *Service) Followers(ctx context.Context, channelID int64, subjects []Subject, at time.Time) ([]int64, error) {
	if len(subjects) == 0 {
		return nil, nil
	}
	var users []int64
	err := s.db.Read().NewSelect().Model((*row)(nil)).ColumnExpr("DISTINCT f.user_id").
		Where("f.channel_id = ?", channelID).Where("f.created_ms <= ?", clock.Millis(at)).
		WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
			for _, subject := range subjects {
				q = q.WhereOr("f.kind = ? AND f.subject_id = ?", subject.Kind, subject.ID)
			}
			return q
		}).OrderExpr("f.user_id").Scan(ctx, &users)
	if err != nil {
		return nil, fmt.Errorf("list followers: %w", err)
	}
	return users, nil
}
