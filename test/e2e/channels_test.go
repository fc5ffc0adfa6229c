//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/test/stage"
)

// marks are words, colours and addresses that belong to one channel of the demo alone.
var marks = map[string][]string{
	"localhost": {"Northline", "northline", "#ffb81c", "Laurentide", "Fundy", "/demo/image/"},
	"boreale.localhost": {
		"Boréale", "boreale", "#ffd42e", "#4326e3", "Saguenay", "Carcajous", "Esprit sportif", "/boreale/", "La moitié de chaque billet",
	},
	"ironbell.localhost": {"Ironbell", "ironbell", "#dd1219", "Okoro", "Grand Trunk", "Steelworks", "/ironbell/", "Ringside"},
}

// everything a visitor of a channel can read without an account, besides the pages that it links to.
var readable = []string{
	"/", "/upcoming", "/schedule", "/live", "/vod", "/vod_library", "/login", "/registration", "/about", "/privacy_policy", "/terms_conditions", "/nothing-here",
	"/api/settings", "/api/menu", "/api/pages", "/api/color-settings/web", "/api/faq", "/api/slides/web?type=main", "/api/channel-bootstrap-data",
	"/api/events-locations", "/api/participants?no_limit=1", "/api/participant-groups",
	"/api/packages", "/api/subscriptions", "/keys/channel-key",
}

var linked = regexp.MustCompile(`href="(/[^"]*)"`)

// channelsApart reads every channel of the installation by its host and finds nothing of the others: no word, no colour,
// no picture, in either language.
func channelsApart(t *testing.T, s *scene) {
	for _, host := range slices.Sorted(maps.Keys(marks)) {
		read := map[string]string{}
		for _, path := range readable {
			for _, lang := range []string{"en", "fr"} {
				s.readAll(t, host, withLanguage(path, lang), read)
			}
		}
		s.readCalls(t, strings.TrimSuffix(host, ".localhost"), read)
		all := strings.Join(slices.Collect(maps.Values(read)), "\n")
		if strings.Contains(all, "Grandstand") {
			t.Errorf("%s names the product, not itself (in %s)", host, strings.Join(holding(read, "Grandstand"), ", "))
		}
		for other, words := range marks {
			for _, word := range words {
				if own := other == host; own != strings.Contains(all, word) {
					t.Errorf("%s: %q of %s is there: %v (in %s)", host, word, other, !own, strings.Join(holding(read, word), ", "))
				}
			}
		}
	}
}

// readAll reads an address and, once each, the pages of its host that it links to.
func (s *scene) readAll(t *testing.T, host, path string, read map[string]string) {
	t.Helper()
	if _, done := read[path]; done {
		return
	}
	body := s.readAs(t, host, path)
	read[path] = body
	for _, link := range linked.FindAllStringSubmatch(body, -1) {
		address := strings.ReplaceAll(link[1], "&amp;", "&")
		if _, done := read[address]; !done && !strings.HasPrefix(address, "/assets/") && !strings.HasPrefix(address, "/media/") {
			read[address] = s.readAs(t, host, address)
		}
	}
}

// readCalls reads what takes a session: an api key of the channel, as every visitor has one.
func (s *scene) readCalls(t *testing.T, key string, read map[string]string) {
	t.Helper()
	if key == "localhost" {
		key = channel
	}
	visitor := stage.NewClient(s.server.URL, key)
	if err := visitor.Open(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"/api/events", "/api/events-for-homepage", "/api/vod-media-items", "/api/vod-media-rails", "/api/events-categories", "/api/participant-group-properties",
	} {
		for _, lang := range []string{"en", "fr"} {
			var data json.RawMessage
			if err := visitor.Get(within(t, patience), path, url.Values{"lang": {lang}}, &data); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			read[path+lang] = string(data)
		}
	}
}

func (s *scene) readAs(t *testing.T, host, path string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(within(t, patience), http.MethodGet, s.server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = host
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= http.StatusInternalServerError {
		t.Errorf("%s%s answers %d, %v", host, path, answer.StatusCode, err)
	}
	return string(body)
}

func withLanguage(path, lang string) string {
	if strings.Contains(path, "?") {
		return fmt.Sprintf("%s&lang=%s", path, lang)
	}
	return fmt.Sprintf("%s?lang=%s", path, lang)
}

func holding(read map[string]string, word string) []string {
	var paths []string
	for path, body := range read {
		if strings.Contains(body, word) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}
