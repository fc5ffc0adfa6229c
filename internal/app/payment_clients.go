package app

import (
	"sync"

	"github.com/grandstand/grandstand/internal/payment"
)

// paymentClients are the clients of the channels' accounts, one each. It is safe for concurrent
// use.
type paymentClients struct {
	mu     sync.Mutex
	opened map[int64]openedAccount // by channel
}

type openedAccount struct {
	options payment.Options
	account *payment.Account
}

// of returns the client of a channel's account, made anew where the channel's keys have changed.
func (c *paymentClients) of(channelID int64, options payment.Options) (*payment.Account, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.opened[channelID]; ok && known.options == options {
		return known.account, nil
	}
	opened, err := payment.Open(options)
	if err != nil {
		delete(c.opened, channelID)
		return nil, err
	}
	if c.opened == nil {
		c.opened = map[int64]openedAccount{}
	}
	c.opened[channelID] = openedAccount{options, opened}
	return opened, nil
}
