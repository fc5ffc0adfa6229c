package api

import (
	"net/http"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// The languages that everything is written in.
const (
	English     = "en"
	French      = "fr"
	DefaultLang = English
)

// setLang takes the language of ?lang=, or of Accept-Language until the channel, and
// with it the default, is known.
func setLang(c *Caller, r *http.Request, q query) error {
	switch q.lang {
	case English, French:
		c.Lang = q.lang
	case "":
		c.Lang = text.Negotiate(r.Header.Get("Accept-Language"), DefaultLang)
	default:
		c.Lang = text.Negotiate(r.Header.Get("Accept-Language"), DefaultLang)
		return fault.InvalidFields(fault.Field{Field: "lang", Code: "not_allowed", Message: "The value must be one of: en, fr."})
	}
	return nil
}
