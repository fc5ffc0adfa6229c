// Package account knows people and their sessions: users of a channel, their
// passwords and roles, and the api keys by which every call says who is calling.
package account

import (
	"log/slog"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/seal"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Deps is what accounts need from the rest of the house.
type Deps struct {
	DB           *db.DB
	Clock        clock.Clock
	Log          *slog.Logger
	Entitlements Entitlements
	Letters      Letters
	Queue        Queue
	Belongings   []Belongings
	Revocations  []Revocation
	Renewals     Renewals // nil: nothing is sold
	Zones        Zones    // nil: letters name days in UTC
	Others       Others
	Parties      RelyingParties
	Passwords    PasswordOptions
	Sealer       *seal.Sealer // of second factors, known devices and challenges: see NewSealer
}

// Service is the accounts of an installation. It is safe for concurrent use.
type Service struct {
	db           *db.DB
	clock        clock.Clock
	log          *slog.Logger
	entitlements Entitlements
	letters      Letters
	queue        Queue
	belongings   []Belongings
	revocations  []Revocation
	renewals     Renewals
	zones        Zones
	sealer       *seal.Sealer
	others       Others
	parties      RelyingParties
	passwords    *hasher
	sessions     *cache.TTL[keyHash, Session]
	byHash       *cache.Batcher[keyHash, Session]
	byPlace      *cache.Batcher[place, Session]
	uses         *cache.Batcher[place, struct{}]

	attempts    *throttle.Limiter[attemptKey]
	accounts    *throttle.Limiter[attemptKey]
	captchaFree *throttle.Limiter[attemptKey]
	resets      letterLimit
	// A stranger who registers an address must not keep its owner from a reset: registrations by letter have their own limit.
	registrations letterLimit
	loginCodes    letterLimit
	verifications *throttle.Limiter[UserID]
	asked         *throttle.Limiter[owner]
	exports       *throttle.Limiter[owner]
	factors       *throttle.Limiter[attemptKey]
	userTries     *throttle.Limiter[attemptKey]
	addressTries  *throttle.Limiter[attemptKey]
	polls         *throttle.Limiter[int64] // by device code
	answersLock   sync.Mutex               // for takenAnswers and freeAnswers
	takenAnswers  *throttle.Limiter[network]
	freeAnswers   *throttle.Limiter[network]
	codeTries     *throttle.Limiter[attemptKey]
}

// owner is whose requests for letters and files of data are counted.
type owner struct {
	channelID int64
	user      UserID
}

// Failed logins that are let through: few from one address, and for one account from
// everywhere as many as keep guessing hopeless without locking the owner out easily.
var (
	addressAttempts = throttle.Rate{Every: 3 * time.Minute, Burst: 5}
	accountAttempts = throttle.Rate{Every: 20 * time.Second, Burst: 50}
	// trusted is how many of them are believed to be a person's without a proof.
	trusted = throttle.Rate{Every: 3 * time.Minute, Burst: 2}
)

// What users may have made of their own account: letters, since one to a new address goes
// to a mailbox that may be a stranger's, and files of their data, since each reads all of it.
var (
	askedLetters = throttle.Rate{Every: 10 * time.Minute, Burst: 6}
	askedExports = throttle.Rate{Every: 10 * time.Minute, Burst: 4}
)

// New returns the accounts kept in d.DB.
func New(d Deps) *Service {
	s := &Service{
		db: d.DB, clock: d.Clock, log: d.Log, entitlements: d.Entitlements, letters: d.Letters, queue: d.Queue,
		belongings: d.Belongings, revocations: d.Revocations, renewals: d.Renewals, zones: d.Zones, sealer: d.Sealer, others: d.Others, parties: d.Parties,
		passwords: newHasher(d.Passwords),

		attempts:      throttle.New[attemptKey](addressAttempts, d.Clock),
		accounts:      throttle.New[attemptKey](accountAttempts, d.Clock),
		captchaFree:   throttle.New[attemptKey](trusted, d.Clock),
		resets:        newLetterLimit(d.Clock),
		registrations: newLetterLimit(d.Clock),
		loginCodes:    newLetterLimit(d.Clock),
		verifications: throttle.New[UserID](verifyAgain, d.Clock),
		asked:         throttle.New[owner](askedLetters, d.Clock),
		exports:       throttle.New[owner](askedExports, d.Clock),
		factors:       throttle.New[attemptKey](factorTries, d.Clock),
		userTries:     throttle.New[attemptKey](userTries, d.Clock),
		addressTries:  throttle.New[attemptKey](addressTries, d.Clock),
		polls:         throttle.New[int64](polls, d.Clock),
		takenAnswers:  throttle.New[network](takenAnswers, d.Clock),
		freeAnswers:   throttle.New[network](freeAnswers, d.Clock),
		codeTries:     throttle.New[attemptKey](wrongLoginCodes, d.Clock),
	}
	if s.renewals == nil {
		s.renewals = noRenewals{}
	}
	if s.zones == nil {
		s.zones = inUTC{}
	}
	s.sessions = s.newSessionCache()
	s.byHash, s.byPlace = cache.NewBatcher(s.selectByHash), cache.NewBatcher(s.selectByPlace)
	s.uses = cache.NewBatcher(s.storeUses)
	return s
}
