// Package charset finds the character encoding of a text file that a person sent, and
// converts the text to UTF-8.
package charset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Encodings that Decode names.
const (
	UTF8        = "UTF-8"
	BrokenUTF8  = "UTF-8 with broken characters"
	UTF16LE     = "UTF-16 (little endian)"
	UTF16BE     = "UTF-16 (big endian)"
	Windows1252 = "Windows-1252"
)

// ErrUnknown means that the encoding of a text is none of those above.
var ErrUnknown = errors.New("the encoding of this file is not UTF-8, UTF-16 or Windows-1252")

// Decode returns a text without its byte order mark, and the name of its encoding. Text
// that is no UTF-8 is read as Windows-1252, which contains Latin-1. Text that is UTF-8
// apart from a few bytes has a replacement character for each of these.
func Decode(content []byte) (text, encoding string, err error) {
	content = bytes.TrimPrefix(content, []byte{0xEF, 0xBB, 0xBF})
	switch order, found := utf16Order(content); {
	case found && order == binary.LittleEndian:
		return decodeUTF16(content, order), UTF16LE, nil
	case found:
		return decodeUTF16(content, order), UTF16BE, nil
	case utf8.Valid(content):
		return string(content), UTF8, nil
	case isMostlyUTF8(content):
		return strings.ToValidUTF8(string(content), "\uFFFD"), BrokenUTF8, nil
	}
	for _, unused := range []byte{0x81, 0x8D, 0x8F, 0x90, 0x9D} {
		if bytes.IndexByte(content, unused) >= 0 {
			return "", "", ErrUnknown
		}
	}
	decoded, err := charmap.Windows1252.NewDecoder().Bytes(content)
	if err != nil {
		return "", "", fmt.Errorf("read the file as Windows-1252: %w", err)
	}
	return string(decoded), Windows1252, nil
}

// isMostlyUTF8 reports whether most bytes above ASCII form UTF-8 characters. In
// Windows-1252 text almost none do.
func isMostlyUTF8(content []byte) bool {
	whole, broken := 0, 0
	for len(content) > 0 {
		r, size := utf8.DecodeRune(content)
		switch {
		case r == utf8.RuneError && size == 1:
			broken++
		case size > 1:
			whole++
		}
		content = content[size:]
	}
	return whole > 3*broken
}

// utf16Order reads the byte order mark, or recognises UTF-16 without one: in text of
// Western languages every second byte is zero.
func utf16Order(content []byte) (binary.ByteOrder, bool) {
	switch {
	case bytes.HasPrefix(content, []byte{0xFF, 0xFE}):
		return binary.LittleEndian, true
	case bytes.HasPrefix(content, []byte{0xFE, 0xFF}):
		return binary.BigEndian, true
	case len(content) < 8 || len(content)%2 != 0:
		return nil, false
	}
	var zero [2]int
	sample := content[:min(len(content), 2048)&^1]
	for i, b := range sample {
		if b == 0 {
			zero[i%2]++
		}
	}
	most := len(sample) / 2 * 8 / 10
	switch {
	case zero[1] >= most && zero[0] == 0:
		return binary.LittleEndian, true
	case zero[0] >= most && zero[1] == 0:
		return binary.BigEndian, true
	}
	return nil, false
}

func decodeUTF16(content []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(content)/2)
	for i := range units {
		units[i] = order.Uint16(content[2*i:])
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
}
