package api

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/channel/channeltest"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/passwordhash"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/position"
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
	clips      *clip.Service
	cutter     *cutter
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
	w.commerce, w.library = commerce.NewService(d, revisions, w.clock).Selling(shownEvents{w.catalog}), vod.NewService(d, revisions, w.clock)
	w.post = &postbox{}
	w.door = channel.NewDoor(w.sites, social.New(social.Options{}), siteOf, w.clock)
	w.favourites = favourite.New(favourite.Deps{DB: d, Clock: w.clock, Subjects: subjects{w.catalog}})
	w.games = &gamesOf{catalog: w.catalog}
	w.accounts = account.New(account.Deps{
		DB: d, Clock: w.clock, Log: log, Entitlements: fakeEntitlements(w.access), Others: &w.others, Parties: &w.others,
		Letters: w.post, Queue: w.post, Belongings: []account.Belongings{scarves{}}, Sealer: factorSealer(t),
		Passwords: account.PasswordOptions{Hasher: &watchedHasher{passwordhash.InProcess{Params: passwordhash.NewParams(64, 1)}, w}},
	})
	w.openClips()
	w.letters, w.media = &letters{}, &mediaShelf{files: map[string][]byte{}}
	w.pictures = picture.NewService(picture.Deps{DB: d, Revisions: revisions, Media: w.media, Queue: w.media, Clock: w.clock, Log: log})
	w.notes = &notes{}
	pushes, err := push.NewService(push.Deps{DB: d, Clock: w.clock, Log: log, Queue: w.notes, Secret: []byte(strings.Repeat("s", 32))})
	if err != nil {
		t.Fatal(err)
	}
	deps := Deps{
		Log: log, Clock: w.clock, Channels: realChannels{w.sites}, Accounts: w.accounts, Geo: &geo.Locator{},
		Sites: w.sites, Catalog: w.catalog, Commerce: w.commerce, VOD: w.library, Favourites: w.favourites, Revisions: revisions, EventMedia: fakeMedia{}, Schedules: catalogSchedules{w.catalog}, Downloads: fakeDownloads{w.commerce}, Clips: w.clips, Leases: lease.New(d, w.clock), Positions: position.New(position.Deps{DB: d, Clock: w.clock, Subjects: watchable{w.catalog, w.library}}), ClipMedia: w.cutter, Pictures: w.pictures, Push: pushes, Metrics: metrics.NewSet(),
		Door:    w.door,
		Till:    commerce.NewTill(commerce.TillDeps{DB: d, Clock: w.clock, Log: log, Offers: w.commerce, Payments: noPayments{}}),
		Desk:    channel.NewDesk(w.sites, w.letters, nil, []byte("a secret of the tests")),
		Options: Options{Limits: Limits{Form: throttle.Rate{Every: 1, Burst: -1}}},
	}
	w.addChannel(home, "en", "home.example")
	w.addChannel(away, "fr", "away.example")
	deps.Reminders = reminder.New(reminder.Deps{DB: d, Clock: w.clock, Games: w.games, People: w.games, Letters: w.games, Notes: w.notes, Secret: []byte("a secret of the tests")})
	deps.Analytics = must[*analytics.Service](w)(analytics.New(analytics.Deps{
		DB: d, Clock: w.clock, Log: log, Metrics: deps.Metrics, Secret: []byte(strings.Repeat("s", 32)),
		Subjects: shown{w.catalog, w.library, w.clips, func(channelID, sessionID int64, media analytics.Subject) {
			deps.Analytics.RecordDelivery(channelID, sessionID, media)
		}},
	}))
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
