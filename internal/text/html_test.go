package text

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSafeHTMLKeepsWriting(t *testing.T) {
	const page = `<h2>Rules</h2><p>See <strong>all</strong> <a href="/faq" rel="nofollow">answers</a>.</p><ul><li>one</li></ul>`
	if got := SafeHTML(page); got != page {
		t.Errorf("changed to %q", got)
	}
}

func TestSafeHTMLDropsWhatRuns(t *testing.T) {
	for _, s := range []string{
		`<script>alert(1)</script>`,
		`<img src=x onerror=alert(1)>`,
		`<a href="javascript:alert(1)">x</a>`,
		`<svg><animate onbegin=alert(1) attributeName=x></svg>`,
		`<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
		`<p style="background:url(javascript:alert(1))">x</p>`,
		`<form action="https://example.com"><input name=q></form>`,
		`<a href="data:text/html,<script>alert(1)</script>">x</a>`,
	} {
		got := strings.ToLower(SafeHTML(s))
		for _, bad := range []string{"<script", "onerror", "onbegin", "javascript:", "<iframe", "style=", "<form", "data:", "<svg"} {
			if strings.Contains(got, bad) {
				t.Errorf("SafeHTML(%q) = %q keeps %q", s, got, bad)
			}
		}
	}
}

func TestSafeHTMLIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := SafeHTML(strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
			"<p>", "</p>", "<b", ">", "x", "<a href='https://e.com'>", "</a>", "<script>", "&lt;", "\"", "<!--", "-->",
		})).Draw(t, "pieces"), ""))
		if twice := SafeHTML(once); twice != once {
			t.Errorf("cleaned again: %q, want %q", twice, once)
		}
	})
}

func TestIsLink(t *testing.T) {
	tests := map[string]bool{
		"/":                        true,
		"/vod?sport=hockey#top":    true,
		"https://example.com/a":    true,
		"":                         false,
		"//example.com":            false,
		"/\\example.com":           false,
		"/a\\b":                    false,
		"/a b":                     false,
		"http://example.com":       false,
		"javascript:alert(1)":      false,
		"https://":                 false,
		"https:///x":               false,
		"https://e.com/\"onclick=": false,
		"faq":                      false,
	}
	for in, want := range tests {
		if got := IsLink(in); got != want {
			t.Errorf("IsLink(%q) = %t, want %t", in, got, want)
		}
	}
}
