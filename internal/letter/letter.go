// Package letter writes e-mails: what one says, as plain data, becomes HTML and text in
// the look of a channel. It knows no occasion; each domain writes its own letters.
package letter

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/text"
)

// Brand is whose letter it is. Colours are #rrggbb.
type Brand struct {
	Name     string
	Site     string // the address of the channel's site, without a slash at its end
	Logo     string // an absolute address; empty for the name alone
	Shell    string // the ground of the head
	OnShell  string
	Accent   string // the ground of the button
	OnAccent string
	Contact  string // where people may write; may be empty
}

// Letter is what one letter says, in one language. All of it is plain text.
type Letter struct {
	Language string // "en" or "fr"
	Subject  string
	Heading  string
	Lines    []string // paragraphs above the button
	Facts    []Fact
	Code     string // shown large, for typing
	Button   Button
	After    []string // paragraphs below the button, smaller
	OptOut   Button   // the way out of letters of this kind; its path takes RFC 8058's POST
}

// In returns what a letter says in a language; English stands in for one that letters are
// not written in.
func In(language string, en, fr Letter) Letter {
	if language == "fr" {
		fr.Language = "fr"
		return fr
	}
	en.Language = "en"
	return en
}

// Fact is one labelled line, such as the time of a game.
type Fact struct{ Label, Value string }

// IsShort reports whether the value has at most 24 characters, such as a date or an amount. The letter does not wrap such a value.
func (f Fact) IsShort() bool { return utf8.RuneCountInString(f.Value) <= 24 }

// Button leads to a page of the channel's site. Its path begins with a slash; without
// one there is no button.
type Button struct{ Label, Path string }

//go:embed letter.html
var pageText string

var page = template.Must(template.New("letter").Parse(pageText))

// sheet is what the page is made of. A colour of a channel has been checked to be one.
type sheet struct {
	Letter
	Brand Brand
	Words words
	Style style
}

type style struct{ Shell, OnShell, Accent, OnAccent template.CSS }

// words are those that every letter has.
type words struct{ Link, Questions, From string }

func wordsIn(language string) words {
	if language == "fr" {
		return words{
			Link:      "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u00a0:",
			Questions: "Des questions? Écrivez-nous à", From: "Envoyé par",
		}
	}
	return words{Link: "If the button doesn’t work, copy this address into your browser:", Questions: "Questions? Write to", From: "Sent by"}
}

// Render writes the letter as an HTML document and as text. Both say the same.
func (l Letter) Render(b Brand) (html, text string, err error) {
	s := sheet{Letter: l, Brand: b, Words: wordsIn(l.Language), Style: style{
		Shell: color(b.Shell), OnShell: color(b.OnShell), Accent: color(b.Accent), OnAccent: color(b.OnAccent),
	}}
	var out bytes.Buffer
	if err := page.Execute(&out, s); err != nil {
		return "", "", fmt.Errorf("write a letter: %w", err)
	}
	return out.String(), s.text(), nil
}

// color lets nothing but #rrggbb into a style sheet; black stands in for the rest.
func color(c string) template.CSS {
	isHex := len(c) == 7 && c[0] == '#' && strings.Trim(c[1:], "0123456789abcdefABCDEF") == ""
	if !isHex {
		return "#000000"
	}
	return template.CSS(c) //nolint:gosec // checked above
}

func (s sheet) text() string {
	blocks := append([]string{s.Heading}, s.Lines...)
	var facts []string
	for _, f := range s.Facts {
		facts = append(facts, text.Labelled(s.Language, f.Label, f.Value))
	}
	blocks = append(blocks, strings.Join(facts, "\n"), s.Code)
	if s.Button.Path != "" {
		blocks = append(blocks, s.Button.Label+text.Colon(s.Language)+"\n"+s.Brand.Site+s.Button.Path)
	}
	blocks = append(blocks, s.After...)
	blocks = append(blocks, "--\n"+s.signature())
	if s.OptOut.Path != "" {
		blocks = append(blocks, s.OptOut.Label+text.Colon(s.Language)+"\n"+s.Brand.Site+s.OptOut.Path)
	}
	var out []string
	for _, block := range blocks {
		if block != "" {
			out = append(out, block)
		}
	}
	return strings.Join(out, "\n\n") + "\n"
}

func (s sheet) signature() string {
	signature := s.Brand.Name + "\n" + s.Brand.Site
	if s.Brand.Contact != "" {
		signature += "\n" + s.Words.Questions + " " + s.Brand.Contact
	}
	return signature
}
