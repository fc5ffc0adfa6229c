package account

import (
	"encoding/base32"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/text"
)

// Whatever somebody types as a code is none, or reads like one that was drawn, and the
// same however it is shown.
func FuzzReadTyped(f *testing.F) {
	for _, seed := range []string{"", "BCDF-3467", "bcdf 3467", "8cdf—3462", "BCDF\u00a03467", "ſſſſſſſſ", "İBCDF346", strings.Repeat("-", 100)} {
		f.Add(seed, userCodeLength)
		f.Add(seed+seed[:len(seed)/2], recoveryLength)
	}
	f.Fuzz(func(t *testing.T, typed string, length int) {
		if length < 1 || length > 64 {
			return
		}
		code, ok := readTyped(typed, length)
		if !ok {
			return
		}
		if len(code) != length || strings.Trim(code, typedAlphabet) != "" {
			t.Fatalf("%q is read as %q", typed, code)
		}
		for _, shown := range []string{code, showTyped(code), strings.ToLower(showTyped(code))} {
			if again, ok := readTyped(shown, length); !ok || again != code {
				t.Errorf("%q is read as %q and then as %q", typed, code, again)
			}
		}
	})
}

// A code of an app is six digits and fits only the steps around now that were not used.
func FuzzTOTP(f *testing.F) {
	f.Add("JBSWY3DPEHPK3PXP", " 123 456", int64(1_700_000_000), int64(0))
	f.Add("not base32!", "１２３４５６", int64(-1), int64(-9))
	f.Add("", "", int64(0), int64(1<<62))
	f.Fuzz(func(t *testing.T, secret, typed string, seconds, after int64) {
		digits, ok := isTOTP(typed)
		if ok && (len(digits) != totpDigits || strings.Trim(digits, "0123456789") != "") {
			t.Fatalf("%q has the digits %q", typed, digits)
		}
		now := time.Unix(seconds%(1<<40), 0)
		for _, code := range []string{digits, totpSecret(secret).code(stepAt(now))} {
			step, fits := totpSecret(secret).match(code, now, after)
			if !fits {
				continue
			}
			if step <= after || step < stepAt(now)-totpSkew || step > stepAt(now)+totpSkew {
				t.Errorf("%q fits step %d, now is %d and %d was used", code, step, stepAt(now), after)
			}
			if _, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret); err != nil && code != "" {
				t.Errorf("%q fits the broken secret %q", code, secret)
			}
		}
	})
}

// Whatever a channel and an account are called, apps read the same secret and name.
func FuzzTheAddressForApps(f *testing.F) {
	f.Add("Northline", "ada@example.com")
	f.Add("Boréale: Hockey & Co", "ada+tv@example.com")
	f.Add("?secret=AAAA&", "a#b@c%2f.example")
	f.Fuzz(func(t *testing.T, issuer, email string) {
		const secret = "JBSWY3DPEHPK3PXP"
		address := totpSecret(secret).address(issuer, email)
		u, err := url.Parse(address)
		if err != nil {
			t.Fatalf("%q: %v", address, err)
		}
		q, err := url.ParseQuery(u.RawQuery)
		named := strings.ReplaceAll(issuer, ":", " ")
		if err != nil || u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/"+named+":"+email || u.Fragment != "" ||
			len(q) != 5 || q["secret"][0] != secret || len(q["secret"]) != 1 || q.Get("issuer") != named {
			t.Errorf("%q and %q become %s", issuer, email, address)
		}
	})
}

// However a browser calls itself, it is called by words of ours, or by none.
func FuzzReadAgent(f *testing.F) {
	for _, seed := range []string{"", "curl/8.5", "Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) TV Safari/537.36", "Mozilla/5.0 (iPhone; x) Version/17.5 Mobile Safari/604.1", "\x00Edg/\xff" + strings.Repeat("Android", 100)} {
		f.Add(seed)
	}
	known := map[string]bool{"": true}
	for _, s := range systems {
		known[s.name] = true
	}
	for _, b := range browsers {
		known[b.name] = true
	}
	f.Fuzz(func(t *testing.T, header string) {
		a := ReadAgent(header)
		if !known[a.Browser] || !known[a.System] || a.System == "" != (a.Kind() == Unknown) {
			t.Errorf("%q is %+v, a %s", header, a, a.Kind())
		}
		if name := a.name(); utf8.RuneCountInString(name) > maxDeviceName || len(checkDeviceName(name)) > 0 {
			t.Errorf("%q is called %q", header, name)
		}
	})
}

// What may log in is one address or one number, in one spelling.
func FuzzLogin(f *testing.F) {
	for _, seed := range []string{"", "ada@example.com", " ADA@Example.com\n", "(514)5550199", "()", "5145550199@", "a@b.cd()", "İ@é.example", "１２３"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		if !utf8.ValidString(typed) {
			return // the edge lets none through
		}
		login := normalizeLogin(typed)
		if again := normalizeLogin(login); again != login {
			t.Fatalf("%q becomes %q and then %q", typed, login, again)
		}
		if len(loginProblems(login, "a password")) > 0 {
			return
		}
		if mail.IsAddress(login) == isPhoneLogin(login) {
			t.Errorf("%q is read as %q, which is both or neither", typed, login)
		}
		if isPhoneLogin(login) && login != digitsOf(text.Identifier(typed)) || strings.ContainsAny(login, "\x00\r\n \t") {
			t.Errorf("%q is read as %q", typed, login)
		}
	})
}
