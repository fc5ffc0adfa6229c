// Package config is everything an engineer can set, in one struct. Each value comes
// from its default, the configuration file, the environment or a flag; the later
// one wins.
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
	AdminListen string   `default:"127.0.0.1:9090" env:"GRANDSTAND_ADMIN_LISTEN" help:"Address of the metrics and profiling listener; empty for none."`
	AdminHosts  []string `name:"admin-hosts" env:"GRANDSTAND_ADMIN_HOSTS" help:"Host names by which the admin listener may be called, in addition to IP addresses, localhost and the machine's own name."`

	RTMPListen string `name:"rtmp-listen" default:"127.0.0.1:1935" env:"GRANDSTAND_RTMP_LISTEN" help:"Address of the RTMP listener; empty for none."`
	SRTListen  string `name:"srt-listen" default:"127.0.0.1:8890" env:"GRANDSTAND_SRT_LISTEN" help:"Address of the SRT listener (UDP); empty for none."`

	WHIPListen string `name:"whip-listen" default:"127.0.0.1:8189" env:"GRANDSTAND_WHIP_LISTEN" help:"Address of the UDP port for what encoders send by WHIP, which they ask for at /whip of the public listener; empty for none."`

	WHIPAddresses []string `name:"whip-addresses" env:"GRANDSTAND_WHIP_ADDRESSES" help:"IP addresses at which encoders reach that port, where they are not this machine's own."`

	Data string `default:"./data" env:"GRANDSTAND_DATA" help:"Folder for everything this node keeps." type:"path"`
	DB   string `env:"GRANDSTAND_DB" help:"Database: postgres://…, or a SQLite file (default: grandstand.db in the data folder)."`
	Blob string `env:"GRANDSTAND_BLOB" help:"Media store: s3://bucket?region=…, or a folder (default: media in the data folder)."`

	Secret string   `env:"GRANDSTAND_SECRET" help:"Key that signs media addresses and encrypts the channels' own keys, at least 32 characters; nodes of one installation share it (default: made once and kept in the data folder)."`
	Roles  []string `default:"api,ingest,worker" env:"GRANDSTAND_ROLES" help:"What this node does: api, ingest, worker."`

	TrustedProxies []string      `env:"GRANDSTAND_TRUSTED_PROXIES" help:"Networks whose X-Forwarded-For and X-Forwarded-Proto are believed."`
	AllowedOrigins []string      `env:"GRANDSTAND_ALLOWED_ORIGINS" help:"Origins, besides the channels' own domains, from which a statically hosted app may call."`
	GeoDB          string        `name:"geo-db" env:"GRANDSTAND_GEO_DB" help:"MaxMind database file (.mmdb) with countries, and regions where it has them."`
	GeoHeader      string        `name:"geo-header" env:"GRANDSTAND_GEO_HEADER" help:"Header in which trusted proxies tell a client's country, such as CF-IPCountry."`
	GeoRegion      string        `name:"geo-region-header" env:"GRANDSTAND_GEO_REGION_HEADER" help:"Header in which trusted proxies tell its region (ISO 3166-2), such as CF-Region-Code."`
	SMTP           string        `name:"smtp" env:"GRANDSTAND_SMTP" help:"Mail server: smtp://user:password@host:587 or smtps://…; without one, letters wait."`
	MailFrom       string        `env:"GRANDSTAND_MAIL_FROM" help:"Mailbox that letters come from; needed with a mail server."`
	RecaptchaURL   string        `name:"recaptcha-url" default:"https://www.google.com/recaptcha" env:"GRANDSTAND_RECAPTCHA_URL" help:"Where channels with keys of reCAPTCHA find it; https://www.recaptcha.net/recaptcha is the same for places without Google."`
	GoogleIssuer   string        `name:"google-issuer" default:"https://accounts.google.com" env:"GRANDSTAND_GOOGLE_ISSUER" help:"OpenID Connect issuer that \"Continue with Google\" asks; empty to offer it nowhere."`
	FacebookURL    string        `name:"facebook-url" default:"https://www.facebook.com/v23.0" env:"GRANDSTAND_FACEBOOK_URL" help:"Where people log in with Facebook, with the version of its API; empty to offer it nowhere."`
	FacebookGraph  string        `name:"facebook-graph" default:"https://graph.facebook.com/v23.0" env:"GRANDSTAND_FACEBOOK_GRAPH" help:"Where Facebook answers who somebody is, with the version of its API."`
	StripeURL      string        `name:"stripe-url" env:"GRANDSTAND_STRIPE_URL" help:"Simulator of Stripe (grandstand stripe-simulator) at which channels without a key of their own take test payments; a demo runs its own."`
	SiteURL        string        `name:"site-url" env:"GRANDSTAND_SITE_URL" help:"Address of a channel's site, for links in letters, with {domain} for its first domain (default: https://{domain}, or this listener while it is on loopback)."`
	Reconnect      time.Duration `default:"90s" env:"GRANDSTAND_RECONNECT" help:"How long a live event waits for a lost encoder."`
	LiveLadders    int           `name:"live-ladders" default:"1" env:"GRANDSTAND_LIVE_LADDERS" help:"How many live games at once this node makes in smaller sizes, for channels that want it; 0 for none."`
	AnalyticsURL   string        `name:"analytics-url" env:"GRANDSTAND_ANALYTICS_URL" help:"Where the web app sends analytics, such as https://stats.example.org/analytics, if another host takes them (default: /analytics of the site itself)."`
	AnalyticsLocal bool          `name:"analytics-local" env:"GRANDSTAND_ANALYTICS_LOCAL" help:"Have pages on localhost send analytics, too."`
	AnalyticsDays  int           `name:"analytics-days" default:"90" env:"GRANDSTAND_ANALYTICS_DAYS" help:"For how many days single events and sessions of analytics are kept; 0 for ever. Sums stay."`
	// AnalyticsViewsDays is longer: different viewers of a past period can be counted as long.
	AnalyticsViewsDays int           `name:"analytics-views-days" default:"400" env:"GRANDSTAND_ANALYTICS_VIEWS_DAYS" help:"For how many days single views are kept, which say who watched what; 0 for ever. Sums stay."`
	Workers            int           `default:"4" env:"GRANDSTAND_WORKERS" help:"How many jobs run at once."`
	Grace              time.Duration `default:"20s" env:"GRANDSTAND_GRACE" help:"How long a shutdown waits for requests and jobs."`

	LogLevel string `default:"info" enum:"debug,info,warn,error" env:"GRANDSTAND_LOG_LEVEL" help:"Least severe level to log: ${enum}."`
	// Demo is set by the sub-command of that name: letters stay on this machine.
	Demo bool `kong:"-"`
	// Program is the path of this very program, for what runs in processes beside it;
	// without it everything runs in one.
	Program string `kong:"-"`

	LogFormat string `default:"text" enum:"text,json" env:"GRANDSTAND_LOG_FORMAT" help:"Form of the log: ${enum}."`
}

// minSecret is the least length of the signing key, in characters.
const minSecret = 32

// Validate reports every value that cannot work, each in a sentence of its own.
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
	for _, address := range c.WHIPAddresses {
		if _, err := netip.ParseAddr(address); err != nil {
			problems = append(problems, fmt.Errorf("whip-addresses: %q is no address", address))
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
		problems = append(problems, errors.New("geo-header: headers are believed of trusted proxies only, and trusted-proxies is empty"))
	}
	for _, origin := range c.AllowedOrigins {
		if u, err := url.Parse(origin); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || u.Path != "" {
			problems = append(problems, fmt.Errorf("allowed-origins: %q is not an origin such as https://www.example.org", origin))
		}
	}
	if c.Reconnect < time.Second || c.Reconnect > time.Hour {
		problems = append(problems, fmt.Errorf("reconnect: %s is not between 1s and 1h", c.Reconnect))
	}
	if c.Workers < 1 || c.Workers > 256 {
		problems = append(problems, fmt.Errorf("workers: %d is not between 1 and 256", c.Workers))
	}
	if c.LiveLadders < 0 || c.LiveLadders > 256 {
		problems = append(problems, fmt.Errorf("live-ladders: %d is not between 0 and 256", c.LiveLadders))
	}
	if c.AnalyticsDays < 0 || c.AnalyticsDays > 36500 {
		problems = append(problems, fmt.Errorf("analytics-days: %d is not between 0 and 36500", c.AnalyticsDays))
	}
	if c.AnalyticsViewsDays < 0 || c.AnalyticsViewsDays > 36500 {
		problems = append(problems, fmt.Errorf("analytics-views-days: %d is not between 0 and 36500", c.AnalyticsViewsDays))
	}
	if strings.HasSuffix(c.AnalyticsURL, "/") {
		problems = append(problems, fmt.Errorf("analytics-url: %q ends with a slash", c.AnalyticsURL))
	}
	if c.SMTP != "" && c.MailFrom == "" {
		problems = append(problems, errors.New("mail-from: a mailbox is required with a mail server"))
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

// checkService accepts the address of a service that is sent secrets and whose scripts
// run: over TLS, or on this machine.
func checkService(name, address string) error {
	u, err := url.Parse(address)
	if address == "" || err == nil && u.Host != "" && u.RawQuery == "" && u.Fragment == "" && u.User == nil &&
		!strings.ContainsAny(address, " ;,'") && (u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname())) {
		return nil
	}
	return fmt.Errorf("%s: %q is not an address such as https://www.example.org/service", name, address)
}

// Site is the address of the site of a channel whose first domain is given, without a
// slash at its end. It never comes from what a request says.
func (c Config) Site(domain string) string {
	pattern := c.SiteURL
	if pattern == "" {
		pattern = "https://" + domainMark
		if host, port, err := net.SplitHostPort(c.Listen); err == nil && isLoopback(host) {
			pattern = "http://" + domainMark + ":" + port
		}
	}
	return strings.TrimRight(strings.ReplaceAll(pattern, domainMark, domain), "/")
}

// SitePort is the port in the address of a channel's site, or nothing where that is the
// scheme's own.
func (c Config) SitePort() string {
	address, err := url.Parse(c.Site("domain.invalid"))
	if err != nil {
		return ""
	}
	return address.Port()
}

// domainMark is where a channel's domain goes in SiteURL.
const domainMark = "{domain}"

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

// AnalyticsOrigin is the origin of AnalyticsURL, or nothing where the site itself takes analytics.
func (c Config) AnalyticsOrigin() string {
	u, err := url.Parse(c.AnalyticsURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Has reports whether this node has a role.
func (c Config) Has(role string) bool { return slices.Contains(c.Roles, role) }

// TrustedNetworks parses TrustedProxies; a single address stands for itself.
func (c Config) TrustedNetworks() ([]netip.Prefix, error) {
	networks := make([]netip.Prefix, 0, len(c.TrustedProxies))
	for _, text := range c.TrustedProxies {
		if !strings.Contains(text, "/") {
			address, err := netip.ParseAddr(text)
			if err != nil {
				return nil, fmt.Errorf("trusted-proxies: %q is no address", text)
			}
			networks = append(networks, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("trusted-proxies: %q is no network", text)
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

// Folders are where this installation writes on this machine.
func (c Config) Folders() []string {
	folders := []string{c.Data}
	if blob := c.BlobDSN(); !strings.HasPrefix(blob, "s3://") {
		folders = append(folders, blob)
	}
	return folders
}
