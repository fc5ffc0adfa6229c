package srt

import (
	"net/url"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// A stream id is refused for a reason of the list, or has one key in it, which is the same
// however the id was escaped.
func FuzzStreamID(f *testing.F) {
	for _, seed := range []string{
		"", "key", "publish:key", "live/key", "/live/key/", "#!::r=key,m=publish", "#!::m=request,r=key", "#!::r=", "%23!::r=key", "%", "publish:live/", "//", "#!::r=a,r=b",
		"\ufeff#!::m=publish,r=key", "#\u200b!::r=key", `"#!::r=key"`, "\x9c", "key\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, id string) {
		key, err := keyOf(id)
		if err != nil {
			if code := ingest.CodeOf(err); key != "" || code != errPlay.Code && code != errNoKey.Code {
				t.Errorf("%q: key %q, %v", id, key, err)
			}
			return
		}
		if key == "" || len(key) > len(id) {
			t.Errorf("%q has the key %q", id, key)
		}
		if strings.Contains(id, "%") {
			return // it may have been escaped already
		}
		if again, err := keyOf(url.PathEscape(id)); err != nil || again != key {
			t.Errorf("%q has the key %q, escaped %q, %v", id, key, again, err)
		}
	})
}
