package srt

import (
	"errors"
	"testing"

	gosrt "github.com/datarhei/gosrt"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

func TestKeysOfStreamIDs(t *testing.T) {
	for id, want := range map[string]string{
		"abc":                          "abc",
		"publish:abc":                  "abc",
		"live/abc":                     "abc",
		"/live/abc":                    "abc",
		"#!::r=abc,m=publish":          "abc",
		"#!::m=publish,r=live/abc":     "abc",
		"%23!::m=publish,r=abc":        "abc",
		"#!::u=someone,r=abc,t=stream": "abc",
	} {
		if got, err := keyOf(id); got != want || err != nil {
			t.Errorf("%q: %q, %v", id, got, err)
		}
	}
	for id, want := range map[string]error{"": errNoKey, "/": errNoKey, "#!::": errNoKey, "#!::m=request,r=abc": errPlay} {
		if _, err := keyOf(id); !errors.Is(err, want) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestRejectionsAreOfTheList(t *testing.T) {
	for code, want := range map[string]gosrt.RejectionReason{
		"unknown_key": gosrt.REJX_UNAUTHORIZED, "second_publisher": gosrt.REJX_CONFLICT, "event_over": gosrt.REJX_LOCKED, "else": gosrt.REJX_ISE,
	} {
		if got := rejection(&ingest.Refusal{Code: code}); got != want {
			t.Errorf("%s: %d", code, got)
		}
	}
}
