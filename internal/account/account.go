// Package account knows people and their sessions: users of a channel, their
// passwords and roles, and the api keys by which every call says who is calling.
package account

import (
	"log/slog"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Deps is what accounts need from the rest of the house.
type Deps struct {
	DB           *db.DB
	Clock        clock.Clock
	Log          *slog.Logger
	Entitlements Entitlements
	Letters      Letters
	Others       Others
	Passwords    PasswordOptions
}

// Service is the accounts of an installation. It is safe for concurrent use.
type Service struct {
	db           *db.DB
	clock        clock.Clock
	log          *slog.Logger
	entitlements Entitlements
	letters      Letters
	others       Others
	passwords    *hasher
	sessions     *cache.Kept[keyHash, Session]
	attempts     *throttle.Limiter[attempt]
	accounts     *throttle.Limiter[attempt]
}

// Failed logins that are let through: few from one address, and for one account from
// everywhere as many as keep guessing hopeless without locking the owner out easily.
var (
	addressAttempts = throttle.Rate{Every: 3 * time.Minute, Burst: 5}
	accountAttempts = throttle.Rate{Every: 20 * time.Second, Burst: 50}
)

// New returns the accounts kept in d.DB.
func New(d Deps) *Service {
	s := &Service{
		db: d.DB, clock: d.Clock, log: d.Log, entitlements: d.Entitlements, letters: d.Letters, others: d.Others,
		passwords: newHasher(d.Passwords),
		attempts:  throttle.New[attempt](addressAttempts, d.Clock),
		accounts:  throttle.New[attempt](accountAttempts, d.Clock),
	}
	s.sessions = s.newSessionCache()
	return s
}
