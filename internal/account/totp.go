package account

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // what RFC 6238 and every app that makes codes use; HMAC does not lean on collisions
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/text"
)

// Codes by time as RFC 6238 has them, in the one form that all apps know: SHA-1, six
// digits, a new code every 30 s.
const (
	totpSecretBytes = 20 // RFC 4226, 4: at least 128 bits, 160 recommended
	totpDigits      = 6
	totpPeriod      = 30 // seconds
	// totpSkew is how many steps a clock may be off, in either direction (RFC 6238, 5.2).
	totpSkew = 1
)

// totpSecret is a secret in the form that people type: base32 without padding.
type totpSecret string

func newTOTPSecret() totpSecret {
	var secret [totpSecretBytes]byte
	_, _ = rand.Read(secret[:]) // it never fails: crypto/rand ends the process instead
	return totpSecret(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret[:]))
}

// code is the code of a time step (RFC 4226, 5.3).
func (s totpSecret) code(step int64) string {
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(string(s))
	if err != nil {
		return "" // no code has this form, so that nothing fits
	}
	var counter [8]byte
	binary.BigEndian.PutUint64(counter[:], uint64(step))
	mac := hmac.New(sha1.New, key)
	mac.Write(counter[:])
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0xf
	number := binary.BigEndian.Uint32(sum[offset:]) & 0x7fff_ffff
	return fmt.Sprintf("%0*d", totpDigits, number%1_000_000)
}

func stepAt(now time.Time) int64 { return now.Unix() / totpPeriod }

// match finds the time step around now, later than after, whose code this is.
func (s totpSecret) match(code string, now time.Time, after int64) (step int64, ok bool) {
	for step := stepAt(now) - totpSkew; step <= stepAt(now)+totpSkew; step++ {
		fits := subtle.ConstantTimeCompare([]byte(s.code(step)), []byte(code)) == 1
		if fits && step > after {
			return step, true
		}
	}
	return 0, false
}

// address is what the QR code for an app holds
// (https://github.com/google/google-authenticator/wiki/Key-Uri-Format).
func (s totpSecret) address(issuer, email string) string {
	issuer = strings.ReplaceAll(issuer, ":", " ")
	query := url.Values{
		"secret": {string(s)}, "issuer": {issuer}, "algorithm": {"SHA1"},
		"digits": {strconv.Itoa(totpDigits)}, "period": {strconv.Itoa(totpPeriod)},
	}
	// Apps take a plus sign as one, not as a space.
	return "otpauth://totp/" + url.PathEscape(issuer+":"+email) + "?" + strings.ReplaceAll(query.Encode(), "+", "%20")
}

// isTOTP reports whether a typed code is one of an app, and returns its digits.
func isTOTP(typed string) (digits string, ok bool) {
	digits = strings.Join(strings.Fields(text.Identifier(typed)), "")
	return digits, len(digits) == totpDigits && strings.Trim(digits, "0123456789") == ""
}
