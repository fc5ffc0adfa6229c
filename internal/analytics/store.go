package analytics

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
)

// write writes facts in one transaction: all of them, or none.
func (s *Service) write(ctx context.Context, facts []fact) error {
	known, err := s.known(ctx, facts)
	if err != nil {
		return err
	}
	granted, err := s.granted(ctx, facts)
	if err != nil {
		return err
	}
	for i := range facts {
		if s.bounds.capToSlots(&facts[i], granted[facts[i].watcher].Slots) {
			s.counts.implausible.Inc()
		}
	}
	delivered, err := s.findDelivered(ctx, facts, granted)
	if err != nil {
		return err
	}
	var undelivered int
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		erased, err := s.erased(ctx, tx, facts)
		if err != nil {
			return err
		}
		b := gather(facts, world{known, erased, granted, delivered})
		undelivered = b.undelivered
		if err := insertSessions(ctx, tx, b.sessions); err != nil {
			return err
		}
		if err := insertEvents(ctx, tx, b.events); err != nil {
			return err
		}
		stored, err := keepViews(ctx, tx, b.views)
		if err != nil {
			return err
		}
		return addMinutes(ctx, tx, b.minutes(stored))
	})
	if err == nil {
		s.counts.undelivered.Add(undelivered)
	}
	return err
}

// known asks which subjects of the facts there are.
func (s *Service) known(ctx context.Context, facts []fact) (map[int64]map[Subject]bool, error) {
	asked := map[int64]map[Subject]bool{}
	ask := func(channelID int64, subject Subject) {
		if subject == (Subject{}) {
			return
		}
		if asked[channelID] == nil {
			asked[channelID] = map[Subject]bool{}
		}
		asked[channelID][subject] = true
	}
	for _, f := range facts {
		ask(f.watcher.ChannelID, f.watcher.Subject)
		if f.event != nil {
			ask(f.event.ChannelID, f.event.subject())
		}
		if f.view != nil {
			ask(f.view.ChannelID, f.view.subject())
		}
	}
	known := make(map[int64]map[Subject]bool, len(asked))
	for channelID, subjects := range asked {
		list := make([]Subject, 0, len(subjects))
		for subject := range subjects {
			list = append(list, subject)
		}
		had, err := s.subjects.Known(ctx, channelID, list)
		if err != nil {
			return nil, fmt.Errorf("ask what channel %d has: %w", channelID, err)
		}
		known[channelID] = map[Subject]bool{}
		for _, subject := range had {
			known[channelID][subject] = true
		}
	}
	return known, nil
}

// granted asks which of those who say to watch something may.
func (s *Service) granted(ctx context.Context, facts []fact) (map[Watcher]Grant, error) {
	asked := map[Watcher]bool{}
	var list []Watcher
	for _, f := range facts {
		if f.watcher.Subject != (Subject{}) && !asked[f.watcher] {
			asked[f.watcher] = true
			list = append(list, f.watcher)
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	granted, err := s.subjects.Granted(ctx, list)
	if err != nil {
		return nil, fmt.Errorf("ask who may watch: %w", err)
	}
	return granted, nil
}

// erased are those users of the facts whose accounts were erased since. Whoever is erased now waits:
// what is written about them is there when their rows are looked for.
func (s *Service) erased(ctx context.Context, tx bun.Tx, facts []fact) (map[int64]bool, error) {
	erased := map[int64]bool{}
	for _, f := range facts {
		for _, id := range f.users() {
			erased[id] = true
		}
	}
	if len(erased) == 0 {
		return erased, nil
	}
	ids := make([]int64, 0, len(erased))
	for id := range erased {
		ids = append(ids, id)
	}
	query := tx.NewSelect().Table("users").Column("id").Where("id IN (?)", bun.List(ids)).Where("erased_ms IS NULL").Order("id")
	if s.db.Engine() == db.Postgres {
		query.For("SHARE") // SQLite has one writer at a time anyway
	}
	var living []int64
	if err := query.Scan(ctx, &living); err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("look for users who were erased: %w", err)
	}
	for _, id := range living {
		delete(erased, id)
	}
	return erased, nil
}

// users are those that a fact is about.
func (f fact) users() (ids []int64) {
	if f.session != nil && f.session.UserID != 0 {
		ids = append(ids, f.session.UserID)
	}
	if f.event != nil && f.event.UserID != 0 {
		ids = append(ids, f.event.UserID)
	}
	if f.view != nil && f.view.UserID != 0 {
		ids = append(ids, f.view.UserID)
	}
	return ids
}

func insertSessions(ctx context.Context, tx bun.Tx, rows []sessionRow) error {
	if len(rows) == 0 {
		return nil
	}
	if _, err := tx.NewInsert().Model(&rows).On("CONFLICT (channel_id, uuid) DO NOTHING").Exec(ctx); err != nil {
		return fmt.Errorf("insert sessions of analytics: %w", err)
	}
	return nil
}

func insertEvents(ctx context.Context, tx bun.Tx, rows []eventRow) error {
	if len(rows) == 0 {
		return nil
	}
	if _, err := tx.NewInsert().Model(&rows).Returning("NULL").Exec(ctx); err != nil {
		return fmt.Errorf("insert events of analytics: %w", err)
	}
	return nil
}

// keepViews adds views, or what was told of them to those that are there, and returns them as they
// are now.
func keepViews(ctx context.Context, tx bun.Tx, rows []viewRow) ([]viewRow, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	var stored []viewRow
	err := tx.NewInsert().Model(&rows).On("CONFLICT (channel_id, uuid) DO UPDATE").
		Set("before_ms = v.last_ms").
		Set("last_ms = CASE WHEN EXCLUDED.last_ms > v.last_ms THEN EXCLUDED.last_ms ELSE v.last_ms END").
		Set("watched_ms = v.watched_ms + EXCLUDED.watched_ms").
		Set("user_id = COALESCE(v.user_id, EXCLUDED.user_id)").
		Set("session_uuid = CASE WHEN v.session_uuid = '' THEN EXCLUDED.session_uuid ELSE v.session_uuid END").
		Returning("channel_id, uuid, subject_kind, subject_id, live, device, country, before_ms").Scan(ctx, &stored)
	if err != nil {
		return nil, fmt.Errorf("keep views: %w", err)
	}
	return stored, nil
}

func addMinutes(ctx context.Context, tx bun.Tx, rows []minuteRow) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.NewInsert().Model(&rows).
		On("CONFLICT (channel_id, minute_ms, subject_kind, subject_id, live, device, country) DO UPDATE").
		Set("begun = m.begun + EXCLUDED.begun").Set("seen = m.seen + EXCLUDED.seen").Set("watched_ms = m.watched_ms + EXCLUDED.watched_ms").Exec(ctx)
	if err != nil {
		return fmt.Errorf("add to minutes: %w", err)
	}
	return nil
}
