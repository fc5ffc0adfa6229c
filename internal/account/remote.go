package account

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

// remoteTokenRow is a token of a membership system that was used.
type remoteTokenRow struct {
	bun.BaseModel `bun:"table:remote_tokens,alias:r"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	TokenHash string
	ExpiresMS int64 `bun:"expires_ms"`
}

// RemoteEntry is what a session brings from the channel's membership system.
type RemoteEntry struct {
	Token    string
	Link     bool   // connects the member with the user who is logged in already
	Language string // "en" or "fr"
}

// remoteRefused says the same of every token that opens nothing; the code tells those
// who connect a membership system what to repair.
func remoteRefused(problem string) error {
	return fault.New(fault.Unauthenticated, "remote_token_"+problem, "Your membership could not be confirmed. Please try again from its site.")
}

// EnterRemote makes a session that of the member whom a token of the channel's
// membership system names, and returns its new api key. A member who comes for the first
// time becomes a user: the terms are that system's to show. A token is good once.
func (s *Service) EnterRemote(ctx context.Context, session Session, e RemoteEntry) (key string, user User, err error) {
	member, err := s.others.Member(ctx, session.ChannelID, e.Token)
	if err != nil {
		return "", User{}, refusedMember(err)
	}
	var who *newcomer
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.lockOwn(ctx, tx, session); err != nil {
			return err
		}
		if err := s.spendRemote(ctx, tx, session.ChannelID, member); err != nil {
			return err
		}
		who = &newcomer{
			Person: member.Person, provider: remoteProvider, link: e.Link, language: e.Language,
			enrol: func(ctx context.Context, tx bun.Tx, email string, verified bool) (User, error) {
				row := s.newRow(session.ChannelID, email, "")
				names := who.names()
				row.FirstName, row.LastName = *names.FirstName, *names.LastName
				row.EmailVerified, row.Language = verified, e.Language
				if err := insertUser(ctx, tx, row); err != nil {
					return User{}, err
				}
				return row.user(), nil
			},
		}
		user, err = s.recognise(ctx, tx, session, who)
		return err
	})
	if err != nil {
		return "", User{}, err
	}
	s.forget(who.ended...)
	key, err = s.admit(ctx, session, user, func() error { return remoteRefused("used") })
	return key, user, err
}

func refusedMember(err error) error {
	if problem, ok := errors.AsType[social.TokenProblem](err); ok {
		return remoteRefused(string(problem))
	}
	if fault.KindOf(err) == fault.NotFound {
		return remoteRefused("unexpected")
	}
	return err
}

// spendRemote notes that a token was used, in the transaction that lets its member in.
// The unique index decides, so that of many at once one is let in.
func (s *Service) spendRemote(ctx context.Context, tx bun.IDB, channelID int64, m social.Member) error {
	row := remoteTokenRow{ChannelID: channelID, TokenHash: keyHash(sha256.Sum256([]byte(m.TokenID))).String(), ExpiresMS: clock.Millis(m.Expires)}
	changed, err := db.Changed(tx.NewInsert().Model(&row).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
	if err != nil {
		return fmt.Errorf("spend member token: %w", err)
	}
	if !changed {
		return remoteRefused("used")
	}
	return nil
}

// storable makes a text of elsewhere one that a database takes.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}
