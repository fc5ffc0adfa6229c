package account

import (
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Requests for letters to one account: few from one network, and from all networks together so many that the owner of the mailbox
// always has a recent letter.
var (
	networkLetters = throttle.Rate{Every: 5 * time.Minute, Burst: 3}
	accountLetters = throttle.Rate{Every: 10 * time.Minute, Burst: 10}
)

// letterLimit limits requests for letters of one purpose.
type letterLimit struct {
	network *throttle.Limiter[attempt] // by account and network
	account *throttle.Limiter[attempt]
}

func newLetterLimit(c clock.Clock) letterLimit {
	return letterLimit{network: throttle.New[attempt](networkLetters, c), account: throttle.New[attempt](accountLetters, c)}
}

// allow counts a request. It returns the time until the next one is allowed if this one is not.
func (l letterLimit) allow(who attempt) (wait time.Duration, ok bool) {
	if wait, ok = l.network.Allow(who); !ok {
		return wait, false
	}
	return l.account.Allow(who.anywhere())
}
