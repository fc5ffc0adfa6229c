package account

import (
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
)

// UserID names a user.
type UserID int64

// User is a person with a login on one channel.
type User struct {
	ID                UserID
	ChannelID         int64
	Email             string
	FirstName         string
	LastName          string
	Phone             string
	Language          string // of letters: "en", "fr", or empty while nobody knows
	Role              actor.Role
	TemporaryPassword bool
	MailingConsent    bool
	TrialPeriodUsed   bool
	EmailVerified     bool
	EmailRefused      bool // its mail server refused the address for good
	GeoBlocked        bool
	HideScores        bool  // does not want to be told how games went
	Clips             int64 // made so far
	Downloads         int64 // made so far
	CreatedAt         time.Time
	DeletingSince     time.Time // when deleting the account was confirmed; zero while it stays

	passwordHash string
	// devicesEndedMS grows each time that the user's other sessions end. A login that began before and
	// a device token from before are not valid: see lockForLogin and RecognizeDevice.
	devicesEndedMS int64
}

// HasPassword says whether the user can log in by a password.
func (u User) HasPassword() bool { return u.passwordHash != "" }

func (u User) hasNames() bool { return u.FirstName != "" || u.LastName != "" }

type userRow struct {
	bun.BaseModel `bun:"table:users,alias:u"`

	ID                int64 `bun:"id,pk,autoincrement"`
	ChannelID         int64
	Email             string
	FirstName         string
	LastName          string
	Phone             string
	PhoneDigits       string
	Language          string
	PasswordHash      string
	Role              string
	TemporaryPassword bool
	MailingConsent    bool
	TrialPeriodUsed   bool
	EmailVerified     bool
	IsGeoBlocked      bool
	HideScores        bool
	ClipsCount        int64
	DownloadsCount    int64
	CreatedMS         int64 `bun:"created_ms"`
	UpdatedMS         int64 `bun:"updated_ms"`

	DeletingMS *int64 `bun:"deleting_ms"`
	ErasedMS   *int64 `bun:"erased_ms"`

	DevicesEndedMS int64 `bun:"devices_ended_ms"`

	RefusedEmail string // see NoteRefusedEmail
}

func (r *userRow) user() User {
	var deleting time.Time
	if r.DeletingMS != nil {
		deleting = clock.FromMillis(*r.DeletingMS)
	}
	return User{
		ID: UserID(r.ID), ChannelID: r.ChannelID, Email: r.Email,
		FirstName: r.FirstName, LastName: r.LastName, Phone: r.Phone, Language: r.Language, Role: roleOf(r.Role),
		TemporaryPassword: r.TemporaryPassword, MailingConsent: r.MailingConsent,
		TrialPeriodUsed: r.TrialPeriodUsed, EmailVerified: r.EmailVerified, GeoBlocked: r.IsGeoBlocked, HideScores: r.HideScores,
		Clips: r.ClipsCount, Downloads: r.DownloadsCount, CreatedAt: clock.FromMillis(r.CreatedMS),
		EmailRefused:  r.RefusedEmail != "" && r.RefusedEmail == r.Email,
		DeletingSince: deleting, passwordHash: r.PasswordHash, devicesEndedMS: r.DevicesEndedMS,
	}
}

// RoleName is a role as it is stored and shown.
func RoleName(role actor.Role) string {
	switch role {
	case actor.User:
		return "user"
	case actor.Operator:
		return "operator"
	case actor.Owner:
		return "owner"
	default:
		return "visitor"
	}
}

// roleOf reads a stored role. One that nobody knows gives the least power.
func roleOf(name string) actor.Role {
	switch name {
	case "operator":
		return actor.Operator
	case "owner":
		return actor.Owner
	default:
		return actor.User
	}
}
