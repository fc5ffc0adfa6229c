package media

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// nameParameter carries what a file is to be called in the address. It is not signed:
// it opens nothing, and whatever it says the file is an MP4 and is called one.
const nameParameter = "name"

const (
	nameEnd  = ".mp4"
	noName   = "video"
	maxBytes = 180 // of a name; file systems take 255, browsers add to it
)

// FileName makes text the name of a file that every system takes: on one line, without
// what separates folders or means something to a shell, and ending in .mp4.
func FileName(text string) string {
	text = strings.TrimSuffix(text, nameEnd)
	var b strings.Builder
	for _, r := range norm.NFC.String(strings.ToValidUTF8(text, " ")) {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r):
			r = '-'
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.IsSpace(r): // Cf turns what is read around
			r = ' '
		}
		if b.Len()+utf8.RuneLen(r) > maxBytes {
			break
		}
		b.WriteRune(r)
	}
	name := strings.Trim(strings.Join(strings.Fields(b.String()), " "), " .-")
	if name == "" {
		name = noName
	}
	return name + nameEnd
}

// disposition tells a browser to keep a file under a name (RFC 6266): in ASCII for those
// that know nothing else, then as it is (RFC 8187).
func disposition(name string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1 // an accent, taken off its letter
		case r > unicode.MaxASCII, r == '%', r == ';':
			return '_'
		}
		return r
	}, norm.NFD.String(name))
	value := `attachment; filename="` + plain + `"`
	if plain != name {
		value += `; filename*=UTF-8''` + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	}
	return value
}
