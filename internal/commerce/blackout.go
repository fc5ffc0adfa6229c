package commerce

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
)

// BlackoutMode selects a deny list or an allow list.
type BlackoutMode string

// Modes.
const (
	Deny  BlackoutMode = "deny"  // viewers in these places cannot watch
	Allow BlackoutMode = "allow" // only viewers in these places can watch
)

// Forever is the LiftedAfter of a rule that is never lifted.
const Forever time.Duration = -1

// Blackout is one rule about where an event may be watched. Places are countries by ISO 3166-1
// ("CA") and regions by ISO 3166-2 ("CA-QC"). A viewer with an unknown region matches no region. A
// viewer whose country is not known passes every deny list, so that a missing database closes no
// channel, and no allow list: an allow list promises that the event is watched at its places alone.
type Blackout struct {
	Mode   BlackoutMode
	Places []string
	// LiftedAfter is how long after the event's end everybody may watch, or Forever.
	LiftedAfter time.Duration
	// Sound allows viewers to listen where the rule forbids them to watch.
	Sound bool
}

// elsewhere represents any known place without a rule. ZZ is a user-assigned code of ISO 3166-1.
const elsewhere = "ZZ"

// covers reports whether the rule blocks a place, and whether it does so only because the place is
// not known well enough for an allow list.
func (b Blackout) covers(place string) (covered, unknown bool) {
	country, _, _ := strings.Cut(place, "-")
	named := place != "" && (slices.Contains(b.Places, place) || slices.Contains(b.Places, country))
	if b.Mode == Deny {
		return named, false
	}
	return !named, !named && (place == "" || place == country && b.namesRegionOf(country))
}

// namesRegionOf reports whether one of the rule's places is a region of a country.
func (b Blackout) namesRegionOf(country string) bool {
	return slices.ContainsFunc(b.Places, func(place string) bool { return strings.HasPrefix(place, country+"-") })
}

// lifted is when the rule ends for an event that has ended at end; false: never, or
// not before the event has ended.
func (b Blackout) lifted(end time.Time) (time.Time, bool) {
	if b.LiftedAfter < 0 || end.IsZero() {
		return time.Time{}, false
	}
	return end.Add(b.LiftedAfter), true
}

// isActive reports whether the rule blocks a place now, and whether it does so only because the place
// is not known well enough. The event ended at end.
func (b Blackout) isActive(place string, end, now time.Time) (active, unknown bool) {
	covered, unknown := b.covers(place)
	at, ends := b.lifted(end)
	return covered && (!ends || at.After(now)), unknown
}

// allowsSound reports whether every blackout that is active at the viewer's place allows the sound.
func (e Event) allowsSound(place string, now time.Time) bool {
	return !slices.ContainsFunc(e.Blackouts, func(b Blackout) bool {
		active, _ := b.isActive(place, e.End, now)
		return active && !b.Sound
	})
}

// blackedOut returns the refusal of the longest blackout that is active at the viewer's place, or
// nil.
func blackedOut(e Event, place string, now time.Time) *Access {
	var out *Access
	unknown := true
	for _, b := range e.Blackouts {
		active, notKnown := b.isActive(place, e.End, now)
		if !active {
			continue
		}
		at, _ := b.lifted(e.End)
		unknown = unknown && notKnown
		one := &Access{Reason: ReasonBlackout, Opens: at, OpensAfter: b.LiftedAfter}
		switch {
		case out == nil:
			out = one
		case out.OpensAfter < 0:
		case b.LiftedAfter < 0 || b.LiftedAfter > out.OpensAfter:
			out = one
		}
	}
	if out != nil {
		out.PlaceUnknown = unknown
	}
	return out
}

// isLiftedBefore orders blackouts by how long after an event's end they are lifted.
func (a Access) isLiftedBefore(b Access) bool {
	return a.OpensAfter >= 0 && (b.OpensAfter < 0 || a.OpensAfter < b.OpensAfter)
}

// RefusedHere returns the refusal if the viewer's location forbids the media of an event, or nil.
// Purchases make no difference. Every path that serves media must call it: page, library, clips,
// downloads, pictures.
func RefusedHere(e Event, v Viewer, now time.Time) *Access {
	return refusedHere(v, func() *Access { return blackedOut(e, v.Place, now) })
}

func refusedHere(v Viewer, blackout func() *Access) *Access {
	switch {
	case v.Operator:
		return nil
	case v.GeoBlocked:
		return &Access{Reason: ReasonGeoBlocked}
	}
	return blackout()
}

// CanSell reports whether an event, or a product that includes it, may be sold to a viewer now. It
// refuses viewers whose location forbids the event, and events that are cancelled or postponed. The
// reason is "" where it may. Checkout asks it before anything is charged, by RefuseSale.
func CanSell(e Event, v Viewer, now time.Time) (Reason, bool) {
	if e.Off != "" {
		return e.Off, false
	}
	refused := RefusedHere(e, v, now)
	if refused == nil {
		return "", true
	}
	return refused.Reason, false
}

// RefuseSale is CanSell as an error: Forbidden, "not_sold_in_region"; Unprocessable,
// "event_cancelled" and "event_postponed".
func RefuseSale(e Event, v Viewer, now time.Time) error {
	if e.Off == ReasonCancelled {
		return fault.New(fault.Unprocessable, string(e.Off), "This game was cancelled. It is not on sale.")
	}
	if e.Off == ReasonPostponed {
		return fault.New(fault.Unprocessable, string(e.Off), "This game is postponed. It will be back on sale once it has a new time.")
	}
	refused := RefusedHere(e, v, now)
	switch {
	case refused == nil:
		return nil
	case refused.PlaceUnknown:
		return fault.New(fault.Forbidden, "not_sold_in_region", "This is available only in certain places, and we cannot tell where you are.")
	}
	return fault.New(fault.Forbidden, "not_sold_in_region", "This content is not available in your region.")
}

// Blackouts are the rules of one channel. The zero value has none.
type Blackouts struct {
	byEvent map[int64][]Blackout
	named   map[string]bool
	parted  map[string]bool // countries of which a rule names a region
}

// Any reports whether there is any rule.
func (r *Blackouts) Any() bool { return len(r.byEvent) > 0 }

// Of returns the rules of an event.
func (r *Blackouts) Of(eventID int64) []Blackout { return r.byEvent[eventID] }

// Near returns the same value for all places that the channel's rules treat alike, for use in cache
// keys.
func (r *Blackouts) Near(place string) string {
	country, _, _ := strings.Cut(place, "-")
	switch {
	case place == "" || !r.Any():
		return ""
	case r.named[place]:
		return place
	case r.named[country], place == country && r.parted[country]:
		return country
	}
	return elsewhere
}

// Blackouts returns the channel's rules. The result is shared between callers and must not be
// changed.
func (s *Service) Blackouts(ctx context.Context, channelID int64) (*Blackouts, error) {
	if s.db.Inside(ctx) {
		return selectBlackouts(ctx, s.db.From(ctx), channelID)
	}
	now, err := s.revisions.Of(ctx, channelID)
	if err != nil {
		return nil, err
	}
	return s.blackouts.Get(ctx, channelID, now.Commerce, func(ctx context.Context) (*Blackouts, error) {
		return selectBlackouts(ctx, s.db.Read(), channelID)
	})
}

// Limits of what operators write.
const (
	maxBlackouts = 20 // of one event
	maxPlaces    = 300
	maxLifted    = 366 * 24 * time.Hour
)

var placePattern = text.NewPattern(`^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$`)

func validateBlackouts(rules []Blackout) error {
	var fields []fault.Field
	require := func(ok bool, field, code, message string) {
		if !ok {
			fields = append(fields, fault.Field{Field: field, Code: code, Message: message})
		}
	}
	require(len(rules) <= maxBlackouts, "blackouts", "too_many", fmt.Sprintf("At most %d values are allowed.", maxBlackouts))
	for i, b := range rules {
		at := fmt.Sprintf("blackouts.%d.", i)
		require(b.Mode == Deny || b.Mode == Allow, at+"mode", "invalid_value", "The mode must be deny or allow")
		require(len(b.Places) > 0, at+"places", "required", "Field is required")
		require(len(b.Places) <= maxPlaces, at+"places", "too_many", fmt.Sprintf("At most %d values are allowed.", maxPlaces))
		for _, place := range b.Places {
			require(placePattern.MatchString(place) && place != elsewhere, at+"places", "invalid_place",
				"A place must be a country such as CA or a region such as CA-QC")
		}
		require(b.LiftedAfter == Forever || b.LiftedAfter >= 0 && b.LiftedAfter <= maxLifted, at+"lifted_after", "out_of_range",
			"A blackout must be lifted at most a year after the end, or never")
	}
	if len(fields) > 0 {
		return fault.InvalidFields(fields...)
	}
	return nil
}

// ReplaceBlackouts sets the rules of an event; only the channel's operators may. An
// event that the channel does not have is NotFound.
func (s *Service) ReplaceBlackouts(ctx context.Context, by actor.Actor, channelID, eventID int64, rules []Blackout) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	if err := validateBlackouts(rules); err != nil {
		return err
	}
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := replaceBlackouts(ctx, tx, channelID, eventID, rules, s.clock.Now()); err != nil {
			return err
		}
		return revision.Bump(ctx, tx, channelID, revision.Commerce)
	})
	if err != nil {
		return err
	}
	s.revisions.Forget(channelID)
	return nil
}
