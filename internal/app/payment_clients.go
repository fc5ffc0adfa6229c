package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

const (
	// maxNames is the maximum number of keys whose account names are cached.
	maxNames = 10_000
	// nameTTL is the time for which the name of an account is cached. Keys never change to another account, but a restricted key can
	// get the permission to read its account.
	nameTTL = time.Hour
	// failureTTL is the time for which a failure of the provider is cached: a wrong key, or an outage, must not delay each payment of
	// the channel's other accounts.
	failureTTL = 10 * time.Second
)

// paymentClients caches the clients of the channels' payment accounts, and the names of the accounts that keys belong to. It is safe
// for concurrent use.
type paymentClients struct {
	mu     sync.Mutex
	opened map[clientKey]openedAccount
	names  *cache.TTL[channelKeys, accountName]
}

type clientKey struct {
	channelID int64
	name      string
}

type openedAccount struct {
	options payment.Options
	account *payment.Account
}

// channelKeys are the keys that a channel uses for new payments.
type channelKeys struct {
	channelID int64
	options   payment.Options // without a name
}

// accountName is the name of an account, or the failure of the provider to tell it.
type accountName struct {
	name string
	err  error
}

// newPaymentClients returns an empty cache. identify returns the name of the account that keys belong to.
func newPaymentClients(c clock.Clock, identify func(context.Context, channelKeys) (string, error)) *paymentClients {
	return &paymentClients{
		opened: map[clientKey]openedAccount{},
		names: cache.NewTTL(cache.TTLOptions[channelKeys, accountName]{
			Load: func(ctx context.Context, k channelKeys) (accountName, error) {
				name, err := identify(ctx, k)
				if _, ok := errors.AsType[*payment.Error](err); ok {
					return accountName{err: err}, nil
				}
				return accountName{name: name}, err
			},
			TTL: func(n accountName) time.Duration {
				if n.err != nil {
					return failureTTL
				}
				return nameTTL
			},
			MaxWeight: maxNames, Clock: c,
		}),
	}
}

// clientFor returns the client of an account. If the keys have changed, it opens a new one.
func (c *paymentClients) clientFor(channelID int64, options payment.Options) (*payment.Account, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := clientKey{channelID, options.Name}
	if known, ok := c.opened[key]; ok && known.options == options {
		return known.account, nil
	}
	opened, err := payment.Open(options)
	if err != nil {
		delete(c.opened, key)
		return nil, err
	}
	c.opened[key] = openedAccount{options, opened}
	return opened, nil
}

// accountName returns the name of the account that keys belong to.
func (c *paymentClients) accountName(ctx context.Context, k channelKeys) (string, error) {
	n, err := c.names.Get(ctx, k)
	if err != nil {
		return "", err
	}
	return n.name, n.err
}
