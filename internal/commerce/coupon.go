package commerce

import (
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// CouponID identifies a coupon.
type CouponID int64

// Coupon is a promo code of a channel. It takes PercentOff, in basis points (10 % is
// 1,000), off the base prices of what it is for or, where that is 0, AmountOff, in minor
// units of Currency, off all of them together.
type Coupon struct {
	ID         CouponID
	Code       string // as NormalCode has it
	PercentOff int64
	AmountOff  int64
	Currency   string    // of AmountOff, else ""
	Starts     time.Time // zero: at once
	Ends       time.Time // zero: never
	MaxUses    int64     // by everybody; 0 for as many as they like
	PerUser    int64     // by one user; 0 likewise
	Stopped    bool
	// Restricted coupons are for Packages alone; that of a ticket means every event sold
	// by it. It is said apart, so that one whose packages are all gone is for nothing.
	Restricted bool
	Packages   []PackageID
	Uses       int64 // so far
	FromPack   bool  // a pack has named it; ReplaceCoupons alone writes it
}

var codePattern = text.NewPattern(`^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$`)

// NormalCode is a code as coupons have it: without spaces around it, in capitals. It is
// false for what is no code: one has up to 40 of the letters A to Z, digits, - and _.
func NormalCode(code string) (string, bool) {
	code = text.Identifier(code)
	return strings.ToUpper(code), codePattern.MatchString(code)
}

// Validate reports everything that is wrong with a coupon by itself: Invalid with the
// fields.
func (c *Coupon) Validate() error {
	var fields []fault.Field
	require := func(ok bool, field, code, message string) {
		if !ok {
			fields = append(fields, fault.Field{Field: field, Code: code, Message: message})
		}
	}
	normal, ok := NormalCode(c.Code)
	require(ok && normal == c.Code, "code", "invalid_code", "A code can have up to 40 capital letters, digits, hyphens and underscores")
	require(c.PercentOff >= 0 && c.PercentOff <= allOf, "percent_off", "out_of_range", "The percentage must be above 0 and at most 100")
	require(c.AmountOff >= 0 && c.AmountOff <= maxPrice, "amount_off", "out_of_range", "The amount must be between 0 and 100,000.00")
	require((c.PercentOff > 0) != (c.AmountOff > 0), "percent_off", "one_of", "A coupon must take off either a percentage or an amount")
	if c.AmountOff > 0 {
		require(c.Currency == "CAD" || c.Currency == "USD", "currency", "invalid_currency", "The currency must be CAD or USD")
	} else {
		require(c.Currency == "", "currency", "invalid_currency", "A coupon with a percentage must not have a currency")
	}
	require(c.Starts.IsZero() || c.Ends.IsZero() || c.Ends.After(c.Starts), "ends", "ends_first", "The end must be after the start")
	require(c.MaxUses >= 0, "uses", "out_of_range", "The number of uses must be 0 or more")
	require(c.PerUser >= 0, "per_user", "out_of_range", "The number of uses must be 0 or more")
	require(c.Restricted || len(c.Packages) == 0, "offers", "not_restricted", "A coupon that lists offers must be restricted to them")
	if len(fields) > 0 {
		return fault.InvalidFields(fields...)
	}
	return nil
}

// errInvalidCode is the one answer to what is no code, a code that nobody has and a code of
// another channel: guessing shall not tell them apart.
func errInvalidCode() *fault.Error {
	return fault.OfField(fault.Unprocessable, "coupon", "promo_code_invalid", "Promo code is invalid")
}

// errNothingNamed is the answer to a purchase of nothing, or of what cannot be told.
func errNothingNamed() *fault.Error {
	return fault.New(fault.Unprocessable, "id_not_selected", "id not selected")
}
