package api

import (
	"errors"
	"math"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// PathID is an id in a path: digits only. One that is too large for any row is read as
// the largest there is, so that it is not found like every other unknown id.
type PathID struct{ Value int64 }

// UnmarshalText reads the digits.
func (p *PathID) UnmarshalText(text []byte) error {
	if len(text) == 0 || len(text) > maxIDDigits {
		return errors.New("not an id")
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return errors.New("not an id")
		}
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		n = math.MaxInt64
	}
	p.Value = n
	return nil
}

// maxIDDigits bounds the length of an id.
const maxIDDigits = 100

// Schema documents the id; it is part of huma.SchemaProvider.
func (PathID) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: "^[0-9]+$", Examples: []any{"42"}}
}
