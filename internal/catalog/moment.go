package catalog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
)

// MomentID identifies a key moment.
type MomentID int64

// Moment is something in an event that is worth going back to.
type Moment struct {
	ID          MomentID
	At          time.Time // on the wall clock
	Kind        string    // a word of the vocabulary of the event's sport: see KindsOf
	Participant ParticipantID
	Note        text.Text // may be empty
}

// Limits of key moments: as many as a timeline can show and a list can be read, and a
// note of a line.
const (
	maxMoments = 500
	maxNote    = 120 // characters
)

// AddMoment tags a moment of an event and returns it with its id. One of the same kind,
// moment and side takes the later note, so that a call may be repeated. A kind that the
// event's sport does not have, or a side that it needs and lacks, is Invalid; a moment too
// many is Unprocessable, "too_many_moments".
func (s *Service) AddMoment(ctx context.Context, by actor.Actor, channelID int64, id EventID, m Moment) (Moment, error) {
	err := s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		e, err := s.lockMoments(ctx, tx, channelID, id)
		if err != nil {
			return err
		}
		ref, err := s.Reference(ctx, channelID)
		if err != nil {
			return err
		}
		if err := validateMoment(m, e, ref); err != nil {
			return err
		}
		if m.ID, err = insertMoment(ctx, tx, channelID, id, m); err != nil {
			return err
		}
		return bounded(ctx, tx, channelID, id)
	})
	return m, err
}

// RemoveMoment takes a moment back. One that the event does not have is NotFound,
// "moment_not_found".
func (s *Service) RemoveMoment(ctx context.Context, by actor.Actor, channelID int64, id EventID, moment MomentID) error {
	return s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		if _, err := s.lockMoments(ctx, tx, channelID, id); err != nil {
			return err
		}
		res, err := tx.NewRaw(`DELETE FROM event_moments WHERE id = ? AND event_id = ? AND channel_id = ?`, moment, id, channelID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("remove moment: %w", err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return fault.NotFoundf("moment", "Key moment not found.")
		}
		return nil
	})
}

// Moments returns an event's moments, the oldest first.
func (s *Service) Moments(ctx context.Context, channelID int64, id EventID) ([]Moment, error) {
	var rows []struct {
		ID            MomentID
		AtMS          int64
		Kind          string
		ParticipantID ParticipantID
		Note          text.Text
	}
	err := s.db.From(ctx).NewRaw(`SELECT id, at_ms, kind, participant_id, note FROM event_moments
		WHERE event_id = ? AND channel_id = ? ORDER BY at_ms, id`, id, channelID).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read moments of event %d: %w", id, err)
	}
	moments := make([]Moment, len(rows))
	for i, r := range rows {
		moments[i] = Moment{ID: r.ID, At: clock.FromMillis(r.AtMS), Kind: r.Kind, Participant: r.ParticipantID, Note: r.Note}
	}
	return moments, nil
}

// lockMoments holds an event's row until tx ends and counts the change that is about to
// be made, for those who follow it.
func (s *Service) lockMoments(ctx context.Context, tx bun.Tx, channelID int64, id EventID) (*Event, error) {
	res, err := tx.NewRaw(`UPDATE events SET updated_ms = ?, moments = moments + 1 WHERE id = ? AND channel_id = ?`,
		clock.Millis(s.clock.Now()), id, channelID).Exec(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock event %d: %w", id, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return nil, errNoEvent()
	}
	e, err := selectEvent(ctx, tx, channelID, id)
	if db.IsNoRows(err) {
		return nil, errNoEvent()
	}
	return e, err
}

func insertMoment(ctx context.Context, tx bun.Tx, channelID int64, id EventID, m Moment) (MomentID, error) {
	var made MomentID
	err := tx.NewRaw(`INSERT INTO event_moments (channel_id, event_id, at_ms, kind, participant_id, note) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (event_id, at_ms, kind, participant_id) DO UPDATE SET note = excluded.note RETURNING id`,
		channelID, id, clock.Millis(m.At), m.Kind, m.Participant, m.Note).Scan(ctx, &made)
	if err != nil {
		return 0, fmt.Errorf("write moment: %w", err)
	}
	return made, nil
}

// bounded refuses the moment that was just written when it is one too many.
func bounded(ctx context.Context, tx bun.Tx, channelID int64, id EventID) error {
	var n int
	err := tx.NewRaw(`SELECT COUNT(*) FROM event_moments WHERE event_id = ? AND channel_id = ?`, id, channelID).Scan(ctx, &n)
	if err != nil {
		return fmt.Errorf("count moments: %w", err)
	}
	if n > maxMoments {
		return fault.New(fault.Unprocessable, "too_many_moments", fmt.Sprintf("An event can have at most %d key moments.", maxMoments))
	}
	return nil
}

func validateMoment(m Moment, e *Event, r *Reference) error {
	var p problems
	kind, ok := r.KindOf(e, m.Kind)
	p.require(ok, "kind", "unknown", "This kind of key moment does not exist")
	p.require(m.Participant == 0 || slices.Contains(e.Participants, m.Participant), "participant_id", "unknown", "This participant does not play in the event")
	p.require(!kind.Sided || m.Participant != 0, "participant_id", "required", "Field is required")
	p.within(m.Note, "note", maxNote)
	p.require(m.At.After(eventBounds[0]) && m.At.Before(eventBounds[1]), "at_ms", "out_of_range", "The time must be between 1970 and 2200")
	return p.err()
}
