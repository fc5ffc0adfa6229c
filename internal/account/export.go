package account

import (
	"context"
	"fmt"

	"github.com/grandstand/grandstand/internal/actor"
)

// Export is everything that is known of one user.
type Export struct {
	User       User
	Sessions   []OwnSession
	Passkeys   []Passkey
	Belongings []Belongings // asked one by one, while the file is being sent
}

// Export collects what is known of the session's user.
func (s *Service) Export(ctx context.Context, session Session) (Export, error) {
	user, err := s.Profile(ctx, session.Actor())
	if err != nil {
		return Export{}, err
	}
	if err := countAsked(s.exports, user); err != nil {
		return Export{}, err
	}
	sessions, err := s.OwnSessions(ctx, session)
	if err != nil {
		return Export{}, err
	}
	passkeys, err := s.Passkeys(ctx, session.Actor())
	if err != nil {
		return Export{}, err
	}
	return Export{User: user, Sessions: sessions, Passkeys: passkeys, Belongings: s.belongings}, nil
}

// Each hands over what another domain keeps of the user, one after the other.
func (e Export) Each(ctx context.Context, by actor.Actor, b Belongings, add func(item any) error) error {
	if err := b.Export(ctx, by.ChannelID, e.User.ID, add); err != nil {
		return fmt.Errorf("export %s: %w", b.Name(), err)
	}
	return nil
}
