package app

import (
	"sync"

	"github.com/grandstand/grandstand/internal/payment"
)

// paymentClients caches the clients of the channels' payment accounts, and the name of the account that takes a channel's new
// payments. It is safe for concurrent use.
type paymentClients struct {
	mu      sync.Mutex
	opened  map[clientKey]openedAccount
	current map[int64]payment.Options // with names, by channel
}

type clientKey struct {
	channelID int64
	name      string
}

type openedAccount struct {
	options payment.Options
	account *payment.Account
}

// of returns the client of an account. If the keys have changed, it opens a new one.
func (c *paymentClients) of(channelID int64, options payment.Options) (*payment.Account, error) {
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
	if c.opened == nil {
		c.opened = map[clientKey]openedAccount{}
	}
	c.opened[key] = openedAccount{options, opened}
	return opened, nil
}

// nameOf returns the name of the account that keys belong to. It calls identify once for each change of a channel's keys.
func (c *paymentClients) nameOf(channelID int64, options payment.Options, identify func(*payment.Account) (string, error)) (string, error) {
	c.mu.Lock()
	known := c.current[channelID]
	c.mu.Unlock()
	options.Name = known.Name
	if known == options && known.Name != "" {
		return known.Name, nil
	}
	options.Name = ""
	client, err := payment.Open(options)
	if err != nil {
		return "", err
	}
	if options.Name, err = identify(client); err != nil {
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current == nil {
		c.current = map[int64]payment.Options{}
	}
	c.current[channelID] = options
	return options.Name, nil
}
