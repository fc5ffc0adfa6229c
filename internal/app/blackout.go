package app

import (
	"context"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
)

// BlackOut replaces the rules about where an event may be watched: not in the places
// of deny, only in those of allow, which refuses viewers whose place is not known. They end
// lifted after the event, or never where that is negative. With sound, refused viewers may listen.
func (a *App) BlackOut(ctx context.Context, event int64, deny, allow []string, lifted time.Duration, sound bool) error {
	by := actor.Actor{Role: actor.System}
	channelID, err := a.Catalog.ChannelOf(ctx, by, catalog.EventID(event))
	if err != nil {
		return err
	}
	if lifted < 0 {
		lifted = commerce.Forever
	}
	var rules []commerce.Blackout
	if len(deny) > 0 {
		rules = append(rules, commerce.Blackout{Mode: commerce.Deny, Places: deny, LiftedAfter: lifted, Sound: sound})
	}
	if len(allow) > 0 {
		rules = append(rules, commerce.Blackout{Mode: commerce.Allow, Places: allow, LiftedAfter: lifted, Sound: sound})
		if a.Config.GeoDB == "" && a.Config.GeoHeader == "" {
			a.Log.WarnContext(ctx, "an allow list refuses viewers whose place is not known: set GRANDSTAND_GEO_DB or GRANDSTAND_GEO_HEADER on the nodes that serve")
		}
	}
	return a.Commerce.ReplaceBlackouts(ctx, by, channelID, event, rules)
}
