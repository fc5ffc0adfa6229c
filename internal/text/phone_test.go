package text

import (
	_ "embed"
	"encoding/json"
	"testing"
)

// phones is the table that the web app's rule is tested with too (web/src/lib/account/phone.test.ts).
//
//go:embed testdata/phones.json
var phones []byte

func TestPhoneNumbers(t *testing.T) {
	var table struct {
		Accepted, Refused []string
		Typed             []struct{ Typed, Read string }
	}
	if err := json.Unmarshal(phones, &table); err != nil {
		t.Fatal(err)
	}
	for _, good := range table.Accepted {
		if !IsPhone(good) || Identifier(good) != good {
			t.Errorf("%q is refused", good)
		}
	}
	for _, bad := range table.Refused {
		if IsPhone(Identifier(bad)) {
			t.Errorf("%q is accepted", bad)
		}
	}
	for _, row := range table.Typed {
		if read := Identifier(row.Typed); read != row.Read || !IsPhone(read) {
			t.Errorf("%q is read as %q", row.Typed, read)
		}
	}
}
