package account

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// recentLogin is how long after a login users who have no password may do what others
// show their password for.
const recentLogin = 15 * time.Minute

func loginAgain() error {
	return fault.New(fault.Forbidden, "login_again", "Confirm first that it is you: by a code that we send to your email, or by logging in again.")
}

// spendProof spends, in the transaction of what a user wants, the part of their proof
// that is good once.
type spendProof func(ctx context.Context, tx bun.Tx) error

func nothingToSpend(context.Context, bun.Tx) error { return nil }

// provePresence has a logged-in user show again what a login would ask for, so that a
// borrowed session is not enough: the password or, where there is none, that they logged in
// a short while ago. A passkey or a mailed code stands for either (see confirmed). Where the second factor is on, also a
// code of it, unless one was entered in the session within stepUpLife. from is the caller's address and language theirs.
//
// Failures: Forbidden device_not_allowed; Invalid with the fields; Unprocessable incorrect_password, and of the spending
// wrong_second_factor; Forbidden login_again; Throttled too_many_attempts.
func (s *Service) provePresence(ctx context.Context, by actor.Actor, user User, p Proof, language string, from netip.Addr) (spendProof, error) {
	recent, err := s.provenByFactor(ctx, by)
	if err != nil {
		return nil, err
	}
	on, err := s.hasSecondFactor(ctx, user)
	if err != nil {
		return nil, err
	}
	on = on && (!recent || p.Code != "") // a code that is given must be right
	confirmed := false
	if user.HasPassword() && p.Password == "" {
		if confirmed, err = s.hasRecentStepUp(ctx, by); err != nil {
			return nil, err
		}
	}
	if problems := p.problems(user.HasPassword() && !confirmed, on); len(problems) > 0 {
		return nil, fault.InvalidFields(problems...)
	}
	switch {
	case confirmed:
	case user.HasPassword():
		err = s.provePassword(ctx, user, "password", p.Password, from)
	default:
		err = s.proveRecentLogin(ctx, s.db.Read(), by)
	}
	if err != nil || !on {
		return nothingToSpend, err
	}
	return s.prepareFactor(by, user, p.Code, language)
}

// prepareFactor takes a permit for a code, and spends the code in the transaction. The code then counts as
// a step-up of the session.
func (s *Service) prepareFactor(by actor.Actor, user User, code, language string) (spendProof, error) {
	if err := s.countFactor(user); err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx bun.Tx) error {
		if err := s.spendInSession(ctx, tx, by, user, code, language); err != nil {
			return err
		}
		s.factors.Forget(factorOf(user))
		return nil
	}, nil
}

// problems are the parts of a proof that are missing.
func (p Proof) problems(hasPassword, hasFactor bool) []fault.Field {
	var fields []fault.Field
	if hasPassword && p.Password == "" {
		fields = append(fields, fault.Field{Field: "password", Code: "required", Message: "Field is required"})
	}
	if hasFactor && p.Code == "" {
		fields = append(fields, fault.Field{Field: "code", Code: "required", Message: "Field is required"})
	}
	return fields
}

// proveRecentLogin refuses an actor who did not log in through this very session a short
// while ago. A device that was let in by a code has shown nothing of its user.
func (s *Service) proveRecentLogin(ctx context.Context, idb bun.IDB, by actor.Actor) error {
	recent, err := s.loggedInRecently(ctx, idb, by)
	if err == nil && !recent {
		err = loginAgain()
	}
	return err
}

// loggedInRecently reports whether the actor logged in through this session within recentLogin, or
// confirmed a change in it.
func (s *Service) loggedInRecently(ctx context.Context, idb bun.IDB, by actor.Actor) (bool, error) {
	recent, err := idb.NewSelect().Model((*sessionRow)(nil)).
		Where("s.channel_id = ? AND s.id = ? AND s.user_id = ?", by.ChannelID, by.SessionID, by.UserID).
		Where("s.proven_ms > ?", clock.Millis(s.clock.Now().Add(-recentLogin))).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("look for a recent login: %w", err)
	}
	return recent, nil
}
