package commerce

import (
	"context"
	"slices"
	"time"
)

// Video is what the rule needs to know of an item of the VOD library.
type Video struct {
	Type string // free, register or paid
	// Parts are the events whose recordings its parts play, the zero Event for a film.
	Parts []Event
}

// blackedOut is the blackout of an item of which no part may be watched at a place, the one
// that is lifted first; nil where a part may be watched.
func (v Video) blackedOut(place string, now time.Time) *Access {
	var out *Access
	for _, part := range v.Parts {
		refused := blackedOut(part, place, now)
		if refused == nil {
			return nil
		}
		if out == nil || refused.isLiftedBefore(*out) {
			out = refused
		}
	}
	return out
}

// DecideVideo is where access to the VOD library is decided, as Decide is for events:
// free items are for everyone, register items for any user, paid items for who holds
// the capability vod_media by something bought. That is what a pass or a subscription
// grants on the library as a whole, or an add-on to one, so what it covers of the events
// does not matter; the ticket of one event opens none, and neither does an add-on alone.
// What it takes to watch is the item's to say. Where it may be watched is said by the
// channel's blocked countries and, of a recording, by the blackouts of its event: both
// refuse everyone but operators. A viewer with access is spared advertisements
// by any pass that says so, also by one that does not open the library.
func DecideVideo(item Video, v Viewer, grants []Grant, now time.Time) Access {
	if v.Operator {
		return Access{Granted: true, Reason: ReasonOperator, Capabilities: everything}
	}
	if refused := refusedHere(v, func() *Access { return item.blackedOut(v.Place, now) }); refused != nil {
		return *refused
	}
	best := func(grants []Grant) *Access {
		hasPass := slices.ContainsFunc(grants, func(g Grant) bool { return g.isPass() && g.givesAccess(now) })
		return bestGrant(grants, func(g Grant) (Reason, bool) { return g.opensVOD(now, hasPass) })
	}
	return byType(item.Type, v, best(grants)).withDispute(grants, best).with(grants, func(g Grant) bool { return g.isAddition() && g.givesAccess(now) }).sparing(grants, now)
}

// sparing adds no_ads where a pass that lasts has it: what it covers of the events does not
// matter in the library, and a video that is open to all needs nothing else of it.
func (a Access) sparing(grants []Grant, now time.Time) Access {
	if a.Granted && slices.ContainsFunc(grants, func(g Grant) bool {
		return g.isPass() && g.givesAccess(now) && slices.Contains(g.Package.Capabilities, NoAds)
	}) {
		a.Capabilities = sorted(slices.Concat(a.Capabilities, []Capability{NoAds}))
	}
	return a
}

// opensVOD reports whether a grant gives access to the library, and as what; hasPass says
// whether its holder has what an add-on adds to.
func (g Grant) opensVOD(now time.Time, hasPass bool) (Reason, bool) {
	counts := g.isPass() || g.isAddition() && hasPass
	if !counts || !g.givesAccess(now) || !slices.Contains(g.Package.Capabilities, VODMedia) {
		return "", false
	}
	return g.passReason(), true
}

// OpeningVOD returns what opens the VOD library when bought: every package and
// subscription that grants vod_media: subscriptions, then passes of the channel, then
// team passes, each heaviest first. Add-ons and tickets are not bought for it.
func (s *Service) OpeningVOD(ctx context.Context, channelID int64) ([]*Package, error) {
	all, err := s.all(ctx, channelID)
	if err != nil {
		return nil, err
	}
	var subscriptions, passes, teams []*Package
	for _, p := range all {
		switch {
		case p.Type == TypeEvent || p.IsAddition() || !slices.Contains(p.Capabilities, VODMedia):
		case p.Kind == KindSubscription:
			subscriptions = append(subscriptions, p)
		case p.IsTeamPass:
			teams = append(teams, p)
		default:
			passes = append(passes, p)
		}
	}
	return slices.Concat(subscriptions, passes, teams), nil
}
