package reminder

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

// A sweep compares what people want to be reminded of with what is on now, so that an
// event that moves needs nobody to cancel anything. What a letter was written for is
// noted in the transaction that posts it: a sweep may stop anywhere and run again.

// Sweep writes the letters that are due and returns how many.
func (s *Service) Sweep(ctx context.Context) (written int, err error) {
	var channels []int64
	err = s.db.Read().NewRaw(`SELECT channel_id FROM reminders WHERE start_ms > ?
		UNION SELECT channel_id FROM reminder_teams`, clock.Millis(s.clock.Now())).Scan(ctx, &channels)
	if err != nil {
		return 0, fmt.Errorf("list channels with reminders: %w", err)
	}
	changes, err := s.games.Changes(ctx, 0, s.clock.Now())
	if err != nil {
		return 0, err
	}
	for _, c := range changes {
		if !slices.Contains(channels, c.ChannelID) {
			channels = append(channels, c.ChannelID)
		}
	}
	for _, id := range channels {
		n, failed := s.sweepChannel(ctx, id)
		written += n
		err = errors.Join(err, failed) // the other channels' people are reminded all the same
	}
	return written, errors.Join(err, s.prune(ctx))
}

// noted is an event with the start that people know.
type noted struct {
	EventID int64
	StartMS int64 `bun:"start_ms"`
}

func (s *Service) sweepChannel(ctx context.Context, channelID int64) (written int, err error) {
	if err := s.noteTeams(ctx, channelID); err != nil {
		return 0, err
	}
	pending, written, failed := s.announceChanges(ctx, channelID)
	if failed != nil && pending == nil {
		return written, failed
	}
	reminded, err := s.remindChannel(ctx, channelID, pending)
	return written + reminded, errors.Join(failed, err)
}

// remindChannel writes the reminders of a channel that are due. News about events with a pending change are not among them.
func (s *Service) remindChannel(ctx context.Context, channelID int64, pending map[int64]bool) (written int, err error) {
	var list []noted
	err = s.db.Read().NewRaw("SELECT DISTINCT event_id, start_ms FROM reminders WHERE channel_id = ? AND start_ms > ? AND wanted ORDER BY start_ms, event_id",
		channelID, clock.Millis(s.clock.Now())).Scan(ctx, &list)
	if err != nil || len(list) == 0 {
		return written, err
	}
	ids := make([]int64, len(list))
	for i, n := range list {
		ids[i] = n.EventID
	}
	games, err := s.games.Find(ctx, channelID, ids)
	if err != nil {
		return written, err
	}
	gone, err := s.games.Gone(ctx, channelID)
	if err != nil {
		return written, err
	}
	for _, n := range list {
		subject, ok := s.due(n, games, gone)
		if !ok || pending[n.EventID] && subject.isNews() {
			continue
		}
		w, failed := s.writeAll(ctx, channelID, n, subject)
		written += w
		err = errors.Join(err, failed) // the other events' people are reminded all the same
	}
	return written, err
}

// due says what there is to tell of an event now.
func (s *Service) due(n noted, games, gone map[int64]Game) (letterData, bool) {
	known := clock.FromMillis(n.StartMS)
	game, on := games[n.EventID]
	if !on {
		game, on = gone[n.EventID]
		return letterData{occasion: Cancelled, game: game}, on
	}
	if !game.Upcoming || game.Schedule != "" && game.Schedule != ScheduleOn {
		return letterData{}, false
	}
	if !game.Start.Equal(known) {
		return letterData{occasion: Moved, game: game, previousStart: known}, true
	}
	left := game.Start.Sub(s.clock.Now())
	for _, notice := range notices() {
		if left <= notice.before && left > notice.least {
			return letterData{occasion: notice.occasion, game: game}, true
		}
	}
	return letterData{}, false
}

// noteTeams notes the coming events of teams for everybody who wants to be reminded of
// all of them.
func (s *Service) noteTeams(ctx context.Context, channelID int64) error {
	var teams []int64
	err := s.db.Read().NewRaw("SELECT DISTINCT participant_id FROM reminder_teams WHERE channel_id = ?", channelID).Scan(ctx, &teams)
	if err != nil || len(teams) == 0 {
		return err
	}
	now := s.clock.Now()
	games, err := s.games.Of(ctx, channelID, teams, now, now.Add(horizon))
	if err != nil {
		return err
	}
	for _, game := range games {
		_, err := s.db.Write().NewRaw(`INSERT INTO reminders (channel_id, user_id, event_id, start_ms, wanted, by_team, created_ms)
			SELECT t.channel_id, t.user_id, ?, ?, TRUE, TRUE, MIN(t.created_ms) FROM reminder_teams AS t
			WHERE t.channel_id = ? AND t.participant_id IN (?)
				AND NOT EXISTS (SELECT 1 FROM reminders AS r WHERE r.channel_id = t.channel_id AND r.user_id = t.user_id AND r.event_id = ?)
			GROUP BY t.channel_id, t.user_id ON CONFLICT (channel_id, user_id, event_id) DO NOTHING`,
			game.ID, clock.Millis(game.Start), channelID, bun.List(game.Teams), game.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("note an event of a team: %w", err)
		}
	}
	return nil
}

// batch bounds how many people are looked up at once.
const batch = 200

// writeAll writes to everybody who wants to know.
func (s *Service) writeAll(ctx context.Context, channelID int64, n noted, a letterData) (written int, err error) {
	for {
		users, err := s.unwritten(ctx, channelID, n, a)
		if err != nil {
			return written, err
		}
		for _, userID := range users {
			ok, err := s.writeOne(ctx, channelID, userID, n, a)
			if err != nil {
				return written, err
			}
			if ok {
				written++
			}
		}
		if len(users) < batch {
			return written, nil
		}
	}
}

// unwritten are some of the people who have not been written to.
func (s *Service) unwritten(ctx context.Context, channelID int64, n noted, a letterData) (users []int64, err error) {
	// Who asked for a reminder an hour before has asked too late for the day before.
	asked := a.game.Start
	for _, notice := range notices() {
		if notice.occasion == a.occasion {
			asked = a.game.Start.Add(-notice.before)
		}
	}
	err = s.db.Read().NewRaw(`SELECT r.user_id FROM reminders AS r WHERE r.channel_id = ? AND r.event_id = ? AND r.start_ms = ? AND r.wanted
			AND (r.created_ms <= ? OR ?) AND NOT EXISTS (SELECT 1 FROM reminder_letters AS l WHERE l.channel_id = r.channel_id
				AND l.user_id = r.user_id AND l.event_id = r.event_id AND l.occasion = ? AND l.start_ms = ?)
		ORDER BY r.user_id LIMIT ?`,
		channelID, n.EventID, n.StartMS, clock.Millis(asked), a.isNews(), a.occasion, clock.Millis(a.game.Start), batch).Scan(ctx, &users)
	if err != nil {
		return nil, fmt.Errorf("list who is to be reminded: %w", err)
	}
	return users, nil
}

// isNews reports whether a letter tells what nobody could know before.
func (a letterData) isNews() bool { return a.occasion == Moved || a.occasion == Cancelled }

// writeOne writes one letter, unless somebody else just did.
func (s *Service) writeOne(ctx context.Context, channelID, userID int64, n noted, a letterData) (written bool, err error) {
	words, err := s.games.Words(ctx, channelID)
	if err != nil {
		return false, err
	}
	person, reached, err := s.people.Reach(ctx, channelID, userID)
	if err != nil {
		return false, err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		written = false
		first, err := s.settle(ctx, tx, channelID, userID, n, a)
		if err != nil || !first || !reached {
			return err
		}
		written = true
		l := a.buildLetter(person.Language, words, s.stopPath(channelID, userID))
		if person.Email != "" {
			if err := s.letters.Post(ctx, tx, channelID, person.Email, l); err != nil {
				return err
			}
		}
		return s.notes.Tell(ctx, tx, channelID, userID, a.pushNote(l, s.clock.Now()))
	})
	return written, err
}

// settle notes that a letter is written, of two at once by one alone: a reminder then says
// what its owner knows once the letter has come.
func (s *Service) settle(ctx context.Context, tx bun.Tx, channelID, userID int64, n noted, a letterData) (first bool, err error) {
	const which = " WHERE channel_id = ? AND user_id = ? AND event_id = ? AND start_ms = ?"
	start := clock.Millis(a.game.Start)
	var q *bun.RawQuery
	switch a.occasion {
	case Moved:
		q = tx.NewRaw("UPDATE reminders SET start_ms = ?"+which, start, channelID, userID, n.EventID, n.StartMS)
	case Cancelled:
		q = tx.NewRaw("DELETE FROM reminders"+which, channelID, userID, n.EventID, n.StartMS)
	case Day, Hour, Minutes, Postponed, TimeTBA, TimeSet, Resumed, Corrected:
		q = tx.NewRaw(`INSERT INTO reminder_letters (channel_id, user_id, event_id, occasion, start_ms, sent_ms)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, channelID, userID, n.EventID, a.occasion, start, clock.Millis(s.clock.Now()))
	}
	first, err = db.Changed(q.Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("settle a reminder: %w", err)
	}
	return first, nil
}

// prune forgets what is long over.
func (s *Service) prune(ctx context.Context) error {
	before := clock.Millis(s.clock.Now().Add(-historyRetention))
	for _, table := range []string{"reminders", "reminder_letters"} {
		if _, err := s.db.Write().NewDelete().Table(table).Where("start_ms < ?", before).Exec(ctx); err != nil {
			return fmt.Errorf("prune %s: %w", table, err)
		}
	}
	return nil
}
