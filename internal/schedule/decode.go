package schedule

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/grandstand/grandstand/internal/charset"
)

// Decode returns the text of a file with line feeds as line ends, and the name of its
// encoding. A file that is no UTF-8 is read as Windows-1252.
func Decode(content []byte) (text, encoding string, err error) {
	if kind := foreign(content); kind != "" {
		return "", "", fmt.Errorf("this is %s; save it as CSV (UTF-8) and import that file", kind)
	}
	text, encoding, err = charset.Decode(content)
	switch {
	case errors.Is(err, charset.ErrUnknown):
		return "", "", fmt.Errorf("%w; save it as CSV (UTF-8)", err)
	case err != nil:
		return "", "", err
	}
	if strings.ContainsRune(text, 0) {
		return "", "", errors.New("this is not a text file; save the schedule as CSV (UTF-8)")
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u0085", "\n").Replace(text), encoding, nil
}

// foreign names a kind of file that is no table of text, "" for none that is known.
func foreign(content []byte) string {
	head := bytes.ToLower(bytes.TrimSpace(content[:min(len(content), 512)]))
	switch {
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return "an Excel workbook or another archive"
	case bytes.HasPrefix(content, []byte{0xD0, 0xCF, 0x11, 0xE0}):
		return "an Excel workbook"
	case bytes.HasPrefix(content, []byte("%PDF")):
		return "a PDF document"
	case bytes.HasPrefix(head, []byte("<!doctype")), bytes.HasPrefix(head, []byte("<html")):
		return "a web page"
	case bytes.HasPrefix(head, []byte("begin:vcalendar")):
		return "a calendar (iCalendar)"
	}
	return ""
}

// Clean returns a cell without invisible characters: other spaces become plain
// ones, and marks of width and direction are removed.
func Clean(cell string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\u00a0', r == '\u202f', r == '\u2007', r == '\u2009', r == '\u3000':
			return ' '
		case r == '\ufeff', r == '\u2060', r == '\u00ad', r >= '\u200b' && r <= '\u200f', r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, cell))
}
