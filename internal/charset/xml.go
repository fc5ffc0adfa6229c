package charset

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
)

// NewXMLDecoder returns a decoder of a whole XML document in UTF-8, UTF-16 or an encoding that its
// declaration names. UTF-16 is recognised by its byte order mark or its first character (XML 1.0,
// appendix F.1). A declaration of UTF-16 in a document that is not UTF-16 is ignored: programs that
// convert a document often leave its declaration as it was.
func NewXMLDecoder(content []byte) *xml.Decoder {
	if order, found := xmlOrder(content); found {
		content = []byte(decodeUTF16(content, order))
	}
	decoder := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	decoder.CharsetReader = func(label string, input io.Reader) (io.Reader, error) {
		if name := strings.ToLower(label); strings.HasPrefix(name, "utf-16") || strings.HasPrefix(name, "utf16") || strings.HasPrefix(name, "iso-10646-ucs-2") {
			return input, nil
		}
		return charset.NewReaderLabel(label, input)
	}
	return decoder
}

func xmlOrder(content []byte) (binary.ByteOrder, bool) {
	switch {
	case bytes.HasPrefix(content, []byte{0xFF, 0xFE}), bytes.HasPrefix(content, []byte{'<', 0}):
		return binary.LittleEndian, true
	case bytes.HasPrefix(content, []byte{0xFE, 0xFF}), bytes.HasPrefix(content, []byte{0, '<'}):
		return binary.BigEndian, true
	}
	return nil, false
}
