package channel

import (
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
)

// maxParents bounds the sites that may frame the players of a channel: all of them stand
// in a header of each embedded page.
const maxParents = 50

// parentPattern is what may stand in Settings.EmbedParents: every site, an origin, all
// subdomains of a domain, or this device, whose pages have no certificate and any port.
// Each is a host-source of CSP (Content Security Policy Level 3, 2.3.1).
var parentPattern = text.NewPattern(
	`^(?:\*|https://(?:\*\.)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?::[0-9]{1,5})?|http://(?:localhost|127\.0\.0\.1)(?::(?:[0-9]{1,5}|\*))?)$`)

// plainHost is a domain that a host-source of CSP can name: it knows no IPv6.
var plainHost = text.NewPattern(`^[a-z0-9.-]+$`)

func (s Settings) validateEmbedding(p *problems) {
	p.require(len(s.EmbedParents) <= maxParents, "embed_parents", "too_many", "There are too many")
	for _, parent := range s.EmbedParents {
		p.require(parentPattern.MatchString(parent), "embed_parents", "invalid_link", "A site is written https://www.example.org, https://*.example.org, or * for all")
	}
}

// FrameAncestors are the sites whose pages may show the channel's embedded players, as
// host-sources of CSP: its own domains at any port, then those that its operator lists.
func (c *Channel) FrameAncestors() []string {
	out := []string{}
	for _, domain := range c.Domains {
		host, _, _ := strings.Cut(domain, ":")
		if plainHost.MatchString(host) && strings.Count(domain, ":") < 2 {
			out = append(out, host+":*")
		}
	}
	out = append(out, c.Settings.EmbedParents...)
	if slices.Contains(out, "*") {
		return []string{"*"}
	}
	return slices.Compact(out)
}
