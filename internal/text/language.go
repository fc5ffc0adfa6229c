package text

import (
	"strconv"
	"strings"
)

// Negotiate chooses "en" or "fr" from an Accept-Language header (RFC 9110, 12.5.4). It returns the fallback if the header
// accepts neither, and "en" if the product does not have the fallback.
func Negotiate(header, fallback string) string {
	if fallback != "fr" {
		fallback = "en"
	}
	best, bestWeight := fallback, 0.0
	for part := range strings.SplitSeq(header, ",") {
		tag, parameters, _ := strings.Cut(part, ";")
		primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		if primary != "en" && primary != "fr" {
			continue
		}
		if w := weight(parameters); w > bestWeight {
			best, bestWeight = primary, w
		}
	}
	return best
}

// weight parses the weight of a list element: 1 if the weight is missing, 0 if it is malformed.
func weight(parameters string) float64 {
	text, found := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
	if !found {
		return 1
	}
	q, err := strconv.ParseFloat(text, 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}
