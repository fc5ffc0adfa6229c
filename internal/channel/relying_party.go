package channel

import (
	"context"
	"slices"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passkey"
)

// RelyingParty returns the WebAuthn relying party of the site that a host serves. Each domain of a
// channel is one: a passkey works on the domain where it was made.
//
// Failures: NotFound relying_party_not_found.
func (d *Door) RelyingParty(ctx context.Context, channelID int64, host string) (passkey.Party, error) {
	c, err := d.sites.FindByID(ctx, ID(channelID))
	if err != nil {
		return passkey.Party{}, err
	}
	domain := CanonicalHost(host)
	if !slices.Contains(c.Domains, domain) {
		return passkey.Party{}, fault.NotFoundf("relying_party", "Passkeys do not work at this address.")
	}
	return passkey.Party{ID: domain, Origin: d.site(domain), Name: c.Name.In(c.Language, c.Language)}, nil
}
