package api

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestTheSettingsFile(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	var file, byCall SettingsDTO
	rep := w.do(call{path: "/storage/settings/away.json"})
	rep.into(&file)
	answer := w.do(call{path: "/api/settings?channel=away"})
	answer.into(&byCall)
	if diff := cmp.Diff(byCall, file); diff != "" || file.Language != French || file.Channel.Key != away {
		t.Errorf("the file is of %s in %s, and differs: %s", file.Channel.Key, file.Language, diff)
	}
	for _, of := range []reply{rep, answer} {
		if got := of.header.Get("X-Robots-Tag"); got != "noindex" {
			t.Errorf("X-Robots-Tag is %q", got)
		}
	}
	if again := w.do(call{path: "/storage/settings/away.json", header: map[string]string{"If-None-Match": rep.header.Get("ETag")}}); again.status != http.StatusNotModified {
		t.Errorf("%d for what the client has", again.status)
	}
	for _, name := range []string{"nobody.json", "away", "away.json.json", ".json", "%2e%2e%2faway.json", "a%2fb.json"} {
		w.do(call{path: "/storage/settings/" + name}).want(404, "channel_not_found")
	}
	for _, path := range []string{"away.json?x=1", "%00.json", "%ff.json"} {
		w.do(call{path: "/storage/settings/" + path}).want(400, "validation_failed")
	}
}
