package stage

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Client calls the API as the web app does: the api key in the query of a GET, in the body otherwise.
type Client struct {
	Base    string // the server's URL
	Channel string // channel key
	Key     string // api key; set by Open, Register and Login
	HTTP    *http.Client
}

// NewClient returns a client without a session; Open gives it one.
func NewClient(base, channel string) *Client {
	return &Client{Base: base, Channel: channel, HTTP: &http.Client{}}
}

// Problem is the API's error document (RFC 9457), or another answer that is no success.
type Problem struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
	// RetryAfter is when to come again, where that was said.
	RetryAfter time.Duration `json:"-"`
}

// newProblem returns the problem of an answer, without what its body says.
func newProblem(response *http.Response) *Problem {
	problem := &Problem{Status: response.StatusCode}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		problem.RetryAfter = time.Duration(seconds) * time.Second
	}
	return problem
}

func (p *Problem) Error() string { return fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Detail) }

// Event is what the watch page asks of an event.
type Event struct {
	ID           int64   `json:"id"`
	Name         string  `json:"name"`
	Type         string  `json:"type"`
	Status       string  `json:"status"`
	StreamStatus string  `json:"stream_status"`
	StreamState  string  `json:"stream_state"`
	HasAccess    bool    `json:"has_access"`
	Image        string  `json:"image"`
	Media        []Media `json:"media"`
	Access       struct {
		Granted bool   `json:"granted"`
		Reason  string `json:"reason"`
		Message string `json:"message"`
	} `json:"access"`
}

// Media is one medium of an event. Types are the specification's: 2 live, 3 on demand.
type Media struct {
	ID      int64  `json:"id"`
	Type    int    `json:"type"`
	URL     string `json:"url"`
	LiveURL string `json:"live_url"`
}

// Types of media that the tests ask for.
const (
	MediaLive     = 2
	MediaOnDemand = 3
)

// Playable returns the address of the event's medium of one type, or "" when there is none to play.
func (e Event) Playable(mediaType int) string {
	for _, m := range e.Media {
		if m.Type == mediaType {
			return m.URL
		}
	}
	return ""
}

// Open gets an anonymous session. A server that is too busy is asked again.
func (c *Client) Open(ctx context.Context) error {
	return repeatWhileBusy(ctx, func() error { return c.TryOpen(ctx) })
}

// TryOpen is Open for callers that decide themselves what to do when the server is too busy.
func (c *Client) TryOpen(ctx context.Context) error {
	var session struct {
		Key string `json:"api_key"`
	}
	err := c.Post(ctx, "/api/get_api_key", map[string]any{"channel_key": c.Channel}, &session)
	c.Key = session.Key
	return err
}

// Register makes a user and goes on as this user. A server that is too busy is asked again. Each registration comes from its
// own network: one network may make 20 at once, and one every 3 minutes.
func (c *Client) Register(ctx context.Context, email, password string) error {
	from := http.Header{"X-Forwarded-For": {newNetwork()}}
	return repeatWhileBusy(ctx, func() error {
		return c.enter(ctx, "/api/v2/auth/register", from, map[string]any{
			"email": email, "password": password, "password_confirmation": password,
			"first_name": "Robin", "last_name": "Tester", "terms": true,
		})
	})
}

// newNetwork returns an address in a random /48 of the networks for documentation (RFC 3849).
func newNetwork() string { return fmt.Sprintf("2001:db8:%x::1", rand.N(1<<16)) }

// Login goes on as a user that exists. A server that is too busy is asked again.
func (c *Client) Login(ctx context.Context, email, password string) error {
	return repeatWhileBusy(ctx, func() error { return c.TryLogin(ctx, email, password) })
}

// TryLogin is Login for callers that decide themselves what to do when the server is too busy.
func (c *Client) TryLogin(ctx context.Context, email, password string) error {
	return c.enter(ctx, "/api/v2/auth/login", nil, map[string]any{"email": email, "password": password})
}

// repeatWhileBusy makes a call again as long as the server answers 503 and says when to retry, until
// ctx ends, as the web app does.
func repeatWhileBusy(ctx context.Context, call func() error) error {
	for {
		err := call()
		pause, busy := RetryAfter(err)
		if !busy {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

func (c *Client) enter(ctx context.Context, path string, header http.Header, body map[string]any) error {
	var session struct {
		Key string `json:"api_key"`
	}
	if err := c.post(ctx, path, header, body, &session); err != nil {
		return err
	}
	c.Key = session.Key
	return nil
}

// Event reads one event.
func (c *Client) Event(ctx context.Context, id int64) (Event, error) {
	var e Event
	return e, c.Get(ctx, "/api/events/"+strconv.FormatInt(id, 10), nil, &e)
}

// Events lists events by the query given.
func (c *Client) Events(ctx context.Context, query url.Values) ([]Event, error) {
	var list []Event
	return list, c.Get(ctx, "/api/events", query, &list)
}

// WaitEvent reads an event until it is as wanted.
func (c *Client) WaitEvent(ctx context.Context, id int64, what string, wanted func(Event) bool) (Event, error) {
	var e Event
	err := Until(ctx, fmt.Sprintf("event %d is %s", id, what), func() (bool, error) {
		var err error
		e, err = c.Event(ctx, id)
		return err == nil && wanted(e), err
	})
	return e, err
}

// Get calls path and decodes the answer's data.
func (c *Client) Get(ctx context.Context, path string, query url.Values, into any) error {
	all := url.Values{"channel": {c.Channel}}
	if c.Key != "" {
		all.Set("api_key", c.Key)
	}
	for name, values := range query {
		all[name] = values
	}
	return c.call(ctx, http.MethodGet, path+"?"+all.Encode(), nil, nil, into)
}

// Post sends body with the api key added and decodes the answer's data.
func (c *Client) Post(ctx context.Context, path string, body map[string]any, into any) error {
	return c.post(ctx, path, nil, body, into)
}

func (c *Client) post(ctx context.Context, path string, header http.Header, body map[string]any, into any) error {
	all := map[string]any{}
	if c.Key != "" {
		all["api_key"] = c.Key
	}
	for name, value := range body {
		all[name] = value
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return c.call(ctx, http.MethodPost, path, header, text, into)
}

// Delete calls path to remove what it names.
func (c *Client) Delete(ctx context.Context, path string) error {
	all := url.Values{"channel": {c.Channel}, "api_key": {c.Key}}
	return c.call(ctx, http.MethodDelete, path+"?"+all.Encode(), nil, nil, nil)
}

func (c *Client) call(ctx context.Context, method, path string, header http.Header, body []byte, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, c.Base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	maps.Copy(request.Header, header)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		problem := newProblem(response)
		if err := json.Unmarshal(text, problem); err != nil {
			return fmt.Errorf("%s %s: status %d: %.200s", method, path, response.StatusCode, text)
		}
		return fmt.Errorf("%s %s: %w", method, path, problem)
	}
	return json.Unmarshal(text, &struct {
		Data any `json:"data"`
	}{into})
}

// Fetch reads any address of the server, absolute or relative to its root, and returns the body.
func (c *Client) Fetch(ctx context.Context, address string) ([]byte, error) {
	full, err := c.Resolve("/", address)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, full, nil)
	if err != nil {
		return nil, err
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK && response.StatusCode != http.StatusPartialContent {
		problem := newProblem(response)
		problem.Detail = fmt.Sprintf("%.200s", body)
		err = fmt.Errorf("GET %s: %w", address, problem)
	}
	return body, err
}

// Resolve makes an address found in a document at base absolute.
func (c *Client) Resolve(base, address string) (string, error) {
	root, err := url.Parse(c.Base + "/")
	if err != nil {
		return "", err
	}
	within, err := root.Parse(base)
	if err != nil {
		return "", err
	}
	full, err := within.Parse(address)
	if err != nil {
		return "", err
	}
	return full.String(), nil
}

// Playlist reads a playlist.
func (c *Client) Playlist(ctx context.Context, address string) (*Playlist, error) {
	body, err := c.Fetch(ctx, address)
	if err != nil {
		return nil, err
	}
	return ParsePlaylist(string(body))
}

// MediaPlaylist reads a multivariant playlist and the media playlist of its first variant, and returns the latter with
// its address.
func (c *Client) MediaPlaylist(ctx context.Context, multivariant string) (*Playlist, string, error) {
	top, err := c.Playlist(ctx, multivariant)
	if err != nil {
		return nil, "", err
	}
	if len(top.Variants) == 0 {
		return nil, "", fmt.Errorf("%s has no variants", multivariant)
	}
	address, err := c.Resolve(multivariant, top.Variants[0].URI)
	if err != nil {
		return nil, "", err
	}
	list, err := c.Playlist(ctx, address)
	return list, address, err
}
