//go:build e2e

package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	"github.com/grandstand/grandstand/test/stage"
)

// control puts encoders into the hands of browser journeys: POST /take?type=, /publish?event=&footage=, /drop?event=,
// /end?event=; and what only operators do: /newcomer?email=&password=. web/e2e/fixtures.ts is its client.
type control struct {
	t     *testing.T
	scene *scene

	mu       sync.Mutex // journeys run one at a time, but their fixtures may call while a handler is busy
	encoders map[int64]*stage.Publisher
}

func controlStage(t *testing.T, s *scene) (url string) {
	t.Helper()
	c := &control{t: t, scene: s, encoders: map[int64]*stage.Publisher{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /newcomer", c.newcomer)
	mux.HandleFunc("POST /take", c.take)
	mux.HandleFunc("POST /publish", c.publish)
	mux.HandleFunc("POST /drop", c.end((*stage.Publisher).Drop))
	mux.HandleFunc("POST /end", c.end((*stage.Publisher).End))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

func (c *control) take(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	event, err := c.scene.find(c.t, r.URL.Query().Get("type"))
	answer(w, event, err)
}

func (c *control) publish(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	id, err := strconv.ParseInt(r.URL.Query().Get("event"), 10, 64)
	if err != nil {
		answer(w, nil, err)
		return
	}
	footage := stage.Plain()
	if r.URL.Query().Get("footage") == "small" {
		footage = stage.Small()
	}
	address, err := c.scene.addressOf(c.t, id)
	if err != nil {
		answer(w, nil, err)
		return
	}
	p, err := stage.Publish(c.t.Context(), footage, address)
	if err == nil {
		c.encoders[id] = p
		c.t.Cleanup(p.Drop)
	}
	answer(w, struct{}{}, err)
}

func (c *control) end(how func(*stage.Publisher)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		id, err := strconv.ParseInt(r.URL.Query().Get("event"), 10, 64)
		if p, found := c.encoders[id]; err == nil && found {
			how(p)
			delete(c.encoders, id)
		}
		answer(w, struct{}{}, err)
	}
}

func answer(w http.ResponseWriter, body any, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // the journey may be over
}
