package account

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
)

func userNotFound() error { return fault.NotFoundf("user", "User not found.") }

func notAllowed() error {
	return fault.New(fault.Forbidden, "forbidden", "You are not allowed to do this.")
}

// FindByEmail returns a user of a channel, for its operators.
func (s *Service) FindByEmail(ctx context.Context, by actor.Actor, channelID int64, email string) (User, error) {
	if !by.Operates(channelID) {
		return User{}, notAllowed()
	}
	email, err := s.storedSpelling(ctx, channelID, email)
	if err != nil {
		return User{}, err
	}
	return s.find(ctx, channelID, "u.email = ?", email)
}

func (s *Service) find(ctx context.Context, channelID int64, where string, arg any) (User, error) {
	return findUser(ctx, s.db.Read(), channelID, where, arg)
}

func findUser(ctx context.Context, idb bun.IDB, channelID int64, where string, arg any) (User, error) {
	var row userRow
	err := idb.NewSelect().Model(&row).Where("u.channel_id = ?", channelID).Where(where, arg).Scan(ctx)
	if db.IsNoRows(err) {
		return User{}, userNotFound()
	}
	if err != nil {
		return User{}, fmt.Errorf("find user: %w", err)
	}
	return row.user(), nil
}

// Access returns what the actor may do on its channel; a visitor has nothing.
func (s *Service) Access(ctx context.Context, by actor.Actor) (Access, error) {
	if !by.IsUser() {
		return Access{}, nil
	}
	access, err := s.entitlements.Access(ctx, by.ChannelID, UserID(by.UserID))
	if err != nil {
		return Access{}, fmt.Errorf("read entitlements: %w", err)
	}
	return access, nil
}

// NewUser is a user made by an operator or by the system.
type NewUser struct {
	Email             string
	Password          string
	FirstName         string
	LastName          string
	Role              actor.Role // User, Operator or Owner
	Language          string     // of letters; may be empty
	TemporaryPassword bool       // to be changed at the first login
	EmailVerified     bool       // it is known that the address is theirs
}

// CreateUser makes a user of a channel. Operators make users; only the system and
// owners make operators and owners.
func (s *Service) CreateUser(ctx context.Context, by actor.Actor, channelID int64, n NewUser) (User, error) {
	if !by.Operates(channelID) || (n.Role > actor.User && by.Role < actor.Owner) {
		return User{}, notAllowed()
	}
	n.Email, n.Password = mail.NormalizeAddress(n.Email), normalizePassword(n.Password)
	problems := append(checkEmail(n.Email), checkNewPassword(n.Password, n.Email)...)
	problems = append(problems, checkRole(n.Role)...)
	if len(problems) > 0 {
		return User{}, fault.InvalidFields(problems...)
	}
	hash, err := s.passwords.hash(ctx, knownCaller(channelID, 0, netip.Addr{}), n.Password)
	if err != nil {
		return User{}, err
	}
	row := s.newRow(channelID, n.Email, hash)
	row.FirstName, row.LastName = normalizeName(n.FirstName), normalizeName(n.LastName)
	row.Role, row.TemporaryPassword = RoleName(n.Role), n.TemporaryPassword
	row.Language, row.EmailVerified = n.Language, n.EmailVerified
	if err := insertUser(ctx, s.db.Write(), row); err != nil {
		return User{}, err
	}
	return row.user(), nil
}

// SetPassword gives another user a new password, which may be a temporary one, ends
// every session of that user and tells them by letter, which does not say the password.
func (s *Service) SetPassword(ctx context.Context, by actor.Actor, channelID int64, id UserID, password string, temporary bool) error {
	user, err := s.findToChange(ctx, by, channelID, id)
	if err != nil {
		return err
	}
	password = normalizePassword(password)
	if problems := checkNewPassword(password, user.Email); len(problems) > 0 {
		return fault.InvalidFields(problems...)
	}
	hash, err := s.passwords.hash(ctx, knownCaller(channelID, 0, netip.Addr{}), password)
	if err != nil {
		return err
	}
	var ended []keyHash
	defer func() { s.forget(ended...) }()
	return s.change(ctx, channelID, id, func(ctx context.Context, tx bun.Tx) error {
		if user, err = s.lockUser(ctx, tx, channelID, id); err != nil {
			return err
		}
		if ended, err = s.givePassword(ctx, tx, user, hash, temporary); err != nil {
			return err
		}
		write := passwordLetter
		if temporary {
			write = temporaryPasswordLetter
		}
		return s.post(ctx, tx, user, write(user.letterLanguage("")))
	})
}

// givePassword stores the password that an operator gives to a user. Of a user who never
// showed that the address is theirs each older way in ends as well.
func (s *Service) givePassword(ctx context.Context, tx bun.Tx, user User, hash string, temporary bool) (ended []keyHash, err error) {
	if !user.EmailVerified {
		return s.takeOver(ctx, tx, user, takeover{passwordHash: hash, temporary: temporary, keepNames: true})
	}
	if err := s.revokeTokens(ctx, tx, user.ChannelID, user.ID, resetPassword); err != nil {
		return nil, err
	}
	return nil, s.updatePassword(ctx, tx, user.ChannelID, user.ID, hash, temporary)
}

// SetRole changes what a user may do and ends every session of that user, so that the
// old power ends with them. Only owners and the system may.
func (s *Service) SetRole(ctx context.Context, by actor.Actor, channelID int64, id UserID, role actor.Role) error {
	if by.Role < actor.Owner {
		return notAllowed()
	}
	if _, err := s.findToChange(ctx, by, channelID, id); err != nil {
		return err
	}
	if problems := checkRole(role); len(problems) > 0 {
		return fault.InvalidFields(problems...)
	}
	return s.change(ctx, channelID, id, func(ctx context.Context, tx bun.Tx) error {
		return s.updateUser(ctx, tx, channelID, id, "role = ?", RoleName(role))
	})
}

// SetGeoBlocked marks a user as outside the region that the channel may serve, or no
// longer so.
func (s *Service) SetGeoBlocked(ctx context.Context, by actor.Actor, channelID int64, id UserID, blocked bool) error {
	if _, err := s.findToChange(ctx, by, channelID, id); err != nil {
		return err
	}
	err := s.updateUser(ctx, s.db.Write(), channelID, id, "is_geo_blocked = ?", blocked)
	s.sessions.InvalidateAll() // they carry the mark
	return err
}

func checkRole(role actor.Role) []fault.Field {
	if role < actor.User || role > actor.Owner {
		return []fault.Field{{Field: "role", Code: "not_allowed", Message: "The value must be one of: user, operator, owner."}}
	}
	return nil
}

// findToChange returns a user whom the actor may change: nobody changes one above
// their own role.
func (s *Service) findToChange(ctx context.Context, by actor.Actor, channelID int64, id UserID) (User, error) {
	if !by.Operates(channelID) {
		return User{}, notAllowed()
	}
	user, err := s.find(ctx, channelID, "u.id = ?", id)
	if err == nil && user.Role > by.Role {
		err = notAllowed()
	}
	return user, err
}

func (s *Service) updateUser(ctx context.Context, idb bun.IDB, channelID int64, id UserID, set string, value any) error {
	_, err := idb.NewUpdate().Model((*userRow)(nil)).
		Set(set, value).Set("updated_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update user: %w", err)
	}
	return nil
}

// change applies a change of a user and ends the user's sessions with it.
func (s *Service) change(ctx context.Context, channelID int64, id UserID, apply func(context.Context, bun.Tx) error) error {
	var ended []keyHash
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		err := apply(ctx, tx)
		if err == nil {
			ended, err = s.endSessions(ctx, tx, channelID, id, 0)
		}
		return err
	})
	if err == nil {
		s.forget(ended...)
	}
	return err
}

// readHashes reads stored hashes of api keys.
func readHashes(texts []string) ([]keyHash, error) {
	hashes := make([]keyHash, 0, len(texts))
	for _, text := range texts {
		raw, err := base64.RawStdEncoding.DecodeString(text)
		if err != nil || len(raw) != sha256.Size {
			return nil, errors.New("a session's key hash is not one")
		}
		hashes = append(hashes, keyHash(raw))
	}
	return hashes, nil
}
