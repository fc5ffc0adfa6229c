package account

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/throttle"
)

const (
	// ticketLife is how long somebody may look for their phone.
	ticketLife = 10 * time.Minute
	// ticketTries is how many codes one ticket may try.
	ticketTries = 5
)

// factorTries is how many second factors may be tried for one user, whatever the number
// of tickets: by guessing it takes years.
var factorTries = throttle.Rate{Every: 3 * time.Minute, Burst: 10}

// admit makes a session that of a user who has shown who they are, by a password or
// another first factor, and returns its new api key. user is as it was read before that
// proof, or by the transaction that took it: see lockForLogin. A user with a second factor is
// not let in yet: the fault second_factor_required carries a ticket for LoginWithSecondFactor.
// The ticket must stand, so that admit belongs outside of transactions.
func (s *Service) admit(ctx context.Context, session Session, user User, refusal func() error) (key string, err error) {
	var ticket string
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		key, ticket = "", ""
		if err := s.lockForLogin(ctx, tx, user, refusal); err != nil {
			return err
		}
		if session.UserID != user.ID { // a user who is logged in was asked at that login
			asked, err := s.hasSecondFactor(ctx, user)
			if err != nil {
				return err
			}
			if asked {
				ticket, err = s.issueTicket(ctx, tx, session, user)
				return err
			}
		}
		key, _, err = s.rotate(ctx, tx, session, user.ID)
		return err
	})
	if err != nil {
		return "", err
	}
	if ticket != "" {
		return "", secondFactorRequired(ticket)
	}
	s.forget(session.hash)
	return key, nil
}

// lockForLogin locks the row of a user who logs in, until the transaction ends. It refuses a login
// that began before the user's other sessions ended, by a new password for example: the proof may
// be one that does not count any more, and the end of the sessions found no session to end yet.
// user is as it was read before the proof. Each way in calls it: admit, LoginWithSecondFactor and
// LoginWithPasskey. A device that a user let in needs no comparison, since the end of the sessions
// refuses it (denyApproved).
func (s *Service) lockForLogin(ctx context.Context, tx bun.Tx, user User, refusal func() error) error {
	current, err := s.lockUser(ctx, tx, user.ChannelID, user.ID)
	if err != nil {
		return err
	}
	if current.devicesEndedMS != user.devicesEndedMS {
		return refusal()
	}
	return nil
}

// secondFactorRequired answers who has shown the first factor only.
func secondFactorRequired(ticket string) error {
	e := fault.New(fault.Forbidden, "second_factor_required", "Enter the code from your authenticator app.")
	e.Ticket = ticket
	return e
}

func ticketSpent() error {
	return fault.New(fault.Unprocessable, "second_factor_expired", "The time ran out, or there were too many attempts. Please log in again.")
}

func wrongFactor() error {
	return fault.OfField(fault.Unprocessable, "code", "wrong_second_factor", "This code is incorrect. Codes change every 30 seconds, and each works once.")
}

// LoginWithSecondFactor goes on where a login asked for the second factor, in the same
// session under the same key. code is one of the app, or a recovery code, of whose use
// the user is told by mail.
func (s *Service) LoginWithSecondFactor(ctx context.Context, session Session, ticket, code, language string) (key string, user User, err error) {
	if session.UserID != 0 {
		return "", User{}, alreadyLoggedIn()
	}
	if problems := factorProblems(ticket, code); len(problems) > 0 {
		return "", User{}, fault.InvalidFields(problems...)
	}
	taken, err := s.tryTicket(ctx, session, ticket)
	if err != nil {
		return "", User{}, err
	}
	if user, err = s.find(ctx, session.ChannelID, "u.id = ?", taken.UserID); err != nil {
		return "", User{}, err
	}
	if err := s.countFactor(user); err != nil {
		return "", User{}, err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.lockForLogin(ctx, tx, user, ticketSpent); err != nil {
			return err
		}
		if err := s.spendFactor(ctx, tx, user, code, language); err != nil {
			return err
		}
		if err := s.redeemTicket(ctx, tx, taken); err != nil {
			return err
		}
		if key, _, err = s.rotate(ctx, tx, session, user.ID); err != nil {
			return err
		}
		return s.noteFactor(ctx, tx, session.ChannelID, session.ID)
	})
	if err != nil {
		return "", User{}, err
	}
	s.factors.Forget(factorOf(user))
	s.forget(session.hash)
	return key, user, nil
}

func factorProblems(ticket, code string) []fault.Field {
	var fields []fault.Field
	for _, given := range []struct{ name, value string }{{"ticket", ticket}, {"code", code}} {
		if given.value == "" {
			fields = append(fields, fault.Field{Field: given.name, Code: "required", Message: "Field is required"})
		}
	}
	return fields
}

// countFactor takes a permit before the code is looked at.
func (s *Service) countFactor(user User) error {
	if wait, ok := s.factors.Allow(factorOf(user)); !ok {
		return fault.TooManyAttempts(wait)
	}
	return nil
}

func factorOf(user User) attemptKey {
	return attemptKey{channelID: user.ChannelID, login: fmt.Sprintf("second factor of %d", user.ID)}
}
