package site_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// A request without a page gets a page of its own in the visitor's language, which allows nothing but its style and reloads
// only where a reload can help.
func TestFailurePages(t *testing.T) {
	busy, broken := serve(t, house{}), serve(t, house{fails: true})
	busy.Shed(func() (func(), bool) { return nil, false })
	style := regexp.MustCompile(`<style>([^<]*)</style>`)
	for _, test := range []struct {
		name           string
		site           http.Handler
		address        string
		accepted       string
		status         int
		retry, reloads string
		lang, heading  string
	}{
		{"busy", busy, "http://sport.example/", "", 503, "2", `content="[2-5]"`, "en", "This site is very busy"},
		{"busy in the accepted language", busy, "http://sport.example/", "de, fr-CA;q=0.9, en;q=0.5", 503, "2", `content="[2-5]"`, "fr", "Ce site est très achalandé"},
		{"busy in the chosen language", busy, "http://sport.example/?lang=en", "fr", 503, "2", `content="[2-5]"`, "en", "This site is very busy"},
		{"broken", broken, "http://sport.example/", "fr", 503, "5", `content="[5-8]"`, "fr", "Cette page n’est pas disponible pour le moment"},
		{"no channel", serve(t, house{}), "http://other.example/", "en", 404, "", "", "en", "There is no channel at this address"},
	} {
		r := httptest.NewRequest(http.MethodGet, test.address, nil)
		r.Header.Set("Accept-Language", test.accepted)
		w := httptest.NewRecorder()
		test.site.ServeHTTP(w, r)
		h, page := w.Header(), w.Body.String()
		if w.Code != test.status || h.Get("Retry-After") != test.retry || h.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, %v", test.name, w.Code, h)
		}
		if !strings.Contains(page, `<html lang="`+test.lang+`">`) || strings.Count(page, test.heading) != 2 {
			t.Errorf("%s:\n%s", test.name, page)
		}
		reload := regexp.MustCompile(`http-equiv="refresh" ` + test.reloads)
		if reloads := reload.MatchString(page); reloads != (test.reloads != "") {
			t.Errorf("%s: reloads: %v\n%s", test.name, reloads, page)
		}
		css := style.FindStringSubmatch(page)
		if css == nil {
			t.Fatalf("%s has no style:\n%s", test.name, page)
		}
		sum := sha256.Sum256([]byte(css[1]))
		if policy := h.Get("Content-Security-Policy"); !strings.Contains(policy, base64.StdEncoding.EncodeToString(sum[:])) {
			t.Errorf("%s: the policy %q does not allow the page's style", test.name, policy)
		}
	}
}
