package commerce

import (
	"time"

	"github.com/grandstand/grandstand/internal/fault"
)

// wrongCode is the code of every error about a promo code of the channel that does not count. The code of the error's field
// is the couponRefusal.
const wrongCode = "promo_code_wrong"

// couponRefusal says why a promo code does not count.
type couponRefusal string

const (
	couponStopped    couponRefusal = "code_stopped"
	couponExpired    couponRefusal = "code_expired"
	couponNotStarted couponRefusal = "code_not_started"
	couponUsedUp     couponRefusal = "code_used_up" // by all users
	couponUsedByUser couponRefusal = "code_used"
	couponNotForThis couponRefusal = "code_not_for_this"
	couponGone       couponRefusal = "promo_code_wrong" // there is no such coupon any more, or the checkout has another
)

func (r couponRefusal) sentence() string {
	switch r {
	case couponStopped:
		return "This code is no longer valid."
	case couponExpired:
		return "This code has expired."
	case couponNotStarted:
		return "This code is not valid yet."
	case couponUsedUp:
		return "This code has been used as many times as it allows."
	case couponUsedByUser:
		return "You have already used this code."
	case couponNotForThis:
		return "This code is not valid for this purchase."
	case couponGone:
	}
	return "Wrong promo code"
}

// errWrongCode is the answer to a code of the channel that does not count.
func errWrongCode(why couponRefusal) *fault.Error {
	err := fault.OfField(fault.Unprocessable, "coupon", wrongCode, why.sentence())
	err.Fields[0].Code = string(why)
	return err
}

// checkUsable returns why no user may use the coupon now; nil if they may. The statement that takes a use checks the same
// again.
func (c *Coupon) checkUsable(now time.Time) error {
	switch {
	case c.Stopped:
		return errWrongCode(couponStopped)
	case !c.Ends.IsZero() && !c.Ends.After(now):
		return errWrongCode(couponExpired)
	case c.Starts.After(now):
		return errWrongCode(couponNotStarted)
	case c.MaxUses > 0 && c.Uses >= c.MaxUses:
		return errWrongCode(couponUsedUp)
	}
	return nil
}
