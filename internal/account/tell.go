package account

import (
	"context"
	"net/netip"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/netaddr"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Registering an address, and changing to one, tells whether an account has it. Only a few
// such answers go to a network. Over the limit the answer is the same for each address, and
// a letter tells its reader the truth.

// How many answers tell a network of an address: that it is taken, and that it is free. A
// free address costs the asker a whole registration, and a class registers in one evening.
var (
	takenTells = throttle.Rate{Every: 20 * time.Minute, Burst: 3}
	freeTells  = throttle.Rate{Every: 3 * time.Minute, Burst: 20}
)

// network is where answers about addresses are counted.
type network struct {
	channelID int64
	site      netip.Addr
}

// lookAsked reports whether an address is taken, if the network may be told; else told is
// false and taken means nothing. Loopback addresses are counted too: a proxy on this machine
// may be missing among the trusted ones.
func (s *Service) lookAsked(ctx context.Context, channelID int64, email string, from netip.Addr) (taken, told bool, err error) {
	where := network{channelID, netaddr.Site(from)}
	if _, ok := s.takenTells.Allow(where); !ok {
		return false, false, nil
	}
	if _, ok := s.freeTells.Allow(where); !ok {
		s.takenTells.GiveBack(where)
		return false, false, nil
	}
	taken, err = s.emailExists(ctx, channelID, email)
	if taken || err != nil {
		s.freeTells.GiveBack(where)
	}
	if !taken || err != nil {
		s.takenTells.GiveBack(where)
	}
	return taken, true, err
}

// RegistrationRequest is a registration that goes on by letter.
type RegistrationRequest struct {
	ChannelID      int64  `json:"channel_id"`
	Email          string `json:"email"`
	FirstName      string `json:"first_name"`
	LastName       string `json:"last_name"`
	MailingConsent bool   `json:"mailing_consent"`
	Language       string `json:"language"`
}

func registrationByLetter() error {
	return fault.New(fault.Forbidden, "registration_by_letter", "We sent an email to this address. Open the link in it to continue.")
}

// registerByLetter has a letter written to an address, whether or not an account has it.
// Nothing that the caller sees depends on that: SendRegistration looks later.
func (s *Service) registerByLetter(ctx context.Context, channelID int64, r Registration) error {
	wait, ok := s.resets.Allow(attempt{channelID, r.Email, netaddr.Subscriber(r.From)})
	if ok {
		wait, ok = s.accountResets.Allow(attempt{channelID: channelID, login: r.Email})
	}
	if !ok {
		return fault.TooManyAttempts(wait)
	}
	request := RegistrationRequest{
		ChannelID: channelID, Email: r.Email, FirstName: r.FirstName, LastName: r.LastName, MailingConsent: r.MailingConsent, Language: r.Language,
	}
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.queue.EnqueueRegistration(ctx, tx, request) })
	if err != nil {
		return err
	}
	return registrationByLetter()
}

// SendRegistration goes on with a registration by letter. A new address gets an account
// without a password and a link to choose one: what was entered at the form is not used, since
// a stranger may have entered it. The owner of an account is told that they have one.
func (s *Service) SendRegistration(ctx context.Context, r RegistrationRequest) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		user, found, err := s.findMailbox(ctx, tx, r.ChannelID, r.Email)
		if err != nil {
			return err
		}
		if found && (user.HasPassword() || user.EmailVerified) {
			return s.post(ctx, tx, user, alreadyRegisteredLetter(user.letterLanguage(r.Language)))
		}
		if !found {
			row := s.newRow(r.ChannelID, r.Email, "")
			row.FirstName, row.LastName, row.MailingConsent, row.Language = r.FirstName, r.LastName, r.MailingConsent, r.Language
			if err := insertUser(ctx, tx, row); err != nil {
				return err
			}
			user = row.user()
		}
		path, err := s.issue(ctx, tx, user, resetPassword, resetPath, user.Email, "", resetLife)
		if err != nil {
			return err
		}
		return s.post(ctx, tx, user, finishRegistrationLetter(user.letterLanguage(r.Language), path))
	})
}
