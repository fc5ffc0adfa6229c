package account

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/social"
)

// remoteProvider is the name of a channel's own membership system among the providers.
const remoteProvider social.Provider = "remote"

type identityRow struct {
	bun.BaseModel `bun:"table:identities,alias:i"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	UserID    int64
	Provider  social.Provider
	Subject   string
	Email     string
	CreatedMS int64 `bun:"created_ms"`
}

// newcomer is somebody who showed elsewhere who they are.
type newcomer struct {
	social.Person

	provider social.Provider
	// link connects them with the user who is logged in, as that user asked for.
	link bool
	// proven says that this user showed who they are when they asked for it.
	proven bool
	// from is the address of the caller, if answers about e-mail addresses are counted there.
	from netip.Addr
	// language is that of letters to users of unknown language.
	language string
	// enrol makes a user of somebody who is none yet, or says what is missing for that.
	enrol func(ctx context.Context, tx bun.Tx, email string, verified bool) (User, error)
	// ended are sessions that a takeover ended: they are forgotten after the transaction.
	ended []keyHash
}

// names are the names that the provider tells, shortened to those of an account.
func (n *newcomer) names() ProfileChange {
	first, last := shortened(normalizeName(storable(n.FirstName))), shortened(normalizeName(storable(n.LastName)))
	return ProfileChange{FirstName: &first, LastName: &last}
}

// passwordLoginNeeded answers who comes with the e-mail address of a user that nobody
// has shown to be theirs on both sides. To connect the two without asking would give the
// account to whoever enters its address at a provider that does not look, or would let
// whoever registered an address of somebody else keep it.
func passwordLoginNeeded() error {
	return fault.New(fault.Conflict, "password_login_needed", "There is already an account with this email address. Log in to that account first to connect the two.")
}

func identityTaken() error {
	return fault.New(fault.Conflict, "identity_taken", "This login is already connected to an account.")
}

// lockOwn locks the user of a session who connects a newcomer, until the transaction ends. The lock
// comes first: a takeover that ends the session deletes the user's connected logins.
func (s *Service) lockOwn(ctx context.Context, tx bun.Tx, session Session) error {
	if session.UserID == 0 {
		return nil
	}
	_, err := s.lockUser(ctx, tx, session.ChannelID, session.UserID)
	return err
}

// recognise finds the user whom a newcomer is: the one whom they are connected with, or
// asked to be, or may be; or a new one.
func (s *Service) recognise(ctx context.Context, tx bun.Tx, session Session, n *newcomer) (User, error) {
	known, found, err := s.findByIdentity(ctx, tx, session.ChannelID, n.provider, n.Subject)
	switch {
	case err != nil:
		return User{}, err
	case session.UserID != 0 && !n.link:
		return User{}, alreadyLoggedIn()
	case session.UserID != 0:
		return s.connectSelf(ctx, tx, session, *n, known)
	case found:
		return known, nil
	}
	email, err := s.storedSpelling(ctx, session.ChannelID, n.Email)
	if err != nil {
		return User{}, err
	}
	if !mail.IsAddress(email) {
		email = ""
	}
	if err := s.countUnverified(ctx, session.ChannelID, email, n); err != nil {
		return User{}, err
	}
	owner, found, err := s.findMailbox(ctx, tx, session.ChannelID, email)
	if err != nil {
		return User{}, err
	}
	if found {
		return s.recogniseOwner(ctx, tx, session, owner, n)
	}
	user, err := n.enrol(ctx, tx, email, n.EmailVerified && email != "")
	if err != nil {
		return User{}, err
	}
	return user, s.connect(ctx, tx, user, *n, identityTaken)
}

// countUnverified counts the answer to a newcomer whose address the provider has not verified: it
// tells whether an account has the address, like that to a typed address.
func (s *Service) countUnverified(ctx context.Context, channelID int64, email string, n *newcomer) error {
	if email == "" || n.EmailVerified || !n.from.IsValid() {
		return nil
	}
	_, mayTell, err := s.checkEmailTaken(ctx, channelID, email, n.from)
	if err == nil && !mayTell {
		err = fault.TooManyAttempts(takenAnswers.Every)
	}
	return err
}

// recogniseOwner lets a newcomer with the e-mail address of a user in, where the provider
// has verified the address. The address of an account may have been entered by a stranger
// as long as it is not verified here: the newcomer then takes the account over.
func (s *Service) recogniseOwner(ctx context.Context, tx bun.Tx, session Session, owner User, n *newcomer) (User, error) {
	if !n.EmailVerified {
		return User{}, passwordLoginNeeded()
	}
	owner, err := s.lockUser(ctx, tx, owner.ChannelID, owner.ID)
	if err != nil {
		return User{}, err
	}
	if owner.EmailVerified {
		return owner, s.connectAsWell(ctx, tx, owner, *n, passwordLoginNeeded)
	}
	if owner.Role > actor.User { // operators made it and hand its password over themselves
		return User{}, passwordLoginNeeded()
	}
	options := ownerTakeover(owner, s.isKnownDevice(session.Client, owner), n.language)
	if n.ended, err = s.takeOver(ctx, tx, owner, options); err != nil {
		return User{}, err
	}
	if !options.keepNames {
		if err := s.updateProfile(ctx, tx, owner, n.names()); err != nil {
			return User{}, err
		}
	}
	if err := s.connect(ctx, tx, owner, *n, passwordLoginNeeded); err != nil {
		return User{}, err
	}
	if err := s.post(ctx, tx, owner, takenOverLetter(options.language)); err != nil {
		return User{}, err
	}
	return findUser(ctx, tx, owner.ChannelID, "u.id = ?", owner.ID)
}

// connectSelf connects the user who is logged in, unless they are already (known). Who did
// not show who they are when they asked for it must have logged in just now.
func (s *Service) connectSelf(ctx context.Context, tx bun.Tx, session Session, n newcomer, known User) (User, error) {
	if known.ID != 0 && known.ID != session.UserID {
		return User{}, identityTaken()
	}
	user, err := findUser(ctx, tx, session.ChannelID, "u.id = ?", session.UserID)
	if err != nil || known.ID != 0 {
		return user, err
	}
	if !n.proven {
		if _, err := s.provenByFactor(ctx, session.Actor()); err != nil { // a device cannot log in again
			return User{}, err
		}
		if err := s.proveRecentLogin(ctx, tx, session.Actor()); err != nil {
			return User{}, err
		}
		if err := s.RequireStepUp(ctx, session.Actor()); err != nil {
			return User{}, err
		}
	}
	return user, s.connectAsWell(ctx, tx, user, n, identityTaken)
}

// connectAsWell gives a user another way in, and tells them.
func (s *Service) connectAsWell(ctx context.Context, tx bun.Tx, user User, n newcomer, refusal func() error) error {
	if err := s.connect(ctx, tx, user, n, refusal); err != nil {
		return err
	}
	return s.post(ctx, tx, user, wayConnected(user.letterLanguage(n.language), n.provider))
}

// connect notes who a user is elsewhere. The unique indices decide: what is taken, or
// would be the user's second name at one provider, is refused.
func (s *Service) connect(ctx context.Context, tx bun.Tx, user User, n newcomer, refusal func() error) error {
	row := identityRow{
		ChannelID: user.ChannelID, UserID: int64(user.ID), Provider: n.provider, Subject: n.Subject,
		Email: mail.NormalizeAddress(n.Email), CreatedMS: clock.Millis(s.clock.Now()),
	}
	if !mail.IsAddress(row.Email) {
		row.Email = ""
	}
	changed, err := db.Changed(tx.NewInsert().Model(&row).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
	if err != nil {
		return fmt.Errorf("insert identity: %w", err)
	}
	if !changed {
		return refusal()
	}
	return nil
}

// hasCredentials reports whether an account has anything that a takeover removes because a stranger
// may have added it, to get in later or to keep the owner out: a password, a phone number, a connected
// login, a passkey or a second factor.
func hasCredentials(ctx context.Context, tx bun.Tx, user User) (bool, error) {
	if user.HasPassword() || user.Phone != "" {
		return true, nil
	}
	for _, model := range []any{(*identityRow)(nil), (*passkeyRow)(nil), (*factorRow)(nil)} {
		exists, err := tx.NewSelect().Model(model).Where("channel_id = ? AND user_id = ?", user.ChannelID, user.ID).Exists(ctx)
		if err != nil || exists {
			return exists, err
		}
	}
	return false, nil
}

// dropCredentials deletes each login of a user other than the password: connected logins, passkeys
// and the second factor.
func dropCredentials(ctx context.Context, tx bun.Tx, channelID int64, id UserID) error {
	if err := deleteIdentities(ctx, tx, channelID, id); err != nil {
		return err
	}
	if err := deletePasskeys(ctx, tx, channelID, id); err != nil {
		return err
	}
	return deleteFactor(ctx, tx, channelID, id)
}

func deleteIdentities(ctx context.Context, tx bun.Tx, channelID int64, id UserID) error {
	_, err := tx.NewDelete().Model((*identityRow)(nil)).Where("channel_id = ? AND user_id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete identities: %w", err)
	}
	return nil
}

func (s *Service) findByIdentity(ctx context.Context, tx bun.Tx, channelID int64, p social.Provider, subject string) (user User, found bool, err error) {
	var row userRow
	err = tx.NewSelect().Model(&row).
		Join("JOIN identities AS i ON i.channel_id = u.channel_id AND i.user_id = u.id").
		Where("i.channel_id = ? AND i.provider = ? AND i.subject = ?", channelID, p, subject).Scan(ctx)
	if db.IsNoRows(err) {
		return User{}, false, nil
	}
	if err != nil {
		return User{}, false, fmt.Errorf("find user by identity: %w", err)
	}
	return row.user(), true, nil
}

// findMailbox finds the user with an e-mail address; nobody has the empty one.
func (s *Service) findMailbox(ctx context.Context, tx bun.Tx, channelID int64, email string) (user User, found bool, err error) {
	if email == "" {
		return User{}, false, nil
	}
	user, err = findUser(ctx, tx, channelID, "u.email = ?", email)
	if fault.KindOf(err) == fault.NotFound {
		return User{}, false, nil
	}
	return user, err == nil, err
}
