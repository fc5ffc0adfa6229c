package commerce

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
)

// Feature is what uses are counted of.
type Feature string

// Features. Downloads are those of games and of clips.
const (
	Clips     Feature = "clips"
	Downloads Feature = "downloads"
)

// feature is of what a capability is a use; "" for one that is not counted.
func (c Capability) feature() Feature {
	switch c {
	case Clipping:
		return Clips
	case Download, DownloadClip:
		return Downloads
	case Watch, NoAds, VODMedia:
	}
	return ""
}

// limit is how many uses of a feature one purchase includes; 0 for no limit.
func (p *Package) limit(f Feature) int64 {
	if f == Clips {
		return p.ClipLimit
	}
	return p.DownloadLimit
}

// Wish is what a user wants to do once with an event.
type Wish struct {
	ChannelID  int64
	UserID     int64
	Viewer     Viewer
	Event      Event
	Capability Capability // Clipping, Download or DownloadClip
}

// Use is a use that was counted: what gives it back.
type Use struct {
	Feature Feature
	// Order is the purchase that it is of; 0 for an operator's, who needs none.
	Order OrderID
	// Opening is the purchase that opened the event to who used it: the same, where that does,
	// and 0 where none does.
	Opening OrderID
}

// allowed refuses what Decide does.
func (w *Wish) allowed(grants []Grant, now time.Time) error {
	access := Decide(w.Event, w.Viewer, grants, now)
	f := w.Capability.feature()
	if w.UserID != 0 && f != "" && !slices.Contains(access.Capabilities, w.Capability) {
		if would := Decide(w.Event, w.Viewer, released(grants), now); slices.Contains(would.Capabilities, w.Capability) {
			return fault.New(fault.Forbidden, "no_access", "Your bank is disputing your payment, so your order is on hold and does not include this for now.")
		}
	}
	switch {
	case !access.Granted || w.UserID == 0 || f == "":
		return fault.New(fault.Forbidden, "no_access", "You do not have access to this video.")
	case slices.Contains(access.Capabilities, w.Capability):
		return nil
	case f == Clips:
		return fault.New(fault.Forbidden, "no_access", "Your purchase does not include clips.")
	}
	return fault.New(fault.Forbidden, "no_access", "Your purchase does not include downloads.")
}

// payers are the grants that allow what is wished, in the order in which they are used:
// those without a limit first, then what ends soonest, whatever order they come in. Of
// what Decide allows to somebody who does not operate the channel there is one or more.
func (w *Wish) payers(grants []Grant, now time.Time) []Grant {
	var out []Grant
	for _, g := range grants {
		if g.Package == nil || !slices.Contains(g.Package.Capabilities, w.Capability) {
			continue
		}
		_, opens := g.opens(w.Event, now)
		if opens || g.isAddition() && g.givesAccess(now) && g.covers(w.Event) {
			out = append(out, g)
		}
	}
	f := w.Capability.feature()
	slices.SortFunc(out, func(a, b Grant) int {
		return cmp.Or(cmp.Compare(min(a.Package.limit(f), 1), min(b.Package.limit(f), 1)), endsSooner(a.Until, b.Until), cmp.Compare(a.Order, b.Order))
	})
	return out
}

// opening is the purchase that opens the event: the one that is used where it does, else what
// lasts longest.
func (w *Wish) opening(grants []Grant, used OrderID, now time.Time) OrderID {
	var best *Grant
	for i := range grants {
		g := &grants[i]
		if _, opens := g.opens(w.Event, now); !opens {
			continue
		}
		if g.Order == used {
			return used
		}
		if best == nil || endsSooner(best.Until, g.Until) < 0 {
			best = g
		}
	}
	if best == nil {
		return 0
	}
	return best.Order
}

// IsSold reports whether a viewer has to buy something to watch the event.
func (e Event) IsSold() bool { return e.Type == AccessPaid || e.Type == AccessPPV }

// endsSooner compares ends; the zero time is none, and later than any.
func endsSooner(a, b time.Time) int {
	if a.IsZero() || b.IsZero() {
		return -a.Compare(b)
	}
	return a.Compare(b)
}

// errUsedUp refuses one more than was bought: n is what the purchases include together.
func errUsedUp(f Feature, n int64) error {
	switch {
	case f == Clips && n == 1:
		return fault.New(fault.Unprocessable, "clip_limit_reached", "You have already made the one clip your pass includes.")
	case f == Clips:
		return fault.New(fault.Unprocessable, "clip_limit_reached", fmt.Sprintf("You have already made all %d clips your pass includes.", n))
	case n == 1:
		return fault.New(fault.Unprocessable, "download_limit_reached", "You have already used the one download your pass includes.")
	}
	return fault.New(fault.Unprocessable, "download_limit_reached", fmt.Sprintf("You have already used all %d downloads your pass includes.", n))
}
