//go:build e2e

package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// control puts encoders and the schedule into the hands of browser journeys: POST /take?type=, /publish?event=&footage=,
// /drop?event=, /end?event=, /schedule?name=&minutes=; and what only operators do: /newcomer?email=&password=,
// /refund?order=, /film, /key?event=.
// web/e2e/fixtures.ts is its client.
type control struct {
	t     *testing.T
	scene *scene

	mu       sync.Mutex // journeys run one at a time, but their fixtures may call while a handler is busy
	encoders map[int64]*stage.Publisher
	made     int64 // the video that plays the film, once one does
}

func controlStage(t *testing.T, s *scene) (url string) {
	t.Helper()
	c := &control{t: t, scene: s, encoders: map[int64]*stage.Publisher{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /newcomer", c.newcomer)
	mux.HandleFunc("POST /refund", c.refund)
	mux.HandleFunc("POST /film", c.film)
	mux.HandleFunc("POST /key", c.key)
	mux.HandleFunc("POST /take", c.take)
	mux.HandleFunc("POST /publish", c.publish)
	mux.HandleFunc("POST /drop", c.drop)
	mux.HandleFunc("POST /end", c.end)
	mux.HandleFunc("POST /schedule", c.schedule)
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

// drop loses an event's encoder.
func (c *control) drop(w http.ResponseWriter, r *http.Request) {
	_, err := c.stop(r, (*stage.Publisher).Drop)
	answer(w, struct{}{}, err)
}

// end ends an event with its encoder on. The process of the encoder is stopped after that, if it is one of this control.
func (c *control) end(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.URL.Query().Get("event"), 10, 64)
	if err == nil {
		err = tryEndGame(within(c.t, patience), c.scene.server, id)
	}
	if err == nil {
		_, err = c.stop(r, (*stage.Publisher).End)
	}
	answer(w, struct{}{}, err)
}

func (c *control) stop(r *http.Request, how func(*stage.Publisher)) (event int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	event, err = strconv.ParseInt(r.URL.Query().Get("event"), 10, 64)
	if p, found := c.encoders[event]; err == nil && found {
		how(p)
		delete(c.encoders, event)
	}
	return event, err
}

// schedule has an event of that name begin so many minutes from now, as an operator's new file does: at the next full
// minute after.
func (c *control) schedule(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name := r.URL.Query().Get("name")
	minutes, err := strconv.Atoi(r.URL.Query().Get("minutes"))
	if err != nil {
		answer(w, nil, err)
		return
	}
	out, err := c.scene.importGame(c.t, importedGame{name: name, access: "ppv", start: time.Now().Add(time.Duration(minutes+1) * time.Minute)})
	answer(w, out, err)
}

// refund gives an order's money back by the operators' command.
func (c *control) refund(w http.ResponseWriter, r *http.Request) {
	out, err := c.scene.server.Run(within(c.t, patience), "order", "refund", r.URL.Query().Get("order"))
	answer(w, out, err)
}

// key tells what an encoder of an event is let in by.
func (c *control) key(w http.ResponseWriter, r *http.Request) {
	out, err := c.scene.server.Run(within(c.t, patience), "stream", "key", r.URL.Query().Get("event"))
	answer(w, map[string]string{"key": strings.TrimSpace(out)}, err)
}

func answer(w http.ResponseWriter, body any, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // the journey may be over
}
