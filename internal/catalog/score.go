package catalog

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
)

// Score is the state of a game at one moment.
type Score struct {
	At     time.Time
	Away   int64
	Home   int64
	Period string // "P2", as the scoreboard says it
	Clock  string // "8:14"
}

// AddScore records the state of a game. Of two at one moment the later call counts, so
// that a call may be repeated and a mistake corrected. An event that is not between two
// is Unprocessable, "not_a_game".
func (s *Service) AddScore(ctx context.Context, by actor.Actor, channelID int64, id EventID, score Score) error {
	return s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		var p problems
		validateScore(&p, score)
		if err := p.err(); err != nil {
			return err
		}
		if err := s.lockGame(ctx, tx, channelID, id); err != nil {
			return err
		}
		err := insertScore(ctx, tx, channelID, id, score,
			`UPDATE SET away = excluded.away, home = excluded.home, period = excluded.period, clock = excluded.clock`)
		if err != nil {
			return err
		}
		return setEventScore(ctx, tx, channelID, id)
	})
}

// RemoveScore takes back the score of one moment; the one before it stands again. A
// moment without one is NotFound, "score_not_found".
func (s *Service) RemoveScore(ctx context.Context, by actor.Actor, channelID int64, id EventID, at time.Time) error {
	return s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		if err := s.lockGame(ctx, tx, channelID, id); err != nil {
			return err
		}
		res, err := tx.NewRaw(`DELETE FROM event_scores WHERE event_id = ? AND channel_id = ? AND at_ms = ?`,
			id, channelID, clock.Millis(at)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("remove score: %w", err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return fault.NotFoundf("score", "There is no score at that moment.")
		}
		return setEventScore(ctx, tx, channelID, id)
	})
}

// lockGame holds an event's row until tx ends, so that scores of one game are written
// one after the other and the last of them is the latest.
func (s *Service) lockGame(ctx context.Context, tx bun.Tx, channelID int64, id EventID) error {
	var participants, shown string
	err := tx.NewRaw(`UPDATE events SET updated_ms = ? WHERE id = ? AND channel_id = ? RETURNING participants, score`,
		clock.Millis(s.clock.Now()), id, channelID).Scan(ctx, &participants, &shown)
	if db.IsNoRows(err) {
		return errNoEvent()
	}
	if err != nil {
		return fmt.Errorf("lock event %d: %w", id, err)
	}
	players, err := decodePlayers(participants)
	if err != nil {
		return fmt.Errorf("decode event %d: %w", id, err)
	}
	if len(players) != 2 {
		return fault.New(fault.Unprocessable, "not_a_game", "Only a game between two sides has a score.")
	}
	return keepShown(ctx, tx, channelID, id, shown)
}

// keepShown notes the score that an event was made with, so that it stands again when
// later ones are taken back.
func keepShown(ctx context.Context, tx bun.Tx, channelID int64, id EventID, shown string) error {
	score, err := decodeScore(shown)
	if err != nil {
		return fmt.Errorf("decode score of event %d: %w", id, err)
	}
	if score == nil {
		return nil
	}
	return insertScore(ctx, tx, channelID, id, *score, "NOTHING")
}

// insertScore writes a score; what happens where its moment has one already is said in
// SQL.
func insertScore(ctx context.Context, tx bun.Tx, channelID int64, id EventID, score Score, otherwise string) error {
	_, err := tx.NewRaw(`INSERT INTO event_scores (event_id, at_ms, channel_id, away, home, period, clock) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (event_id, at_ms) DO `+otherwise,
		id, clock.Millis(score.At), channelID, score.Away, score.Home, score.Period, score.Clock).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write score: %w", err)
	}
	return nil
}

// setEventScore sets the score of an event to the latest score of its game.
func setEventScore(ctx context.Context, tx bun.Tx, channelID int64, id EventID) error {
	scores, err := selectScores(ctx, tx, channelID, id)
	if err != nil {
		return err
	}
	var latest *Score
	if n := len(scores); n > 0 {
		latest = &scores[n-1]
	}
	encoded, err := encodeScore(latest)
	if err != nil {
		return err
	}
	if _, err := tx.NewRaw(`UPDATE events SET score = ? WHERE id = ? AND channel_id = ?`, encoded, id, channelID).Exec(ctx); err != nil {
		return fmt.Errorf("show score: %w", err)
	}
	return nil
}
