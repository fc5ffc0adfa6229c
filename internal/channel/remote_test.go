package channel

import (
	"net/url"
	"strings"
	"testing"
)

var sentOn = RemoteAuth{Redirects: []string{"https://shop.example", "https://tickets.example:8443"}}

func TestWhereMembersMayBeSentOn(t *testing.T) {
	for to, want := range map[string]bool{
		"/": true, "/watch/7?t=1#now": true, "/a?next=//evil.example": true, "/é": true,
		"https://shop.example": true, "https://shop.example/cart?x=1": true, "https://SHOP.example/": true, "https://tickets.example:8443/": true,

		"": false, "watch/7": false, "//evil.example": false, "///evil.example": false, "/a//evil.example": false,
		`/\evil.example`: false, `\\evil.example`: false, `https:\\evil.example`: false, "/\t/evil.example": false, "/\n/evil.example": false, "/ /evil": false,
		"http://shop.example/": false, "https://evil.example/": false, "https://shop.example.evil.example/": false, "https://tickets.example/": false,
		"https://shop.example@evil.example/": false, "https://user@shop.example/": false, "https://shop.example:443@evil.example": false, "https:shop.example": false,
		"HTTPS://shop.example/": false, "javascript:alert(1)": false, "data:text/html,x": false, "https://shop.example:8443/": false, "https:///shop.example": false,
		"/" + strings.Repeat("a", maxReturn): false,
	} {
		if got := sentOn.MayReturn(to); got != want {
			t.Errorf("%q: %v", to, got)
		}
	}
}

// Whatever is let through leads a browser to the site itself or to an origin of the list.
func FuzzMayReturn(f *testing.F) {
	for _, seed := range []string{"/watch/7", "//evil", `/\evil`, "https://shop.example/x", "https://shop.example@evil", "/a/..//evil"} {
		f.Add(seed)
	}
	site, err := url.Parse("https://league.example/login")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, to string) {
		if !sentOn.MayReturn(to) {
			return
		}
		u, err := site.Parse(to)
		if err != nil {
			if strings.HasPrefix(to, "/") { // such as a lone %: a path for browsers
				return
			}
			t.Fatalf("%q: %v", to, err)
		}
		switch origin := u.Scheme + "://" + strings.ToLower(u.Host); {
		case u.User != nil:
			t.Errorf("%q has a user", to)
		case origin != "https://league.example" && origin != sentOn.Redirects[0] && origin != sentOn.Redirects[1]:
			t.Errorf("%q leads to %s", to, origin)
		}
	})
}
