package channel

import (
	"context"
	"slices"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

// Door asks others who somebody is, with the keys of the channel that they come to.
type Door struct {
	sites  *Service
	client *social.Client
	site   func(domain string) string
	clock  clock.Clock
}

// NewDoor returns the door of every channel. site is the address of a channel's site by
// a domain of the channel.
func NewDoor(sites *Service, client *social.Client, site func(domain string) string, c clock.Clock) *Door {
	return &Door{sites, client, site, c}
}

// named is what a channel is called at a provider, and the secret that belongs to it.
func (s Settings) named(p social.Provider) (id string, secret SecretName) {
	switch p {
	case social.Google:
		return s.GoogleClientID, GoogleClientSecret
	case social.Facebook:
		return s.FacebookAppID, FacebookAppSecret
	}
	return "", ""
}

// Offered are the providers at which people may log in to a channel: those that it has
// both keys of.
func (d *Door) Offered(ctx context.Context, channelID int64) ([]social.Provider, error) {
	c, err := d.sites.FindByID(ctx, ID(channelID))
	if err != nil {
		return nil, err
	}
	var has map[SecretName]bool
	return slices.DeleteFunc(social.Providers(), func(p social.Provider) bool {
		id, secret := c.Settings.named(p)
		if id == "" || !d.client.Knows(p) || err != nil || len(c.Domains) == 0 {
			return true
		}
		if has == nil {
			has, err = d.sites.HasSecrets(ctx, c.ID)
		}
		return !has[secret]
	}), err
}

func providerNotFound() error {
	return fault.NotFoundf("provider", "You cannot log in this way here.")
}

// keys are what the channel needs to ask a provider, or NotFound, "provider_not_found".
func (d *Door) keys(ctx context.Context, channelID int64, p social.Provider) (*Channel, social.Keys, error) {
	c, err := d.sites.FindByID(ctx, ID(channelID))
	if err != nil {
		return nil, social.Keys{}, err
	}
	id, name := c.Settings.named(p)
	if id == "" || !d.client.Knows(p) || len(c.Domains) == 0 {
		return nil, social.Keys{}, providerNotFound()
	}
	secret, err := d.sites.Secret(ctx, c.ID, name)
	if fault.KindOf(err) == fault.NotFound {
		return nil, social.Keys{}, providerNotFound()
	}
	return c, social.Keys{ID: id, Secret: secret}, err
}

// Authorize is the address at which a person logs in at a provider, and where that sends
// them back to: to the site on the domain they are on. What a request calls its host only
// chooses among the channel's own domains.
func (d *Door) Authorize(ctx context.Context, channelID int64, host string, p social.Provider, r social.Request) (address, redirect string, err error) {
	c, keys, err := d.keys(ctx, channelID, p)
	if err != nil {
		return "", "", err
	}
	domain := c.Domains[0]
	if slices.Contains(c.Domains, CanonicalHost(host)) {
		domain = CanonicalHost(host)
	}
	r.Keys, r.Redirect = keys, d.site(domain)+"/api/auth/login/"+string(p)+"/callback"
	address, err = d.client.Authorize(ctx, p, r)
	if err != nil {
		return "", "", fault.Wrap(err, fault.Unavailable, "provider_unavailable", "This login service is not responding. Please try again in a few minutes, or log in another way.")
	}
	return address, r.Redirect, nil
}

// Identify asks a provider who came back with a code.
func (d *Door) Identify(ctx context.Context, channelID int64, p social.Provider, r social.Request, code string) (social.Person, error) {
	_, keys, err := d.keys(ctx, channelID, p)
	if err != nil {
		return social.Person{}, err
	}
	r.Keys = keys
	return d.client.Identify(ctx, p, r, code)
}

// Member reads a token of the channel's membership system. What is wrong with it is a
// social.TokenProblem; a channel without such a system: NotFound.
func (d *Door) Member(ctx context.Context, channelID int64, token string) (social.Member, error) {
	c, err := d.sites.FindByID(ctx, ID(channelID))
	if err != nil {
		return social.Member{}, err
	}
	if !c.Settings.RemoteAuth.Enabled {
		return social.Member{}, fault.NotFoundf("membership", "You cannot log in this way here.")
	}
	secret := ""
	if m := c.Settings.RemoteAuth.Membership("", ""); m.Algorithm == social.HS256 {
		if secret, err = d.sites.Secret(ctx, c.ID, RemoteAuthSecret); err != nil {
			return social.Member{}, err
		}
	}
	return c.Settings.RemoteAuth.Membership(c.Key, secret).Read(token, d.clock.Now())
}
