package media

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// An address holds as many requests as a player needs, and the rest are told to come back; others are held all the same.
func TestHeldRequestsAreBounded(t *testing.T) {
	s, _ := onAir(t)
	handler := s.Handler()
	handler.Client = func(*http.Request) string { return "203.0.113.7" }
	ask := func(base, file string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, base+file, nil))
		return w
	}
	key := holdKey{viewer: Viewer{ChannelID: s.stream.ChannelID, EventID: s.stream.EventID, UserID: 5, SessionID: 6}}
	for range maxHeldByToken {
		if !handler.holds.enter(key, "203.0.113.7") {
			t.Fatal("a player is not held as often as it needs")
		}
	}
	for _, file := range []string{"video.m3u8?_HLS_msn=1&_HLS_part=0", "v/1-2-0.m4s"} {
		if w := ask(s.base, file); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", file, w.Code, w.Body)
		}
	}
	if w := ask(s.base, "video.m3u8"); w.Code != http.StatusOK {
		t.Errorf("a playlist that is not waited for: %d", w.Code)
	}
	other := s.PlaybackURL(Grant{ChannelID: s.stream.ChannelID, EventID: s.stream.EventID, SessionID: 7}, Source{StreamID: s.stream.ID})
	if w := ask(other.Base, "video.m3u8?_HLS_msn=0"); w.Code != http.StatusOK {
		t.Errorf("another viewer of the same network: %d", w.Code)
	}
	for range maxHeldByToken {
		handler.holds.leave(key, "203.0.113.7")
	}
	if w := ask(s.base, "video.m3u8?_HLS_msn=0"); w.Code != http.StatusOK {
		t.Errorf("once nothing is held any more: %d", w.Code)
	}
	if len(handler.holds.tokens) != 0 || len(handler.holds.clients) != 0 {
		t.Errorf("held requests are counted for ever: %+v", handler.holds)
	}
}

// One client address holds no more than a school needs, with any addresses of its viewers. Exempt addresses hold any number.
func TestHeldRequestsOfOneClient(t *testing.T) {
	h := newHolds()
	var held sync.Map
	var all sync.WaitGroup
	for i := range maxHeldByClient + 50 {
		all.Go(func() { held.Store(i, h.enter(holdKey{player: int64(i)}, "school")) })
	}
	all.Wait()
	n := 0
	held.Range(func(_, ok any) bool {
		if ok == true {
			n++
		}
		return true
	})
	if n != maxHeldByClient {
		t.Errorf("%d are held", n)
	}
	if !h.enter(holdKey{player: -1}, "") || !h.enter(holdKey{player: -2}, "elsewhere") {
		t.Error("one client's requests stop another's")
	}
}
