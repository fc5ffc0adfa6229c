// Package config defines every setting of the server in one struct. A value comes from, in ascending priority, its default,
// the configuration file, the environment and a flag.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Roles that a node may have.
const (
	RoleAPI    = "api"    // answers HTTP
	RoleIngest = "ingest" // takes streams from encoders
	RoleWorker = "worker" // runs jobs
)

// Config is the configuration of one process. The tags are read by kong.
type Config struct {
	Listen      string   `default:"127.0.0.1:8080" env:"GRANDSTAND_LISTEN" help:"Address of the public HTTP listener."`
	AdminListen string   `default:"127.0.0.1:9090" env:"GRANDSTAND_ADMIN_LISTEN" help:"Address of the metrics and profiling listener; leave empty for none."`
	AdminHosts  []string `name:"admin-hosts" env:"GRANDSTAND_ADMIN_HOSTS" help:"Host names that may be used to reach the admin listener, in addition to IP addresses, localhost and the machine's own name."`

	RTMPListen string `name:"rtmp-listen" default:"127.0.0.1:1935" env:"GRANDSTAND_RTMP_LISTEN" help:"Address of the RTMP listener; leave empty for none."`
	SRTListen  string `name:"srt-listen" default:"127.0.0.1:8890" env:"GRANDSTAND_SRT_LISTEN" help:"Address of the SRT listener (UDP); leave empty for none."`

	WHIPListen string `name:"whip-listen" default:"127.0.0.1:8189" env:"GRANDSTAND_WHIP_LISTEN" help:"Address of the UDP port for media that encoders send by WHIP. They request it at /whip on the public listener. Leave empty for none."`

	WHIPAddresses []string `name:"whip-addresses" env:"GRANDSTAND_WHIP_ADDRESSES" help:"IP addresses at which encoders reach the WHIP port, if they differ from the machine's own."`

	Data string `default:"./data" env:"GRANDSTAND_DATA" help:"Folder for all data of this node." type:"path"`
	DB   string `env:"GRANDSTAND_DB" help:"Database: postgres://…, or a SQLite file (default: grandstand.db in the data folder)."`
	Blob string `env:"GRANDSTAND_BLOB" help:"Media store: s3://bucket?region=…, or a folder (default: media in the data folder)."`

	Secret string   `env:"GRANDSTAND_SECRET" help:"Key that signs media addresses and encrypts the channels' own keys, at least 32 characters; all nodes of an installation share it (default: created once and kept in the data folder)."`
	Roles  []string `default:"api,ingest,worker" env:"GRANDSTAND_ROLES" help:"What this node does: api, ingest, worker."`

	TrustedProxies []string      `env:"GRANDSTAND_TRUSTED_PROXIES" help:"Networks of proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted."`
	AllowedOrigins []string      `env:"GRANDSTAND_ALLOWED_ORIGINS" help:"Origins, in addition to the channels' own domains, from which a statically hosted app may call the API."`
	GeoDB          string        `name:"geo-db" env:"GRANDSTAND_GEO_DB" help:"MaxMind database file (.mmdb) with countries and, if available, regions."`
	GeoHeader      string        `name:"geo-header" env:"GRANDSTAND_GEO_HEADER" help:"Header in which trusted proxies send the country of a client: CF-IPCountry, CloudFront-Viewer-Country, X-Vercel-IP-Country or X-Geo-Country."`
	GeoRegion      string        `name:"geo-region-header" env:"GRANDSTAND_GEO_REGION_HEADER" help:"Header in which trusted proxies send the region of a client (ISO 3166-2): CF-Region-Code, CloudFront-Viewer-Country-Region, X-Vercel-IP-Country-Region or X-Geo-Region."`
	SMTP           string        `name:"smtp" env:"GRANDSTAND_SMTP" help:"Mail server: smtp://user:password@host:587 or smtps://…; without one, emails wait in the queue."`
	MailFrom       string        `env:"GRANDSTAND_MAIL_FROM" help:"Sender address of emails; required with a mail server."`
	SMTPHelo       string        `name:"smtp-helo" env:"GRANDSTAND_SMTP_HELO" help:"Host name with which the mail server is greeted (EHLO); empty for the domain of the sender address."`
	RecaptchaURL   string        `name:"recaptcha-url" default:"https://www.google.com/recaptcha" env:"GRANDSTAND_RECAPTCHA_URL" help:"Address of reCAPTCHA for channels that use it; https://www.recaptcha.net/recaptcha works in places without Google."`
	GoogleIssuer   string        `name:"google-issuer" default:"https://accounts.google.com" env:"GRANDSTAND_GOOGLE_ISSUER" help:"OpenID Connect issuer for \"Continue with Google\"; leave empty to turn it off."`
	FacebookURL    string        `name:"facebook-url" default:"https://www.facebook.com/v23.0" env:"GRANDSTAND_FACEBOOK_URL" help:"Login address of Facebook, with the version of its API; leave empty to turn it off."`
	FacebookGraph  string        `name:"facebook-graph" default:"https://graph.facebook.com/v23.0" env:"GRANDSTAND_FACEBOOK_GRAPH" help:"API address of Facebook for the profile of a person, with the version of its API."`
	StripeURL      string        `name:"stripe-url" env:"GRANDSTAND_STRIPE_URL" help:"Address of the Stripe simulator (grandstand stripe-simulator) for test payments of channels without a Stripe key; a demo runs its own."`
	SiteURL        string        `name:"site-url" env:"GRANDSTAND_SITE_URL" help:"Address of a channel's site for links in emails, with {domain} for its first domain (default: https://{domain}, or this listener if it is on loopback)."`
	Reconnect      time.Duration `default:"90s" env:"GRANDSTAND_RECONNECT" help:"How long a live event waits for an encoder that lost its connection."`
	StorePatience  time.Duration `name:"store-patience" default:"15s" env:"GRANDSTAND_STORE_PATIENCE" help:"How long an encoder is held back while the media store or the database takes no segments and half a minute of them waits in memory. Then the encoder is disconnected."`
	LiveLadders    int           `name:"live-ladders" default:"1" env:"GRANDSTAND_LIVE_LADDERS" help:"How many live games this node converts to smaller sizes at the same time; fewer if the processor is too slow. 0 for none."`
	AnalyticsURL   string        `name:"analytics-url" env:"GRANDSTAND_ANALYTICS_URL" help:"Address to which the web app sends analytics, such as https://stats.example.org/analytics (default: /analytics on the site itself)."`
	AnalyticsLocal bool          `name:"analytics-local" env:"GRANDSTAND_ANALYTICS_LOCAL" help:"Send analytics from pages on localhost too."`
	AnalyticsDays  int           `name:"analytics-days" default:"90" env:"GRANDSTAND_ANALYTICS_DAYS" help:"How many days to keep single analytics events and sessions; 0 keeps them forever. Totals are always kept."`
	// AnalyticsViewsDays exceeds AnalyticsDays by default: counting a period's different viewers needs its single views.
	AnalyticsViewsDays int           `name:"analytics-views-days" default:"400" env:"GRANDSTAND_ANALYTICS_VIEWS_DAYS" help:"How many days to keep single views, which show who watched what; 0 keeps them forever. Totals are always kept."`
	Workers            int           `default:"4" env:"GRANDSTAND_WORKERS" help:"How many jobs run at once."`
	Grace              time.Duration `default:"30s" env:"GRANDSTAND_GRACE" help:"How long a shutdown may take, including requests, jobs and streams."`

	LogLevel string `default:"info" enum:"debug,info,warn,error" env:"GRANDSTAND_LOG_LEVEL" help:"Lowest level to log: ${enum}."`
	// Demo is set by the demo sub-command. No email leaves the machine of a demo.
	Demo bool `kong:"-"`
	// Program is the path of this executable. The server starts helper processes from it; if it is empty, all work runs in
	// this process.
	Program string `kong:"-"`

	LogFormat string `default:"text" enum:"text,json" env:"GRANDSTAND_LOG_FORMAT" help:"Format of the log: ${enum}."`
}

// CountryHeaders and RegionHeaders list the headers in which a proxy may send the place of a client: those of Cloudflare,
// CloudFront and Vercel, and X-Geo-Country and X-Geo-Region for proxies that let their operator choose the name. No other
// name is accepted, because deploy/nginx.conf must remove the header from requests: a client would choose its own country.
var (
	CountryHeaders = []string{"CF-IPCountry", "CloudFront-Viewer-Country", "X-Vercel-IP-Country", "X-Geo-Country"}
	RegionHeaders  = []string{"CF-Region-Code", "CloudFront-Viewer-Country-Region", "X-Vercel-IP-Country-Region", "X-Geo-Region"}
)

// minSecret is the minimum length of the signing key, in characters.
const minSecret = 32

// Validate returns one error for each invalid setting.
func (c Config) Validate() error {
	var problems []error
	for name, address := range map[string]string{"listen": c.Listen, "admin-listen": c.AdminListen, "rtmp-listen": c.RTMPListen, "srt-listen": c.SRTListen, "whip-listen": c.WHIPListen} {
		if err := checkAddress(name, address); err != nil {
			problems = append(problems, err)
		}
	}
	if c.Listen == "" {
		problems = append(problems, errors.New("listen: an address is required"))
	}
	if scheme, _, ok := strings.Cut(c.DB, "://"); ok && scheme != "postgres" && scheme != "postgresql" && scheme != "sqlite" {
		problems = append(problems, fmt.Errorf("db: %q is not the address of a database: write postgres://user:password@host/name, or the path of a SQLite file", scheme+"://…"))
	}
	for _, address := range c.WHIPAddresses {
		if _, err := netip.ParseAddr(address); err != nil {
			problems = append(problems, fmt.Errorf("whip-addresses: %q is not an IP address", address))
		}
	}
	if c.Secret != "" && len(c.Secret) < minSecret {
		problems = append(problems, fmt.Errorf("secret: must have at least %d characters", minSecret))
	}
	for _, role := range c.Roles {
		if !slices.Contains([]string{RoleAPI, RoleIngest, RoleWorker}, role) {
			problems = append(problems, fmt.Errorf("roles: %q is not one of api, ingest, worker", role))
		}
	}
	if _, err := c.TrustedNetworks(); err != nil {
		problems = append(problems, err)
	}
	if (c.GeoHeader != "" || c.GeoRegion != "") && len(c.TrustedProxies) == 0 {
		problems = append(problems, errors.New("geo-header: headers are only trusted from trusted-proxies, and trusted-proxies is empty"))
	}
	problems = append(problems, checkGeoHeader("geo-header", c.GeoHeader, CountryHeaders), checkGeoHeader("geo-region-header", c.GeoRegion, RegionHeaders))
	for _, origin := range c.AllowedOrigins {
		if u, err := url.Parse(origin); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || u.Path != "" {
			problems = append(problems, fmt.Errorf("allowed-origins: %q is not an origin such as https://www.example.org", origin))
		}
	}
	if c.Reconnect < time.Second || c.Reconnect > time.Hour {
		problems = append(problems, fmt.Errorf("reconnect: %s must be between 1s and 1h", c.Reconnect))
	}
	if c.StorePatience < time.Second || c.StorePatience > time.Hour {
		problems = append(problems, fmt.Errorf("store-patience: %s must be between 1s and 1h", c.StorePatience))
	}
	if c.Workers < 1 || c.Workers > 256 {
		problems = append(problems, fmt.Errorf("workers: %d must be between 1 and 256", c.Workers))
	}
	if c.LiveLadders < 0 || c.LiveLadders > 256 {
		problems = append(problems, fmt.Errorf("live-ladders: %d must be between 0 and 256", c.LiveLadders))
	}
	if c.AnalyticsDays < 0 || c.AnalyticsDays > 36500 {
		problems = append(problems, fmt.Errorf("analytics-days: %d must be between 0 and 36500", c.AnalyticsDays))
	}
	if c.AnalyticsViewsDays < 0 || c.AnalyticsViewsDays > 36500 {
		problems = append(problems, fmt.Errorf("analytics-views-days: %d must be between 0 and 36500", c.AnalyticsViewsDays))
	}
	if strings.HasSuffix(c.AnalyticsURL, "/") {
		problems = append(problems, fmt.Errorf("analytics-url: %q must not end with a slash", c.AnalyticsURL))
	}
	if c.SMTP != "" && c.MailFrom == "" {
		problems = append(problems, errors.New("mail-from: a sender address is required with a mail server"))
	}
	if u, err := url.Parse(c.Site("channel.example")); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		problems = append(problems, fmt.Errorf("site-url: %q is not an address such as https://{domain}", c.SiteURL))
	}
	for name, address := range map[string]string{
		"recaptcha-url": c.RecaptchaURL, "google-issuer": c.GoogleIssuer, "facebook-url": c.FacebookURL, "facebook-graph": c.FacebookGraph, "stripe-url": c.StripeURL,
		"analytics-url": c.AnalyticsURL,
	} {
		if err := checkService(name, address); err != nil {
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

// checkGeoHeader accepts no header or one of the accepted ones, in upper or lower case.
func checkGeoHeader(name, header string, accepted []string) error {
	isHeader := func(known string) bool { return strings.EqualFold(known, header) }
	if header == "" || slices.ContainsFunc(accepted, isHeader) {
		return nil
	}
	return fmt.Errorf("%s: %q is not one of %s. Proxies remove these headers from the requests of clients; let yours send one of them", name, header, strings.Join(accepted, ", "))
}

// checkService accepts an https address, or http on this machine: the service receives secrets, and its scripts run on our
// pages.
func checkService(name, address string) error {
	u, err := url.Parse(address)
	if address == "" || err == nil && u.Host != "" && u.RawQuery == "" && u.Fragment == "" && u.User == nil &&
		!strings.ContainsAny(address, " ;,'") && (u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname())) {
		return nil
	}
	return fmt.Errorf("%s: %q is not an address such as https://www.example.org/service", name, address)
}

// Site returns the address of a channel's site by its first domain, without a trailing slash. It does not depend on the
// headers of requests.
func (c Config) Site(domain string) string {
	pattern := c.SiteURL
	if pattern == "" {
		pattern = "https://" + domainPlaceholder
		if host, port, err := net.SplitHostPort(c.Listen); err == nil && isLoopback(host) {
			pattern = "http://" + domainPlaceholder + ":" + port
		}
	}
	return strings.TrimRight(strings.ReplaceAll(pattern, domainPlaceholder, domain), "/")
}

// SitePort returns the port of channels' sites, or "" for the default port of the scheme.
func (c Config) SitePort() string {
	address, err := url.Parse(c.Site("domain.invalid"))
	if err != nil {
		return ""
	}
	return address.Port()
}

// domainPlaceholder is replaced by the channel's domain in SiteURL.
const domainPlaceholder = "{domain}"

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

func checkAddress(name, address string) error {
	if address == "" {
		return nil
	}
	if _, _, err := net.SplitHostPort(address); err != nil {
		return fmt.Errorf("%s: %q is not host:port", name, address)
	}
	return nil
}

// AnalyticsOrigin returns the origin of AnalyticsURL, or "" if analytics go to the site itself.
func (c Config) AnalyticsOrigin() string {
	u, err := url.Parse(c.AnalyticsURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Has reports whether this node has a role.
func (c Config) Has(role string) bool { return slices.Contains(c.Roles, role) }

// TrustedNetworks parses TrustedProxies. A single address becomes a network of one address.
func (c Config) TrustedNetworks() ([]netip.Prefix, error) {
	networks := make([]netip.Prefix, 0, len(c.TrustedProxies))
	for _, text := range c.TrustedProxies {
		if !strings.Contains(text, "/") {
			address, err := netip.ParseAddr(text)
			if err != nil {
				return nil, fmt.Errorf("trusted-proxies: %q is not an IP address", text)
			}
			networks = append(networks, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("trusted-proxies: %q is not a network", text)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// DatabaseDSN is the database's address, the default filled in.
func (c Config) DatabaseDSN() string {
	if c.DB != "" {
		return c.DB
	}
	return filepath.Join(c.Data, "grandstand.db")
}

// BlobDSN is the media store's address, the default filled in.
func (c Config) BlobDSN() string {
	if c.Blob != "" {
		return c.Blob
	}
	return filepath.Join(c.Data, "media")
}

// Folders returns the local folders that the server writes to.
func (c Config) Folders() []string {
	folders := []string{c.Data}
	if blob := c.BlobDSN(); !strings.HasPrefix(blob, "s3://") {
		folders = append(folders, blob)
	}
	return folders
}
