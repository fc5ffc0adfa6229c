package account

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/grandstand/grandstand/internal/fault"
)

// Lengths of a password, in characters.
const (
	minPassword = 8
	maxPassword = 128
)

// normalizePassword gives a password one spelling, whichever way the keyboard composed
// its accents (NIST SP 800-63B, 5.1.1.2).
func normalizePassword(password string) string { return norm.NFC.String(password) }

// checkNewPassword says what is wrong with a password that somebody wants to use, or
// returns nothing.
func checkNewPassword(password, email string) []fault.Field {
	problem := func(code, message string) []fault.Field {
		return []fault.Field{{Field: "password", Code: code, Message: message}}
	}
	length := utf8.RuneCountInString(password)
	switch {
	case length == 0:
		return problem("required", "Field is required")
	case length < minPassword:
		return problem("too_short", "The password is too short")
	case length > maxPassword:
		return problem("too_long", "Field length must be less than 129")
	}
	if name, _, _ := strings.Cut(email, "@"); email != "" && (strings.EqualFold(password, email) || strings.EqualFold(password, name)) {
		return problem("password_is_email", "The password must not be your email address.")
	}
	if isCommon(password) {
		return problem("password_too_common", "This password is too common.")
	}
	return nil
}

//go:embed common_passwords.txt
var commonPasswords string

// isCommon reports whether a password is among those that guessing starts with: a
// word of the list, however it is capitalised, decorated with digits and signs at its
// end or spelt with digits for letters; one character or short piece over and over; or
// a run along the alphabet, the digits or a row of the keyboard.
func isCommon(password string) bool {
	folded := strings.ToLower(password)
	core := strings.TrimRightFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, candidate := range [...]string{folded, core, unleet(folded), unleet(core)} {
		if listed(candidate) {
			return true
		}
	}
	return isRepeated(folded) || isRun(folded)
}

// listed searches the list, which is sorted by line.
func listed(word string) bool {
	if word == "" {
		return false
	}
	lines := strings.Split(commonPasswords, "\n")
	_, found := slices.BinarySearch(lines, word)
	return found
}

// unleet undoes the usual digits and signs for letters.
func unleet(s string) string {
	return strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i").Replace(s)
}

// isRepeated reports whether s is one piece of up to 4 bytes over and over.
func isRepeated(s string) bool {
	for size := 1; size <= 4 && size*2 <= len(s); size++ {
		if strings.TrimSuffix(strings.ReplaceAll(s, s[:size], ""), s[:len(s)%size]) == "" {
			return true
		}
	}
	return false
}

// rows are what a run follows, forwards or backwards, around the end.
var rows = []string{
	"abcdefghijklmnopqrstuvwxyz", "01234567890", "1234567890",
	"qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "qazwsxedcrfvtgbyhnujmikolp", "q1w2e3r4t5y6u7i8o9p0", "1q2w3e4r5t6y7u8i9o0p",
}

// isRun reports whether s follows one row.
func isRun(s string) bool {
	for _, row := range rows {
		endless := strings.Repeat(row, 1+(len(s)+len(row)-1)/len(row))
		if strings.Contains(endless, s) || strings.Contains(reverse(endless), s) {
			return true
		}
	}
	return false
}

func reverse(s string) string {
	bytes := []byte(s)
	slices.Reverse(bytes)
	return string(bytes)
}
