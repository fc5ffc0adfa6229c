package api

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/fault"
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
		c.Lang = negotiateLang(r.Header.Get("Accept-Language"), DefaultLang)
	default:
		c.Lang = negotiateLang(r.Header.Get("Accept-Language"), DefaultLang)
		return fault.InvalidFields(fault.Field{Field: "lang", Code: "not_allowed", Message: "The value must be one of: en, fr."})
	}
	return nil
}

// negotiateLang chooses between our languages by an Accept-Language header
// (RFC 9110, 12.5.4); fallback serves clients that prefer neither.
func negotiateLang(header, fallback string) string {
	if fallback != French {
		fallback = DefaultLang
	}
	best, bestQ := fallback, 0.0
	for part := range strings.SplitSeq(header, ",") {
		tag, parameters, _ := strings.Cut(part, ";")
		tag = strings.ToLower(strings.TrimSpace(tag))
		primary, _, _ := strings.Cut(tag, "-")
		if primary != English && primary != French {
			continue
		}
		if q := quality(parameters); q > bestQ {
			best, bestQ = primary, q
		}
	}
	return best
}

// quality reads the weight of a list element: 1 unless it says otherwise, and 0 when
// it says nonsense.
func quality(parameters string) float64 {
	text, found := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
	if !found {
		return 1
	}
	q, err := strconv.ParseFloat(text, 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}
