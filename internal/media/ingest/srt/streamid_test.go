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
		"#!::bmd_uuid=1b2c,bmd_name=Studio 1,u=abc": "abc",
		"#!::u=live/abc,bmd_name=A=B":               "abc",
		"#!:: r = abc , m = publish":                "abc",
		" abc\n":                                    "abc",
		"abc/":                                      "abc",
		"//live//abc//":                             "abc",
		"abc?user=a&pass=b":                         "abc",
		"#!::r=abc?user=a,m=publish":                "abc",
		"#!::r=abc,m=bidirectional":                 "abc",
		"live/abc?user=a/b":                         "abc",
		"ABC":                                       "abc",

		"\ufeff#!::m=publish,r=abc":             "abc",
		"\u200b#!::r=abc\u200b":                 "abc",
		"#\u200b!::r=abc":                       "abc",
		"#!::\u2060m\u200b=publish,\ufeffr=abc": "abc",
		"%E2%80%8B%23!::r=abc":                  "abc",
		"%EF%BB%BF%2523!::r%3Dabc":              "abc",
		`"#!::m=publish,r=abc"`:                 "abc",
		"\u200epublish:\u200eabc":               "abc",

		"srt://example.org:9000?streamid=live/abc": "abc",

		"\ufeffsrt://example.org:9000?streamid=abc": "abc",

		"srt://example.org:9000?streamid=%23!::r%3Dabc&mode=caller": "abc",
	} {
		if got, err := keyOf(id); got != want || err != nil {
			t.Errorf("%q: %q, %v", id, got, err)
		}
	}
	for id, want := range map[string]error{
		"": errNoKey, "\u200b": errNoKey, "\ufeff#!::m=request,r=abc": errPlay, "/": errNoKey, "#!::": errNoKey, "#!::m=request,r=abc": errPlay, "?user=a": errNoKey, "#!::bmd_name=a,u=": errNoKey,
	} {
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
