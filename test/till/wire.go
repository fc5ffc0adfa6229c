package till

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Moment is when a seam is cut.
type Moment string

// Moments of a request.
const (
	Before   Moment = "before it arrives"    // nobody hears of it
	During   Moment = "while it is answered" // it has been sent
	Done     Moment = "before its answer"    // it was done, and nobody is told
	Answered Moment = "right after the answer"
)

// Seam is a place between two steps of a purchase.
type Seam struct {
	Method, Path string // of the request; Path is how it begins
	Webhook      string // instead of those: how the type of the event begins that the provider tells
	At           Moment
}

func (s Seam) String() string {
	if s.Webhook != "" {
		return "webhook " + s.Webhook + ", " + string(s.At)
	}
	return s.Method + " " + s.Path + ", " + string(s.At)
}

// Wire lies between a server and the simulator, in both directions. It is safe for concurrent use.
type Wire struct {
	URL string

	simulator string
	client    *http.Client
	server    *http.Server

	mu   sync.Mutex
	home string // of the server that hears webhooks
	seam Seam
	cut  func() // nil while no seam is to be cut
	took map[string]time.Duration
}

// hooks is the path under which webhooks come along.
const hooks = "/hooks"

func openWire(simulator string) (*Wire, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &Wire{
		URL: "http://" + listener.Addr().String(), simulator: simulator, took: map[string]time.Duration{},
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: time.Minute},
	}
	w.server = &http.Server{Handler: w, ReadHeaderTimeout: time.Minute}
	go func() { _ = w.server.Serve(listener) }() // it ends when it is closed
	return w, nil
}

func (w *Wire) close() { _ = w.server.Close() }

// Cut has do called once, when the seam is next come by; the request goes no further then.
func (w *Wire) Cut(s Seam, do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seam, w.cut = s, do
}

// Mend forgets a cut that nobody came by.
func (w *Wire) Mend() { w.Cut(Seam{}, nil) }

// take returns what is to be done at this request, and when; nil for nothing.
func (w *Wire) take(r *http.Request, body []byte) (cut func(), at Moment) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cut == nil || !w.seam.matches(r, body) {
		return nil, ""
	}
	cut, w.cut = sync.OnceFunc(w.cut), nil
	return cut, w.seam.At
}

func (s Seam) matches(r *http.Request, body []byte) bool {
	if s.Webhook == "" {
		return r.Method == s.Method && strings.HasPrefix(r.URL.Path, s.Path)
	}
	var event struct {
		Type string `json:"type"`
	}
	return strings.HasPrefix(r.URL.Path, hooks) && json.Unmarshal(body, &event) == nil && strings.HasPrefix(event.Type, s.Webhook)
}

// ServeHTTP is part of http.Handler.
func (w *Wire) ServeHTTP(out http.ResponseWriter, in *http.Request) {
	body, err := io.ReadAll(in.Body)
	if err == nil && in.URL.Path == "/_simulator/endpoints" {
		body, err = w.reroute(body)
	}
	if err != nil {
		panic(http.ErrAbortHandler) // who called is gone
	}
	cut, at := w.take(in, body)
	if at == Before {
		cut()
		panic(http.ErrAbortHandler)
	}
	begin := time.Now()
	answer, err := w.forward(in, body, cut, at)
	w.note(body, time.Since(begin))
	if at == Done {
		cut()
	}
	if err != nil || at == Done || at == During {
		panic(http.ErrAbortHandler)
	}
	for name, values := range answer.header {
		out.Header()[name] = values
	}
	out.WriteHeader(answer.status)
	_, _ = out.Write(answer.body)
	if at == Answered {
		_ = http.NewResponseController(out).Flush()
		cut()
	}
}

// note adds up how long the provider took to charge each card.
func (w *Wire) note(body []byte, took time.Duration) {
	form, err := url.ParseQuery(string(body))
	if card := form.Get("payment_method"); err == nil && card != "" {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.took[card] += took
	}
}

// Took is how long the provider took to charge a card since it was last asked.
func (w *Wire) Took(card string) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	took := w.took[card]
	delete(w.took, card)
	return took
}

// said is an answer.
type said struct {
	status int
	header http.Header
	body   []byte
}

// forward sends a request on to where it belongs.
func (w *Wire) forward(in *http.Request, body []byte, cut func(), at Moment) (said, error) {
	base, path := w.simulator, in.URL.RequestURI()
	if rest, ok := strings.CutPrefix(path, hooks); ok {
		w.mu.Lock()
		base, path = w.home, rest
		w.mu.Unlock()
	}
	ctx := in.Context()
	if at == During {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { cut() }})
	}
	request, err := http.NewRequestWithContext(ctx, in.Method, base+path, bytes.NewReader(body))
	if err != nil {
		return said{}, err
	}
	request.Header = in.Header.Clone()
	request.Close = base != w.simulator // a server that was killed leaves connections behind
	answer, err := w.client.Do(request)
	if err != nil {
		return said{}, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return said{answer.StatusCode, answer.Header, text}, err
}

// reroute has webhooks come along the wire, and notes where they were to go.
func (w *Wire) reroute(body []byte) ([]byte, error) {
	var order map[string]any
	if err := json.Unmarshal(body, &order); err != nil {
		return nil, err
	}
	text, _ := order["url"].(string)
	target, err := url.Parse(text)
	if err != nil || target.Host == "" {
		return nil, errors.Join(err, fmt.Errorf("webhooks to %q", text))
	}
	w.mu.Lock()
	w.home = target.Scheme + "://" + target.Host
	w.mu.Unlock()
	order["url"] = w.URL + hooks + target.Path
	return json.Marshal(order)
}
