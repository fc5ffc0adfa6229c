package site_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// TestTheServiceWorkerNamesItsRelease checks that a release is a worker of its own and lists files that exist.
func TestTheServiceWorkerNamesItsRelease(t *testing.T) {
	t.Parallel()
	answer := func(files fstest.MapFS) *httptest.ResponseRecorder {
		files["service-worker.js"] = &fstest.MapFile{Data: []byte("self.code();")}
		s := siteOf(t, files, house{})
		rec := httptest.NewRecorder()
		s.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/service-worker.js", nil))
		return rec
	}
	first := answer(dist())
	if first.Code != http.StatusOK || first.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("answered with %d, Cache-Control %q", first.Code, first.Header().Get("Cache-Control"))
	}
	if policy := first.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self'; connect-src 'self'") {
		t.Errorf("the policy %q keeps the worker from its own files", policy)
	}
	body := first.Body.String()
	if !strings.HasPrefix(body, "self.release = ") || !strings.Contains(body, `"/assets/`) || !strings.HasSuffix(body, "self.code();") {
		t.Errorf("the worker is %s", body)
	}
	files := dist()
	files["assets/next-9.js"] = &fstest.MapFile{Data: []byte("x")}
	if answer(files).Body.String() == body {
		t.Error("two releases have one worker")
	}
}

// TestThePageOfTheServiceWorkerNeedsNothingElse checks the page that the service worker keeps: its text is painted, in the
// language that was asked for, and it does not wait for the app.
func TestThePageOfTheServiceWorkerNeedsNothingElse(t *testing.T) {
	t.Parallel()
	files := dist()
	files["routes.json"] = &fstest.MapFile{Data: []byte(`[{"path":"/offline","kind":"tool","skeleton":"offline"},{"path":"/404","kind":"not_found","skeleton":"message"}]`)}
	s := siteOf(t, files, house{})
	for lang, heading := range map[string]string{"en": "You are offline", "fr": "Vous êtes hors ligne"} {
		page := bodyOf(t, get(t, s, "/offline?lang="+lang))
		if !strings.Contains(page, `id="offline"><h1>`+heading) || strings.Contains(page, "aria-busy") || !strings.Contains(page, `content="noindex"`) {
			t.Errorf("%s: %s", lang, page)
		}
	}
}
