package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/channel/channeltest"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/push"
	"github.com/grandstand/grandstand/internal/reminder"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/throttle"
	"github.com/grandstand/grandstand/internal/vod"
)

// world is a running edge over a real database with two channels.
type world struct {
	t          testing.TB
	api        *API
	handler    http.Handler
	db         *db.DB
	clock      *clock.Manual
	log        *bytes.Buffer
	accounts   *account.Service
	sites      *channel.Service
	access     map[account.UserID]account.Access
	catalog    *catalog.Service
	commerce   *commerce.Service
	library    *vod.Service
	favourites *favourite.Service
	games      *gamesOf
	letters    *letters
	post       *postbox
	pictures   *picture.Service
	media      *mediaShelf
	notes      *notes
	others     others
	door       *channel.Door
}

// siteOf is the address of a channel's site.
func siteOf(domain string) string { return "https://" + domain }

// others is the door of the edge, whichever that is.
type others struct{ *channel.Door }

const (
	home   = "home" // the channel that most tests are on
	away   = "away" // the other one
	secret = "correct-horse-7"
)

// newWorld builds the edge; configure may change what it is built from.
func newWorld(t testing.TB, d *db.DB, configure ...func(*Deps)) *world {
	t.Helper()
	w := &world{t: t, db: d, clock: clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), log: new(bytes.Buffer), access: map[account.UserID]account.Access{}, post: &postbox{}}
	log := slog.New(slog.NewJSONHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	revisions := revision.NewTracker(d.Read(), w.clock, log)
	w.sites, w.catalog = channel.NewService(d, revisions, w.clock, channeltest.Sealer()), catalog.NewService(d, revisions, w.clock)
	w.commerce, w.library = commerce.NewService(d, revisions, w.clock), vod.NewService(d, revisions, w.clock)
	w.post = &postbox{}
	w.door = channel.NewDoor(w.sites, social.New(social.Options{}), siteOf, w.clock)
	w.favourites = favourite.New(favourite.Deps{DB: d, Clock: w.clock, Subjects: subjects{w.catalog}})
	w.games = &gamesOf{catalog: w.catalog}
	w.accounts = account.New(account.Deps{
		DB: d, Clock: w.clock, Log: log, Entitlements: fakeEntitlements(w.access), Others: &w.others,
		Letters: w.post, Queue: w.post, Belongings: []account.Belongings{scarves{}}, Sealer: factorSealer(t),
		Passwords: account.PasswordOptions{MemoryKiB: 64, Iterations: 1},
	})
	w.letters, w.media = &letters{}, &mediaShelf{files: map[string][]byte{}}
	w.pictures = picture.NewService(picture.Deps{DB: d, Revisions: revisions, Media: w.media, Queue: w.media, Clock: w.clock, Log: log})
	w.notes = &notes{}
	pushes, err := push.NewService(push.Deps{DB: d, Clock: w.clock, Log: log, Queue: w.notes, Secret: []byte(strings.Repeat("s", 32))})
	if err != nil {
		t.Fatal(err)
	}
	deps := Deps{
		Log: log, Clock: w.clock, Channels: realChannels{w.sites}, Accounts: w.accounts, Geo: &geo.Locator{},
		Sites: w.sites, Catalog: w.catalog, Commerce: w.commerce, VOD: w.library, Favourites: w.favourites, Revisions: revisions, EventMedia: fakeMedia{}, Pictures: w.pictures, Push: pushes, Metrics: metrics.NewSet(),
		Door:    w.door,
		Desk:    channel.NewDesk(w.sites, w.letters, nil, []byte("a secret of the tests")),
		Options: Options{Limits: Limits{Form: throttle.Rate{Every: 1, Burst: -1}}},
	}
	w.addChannel(home, "en", "home.example")
	w.addChannel(away, "fr", "away.example")
	deps.Reminders = reminder.New(reminder.Deps{DB: d, Clock: w.clock, Games: w.games, People: w.games, Letters: w.games, Notes: w.notes, Secret: []byte("a secret of the tests")})
	for _, change := range configure {
		change(&deps)
	}
	w.others.Door = deps.Door
	if w.api, err = New(deps); err != nil {
		t.Fatal(err)
	}
	w.handler = w.api.Edge(w.api)
	return w
}

func (w *world) addChannel(key, language, host string) {
	w.t.Helper()
	_, err := w.sites.Create(w.t.Context(), actor.ForSystem(0), channel.Channel{
		Key: key, Name: text.Text{"en": key}, Language: language, Languages: []string{English, French}, Currency: "CAD",
		TimeZone: "America/Toronto", Domains: []string{host},
		Colors: channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) channel(key string) Channel {
	w.t.Helper()
	c, err := w.api.Channels.ChannelByKey(w.t.Context(), key)
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// visitor opens an anonymous session and returns its api key.
func (w *world) visitor(channelKey string) string {
	w.t.Helper()
	key, _, err := w.accounts.OpenSession(w.t.Context(), w.channel(channelKey).ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return key
}

// person makes a user and returns it.
func (w *world) person(channelKey, email string, change ...func(*account.NewUser)) account.User {
	w.t.Helper()
	n := account.NewUser{Email: email, Password: secret, FirstName: "Fan", LastName: "Atic", Role: actor.User}
	for _, c := range change {
		c(&n)
	}
	id := w.channel(channelKey).ID
	user, err := w.accounts.CreateUser(w.t.Context(), actor.ForSystem(id), id, n)
	if err != nil {
		w.t.Fatal(err)
	}
	return user
}

// loggedIn makes a user and returns the api key of a session of theirs.
func (w *world) loggedIn(channelKey, email string, change ...func(*account.NewUser)) string {
	w.t.Helper()
	w.person(channelKey, email, change...)
	return w.login(channelKey, email)
}

func (w *world) login(channelKey, email string) string {
	w.t.Helper()
	session, err := w.accounts.FindSession(w.t.Context(), w.visitor(channelKey))
	if err != nil {
		w.t.Fatal(err)
	}
	key, _, err := w.accounts.Login(w.t.Context(), session, email, secret, netip.Addr{})
	if err != nil {
		w.t.Fatal(err)
	}
	return key
}

func temporary(n *account.NewUser) { n.TemporaryPassword = true }

// call is one request.
type call struct {
	method string // GET, or POST where there is a body
	path   string // with the query
	key    string // api key, put where the specification puts it
	body   any    // a string is sent as it is, anything else as JSON
	host   string
	header map[string]string
	from   string // address of the client
}

// reply is one answer.
type reply struct {
	t      testing.TB
	status int
	header http.Header
	body   []byte
}

func (w *world) do(c call) reply {
	w.t.Helper()
	r := c.request(w.t)
	recorder := httptest.NewRecorder()
	w.handler.ServeHTTP(recorder, r)
	rep := reply{t: w.t, status: recorder.Code, header: recorder.Header(), body: recorder.Body.Bytes()}
	w.checkForm(r, rep)
	return rep
}

func (c call) request(t testing.TB) *http.Request {
	t.Helper()
	path, body := c.path, io.Reader(http.NoBody)
	if c.method == "" {
		c.method = http.MethodGet
		if c.body != nil {
			c.method = http.MethodPost
		}
	}
	if c.key != "" && c.method != http.MethodPost {
		path += map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + "api_key=" + c.key
	}
	if c.body != nil {
		body = strings.NewReader(c.bodyText(t))
	}
	r := httptest.NewRequestWithContext(t.Context(), c.method, path, body)
	r.Host, r.RemoteAddr = "home.example", "203.0.113.7:4000"
	if c.host != "" {
		r.Host = c.host
	}
	if c.from != "" {
		r.RemoteAddr = c.from
	}
	for name, value := range c.header {
		r.Header.Set(name, value)
	}
	return r
}

func (c call) bodyText(t testing.TB) string {
	t.Helper()
	if text, ok := c.body.(string); ok {
		return text
	}
	encoded, err := json.Marshal(c.body)
	if err != nil {
		t.Fatal(err)
	}
	if c.key == "" {
		return string(encoded)
	}
	var fields map[string]any
	if err := json.Unmarshal(encoded, &fields); err != nil {
		t.Fatal(err)
	}
	fields["api_key"] = c.key
	encoded, err = json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// checkForm holds every answer of every test against the document: a documented status
// and code, the documented schema, the envelope.
func (w *world) checkForm(r *http.Request, rep reply) {
	w.t.Helper()
	if rep.header.Get("X-Request-Id") == "" {
		w.t.Error("an answer without a request id")
	}
	if !strings.HasSuffix(strings.Split(rep.header.Get("Content-Type"), ";")[0], "json") || r.Method == http.MethodHead || rep.status == http.StatusNotModified {
		return
	}
	op := w.operation(r)
	if rep.status != http.StatusOK {
		w.checkProblem(op, rep)
		return
	}
	if op == nil {
		return
	}
	documented := w.api.huma.OpenAPI().Paths[op.Path]
	item := documented.Get
	switch op.Method {
	case http.MethodPost:
		item = documented.Post
	case http.MethodDelete:
		item = documented.Delete
	}
	schema := item.Responses["200"].Content["application/json"].Schema
	var parsed any
	if err := json.Unmarshal(rep.body, &parsed); err != nil {
		w.t.Fatalf("%s: %v: %s", op.ID, err, rep.body)
	}
	result := &huma.ValidateResult{}
	huma.Validate(w.api.schemas(), schema, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, parsed, result)
	for _, err := range result.Errors {
		w.t.Errorf("%s: the answer is not as documented: %v", op.ID, err)
	}
}

// operation is the one that a request is for, or nil.
func (w *world) operation(r *http.Request) *Operation {
	_, pattern := w.api.mux.Handler(r)
	for _, op := range w.api.operations {
		if pattern == op.Method+" "+op.Path {
			return op
		}
	}
	return nil
}

func (w *world) checkProblem(op *Operation, rep reply) {
	w.t.Helper()
	p := rep.problem()
	if p.Status != rep.status || p.Code == "" || p.Title == "" || p.Detail == "" || p.RequestID == "" || p.Type == "" || p.Errors == nil {
		w.t.Errorf("an incomplete problem: %s", rep.body)
	}
	if rep.header.Get("Content-Type") != "application/problem+json" {
		w.t.Errorf("a problem as %q", rep.header.Get("Content-Type"))
	}
	if op != nil && !slices.Contains(codesOf(*op)[rep.status], p.Code) {
		w.t.Errorf("%s answered %d %s, which it does not document", op.ID, rep.status, p.Code)
	}
	if retry := rep.header.Get("Retry-After"); (rep.status == 429 || rep.status == 503) != (retry != "") {
		w.t.Errorf("%d with Retry-After %q", rep.status, retry)
	} else if _, err := strconv.Atoi(retry); retry != "" && err != nil {
		w.t.Errorf("Retry-After %q", retry)
	}
}

func (r reply) problem() Problem {
	r.t.Helper()
	var p Problem
	if err := json.Unmarshal(r.body, &p); err != nil {
		r.t.Fatalf("%d with a body that is no problem: %v: %s", r.status, err, r.body)
	}
	return p
}

// want checks the status, and the code of a problem.
func (r reply) want(status int, code string) reply {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("status %d, want %d: %s", r.status, status, r.body)
	}
	if code != "" {
		if got := r.problem().Code; got != code {
			r.t.Fatalf("code %q, want %q: %s", got, code, r.body)
		}
	}
	return r
}

// field returns the problem of one field.
func (r reply) field(name string) fault.Field {
	r.t.Helper()
	for _, f := range r.problem().Errors {
		if f.Field == name {
			return f
		}
	}
	r.t.Fatalf("no problem of the field %q: %s", name, r.body)
	return fault.Field{}
}

// into decodes the data of a success.
func (r reply) into(v any) {
	r.t.Helper()
	r.want(http.StatusOK, "")
	if err := json.Unmarshal(r.body, &struct {
		Data any `json:"data"`
	}{v}); err != nil {
		r.t.Fatalf("%v: %s", err, r.body)
	}
}

// realChannels answers the edge from the channel domain.
type realChannels struct{ sites *channel.Service }

func (c realChannels) ChannelByID(ctx context.Context, id int64) (Channel, error) {
	return described(c.sites.FindByID(ctx, channel.ID(id)))
}

func (c realChannels) ChannelByKey(ctx context.Context, key string) (Channel, error) {
	return described(c.sites.FindByKey(ctx, key))
}

func (c realChannels) ChannelByHost(ctx context.Context, host string) (Channel, error) {
	return described(c.sites.FindByDomain(ctx, host))
}

func described(c *channel.Channel, err error) (Channel, error) {
	if err != nil {
		return Channel{}, err
	}
	return Channel{ID: int64(c.ID), Key: c.Key, Name: c.Name, Site: "https://" + c.Domains[0], Language: c.Language, BlockedCountries: c.Settings.BlockedCountries}, nil
}

// fakeMedia has one recording of every event, for whoever has access.
type fakeMedia struct{}

func (fakeMedia) Media(_ context.Context, _, eventID int64) ([]Medium, error) {
	return []Medium{{ID: eventID, Type: 3, StreamID: eventID}}, nil
}

// Video has every film, and no recording of an event yet.
func (fakeMedia) Video(_ context.Context, _, eventID, filmID int64) (Medium, error) {
	if eventID != 0 {
		return Medium{}, fault.NotFoundf("recording", "There is no recording yet.")
	}
	return Medium{Type: 3, FilmID: filmID, Width: 640, Height: 360, Duration: time.Minute}, nil
}

func (fakeMedia) Sign(m Medium, viewer MediaViewer) (url, liveURL string) {
	file := map[bool]string{false: "index.m3u8", true: "veiled.m3u8"}[m.Veiled]
	if viewer.VODID != 0 {
		return fmt.Sprintf("/media/signed-for-%d-%d-vod-%d/%s", viewer.ChannelID, viewer.SessionID, viewer.VODID, file), ""
	}
	return fmt.Sprintf("/media/signed-for-%d-%d/%s", viewer.ChannelID, viewer.SessionID, file), ""
}

type fakeEntitlements map[account.UserID]account.Access

func (f fakeEntitlements) Access(_ context.Context, _ int64, user account.UserID) (account.Access, error) {
	return f[user], nil
}

func newRecorder(w *world, r *http.Request) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	w.handler.ServeHTTP(recorder, r)
	return recorder
}
