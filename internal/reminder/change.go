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

const (
	// letterDelay is the time between the latest change and its letters: an operator who corrects a
	// mistake at once causes one letter.
	letterDelay = 2 * time.Minute
	// A change of an event that begins within urgentWindow is announced at once. The earlier of the old
	// and the new start counts.
	urgentWindow = time.Hour
	// minAnnouncedMove is the shortest move that is announced, unless an operator insists.
	minAnnouncedMove = 15 * time.Minute
)

// Change is a change of an event's schedule that is not announced yet. Package catalog records it in the transaction that
// changes the event. Buyers of the event, some holders of passes that open it, and users with a reminder get one letter
// for it. KnownStart, KnownTimeTBA and KnownSchedule are the last announced values.
type Change struct {
	ChannelID, EventID int64
	KnownStart         time.Time
	KnownTimeTBA       bool // only the day of KnownStart was announced
	KnownSchedule      ScheduleStatus
	Insist             bool      // an operator wants a move shorter than minAnnouncedMove announced
	At                 time.Time // of the latest change
}

// ScheduleStatus says whether an event takes place as scheduled.
type ScheduleStatus string

// Schedule statuses, as package catalog names them.
const (
	ScheduleOn        ScheduleStatus = "on"
	SchedulePostponed ScheduleStatus = "postponed"
	ScheduleCancelled ScheduleStatus = "cancelled"
	ScheduleTBA       ScheduleStatus = "tba"
)

// occasionOf compares the event with its last announced state and returns the occasion of the letter. It returns false if no letter is
// needed. The first matching case wins: removal and the new status come before a return to the old schedule, and that comes before a new
// time.
func (c Change) occasionOf(game Game, exists bool) (Occasion, bool) {
	moved := game.Start.Sub(c.KnownStart).Abs()
	restored := c.wasCancelledOrPostponed() && moved == 0 && game.TimeTBA == c.KnownTimeTBA
	switch {
	case !exists:
		return Cancelled, c.KnownSchedule != ScheduleCancelled
	case game.Schedule == ScheduleCancelled:
		return Cancelled, c.KnownSchedule != ScheduleCancelled
	case game.Schedule == SchedulePostponed:
		return Postponed, c.KnownSchedule != SchedulePostponed
	case restored && game.Upcoming:
		return Resumed, true
	case restored: // it was streamed already
		return Corrected, true
	case game.Schedule == ScheduleTBA:
		return TimeTBA, c.KnownSchedule != ScheduleTBA || moved >= minAnnouncedMove
	case c.KnownSchedule == ScheduleTBA && isSameDay(c.KnownStart, game.Start, game.Zone):
		return TimeSet, true
	case c.KnownSchedule != ScheduleOn:
		return Moved, true
	}
	return Moved, moved >= minAnnouncedMove || moved > 0 && c.Insist
}

// isSameDay reports whether two times are on one day of a time zone.
func isSameDay(one, other time.Time, zone *time.Location) bool {
	return one.In(zone).Format(time.DateOnly) == other.In(zone).Format(time.DateOnly)
}

// wasCancelledOrPostponed reports whether the last announcement said cancelled or postponed.
func (c Change) wasCancelledOrPostponed() bool {
	return c.KnownSchedule == ScheduleCancelled || c.KnownSchedule == SchedulePostponed
}

// isDelayed reports whether the letters of a change still wait for letterDelay.
func (c Change) isDelayed(game Game, exists bool, now time.Time) bool {
	start := c.KnownStart
	if exists && game.Start.Before(start) {
		start = game.Start
	}
	return start.Sub(now) > urgentWindow && c.At.After(now.Add(-letterDelay))
}

// isObsolete reports whether a change was undone, or the old and the new start are older than historyRetention.
func (c Change) isObsolete(game Game, exists bool, now time.Time) bool {
	same := exists && game.Start.Equal(c.KnownStart) && game.TimeTBA == c.KnownTimeTBA && cmp.Or(game.Schedule, ScheduleOn) == c.KnownSchedule
	return same || c.KnownStart.Before(now.Add(-historyRetention)) && (!exists || game.Start.Before(now.Add(-historyRetention)))
}

// announceChanges writes the letters about the channel's changes. pending has the ids of all events with a change at the start of the
// call, also those announced now: remindChannel sends no news about them. It is nil if there are none, or if loading failed (err is set).
// A change that fails does not block the others; the next sweep tries it again.
func (s *Service) announceChanges(ctx context.Context, channelID int64) (pending map[int64]bool, written int, err error) {
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
		game, exists := games[c.EventID]
		if !exists {
			game = gone[c.EventID]
		}
		if c.isDelayed(game, exists, s.clock.Now()) {
			continue
		}
		n, changeErr := s.announceChange(ctx, c, game, exists)
		written += n
		if changeErr != nil {
			err = errors.Join(err, fmt.Errorf("announce the change of event %d: %w", c.EventID, changeErr))
		}
	}
	return pending, written, err
}

func (s *Service) announceChange(ctx context.Context, c Change, game Game, exists bool) (written int, err error) {
	occasion, announce := c.occasionOf(game, exists)
	if !announce {
		// Delete an undone or old change. Keep a small move: later moves add to it.
		return 0, s.updateRemindersAfter(ctx, c, game, exists, c.isObsolete(game, exists, s.clock.Now()))
	}
	recipients, err := s.recipientsOf(ctx, c)
	if err != nil {
		return 0, err
	}
	words, err := s.games.Words(ctx, c.ChannelID)
	if err != nil {
		return 0, err
	}
	for _, recipient := range recipients {
		ok, notifyErr := s.notify(ctx, c, recipient, letterData{occasion: occasion, game: game, recipient: recipient, previousStart: c.KnownStart, previousTimeTBA: c.KnownTimeTBA, previousStatus: c.KnownSchedule}, words)
		err = errors.Join(err, notifyErr) // the other recipients are notified
		if ok {
			written++
		}
	}
	if err != nil {
		return written, err
	}
	return written, s.updateRemindersAfter(ctx, c, game, exists, true)
}

// updateRemindersAfter moves or deletes the reminders of a changed event. With forget it also deletes the change.
func (s *Service) updateRemindersAfter(ctx context.Context, c Change, game Game, exists, forget bool) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := updateReminders(ctx, tx, c, game, exists); err != nil || !forget {
			return err
		}
		return s.games.ForgetChange(ctx, tx, c)
	})
}

// updateReminders gives the reminders of an event its new start, or deletes them if the event was removed.
func updateReminders(ctx context.Context, tx bun.Tx, c Change, game Game, exists bool) error {
	q := tx.NewRaw("UPDATE reminders SET start_ms = ? WHERE channel_id = ? AND event_id = ?", clock.Millis(game.Start), c.ChannelID, c.EventID)
	if !exists {
		q = tx.NewRaw("DELETE FROM reminders WHERE channel_id = ? AND event_id = ?", c.ChannelID, c.EventID)
	}
	if _, err := q.Exec(ctx); err != nil {
		return fmt.Errorf("update reminders of event %d: %w", c.EventID, err)
	}
	return nil
}

// Recipient is a person who gets letters about a change.
type Recipient struct {
	UserID   int64
	Bought   bool // holds a ticket, or held one when the event changed
	Refunded bool // the ticket is paid back
	Pass     bool // holds no ticket, but a pass or subscription that opens the event at its last announced start
	Reminded bool // asked for a reminder
	// PassEnds is the end of that pass or subscription, in the channel's time zone. Zero: it has no end, or it renews.
	PassEnds time.Time
}

// recipientsOf returns the users with a reminder of the event and the users that Games.Recipients returns, each once.
func (s *Service) recipientsOf(ctx context.Context, c Change) ([]Recipient, error) {
	recipients, err := s.games.Recipients(ctx, c)
	if err != nil {
		return nil, err
	}
	at := make(map[int64]int, len(recipients))
	for i, r := range recipients {
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
			recipients[i].Reminded = true
			continue
		}
		recipients = append(recipients, Recipient{UserID: user, Reminded: true})
	}
	return recipients, nil
}

// notify sends a letter and a push note about a change to one recipient. The row in event_change_letters ensures that they are sent once.
func (s *Service) notify(ctx context.Context, c Change, r Recipient, data letterData, words word.Kinds) (written bool, err error) {
	person, reached, err := s.people.Reach(ctx, c.ChannelID, r.UserID)
	if err != nil || !reached {
		return false, err
	}
	to := person.Email
	if r.Bought || r.Pass {
		to = person.AccountEmail // verified or not: the receipt was sent to this address too
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		written = false
		inserted, err := db.Changed(tx.NewRaw(`INSERT INTO event_change_letters (channel_id, user_id, event_id, changed_ms) VALUES (?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, c.ChannelID, r.UserID, c.EventID, clock.Millis(c.At)).Exec(ctx))
		if err != nil || !inserted {
			return err
		}
		written = true
		optOut := ""
		if r.Reminded {
			optOut = s.stopPath(c.ChannelID, r.UserID)
		}
		l := data.buildLetter(person.Language, words, optOut)
		if to != "" {
			if err := s.letters.Post(ctx, tx, c.ChannelID, to, l); err != nil {
				return err
			}
		}
		return s.notes.Tell(ctx, tx, c.ChannelID, r.UserID, data.pushNote(l, s.clock.Now()))
	})
	return written, err
}
