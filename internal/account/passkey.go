package account

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passkey"
)

const (
	maxPasskeys = 20 // of one user
	// passkeyPatience is the time to create a passkey; passkeyLoginPatience is the time that a login
	// page can offer passkeys for.
	passkeyPatience      = 10 * time.Minute
	passkeyLoginPatience = time.Hour
)

// Passkey is a passkey as its user sees it.
type Passkey struct {
	ID      int64
	Name    string
	Domain  string // of the channel, where it works
	AddedAt time.Time
	UsedAt  time.Time // zero until the first login
}

func passkeyFailed() error {
	return fault.New(fault.Unprocessable, "passkey_failed", "This passkey did not work. Try again, or log in another way.")
}

func passkeyNotFound() error {
	return fault.NotFoundf("passkey", "Your account does not have this passkey.")
}

func tooManyPasskeys() error {
	return fault.New(fault.Conflict, "too_many_passkeys", "Your account has 20 passkeys. Remove one first.")
}

// Passkeys lists the actor's passkeys, the oldest first.
func (s *Service) Passkeys(ctx context.Context, by actor.Actor) ([]Passkey, error) {
	if err := by.RequireUser(); err != nil {
		return nil, err
	}
	rows, err := selectPasskeys(ctx, s.db.Read(), by.ChannelID, UserID(by.UserID))
	list := make([]Passkey, len(rows))
	for i, r := range rows {
		list[i] = r.passkey()
	}
	return list, err
}

// PasskeyRequest is a user's wish to add a passkey.
type PasskeyRequest struct {
	Proof    Proof
	Host     string // of the site that the user is on
	Language string
	From     netip.Addr
}

// BeginPasskey returns the options to create a passkey. The user shows again who they are, since
// the passkey lets its holder log in.
//
// Failures: those of provePresence; Conflict too_many_passkeys; NotFound relying_party_not_found.
func (s *Service) BeginPasskey(ctx context.Context, session Session, r PasskeyRequest) (passkey.Options, error) {
	user, err := s.Profile(ctx, session.Actor())
	if err != nil {
		return nil, err
	}
	party, err := s.parties.RelyingParty(ctx, user.ChannelID, r.Host)
	if err != nil {
		return nil, err
	}
	spend, err := s.provePresence(ctx, session.Actor(), user, r.Proof, r.Language, r.From)
	if err != nil {
		return nil, err
	}
	rows, err := selectPasskeys(ctx, s.db.Read(), user.ChannelID, user.ID)
	if err != nil {
		return nil, err
	}
	if len(rows) >= maxPasskeys {
		return nil, tooManyPasskeys()
	}
	owner := ownerOf(user, rows, party)
	options, challenge, err := passkey.Create(party, owner)
	if err != nil {
		return nil, fmt.Errorf("create options of a passkey: %w", err)
	}
	return options, s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := spend(ctx, tx); err != nil {
			return err
		}
		return s.keepChallenge(ctx, tx, session, challengeRow{Purpose: registerPasskey, Handle: encodeHandle(owner.Handle), Data: challenge}, passkeyPatience)
	})
}

// AddPasskey finishes BeginPasskey in the same session with the browser's response. The user is
// told by mail.
//
// Failures: Invalid; Unprocessable passkey_failed; Conflict too_many_passkeys.
func (s *Service) AddPasskey(ctx context.Context, session Session, host, name string, response []byte, language string) (Passkey, error) {
	user, err := s.Profile(ctx, session.Actor())
	if err != nil {
		return Passkey{}, err
	}
	name = normalizeName(name)
	if problems := checkDeviceName(name); len(problems) > 0 {
		return Passkey{}, fault.InvalidFields(problems...)
	}
	party, err := s.parties.RelyingParty(ctx, user.ChannelID, host)
	if err != nil {
		return Passkey{}, err
	}
	var row passkeyRow
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		// The lock comes first: a takeover that ends this session also deletes the challenge.
		if user, err = s.lockUser(ctx, tx, user.ChannelID, user.ID); err != nil {
			return err
		}
		challenge, err := s.takeChallenge(ctx, tx, session, registerPasskey)
		if err != nil {
			return err
		}
		handle, err := base64.RawURLEncoding.DecodeString(challenge.Handle)
		if err != nil {
			return fmt.Errorf("read the handle of a passkey: %w", err)
		}
		key, err := passkey.Register(party, passkey.Owner{Handle: handle}, challenge.Data, response)
		if err != nil {
			return s.refusePasskey(ctx, err)
		}
		row = passkeyRow{
			ChannelID: user.ChannelID, UserID: int64(user.ID), RPID: party.ID, CredentialID: key.ID, Handle: challenge.Handle,
			Record: key.Record, SignCount: key.SignCount, Name: name, CreatedMS: clock.Millis(s.clock.Now()),
		}
		if err := insertPasskey(ctx, tx, &row); err != nil {
			return err
		}
		return s.post(ctx, tx, user, passkeyAdded(user.letterLanguage(language), name))
	})
	return row.passkey(), err
}

// RemovePasskey removes one of the actor's passkeys. The user is told by mail. A user without any
// other way in can log in by mail.
func (s *Service) RemovePasskey(ctx context.Context, by actor.Actor, id int64, language string) error {
	user, err := s.Profile(ctx, by)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		changed, err := db.Changed(tx.NewDelete().Model((*passkeyRow)(nil)).
			Where("channel_id = ? AND user_id = ? AND id = ?", user.ChannelID, user.ID, id).Exec(ctx))
		if err != nil {
			return fmt.Errorf("delete passkey: %w", err)
		}
		if !changed {
			return passkeyNotFound()
		}
		return s.post(ctx, tx, user, passkeyRemoved(user.letterLanguage(language)))
	})
}

// BeginPasskeyLogin returns the options to log in by any passkey of the site.
//
// Failures: Conflict already_logged_in; NotFound relying_party_not_found.
func (s *Service) BeginPasskeyLogin(ctx context.Context, session Session, host string) (passkey.Options, error) {
	if session.UserID != 0 {
		return nil, alreadyLoggedIn()
	}
	party, err := s.parties.RelyingParty(ctx, session.ChannelID, host)
	if err != nil {
		return nil, err
	}
	options, challenge, err := passkey.Request(party)
	if err != nil {
		return nil, fmt.Errorf("create options of a login: %w", err)
	}
	return options, s.keepChallenge(ctx, s.db.Write(), session, challengeRow{Purpose: passkeyLogin, Data: challenge}, passkeyLoginPatience)
}

// LoginWithPasskey finishes BeginPasskeyLogin in the same session with the browser's response, and
// returns the session's new api key. The passkey has verified its user, by a fingerprint for
// example: it counts as both factors.
//
// Failures: Conflict already_logged_in; Unprocessable passkey_failed.
func (s *Service) LoginWithPasskey(ctx context.Context, session Session, host string, response []byte) (key string, user User, err error) {
	if session.UserID != 0 {
		return "", User{}, alreadyLoggedIn()
	}
	party, err := s.parties.RelyingParty(ctx, session.ChannelID, host)
	if err != nil {
		return "", User{}, err
	}
	challenge, err := s.takeChallenge(ctx, s.db.Write(), session, passkeyLogin)
	if err != nil {
		return "", User{}, err
	}
	var row passkeyRow
	used, err := passkey.Verify(party, challenge.Data, response, func(id string) (passkey.Owner, error) {
		if row, err = s.findPasskey(ctx, session.ChannelID, party, id); err == nil {
			user, err = s.find(ctx, row.ChannelID, "u.id = ?", row.UserID)
		}
		return row.owner(), err
	})
	if err != nil {
		return "", User{}, s.refusePasskey(ctx, err)
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		// The lock comes first: after a takeover the passkey is gone.
		if err := s.lockForLogin(ctx, tx, user, passkeyFailed); err != nil {
			return err
		}
		if err := s.notePasskeyUse(ctx, tx, row, used); err != nil {
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
	s.forget(session.hash)
	return key, user, nil
}

// refusePasskey answers a response that proves nothing. The log has the reason.
func (s *Service) refusePasskey(ctx context.Context, err error) error {
	if !errors.Is(err, passkey.ErrRefused) {
		return err
	}
	s.log.InfoContext(ctx, "passkey refused", "error", err)
	return passkeyFailed()
}
