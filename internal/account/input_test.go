package account

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/text"
)

func TestCommonPasswords(t *testing.T) {
	for _, password := range []string{
		"password", "Password1", "PASSWORD123!", "p@ssw0rd", "P4ssw0rd2024", "motdepasse", "qwertyuiop", "qwerty123456",
		"iloveyou", "11111111", "abababab", "abcabcabc", "12345678", "87654321", "23456789", "abcdefgh", "zyxwvuts",
		"1q2w3e4r", "1qaz2wsx", "asdfghjkl", "football99", "Hockey2025!!", "grandstand", "jordan23",
	} {
		if !isCommon(password) {
			t.Errorf("%q passes", password)
		}
	}
	for _, password := range []string{
		"grandstand-demo", "correct-horse-7", "Tip-off at 7", "tr0mbone&kiwi", "été à la plage 7", "xK9#mPq2vL", "blue-canoe-river",
	} {
		if isCommon(password) {
			t.Errorf("%q is called common", password)
		}
	}
}

func TestTheListIsSortedAndClean(t *testing.T) {
	lines := strings.Split(commonPasswords, "\n")
	if len(lines) < 1000 {
		t.Errorf("only %d words", len(lines))
	}
	if !slices.IsSorted(lines) || len(slices.Compact(slices.Clone(lines))) != len(lines) {
		t.Error("the list is not sorted, or repeats a word")
	}
	for _, line := range lines {
		if line == "" || line != strings.ToLower(line) || strings.TrimSpace(line) != line {
			t.Errorf("%q", line)
		}
	}
}

func TestPhoneShapes(t *testing.T) {
	for phone, valid := range map[string]bool{
		"5145550199": true, "+15145550199": true, "+1 (514) 555-0199": true, "514.555.0199": true, "+33123456789012": true,
		"": false, "555-0199": false, "514555019": false, "+331234567890123": false, "+1234567890123456": false, "514+5550199": false, "51455501x9": false,
		"(((((((((((((((((((((((514)5550199": false, "5145550199;DROP": false,
	} {
		if got := text.IsPhone(phone); got != valid {
			t.Errorf("%q: %v", phone, got)
		}
	}
}

func TestOneMailboxHasOneSpelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		email := rapid.String().Draw(t, "email")
		once := mail.NormalizeAddress(email)
		if twice := mail.NormalizeAddress(once); twice != once {
			t.Fatalf("%q becomes %q and then %q", email, once, twice)
		}
		if mail.NormalizeAddress(" "+strings.ToLower(email)+"\t") != mail.NormalizeAddress(strings.ToLower(email)) {
			t.Fatalf("spaces around %q matter", email)
		}
	})
}

// Whatever a person enters, registration answers with problems or with values that
// every database takes.
func FuzzRegistration(f *testing.F) {
	f.Add("ada@example.com", "correct-horse-7", "Ada", "+1 514 555 0199")
	f.Add("", "", "", "")
	f.Add("é@é.é\u0301", "\u202e12345678", "\x00", "()")
	f.Add("a@b.cd", strings.Repeat("ab", 64), "İ", "0000000000")
	f.Fuzz(func(t *testing.T, email, password, name, phone string) {
		if !utf8.ValidString(email + password + name + phone) {
			return // the edge lets none through
		}
		r := Registration{Email: email, Password: password, PasswordConfirmation: password, FirstName: name, LastName: name, Phone: phone, Terms: true}
		r.normalize()
		if len(r.problems()) > 0 {
			return
		}
		for _, text := range []string{r.Email, r.FirstName, r.Phone} {
			if strings.ContainsAny(text, "\x00\r\n") || len(text) > 1000 {
				t.Errorf("%q would be stored", text)
			}
		}
		if n := utf8.RuneCountInString(r.Password); n < minPassword || n > maxPassword {
			t.Errorf("a password of %d characters passes", n)
		}
		if !mail.IsAddress(mail.NormalizeAddress(r.Email)) {
			t.Errorf("%q is no address any more", r.Email)
		}
	})
}
