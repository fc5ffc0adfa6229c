//go:build !linux

package app

import "errors"

// diskOf is known on Linux alone.
func diskOf(string) (all, free uint64, err error) { return 0, 0, errors.ErrUnsupported }
