package account

import (
	"encoding/base32"
	"net/url"
	"strings"
	"testing"
	"time"
)

// The vectors of RFC 6238, appendix B, for SHA-1; their last six of eight digits.
func TestCodesAreThoseOfTheStandard(t *testing.T) {
	secret := totpSecret(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString([]byte("12345678901234567890")))
	for at, want := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		if got := secret.code(stepAt(time.Unix(at, 0))); got != want {
			t.Errorf("at %d: %s, not %s", at, got, want)
		}
	}
	if got := totpSecret("not base32!").code(1); got != "" {
		t.Errorf("a broken secret makes %q", got)
	}
}

func TestACodeFitsOneStepAroundNow(t *testing.T) {
	secret, now := newTOTPSecret(), time.Unix(1_700_000_010, 0)
	for steps, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		step, ok := secret.match(secret.code(stepAt(now)+steps), now, 0)
		if ok != want || ok && step != stepAt(now)+steps {
			t.Errorf("%+d steps: %v, step %d", steps, ok, step-stepAt(now))
		}
	}
	if _, ok := secret.match(secret.code(stepAt(now)), now, stepAt(now)); ok {
		t.Error("a code of a step that was used fits")
	}
	if len(secret) != 32 || secret == newTOTPSecret() {
		t.Errorf("drew %s", secret)
	}
}

func TestTheAddressForApps(t *testing.T) {
	address := totpSecret("JBSWY3DPEHPK3PXP").address("Boréale: Hockey & Co", "ada+tv@example.com")
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	if u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/Boréale  Hockey & Co:ada+tv@example.com" || q.Get("secret") != "JBSWY3DPEHPK3PXP" ||
		q.Get("issuer") != "Boréale  Hockey & Co" || q.Get("algorithm") != "SHA1" || q.Get("digits") != "6" || q.Get("period") != "30" || strings.Contains(u.RawQuery, "+") {
		t.Errorf("got %s", address)
	}
}

func TestWhatIsACodeOfAnApp(t *testing.T) {
	for typed, want := range map[string]bool{"123456": true, " 123 456 ": true, "12345": false, "1234567": false, "12345a": false, "": false, "１２３４５６": true, "12\u200b3456": true, "١٢٣٤٥٦": false} {
		if _, ok := isTOTP(typed); ok != want {
			t.Errorf("%q: %v", typed, ok)
		}
	}
}
