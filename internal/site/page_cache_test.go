package site

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// counted is a channel with event 5 that counts how often each path is rendered. Its filters are canonical as they are.
type counted struct {
	mu       sync.Mutex
	rendered map[string]int
}

func (*counted) Channel(context.Context, string, string) (Channel, error) {
	return Channel{Lang: "en", Own: "en", Pages: []PageLink{{ID: 1, Path: "/about"}}}, nil
}

func (c *counted) View(_ context.Context, _ Channel, r Request) (View, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rendered[r.Path]++
	return View{NotFound: r.Kind == kindEvent && r.ID != 5 || r.Kind == kindUnknown && r.Path != "/about", Hidden: r.Kind == kindClip && r.ID != 5}, nil
}

func (*counted) CanonicalQuery(_ context.Context, _, query string) (string, error) { return query, nil }

// countedSite returns a site whose clock stands still.
func countedSite(t *testing.T) (*Site, *counted, *clock.Manual) {
	t.Helper()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	files, err := Load(fstest.MapFS{
		"index.html": file(`<script type="module" src="/assets/main.js"></script>`), "assets/main.js": file("1"),
		"routes.json": file(`[{"path":"/","kind":"home","skeleton":"home"},{"path":"/live","kind":"events","skeleton":"cards"},
			{"path":"/watch/$id","kind":"event","skeleton":"player"},{"path":"/watch_library/$id","kind":"clip","skeleton":"player"},{"path":"/faq","kind":"faq","skeleton":"text"},
			{"path":"/404","kind":"not_found","skeleton":"message"}]`),
	})
	if err != nil {
		t.Fatal(err)
	}
	content, now := &counted{rendered: map[string]int{}}, clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	s := New(files, content, slog.New(slog.DiscardHandler))
	s.pages = newPageCache(now, s.render)
	return s, content, now
}

func statusOf(t *testing.T, s *Site, address string) int {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://home.example"+address, nil))
	return w.Code
}

// A page whose route ignores filters is rendered once for all of them. Home and lists differ by them.
func TestFiltersMakeNoOtherPageWhereTheyAreIgnored(t *testing.T) {
	for path, want := range map[string]int{"/watch/5": 1, "/faq": 1, "/about": 1, "/watch/6": 1, "/": 4, "/live": 5} {
		s, content, _ := countedSite(t)
		for _, query := range []string{"", "?team=a", "?team=b", "?school=c", "?utm_source=letter", "?utm_source=other"} {
			statusOf(t, s, path+query)
		}
		if got := content.rendered[path]; got != want {
			t.Errorf("%s is rendered %d times, want %d", path, got, want)
		}
	}
}

func TestUnknownIDsPushNoPageOut(t *testing.T) {
	s, content, _ := countedSite(t)
	known := []string{"/", "/watch/5", "/watch_library/5", "/faq"}
	for _, path := range known {
		if got := statusOf(t, s, path); got != http.StatusOK {
			t.Fatalf("%s: %d", path, got)
		}
	}
	for id := range 2 * maxPages {
		if got := statusOf(t, s, fmt.Sprintf("/watch/%d", 1000+id)); got != http.StatusNotFound {
			t.Fatalf("an unknown id: %d", got)
		}
		statusOf(t, s, fmt.Sprintf("/watch_library/%d", 1000+id))
	}
	for _, path := range known {
		statusOf(t, s, path)
		if got := content.rendered[path]; got != 1 {
			t.Errorf("%s is rendered %d times", path, got)
		}
	}
}

// Unknown ids cost one rendering a second, however many there are.
func TestUnknownIDsShareAPage(t *testing.T) {
	s, _, now := countedSite(t)
	pageOf := func(path string) *rendered {
		t.Helper()
		page, err := s.page(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://home.example"+path, nil))
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	for path, status := range map[string]int{"/watch/": http.StatusNotFound, "/watch_library/": http.StatusOK} {
		first := pageOf(path + "1000")
		for id := range 2 * maxPages {
			if got := pageOf(path + strconv.Itoa(1001+id)); got != first || got.status != status {
				t.Fatalf("%s%d has a page of its own, or the status %d", path, 1001+id, got.status)
			}
		}
		if pageOf(path+"5") == first {
			t.Errorf("%s5 has the page of unknown ids", path)
		}
		now.Advance(pageAge)
		if pageOf(path+"1000") == first {
			t.Errorf("the page of unknown ids below %s is never rendered again", path)
		}
	}
}

// A link that leads nowhere may be asked for by many: its page is rendered once a second, like others.
func TestAMissingPageIsKeptForItsAge(t *testing.T) {
	s, content, now := countedSite(t)
	for range 3 {
		statusOf(t, s, "/watch/6")
		statusOf(t, s, "/nothing")
	}
	if a, b := content.rendered["/watch/6"], content.rendered[notFoundPath]; a != 1 || b != 1 {
		t.Errorf("an unknown id is rendered %d times, an unknown path %d times", a, b)
	}
	now.Advance(pageAge)
	if statusOf(t, s, "/watch/6"); content.rendered["/watch/6"] != 2 {
		t.Errorf("a second later it is rendered %d times", content.rendered["/watch/6"])
	}
	now.Advance(-time.Hour)
	if statusOf(t, s, "/watch/6"); content.rendered["/watch/6"] != 3 {
		t.Errorf("after the clock was set back it is rendered %d times", content.rendered["/watch/6"])
	}
}
