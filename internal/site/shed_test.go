package site_test

import (
	"net/http"
	"testing"
)

// Pages are rendered only while there is room for them. A refusal says when to come again.
func TestRenderingIsShed(t *testing.T) {
	s := serve(t, house{})
	room, entered, left := false, 0, 0
	s.Shed(func() (func(), bool) {
		if !room {
			return nil, false
		}
		entered++
		return func() { left++ }, true
	})
	for _, path := range []string{"/", "/live", "/nothing", "/watch/5"} {
		if r := get(t, s, path); r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") != "2" {
			t.Errorf("%s without room: %d, Retry-After %q", path, r.StatusCode, r.Header.Get("Retry-After"))
		}
	}
	room = true
	if r := get(t, s, "/"); r.StatusCode != http.StatusOK || entered != 1 || left != 1 {
		t.Errorf("with room: %d, %d entered, %d left", r.StatusCode, entered, left)
	}
	if r := get(t, s, "/nothing"); r.StatusCode != http.StatusNotFound {
		t.Errorf("a path without a page: %d", r.StatusCode)
	}
}
