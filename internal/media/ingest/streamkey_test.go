package ingest

import "testing"

func TestStreamKeysAsPeopleTypeThem(t *testing.T) {
	const key = "abcdefghijklmnopqrstuvwxyz234567"
	for name, parts := range map[string][]string{
		"key":                              {key},
		"blanks":                           {"  " + key + "\r\n"},
		"line break inside":                {key[:16] + "\n" + key[16:]},
		"invisible characters":             {"\u200b" + key + "\ufeff"},
		"no-break space":                   {"\u00a0" + key},
		"slashes":                          {"/" + key + "/"},
		"application in the key":           {"live/" + key},
		"application in both":              {"live", "live/" + key},
		"application with a slash":         {"live/", "//" + key},
		"key in the application":           {"live/" + key, ""},
		"key alone as the application":     {key, ""},
		"key in both":                      {"live/" + key, key},
		"query":                            {"live", key + "?user=a&pass=b/c"},
		"query in the application":         {"live?x=y/z", key},
		"fragment":                         {key + "#one"},
		"whole address":                    {"live", "rtmp://stream.example.org/live/" + key},
		"whole address in the application": {"rtmp://stream.example.org:1935/live/" + key, ""},
		"escaped":                          {"%20live%2F" + key + "%3Fuser%3Da"},
		"quotes":                           {`"` + key + `"`},
		"capitals":                         {"LIVE", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"},
	} {
		if got, ok := StreamKey(parts...); got != key || !ok {
			t.Errorf("%s: %q: %q, %v", name, parts, got, ok)
		}
	}
	for name, parts := range map[string][]string{
		"nothing": {}, "empty": {""}, "application": {"live", ""}, "blanks": {" / "}, "query": {"live", "?user=a"},
		"other application": {"other", key}, "two keys": {"live", "abc/def"}, "address without a path": {"rtmp://stream.example.org"},
	} {
		if got, ok := StreamKey(parts...); ok {
			t.Errorf("%s: %q is taken as %q", name, parts, got)
		}
	}
}

func TestApplications(t *testing.T) {
	for name, want := range map[string]bool{
		"live": true, "/live/": true, " live ": true, "LIVE": true, "live?a=b": true, "": true, "live/live": true, "live/abc": true,
		"abcdefghijklmnopqrstuvwxyz234567": true, "other": false, "other/abc": false, "vod/": false,
	} {
		if got := IsApplication(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
