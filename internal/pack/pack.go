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
