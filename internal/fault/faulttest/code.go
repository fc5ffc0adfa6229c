// Package faulttest looks at failures in tests.
package faulttest

import (
	"testing"

	"github.com/grandstand/grandstand/internal/fault"
)

// WantCode fails a test unless err carries a code; "" stands for no failure.
func WantCode(tb testing.TB, err error, code string) {
	tb.Helper()
	if got := fault.CodeOf(err); got != code || code == "" && err != nil {
		tb.Errorf("%v, want %q", err, code)
	}
}
