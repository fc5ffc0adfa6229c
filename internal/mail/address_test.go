package mail

import (
	_ "embed"
	"encoding/json"
	"strings"
	"testing"
)

// addresses is the table that the web app's rule is tested with too (web/src/lib/account/address.test.ts).
//
//go:embed testdata/addresses.json
var addresses []byte

type addressTable struct {
	Accepted, Refused []string
	Typed             []struct{ Typed, Read string }
}

func readAddresses(t *testing.T) (table addressTable) {
	t.Helper()
	if err := json.Unmarshal(addresses, &table); err != nil {
		t.Fatal(err)
	}
	return table
}

func TestAddresses(t *testing.T) {
	table := readAddresses(t)
	for _, good := range append(table.Accepted, "a@"+strings.Repeat(strings.Repeat("例", 40)+".", 3)+"ca") {
		if !IsAddress(good) {
			t.Errorf("%q is refused", good)
		}
	}
	for _, bad := range append(table.Refused, strings.Repeat("é", 33)+"@b.ca", "a@"+strings.Repeat("a", 64)+".ca", "a@"+strings.Repeat("abcdefg.", 32)+"ca", "a@"+strings.Repeat("é.", 32)+"ca") {
		if IsAddress(bad) {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func TestTypedAddressesHaveOneSpelling(t *testing.T) {
	for _, row := range readAddresses(t).Typed {
		read := NormalizeAddress(row.Typed)
		if read != row.Read || !IsAddress(read) {
			t.Errorf("%q is read as %q", row.Typed, read)
		}
		if again := NormalizeAddress(read); again != read {
			t.Errorf("%q becomes %q", read, again)
		}
	}
}

func TestDomainsGoToServersInASCII(t *testing.T) {
	in, sender := newInbox(t)
	l := letter()
	l.To = "fan@québec.ca"
	if err := sender.Send(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if to := strings.Join(in.to, " "); to != "fan@xn--qubec-csa.ca" {
		t.Errorf("the letter goes to %s", to)
	}
}
