package channel

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/zone"
)

// Limits of what operators write, in characters.
const (
	maxTitle   = 200
	maxSummary = 2_000
	maxContent = 200_000
	maxItems   = 1_000 // of each list
)

var (
	keyPattern    = text.NewPattern(`^[a-z0-9][a-z0-9-]{0,62}$`)
	domainPattern = text.NewPattern(`^[a-z0-9](?:[a-z0-9.:-]{0,251}[a-z0-9])?$`)
	pagePath      = text.NewPattern(`^(?:/[a-z0-9_-]+){1,4}$`)
	altPattern    = text.NewPattern(`^[a-z0-9_-]{1,64}$`)
)

// problems collects what is wrong with a value, field by field.
type problems []fault.Field

func (p *problems) require(ok bool, field, code, message string) {
	if !ok {
		*p = append(*p, fault.Field{Field: field, Code: code, Message: message})
	}
}

// title checks a text that must be there and short.
func (p *problems) title(t text.Text, field string) {
	p.require(!t.IsEmpty(), field, "required", "Field is required")
	p.within(t, field, maxTitle)
}

func (p *problems) within(t text.Text, field string, limit int) {
	for _, s := range t {
		p.require(utf8.ValidString(s) && !strings.ContainsRune(s, 0), field, "invalid_text", "The text contains a character that is not allowed. Save the file as UTF-8")
		p.require(utf8.RuneCountInString(s) <= limit, field, "too_long", fmt.Sprintf("Field length must be less than %d", limit+1))
	}
}

func (p *problems) media(s, field string) {
	p.require(isMedia(s), field, "invalid_media", "Write the key of a public file or an https address")
}

var mediaKey = text.NewPattern(`^[A-Za-z0-9][A-Za-z0-9._/-]{0,299}$`)

// isMedia accepts nothing, a key of public media, or a link.
func isMedia(s string) bool {
	return s == "" || text.IsLink(s) || mediaKey.MatchString(s) && !strings.Contains(s, "..")
}

func (p problems) err() error {
	if len(p) == 0 {
		return nil
	}
	return fault.InvalidFields(p...)
}

// Validate reports everything that is wrong with what describes a channel: Invalid
// with the fields.
func (c *Channel) Validate() error {
	var p problems
	p.require(keyPattern.MatchString(c.Key), "channel_key", "invalid_key", "A key can have lower-case letters, digits and hyphens")
	p.title(c.Name, "name")
	p.within(c.Tagline, "tagline", maxTitle)
	p.require(len(c.Languages) > 0 && c.Speaks(c.Language), "language", "invalid_language", "The default language must be one of the channel's languages")
	for _, l := range c.Languages {
		p.require(l == "en" || l == "fr", "languages", "invalid_language", "The languages must be en, fr or both")
	}
	p.require(c.Currency == "USD" || c.Currency == "CAD", "currency", "invalid_currency", "The currency must be USD or CAD")
	_, known := zone.Canonical(c.TimeZone)
	p.require(known, "time_zone", "invalid_time_zone", "The time zone must be a name such as America/Toronto")
	for _, d := range c.Domains {
		p.require(domainPattern.MatchString(d), "domains", "invalid_domain", "A domain must be a host name, such as live.example.org")
	}
	p.require(len(slices.Compact(slices.Sorted(slices.Values(c.Domains)))) == len(c.Domains), "domains", "duplicate", "The same domain is listed twice")
	c.Settings.validate(&p)
	if e, ok := errors.AsType[*fault.Error](c.Colors.Validate()); ok {
		p = append(p, e.Fields...)
	}
	return p.err()
}

// eachValid checks a list: its length, and every item by its own rule.
func eachValid[T interface{ Validate() error }](field string, items []T) error {
	if len(items) > maxItems {
		return fault.InvalidFields(fault.Field{Field: field, Code: "too_many", Message: fmt.Sprintf("At most %d values are allowed.", maxItems)})
	}
	var p problems
	for i, item := range items {
		if e, ok := errors.AsType[*fault.Error](fault.At(item.Validate(), i)); ok {
			p = append(p, e.Fields...)
		}
	}
	return p.err()
}
