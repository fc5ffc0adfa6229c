package charset

import (
	"encoding/binary"
	"testing"
)

func TestXMLInAnyEncoding(t *testing.T) {
	const document, declared = `<a>Été, c’est bien</a>`, `<?xml version="1.0" encoding="utf-16"?>`
	for name, content := range map[string][]byte{
		"UTF-8":                        []byte(document),
		"UTF-8 with a mark":            []byte("\ufeff" + document),
		"UTF-8 that declares UTF-16":   []byte(declared + document),
		"UTF-16 LE":                    encodeUTF16(declared+document, binary.LittleEndian, true),
		"UTF-16 BE":                    encodeUTF16(declared+document, binary.BigEndian, true),
		"UTF-16 LE without a mark":     encodeUTF16(declared+document, binary.LittleEndian, false),
		"UTF-16 BE without a mark":     encodeUTF16(document, binary.BigEndian, false),
		"UTF-16 LE that declares so":   encodeUTF16(`<?xml version="1.0" encoding="UTF-16LE"?>`+document, binary.LittleEndian, true),
		"Windows-1252, as it declares": []byte("<?xml version=\"1.0\" encoding=\"windows-1252\"?><a>\xc9t\xe9, c\x92est bien</a>"),
	} {
		var text string
		if err := NewXMLDecoder(content).Decode(&text); err != nil || text != "Été, c’est bien" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	for name, content := range map[string][]byte{
		"an unknown encoding": []byte(`<?xml version="1.0" encoding="x-klingon"?><a/>`),
		"nothing":             nil, "a mark alone": {0xFF, 0xFE}, "broken characters": []byte("<a>\xff</a>"),
	} {
		var text string
		if err := NewXMLDecoder(content).Decode(&text); err == nil {
			t.Errorf("%s: %q", name, text)
		}
	}
}
