//go:build e2e

package e2e

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/test/stage"
)

// TestShippedNginx runs deploy/nginx.conf in front of the server.
func TestShippedNginx(t *testing.T) {
	t.Parallel()
	s := openCopy(t, db.SQLite, "GRANDSTAND_GEO_HEADER=CF-IPCountry", "GRANDSTAND_GEO_REGION_HEADER=CF-Region-Code")
	nginx := startNginx(t, s.server.URL)
	t.Run("a client's word about its place is dropped", func(t *testing.T) { dropsClaimedPlaces(t, s, nginx) })
	t.Run("tokens are asked about before the cache answers", func(t *testing.T) { asksAboutTokens(t, s, nginx) })
	t.Run("logs hold no secret", func(t *testing.T) { logsNoSecret(t, s, nginx) }) // ends the server
}

// startNginx runs deploy/nginx.conf in front of the server at the address backend.
func startNginx(t *testing.T, backend string) *stage.Nginx {
	t.Helper()
	nginx, err := stage.StartNginx(within(t, patience), t.TempDir(), "../../deploy/nginx.conf", strings.TrimPrefix(backend, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := nginx.Stop(); err != nil {
			t.Error(err)
		}
	})
	return nginx
}

// TestNginxRemovesGeoHeaders sends every header that may tell a client's place through each location of deploy/nginx.conf.
func TestNginxRemovesGeoHeaders(t *testing.T) {
	t.Parallel()
	received := make(chan *http.Request, 8)
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { received <- r }))
	t.Cleanup(backend.Close)
	nginx := startNginx(t, backend.URL)
	geoHeaders := slices.Concat(config.CountryHeaders, config.RegionHeaders)
	claimed := http.Header{}
	for _, header := range geoHeaders {
		claimed.Set(header, "FR")
	}
	for path, methods := range map[string][]string{
		"/api/geo": {http.MethodGet}, "/whip/key": {http.MethodGet}, "/media/x/e1/index.m3u8": {http.MethodGet},
		"/media/x/e1/v/1-1.m4s": {http.MethodHead, http.MethodGet}, // /signed comes first
	} {
		ask(t, nginx.HTTP, http.MethodGet, nginx.URL+path, claimed)
		if len(received) != len(methods) {
			t.Fatalf("%s: the server received %d requests, want %q", path, len(received), methods)
		}
		for _, method := range methods {
			request := <-received
			if request.Method != method || request.URL.Path != path {
				t.Errorf("%s: the server received %s %s, want %s", path, request.Method, request.URL.Path, method)
			}
			for _, header := range geoHeaders {
				if value := request.Header.Get(header); value != "" {
					t.Errorf("nginx passes on %s: %s of a client in %s %s", header, value, method, path)
				}
			}
		}
	}
	// Control: without nginx the server receives these headers.
	ask(t, http.DefaultClient, http.MethodGet, backend.URL, claimed)
	request := <-received
	for _, header := range geoHeaders {
		if request.Header.Get(header) != "FR" {
			t.Errorf("the test does not send %s", header)
		}
	}
}

// ask sends one request and gives status, headers and body of the answer.
func ask(t *testing.T, client *http.Client, method, address string, header http.Header) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(within(t, patience), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = header.Clone()
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func dropsClaimedPlaces(t *testing.T, s *scene, nginx *stage.Nginx) {
	claimed := http.Header{
		"Cf-Ipcountry": {"FR"}, "Cf-Region-Code": {"IDF"}, "X-Forwarded-For": {"203.0.113.9"}, "Forwarded": {"for=203.0.113.9"},
		"Authorization": {"Bearer " + s.visitor(t).Key},
	}
	if _, body := ask(t, nginx.HTTP, http.MethodGet, nginx.URL+"/api/geo", claimed); strings.Contains(body, "FR") || strings.Contains(body, "203.0.113.9") || !strings.Contains(body, `"127.0.0.1"`) {
		t.Errorf("through nginx a client is where it says: %s", body)
	}
	// Control: the server believes these headers of a proxy that passes them on.
	if _, body := ask(t, http.DefaultClient, http.MethodGet, s.server.URL+"/api/geo", claimed); !strings.Contains(body, `"FR"`) || !strings.Contains(body, `"203.0.113.9"`) {
		t.Errorf("the server believes no proxy, so the test above shows nothing: %s", body)
	}
}

// segmentOf gives the address of the first segment of a recording that a client may watch, relative to the site.
func segmentOf(t *testing.T, c *stage.Client, s *scene, not int64) (address string, event int64) {
	t.Helper()
	list, err := c.Events(within(t, patience), url.Values{"stream_status": {"finished"}, "type": {"free"}, "limit": {"50"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range list {
		e, err := c.Event(within(t, patience), found.ID)
		if err != nil {
			t.Fatal(err)
		}
		if e.Playable(stage.MediaOnDemand) == "" || e.ID == not {
			continue
		}
		playlist, base, err := c.MediaPlaylist(within(t, patience), e.Playable(stage.MediaOnDemand))
		if err != nil {
			t.Fatal(err)
		}
		address, err := c.Resolve(base, playlist.Segments[0].URI)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimPrefix(address, s.server.URL), e.ID
	}
	t.Fatal("the demo has no free recording")
	return "", 0
}

// asksAboutTokens fetches one segment until nginx has it, and then by signatures that do not open it.
func asksAboutTokens(t *testing.T, s *scene, nginx *stage.Nginx) {
	fan := s.visitor(t)
	address, event := segmentOf(t, fan, s, 0)
	second, _ := segmentOf(t, fan, s, event)
	for _, want := range []string{"MISS", "HIT"} {
		response, body := ask(t, nginx.HTTP, http.MethodGet, nginx.URL+address, http.Header{})
		if response.StatusCode != http.StatusOK || response.Header.Get("X-Cache") != want || body == "" {
			t.Fatalf("%s: %d, %s, %d bytes, want %s", address, response.StatusCode, response.Header.Get("X-Cache"), len(body), want)
		}
	}
	parts, foreign := strings.Split(address, "/"), strings.Split(second, "/")[2]
	for name, token := range map[string]string{"altered": flip(parts[2]), "of another event": foreign, "none": "-"} {
		forged := strings.Replace(address, parts[2], token, 1)
		if response, _ := ask(t, nginx.HTTP, http.MethodGet, nginx.URL+forged, http.Header{}); response.StatusCode != http.StatusNotFound && response.StatusCode != http.StatusForbidden {
			t.Errorf("a signature that is %s gets a cached segment: %d", name, response.StatusCode)
		}
	}
}

// logsNoSecret sends every kind of secret that an address may carry, also while the server is down.
func logsNoSecret(t *testing.T, s *scene, nginx *stage.Nginx) {
	const secret = "SECRETSECRETSECRETSECRET"
	requests := []struct{ method, address, logged string }{
		{http.MethodGet, "/api/profile?api_key=" + secret, "/api/profile"},
		{http.MethodGet, "/password-reset?email=a%40example.com&expires=1&signature=" + secret, "/password-reset"},
		{http.MethodGet, "/api/auth/login/google/callback?code=" + secret + "&state=" + secret, "/api/auth/login/google/callback"},
		{http.MethodGet, "/feeds/favourites/" + secret + ".ics", "/feeds/favourites/-"},
		{http.MethodPost, "/whip/" + secret, "/whip/-"},
		{http.MethodPut, "/whip/live/" + secret, "/whip/-"},
		{http.MethodDelete, "/whip/sessions/" + secret, "/whip/-"},
		{http.MethodGet, "/media/" + secret + "/e1/v/1-1.m4s", "/media/-/e1/v/1-1.m4s"},
		{http.MethodGet, "/media/" + secret + "/e1/index.m3u8?_HLS_msn=1", "/media/-/e1/index.m3u8"},
		{http.MethodGet, "/share/17/" + secret, "/share/17/-"},
		{http.MethodGet, "/share_embed/17/" + secret, "/share_embed/17/-"},
		{http.MethodGet, "/share_video/17/" + secret + ".mp4", "/share_video/17/-"},
		{http.MethodPost, "/reminders/stop?token=" + secret, "/reminders/stop"},
		{http.MethodPost, "/%77hip//" + secret, "/whip/-"},
		{http.MethodGet, "/x/../%73hare/17/" + secret, "/share/17/-"},
		{http.MethodGet, "/%6dedia/" + secret + "/e1/v/1-2.m4s", "/media/-/e1/v/1-2.m4s"},
		{http.MethodGet, "/media/public/stills/1/2/3-" + secret + "-640.jpg", "/media/public/stills/-"},
	}
	client := *nginx.HTTP
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	send := func() {
		for _, r := range requests {
			for _, site := range []string{nginx.URL, nginx.Plain} {
				ask(t, &client, r.method, site+r.address, http.Header{"Referer": {nginx.URL + "/verify-email?signature=" + secret}})
			}
		}
	}
	send()
	s.server.Kill()
	send() // each is an error of nginx now
	var access, errors string
	missing := func() (addresses []string) {
		for _, r := range requests {
			if strings.Count(access, `"`+r.method+" "+r.logged+" ") < 4 {
				addresses = append(addresses, r.address)
			}
		}
		return addresses
	}
	err := stage.Until(within(t, patience), "every request in the log", func() (all bool, err error) {
		access, errors, err = nginx.Logs()
		return len(missing()) == 0, err
	})
	if err != nil {
		t.Errorf("%v: the log lacks %q:\n%s", err, missing(), access)
	}
	if strings.Contains(access, secret) || strings.Contains(errors, secret) {
		t.Errorf("the logs hold a secret:\n%s%s", access, errors)
	}
	// A player comes again after 503, and gives up after 404.
	if response, _ := ask(t, nginx.HTTP, http.MethodGet, nginx.URL+"/media/-/e1/v/1-1.m4s", http.Header{}); response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a segment while no node answers: %d", response.StatusCode)
	}
}
