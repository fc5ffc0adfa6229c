package commerce

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"
)

// holderBatch is the number of users that PassHoldersToNotify looks up with one query.
const holderBatch = 500

// PassHolder is a user whose pass or subscription opens an event at a given time.
type PassHolder struct {
	UserID int64
	Until  time.Time // end of access to the event. Zero: access has no end, or a subscription renews.
}

// PassHoldersToNotify returns the users to notify of a change of an event:
//   - followers whose pass or subscription opens the event, and holders of a team pass of a team that plays. Other holders are left
//     out, because a league pass opens hundreds of events.
//   - The pass must be valid at announcedStart, the start of the event before the change. A subscription that renews is.
//   - Until is computed from everything that the user has bought, without regional restrictions: the place of the viewer is unknown.
func (s *Service) PassHoldersToNotify(ctx context.Context, channelID int64, e Event, announcedStart time.Time, followers []int64) ([]PassHolder, error) {
	offers, err := s.all(ctx, channelID)
	if err != nil {
		return nil, err
	}
	candidates, err := s.teamPassHolders(ctx, channelID, e, offers)
	if err != nil {
		return nil, err
	}
	follows := make(map[int64]bool, len(followers))
	for _, user := range followers {
		follows[user] = true
	}
	candidates = append(candidates, followers...)
	slices.Sort(candidates)
	var notify []PassHolder
	for users := range slices.Chunk(slices.Compact(candidates), holderBatch) {
		held, err := s.validOrders(ctx, channelID, users, announcedStart)
		if err != nil {
			return nil, err
		}
		for _, user := range users {
			grants := newHoldings(held[holder{channelID, user}], offers).Grants
			access := func(by []Grant) Access { return decideAnywhere(e, Viewer{LoggedIn: true}, by, announcedStart) }
			passes := slices.DeleteFunc(slices.Clone(grants), func(g Grant) bool {
				return !g.isPass() || !follows[user] && !slices.Contains(e.Participants, g.team())
			})
			if access(passes).IsBought(e.Type) {
				notify = append(notify, PassHolder{UserID: user, Until: access(grants).Until})
			}
		}
	}
	return notify, nil
}

// team returns the team of a team pass: the team that the buyer chose, or the only team of the package. 0 for other grants.
func (g Grant) team() int64 {
	switch {
	case !g.Package.IsTeamPass:
		return 0
	case g.Package.Choice == ChooseParticipant:
		return g.Chosen
	case g.Package.Choice == ChooseNothing && len(g.Package.Participants) == 1:
		return g.Package.Participants[0]
	}
	return 0
}

// teamPassHolders returns the buyers of team passes of the event's teams. It leaves out the buyers who chose another team of the pass. It
// includes all orders without a chosen team, even if the only team of the pass does not play: PassHoldersToNotify checks the team of each grant.
func (s *Service) teamPassHolders(ctx context.Context, channelID int64, e Event, offers []*Package) ([]int64, error) {
	var packages []PackageID
	for _, p := range offers {
		if p.IsTeamPass && intersects(p.Participants, e.Participants) {
			packages = append(packages, p.ID)
		}
	}
	if len(packages) == 0 {
		return nil, nil
	}
	var users []int64
	err := s.db.From(ctx).NewRaw(`SELECT user_id FROM orders WHERE channel_id = ? AND package_id IN (?) AND status = ? AND live = TRUE
		AND (participant_id IS NULL OR participant_id IN (?))`, channelID, bun.List(packages), OrderPaid, bun.List(e.Participants)).Scan(ctx, &users)
	if err != nil {
		return nil, fmt.Errorf("list the holders of team passes: %w", err)
	}
	return users, nil
}

// validOrders reads the orders of users that are valid now, or at the announced start if that has passed. It sets UntilMS to 0 for orders
// of subscriptions that renew.
func (s *Service) validOrders(ctx context.Context, channelID int64, users []int64, announcedStart time.Time) (map[holder][]heldRow, error) {
	holders := make([]holder, len(users))
	for i, user := range users {
		holders[i] = holder{channelID, user}
	}
	validAt := s.clock.Now()
	if announcedStart.Before(validAt) {
		validAt = announcedStart
	}
	held, err := selectHeld(ctx, s.db.From(ctx), holders, validAt)
	if err != nil {
		return nil, err
	}
	var renewing []OrderID
	err = s.db.From(ctx).NewRaw(`SELECT order_id FROM subscriptions WHERE channel_id = ? AND user_id IN (?) AND ended_ms = 0
		AND auto_renew = TRUE AND paused_ms = 0 AND uncharged_until_ms = 0`, channelID, bun.List(users)).Scan(ctx, &renewing)
	if err != nil {
		return nil, fmt.Errorf("list the subscriptions that renew: %w", err)
	}
	renews := make(map[OrderID]bool, len(renewing))
	for _, order := range renewing {
		renews[order] = true
	}
	for _, rows := range held {
		for i := range rows {
			if renews[rows[i].ID] {
				rows[i].UntilMS = 0
			}
		}
	}
	return held, nil
}
