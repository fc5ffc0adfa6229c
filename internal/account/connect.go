package account

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

// ConnectRequest is a user's wish to log in by a provider as well.
type ConnectRequest struct {
	Provider social.Provider
	Proof    Proof
	Host     string     // of theirs
	Browser  string     // see BeginSocial
	Language string     // "en" or "fr"
	From     netip.Addr // the caller's address, for the count of guesses
}

func alreadyConnected() error {
	return fault.New(fault.Conflict, "already_connected", "Your account is already connected to this login.")
}

// BeginConnect prepares a login at a provider by which the session's user connects it with
// their account. It will be a way in, so the user first shows again who they are. What
// comes back is good for this user, in this session and this browser alone: EnterSocial
// with Link finishes it. The e-mail addresses of the two sides need not be the same, nor
// verified: who shows both logins is the same person, and what is connected is the lasting
// name at the provider, never an address.
//
// Failures: those of provePresence; Conflict already_connected; NotFound provider_not_found;
// Unavailable provider_unavailable.
func (s *Service) BeginConnect(ctx context.Context, session Session, r ConnectRequest) (SocialStart, error) {
	user, err := s.Profile(ctx, session.Actor())
	if err != nil {
		return SocialStart{}, err
	}
	connected, err := s.db.Read().NewSelect().Model((*identityRow)(nil)).
		Where("i.channel_id = ? AND i.user_id = ? AND i.provider = ?", user.ChannelID, user.ID, r.Provider).Exists(ctx)
	if err != nil {
		return SocialStart{}, fmt.Errorf("look for an identity: %w", err)
	}
	if connected {
		return SocialStart{}, alreadyConnected()
	}
	spend, err := s.provePresence(ctx, session.Actor(), user, r.Proof, r.Language, r.From)
	if err != nil {
		return SocialStart{}, err
	}
	row, begun, err := s.prepareSocial(ctx, session, r.Provider, r.Host, r.Browser)
	if err != nil {
		return SocialStart{}, err
	}
	row.UserID = new(int64(user.ID))
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := spend(ctx, tx); err != nil {
			return err
		}
		return s.insertSocial(ctx, tx, row)
	})
	if err != nil {
		return SocialStart{}, err
	}
	return begun, nil
}

// isFor reports whether a login at a provider may be finished so: one that was begun to
// connect a user connects that user and logs nobody in.
func (r *socialRow) isFor(session Session, link bool) bool {
	return r.UserID == nil || (link && session.UserID != 0 && *r.UserID == int64(session.UserID))
}
