package channel

import (
	"net/url"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
)

// maxParents bounds the sites that may frame the players of a channel, and those whose
// pages it may show: all of them stand in a header of each page.
const maxParents = 50

// parentPattern is what may stand in Settings.EmbedParents: every site, an origin, all
// subdomains of a domain, or this device, whose pages have no certificate and any port.
// Each is a host-source of CSP (Content Security Policy Level 3, 2.3.1).
var parentPattern = text.NewPattern(
	`^(?:\*|https://(?:\*\.)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?::[0-9]{1,5})?|http://(?:localhost|127\.0\.0\.1)(?::(?:[0-9]{1,5}|\*))?)$`)

// hostPattern is what may stand in Settings.EmbedHosts.
var hostPattern = text.NewPattern(`^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$`)

// plainHost is a domain that a host-source of CSP can name: it knows no IPv6.
var plainHost = text.NewPattern(`^[a-z0-9.-]+$`)

func (s Settings) validateEmbedding(p *problems) {
	p.require(len(s.EmbedParents) <= maxParents, "embed_parents", "too_many", "There are too many entries")
	for _, parent := range s.EmbedParents {
		p.require(parentPattern.MatchString(parent), "embed_parents", "invalid_link", "Write a site as https://www.example.org or https://*.example.org, or * for all sites")
	}
	p.require(len(s.EmbedHosts) <= maxParents, "embed_hosts", "too_many", "There are too many entries")
	for _, host := range s.EmbedHosts {
		p.require(hostPattern.MatchString(host), "embed_hosts", "invalid_domain", "A domain must be a host name, such as live.example.org")
	}
}

// MayEmbed reports whether an event may show a page in a frame: one of the listed sites,
// or a player of the channel's own, which has no host.
func (s Settings) MayEmbed(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil || u.Opaque != "" {
		return false
	}
	if u.Scheme == "" && u.Host == "" {
		return strings.HasPrefix(address, "/watch_embed/")
	}
	return u.Scheme == "https" && slices.Contains(s.EmbedHosts, u.Host)
}

// FrameSources are the sites of Settings.EmbedHosts as CSP has them.
func (s Settings) FrameSources() string {
	out := make([]string, len(s.EmbedHosts))
	for i, host := range s.EmbedHosts {
		out[i] = "https://" + host
	}
	return strings.Join(out, " ")
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
