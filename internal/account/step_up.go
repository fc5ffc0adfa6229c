package account

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// A session on any device lasts 360 days. A sensitive change of the account therefore asks for the
// second factor again, where there is one, and a device that was paired by a code cannot make such
// a change. api.Guard marks the calls that make sensitive changes.

// stepUpLife is the time for which a code of the second factor allows sensitive changes in its
// session.
const stepUpLife = 5 * time.Minute

// DeviceNotAllowed is the refusal of a call that a device may not make which was paired by a code.
func DeviceNotAllowed() error {
	return fault.New(fault.Forbidden, "device_not_allowed", "You cannot do this on this device. Use your phone or computer.")
}

func stepUpRequired() error {
	return fault.New(fault.Forbidden, "second_factor_step_up", "Enter a code from your authenticator app to continue.")
}

// RequireStepUp refuses a sensitive change of the actor's account if the session was paired by a
// code, or if two-step login is on and no code was entered within stepUpLife.
//
// Failures: Forbidden device_not_allowed, second_factor_step_up.
func (s *Service) RequireStepUp(ctx context.Context, by actor.Actor) error {
	recent, err := s.provenByFactor(ctx, by)
	if err != nil || recent {
		return err
	}
	on, err := s.hasSecondFactor(ctx, User{ChannelID: by.ChannelID, ID: UserID(by.UserID)})
	if err == nil && on {
		err = stepUpRequired()
	}
	return err
}

// provenByFactor reports whether a code of the second factor was entered in the actor's session
// within stepUpLife. It refuses a device that was let in by a code.
func (s *Service) provenByFactor(ctx context.Context, by actor.Actor) (recent bool, err error) {
	var row sessionRow
	err = s.db.From(ctx).NewSelect().Model(&row).Column("by_code", "factor_ms").
		Where("s.channel_id = ? AND s.id = ? AND s.user_id = ?", by.ChannelID, by.SessionID, by.UserID).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return false, invalidKey()
	case err != nil:
		return false, fmt.Errorf("look for a step-up: %w", err)
	case row.ByCode:
		return false, DeviceNotAllowed()
	}
	return row.FactorMS > clock.Millis(s.clock.Now().Add(-stepUpLife)), nil
}

// StepUp checks a code of the second factor and records the time in the session. It returns the
// time until which sensitive changes need no further code.
//
// Failures: Invalid; Conflict second_factor_off; Forbidden device_not_allowed; Unprocessable
// wrong_second_factor; Throttled too_many_attempts.
func (s *Service) StepUp(ctx context.Context, by actor.Actor, code, language string) (until time.Time, err error) {
	user, err := s.Profile(ctx, by)
	if err != nil {
		return time.Time{}, err
	}
	if code == "" {
		return time.Time{}, fault.InvalidFields(fault.Field{Field: "code", Code: "required", Message: "Field is required"})
	}
	if _, err := s.provenByFactor(ctx, by); err != nil {
		return time.Time{}, err
	}
	if on, err := s.hasSecondFactor(ctx, user); err != nil || !on {
		if err == nil {
			err = factorOff()
		}
		return time.Time{}, err
	}
	if err := s.countFactor(user); err != nil {
		return time.Time{}, err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return s.spendInSession(ctx, tx, by, user, code, language)
	})
	if err != nil {
		return time.Time{}, err
	}
	s.factors.Forget(factorOf(user))
	return s.clock.Now().Add(stepUpLife), nil
}

// spendInSession spends a code of the second factor and records the time in the actor's session, so that
// the session asks for no second code within stepUpLife. An app shows the next code only after up to 30 s.
func (s *Service) spendInSession(ctx context.Context, tx bun.Tx, by actor.Actor, user User, code, language string) error {
	if err := s.spendFactor(ctx, tx, user, code, language); err != nil {
		return err
	}
	return s.noteFactor(ctx, tx, user.ChannelID, by.SessionID)
}

// noteFactor notes in a session that its user entered a code just now.
func (s *Service) noteFactor(ctx context.Context, tx bun.Tx, channelID, session int64) error {
	_, err := tx.NewUpdate().Model((*sessionRow)(nil)).Set("factor_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ?", channelID, session).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note a code of the second factor: %w", err)
	}
	return nil
}
