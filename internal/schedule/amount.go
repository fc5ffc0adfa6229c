package schedule

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Reasons why an amount is not read.
var (
	ErrAmount   = errors.New("is not an amount; write it like 8.99")
	ErrNegative = errors.New("is not an amount: it is negative")
	ErrDecimals = errors.New("is not an amount: it has more than two decimals")
	ErrCurrency = errors.New("is in another currency than the channel's")
)

// currencySigns are the signs that name one currency.
var currencySigns = []struct{ sign, currency string }{
	{"CAD", "CAD"}, {"CA$", "CAD"}, {"C$", "CAD"}, {"$CAN", "CAD"}, {"$CA", "CAD"}, {"USD", "USD"}, {"US$", "USD"}, {"$US", "USD"},
}

// cutCurrency takes the sign of a currency off an amount without blanks. currency is "" if the amount names none.
func cutCurrency(s string) (amount, currency string) {
	for _, c := range currencySigns {
		if rest, ok := strings.CutPrefix(s, c.sign); ok {
			return rest, c.currency
		}
		if rest, ok := strings.CutSuffix(s, c.sign); ok {
			return rest, c.currency
		}
	}
	return s, ""
}

// ReadAmount reads 8.99, 8,99, $8.99, 8,99 $ and CAD 8.99 into minor units. An empty cell
// is 0. An amount that names another currency than that of the channel is refused.
func ReadAmount(s, currency string) (int64, error) {
	s, named := cutCurrency(strings.ToUpper(strings.ReplaceAll(Clean(s), " ", "")))
	if named != "" && named != currency {
		return 0, fmt.Errorf("%w, %s", ErrCurrency, currency)
	}
	s = strings.TrimSuffix(strings.TrimPrefix(s, "$"), "$")
	if s == "" || s == "FREE" || s == "GRATUIT" {
		return 0, nil
	}
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "−") || strings.HasPrefix(s, "(") {
		return 0, ErrNegative
	}
	units, cents := s, ""
	if i := strings.LastIndexAny(s, ".,"); i >= 0 {
		units, cents = s[:i], s[i+1:]
	}
	if cents != "" && !isDigits(cents) || !isDigits(units) && (units != "" || cents == "") {
		return 0, ErrAmount
	}
	if len(cents) > 2 {
		return 0, ErrDecimals
	}
	amount, err := strconv.ParseInt(units+(cents + "00")[:2], 10, 64)
	if err != nil {
		return 0, ErrAmount
	}
	return amount, nil
}

// ErrDuration is a cell that is no length.
var ErrDuration = errors.New("is not a duration; write minutes, such as 120 or 127:30")

// ReadDuration reads minutes, 120, or minutes and seconds, 127:30; also 120 min and 2h.
func ReadDuration(s string) (time.Duration, error) {
	s = strings.ToLower(strings.ReplaceAll(Clean(s), " ", ""))
	for _, unit := range []string{"minutes", "mins", "min"} {
		s = strings.TrimSuffix(s, unit)
	}
	if hours, rest, ok := strings.Cut(s, "h"); ok {
		h, err := strconv.ParseUint(hours, 10, 8)
		m := uint64(0)
		if rest != "" && err == nil {
			m, err = strconv.ParseUint(rest, 10, 8)
		}
		if err != nil || m > 59 {
			return 0, ErrDuration
		}
		return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute, nil
	}
	if s == "" {
		return 0, nil
	}
	minutes, seconds, more := strings.Cut(s, ":")
	if !more {
		seconds = "0"
	}
	n, err := strconv.ParseUint(minutes, 10, 16)
	rest, errRest := strconv.ParseUint(seconds, 10, 8)
	if err != nil || errRest != nil || rest > 59 {
		return 0, ErrDuration
	}
	return time.Duration(n)*time.Minute + time.Duration(rest)*time.Second, nil
}

// ReadYes reads yes and no in two languages. An empty cell is no.
func ReadYes(s string) (yes, ok bool) {
	switch Key(s) {
	case "yes", "oui", "true", "1", "vrai", "y", "o":
		return true, true
	case "", "no", "non", "false", "0", "faux", "n":
		return false, true
	}
	return false, false
}
