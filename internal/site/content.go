package site

import (
	"context"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/word"
)

// Content is what pages say. It is composed from the domains by the wiring; every
// method answers from memory or with few queries, as it runs for each new page.
type Content interface {
	// Channel finds the channel that lives at a host name and describes it in lang,
	// or in its own language when lang is empty or not one of its languages. An
	// unknown host is a NotFound fault.
	Channel(ctx context.Context, host, lang string) (Channel, error)
	// View gathers what the first paint of one route needs.
	View(ctx context.Context, channel Channel, request Request) (View, error)
}

// Channel is a channel in one language.
type Channel struct {
	ID          int64
	Key         string
	Name        string
	Tagline     string
	Lang        string
	Languages   []string
	Own         string // the channel's own language, whose addresses need no parameter
	TouchIcon   string // square, for devices that keep the site as an app
	Logo        string
	Favicon     string
	SocialImage Shared
	ThemeColor  string            // of the browser's own chrome
	Typeface    string            // of headings; the app's style sheet knows it by this name
	Corners     string            // likewise
	Variables   map[string]string // CSS variables by name without the leading dashes
	Bootstrap   []byte            // JSON of channel-bootstrap-data in Lang
	Pages       []PageLink        // dynamic routes
	Menu        []Link            // first level, for the header's first paint
	// Foreign is what its pages may load from elsewhere.
	Foreign []Sources
	// Analytics is the origin that pages send analytics to, if it is not their own.
	Analytics string
	// AdHosts are whose films its pages may play before games, also where others frame them.
	AdHosts []string
	// Ancestors are the sites, as host-sources of CSP, whose pages may frame its players.
	Ancestors []string
	// Embeds says that some of them are not its own: only then others are told how.
	Embeds bool
	// HideScores says that nothing may tell the visitor how a game went.
	HideScores bool
	Words      word.Kinds // what the channel calls things
}

// Shared is a picture for the cards of messengers and social networks, a JPEG or PNG file. A size of 0 is
// one that is not known.
type Shared struct {
	URL           string
	Width, Height int
}

// PageLink is one dynamic route.
type PageLink struct {
	ID      int64
	Path    string
	AltName string // a second path, without its slash
	Name    string
}

// Link is one entry of the first level of the menu.
type Link struct {
	Title, URL string
}

// page finds a page by its path, or else by its alternative name.
func (c Channel) page(path string) (PageLink, bool) {
	path = "/" + strings.Trim(path, "/")
	i := slices.IndexFunc(c.Pages, func(p PageLink) bool { return p.Path == path })
	if i < 0 {
		i = slices.IndexFunc(c.Pages, func(p PageLink) bool { return p.AltName != "" && "/"+p.AltName == path })
	}
	if i < 0 {
		return PageLink{}, false
	}
	return c.Pages[i], true
}

func (c Channel) hasPage(path string) bool {
	_, ok := c.page(path)
	return ok
}

// Request is one page asked for.
type Request struct {
	Kind  string // of the route, from the build's routes.json
	Path  string
	Query string // the parameters that change what is painted
	Plain bool   // without parameters, but for the language
	ID    int64  // of routes with an id, else 0
	UUID  string // the secret of a link, of routes with one, else ""
}

// View is what the first paint of one route shows beyond the channel.
type View struct {
	NotFound    bool
	Hidden      bool   // answered like something that is there, also for numbers that nothing has
	Title       string // without the channel's name; empty on the home page
	Description string
	Image       string // for search engines
	Card        Shared // of the page; empty to take the channel's
	Event       *Event // on the page of one event
	Video       *Video // on the page of one video of the library
	Clip        *Clip  // on the page of one clip
	Canonical   string // path and query, where it is not the one that was asked for
	NoIndex     bool   // found, but nothing to find by
	Scope       string // parameters of the sport, school or team that the page is about
	ScopeName   string
	Crumbs      []Link // the way here from the home page, this page last
	Questions   []Question
	Hero        *Hero    // at the top of the home page
	Board       *Hero    // who plays, below the player of an event's page
	Lead        *Picture // the largest of the first screen, asked for ahead
	Queries     []byte   // JSON that the app takes as answers it need not ask for, or nil
}

// Picture is a picture in several widths.
type Picture struct{ Image, Set, Sizes string }

// Event is one event for its structured data.
type Event struct {
	ID          int64
	Name        string
	Description string
	Start       time.Time
	End         time.Time      // zero until it has ended
	Status      string         // upcoming, live or finished
	Schedule    string         // on, postponed, cancelled or tba
	Previous    time.Time      // the start that was announced before it moved; zero if it never did
	TimeTBA     bool           // only the day of Start is known
	PreviousTBA bool           // only the day of Previous was announced
	Zone        *time.Location // of the venue
	Free        bool
	Image       string
	Home, Away  string   // of two where one is at home
	Sides       []string // who plays, away first
	Sport       string
	Venue       string
	City, State string
	Country     string
	Pictures    []string      // the same picture in several widths
	Length      time.Duration // 0 where it is not known, or must not be told
	Price       int64         // in minor units, without taxes
	Taxed       bool          // taxes are added to the price
	Currency    string
	OnSale      bool
	Recorded    bool // finished, and there is something to watch
	Parts       []Part
}

// Part is a stretch of an event's recording that has a name.
type Part struct {
	Name     string
	From, To time.Duration
}

// Question is one entry of the FAQ as plain text.
type Question struct{ Question, Answer string }

// Hero is the picture and the two rows at the top of the home page.
type Hero struct {
	Image    string
	ImageSet string       // srcset
	Blur     template.CSS // what the picture paints behind itself until it is there, or ""
	Live     bool
	Line     string // "Men's hockey · East division"
	Rows     []HeroRow
	Headline string // instead of rows
	Text     string // below the headline
	URL      string
	Action   string // text of the one button
}

// HeroRow is one side of an event.
type HeroRow struct {
	Name, Score, Color, OnColor string
}
