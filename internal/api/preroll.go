package api

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/ads"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Ads asks ad servers.
type Ads interface {
	// Find returns the ad of a tag; what goes wrong at the ad server is a code of it.
	Find(ctx context.Context, tag ads.Tag) (ads.Ad, error)
}

// prerolls is where ads are answered for, by pre-roll.
const prerolls = "/api/prerolls/"

func (a *API) registerPreroll() {
	register(a, Operation{
		ID: "get-preroll", Method: http.MethodGet, Path: prerolls + "{id}", Tag: "channel", Class: ClassPlayback, Auth: AuthKey,
		Summary: "Get what a pre-roll plays now. For kind vast the server asks the ad server; if there is nothing, error says why",
		Errors:  []Failure{{fault.NotFound, "preroll_not_found"}},
	}, a.getPreroll)
}

func (a *API) getPreroll(ctx context.Context, c Caller, in *byIDInput) (Data[AdDTO], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Data[AdDTO]{}, err
	}
	i := slices.IndexFunc(v.site.Prerolls, func(p channel.Preroll) bool { return p.ID == in.ID.Value })
	if i < 0 {
		return Data[AdDTO]{}, fault.NotFoundf("preroll", "Pre-roll not found.")
	}
	p := v.site.Prerolls[i]
	if p.Kind != channel.PrerollVAST {
		return data(AdDTO{Media: &AdMediaDTO{URL: MediaURL(p.URL)}, SkipAfter: orNull(p.SkipAfterS), ClickURL: p.ClickURL, Sponsor: p.Sponsor, Events: []AdEventDTO{}}), nil
	}
	found, err := a.Ads.Find(ctx, ads.Tag{URL: p.URL, Hosts: strings.Join(p.Hosts(), " ")})
	if err != nil {
		return Data[AdDTO]{}, err
	}
	a.countAd(ctx, c.Channel, p.ID, found)
	return data(newAdDTO(found, p)), nil
}

// adLogRate limits the log: each pre-roll that shows no ad has a line for each reason, and another
// one ten minutes later.
func adLogRate() throttle.Rate { return throttle.Rate{Every: 10 * time.Minute, Burst: 1} }

// unshownAd is why a pre-roll shows no ad.
type unshownAd struct {
	preroll int64
	reason  ads.Reason
}

// countAd counts an answer of a pre-roll with an ad server, and logs why it has no ad:
//
//	grandstand_ads_total{channel,outcome}  outcome is shown, or the reason why there is no ad
func (a *API) countAd(ctx context.Context, c Channel, preroll int64, found ads.Ad) {
	outcome := cmp.Or(string(found.Obstacle.Reason), "shown")
	a.Metrics.GetOrCreateCounter(fmt.Sprintf("grandstand_ads_total{channel=%q,outcome=%q}", c.Key, outcome)).Inc()
	if found.Obstacle.Reason == "" {
		return
	}
	if _, ok := a.unshownAds.Allow(unshownAd{preroll, found.Obstacle.Reason}); !ok {
		return
	}
	level := slog.LevelWarn
	if found.Obstacle.Reason == ads.ReasonNoAd { // as on most days
		level = slog.LevelInfo
	}
	a.Log.Log(ctx, level, "pre-roll shows no ad", "channel", c.Key, "preroll_id", preroll, "reason", outcome, "explanation", found.Obstacle.String())
}

func newAdDTO(found ads.Ad, p channel.Preroll) AdDTO {
	dto := AdDTO{
		Error: orNull(int(found.Code)), ClickURL: found.ClickURL, Sponsor: cmp.Or(found.Advertiser, p.Sponsor),
		SkipAfter: orNull(p.SkipAfterS), Duration: orNull(found.Duration.Seconds()), Events: make([]AdEventDTO, len(found.Events)),
	}
	for i, e := range found.Events {
		dto.Events[i] = AdEventDTO{Event: e.Name, URL: e.URL}
	}
	if found.Code == 0 {
		dto.Media = &AdMediaDTO{URL: found.Media.URL, Width: found.Media.Width, Height: found.Media.Height}
	}
	if found.Skippable {
		dto.SkipAfter = new(int64((found.SkipAfter + time.Second - 1) / time.Second))
	}
	return dto
}

// showsAds decides whether who asks is shown pre-rolls before what access lets them watch.
func (v *view) showsAds(access commerce.Access) bool {
	return access.Granted && v.showsAdsAnyway(access)
}

// showsAdsAnyway is showsAds of what plays whether or not its game may be watched, as a clip does.
func (v *view) showsAdsAnyway(access commerce.Access) bool {
	return len(v.site.Prerolls) > 0 && !slices.Contains(access.Capabilities, commerce.NoAds)
}

func (v *view) prerollDTOs() []prerollDTO {
	out := make([]prerollDTO, len(v.site.Prerolls))
	for i, p := range v.site.Prerolls {
		out[i] = prerollDTO{
			ID: p.ID, Kind: p.Kind, URL: MediaURL(p.URL), Weight: p.Weight, LocationID: orNull(p.LocationID),
			EventCategories: v.withBelow(p.Categories), ForVOD: p.ForVOD, ForLive: p.ForLive,
			Sponsor: p.Sponsor, ClickURL: p.ClickURL, SkipAfter: orNull(p.SkipAfterS),
		}
		if p.Kind == channel.PrerollVAST {
			out[i].URL = prerolls + strconv.FormatInt(p.ID, 10) // where its ad server is, is nobody's business
		}
	}
	return out
}

// withBelow are categories and all that is under them, so that whoever compares an event's
// category needs no tree.
func (v *view) withBelow(categories []int64) []int64 {
	out := []int64{}
	for _, id := range categories {
		out = append(out, id)
		for _, below := range v.ref.Below(catalog.CategoryID(id)) {
			out = append(out, int64(below))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

type prerollDTO struct {
	ID              int64               `json:"id"`
	Kind            channel.PrerollKind `json:"kind" enum:"video,vast" doc:"A film to play, or one to ask for by the call that url names"`
	URL             string              `json:"url" doc:"Of a video its film; of vast the path of the call get-preroll"`
	Weight          int64               `json:"weight" doc:"How often it is chosen, relative to the others"`
	LocationID      *int64              `json:"location_id" doc:"Only for events there"`
	EventCategories []int64             `json:"event_categories" doc:"Only for events of these, of which those below a listed one are some; none means all"`
	ForVOD          bool                `json:"for_vod"`
	ForLive         bool                `json:"for_live"`
	Sponsor         string              `json:"sponsor" doc:"Whose it is; may be empty"`
	ClickURL        string              `json:"click_url" doc:"Where a press leads: https, or empty"`
	SkipAfter       *int64              `json:"skip_after" doc:"Seconds after which it can be skipped; null: never"`
}

// AdDTO is what a pre-roll plays.
type AdDTO struct {
	Media     *AdMediaDTO  `json:"media" doc:"null where there is nothing to play"`
	Error     *int         `json:"error" doc:"Why there is nothing, as an error code of VAST 4"`
	Duration  *float64     `json:"duration" doc:"Seconds, where it is told"`
	SkipAfter *int64       `json:"skip_after" doc:"Seconds after which it can be skipped; null: never"`
	ClickURL  string       `json:"click_url" doc:"Where a press leads: https, or empty"`
	Sponsor   string       `json:"sponsor"`
	Events    []AdEventDTO `json:"events" doc:"Addresses to be called; macros in square brackets are the caller's to fill in"`
}

// AdMediaDTO is H.264 in MP4.
type AdMediaDTO struct {
	URL    string `json:"url"`
	Width  int    `json:"width" doc:"Pixels; 0 where it is not told"`
	Height int    `json:"height"`
}

// AdEventDTO is an address that is called when something happens.
type AdEventDTO struct {
	Event string `json:"event" enum:"impression,start,firstQuartile,midpoint,thirdQuartile,complete,skip,pause,resume,mute,unmute,click,error"`
	URL   string `json:"url" doc:"https"`
}
