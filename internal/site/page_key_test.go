package site

import (
	"net/url"
	"testing"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/text"
)

// Each spelling of what narrows a page is one page in memory, and all that nothing is called by
// are one.
func TestSpellingsOfAScopeAreOnePage(t *testing.T) {
	ref := &catalog.Reference{Participants: []*catalog.Participant{{ID: 7, Alias: "north-lynx", Name: text.Text{"en": "North Lynx"}}}}
	for query, want := range map[string]string{
		"team=north-lynx": "team=north-lynx", "team=7": "team=north-lynx", "team=NORTH%20lynx": "team=north-lynx",
		"team=north-lynx&school=x&sport=y": "team=north-lynx",
		"team=nobody":                      "team=%00", "team=nothing": "team=%00", "school=7": "school=%00",
		"": "", "team=": "",
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if got := canonicalScope(ref, values); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

func TestSpellingsOfAPathAreOnePage(t *testing.T) {
	watch := route{pattern: []string{"watch", "$id"}}
	for path, want := range map[string]string{"/watch/12": "/watch/12", "/watch/0012/": "/watch/12", "//watch/+12//": "/watch/12", "/": "/"} {
		if got := canonicalPath(watch, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	clip := route{pattern: []string{"share", "$uuid"}}
	if got := canonicalPath(clip, "/share/00000000000000000000000000000012"); got != "/share/00000000000000000000000000000012" {
		t.Errorf("the secret of a link becomes %s", got)
	}
}
