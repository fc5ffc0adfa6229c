package api

import (
	"net/http"
	"strings"
)

// maxRanges is how many byte ranges one request may name. Each range is a read of the store, on S3
// a request, and a player or a download manager asks for one at a time.
const maxRanges = 4

type rangesError struct{}

func (*rangesError) Error() string { return "too many byte ranges" }

// checkRanges refuses a request that names more byte ranges than maxRanges (RFC 9110, 14.2 and
// 15.5.17). It holds for pictures, media, downloads, pages and static files alike.
func checkRanges(h http.Header) error {
	ranges := 0
	for _, value := range h["Range"] {
		ranges += 1 + strings.Count(value, ",")
	}
	if ranges > maxRanges {
		return &rangesError{}
	}
	return nil
}
