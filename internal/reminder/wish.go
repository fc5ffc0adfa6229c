package reminder

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
)

type reminderRow struct {
	bun.BaseModel `bun:"table:reminders,alias:r"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	UserID    int64
	EventID   int64
	StartMS   int64 `bun:"start_ms"`
	Wanted    bool
	ByTeam    bool
	CreatedMS int64 `bun:"created_ms"`
}

type teamRow struct {
	bun.BaseModel `bun:"table:reminder_teams,alias:t"`

	ChannelID     int64 `bun:"channel_id,pk"`
	UserID        int64 `bun:"user_id,pk"`
	ParticipantID int64 `bun:"participant_id,pk"`
	CreatedMS     int64 `bun:"created_ms"`
}

// Wanted is of what a user is reminded.
type Wanted struct {
	Events []int64 // that are yet to come
	Teams  []int64
}

// List returns of what the actor is reminded.
func (s *Service) List(ctx context.Context, by actor.Actor) (Wanted, error) {
	w := Wanted{Events: []int64{}, Teams: []int64{}}
	if err := by.RequireUser(); err != nil {
		return w, err
	}
	err := s.db.Read().NewSelect().Model((*reminderRow)(nil)).Column("event_id").
		Where("r.channel_id = ? AND r.user_id = ? AND r.wanted AND r.start_ms > ?", by.ChannelID, by.UserID, clock.Millis(s.clock.Now())).
		Order("start_ms", "event_id").Scan(ctx, &w.Events)
	if err != nil {
		return w, fmt.Errorf("select reminders: %w", err)
	}
	err = s.db.Read().NewSelect().Model((*teamRow)(nil)).Column("participant_id").
		Where("t.channel_id = ? AND t.user_id = ?", by.ChannelID, by.UserID).Order("created_ms", "participant_id").Scan(ctx, &w.Teams)
	if err != nil {
		return w, fmt.Errorf("select teams of reminders: %w", err)
	}
	return w, nil
}

// Remind has the actor reminded of an event of their channel that is yet to come; asking
// again changes nothing.
func (s *Service) Remind(ctx context.Context, by actor.Actor, eventID int64) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	games, err := s.games.Find(ctx, by.ChannelID, []int64{eventID})
	if err != nil {
		return err
	}
	game, ok := games[eventID]
	switch {
	case !ok:
		return errNoEvent()
	case !game.Upcoming || !game.Start.After(s.clock.Now()):
		return errBegun()
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		r := reminderRow{
			ChannelID: by.ChannelID, UserID: by.UserID, EventID: eventID, StartMS: clock.Millis(game.Start), Wanted: true,
			CreatedMS: clock.Millis(s.clock.Now()),
		}
		_, err := tx.NewInsert().Model(&r).On("CONFLICT (channel_id, user_id, event_id) DO UPDATE").
			// Who asks anew has missed what was due before.
			Set("created_ms = CASE WHEN r.wanted THEN r.created_ms ELSE EXCLUDED.created_ms END").
			Set("wanted = TRUE").Set("by_team = FALSE").Set("start_ms = EXCLUDED.start_ms").Exec(ctx)
		if err != nil {
			return fmt.Errorf("insert reminder: %w", err)
		}
		return s.checkRoom(ctx, tx.NewSelect().Model((*reminderRow)(nil)).
			Where("channel_id = ? AND user_id = ? AND NOT by_team AND start_ms > ?", by.ChannelID, by.UserID, clock.Millis(s.clock.Now())))
	})
}

func (s *Service) checkRoom(ctx context.Context, rows *bun.SelectQuery) error {
	n, err := rows.Count(ctx)
	if err != nil {
		return fmt.Errorf("count reminders: %w", err)
	}
	if n > maxPerUser {
		return errFull()
	}
	return nil
}

// Forget has the actor not reminded of an event, also where it is one of a team that they
// are reminded of.
func (s *Service) Forget(ctx context.Context, by actor.Actor, eventID int64) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	_, err := s.db.Write().NewUpdate().Model((*reminderRow)(nil)).Set("wanted = FALSE").
		Where("channel_id = ? AND user_id = ? AND event_id = ?", by.ChannelID, by.UserID, eventID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update reminder: %w", err)
	}
	return nil
}

// RemindOfTeam has the actor reminded of every event of a team of their channel.
func (s *Service) RemindOfTeam(ctx context.Context, by actor.Actor, team int64) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	if has, err := s.games.HasTeam(ctx, by.ChannelID, team); err != nil || !has {
		if err == nil {
			err = errNoTeam()
		}
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		r := teamRow{ChannelID: by.ChannelID, UserID: by.UserID, ParticipantID: team, CreatedMS: clock.Millis(s.clock.Now())}
		if _, err := tx.NewInsert().Model(&r).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
			return fmt.Errorf("insert team of reminders: %w", err)
		}
		return s.checkRoom(ctx, tx.NewSelect().Model((*teamRow)(nil)).Where("channel_id = ? AND user_id = ?", by.ChannelID, by.UserID))
	})
}

// ForgetTeam has the actor not reminded of the events of a team, but of those that they
// chose one by one. Those of their other teams are found again.
func (s *Service) ForgetTeam(ctx context.Context, by actor.Actor, team int64) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewDelete().Model((*teamRow)(nil)).
			Where("channel_id = ? AND user_id = ? AND participant_id = ?", by.ChannelID, by.UserID, team).Exec(ctx)
		if err != nil {
			return fmt.Errorf("delete team of reminders: %w", err)
		}
		_, err = tx.NewDelete().Model((*reminderRow)(nil)).
			Where("channel_id = ? AND user_id = ? AND by_team AND wanted", by.ChannelID, by.UserID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("delete reminders of a team: %w", err)
		}
		return nil
	})
}

// EraseUser removes everything that is kept here of a user, in the transaction that
// erases the user.
func (s *Service) EraseUser(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	for _, table := range []string{"reminders", "reminder_teams", "reminder_letters"} {
		if _, err := tx.NewDelete().Table(table).Where("channel_id = ? AND user_id = ?", channelID, userID).Exec(ctx); err != nil {
			return fmt.Errorf("delete %s: %w", table, err)
		}
	}
	return nil
}

// ExportUser returns everything that is kept here of a user.
func (s *Service) ExportUser(ctx context.Context, channelID, userID int64) (Wanted, error) {
	return s.List(ctx, actor.Actor{Role: actor.User, ChannelID: channelID, UserID: userID})
}
