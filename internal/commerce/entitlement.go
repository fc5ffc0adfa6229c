package commerce

import (
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/text"
)

// Access types of events, as the specification names them.
const (
	AccessFree     = "free"
	AccessRegister = "register"
	AccessPaid     = "paid"
	AccessPPV      = "ppv"
)

// Reason says why access is granted or refused, as a stable code.
type Reason string

// Reasons.
const (
	ReasonFree         Reason = "free"
	ReasonRegistered   Reason = "registered"
	ReasonOrder        Reason = "order"
	ReasonPackage      Reason = "package"
	ReasonSubscription Reason = "subscription"
	ReasonOperator     Reason = "operator"

	ReasonLoginRequired    Reason = "login_required"
	ReasonPurchaseRequired Reason = "purchase_required"
	ReasonPaymentDisputed  Reason = "payment_disputed" // what was bought would open it, and a bank has not decided yet
	ReasonGeoBlocked       Reason = "geo_blocked"
	ReasonBlackout         Reason = "blackout"

	// Reasons why something is not sold, though it may be watched once it is bought.
	ReasonCancelled Reason = "event_cancelled"
	ReasonPostponed Reason = "event_postponed"
)

// Event is what the rule needs to know of an event.
type Event struct {
	ID           int64
	Type         string
	Categories   []int64 // the event's category and those above it
	Participants []int64
	Blackouts    []Blackout
	Off          Reason    // ReasonCancelled or ReasonPostponed, "" where it takes place
	End          time.Time // zero while it is not over
}

// Viewer is what the rule needs to know of who asks.
type Viewer struct {
	LoggedIn   bool
	Operator   bool // of the event's channel
	GeoBlocked bool
	Place      string // where they are, as blackouts name places; "" where that is not known
}

// Grant is one paid, active order of the viewer on the event's channel: the ticket
// of one event, or a package or subscription with what it covers.
type Grant struct {
	Order   OrderID
	EventID int64    // of a ticket, else 0
	Package *Package // what was bought
	// Chosen is the category or participant that the buyer named, as Package.Choice has
	// it; one that was to be named and was not covers nothing.
	Chosen int64
	Until  time.Time
	// Disputed is an order whose payment the buyer's bank took back for now. It gives no access.
	Disputed bool
}

// Access is the decision, with its reason.
type Access struct {
	Granted      bool
	Reason       Reason
	Product      text.Text // name of what was bought, if that is the reason
	Until        time.Time // zero: without end
	Capabilities []Capability
	// Opens and OpensAfter say when a blackout is lifted: at a time, once the event is
	// over, and how long after its end that is, or Forever.
	Opens      time.Time
	OpensAfter time.Duration
	// PlaceUnknown says of a blackout that the viewer may be at a place that an allow list
	// names: where they are is not known.
	PlaceUnknown bool
	// Listening is set if the viewer may listen although a blackout forbids the pictures. It holds the
	// reason that would grant access at another place.
	Listening Reason
}

// MayListen reports whether a viewer who may not watch may listen.
func (a Access) MayListen() bool { return a.Listening != "" }

// everything is what an operator may do on the own channel.
var everything = []Capability{Clipping, Download, DownloadClip, NoAds, VODMedia, Watch}

// IsBought reports whether it is granted to something of a type for what the viewer bought, to watch
// or to listen. What everybody may watch, or everybody who logs in, is not bought, also not by the
// holder of a subscription that covers it.
func (a Access) IsBought(accessType string) bool {
	reason := a.Listening
	if a.Granted {
		reason = a.Reason
	}
	return accessType != AccessFree && accessType != AccessRegister && (reason == ReasonOrder || reason == ReasonPackage || reason == ReasonSubscription)
}

// Decide is the only place where access to an event is decided. It is a pure
// function; the order of grants does not matter, and one more grant never takes
// anything away.
//
// Free events are for everyone, register events for any user, paid events for a
// ticket, a package that covers the event, or a subscription; ppv events for a
// ticket only. An add-on that covers the event adds what it may do to whatever opens
// it, and opens nothing. A blocked region and a blackout refuse everybody but the
// channel's operators, even if they bought the event. If the blackout allows the sound, viewers
// who could watch without it may listen.
func Decide(e Event, v Viewer, grants []Grant, now time.Time) Access {
	if v.Operator {
		return Access{Granted: true, Reason: ReasonOperator, Capabilities: everything}
	}
	refused := RefusedHere(e, v, now)
	if refused == nil {
		return decideAnywhere(e, v, grants, now)
	}
	if refused.Reason == ReasonBlackout && e.allowsSound(v.Place, now) {
		if access := decideAnywhere(e, v, grants, now); access.Granted {
			refused.Listening = access.Reason
		}
	}
	return *refused
}

// decideAnywhere is Decide for a viewer at a place without a rule.
func decideAnywhere(e Event, v Viewer, grants []Grant, now time.Time) Access {
	best := func(grants []Grant) *Access {
		return bestGrant(grants, func(g Grant) (Reason, bool) { return g.opens(e, now) })
	}
	access := byType(e.Type, v, best(grants)).withDispute(grants, best)
	return access.with(grants, func(g Grant) bool { return g.isAddition() && g.givesAccess(now) && g.covers(e) })
}

// withDispute names the dispute where nothing but a dispute keeps what was bought from opening.
// Several grants can be needed together: an add-on opens the library with the pass that it is added to.
func (a Access) withDispute(grants []Grant, best func([]Grant) *Access) Access {
	if a.Reason == ReasonPurchaseRequired && best(released(grants)) != nil {
		return Access{Reason: ReasonPaymentDisputed}
	}
	return a
}

// released are grants as they were if no bank disputed a payment.
func released(grants []Grant) []Grant {
	out := slices.Clone(grants)
	for i := range out {
		out[i].Disputed = false
	}
	return out
}

// byType is what an access type asks for, of who may watch at all: nothing, an account,
// or something bought that opens it.
func byType(accessType string, v Viewer, bought *Access) Access {
	switch {
	case bought != nil:
		return *bought
	case accessType == AccessFree:
		return Access{Granted: true, Reason: ReasonFree, Capabilities: []Capability{Watch}}
	case accessType == AccessRegister && v.LoggedIn:
		return Access{Granted: true, Reason: ReasonRegistered, Capabilities: []Capability{Watch}}
	case accessType == AccessRegister:
		return Access{Reason: ReasonLoginRequired}
	}
	return Access{Reason: ReasonPurchaseRequired}
}

// bestGrant joins all grants that open something: their capabilities add up, and the
// one that lasts longest gives the reason. nil when none does.
func bestGrant(grants []Grant, opens func(Grant) (Reason, bool)) *Access {
	var best *Grant
	var why Reason
	var capabilities []Capability
	for i := range grants {
		g := &grants[i]
		reason, ok := opens(*g)
		if !ok {
			continue
		}
		capabilities = append(capabilities, Watch)
		if g.Package != nil {
			capabilities = append(capabilities, g.Package.Capabilities...)
		}
		if best == nil || outlasts(g, best, reason, why) {
			best, why = g, reason
		}
	}
	if best == nil {
		return nil
	}
	access := &Access{Granted: true, Reason: why, Until: best.Until, Capabilities: sorted(capabilities)}
	if best.Package != nil {
		access.Product = best.Package.Name
	}
	return access
}

// with adds what add-ons allow to what is allowed already; where nothing is, they add
// nothing.
func (a Access) with(grants []Grant, adds func(Grant) bool) Access {
	if !a.Granted {
		return a
	}
	for _, g := range grants {
		if adds(g) {
			a.Capabilities = sorted(slices.Concat(a.Capabilities, g.Package.Capabilities))
		}
	}
	return a
}

func sorted(capabilities []Capability) []Capability {
	slices.Sort(capabilities)
	return slices.Compact(capabilities)
}

// isAddition tells an add-on. A ticket is none, whatever package it was bought by.
func (g Grant) isAddition() bool {
	return g.EventID == 0 && g.Package != nil && g.Package.IsAddition()
}

// isPass tells what opens more than one event: a package or a subscription. A ticket
// without its event is none.
func (g Grant) isPass() bool {
	return g.EventID == 0 && g.Package != nil && g.Package.Type != TypeEvent && !g.Package.IsAddition()
}

// opens reports whether a grant gives access to the event, and as what.
func (g Grant) opens(e Event, now time.Time) (Reason, bool) {
	switch {
	case !g.givesAccess(now):
		return "", false
	case g.EventID != 0:
		return ReasonOrder, g.EventID == e.ID
	case !g.isPass() || e.Type == AccessPPV:
		return "", false
	}
	return g.passReason(), g.covers(e)
}

func (g Grant) passReason() Reason {
	if g.Package.Kind == KindSubscription {
		return ReasonSubscription
	}
	return ReasonPackage
}

// covers reports whether what was bought, as far as it was bought, covers the event.
func (g Grant) covers(e Event) bool {
	switch g.Package.Choice {
	case ChooseCategory:
		return slices.Contains(g.Package.Categories, g.Chosen) && slices.Contains(e.Categories, g.Chosen)
	case ChooseParticipant:
		return slices.Contains(g.Package.Participants, g.Chosen) && slices.Contains(e.Participants, g.Chosen)
	case ChooseNothing:
	}
	return g.Package.Covers(e)
}

// outlasts orders grants by their end, those without one last; ties are broken by reason
// and then by package, so that the answer does not depend on the order of grants.
func outlasts(a, b *Grant, reasonA, reasonB Reason) bool {
	switch {
	case !a.Until.Equal(b.Until) && (a.Until.IsZero() || b.Until.IsZero()):
		return a.Until.IsZero()
	case !a.Until.Equal(b.Until):
		return a.Until.After(b.Until)
	case reasonA != reasonB:
		return reasonA < reasonB
	case a.Package == nil || b.Package == nil:
		return a.Package != nil
	}
	return a.Package.ID < b.Package.ID
}
