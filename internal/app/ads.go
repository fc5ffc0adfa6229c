package app

import (
	"time"

	"github.com/grandstand/grandstand/internal/ads"
	"github.com/grandstand/grandstand/internal/demo"
	"github.com/grandstand/grandstand/internal/outbound"
)

// adCall bounds one call of an ad server; what is asked for one ad is bounded by package ads.
const adCall = 5 * time.Second

// openAds prepares the asking of ad servers: of those on the public internet and, in a
// demo, of the one that it plays itself.
func (a *App) openAds() *ads.Server {
	client := outbound.NewGuard().Client(adCall)
	if a.Config.Demo {
		client.Transport = demo.Sponsors{Next: client.Transport}
	}
	return ads.New(ads.Options{Client: client, Clock: a.Clock, OwnPaths: a.Config.Demo})
}
