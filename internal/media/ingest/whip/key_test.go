package whip

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

func TestKeysOfRequests(t *testing.T) {
	for name, tt := range map[string]struct{ path, authorization, want string }{
		"path":                      {"/whip/abc", "", "abc"},
		"token":                     {"/whip", "Bearer abc", "abc"},
		"slashes":                   {"/whip//abc/", "", "abc"},
		"blanks":                    {"/whip/ abc%20", "", "abc"},
		"blanks in the token":       {"/whip/", "bearer   abc ", "abc"},
		"application":               {"/whip/live/abc", "", "abc"},
		"application in the token":  {"/whip", "Bearer live/abc", "abc"},
		"application and a token":   {"/whip/live", "Bearer abc", "abc"},
		"address in the token":      {"/whip", "Bearer https://example.org/live/abc?user=a", "abc"},
		"query":                     {"/whip/abc%3Fuser=a", "", "abc"},
		"capitals":                  {"/whip/ABC", "", "abc"},
		"neither":                   {"/whip", "", ""},
		"another kind of authority": {"/whip", "Basic abc", ""},
	} {
		plain, err := url.PathUnescape(tt.path)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "/whip", http.NoBody)
		r.URL.Path = plain
		r.Header.Set("Authorization", tt.authorization)
		if got := keyOf(r); got != tt.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
