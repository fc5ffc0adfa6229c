package account

import (
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Limits of requests for letters to one account. The limit of a network stops a flood from one place. The limit of the account is so
// high that others cannot use it up and keep the owner of the mailbox without a recent letter.
var (
	networkLetters = throttle.Rate{Every: 5 * time.Minute, Burst: 3}
	accountLetters = throttle.Rate{Every: 10 * time.Minute, Burst: 10}
)

// letterLimit limits requests for letters of one purpose.
type letterLimit struct {
	network *throttle.Limiter[attemptKey] // by account and network
	account *throttle.Limiter[attemptKey]
}

func newLetterLimit(c clock.Clock) letterLimit {
	return letterLimit{network: throttle.New[attemptKey](networkLetters, c), account: throttle.New[attemptKey](accountLetters, c)}
}

// allow counts a request. If it is not allowed, allow returns the time until the next one is.
func (l letterLimit) allow(who attemptKey) (wait time.Duration, ok bool) {
	if wait, ok = l.network.Allow(who); !ok {
		return wait, false
	}
	return l.account.Allow(who.withoutAddress())
}
