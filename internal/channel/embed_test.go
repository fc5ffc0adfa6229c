package channel

import (
	"fmt"
	"testing"
)

func TestFrameAncestors(t *testing.T) {
	for want, c := range map[string]Channel{
		"[]":                               {},
		"[league.example:*]":               {Domains: []string{"league.example"}},
		"[localhost:* 127.0.0.1:*]":        {Domains: []string{"localhost:8080", "127.0.0.1", "::1"}},
		"[league.example:* https://*.a.b]": {Domains: []string{"league.example"}, Settings: Settings{EmbedParents: []string{"https://*.a.b"}}},
		"[*]":                              {Domains: []string{"league.example"}, Settings: Settings{EmbedParents: []string{"https://a.b", "*"}}},
	} {
		if got := fmt.Sprint(c.FrameAncestors()); got != want {
			t.Errorf("%s is not %s", got, want)
		}
	}
}

func TestParents(t *testing.T) {
	for parent, want := range map[string]bool{
		"*": true, "https://paper.example": true, "https://*.paper.example": true, "https://paper.example:8443": true,
		"http://localhost:*": true, "http://127.0.0.1:3000": true, "http://localhost": true,
		"": false, "paper.example": false, "http://paper.example": false, "https://paper.example/": false, "https://*": false,
		"https://*.example": false, "https://Paper.example": false, "https://paper.example:*": false, "https://a.b, https://c.d": false,
		"https://a.b 'unsafe-inline'": false, "https://a.b;script-src *": false, "https://user@a.b": false, "'none'": false, "data:": false, "https://a.b\n": false,
	} {
		var p problems
		Settings{EmbedParents: []string{parent}}.validateEmbedding(&p)
		if (len(p) == 0) != want {
			t.Errorf("%q: %v", parent, p)
		}
	}
}
