package app

import (
	"context"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/ads"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/demo"
	"github.com/grandstand/grandstand/internal/outbound"
)

// adCall bounds one call of an ad server; what is asked for one ad is bounded by package ads.
const adCall = 5 * time.Second

// openAds returns a client of the ad servers on the public internet. In the data folder of a demo, it also answers for
// the demo's own ad server, in the demo itself and in commands.
func (a *App) openAds() *ads.Server {
	client := outbound.NewGuard().Client(adCall)
	_, besideDemo := readDemoState(a.Config)
	isDemo := a.Config.Demo || besideDemo // at its first start, a demo has no state yet
	if isDemo {
		client.Transport = demo.Sponsors{Next: client.Transport}
	}
	return ads.New(ads.Options{Client: client, Clock: a.Clock, OwnPaths: isDemo})
}

// AdReport describes the film that a pre-roll plays now, or gives the reason why it plays none.
type AdReport struct {
	Preroll  int64   `json:"preroll"`
	Sponsor  string  `json:"sponsor"`
	Server   string  `json:"server,omitempty"` // the host that was asked, and those that films may come from; none for a film of the channel
	Film     string  `json:"film,omitempty"`   // empty where nothing is played
	Width    int     `json:"width,omitempty"`  // pixels, if the ad server tells them
	Height   int     `json:"height,omitempty"`
	Duration float64 `json:"duration,omitempty"` // seconds, if the ad server tells them
	Reason   string  `json:"reason,omitempty"`   // why nothing is played: the outcome that metrics count
	// Explanation says in a sentence why nothing is played, and what to do.
	Explanation string       `json:"explanation,omitempty"`
	PassedOver  []PassedOver `json:"passed_over"`
}

// PassedOver is a film or an ad of an answer that is not shown.
type PassedOver struct {
	Film        string `json:"film,omitempty"` // empty of a whole ad
	Reason      string `json:"reason"`
	Explanation string `json:"explanation"`
}

// CheckAds asks the ad server of each pre-roll of a channel once.
func (a *App) CheckAds(ctx context.Context, channelKey string) ([]AdReport, error) {
	c, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return nil, err
	}
	site, err := a.Channels.Stored(ctx, c.Key)
	if err != nil {
		return nil, err
	}
	server := a.openAds()
	reports := []AdReport{}
	for _, p := range site.Prerolls {
		report := AdReport{Preroll: p.ID, Sponsor: p.Sponsor, Film: p.URL, PassedOver: []PassedOver{}}
		if p.Kind == channel.PrerollVAST {
			hosts := strings.Join(p.Hosts(), " ")
			found, err := server.Find(ctx, ads.Tag{URL: p.URL, Hosts: hosts})
			if err != nil {
				return nil, err
			}
			report.Server = hosts
			report.fill(found)
		}
		reports = append(reports, report)
	}
	return reports, nil
}

func (r *AdReport) fill(found ads.Ad) {
	r.Film, r.Width, r.Height, r.Duration = found.Media.URL, found.Media.Width, found.Media.Height, found.Duration.Seconds()
	if found.Code != 0 {
		r.Reason, r.Explanation = string(found.Obstacle.Reason), found.Obstacle.String()
	}
	if found.Advertiser != "" {
		r.Sponsor = found.Advertiser
	}
	for _, o := range found.PassedOver {
		r.PassedOver = append(r.PassedOver, PassedOver{Film: o.Film, Reason: string(o.Reason), Explanation: o.String()})
	}
}
