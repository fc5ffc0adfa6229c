package api

import "github.com/grandstand/grandstand/internal/fault"

// Values of the parameter spoilers, which every call understands. Who gives none is
// told what their user wants to be told.
const (
	hideSpoilers = "hide"
	showSpoilers = "show"
)

func checkSpoilers(q query) error {
	switch q.spoilers {
	case "", hideSpoilers, showSpoilers:
		return nil
	}
	return fault.InvalidFields(fault.Field{Field: "spoilers", Code: "not_allowed", Message: "The value must be one of: hide, show."})
}
