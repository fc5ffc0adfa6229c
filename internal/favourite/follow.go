package favourite

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
)

// List returns what the actor follows, the newest first. What the channel has removed
// since is left out.
func (s *Service) List(ctx context.Context, by actor.Actor) ([]Favourite, error) {
	if err := by.RequireUser(); err != nil {
		return nil, err
	}
	all, err := selectAll(ctx, s.db.Read(), by.ChannelID, by.UserID)
	if err != nil {
		return nil, err
	}
	known, err := s.subjects.Known(ctx, by.ChannelID, subjectsOf(all))
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(f Favourite) bool { return !slices.Contains(known, f.Subject) }), nil
}

// Subjects returns what the actor follows, whether it is still there or not, for
// questions that what is gone cannot change.
func (s *Service) Subjects(ctx context.Context, by actor.Actor) ([]Subject, error) {
	if err := by.RequireUser(); err != nil {
		return nil, err
	}
	all, err := selectAll(ctx, s.db.Read(), by.ChannelID, by.UserID)
	return subjectsOf(all), err
}

// Add has the actor follow a subject of their channel. Followed already, it is the same
// favourite as before. Unknown, or another channel's: NotFound, "favoritable_not_found".
func (s *Service) Add(ctx context.Context, by actor.Actor, subject Subject) (Favourite, error) {
	if err := by.RequireUser(); err != nil {
		return Favourite{}, err
	}
	if err := subject.check(); err != nil {
		return Favourite{}, err
	}
	known, err := s.subjects.Known(ctx, by.ChannelID, []Subject{subject})
	if err != nil {
		return Favourite{}, err
	}
	if len(known) == 0 {
		return Favourite{}, errNoSubject()
	}
	f, err := s.follow(ctx, by, subject)
	if fault.CodeOf(err) != "too_many_favorites" {
		return f, err
	}
	// What is gone from the channel takes nobody's room.
	if tidied, err := s.tidy(ctx, by); err != nil || tidied == 0 {
		return Favourite{}, errFull()
	}
	return s.follow(ctx, by, subject)
}

func (s *Service) follow(ctx context.Context, by actor.Actor, subject Subject) (f Favourite, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if f, err = s.insert(ctx, tx, by, subject); err != nil {
			return err
		}
		n, err := count(ctx, tx, by.ChannelID, by.UserID)
		if err == nil && n > MaxPerUser {
			err = errFull()
		}
		return err
	})
	return f, err
}

// tidy forgets what the actor follows and the channel does not have any more.
func (s *Service) tidy(ctx context.Context, by actor.Actor) (tidied int, err error) {
	all, err := selectAll(ctx, s.db.Read(), by.ChannelID, by.UserID)
	if err != nil {
		return 0, err
	}
	known, err := s.subjects.Known(ctx, by.ChannelID, subjectsOf(all))
	if err != nil {
		return 0, err
	}
	for _, f := range all {
		if slices.Contains(known, f.Subject) {
			continue
		}
		if _, err := remove(ctx, s.db.Write(), by.ChannelID, by.UserID, f.ID); err != nil {
			return tidied, err
		}
		tidied++
	}
	return tidied, nil
}

// Remove has the actor no longer follow something. Gone already, or not theirs:
// NotFound, "favorite_not_found".
func (s *Service) Remove(ctx context.Context, by actor.Actor, id ID) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	removed, err := remove(ctx, s.db.Write(), by.ChannelID, by.UserID, id)
	if err == nil && !removed {
		err = errNoFavourite()
	}
	return err
}

// Reason says why a subject was not taken over.
type Reason string

// Reasons.
const (
	Unknown Reason = "unknown" // the channel has no such thing
	Full    Reason = "full"    // there was no more room
)

// Skipped is a subject that was not taken over.
type Skipped struct {
	Subject

	Reason Reason
}

// Merged is what came of a visitor's favourites.
type Merged struct {
	Added   int // that were not followed before
	Skipped []Skipped
}

// Merge has the actor follow what they chose as a visitor, at most MaxMerged subjects.
// What cannot be followed is skipped and told; doing it again changes nothing.
func (s *Service) Merge(ctx context.Context, by actor.Actor, subjects []Subject) (Merged, error) {
	if err := by.RequireUser(); err != nil {
		return Merged{}, err
	}
	if len(subjects) > MaxMerged {
		return Merged{}, fault.InvalidFields(fault.Field{Field: "favorites", Code: "too_many", Message: "At most 100 values are allowed."})
	}
	for i, subject := range subjects {
		if err := subject.check(); err != nil {
			return Merged{}, fault.At(err, i)
		}
	}
	known, err := s.subjects.Known(ctx, by.ChannelID, subjects)
	if err != nil {
		return Merged{}, err
	}
	var m Merged
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		m, err = s.merge(ctx, tx, by, subjects, known)
		return err
	})
	return m, err
}

func (s *Service) merge(ctx context.Context, tx bun.Tx, by actor.Actor, subjects, known []Subject) (m Merged, err error) {
	all, err := selectAll(ctx, tx, by.ChannelID, by.UserID)
	if err != nil {
		return m, err
	}
	followed := subjectsOf(all)
	for _, subject := range subjects {
		switch {
		case slices.Contains(followed, subject):
		case !slices.Contains(known, subject):
			m.Skipped = append(m.Skipped, Skipped{subject, Unknown})
		case len(followed) >= MaxPerUser:
			m.Skipped = append(m.Skipped, Skipped{subject, Full})
		default:
			if _, err := s.insert(ctx, tx, by, subject); err != nil {
				return m, err
			}
			followed = append(followed, subject)
			m.Added++
		}
	}
	return m, nil
}
