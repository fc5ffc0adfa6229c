package account

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/netaddr"
	"github.com/grandstand/grandstand/internal/throttle"
)

// The answer to a registration or to a change of email tells whether an account has the address. A network gets only a few such answers. Over
// the limit the answer is the same for each address, and an email goes to the address.

// Limits of the answers to one network: that an address is taken, and that it is free. The second limit is higher, because a
// school class registers in one evening.
var (
	takenAnswers = throttle.Rate{Every: 20 * time.Minute, Burst: 3}
	freeAnswers  = throttle.Rate{Every: 3 * time.Minute, Burst: 20}
)

// network is a network for which answers about addresses are counted.
type network struct {
	channelID int64
	site      netip.Addr
}

// checkEmailTaken reports whether an account has an address. If the network may not learn it, mayTell and taken are false. Loopback
// addresses are counted too: a proxy on this machine may be missing among the trusted ones.
func (s *Service) checkEmailTaken(ctx context.Context, channelID int64, email string, from netip.Addr) (taken, mayTell bool, err error) {
	taken, err = s.emailExists(ctx, channelID, email)
	if err != nil {
		return false, false, err
	}
	mayTell = s.allowAnswer(network{channelID, netaddr.Site(from)}, taken)
	return taken && mayTell, mayTell, nil
}

// allowAnswer counts an answer about an address to a network, and reports whether the network may get the answer. Both kinds of answers must be
// within their limits: otherwise a refusal would tell whether the address is taken. So each call takes a permit of both kinds and gives
// the unused one back. The lock keeps a call at the same time from missing the permit that is given back.
func (s *Service) allowAnswer(to network, taken bool) bool {
	s.answersLock.Lock()
	defer s.answersLock.Unlock()
	if _, ok := s.takenAnswers.Allow(to); !ok {
		return false
	}
	if _, ok := s.freeAnswers.Allow(to); !ok {
		s.takenAnswers.GiveBack(to)
		return false
	}
	if taken {
		s.freeAnswers.GiveBack(to)
	} else {
		s.takenAnswers.GiveBack(to)
	}
	return true
}

// RegistrationRequest is a registration whose answer is sent to the address by letter.
type RegistrationRequest struct {
	ChannelID      int64  `json:"channel_id"`
	SessionID      int64  `json:"session_id"` // session that sent the form
	Email          string `json:"email"`
	FirstName      string `json:"first_name"`
	LastName       string `json:"last_name"`
	MailingConsent bool   `json:"mailing_consent"`
	Language       string `json:"language"`
}

// registrationByLetter is the fault that tells the caller to open the letter. The caller is not logged in.
func registrationByLetter() error {
	return fault.New(fault.Forbidden, "registration_by_letter", "We sent an email to this address. Open the link in it to continue.")
}

// requestRegistrationLetter queues a letter to an address, whether or not an account has the address: nothing that the caller sees
// depends on that. SendRegistration looks for the account later.
func (s *Service) requestRegistrationLetter(ctx context.Context, session Session, r Registration) error {
	who := attemptKey{session.ChannelID, r.Email, netaddr.Subscriber(r.From)}
	if wait, ok := s.registrations.allow(who); !ok {
		return fault.TooManyAttempts(wait)
	}
	request := RegistrationRequest{
		ChannelID: session.ChannelID, SessionID: session.ID, Email: r.Email, FirstName: r.FirstName, LastName: r.LastName, MailingConsent: r.MailingConsent, Language: r.Language,
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.queue.EnqueueRegistration(ctx, tx, request) })
}

// SendRegistration answers a registration by letter. A new address gets an account without a password, and a link to choose
// one. A stranger may have sent the form, so its names and its consent to news are stored only if the session that sent it follows
// the link (see storeResetNames). If there is an account already, the letter says so.
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
			if err := insertUser(ctx, tx, row); err != nil {
				return err
			}
			user = row.user()
		}
		form, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("encode a registration: %w", err)
		}
		path, err := s.issue(ctx, tx, user, resetPassword, resetPath, user.Email, string(form), resetLife)
		if err != nil {
			return err
		}
		return s.post(ctx, tx, user, finishRegistrationLetter(user.letterLanguage(r.Language), path))
	})
}
