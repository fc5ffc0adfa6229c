package account

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"
)

// ResetNames is the effect of a password reset on the names of an account, unless the reader of the link enters them again. The consent to
// news may be removed although the names are kept (see ownerTakeover).
type ResetNames string

// The cases of ResetNames.
const (
	NamesKept       ResetNames = "kept"          // the account keeps its names, or has none
	NamesNotOfForm  ResetNames = "form_not_kept" // the registration form was sent in another session
	NamesAreRemoved ResetNames = "removed"       // the address was never verified, and the device is unknown: see ownerTakeover
)

// ReadReset reads a mailed link for a new password without following it.
//
// Failures: Unprocessable reset_key_expired and reset_failed; NotFound user_not_found.
func (s *Service) ReadReset(ctx context.Context, session Session, link Link) (ResetNames, error) {
	row, user, err := s.findReset(ctx, session.ChannelID, link)
	if err != nil || user.EmailVerified {
		return NamesKept, err
	}
	form, sent, err := formOf(row)
	if err != nil {
		return "", err
	}
	keeps := ownerTakeover(user, s.isKnownDevice(session.Client, user), "").keepNames
	switch {
	case sent && form.SessionID == session.ID, user.hasNames() && keeps:
		return NamesKept, nil
	case sent:
		return NamesNotOfForm, nil
	case user.hasNames():
		return NamesAreRemoved, nil
	}
	return NamesKept, nil
}

// formOf reads the registration form that a link was sent for. sent is false for a link of another kind.
func formOf(link tokenRow) (form RegistrationRequest, sent bool, err error) {
	if link.Payload == "" {
		return form, false, nil
	}
	if err := json.Unmarshal([]byte(link.Payload), &form); err != nil {
		return form, false, fmt.Errorf("decode a registration: %w", err)
	}
	return form, true, nil
}

// storeResetNames stores the names and the consent to news that the reader of the link entered with the password. Missing ones are
// taken from the registration form of the link if the session that sent the form follows the link: then the same person has the form
// and the mailbox.
func (s *Service) storeResetNames(ctx context.Context, tx bun.Tx, session Session, user User, link tokenRow, given ProfileChange) error {
	form, sent, err := formOf(link)
	if err != nil {
		return err
	}
	if sent && form.SessionID == session.ID {
		given.FirstName, given.LastName = cmp.Or(given.FirstName, &form.FirstName), cmp.Or(given.LastName, &form.LastName)
		given.MailingConsent = cmp.Or(given.MailingConsent, &form.MailingConsent)
	}
	return s.updateProfile(ctx, tx, user, given)
}
