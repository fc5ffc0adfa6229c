// Package commerce is what a channel sells and what a buyer gets for it: packages
// and subscriptions, and the one rule that turns orders into access.
package commerce

import (
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// PackageID identifies a package or a subscription; both share one range of ids.
type PackageID int64

// Kind tells a package, bought once, from a subscription, which renews.
type Kind string

// Kinds.
const (
	KindPackage      Kind = "package"
	KindSubscription Kind = "subscription"
)

// Type is the specification's type of a package.
type Type string

// Types of the specification. TypeEvent is the ticket of single events, whose price
// is the event's own.
const (
	TypeAnnual     Type = "annual"
	TypeMonth      Type = "month"
	TypeMonthly    Type = "monthly"
	TypeSeason     Type = "season"
	TypeEvent      Type = "event"
	TypeAdditional Type = "additional"
	TypeRegular    Type = "regular"
)

// PassAddition is the pass type of an add-on, see Package.IsAddition.
const PassAddition = "addition"

// Capability is one thing a user may do.
type Capability string

// Capabilities of the specification.
const (
	Watch        Capability = "watch"
	Download     Capability = "download"
	Clipping     Capability = "clipping"
	DownloadClip Capability = "download_clip"
	NoAds        Capability = "no_ads"
	VODMedia     Capability = "vod_media"
)

// Package is one thing a channel sells. Money is in minor units of Currency.
type Package struct {
	ID          PackageID
	Alias       string // names it within the channel's configuration; "" for none
	Kind        Kind
	Type        Type
	Name        text.Text
	Description text.Text // sanitised HTML
	Offer       string    // "annual" or another name of the offer; "" for none
	Period      string    // "month" or "year" of a subscription
	Currency    string    // "USD" or "CAD"
	BasePrice   int64
	ServiceFee  int64 // shown as taxes
	TrialDays   int
	Renewal     bool
	Image       string // key of public media
	IsTeamPass  bool
	PassType    string // "" or PassAddition
	Weight      int    // lists are sorted by it, heaviest first
	// Capabilities are what a buyer may do with what the package covers.
	Capabilities []Capability
	// Categories and Participants are what it covers; with neither, everything.
	Categories   []int64
	Participants []int64
	Choice       Choice // what of it a buyer names
	// ClipLimit and DownloadLimit are how many clips, and how many downloads of games and
	// clips, one purchase of it includes; 0 for no limit.
	ClipLimit     int64
	DownloadLimit int64
	// Ends is when a season pass ends, and is sold no longer; zero for one without an end,
	// and for whatever lasts a time from when it was bought.
	Ends time.Time
}

// Choice says what a buyer of a package names: nothing, and holds all that it covers, or
// one of its categories or participants, and holds that one alone.
type Choice string

// Choices.
const (
	ChooseNothing     Choice = ""
	ChooseCategory    Choice = "category"
	ChooseParticipant Choice = "participant"
)

// IsAddition reports whether the package is an add-on, which is bought on top of something else and opens
// nothing alone. The specification marks add-ons by the pass type addition and by the type additional.
func (p *Package) IsAddition() bool { return p.PassType == PassAddition || p.Type == TypeAdditional }

// Price is what a buyer pays.
func (p *Package) Price() int64 { return p.BasePrice + p.ServiceFee }

// Covers reports whether the package covers an event, in whole or for whoever names the
// right part of it.
func (p *Package) Covers(e Event) bool {
	if len(p.Categories) == 0 && len(p.Participants) == 0 {
		return true
	}
	return intersects(p.Categories, e.Categories) || intersects(p.Participants, e.Participants)
}

func intersects(a, b []int64) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}

// ErrNotFound is the answer to an id that no package of the channel has.
func ErrNotFound() *fault.Error { return fault.NotFoundf("package", "Pass not found") }
