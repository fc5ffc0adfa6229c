// Package channel is the tenant: its name, languages, colours, domains, settings and
// everything an operator writes for it (menu, pages, FAQ, slides, pre-rolls).
package channel

import (
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// ID identifies a channel within one installation.
type ID int64

// Channel is one tenant as every request needs it. Values handed out are shared:
// never change them.
type Channel struct {
	ID   ID
	Key  string // the public name, the specification's channel_key
	Name text.Text
	// Tagline is one sentence that says what the channel shows.
	Tagline   text.Text
	Language  string   // the default, one of Languages
	Languages []string // "en", "fr"
	Currency  string   // "USD" or "CAD"
	TimeZone  string   // IANA name
	Domains   []string // hosts that lead here, the canonical one first
	// CalendarDomain is the first domain that the channel ever had. It is in the names of events
	// in calendars, and never changes. Writing a channel ignores it.
	CalendarDomain string
	Settings       Settings
	Colors         Colors
	zone           *time.Location
}

// Zone is the channel's time zone.
func (c *Channel) Zone() *time.Location {
	if c.zone == nil {
		return time.UTC
	}
	return c.zone
}

// Speaks reports whether the channel is offered in a language.
func (c *Channel) Speaks(language string) bool {
	for _, l := range c.Languages {
		if l == language {
			return true
		}
	}
	return false
}

// Site is everything an operator has written for a channel, as one consistent state.
// Values handed out are shared: never change them.
type Site struct {
	Channel  *Channel
	Menu     []MenuItem // by position; children follow from ParentID
	Pages    []Page
	FAQ      []Question
	Slides   []Slide
	Prerolls []Preroll
	Forms    []Form
}

// MenuType says what a menu item leads to.
type MenuType string

// Menu item types of the specification.
const (
	MenuLink        MenuType = "link"
	MenuCategory    MenuType = "category"
	MenuParticipant MenuType = "participant"
	MenuGroup       MenuType = "group"
	MenuPage        MenuType = "page"
)

// MenuItem is one entry of the menu. TargetID (the specification's slidable_id) is
// the category, participant, participant group or page it leads to; a link has URL.
type MenuItem struct {
	ID       int64
	ParentID int64 // 0 at the top
	Type     MenuType
	Title    text.Text // may be empty: the target's own name is shown then
	URL      string
	Image    string
	TargetID int64
	Children []MenuItem // for writing only
}

// PageID identifies a page.
type PageID int64

// Page is a page of the channel's own at a path of its own.
type Page struct {
	ID        PageID
	URL       string // path, such as "/privacy_policy"
	AltName   string
	Name      text.Text
	Content   text.Text // sanitised HTML
	UpdatedAt time.Time
}

// Question is one entry of the FAQ. Answer is sanitised HTML.
type Question struct {
	ID       int64
	Category text.Text
	Question text.Text
	Answer   text.Text
}

// SlideType says where a slide is shown.
type SlideType string

// Slide types of the specification.
const (
	SlideMain        SlideType = "main"
	SlideCategory    SlideType = "category"
	SlideParticipant SlideType = "participant"
	SlideGroup       SlideType = "group"
)

// Slide is one picture with a sentence. TargetID is the category, participant or
// group on whose page it is shown, 0 for the main page.
type Slide struct {
	ID       int64
	Type     SlideType
	TargetID int64
	Title    text.Text
	Text     text.Text
	Button   text.Text
	URL      string
	Image    Image
	EventID  int64 // 0 when the slide is not about an event
}

// Image is a picture in public media with narrower variants by width in pixels.
type Image struct {
	Key    string         `json:"key,omitempty"`
	Widths map[int]string `json:"widths,omitempty"`
}

// ErrNotFound is the answer to a host or key that no channel has; its sentence is
// the catalogue's, spelling included.
func ErrNotFound() *fault.Error {
	return fault.NotFoundf("channel", "No chanel or api key found")
}
