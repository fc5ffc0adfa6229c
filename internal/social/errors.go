package social

import (
	"errors"
	"fmt"
	"net/url"

	"golang.org/x/oauth2"
)

// What a failure may say of a call: its address and its answer hold secrets.

// withoutAddress drops the address from an error: it may hold what is secret.
func withoutAddress(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// withoutAnswer says of a refused code only what the standard has a word for
// (RFC 6749, 5.2).
func withoutAnswer(err error) error {
	if e, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		status := 0
		if e.Response != nil {
			status = e.Response.StatusCode
		}
		return fmt.Errorf("refused with status %d, %q", status, e.ErrorCode)
	}
	return withoutAddress(err)
}
