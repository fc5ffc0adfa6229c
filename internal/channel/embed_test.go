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

func TestWhatAnEventMayShow(t *testing.T) {
	s := Settings{EmbedHosts: []string{"player.video.example"}}
	for address, want := range map[string]bool{
		"https://player.video.example/42": true, "/watch_embed/42": true,
		"": false, "https://video.example/42": false, "http://player.video.example/42": false, "//player.video.example/42": false,
		"https://player.video.example@evil.example/": false, "https://a:b@player.video.example/": false, "https://player.video.example:8443/": false,
		"https://player.video.example.evil.example/": false, "javascript:alert(1)": false, "data:text/html,x": false, "/media/1": false, "watch_embed/1": false,
	} {
		if got := s.MayEmbed(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
	if got := s.FrameSources(); got != "https://player.video.example" {
		t.Error(got)
	}
	for _, host := range []string{"", "*", "*.video.example", "https://video.example", "video.example/x", "video.example; script-src *", "localhost"} {
		var p problems
		Settings{EmbedHosts: []string{host}}.validateEmbedding(&p)
		if len(p) == 0 {
			t.Errorf("%q is taken", host)
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
