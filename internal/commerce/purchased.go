package commerce

import (
	"context"
	"slices"
	"time"
)

// Purchased is what of a package or subscription a user has bought, as the specification
// marks it (section 4, "Purchased marking").
type Purchased struct {
	// Whole says that nothing of it is left to buy.
	Whole bool
	// Categories and Participants are the parts that are bought; both are sorted.
	Categories   []int64
	Participants []int64
}

// MarkPurchased says what of p is bought by grants that are good now. What is bought as a
// whole is marked with all its parts. Of what is bought by its parts, each is marked that
// an order names; once none is left, the whole is: no participant of a team pass, no
// category of any other. What holds every part as part of something else marks nothing.
func MarkPurchased(p *Package, grants []Grant, now time.Time) Purchased {
	var out Purchased
	for _, g := range grants {
		if !g.isOf(p) || !g.givesAccess(now) {
			continue
		}
		switch p.Choice {
		case ChooseCategory:
			out.Categories = append(out.Categories, g.Chosen)
		case ChooseParticipant:
			out.Participants = append(out.Participants, g.Chosen)
		case ChooseNothing:
			return Purchased{Whole: true, Categories: parts(p.Categories, p.Categories), Participants: parts(p.Participants, p.Participants)}
		}
	}
	out.Categories, out.Participants = parts(out.Categories, p.Categories), parts(out.Participants, p.Participants)
	switch p.Choice {
	case ChooseCategory:
		out.Whole = holdsAll(out.Categories, p.Categories)
	case ChooseParticipant:
		out.Whole = holdsAll(out.Participants, p.Participants)
	case ChooseNothing:
	}
	return out
}

// AlreadyBought reports whether a user who holds grants has nothing to gain by buying p
// once more: the ticket of an event that is held, the whole of what is held as a whole,
// or a part that is held. eventID is of a ticket, chosen the category or participant
// that a buyer of a part names; else they are 0. Buying twice at once is refused by the
// orders themselves.
func AlreadyBought(p *Package, eventID, chosen int64, grants []Grant, now time.Time) bool {
	if p.Type == TypeEvent {
		return slices.ContainsFunc(grants, func(g Grant) bool { return eventID != 0 && g.EventID == eventID && g.givesAccess(now) })
	}
	held := MarkPurchased(p, grants, now)
	return held.Whole || slices.Contains(held.Categories, chosen) || slices.Contains(held.Participants, chosen)
}

// OnHold reports whether the user would have bought p already, as AlreadyBought has it, if no bank disputed their payment.
func OnHold(p *Package, eventID, chosen int64, grants []Grant, now time.Time) bool {
	return AlreadyBought(p, eventID, chosen, released(grants), now) && !AlreadyBought(p, eventID, chosen, grants, now)
}

// refuseBought refuses products that the user has: Conflict, "already_bought", or "payment_disputed" for a product on hold.
func (s *Service) refuseBought(ctx context.Context, channelID, userID int64, wanted []Line) error {
	held, err := s.StoredGrants(ctx, channelID, userID)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	for _, l := range wanted {
		chosen := max(l.CategoryID, l.ParticipantID)
		switch {
		case AlreadyBought(l.Package, l.EventID(), chosen, held, now):
			return errAlreadyBought(l.Product)
		case OnHold(l.Package, l.EventID(), chosen, held, now):
			return errOrderDisputed()
		}
	}
	return nil
}

// isOf reports whether a grant is of a package, and no ticket that was bought by it.
func (g Grant) isOf(p *Package) bool {
	return g.EventID == 0 && g.Package != nil && g.Package.ID == p.ID && p.Type != TypeEvent
}

// IsSubscription reports whether a grant is of what renews.
func (g Grant) IsSubscription() bool { return g.Package != nil && g.Package.Kind == KindSubscription }

// parts are those of a list that a package has, each once and sorted.
func parts(list, of []int64) []int64 {
	out := slices.DeleteFunc(slices.Clone(list), func(id int64) bool { return !slices.Contains(of, id) })
	slices.Sort(out)
	return slices.Compact(out)
}

func holdsAll(held, all []int64) bool {
	return len(all) > 0 && !slices.ContainsFunc(all, func(id int64) bool { return !slices.Contains(held, id) })
}

// Overview is what a user has of a channel by what was bought.
type Overview struct {
	Capabilities  []Capability // of any purchase
	Events        []int64      // bought one by one
	Packages      []int64
	Subscriptions []int64
}

// Summarize sums up grants that are good now. A capability is in it if something is
// opened that has it: an add-on alone opens nothing, and a ticket no library.
func Summarize(grants []Grant, now time.Time) Overview {
	var out Overview
	watches := false
	for _, g := range grants {
		if !g.givesAccess(now) {
			continue
		}
		watches = watches || !g.isAddition()
		switch {
		case g.EventID != 0:
			out.Events = append(out.Events, g.EventID)
		case g.Package == nil:
		case g.IsSubscription():
			out.Subscriptions = append(out.Subscriptions, int64(g.Package.ID))
		default:
			out.Packages = append(out.Packages, int64(g.Package.ID))
		}
		if g.Package != nil {
			out.Capabilities = append(out.Capabilities, g.Package.Capabilities...)
		}
	}
	library := DecideVideo(Video{Type: AccessPaid}, Viewer{LoggedIn: true}, grants, now).Granted
	out.Capabilities = slices.DeleteFunc(out.Capabilities, func(c Capability) bool { return c == Watch || c == VODMedia && !library })
	if watches {
		out.Capabilities = append(out.Capabilities, Watch)
	}
	out.Capabilities = sorted(out.Capabilities)
	for _, list := range []*[]int64{&out.Events, &out.Packages, &out.Subscriptions} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return out
}
