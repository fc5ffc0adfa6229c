package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerProfile() {
	register(a, Operation{
		ID: "get-profile", Method: http.MethodGet, Path: "/api/profile", Tag: "account",
		Summary: "Get the logged-in user", Auth: AuthUser, WhileTemporary: true,
		Class:  ClassPlayback, // a page that does not know who is there plays nothing
		Errors: []Failure{{fault.NotFound, "user_not_found"}},
	}, a.getProfile)
	register(a, Operation{
		ID: "edit-profile", Method: http.MethodPost, Path: "/api/profile", Tag: "account",
		Guard:   GuardPart,
		Summary: "Change the logged-in user. A new password ends all other sessions; a new address first gets a link by email",
		Auth:    AuthUser, WhileTemporary: true, Class: ClassLogin,
		Errors: []Failure{
			{fault.NotFound, "user_not_found"},
			{fault.Unprocessable, "incorrect_password"},
			{fault.Unprocessable, "wrong_second_factor"},
			{fault.Forbidden, "login_again"},
			{fault.Conflict, "email_taken"},
			{fault.Throttled, "too_many_attempts"},
		},
	}, a.editProfile)
	register(a, Operation{
		ID: "confirm-email", Method: http.MethodPost, Path: "/api/auth/confirm-email", Tag: "account",
		Summary: "Confirm a user's new email address with the emailed link", Auth: AuthKey, Class: ClassLogin, Limit: CredentialLimit,
		Errors: []Failure{
			{fault.Unprocessable, "verification_failed"},
			{fault.Unprocessable, "link_expired"},
			{fault.Conflict, "link_used"},
			{fault.Conflict, "email_taken"},
			{fault.NotFound, "user_not_found"},
			{fault.Forbidden, "account_proof_required"},
			{fault.Unprocessable, "incorrect_password"},
			{fault.Throttled, "too_many_attempts"},
		},
	}, a.confirmEmail)
	register(a, Operation{
		ID: "get-user-access", Method: http.MethodGet, Path: "/api/user/access", Tag: "account",
		Summary: "Get the caller's purchases and capabilities", Auth: AuthKey,
	}, a.getAccess)
}

func (a *API) getProfile(ctx context.Context, c Caller, _ *struct{}) (Data[ProfileDTO], error) {
	user, err := a.Accounts.Profile(ctx, c.Actor)
	if err != nil {
		return Data[ProfileDTO]{}, err
	}
	profile, err := a.profileOf(ctx, c, user)
	profile.WatchOnly = c.Session.ByCode
	return data(profile), err
}

func (a *API) editProfile(ctx context.Context, c Caller, in *editProfileInput) (Data[editedProfileDTO], error) {
	b := in.Body
	key, user, err := a.Accounts.EditProfile(ctx, c.Session, account.ProfileChange{
		FirstName: b.FirstName, LastName: b.LastName, Phone: b.Phone, MailingConsent: b.MailingConsent, HideScores: b.HideScores,
		Language: b.Language, Email: b.Email, Password: b.Password, PasswordConfirmation: b.PasswordConfirmation,
		CurrentPassword: b.CurrentPassword, Code: b.Code, Spoken: c.Lang, From: c.Address,
	})
	if err != nil {
		return Data[editedProfileDTO]{}, err
	}
	if key != "" { // a new password ended the known devices
		a.renewDeviceCookie(ctx, c)
	}
	profile, err := a.profileOf(ctx, c, user)
	return data(editedProfileDTO{APIKey: key, ProfileDTO: profile}), err
}

func (a *API) confirmEmail(ctx context.Context, c Caller, in *confirmEmailInput) (Data[confirmedEmailDTO], error) {
	email, err := a.Accounts.ConfirmEmail(ctx, c.Session, in.Body.verification(c))
	return data(confirmedEmailDTO{Email: email}), err
}

func (a *API) getAccess(ctx context.Context, c Caller, _ *struct{}) (Data[accessDTO], error) {
	access, err := a.Accounts.Access(ctx, c.Actor)
	if err != nil {
		return Data[accessDTO]{}, err
	}
	return data(accessDTO{
		Capabilities: capabilities(access), Events: listed(access.Events),
		Packages: listed(access.Packages), Subscriptions: listed(access.Subscriptions),
		IsGeoBlocked: a.geoBlocked(c),
	}), nil
}

// profileOf composes a user's profile, with what the user may do.
func (a *API) profileOf(ctx context.Context, c Caller, user account.User) (ProfileDTO, error) {
	by := c.Actor
	by.Role, by.UserID = user.Role, int64(user.ID) // after a login, the user that the caller has become
	access, err := a.Accounts.Access(ctx, by)
	if err != nil {
		return ProfileDTO{}, err
	}
	pending, err := a.Accounts.PendingEmail(ctx, user)
	if err != nil {
		return ProfileDTO{}, err
	}
	trial, err := a.Commerce.TrialUsed(ctx, c.Channel.ID, by.UserID)
	if err != nil {
		return ProfileDTO{}, err
	}
	return ProfileDTO{
		PendingEmail: pending, HasPassword: user.HasPassword(), Language: user.Language, CreatedAt: user.CreatedAt,
		ID: user.ID, Email: user.Email, FirstName: user.FirstName, LastName: user.LastName, Phone: user.Phone,
		MailingConsent: user.MailingConsent, HideScores: user.HideScores, TemporaryPassword: user.TemporaryPassword,
		TrialPeriodUsed: user.TrialPeriodUsed || trial, EmailVerified: user.EmailVerified, EmailRefused: user.EmailRefused,
		Capabilities: capabilities(access), FeatureCount: featureCountDTO{user.Clips, user.Downloads},
		IsGeoBlocked: user.GeoBlocked || a.geoBlocked(c), Role: account.RoleName(user.Role),
	}, nil
}

// vodMediaAccess is the specification's other name of the capability vod_media.
const vodMediaAccess = "vod_media_access"

// capabilities are those of a user, by every name that the specification has for them.
func capabilities(access account.Access) []string {
	named := append([]string{}, access.Capabilities...)
	if slices.Contains(named, string(commerce.VODMedia)) {
		named = append(named, vodMediaAccess)
	}
	return named
}

// listed makes a list that is never null in JSON.
func listed[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// ProfileDTO is a user as that user sees it.
type ProfileDTO struct {
	ID                account.UserID  `json:"id"`
	Email             string          `json:"email"`
	FirstName         string          `json:"first_name"`
	LastName          string          `json:"last_name"`
	Phone             string          `json:"phone"`
	Language          string          `json:"language" enum:"en,fr," doc:"Of letters; empty while nobody knows"`
	PendingEmail      string          `json:"pending_email" doc:"The address that becomes the user's once the link mailed to it is followed; empty for none"`
	HasPassword       bool            `json:"has_password" doc:"Can log in by a password"`
	CreatedAt         time.Time       `json:"created_at"`
	MailingConsent    bool            `json:"mailing_consent"`
	HideScores        bool            `json:"hide_scores" doc:"Does not want to be told how games went"`
	TemporaryPassword bool            `json:"temporary_password" doc:"Only the profile and logout may be called until the password is changed"`
	WatchOnly         bool            `json:"watch_only" doc:"This device was let in by a code, for example a TV: other calls than those to watch answer device_not_allowed"`
	TrialPeriodUsed   bool            `json:"trial_period_used"`
	EmailVerified     bool            `json:"email_verified"`
	EmailRefused      bool            `json:"email_refused" doc:"The mail server of the address refused the last letter for good; until the address changes or a letter is delivered"`
	Capabilities      []string        `json:"capabilities" doc:"watch, download, clipping, download_clip, no_ads, vod_media; with it vod_media_access, its other name"`
	FeatureCount      featureCountDTO `json:"featureCount"`
	IsGeoBlocked      bool            `json:"is_geo_blocked"`
	Role              string          `json:"role" enum:"user,operator,owner"`
}

type featureCountDTO struct {
	Clips     int64 `json:"clips" doc:"Clips made so far"`
	Downloads int64 `json:"downloads" doc:"Downloads so far"`
}

type editProfileInput struct {
	Body struct {
		KeyField

		Method               string  `json:"_method,omitempty" enum:"patch,PATCH" doc:"The specification's clients send patch"`
		FirstName            *string `json:"first_name,omitempty"`
		LastName             *string `json:"last_name,omitempty"`
		Phone                *string `json:"phone,omitempty" doc:"Empty to remove it"`
		MailingConsent       *bool   `json:"mailing_consent,omitempty"`
		HideScores           *bool   `json:"hide_scores,omitempty" doc:"Keep scores and whatever else tells how a game went from every answer"`
		Language             *string `json:"language,omitempty" doc:"Of letters: en or fr"`
		Email                *string `json:"email,omitempty" doc:"Changes once the link mailed to it is followed; the present address takes a change back that waits for that"`
		Password             *string `json:"password,omitempty" doc:"A new password"`
		PasswordConfirmation *string `json:"password_confirmation,omitempty" doc:"The same as password"`
		CurrentPassword      string  `json:"current_password,omitempty" doc:"Required with a new password or address. Not needed within 5 minutes of step-up-code or passkey-step-up, nor within 15 minutes of the login to replace a temporary password. A user without one must have logged in within 15 minutes, or called one of them"`
		Code                 string  `json:"code,omitempty" doc:"Of the authenticator app, or a recovery code: with a first password or another address, where there is no password and two-step login is on"`
	}
}

type confirmEmailInput struct {
	Body struct {
		KeyField
		ProvenLinkFields
	}
}

type confirmedEmailDTO struct {
	Email string `json:"email" doc:"The user's address from now on"`
}

type editedProfileDTO struct {
	ProfileDTO

	APIKey string `json:"api_key,omitempty" doc:"The new key after a change of password; the one that was used is dead"`
}

type accessDTO struct {
	Capabilities  []string `json:"capabilities"`
	Events        []int64  `json:"events" doc:"Events bought one by one"`
	Packages      []int64  `json:"packages"`
	Subscriptions []int64  `json:"subscriptions"`
	IsGeoBlocked  bool     `json:"is_geo_blocked"`
}
