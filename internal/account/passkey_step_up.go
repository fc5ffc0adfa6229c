package account

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/passkey"
)

// BeginPasskeyStepUp returns the options to confirm a change of the account by one of the actor's
// passkeys, in place of the password, a code of the second factor or another login.
//
// Failures: Forbidden device_not_allowed; NotFound passkey_not_found, relying_party_not_found.
func (s *Service) BeginPasskeyStepUp(ctx context.Context, session Session, host string) (passkey.Options, error) {
	user, err := s.Profile(ctx, session.Actor())
	if err != nil {
		return nil, err
	}
	if _, err := s.provenByFactor(ctx, session.Actor()); err != nil {
		return nil, err
	}
	party, err := s.parties.RelyingParty(ctx, user.ChannelID, host)
	if err != nil {
		return nil, err
	}
	rows, err := selectPasskeys(ctx, s.db.Read(), user.ChannelID, user.ID)
	if err != nil {
		return nil, err
	}
	if len(ownerOf(user, rows, party).Keys) == 0 {
		return nil, passkeyNotFound()
	}
	options, challenge, err := passkey.Request(party)
	if err != nil {
		return nil, fmt.Errorf("create options of a step-up: %w", err)
	}
	return options, s.keepChallenge(ctx, s.db.Write(), session, challengeRow{Purpose: passkeyStepUp, Data: challenge}, passkeyPatience)
}

// StepUpWithPasskey finishes BeginPasskeyStepUp in the same session with the browser's response. It
// returns the time until which sensitive changes need no further proof. The passkey has verified
// its user: it counts as the password and as a code.
//
// Failures: Forbidden device_not_allowed; Unprocessable passkey_failed, also for another user's passkey.
func (s *Service) StepUpWithPasskey(ctx context.Context, session Session, host string, response []byte) (until time.Time, err error) {
	user, err := s.Profile(ctx, session.Actor())
	if err != nil {
		return time.Time{}, err
	}
	party, err := s.parties.RelyingParty(ctx, user.ChannelID, host)
	if err != nil {
		return time.Time{}, err
	}
	challenge, err := s.takeChallenge(ctx, s.db.Write(), session, passkeyStepUp)
	if err != nil {
		return time.Time{}, err
	}
	var row passkeyRow
	used, err := passkey.Verify(party, challenge.Data, response, func(id string) (passkey.Owner, error) {
		if row, err = s.findPasskey(ctx, user.ChannelID, party, id); err == nil && UserID(row.UserID) != user.ID {
			err = fmt.Errorf("%w: it is another user's", passkey.ErrRefused)
		}
		return row.owner(), err
	})
	if err != nil {
		return time.Time{}, s.refusePasskey(ctx, err)
	}
	now := s.clock.Now()
	return now.Add(stepUpLife), s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		// The lock comes first: after a takeover the passkey is gone.
		if _, err := s.lockUser(ctx, tx, user.ChannelID, user.ID); err != nil {
			return err
		}
		if _, err := s.provenByFactor(ctx, session.Actor()); err != nil {
			return err
		}
		if err := s.notePasskeyUse(ctx, tx, row, used); err != nil {
			return err
		}
		at := clock.Millis(now)
		_, err := tx.NewUpdate().Model((*sessionRow)(nil)).Set("passkey_ms = ?", at).Set("factor_ms = ?", at).Set("proven_ms = ?", at).
			Where("channel_id = ? AND id = ? AND user_id = ?", user.ChannelID, session.ID, user.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("note a step-up by a passkey: %w", err)
		}
		return nil
	})
}
