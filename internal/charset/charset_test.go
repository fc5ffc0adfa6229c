package charset

import (
	"encoding/binary"
	"errors"
	"testing"
	"unicode/utf16"
)

func encodeUTF16(text string, order binary.AppendByteOrder, mark bool) []byte {
	var out []byte
	if mark {
		out = order.AppendUint16(out, 0xFEFF)
	}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return out
}

func TestDecodeNamesTheEncoding(t *testing.T) {
	const text = "1\n00:00:01,000 --> 00:00:02,000\nÉté à Québec, c’est bien\n"
	for name, test := range map[string]struct {
		content        []byte
		text, encoding string
	}{
		"UTF-8":               {[]byte(text), text, UTF8},
		"UTF-8 with a mark":   {[]byte("\ufeff" + text), text, UTF8},
		"UTF-16 LE":           {encodeUTF16(text, binary.LittleEndian, true), text, UTF16LE},
		"UTF-16 BE":           {encodeUTF16(text, binary.BigEndian, true), text, UTF16BE},
		"UTF-16 without mark": {encodeUTF16(text, binary.LittleEndian, false), text, UTF16LE},
		"UTF-16, half a unit": {append(encodeUTF16(text, binary.LittleEndian, true), 'x'), text, UTF16LE},
		"Latin-1":             {[]byte("\xc9t\xe9"), "Été", Windows1252},
		"Windows-1252":        {[]byte("\x93\xc9t\xe9\x94 10 \x80"), "“Été” 10 €", Windows1252},
		"one broken byte":     {[]byte("Été à Québec \xe9"), "Été à Québec \ufffd", BrokenUTF8},
		"nothing":             {nil, "", UTF8},
	} {
		if text, encoding, err := Decode(test.content); err != nil || text != test.text || encoding != test.encoding {
			t.Errorf("%s: %q, %s, %v", name, text, encoding, err)
		}
	}
	if _, _, err := Decode([]byte("\x81\x8d\xff")); !errors.Is(err, ErrUnknown) {
		t.Errorf("unknown letters: %v", err)
	}
}
