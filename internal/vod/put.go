package vod

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/revision"
)

// FindByAlias returns one item of the channel with its media, by what an operator calls
// it. Inside a transaction it sees that transaction's own changes.
func (s *Service) FindByAlias(ctx context.Context, channelID int64, alias string) (*Item, error) {
	from := s.db.From(ctx)
	item, err := findItem(ctx, from, channelID, "i.alias = ?", alias)
	if err != nil {
		return nil, err
	}
	return item, fillMedia(ctx, from, channelID, []*Item{item})
}

// CheckItem says what Put would refuse of an item, whatever it plays.
func (s *Service) CheckItem(ctx context.Context, channelID int64, item Item) error {
	item.Media = []Medium{{Alias: "main", FilmID: 1}}
	_, err := s.itemAlone(ctx, s.db.Read(), channelID, item)
	return err
}

// itemAlone is a library of the channel's categories and one item, which is checked.
func (s *Service) itemAlone(ctx context.Context, from bun.IDB, channelID int64, item Item) (Library, error) {
	categories, err := readCategories(ctx, from, channelID)
	if err != nil {
		return Library{}, err
	}
	l := Library{Categories: categories, Items: []Item{item}}
	return l.tidy(), l.Validate()
}

// Put adds an item to the library, or makes the one of the same alias what item says;
// only the channel's operators may. Everything else stays. What it plays must be the
// channel's, else NotFound.
func (s *Service) Put(ctx context.Context, by actor.Actor, channelID int64, item Item) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		l, err := s.itemAlone(ctx, tx, channelID, item)
		if err != nil {
			return err
		}
		if err := l.requireOwn(ctx, tx, channelID); err != nil {
			return err
		}
		r := replacement{tx: tx, channelID: channelID, now: clock.Millis(s.clock.Now()), categories: map[string]CategoryID{}, items: map[string]ItemID{}}
		for _, c := range l.Categories {
			r.categories[c.Alias] = c.ID
		}
		if err := r.put(ctx, l.Items[0]); err != nil || r.changes.None() {
			return err
		}
		s.db.AfterCommit(ctx, func() { s.revisions.Forget(channelID) })
		return revision.Bump(ctx, tx, channelID, revision.VOD)
	})
}

// Remove removes an item of the library; only the channel's operators may. What it plays stays. An unknown alias is NotFound.
func (s *Service) Remove(ctx context.Context, by actor.Actor, channelID int64, alias string) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		removed, err := db.Changed(tx.NewDelete().Table("vod_items").Where("channel_id = ? AND alias = ?", channelID, alias).Exec(ctx))
		if err != nil {
			return fmt.Errorf("remove a VOD item: %w", err)
		}
		if !removed {
			return ErrNotFound()
		}
		s.db.AfterCommit(ctx, func() { s.revisions.Forget(channelID) })
		return revision.Bump(ctx, tx, channelID, revision.VOD)
	})
}

func (r *replacement) put(ctx context.Context, item Item) error {
	var old itemRow
	err := selectItems(r.tx, &old).Where("i.channel_id = ? AND i.alias = ?", r.channelID, item.Alias).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return r.writeItem(ctx, item, nil, nil)
	case err != nil:
		return fmt.Errorf("find a VOD item: %w", err)
	}
	media, err := selectMedia(ctx, r.tx, r.channelID, "m.item_id = ?", old.ID)
	if err != nil {
		return err
	}
	return r.writeItem(ctx, item, &old, map[ItemID][]mediumRow{old.ID: media})
}
