package vod

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// Limits of what operators write.
const (
	maxTitle       = 200 // characters
	maxDescription = 50_000
	maxCategories  = 200
	maxItems       = 10_000
	maxRails       = 100
	maxMedia       = 100 // of an item
	maxRailItems   = 200
	maxDuration    = 100 * time.Hour // of a medium
	maxProblems    = 50              // in one answer
)

var (
	aliasPattern = text.NewPattern(`^[a-z0-9](?:[a-z0-9_-]{0,98}[a-z0-9])?$`)
	onlyDigits   = text.NewPattern(`^[0-9]+$`)
	mediaPattern = text.NewPattern(`^[A-Za-z0-9][A-Za-z0-9._/-]{0,299}$`)
)

// problems collects what is wrong with a library. A field names what it belongs to by
// list and alias, such as "items.final-2025.title".
type problems []fault.Field

func (p *problems) require(ok bool, field, code, message string) {
	if !ok && len(*p) < maxProblems {
		*p = append(*p, fault.Field{Field: field, Code: code, Message: message})
	}
}

func (p problems) err() error {
	if len(p) == 0 {
		return nil
	}
	return fault.InvalidFields(p...)
}

func (p *problems) within(t text.Text, field string, limit int) {
	for _, s := range t {
		p.require(utf8.ValidString(s) && !strings.ContainsRune(s, 0), field, "invalid_text", "The text contains a character that is not allowed. Save the file as UTF-8")
		p.require(utf8.RuneCountInString(s) <= limit, field, "too_long", fmt.Sprintf("Field length must be less than %d", limit+1))
	}
}

func (p *problems) title(t text.Text, field string) {
	p.require(!t.IsEmpty(), field, "required", "Field is required")
	p.within(t, field, maxTitle)
}

func (p *problems) atMost(n, limit int, field string) {
	p.require(n <= limit, field, "too_many", fmt.Sprintf("At most %d values are allowed.", limit))
}

func (p *problems) image(i Image, field string) {
	p.require(i.Key == "" || mediaPattern.MatchString(i.Key), field, "invalid_media", "A picture must be the key of a public file")
	p.require(i.Key != "" || len(i.Widths) == 0, field, "required", "Field is required")
	for width, key := range i.Widths {
		p.require(width > 0 && mediaPattern.MatchString(key), field, "invalid_media", "A picture must be the key of a public file")
	}
}

// aliases checks the names of a list and returns them.
func (p *problems) aliases(list string, names []string) map[string]bool {
	seen := make(map[string]bool, len(names))
	for _, alias := range names {
		field := list + "." + alias + ".alias"
		// An alias of digits could not be told from an id.
		ok := aliasPattern.MatchString(alias) && !onlyDigits.MatchString(alias)
		p.require(ok, field, "invalid_alias", "An alias can have lower-case letters, digits, - and _, but not only digits")
		p.require(!seen[alias], field, "repeated_value", "A value is given more than once.")
		seen[alias] = true
	}
	return seen
}

// Validate checks everything that can be known without the database. Fields are named by
// list and alias, "items.final-2025.title".
func (l Library) Validate() error {
	l = l.tidy()
	var p problems
	p.atMost(len(l.Categories), maxCategories, "categories")
	p.atMost(len(l.Items), maxItems, "items")
	p.atMost(len(l.Rails), maxRails, "rails")
	if err := p.err(); err != nil {
		return err
	}
	categories := p.aliases("categories", aliasesOf(l.Categories, func(c Category) string { return c.Alias }))
	items := p.aliases("items", aliasesOf(l.Items, func(i Item) string { return i.Alias }))
	p.aliases("rails", aliasesOf(l.Rails, func(r Rail) string { return r.Alias }))
	for _, c := range l.Categories {
		p.title(c.Title, "categories."+c.Alias+".title")
	}
	for i := range l.Items {
		l.Items[i].validate(&p, categories)
	}
	for _, r := range l.Rails {
		r.validate(&p, items)
	}
	return p.err()
}

func aliasesOf[T any](list []T, alias func(T) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = alias(v)
	}
	return out
}

func (i *Item) validate(p *problems, categories map[string]bool) {
	at := "items." + i.Alias + "."
	p.title(i.Title, at+"title")
	p.within(i.Description, at+"description", maxDescription)
	p.require(categories[i.Category], at+"category", "category_not_found", "Category not found.")
	p.require(i.Access == Free || i.Access == Register || i.Access == Paid, at+"access", "not_allowed", "The value must be one of: free, register, paid.")
	p.require(i.Date.Year() >= 1900 && i.Date.Year() <= 9999, at+"date", "required", "Field is required")
	p.image(i.Image, at+"image")
	p.image(i.Preview, at+"preview")
	p.require(len(i.Media) > 0, at+"media", "required", "Field is required")
	p.atMost(len(i.Media), maxMedia, at+"media")
	p.aliases(at+"media", aliasesOf(i.Media, func(m Medium) string { return m.Alias }))
	for _, m := range i.Media {
		m.validate(p, at+"media."+m.Alias+".", len(i.Media) > 1)
	}
}

func (m Medium) validate(p *problems, at string, oneOfSeveral bool) {
	p.within(m.Title, at+"title", maxTitle)
	p.require(!oneOfSeveral || !m.Title.IsEmpty(), at+"title", "required", "Field is required")
	p.require(m.EventID >= 0 && m.FilmID >= 0 && (m.EventID == 0) != (m.FilmID == 0), at+"source", "required", "Each part must play either an event or a film")
	p.require(m.Duration >= 0 && m.Duration <= maxDuration, at+"duration", "out_of_range", "The value is out of range.")
}

func (r Rail) validate(p *problems, items map[string]bool) {
	at := "rails." + r.Alias + "."
	p.title(r.Title, at+"title")
	p.atMost(len(r.Items), maxRailItems, at+"items")
	seen := map[string]bool{}
	for _, alias := range r.Items {
		p.require(items[alias], at+"items", "vod_media_item_not_found", "Video not found.")
		p.require(!seen[alias], at+"items", "repeated_value", "A value is given more than once.")
		seen[alias] = true
	}
}
