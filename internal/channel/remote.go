package channel

import (
	"net/url"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/text"
)

// RemoteAuth is the channel's own membership system: where it lets people link their
// devices and sends them back from with a token that says who they are.
type RemoteAuth struct {
	Enabled bool   `json:"enabled,omitempty"`
	URL     string `json:"url,omitempty"`
	// Algorithm is how its tokens are signed; empty for HS256, with the channel's secret
	// remote_auth_secret. The others need PublicKey, in PEM.
	Algorithm social.Algorithm `json:"algorithm,omitempty"`
	PublicKey string           `json:"public_key,omitempty"`
	// Issuer is what its tokens say who made them; empty for anything.
	Issuer string `json:"issuer,omitempty"`
	// Redirects are the origins, besides the channel's own, to which it may have people
	// sent on.
	Redirects []string `json:"redirects,omitempty"`
}

const (
	maxPublicKey = 4_000
	maxRedirects = 20
	maxReturn    = 2_000
)

// Membership is how tokens of the system are read.
func (r RemoteAuth) Membership(audience, secret string) social.Membership {
	m := social.Membership{Algorithm: r.Algorithm, Secret: secret, PublicKey: r.PublicKey, Audience: audience, Issuer: r.Issuer}
	if m.Algorithm == "" {
		m.Algorithm = social.HS256
	}
	return m
}

func (r RemoteAuth) validate(p *problems) {
	p.require(!r.Enabled || text.IsLink(r.URL), "remote_auth", "invalid_link", "An https address is required")
	p.require(slices.Contains([]social.Algorithm{"", social.HS256, social.EdDSA, social.RS256}, r.Algorithm),
		"membership.algorithm", "not_allowed", "The value must be one of: HS256, EdDSA, RS256.")
	if r.Algorithm == social.EdDSA || r.Algorithm == social.RS256 {
		p.require(len(r.PublicKey) <= maxPublicKey && r.Membership("", "").Check() == nil,
			"membership.public_key", "invalid_key", "Enter the public key of the algorithm in PEM format")
	}
	p.within(text.Text{"": r.Issuer}, "membership.issuer", maxTitle)
	p.require(len(r.Redirects) <= maxRedirects, "membership.redirects", "too_many", "There are too many entries")
	for _, origin := range r.Redirects {
		u, err := url.Parse(origin)
		p.require(err == nil && u.Scheme == "https" && u.Host != "" && origin == "https://"+strings.ToLower(u.Host),
			"membership.redirects", "invalid_link", "Write an origin as https://www.example.org")
	}
}

// MayReturn reports whether the system may have somebody sent on to an address: a path
// of the channel's own site, or something on one of its other origins. What a browser
// could take for anything else is refused: it drops control characters, and reads a
// backslash as a slash (URL Standard, 4.4).
func (r RemoteAuth) MayReturn(to string) bool {
	if to == "" || len(to) > maxReturn || strings.ContainsFunc(to, func(c rune) bool { return c <= ' ' || c == '\\' || c == 0x7f || c == 0xfffd }) {
		return false
	}
	if path, _, _ := strings.Cut(strings.ReplaceAll(to, "#", "?"), "?"); strings.HasPrefix(to, "/") {
		return !strings.Contains(path, "//")
	}
	u, err := url.Parse(to)
	return err == nil && u.Scheme == "https" && u.User == nil && u.Opaque == "" && u.Host != "" &&
		strings.HasPrefix(to, "https://") && slices.Contains(r.Redirects, "https://"+strings.ToLower(u.Host))
}
