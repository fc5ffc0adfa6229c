package mail

import (
	"net/mail"
	"strings"
	"testing"
	"unicode"
)

// What is an address names one mailbox and cannot end the line of a header.
func FuzzIsAddress(f *testing.F) {
	for _, seed := range []string{"ada@example.com", "a@b", "Ada <ada@example.com>", "\"a b\"@example.com", "a@example.com\r\nBcc: b@example.com", "a@[127.0.0.1]", "é@exämple.com", "a@b@example.com", "a,b@example.com", "a@-x.com", "a@x.c", "\u2028@example.com"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !IsAddress(s) {
			return
		}
		list, err := mail.ParseAddressList("Somebody <" + s + ">")
		if err != nil || len(list) != 1 || list[0].Address != s || strings.ContainsFunc(s, unicode.IsControl) || strings.ContainsAny(s, " ,;<>\"") {
			t.Errorf("%q is %v, %v", s, list, err)
		}
	})
}
