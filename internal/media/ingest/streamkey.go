package ingest

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// application is the one that encoders name before the stream key.
const application = "live"

// minKey is the shortest text that can be a stream key where nothing else tells.
const minKey = 16

// StreamKey reads the stream key out of what a person typed into an encoder: the parts of an address,
// in order. Blanks and invisible characters, slashes, a whole address, the application in front and
// a query behind are left out, and letters are small. It reports false where no key is left, or
// several are.
func StreamKey(parts ...string) (key string, ok bool) {
	keys := keysOf(parts...)
	if len(keys) != 1 {
		return "", false
	}
	return strings.ToLower(keys[0]), true
}

// IsApplication reports whether the application of an address is the one there is, alone or with the
// stream key in it.
func IsApplication(name string) bool {
	keys := keysOf(name)
	alone := len(keys) == 1 && keys[0] == strings.Trim(path(name), "/")
	return len(keys) == 0 || len(keys) == 1 && (!alone || len(name) >= minKey)
}

// keysOf lists the different segments behind the application.
func keysOf(parts ...string) (keys []string) {
	for _, part := range parts {
		for segment := range strings.SplitSeq(path(part), "/") {
			named := len(keys) == 0 && strings.EqualFold(segment, application)
			if segment != "" && !named && !slices.Contains(keys, segment) {
				keys = append(keys, segment)
			}
		}
	}
	return keys
}

// Normalize returns a text that a person typed or pasted, without blanks, invisible characters, broken UTF-8,
// percent-encoding and the quotes around it. Read a prefix of such a text only after this.
func Normalize(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, text)
	if plain, err := url.PathUnescape(text); err == nil && plain != text {
		return Normalize(plain)
	}
	return strings.Trim(text, `"'<>`)
}

// path is the path of an address or of a part of one, without a query.
func path(text string) string {
	text = Normalize(text)
	if _, rest, whole := strings.Cut(text, "://"); whole {
		if _, text, whole = strings.Cut(rest, "/"); !whole {
			return ""
		}
	}
	text, _, _ = strings.Cut(text, "?")
	text, _, _ = strings.Cut(text, "#")
	return text
}
