package app

import (
	"context"
	"slices"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/position"
	"github.com/grandstand/grandstand/internal/vod"
)

// The adapters let one domain answer the questions another one asks in its needs.go.

// channels answers the edge from the channel domain.
type channels struct {
	service *channel.Service
	config  config.Config
}

func (c channels) ChannelByID(ctx context.Context, id int64) (api.Channel, error) {
	return c.describe(c.service.FindByID(ctx, channel.ID(id)))
}

func (c channels) ChannelByKey(ctx context.Context, key string) (api.Channel, error) {
	return c.describe(c.service.FindByKey(ctx, key))
}

func (c channels) ChannelByHost(ctx context.Context, host string) (api.Channel, error) {
	return c.describe(c.service.FindByDomain(ctx, host))
}

func (c channels) describe(found *channel.Channel, err error) (api.Channel, error) {
	if err != nil {
		return api.Channel{}, err
	}
	described := api.Channel{
		ID: int64(found.ID), Key: found.Key, Name: found.Name, Language: found.Language,
		BlockedCountries: found.Settings.BlockedCountries, Words: found.Settings.Words,
	}
	if len(found.Domains) > 0 {
		described.Site = c.config.Site(found.Domains[0])
	}
	return described, nil
}

// entitlements answers what a user has bought; access to events is decided per event by
// commerce.Decide.
type entitlements struct {
	commerce *commerce.Service
	clock    clock.Clock
}

// Access is part of account.Entitlements.
func (e entitlements) Access(ctx context.Context, channelID int64, user account.UserID) (account.Access, error) {
	held, err := e.commerce.Grants(ctx, channelID, int64(user))
	if err != nil {
		return account.Access{}, err
	}
	sum := commerce.Summarize(held, e.clock.Now())
	out := account.Access{Events: sum.Events, Packages: sum.Packages, Subscriptions: sum.Subscriptions}
	for _, c := range sum.Capabilities {
		out.Capabilities = append(out.Capabilities, string(c))
	}
	return out, nil
}

// watchable answers positions what there is to watch.
type watchable struct {
	catalog *catalog.Service
	library *vod.Service
}

// Known is part of position.Subjects.
func (w watchable) Known(ctx context.Context, channelID int64, s position.Subject) (bool, error) {
	var err error
	switch s.Kind {
	case position.Event:
		_, err = w.catalog.KnownEvent(ctx, channelID, catalog.EventID(s.ID))
	case position.Medium:
		_, err = w.library.FindByMedium(ctx, channelID, vod.MediumID(s.ID))
	default:
		return false, nil
	}
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}

// subjects answers favourites what there is to follow.
type subjects struct{ catalog *catalog.Service }

// Known is part of favourite.Subjects.
func (s subjects) Known(ctx context.Context, channelID int64, list []favourite.Subject) ([]favourite.Subject, error) {
	var asked catalog.Concern
	for _, one := range list {
		asked.Add(string(one.Kind), one.ID)
	}
	had, err := s.catalog.Having(ctx, channelID, asked)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(list), func(one favourite.Subject) bool { return !had.Has(string(one.Kind), one.ID) }), nil
}
