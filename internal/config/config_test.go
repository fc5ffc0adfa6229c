package config_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/config"
)

func valid() config.Config {
	return config.Config{
		Listen: "127.0.0.1:8080", AdminListen: "127.0.0.1:9090", RTMPListen: "127.0.0.1:1935", SRTListen: "127.0.0.1:8890", WHIPListen: "127.0.0.1:8189",
		Data: "data", Roles: []string{"api", "ingest", "worker"}, Reconnect: 90 * time.Second, StorePatience: 15 * time.Second, Workers: 4, LiveLadders: 1,
	}
}

func TestValidateNamesEveryProblem(t *testing.T) {
	if err := valid().Validate(); err != nil {
		t.Fatalf("the defaults are refused: %v", err)
	}
	bad := valid()
	bad.Listen, bad.RTMPListen, bad.SRTListen = "", "nonsense", "8890"
	bad.WHIPListen, bad.WHIPAddresses = "8189", []string{"host.example"}
	bad.Secret, bad.Roles = "short", []string{"api", "chef"}
	bad.TrustedProxies, bad.AllowedOrigins = []string{"10.0.0.0/40"}, []string{"example.org/app"}
	bad.Reconnect, bad.StorePatience, bad.Workers, bad.LiveLadders, bad.RecaptchaURL = 0, 0, 0, -1, "http://captcha.example/; script-src *"
	err := bad.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{"listen: an address", "rtmp-listen: \"nonsense\"", "srt-listen: \"8890\"", "whip-listen: \"8189\"", "whip-addresses: \"host.example\"", "secret:", "\"chef\"", "trusted-proxies:", "allowed-origins:", "reconnect:", "store-patience:", "workers:", "live-ladders:", "recaptcha-url:"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in:\n%v", want, err)
		}
	}
}

func TestStorePatienceHasARange(t *testing.T) {
	for patience, ok := range map[time.Duration]bool{
		0: false, time.Second - 1: false, time.Second: true, 10 * time.Minute: true, time.Hour: true, time.Hour + 1: false,
	} {
		c := valid()
		c.StorePatience = patience
		if err := c.Validate(); (err == nil) != ok {
			t.Errorf("%s: %v", patience, err)
		}
	}
}

// What is sent secrets and whose scripts run is reached over TLS, or is on this machine.
func TestServicesThatAreTrusted(t *testing.T) {
	for address, ok := range map[string]bool{
		"": true, "https://www.recaptcha.net/recaptcha": true, "http://127.0.0.1:9000/recaptcha": true, "http://localhost:9000": true,
		"http://captcha.example": false, "https://": false, "https://a.example/;x": false, "https://a.example/?b": false, "javascript:1": false, "https://u@a.example": false,
	} {
		for name, set := range map[string]func(*config.Config){
			"recaptcha-url": func(c *config.Config) { c.RecaptchaURL = address },
			"stripe-url":    func(c *config.Config) { c.StripeURL = address },
		} {
			c := valid()
			set(&c)
			if err := c.Validate(); (err == nil) != ok || (!ok && !strings.Contains(err.Error(), name)) {
				t.Errorf("%s %q: %v", name, address, err)
			}
		}
	}
}

func TestTrustedNetworksTakeSingleAddresses(t *testing.T) {
	c := valid()
	c.TrustedProxies = []string{"127.0.0.1", "10.1.2.3/8", "::1"}
	networks, err := c.TrustedNetworks()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"127.0.0.1/32", "10.0.0.0/8", "::1/128"} {
		if networks[i].String() != want {
			t.Errorf("network %d is %s, want %s", i, networks[i], want)
		}
	}
}

func TestSecretIsMadeOnceAndKept(t *testing.T) {
	c := valid()
	c.Data = t.TempDir()
	secrets := make([][]byte, 16)
	var group sync.WaitGroup
	for i := range secrets {
		group.Go(func() {
			secret, err := c.LoadSecret()
			if err != nil {
				t.Error(err)
			}
			secrets[i] = secret
		})
	}
	group.Wait()
	for _, secret := range secrets {
		if !bytes.Equal(secret, secrets[0]) || len(secret) < 32 {
			t.Fatalf("processes disagree: %q and %q", secret, secrets[0])
		}
	}
	info, err := os.Stat(filepath.Join(c.Data, "secret.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if files, _ := os.ReadDir(c.Data); len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
}

func TestDamagedSecretIsRefused(t *testing.T) {
	c := valid()
	c.Data = t.TempDir()
	if err := os.WriteFile(filepath.Join(c.Data, "secret.key"), []byte("cut"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.LoadSecret(); err == nil {
		t.Error("a damaged key was used")
	}
}

func TestAGeoHeaderNeedsProxiesToBelieve(t *testing.T) {
	c := valid()
	c.GeoHeader = "CF-IPCountry"
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "geo-header:") {
		t.Errorf("got %v", err)
	}
	c.TrustedProxies = []string{"10.0.0.0/8"}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}

// geoHeaders are the accepted headers of each of the two settings.
var geoHeaders = map[string][]string{"geo-header": config.CountryHeaders, "geo-region-header": config.RegionHeaders}

func TestGeoHeadersAreKnownNames(t *testing.T) {
	for setting, accepted := range geoHeaders {
		validate := func(header string) error {
			c := valid()
			c.TrustedProxies = []string{"10.0.0.0/8"}
			if setting == "geo-header" {
				c.GeoHeader = header
			} else {
				c.GeoRegion = header
			}
			return c.Validate()
		}
		for _, header := range accepted {
			for _, name := range []string{header, strings.ToLower(header), strings.ToUpper(header)} {
				if err := validate(name); err != nil {
					t.Errorf("%s %q: %v", setting, name, err)
				}
			}
		}
		for _, name := range []string{"X-Country", "CF-IPCountry ", "Cf_Ipcountry", "Fly-Region", "X-Forwarded-For"} {
			if err := validate(name); err == nil || !strings.Contains(err.Error(), setting+": ") || !strings.Contains(err.Error(), strings.Join(accepted, ", ")) {
				t.Errorf("%s %q: %v", setting, name, err)
			}
		}
	}
}

func TestHelpListsTheGeoHeaders(t *testing.T) {
	for field := range reflect.TypeFor[config.Config]().Fields() {
		for _, header := range geoHeaders[field.Tag.Get("name")] {
			if !strings.Contains(field.Tag.Get("help"), header) {
				t.Errorf("the help of %s does not name %s", field.Tag.Get("name"), header)
			}
		}
	}
}

// A block of nginx.conf with its own proxy_set_header inherits none from the block around it.
func TestNginxRemovesEveryGeoHeader(t *testing.T) {
	text, err := os.ReadFile("../../deploy/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	type block struct{ start, directives string }
	var open []block
	checked := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasSuffix(line, "{"):
			open = append(open, block{start: line})
		case line == "}":
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if !strings.Contains(last.directives, "proxy_set_header ") {
				continue
			}
			checked++
			for _, header := range slices.Concat(config.CountryHeaders, config.RegionHeaders) {
				if !strings.Contains(last.directives, "proxy_set_header "+header+` "";`) {
					t.Errorf("%s does not remove %s", last.start, header)
				}
			}
		case len(open) > 0:
			open[len(open)-1].directives += line + "\n"
		}
	}
	if checked != 2 {
		t.Errorf("%d blocks set headers, want the server and /signed", checked)
	}
}

func TestWhereAnalyticsGo(t *testing.T) {
	for address, origin := range map[string]string{
		"": "", "https://stats.example.org/analytics": "https://stats.example.org", "http://127.0.0.1:9000/analytics": "http://127.0.0.1:9000",
	} {
		c := valid()
		c.AnalyticsURL = address
		if err := c.Validate(); err != nil || c.AnalyticsOrigin() != origin {
			t.Errorf("%q: %v, %q", address, err, c.AnalyticsOrigin())
		}
	}
	for _, address := range []string{"/analytics", "stats.example.org", "http://stats.example.org", "https://stats.example.org/", "https://stats.example.org/a;script-src *"} {
		c := valid()
		c.AnalyticsURL = address
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "analytics-url:") {
			t.Errorf("%q: %v", address, err)
		}
	}
	c := valid()
	c.AnalyticsViewsDays = -1
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "analytics-views-days:") {
		t.Errorf("views that are kept for less than no time: %v", err)
	}
	c.AnalyticsDays = -1
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "analytics-days:") {
		t.Errorf("got %v", err)
	}
}
