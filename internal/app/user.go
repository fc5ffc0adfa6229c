package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
)

// UserReport is what an operator at the command line is told of how a user logs in.
type UserReport struct {
	Email         string
	EmailVerified bool
	Role          string
	Since         time.Time
	Ways          []string  // "password", and the names of other services
	TwoStepSince  time.Time // zero while it is off
	RecoveryCodes int64     // that have not been used
}

// ReportUser reports on a user of a channel, by the e-mail address.
func (a *App) ReportUser(ctx context.Context, channelKey, email string) (UserReport, error) {
	user, err := a.userOf(ctx, channelKey, email)
	if err != nil {
		return UserReport{}, err
	}
	own := actor.Actor{Role: user.Role, ChannelID: user.ChannelID, UserID: int64(user.ID)}
	factor, err := a.Accounts.SecondFactor(ctx, own)
	if err != nil {
		return UserReport{}, err
	}
	identities, err := a.Accounts.Identities(ctx, own)
	if err != nil {
		return UserReport{}, err
	}
	report := UserReport{
		Email: user.Email, EmailVerified: user.EmailVerified, Role: account.RoleName(user.Role), Since: user.CreatedAt,
		TwoStepSince: factor.Since, RecoveryCodes: factor.RecoveryCodes,
	}
	if user.HasPassword() {
		report.Ways = append(report.Ways, "password")
	}
	for _, other := range identities {
		report.Ways = append(report.Ways, string(other.Provider))
	}
	return report, nil
}

// LiftSecondFactor switches off the second factor of a user who has lost it, and returns
// the user's e-mail address.
func (a *App) LiftSecondFactor(ctx context.Context, channelKey, email string) (string, error) {
	user, err := a.userOf(ctx, channelKey, email)
	if err != nil {
		return "", err
	}
	err = a.Accounts.LiftSecondFactor(ctx, actor.ForSystem(user.ChannelID), user.ChannelID, user.ID)
	if fault.CodeOf(err) == "second_factor_off" {
		return "", fmt.Errorf("two-step login of %s is already off", user.Email)
	}
	return user.Email, err
}

// NewUser is a user as made at the command line.
type NewUser struct {
	Email, FirstName, LastName string
	Role                       actor.Role // User, Operator or Owner
	Language                   string     // of letters; may be empty
}

// CreateUser makes a user of a channel with a temporary password, which it returns: only
// its hash is kept.
func (a *App) CreateUser(ctx context.Context, channelKey string, n NewUser) (password string, err error) {
	found, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return "", err
	}
	password = temporaryPassword()
	_, err = a.Accounts.CreateUser(ctx, actor.ForSystem(int64(found.ID)), int64(found.ID), account.NewUser{
		Email: n.Email, FirstName: n.FirstName, LastName: n.LastName, Role: n.Role, Language: n.Language,
		Password: password, TemporaryPassword: true,
	})
	return password, err
}

// ResetPassword gives a user a temporary password, which it returns, and ends all sessions
// of the user.
func (a *App) ResetPassword(ctx context.Context, channelKey, email string) (password string, err error) {
	user, err := a.userOf(ctx, channelKey, email)
	if err != nil {
		return "", err
	}
	password = temporaryPassword()
	return password, a.Accounts.SetPassword(ctx, actor.ForSystem(user.ChannelID), user.ChannelID, user.ID, password, true)
}

// temporaryPassword is drawn from 80 random bits, in groups that can be told on the phone.
func temporaryPassword() string {
	text := strings.ToLower(rand.Text()[:16])
	return strings.Join([]string{text[:4], text[4:8], text[8:12], text[12:]}, "-")
}

func (a *App) channelOf(ctx context.Context, key string) (*channel.Channel, error) {
	found, err := a.Channels.FindByKey(ctx, key)
	if fault.KindOf(err) == fault.NotFound {
		return nil, fmt.Errorf("there is no channel %q", key)
	}
	return found, err
}

func (a *App) userOf(ctx context.Context, channelKey, email string) (account.User, error) {
	found, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return account.User{}, err
	}
	user, err := a.Accounts.FindByEmail(ctx, actor.ForSystem(int64(found.ID)), int64(found.ID), email)
	if fault.KindOf(err) == fault.NotFound {
		return account.User{}, fmt.Errorf("%s has no user %q", channelKey, email)
	}
	return user, err
}
