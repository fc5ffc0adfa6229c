// Package text holds what people read in more than one language, and the folding
// that makes words comparable across accents and cases.
package text

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"
)

// Text is one text by language code ("en", "fr"). It is stored as one JSON object.
type Text map[string]string

// In returns the text in the first of the given languages that has one, else in
// any language, the alphabetically first; "" when there is no text at all.
func (t Text) In(languages ...string) string {
	for _, language := range languages {
		if s := t[language]; s != "" {
			return s
		}
	}
	best := ""
	for language, s := range t {
		if s != "" && (best == "" || language < best) {
			best = language
		}
	}
	return t[best]
}

// IsEmpty reports whether no language has a text.
func (t Text) IsEmpty() bool {
	for _, s := range t {
		if s != "" {
			return false
		}
	}
	return true
}

// Map returns a copy with every language's text changed by change.
func (t Text) Map(change func(string) string) Text {
	out := make(Text, len(t))
	for language, s := range t {
		out[language] = change(s)
	}
	return out
}

// Languages returns the codes of the languages that have a text, sorted.
func (t Text) Languages() []string {
	var codes []string
	for code, s := range t {
		if s != "" {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}

// Value stores the text as JSON with sorted keys.
func (t Text) Value() (driver.Value, error) {
	if t == nil {
		return "{}", nil
	}
	b, err := json.Marshal(map[string]string(t))
	if err != nil {
		return nil, fmt.Errorf("encode text: %w", err)
	}
	return string(b), nil
}

// Scan reads what Value stored.
func (t *Text) Scan(src any) error {
	var raw []byte
	switch v := src.(type) {
	case string:
		raw = []byte(v)
	case []byte:
		raw = v
	case nil:
		*t = nil
		return nil
	default:
		return fmt.Errorf("scan text from %T", src)
	}
	m := map[string]string{}
	if err := json.Unmarshal(raw, &m); err != nil {
		return fmt.Errorf("decode text: %w", err)
	}
	*t = m
	return nil
}
