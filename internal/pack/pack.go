// Package pack is a whole channel as one folder of text and pictures: what it is
// called, its colours, menu, pages, teams and passes. A folder is read and checked
// (Read), compared with what the database has, and applied in one transaction (Apply);
// a channel is written back as a folder (Export).
//
// The same State stands for both sides. Read turns Markdown into the sanitised HTML and
// files into the media keys that the database has, so that two States are compared as
// they are: applying a folder twice finds no difference the second time.
package pack

import "github.com/grandstand/grandstand/internal/text"

// State is everything that a pack says of a channel. Things refer to each other by
// alias.
type State struct {
	Channel Channel
	Catalog Catalog
	Offers  []Offer
	Coupons []Coupon
	Site    Site
	Forms   []Form
	FAQ     []Question
	Pages   []Page
	Library Library
}

// Words is a text by language. In a file it is a string in the channel's default
// language, or a mapping of language codes to strings.
type Words text.Text

// Rich is a longer text by language: Markdown in files (or HTML, where it begins with
// "<"), sanitised HTML in a State.
type Rich text.Text

// File is a medium: in files a path below the pack's folder or an https address, in a
// State the key of a public medium or that address.
type File string

// Secret is a key of another service. In files it is ${NAME}, a variable of the
// environment of who applies the pack; in a State it is the key itself.
type Secret string

// Channel is channel.yaml.
type Channel struct {
	Key          string            `yaml:"key"`
	Name         Words             `yaml:"name"`
	Tagline      Words             `yaml:"tagline,omitempty"`
	Language     string            `yaml:"language"`
	Languages    []string          `yaml:"languages,flow"`
	Currency     string            `yaml:"currency"`
	TimeZone     string            `yaml:"time_zone"`
	Domains      []string          `yaml:"domains"`
	ContactEmail string            `yaml:"contact_email,omitempty"`
	Images       Images            `yaml:"images,omitempty"`
	Colors       Colors            `yaml:"colors"`
	Look         Look              `yaml:"look,omitempty"`
	Words        Vocabulary        `yaml:"words,omitempty"`
	Settings     Settings          `yaml:"settings,omitempty"`
	StaticBlocks map[string]Rich   `yaml:"static_blocks,omitempty"`
	Secrets      map[string]Secret `yaml:"secrets,omitempty"`
}

// Vocabulary is what the channel calls things: kinds of word.Kinds, the usual ones where
// it says nothing.
type Vocabulary struct {
	Event       string `yaml:"event,omitempty"`
	Participant string `yaml:"participant,omitempty"`
	Group       string `yaml:"group,omitempty"`
	Sides       string `yaml:"sides,omitempty"`
}

// Images are the channel's own.
type Images struct {
	Logo    File `yaml:"logo,omitempty"`
	Favicon File `yaml:"favicon,omitempty"`
	Social  File `yaml:"social,omitempty"`
	// Icons are square pictures for the screens of devices, by their width in pixels.
	Icons map[string]File `yaml:"icons,omitempty"`
}

// Colors are the five that a channel sets, each #rrggbb.
type Colors struct {
	FooterBackground string `yaml:"footer-background"`
	BodyBackground   string `yaml:"body-background"`
	BodyText         string `yaml:"body-text-color"`
	HeaderText       string `yaml:"header-text-color"`
	Accent           string `yaml:"accent"`
}

// Look is what makes pages the channel's own besides its colours.
type Look struct {
	Typeface string `yaml:"typeface,omitempty"` // broadcast, poster or campus
	Corners  string `yaml:"corners,omitempty"`  // soft, sharp or round
}

// Settings are the channel's switches.
type Settings struct {
	GoogleTag           string     `yaml:"google_tag,omitempty"`
	AnalyticsKey        string     `yaml:"analytics_key,omitempty"`
	RemoteAuth          string     `yaml:"remote_auth,omitempty"` // address of the membership system; none: off
	Membership          Membership `yaml:"membership,omitempty"`
	MailSender          MailSender `yaml:"mail_sender,omitempty"`
	StripeKey           string     `yaml:"stripe_publishable_key,omitempty"`
	GoogleClientID      string     `yaml:"google_client_id,omitempty"`
	FacebookAppID       string     `yaml:"facebook_app_id,omitempty"`
	RecaptchaSiteKey    string     `yaml:"recaptcha_site_key,omitempty"`
	PrerollSuppressionS int64      `yaml:"preroll_suppression_s,omitempty"`
	RetentionDays       int64      `yaml:"retention,omitempty"`       // of recordings; none: for ever
	LiveSizes           []int      `yaml:"live_sizes,omitempty,flow"` // beside a live game's own
	BlockedCountries    []string   `yaml:"blocked_countries,omitempty,flow"`
	EmbedHosts          []string   `yaml:"embed_hosts,omitempty,flow"`   // sites whose pages may show an event
	EmbedParents        []string   `yaml:"embed_parents,omitempty,flow"` // sites that may show the channel's players
	ConcurrentStreams   int64      `yaml:"concurrent_streams,omitempty"`
	ClipCoverPercent    int64      `yaml:"clip_cover_percent,omitempty"` // of an event that is sold; none: 10
	ClipCoverS          int64      `yaml:"clip_cover_s,omitempty"`       // at most; none: 600
}

// Membership is how the membership system says who somebody is.
type Membership struct {
	Algorithm string   `yaml:"algorithm,omitempty"`  // HS256, EdDSA or RS256
	PublicKey string   `yaml:"public_key,omitempty"` // in PEM; HS256 takes the secret remote_auth_secret
	Issuer    string   `yaml:"issuer,omitempty"`
	Redirects []string `yaml:"redirects,omitempty,flow"` // origins to which it may send people on
}

// MailSender is the From of the channel's mails.
type MailSender struct {
	Name    string `yaml:"name,omitempty"`
	Address string `yaml:"address,omitempty"`
}

// Catalog is catalog.yaml.
type Catalog struct {
	Categories        []Category         `yaml:"categories,omitempty"`
	Divisions         []Tag              `yaml:"divisions,omitempty"`
	Groups            []Tag              `yaml:"groups,omitempty"` // of competitions
	Locations         []Location         `yaml:"locations,omitempty"`
	ParticipantGroups []ParticipantGroup `yaml:"participant_groups,omitempty"`
	Participants      []Participant      `yaml:"participants,omitempty"`
}

// Category is an event category with those below it.
type Category struct {
	Alias    string     `yaml:"alias"`
	Title    Words      `yaml:"title"`
	Color    string     `yaml:"color,omitempty"`
	Image    File       `yaml:"image,omitempty"`
	Children []Category `yaml:"children,omitempty"`
}

// Tag is a division or a competition's group.
type Tag struct {
	Alias string `yaml:"alias"`
	Name  Words  `yaml:"name"`
}

// Location is where events take place.
type Location struct {
	Alias    string `yaml:"alias"`
	Name     Words  `yaml:"name"`
	City     string `yaml:"city,omitempty"`
	State    string `yaml:"state,omitempty"`
	Country  string `yaml:"country,omitempty"`
	TimeZone string `yaml:"time_zone"`
}

// ParticipantGroup is a school or club.
type ParticipantGroup struct {
	Alias     string `yaml:"alias"`
	Name      Words  `yaml:"name"`
	ShortName Words  `yaml:"short_name,omitempty"`
	Color     string `yaml:"color,omitempty"`
	Images    []File `yaml:"images,omitempty,flow"`
	City      string `yaml:"city,omitempty"`
	State     string `yaml:"state,omitempty"`
}

// Participant is a team or an athlete. Group and Sport are aliases.
type Participant struct {
	Alias     string `yaml:"alias"`
	Name      Words  `yaml:"name"`
	ShortName Words  `yaml:"short_name,omitempty"`
	Code      string `yaml:"code,omitempty"`
	Group     string `yaml:"group,omitempty"`
	Sport     string `yaml:"sport,omitempty"`
	Gender    string `yaml:"gender,omitempty"`
	Color     string `yaml:"color,omitempty"`
	Images    []File `yaml:"images,omitempty,flow"`
}

// Offer is a package or subscription of offers.yaml. Money is in minor units of the
// channel's currency.
type Offer struct {
	Alias         string   `yaml:"alias"`
	Kind          string   `yaml:"kind"`
	Type          string   `yaml:"type"`
	Name          Words    `yaml:"name"`
	Description   Rich     `yaml:"description,omitempty"`
	Offer         string   `yaml:"offer,omitempty"`
	Period        string   `yaml:"period,omitempty"`
	BasePrice     int64    `yaml:"base_price"`
	ServiceFee    int64    `yaml:"service_fee"`
	TrialDays     int      `yaml:"trial_days,omitempty"`
	Renewal       bool     `yaml:"renewal,omitempty"`
	Image         File     `yaml:"image,omitempty"`
	IsTeamPass    bool     `yaml:"team_pass,omitempty"`
	PassType      string   `yaml:"pass_type,omitempty"`
	Choice        string   `yaml:"choice,omitempty"`
	Weight        int      `yaml:"weight"`
	ClipLimit     int64    `yaml:"clip_limit,omitempty"`     // 0: none
	DownloadLimit int64    `yaml:"download_limit,omitempty"` // 0: none
	Ends          string   `yaml:"ends,omitempty"`           // of a season pass: a moment, as readDate has it
	Capabilities  []string `yaml:"capabilities,flow"`
	Categories    []string `yaml:"categories,omitempty,flow"`
	Participants  []string `yaml:"participants,omitempty,flow"`
}

// Site is site.yaml.
type Site struct {
	Menu     []MenuItem `yaml:"menu,omitempty"`
	Slides   []Slide    `yaml:"slides,omitempty"`
	Prerolls []Preroll  `yaml:"prerolls,omitempty"`
}

// MenuItem is an entry of the menu. Target is the alias of what it leads to where Type
// is category, participant, group or page.
type MenuItem struct {
	Type     string     `yaml:"type"`
	Title    Words      `yaml:"title,omitempty"`
	URL      string     `yaml:"url,omitempty"`
	Target   string     `yaml:"target,omitempty"`
	Image    File       `yaml:"image,omitempty"`
	Children []MenuItem `yaml:"children,omitempty"`
}

// Slide is one picture with a sentence. Event names an event as the schedule does, or
// as "id:<number>".
type Slide struct {
	Type   string `yaml:"type"`
	Target string `yaml:"target,omitempty"`
	Title  Words  `yaml:"title"`
	Text   Words  `yaml:"text,omitempty"`
	Button Words  `yaml:"button,omitempty"`
	URL    string `yaml:"url,omitempty"`
	Image  File   `yaml:"image,omitempty"`
	Event  string `yaml:"event,omitempty"`
}

// Preroll is an advertisement before a stream.
type Preroll struct {
	File       File     `yaml:"file,omitempty"`
	VAST       string   `yaml:"vast,omitempty"` // instead of a file: where an ad server is asked
	Weight     int64    `yaml:"weight"`
	Location   string   `yaml:"location,omitempty"`
	Categories []string `yaml:"categories,omitempty,flow"`
	Live       bool     `yaml:"live"`
	VOD        bool     `yaml:"vod"`
	Sponsor    string   `yaml:"sponsor,omitempty"`
	Click      string   `yaml:"click,omitempty"`
	SkipAfterS int64    `yaml:"skip_after_s,omitempty"`
	MediaHosts []string `yaml:"media_hosts,omitempty,flow"`
}

// Question is one entry of faq.yaml.
type Question struct {
	Category Words `yaml:"category,omitempty"`
	Question Words `yaml:"question"`
	Answer   Rich  `yaml:"answer"`
}

// Form is one entry of forms.yaml.
type Form struct {
	Alias     string  `yaml:"alias"`
	Title     Words   `yaml:"title"`
	Intro     Rich    `yaml:"intro,omitempty"`
	Fields    []Field `yaml:"fields"`
	Submit    Words   `yaml:"submit,omitempty"`
	Success   Words   `yaml:"success,omitempty"`
	Recipient string  `yaml:"recipient,omitempty"` // the channel's contact address where there is none
}

// Field is one question of a form.
type Field struct {
	Name      string   `yaml:"name"`
	Type      string   `yaml:"type"`
	Label     Words    `yaml:"label"`
	Required  bool     `yaml:"required,omitempty"`
	MinLength int      `yaml:"min_length,omitempty"`
	MaxLength int      `yaml:"max_length,omitempty"`
	Options   []Option `yaml:"options,omitempty"`
}

// Option is one choice of a select.
type Option struct {
	Value string `yaml:"value"`
	Label Words  `yaml:"label"`
}

// Page is one entry of pages.yaml. What it says stands in pages/<alias>.<language>.md.
type Page struct {
	Alias   string `yaml:"alias"`
	URL     string `yaml:"url"`
	Name    Words  `yaml:"name"`
	Content Rich   `yaml:"-"`
}

// part is one file of a pack: what it is called in paths, and what it is read into.
type part struct {
	name, file string
	into       any
}

// parts are the files of a pack with the part of a State that each holds, for reading
// and for writing.
func (s *State) parts() []part {
	return []part{
		{"channel", "channel.yaml", &s.Channel},
		{"catalog", "catalog.yaml", &s.Catalog},
		{"offers", "offers.yaml", &struct {
			Offers  *[]Offer  `yaml:"offers"`
			Coupons *[]Coupon `yaml:"coupons,omitempty"`
		}{&s.Offers, &s.Coupons}},
		{"site", "site.yaml", &s.Site},
		{"forms", "forms.yaml", &struct {
			Forms *[]Form `yaml:"forms"`
		}{&s.Forms}},
		{"faq", "faq.yaml", &struct {
			FAQ *[]Question `yaml:"faq"`
		}{&s.FAQ}},
		{"pages", "pages.yaml", &struct {
			Pages *[]Page `yaml:"pages"`
		}{&s.Pages}},
		{"library", "library.yaml", &s.Library},
	}
}

// pagesFolder holds what pages say, a file for each page and language.
const pagesFolder = "pages"
