package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/channel"
)

// The adapters let one domain answer the questions another one asks in its needs.go.

// channels answers the edge from the channel domain.
type channels struct{ service *channel.Service }

func (c channels) ChannelByID(ctx context.Context, id int64) (api.Channel, error) {
	return describe(c.service.FindByID(ctx, channel.ID(id)))
}

func (c channels) ChannelByKey(ctx context.Context, key string) (api.Channel, error) {
	return describe(c.service.FindByKey(ctx, key))
}

func (c channels) ChannelByHost(ctx context.Context, host string) (api.Channel, error) {
	return describe(c.service.FindByDomain(ctx, host))
}

func describe(c *channel.Channel, err error) (api.Channel, error) {
	if err != nil {
		return api.Channel{}, err
	}
	return api.Channel{
		ID: int64(c.ID), Key: c.Key, Language: c.Language, BlockedCountries: c.Settings.BlockedCountries, Words: c.Settings.Words,
	}, nil
}

// entitlements answers what a user has bought. Nothing can be bought yet, so nobody
// has anything; access to events is decided per event by commerce.Decide.
type entitlements struct{}

func (entitlements) Access(context.Context, int64, account.UserID) (account.Access, error) {
	return account.Access{}, nil
}
