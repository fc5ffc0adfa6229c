package account

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/netip"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/seal"
)

const (
	// recoveryCodes is how many a user is given at once.
	recoveryCodes = 10
	// recoveryLength gives a recovery code 55 bits: too many to find out from its hash.
	recoveryLength = 12
)

// NewSealer returns what encrypts the secrets of second factors, each bound to its user, and
// what seals the tokens of known devices and of challenges.
func NewSealer(secret []byte) (*seal.Sealer, error) {
	return seal.New(secret, "grandstand second factors")
}

// SecondFactor is what a user is told of their second factor.
type SecondFactor struct {
	Enabled       bool
	Since         time.Time // zero while it is off
	RecoveryCodes int64     // that have not been used
}

// SecondFactor tells the actor of their own second factor.
func (s *Service) SecondFactor(ctx context.Context, by actor.Actor) (SecondFactor, error) {
	if err := by.RequireUser(); err != nil {
		return SecondFactor{}, err
	}
	row, found, err := s.selectFactor(ctx, s.db.Read(), by.ChannelID, UserID(by.UserID))
	if err != nil || !found || row.ConfirmedMS == nil {
		return SecondFactor{}, err
	}
	left, err := s.countRecoveryCodes(ctx, by.ChannelID, UserID(by.UserID))
	return SecondFactor{Enabled: true, Since: clock.FromMillis(*row.ConfirmedMS), RecoveryCodes: left}, err
}

// Enrolment is what an app must know to make codes. It is shown once.
type Enrolment struct {
	Secret  string // for typing
	Address string // for a QR code
}

// BeginSecondFactor draws a secret for the actor's app, by the actor's password or, where
// there is none, soon after a login: a borrowed session must not lock its owner out. Nothing
// is asked of anybody until ConfirmSecondFactor. issuer is what the app will call it.
func (s *Service) BeginSecondFactor(ctx context.Context, by actor.Actor, password, issuer string, from netip.Addr) (Enrolment, error) {
	user, err := s.Profile(ctx, by)
	if err != nil {
		return Enrolment{}, err
	}
	if on, err := s.hasSecondFactor(ctx, user); err != nil || on {
		if err != nil {
			return Enrolment{}, err
		}
		return Enrolment{}, factorOn()
	}
	if _, err := s.provePresence(ctx, by, user, Proof{Password: password}, "", from); err != nil {
		return Enrolment{}, err
	}
	secret := newTOTPSecret()
	if err := s.keepFactor(ctx, user, secret); err != nil {
		return Enrolment{}, err
	}
	return Enrolment{Secret: string(secret), Address: secret.address(issuer, user.Email)}, nil
}

// ConfirmSecondFactor switches the second factor on, once the app has shown that it makes
// the right codes, and returns the recovery codes, which nobody sees again. Every session of
// the user but the actor's ends: they were opened without it. The code counts as a step-up of the
// actor's session.
func (s *Service) ConfirmSecondFactor(ctx context.Context, by actor.Actor, code, language string) (codes []string, err error) {
	user, err := s.Profile(ctx, by)
	if err != nil {
		return nil, err
	}
	if code == "" {
		return nil, fault.InvalidFields(fault.Field{Field: "code", Code: "required", Message: "Field is required"})
	}
	if err := s.countFactor(user); err != nil {
		return nil, err
	}
	var ended []keyHash
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.confirmFactor(ctx, tx, user, code); err != nil {
			return err
		}
		if err := s.noteFactor(ctx, tx, user.ChannelID, by.SessionID); err != nil {
			return err
		}
		if codes, err = s.drawRecoveryCodes(ctx, tx, user); err != nil {
			return err
		}
		if ended, err = s.endSessions(ctx, tx, user.ChannelID, user.ID, by.SessionID); err != nil {
			return err
		}
		return s.post(ctx, tx, user, secondFactorOn(user.letterLanguage(language)))
	})
	if err != nil {
		return nil, err
	}
	s.factors.Forget(factorOf(user))
	s.forget(ended...)
	return codes, nil
}

// Proof is what shows again that a logged-in user is who they are: the password, or a
// code of the second factor.
type Proof struct{ Password, Code string }

// RemoveSecondFactor switches the actor's second factor off.
func (s *Service) RemoveSecondFactor(ctx context.Context, by actor.Actor, p Proof, language string, from netip.Addr) error {
	return s.changeFactor(ctx, by, p, language, from, func(ctx context.Context, tx bun.Tx, user User) error {
		if err := deleteFactor(ctx, tx, user.ChannelID, user.ID); err != nil {
			return err
		}
		return s.post(ctx, tx, user, secondFactorOff(user.letterLanguage(language)))
	})
}

// RenewRecoveryCodes gives the actor new recovery codes; the old ones are worth nothing.
func (s *Service) RenewRecoveryCodes(ctx context.Context, by actor.Actor, p Proof, language string, from netip.Addr) (codes []string, err error) {
	err = s.changeFactor(ctx, by, p, language, from, func(ctx context.Context, tx bun.Tx, user User) error {
		codes, err = s.drawRecoveryCodes(ctx, tx, user)
		return err
	})
	return codes, err
}

// changeFactor runs a change of the actor's second factor by a code or, where the session
// had one a short while ago, by the password or what stands for it (see confirmed). The password alone is not enough: the second
// factor is there for the day on which it is known.
func (s *Service) changeFactor(ctx context.Context, by actor.Actor, p Proof, language string, from netip.Addr, change func(context.Context, bun.Tx, User) error) error {
	user, err := s.Profile(ctx, by)
	if err != nil {
		return err
	}
	if on, err := s.hasSecondFactor(ctx, user); err != nil || !on {
		if err != nil {
			return err
		}
		return factorOff()
	}
	if p.Code == "" {
		if err = s.provePasswordOrStepUp(ctx, by, user, "password", p.Password, from); err == nil {
			err = s.RequireStepUp(ctx, by)
		}
	} else if _, err = s.provenByFactor(ctx, by); err == nil {
		err = s.countFactor(user)
	}
	if err != nil {
		return err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if p.Code != "" {
			if err := s.spendInSession(ctx, tx, by, user, p.Code, language); err != nil {
				return err
			}
		}
		return change(ctx, tx, user)
	})
	if err == nil && p.Code != "" {
		s.factors.Forget(factorOf(user))
	}
	return err
}

func factorOn() error {
	return fault.New(fault.Conflict, "second_factor_on", "Two-step login is already on.")
}

func factorOff() error {
	return fault.New(fault.Conflict, "second_factor_off", "Two-step login is off.")
}

// recoveryHash is what is kept of a recovery code. The user is part of it, so that nobody
// finds out two users' codes at once.
func recoveryHash(user User, code string) keyHash {
	return sha256.Sum256(fmt.Appendf(nil, "%d %s", user.ID, code))
}
