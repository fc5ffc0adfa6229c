package reminder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/word"
)

// Buyers of an event, some holders of passes that open it, and users with a reminder get one letter for each change of its schedule.
// Package catalog records the change in the transaction that changes the event.

const (
	// letterDelay is the time between the latest change and its letters: an operator who corrects a
	// mistake at once causes one letter.
	letterDelay = 2 * time.Minute
	// A change of an event that begins within urgent is announced at once. The earlier of the old
	// and the new start counts.
	urgent = time.Hour
	// smallMove is the shortest move that is announced, unless an operator insists.
	smallMove = 15 * time.Minute
)

// Change is a change of an event's schedule that is not announced yet. KnownStart and KnownSchedule
// are the last announced values.
type Change struct {
	ChannelID, EventID int64
	KnownStart         time.Time
	KnownTBA           bool // only the day of KnownStart was announced
	KnownSchedule      Schedule
	Insist             bool
	At                 time.Time
}

// Schedule says whether an event takes place as scheduled.
type Schedule string

// Schedules, as the catalogue names them.
const (
	AsScheduled   Schedule = "on"
	IsPostponed   Schedule = "postponed"
	IsCancelled   Schedule = "cancelled"
	TimeOpenStill Schedule = "tba"
)

// sortOf returns the kind of the announcement, or false if the change needs none.
func (c Change) sortOf(game Game, there bool) (Occasion, bool) {
	moved := game.Start.Sub(c.KnownStart).Abs()
	switch {
	case !there:
		return Cancelled, c.KnownSchedule != IsCancelled
	case game.Schedule == IsCancelled:
		return Cancelled, c.KnownSchedule != IsCancelled
	case game.Schedule == IsPostponed:
		return Postponed, c.KnownSchedule != IsPostponed
	case c.wasOff() && moved == 0 && game.TimeTBA == c.KnownTBA && !game.Upcoming:
		return Corrected, true
	case c.wasOff() && moved == 0 && game.TimeTBA == c.KnownTBA:
		return Resumed, true
	case game.Schedule == TimeOpenStill:
		return TimeOpen, c.KnownSchedule != TimeOpenStill || moved >= smallMove
	case c.KnownSchedule == TimeOpenStill && isSameDay(c.KnownStart, game.Start, game.Zone):
		return TimeSet, true
	case c.KnownSchedule != AsScheduled:
		return Moved, true
	}
	return Moved, moved >= smallMove || moved > 0 && c.Insist
}

// isSameDay reports whether two times are on one day of a time zone.
func isSameDay(one, other time.Time, zone *time.Location) bool {
	return one.In(zone).Format(time.DateOnly) == other.In(zone).Format(time.DateOnly)
}

// wasOff reports whether the last announcement said cancelled or postponed.
func (c Change) wasOff() bool {
	return c.KnownSchedule == IsCancelled || c.KnownSchedule == IsPostponed
}

// waits reports whether the letters of a change still wait for letterDelay.
func (c Change) waits(game Game, there bool, now time.Time) bool {
	start := c.KnownStart
	if there && game.Start.Before(start) {
		start = game.Start
	}
	return start.Sub(now) > urgent && c.At.After(now.Add(-letterDelay))
}

// isOver reports whether a change was undone, or both starts are long past.
func (c Change) isOver(game Game, there bool, now time.Time) bool {
	same := there && game.Start.Equal(c.KnownStart) && game.TimeTBA == c.KnownTBA && cmp.Or(game.Schedule, AsScheduled) == c.KnownSchedule
	return same || c.KnownStart.Before(now.Add(-kept)) && (!there || game.Start.Before(now.Add(-kept)))
}

// tellChanges writes the letters about the channel's changes and returns all events with a change, nil if they cannot be
// loaded. A change that fails does not block the others; the next sweep tries it again.
func (s *Service) tellChanges(ctx context.Context, channelID int64) (pending map[int64]bool, written int, err error) {
	changes, err := s.games.Changes(ctx, channelID, s.clock.Now())
	if err != nil || len(changes) == 0 {
		return nil, 0, err
	}
	pending = map[int64]bool{}
	ids := make([]int64, len(changes))
	for i, c := range changes {
		ids[i], pending[c.EventID] = c.EventID, true
	}
	games, err := s.games.Find(ctx, channelID, ids)
	if err != nil {
		return pending, 0, err
	}
	gone, err := s.games.Gone(ctx, channelID)
	if err != nil {
		return pending, 0, err
	}
	for _, c := range changes {
		game, there := games[c.EventID]
		if !there {
			game = gone[c.EventID]
		}
		if c.waits(game, there, s.clock.Now()) {
			continue
		}
		n, failed := s.tellChange(ctx, c, game, there)
		written += n
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("tell the change of event %d: %w", c.EventID, failed))
		}
	}
	return pending, written, err
}

func (s *Service) tellChange(ctx context.Context, c Change, game Game, there bool) (written int, err error) {
	occasion, news := c.sortOf(game, there)
	if !news {
		// An unannounced small move is kept, since later moves add to it.
		return 0, s.closeChange(ctx, c, game, there, c.isOver(game, there, s.clock.Now()))
	}
	told, err := s.readersOf(ctx, c)
	if err != nil {
		return 0, err
	}
	words, err := s.games.Words(ctx, c.ChannelID)
	if err != nil {
		return 0, err
	}
	for _, reader := range told {
		ok, failed := s.writeChange(ctx, c, reader, about{occasion: occasion, game: game, before: c.KnownStart, known: c.KnownSchedule, reader: reader}, words)
		err = errors.Join(err, failed) // the other readers are told all the same
		if ok {
			written++
		}
	}
	if err != nil {
		return written, err
	}
	return written, s.closeChange(ctx, c, game, there, true)
}

// closeChange gives the reminders of an event its new start, or removes them with the event, and
// deletes a change that is done.
func (s *Service) closeChange(ctx context.Context, c Change, game Game, there, done bool) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		q := tx.NewRaw("UPDATE reminders SET start_ms = ? WHERE channel_id = ? AND event_id = ?", clock.Millis(game.Start), c.ChannelID, c.EventID)
		if !there {
			q = tx.NewRaw("DELETE FROM reminders WHERE channel_id = ? AND event_id = ?", c.ChannelID, c.EventID)
		}
		if _, err := q.Exec(ctx); err != nil {
			return fmt.Errorf("move reminders: %w", err)
		}
		if !done {
			return nil
		}
		return s.games.ForgetChange(ctx, tx, c)
	})
}

// Reader is a person who gets letters about a change.
type Reader struct {
	UserID   int64
	Bought   bool // holds a ticket, or held one when the event changed
	Refunded bool // the ticket is paid back
	Pass     bool // holds no ticket, but a pass or subscription that opens the event
	Reminded bool // asked for a reminder
}

// readersOf returns the users with a reminder of the event and the users that Games.Buyers returns, each once.
func (s *Service) readersOf(ctx context.Context, c Change) ([]Reader, error) {
	readers, err := s.games.Buyers(ctx, c)
	if err != nil {
		return nil, err
	}
	at := make(map[int64]int, len(readers))
	for i, r := range readers {
		at[r.UserID] = i
	}
	var users []int64
	err = s.db.Read().NewRaw("SELECT user_id FROM reminders WHERE channel_id = ? AND event_id = ? AND wanted AND created_ms <= ? ORDER BY user_id",
		c.ChannelID, c.EventID, clock.Millis(c.At)).Scan(ctx, &users)
	if err != nil {
		return nil, fmt.Errorf("list reminders of event %d: %w", c.EventID, err)
	}
	for _, user := range users {
		if i, ok := at[user]; ok {
			readers[i].Reminded = true
			continue
		}
		readers = append(readers, Reader{UserID: user, Reminded: true})
	}
	return readers, nil
}

// writeChange writes one letter about a change, unless it was written before.
func (s *Service) writeChange(ctx context.Context, c Change, r Reader, a about, words word.Kinds) (written bool, err error) {
	person, reached, err := s.people.Reach(ctx, c.ChannelID, r.UserID)
	if err != nil || !reached {
		return false, err
	}
	to := person.Email
	if r.Bought || r.Pass {
		to = person.Account // where the receipt went
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		written = false
		first, err := db.Changed(tx.NewRaw(`INSERT INTO event_change_letters (channel_id, user_id, event_id, changed_ms) VALUES (?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, c.ChannelID, r.UserID, c.EventID, clock.Millis(c.At)).Exec(ctx))
		if err != nil || !first {
			return err
		}
		written = true
		optOut := ""
		if r.Reminded {
			optOut = s.stopPath(c.ChannelID, r.UserID)
		}
		l := a.write(person.Language, words, optOut)
		if to != "" {
			if err := s.letters.Post(ctx, tx, c.ChannelID, to, l); err != nil {
				return err
			}
		}
		return s.notes.Tell(ctx, tx, c.ChannelID, r.UserID, a.note(l, s.clock.Now()))
	})
	return written, err
}
