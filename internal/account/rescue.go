package account

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
)

// LiftSecondFactor switches off the second factor of a user who has neither the app nor a
// recovery code any more. Who asks for that must be known to the operator by other means:
// the password is all that keeps the account from then on. Every session of the user ends,
// and a letter tells them.
//
// Failures: Forbidden; NotFound user_not_found; Conflict second_factor_off.
func (s *Service) LiftSecondFactor(ctx context.Context, by actor.Actor, channelID int64, id UserID) error {
	user, err := s.findToChange(ctx, by, channelID, id)
	if err != nil {
		return err
	}
	return s.change(ctx, channelID, id, func(ctx context.Context, tx bun.Tx) error {
		row, found, err := s.selectFactor(ctx, tx, channelID, id)
		if err != nil {
			return err
		}
		if !found || row.ConfirmedMS == nil {
			return factorOff()
		}
		if err := deleteFactor(ctx, tx, user.ChannelID, user.ID); err != nil {
			return err
		}
		return s.post(ctx, tx, user, secondFactorLifted(user.letterLanguage("")))
	})
}
