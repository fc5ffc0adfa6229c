// Package api is the HTTP edge: the only place that knows status codes and JSON
// shapes. Each noun has one file: its routes on top, the handlers under them, the
// shapes of its JSON last. What every call shares is in operation.go (how a call is
// declared), serve.go (what happens to each request), error.go (failure to status)
// and envelope.go (the form of success).
package api

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"

	"github.com/VictoriaMetrics/metrics"
	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/livefeed"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/position"
	"github.com/grandstand/grandstand/internal/push"
	"github.com/grandstand/grandstand/internal/reminder"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/squeeze"
	"github.com/grandstand/grandstand/internal/throttle"
	"github.com/grandstand/grandstand/internal/vod"
)

// Deps is everything the edge needs from the rest of the house.
type Deps struct {
	Log      *slog.Logger
	Clock    clock.Clock
	Channels Channels
	Accounts *account.Service
	Sites    *channel.Service
	Desk     *channel.Desk
	Door     *channel.Door
	Catalog  *catalog.Service
	Commerce *commerce.Service
	Till     *commerce.Till
	VOD      *vod.Service
	// Favourites are what people follow.
	Favourites *favourite.Service
	Reminders  *reminder.Service
	Pictures   *picture.Service
	Push       *push.Service
	Geo        *geo.Locator
	// Revisions say when what is kept encoded must be made again.
	Revisions  *revision.Tracker
	EventMedia EventMedia
	Schedules  Schedules
	Downloads  Downloads
	// Clips are what people cut out of events.
	Clips     *clip.Service
	Leases    *lease.Service
	Positions *position.Service
	ClipMedia ClipMedia
	Ads       Ads
	Analytics *analytics.Service
	Metrics   *metrics.Set
	Options   Options
}

// Options are the settings of the edge. The zero value of each field means its default.
type Options struct {
	TrustedProxies []netip.Prefix // whose X-Forwarded-For and X-Forwarded-Proto are believed
	// CountryHeader and RegionHeader are where trusted proxies tell a client's place;
	// empty: nowhere.
	CountryHeader, RegionHeader string

	AllowedOrigins []string        // origins that may call besides the channels' own domains
	Limits         Limits          // per-address limits
	MaxInFlight    int             // calls served at once before shedding starts
	Streams        livefeed.Limits // live feeds open at once

	// AnalyticsURL is where clients send analytics: an address, or a path of the same host;
	// "/analytics" by default. AnalyticsLocal asks them to do so on localhost, too.
	AnalyticsURL   string
	AnalyticsLocal bool
}

// API answers /api, /keys, /storage and /analytics.
type API struct {
	Deps
	mux        *http.ServeMux
	huma       huma.API
	operations []*Operation
	edge       edge
	load       *Load
	buffers    sync.Pool
	squeezer   squeeze.Squeezer
	views      *views
	lists      *encodedLists
	details    *encodedEvents
	moments    *encodedMoments
	feed       *liveFeed
	unshownAds *throttle.Limiter[unshownAd]
	document   func() (*Payload, error)
}

// New registers every call and returns the edge.
func New(deps Deps) (*API, error) {
	if deps.Log == nil || deps.Clock == nil || deps.Metrics == nil {
		return nil, errors.New("api needs a log, a clock and metrics")
	}
	a := &API{
		Deps: deps, mux: http.NewServeMux(), views: newViews(),
		lists: newEncodedLists(deps.Clock), details: newEncodedEvents(deps.Clock),
		moments: newEncodedMoments(deps.Clock), unshownAds: throttle.New[unshownAd](adLogRate(), deps.Clock),
	}
	a.edge = newEdge(deps)
	a.load = NewLoad(deps.Options.MaxInFlight, deps.Clock)
	a.feed = a.newLiveFeed(deps.Options.Streams)
	a.huma = newHuma(a)
	a.registerAll()
	if err := a.check(); err != nil {
		return nil, fmt.Errorf("register the calls: %w", err)
	}
	a.tidySchemas()
	a.refuseOthers()
	a.document = sync.OnceValues(a.buildDocument)
	a.mux.HandleFunc("GET /api/openapi.json", a.serveDocument)
	a.mux.HandleFunc("POST /reminders/stop", a.stopByLetter)
	a.mux.HandleFunc("POST /api/stripe/webhook/{channel_key}", a.hearProvider)
	a.mux.HandleFunc("GET /api/docs", newDocs().serve)
	return a, nil
}

// registerAll is the list of nouns; each registers its own calls.
func (a *API) registerAll() {
	a.registerSession()
	a.registerAuth()
	a.registerEmailVerify()
	a.registerPasswordReset()
	a.registerDevice()
	a.registerSecondFactor()
	a.registerLoginCode()
	a.registerStepUpCode()
	a.registerPasskey()
	a.registerGuest()
	a.registerSocial()
	a.registerRemote()
	a.registerProfile()
	a.registerOwnSession()
	a.registerIdentity()
	a.registerDeletion()
	a.registerExport()
	a.registerGeo()
	a.registerSettings()
	a.registerStorage()
	a.registerMenu()
	a.registerPage()
	a.registerColor()
	a.registerFAQ()
	a.registerSlide()
	a.registerCustomForm()
	a.registerOffer()
	a.registerOrder()
	a.registerStripe()
	a.registerSubscription()
	a.registerCoupon()
	a.registerCategory()
	a.registerLocation()
	a.registerGroup()
	a.registerParticipant()
	a.registerSearch()
	a.registerBootstrap()
	a.registerEvent()
	a.registerDownloadEvent()
	a.registerLease()
	a.registerPosition()
	a.registerFavorite()
	a.registerFavoriteEvent()
	a.registerClip()
	a.registerReminder()
	a.registerHomepage()
	a.registerVOD()
	a.registerScore()
	a.registerSchedule()
	a.registerMoment()
	a.registerPreroll()
	a.registerPicture()
	a.registerPush()
	a.registerLiveFeed()
	a.registerAnalytics()
}

// ServeHTTP answers the calls. It expects to run inside Edge, which gives each
// request its id, its log line and its limits. What stands in a path is a text as every
// other value is: no database takes a NUL.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !isText(r.URL.Path) {
		a.fail(w, r, fault.InvalidFields(fault.Field{Field: "path", Code: "malformed", Message: "The value is not valid."}))
		return
	}
	a.mux.ServeHTTP(w, r)
}

// Operations lists every registered call, for documents and for tests that must
// miss none.
func (a *API) Operations() []Operation {
	all := make([]Operation, len(a.operations))
	for i, op := range a.operations {
		all[i] = *op
	}
	return all
}
