package api

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/fault"
)

// query holds the parameters that every call understands.
type query struct {
	apiKey   string
	channel  string
	lang     string
	spoilers string
}

// readQuery checks the names and the encoding of a raw query string: each name must
// be one of the call's or of everybody's, at most once, in valid UTF-8 without NUL.
// It allocates nothing for queries without escapes.
func readQuery(raw string, known []string) (query, error) {
	var q query
	var problems []fault.Field
	var seen [24]string
	count := 0
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, ok := unescape(rawName)
		value, valueOK := unescape(rawValue)
		switch {
		case !ok:
			problems = append(problems, fault.Field{Field: "query", Code: "malformed", Message: "The value is not valid."})
		case !q.take(name, value) && !slices.Contains(known, name):
			problems = append(problems, fault.Field{Field: name, Code: "unknown_parameter", Message: "This parameter does not exist."})
		case !valueOK:
			problems = append(problems, fault.Field{Field: name, Code: "malformed", Message: "The value is not valid."})
		case count == len(seen) || slices.Contains(seen[:count], name):
			problems = append(problems, fault.Field{Field: name, Code: "repeated_parameter", Message: "The parameter is given more than once."})
		default:
			seen[count] = name
			count++
		}
		if len(problems) == maxProblems {
			break
		}
	}
	if len(problems) > 0 {
		return q, fault.InvalidFields(problems...)
	}
	return q, nil
}

// maxProblems bounds the list of problems in one answer.
const maxProblems = 20

// take keeps a parameter that every call understands, and reports whether it is one.
func (q *query) take(name, value string) bool {
	switch name {
	case "api_key":
		q.apiKey = value
	case "channel":
		q.channel = value
	case "lang":
		q.lang = value
	case "spoilers":
		q.spoilers = value
	default:
		return false
	}
	return true
}

// unescape decodes one part of a query string.
func unescape(s string) (string, bool) {
	if strings.IndexByte(s, ';') >= 0 {
		return "", false
	}
	if strings.IndexByte(s, '%') >= 0 || strings.IndexByte(s, '+') >= 0 {
		decoded, err := url.QueryUnescape(s)
		if err != nil {
			return "", false
		}
		s = decoded
	}
	return s, isText(s)
}

// isText reports whether s is valid UTF-8 without NUL, which no database column of
// ours may hold.
func isText(s string) bool {
	return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}
