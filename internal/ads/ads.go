// Package ads asks ad servers for advertisements: it reads their VAST (IAB Tech Lab, Video
// Ad Serving Template, 2.0 to 4.3) and says what a player needs of it, so that no page
// ever reads what somebody else wrote. An ad server that is slow, silent or wrong costs the
// advertisement and nothing else.
package ads

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
)

// Limits of what is asked of ad servers.
const (
	// answerWithin bounds the asking for one ad, wrappers and all: the player waits three
	// seconds in all before the game begins without.
	answerWithin = 2500 * time.Millisecond
	// maxWrappers is how many answers may lead on to another (VAST 4.2, 2.4.1.2).
	maxWrappers = 5
	// maxRedirects of one request.
	maxRedirects = 3

	// longest is the specification's pre-roll cache time: the time for which an ad is cached, unless the
	// ad server names a shorter one. failed is that of a failed request, shortest that of an ad which
	// must not be cached: only requests of the same second share it.
	longest  = time.Hour
	failed   = 30 * time.Second
	shortest = time.Second

	maxKept = 1_000 // ads
)

// Code is an error code of VAST 4.2, 2.3.6.3; 0 is none.
type Code int

// Codes that a server gives; what goes wrong while an ad plays the player tells.
const (
	CodeXML        Code = 100 // the answer is not XML
	CodeSchema     Code = 101 // it is no VAST
	CodeVersion    Code = 102 // of a version that is not read
	CodeType       Code = 200 // an ad of a kind that is not shown
	CodeUnexpected Code = 201 // one that is not linear
	CodeWrapper    Code = 300 // an ad server did not answer as one
	CodeTimeout    Code = 301 // it did not answer in time
	CodeDepth      Code = 302 // wrappers lead on without end
	CodeNoAd       Code = 303 // no ad was found
	CodeNoMedia    Code = 403 // it has no film that may be played
)

// Tag is where an ad is asked for.
type Tag struct {
	URL   string // https
	Hosts string // that media may come from, divided by spaces, each as a Content-Security-Policy lists it
}

// Ad is an advertisement as a player shows it. One with a Code has no media, but may have
// addresses that want to hear of it.
type Ad struct {
	Code       Code
	Obstacle   Obstacle   // why there is none; without a reason where Code is 0
	PassedOver []Obstacle // the films and ads that are not shown, in the order of the answer
	Media      Media
	Duration   time.Duration // 0 where it is not told
	SkipAfter  time.Duration // 0: never, or nothing is said; see Skippable
	Skippable  bool
	ClickURL   string // https, or ""
	Advertiser string
	// Events are the addresses to be called when something happens, in order; those of
	// "error" carry the code already where it is known.
	Events []Event

	lasts time.Duration
}

// Media is the film of an ad: H.264 in MP4.
type Media struct {
	URL           string
	Width, Height int // pixels; 0 where they are not told
}

// Event is an address to be called.
type Event struct {
	Name string // one of Names
	URL  string
}

// Names are the events that are told, as VAST calls those that it has a name for.
func Names() []string {
	return []string{
		"impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "skip", "pause", "resume", "mute", "unmute", "click", "error",
	}
}

// Options are what a Server needs.
type Options struct {
	Client *http.Client // reaches the public internet and nothing behind it
	Clock  clock.Clock
	// OwnPaths admits media at paths of the site's own, as a demo's sponsors name them.
	OwnPaths bool
}

// Server finds ads and keeps them for a while. It is safe for concurrent use.
type Server struct {
	client   *http.Client
	clock    clock.Clock
	ownPaths bool
	kept     *cache.TTL[Tag, Ad]
}

// New returns a server that has asked nobody yet.
func New(o Options) *Server {
	client := *o.Client
	client.CheckRedirect = func(r *http.Request, before []*http.Request) error {
		if len(before) > maxRedirects || r.URL.Scheme != "https" {
			return errRedirect
		}
		return nil
	}
	s := &Server{client: &client, clock: o.Clock, ownPaths: o.OwnPaths}
	s.kept = cache.NewTTL(cache.TTLOptions[Tag, Ad]{
		Load: s.load, LoadTimeout: answerWithin, TTL: func(a Ad) time.Duration { return a.lasts }, MaxWeight: maxKept, Clock: o.Clock,
	})
	return s
}

var errRedirect = errors.New("the ad server leads on too often, or to another scheme")

// Find returns the ad of a tag. Whatever goes wrong at the ad server is a Code of the ad; an
// error is one of the caller's context.
func (s *Server) Find(ctx context.Context, tag Tag) (Ad, error) { return s.kept.Get(ctx, tag) }

func (s *Server) load(ctx context.Context, tag Tag) (Ad, error) {
	search := search{server: s, hosts: strings.Fields(tag.Hosts), lasts: longest}
	found := search.at(ctx, tag.URL, chain{})
	found.PassedOver = search.passed
	if found.Code == 0 {
		found.lasts = max(min(search.lasts, found.lasts), shortest)
		return found, nil
	}
	found.lasts = failed
	return found, nil
}
