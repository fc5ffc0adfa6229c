package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/config"
)

// maxHeldByClient is the limit of package media.
const maxHeldByClient = 2000

// stalledWriter is an answer whose client does not read. It reports the status and waits for release.
type stalledWriter struct {
	header  http.Header
	answers chan<- int
	release <-chan struct{}
}

func (w stalledWriter) Header() http.Header         { return w.header }
func (w stalledWriter) Write(b []byte) (int, error) { return len(b), nil }

func (w stalledWriter) WriteHeader(status int) {
	w.answers <- status
	<-w.release
}

// The public listener limits the requests of one site that may be held: an IPv6 /48 is one client, whose addresses of 64 bits
// are not.
func TestHeldRequestsOfASiteAreLimited(t *testing.T) {
	a, handler := openPublicHandler(t, config.Config{Data: t.TempDir(), Roles: []string{config.RoleAPI}, Reconnect: time.Minute, Workers: 1})
	watchedEvent(t, a)
	var viewer api.MediaViewer
	var stream int64
	err := a.DB.Read().NewRaw("SELECT s.id, s.channel_id, s.event_id, (SELECT max(id) FROM sessions) FROM streams AS s").
		Scan(t.Context(), &stream, &viewer.ChannelID, &viewer.EventID, &viewer.SessionID)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(w http.ResponseWriter, player int64, from string) {
		viewer := viewer
		viewer.Player = player
		url, _ := eventMedia{a.Media}.Sign(api.Medium{StreamID: stream}, viewer)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, url+"?_HLS_msn=1&_HLS_part=0", nil)
		r.RemoteAddr = from
		handler.ServeHTTP(w, r)
	}
	status := func(from string) int {
		w := httptest.NewRecorder()
		ask(w, maxHeldByClient+1, from)
		return w.Code
	}
	inSite := func(network int) string { return fmt.Sprintf("[2001:db8:1:%x::1]:1", network) }

	answers, release := make(chan int), make(chan struct{})
	var held sync.WaitGroup
	for i := range maxHeldByClient {
		held.Go(func() {
			ask(stalledWriter{header: http.Header{}, answers: answers, release: release}, int64(i), inSite(i))
		})
	}
	for range maxHeldByClient {
		if got := <-answers; got != http.StatusNotFound { // access to a stream that has no media yet
			t.Errorf("a request within the limit: %d", got)
		}
	}
	if got := status(inSite(maxHeldByClient)); got != http.StatusTooManyRequests {
		t.Errorf("another address of the site: %d", got)
	}
	if got := status("[2001:db8:2::1]:1"); got != http.StatusNotFound {
		t.Errorf("another site: %d", got)
	}
	if got := status("127.0.0.1:1"); got != http.StatusNotFound {
		t.Errorf("an address without limits: %d", got)
	}
	close(release)
	held.Wait()
	if got := status(inSite(maxHeldByClient)); got != http.StatusNotFound {
		t.Errorf("once nothing is held any more: %d", got)
	}
}
