package commerce

import (
	"net/netip"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/netaddr"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Promo codes that did not count and are let through: as many for one user as somebody
// mistypes, and from one address as a school behind it does. Guessing a code of six
// characters takes thousands of years so.
var (
	userGuesses    = throttle.Rate{Every: 3 * time.Minute, Burst: 10}
	addressGuesses = throttle.Rate{Every: 30 * time.Second, Burst: 40}
)

type guesser struct {
	channelID, userID int64
}

// guesses counts promo codes that did not count. What one address tries is counted over
// all channels.
type guesses struct {
	users     *throttle.Limiter[guesser]
	addresses *throttle.Limiter[netip.Addr]
}

func newGuesses(c clock.Clock) guesses {
	return guesses{users: throttle.New[guesser](userGuesses, c), addresses: throttle.New[netip.Addr](addressGuesses, c)}
}

// take counts a code before it is looked up, so that many at once cannot all pass; giveBack
// takes that back for one that counted.
func (g guesses) take(channelID int64, who Buyer) (giveBack func(), err error) {
	user, address := guesser{channelID, who.UserID}, netaddr.Subscriber(who.Address)
	if wait, ok := g.users.Allow(user); !ok {
		return nil, fault.TooManyAttempts(wait)
	}
	if wait, ok := g.addresses.Allow(address); !ok {
		g.users.GiveBack(user)
		return nil, fault.TooManyAttempts(wait)
	}
	return func() {
		g.users.GiveBack(user)
		g.addresses.GiveBack(address)
	}, nil
}
