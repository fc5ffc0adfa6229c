package text

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// What was made safe runs nothing, and stays as it is when it is made safe again.
func FuzzSafeHTML(f *testing.F) {
	for _, seed := range []string{
		"<p>a</p>", "<script>alert(1)</script>", "<a href=\"java\tscript:alert(1)\">x</a>", "<img src=x onerror=alert(1)>", "<svg><style><a id=\"</style><img src=1 onerror=alert(1)>\">", "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
		"<a href='//evil.example'>x</a>", "&lt;script&gt;", "<p style=\"x\">", "\xff<b>", "<!--<b>-->", "<table><tr><td>1</table>", "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		safe := SafeHTML(s)
		if again := SafeHTML(safe); again != safe {
			t.Fatalf("%q becomes %q and then %q", s, safe, again)
		}
		if !utf8.ValidString(safe) {
			t.Fatalf("%q becomes %q", s, safe)
		}
		for z := html.NewTokenizer(strings.NewReader(safe)); z.Next() != html.ErrorToken; {
			token := z.Token()
			if token.Type != html.StartTagToken && token.Type != html.SelfClosingTagToken {
				continue
			}
			switch token.Data {
			case "script", "style", "iframe", "object", "embed", "form", "input", "base", "meta", "link", "svg", "math":
				t.Fatalf("%q leaves %q", s, safe)
			}
			for _, a := range token.Attr {
				u, err := url.Parse(a.Val)
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" || (a.Key == "href" || a.Key == "src") && (err != nil || u.Scheme == "javascript" || u.Scheme == "data" || u.Scheme == "vbscript") {
					t.Fatalf("%q leaves %q", s, safe)
				}
			}
		}
	})
}

// What may be a link leads to the same site or, over TLS, to a named host, as a browser reads it
// too, which takes a backslash for a slash.
func FuzzIsLink(f *testing.F) {
	for _, seed := range []string{"/", "/watch/7?x=1#y", "//evil.example", `/\evil.example`, "https://a.example/x", "https:///x", "https://", "javascript:alert(1)", "http://a.example", "/a\tb", "https://a b", "\x01https://a", "/\u0085//x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !IsLink(s) {
			return
		}
		browser := strings.ReplaceAll(strings.Map(func(r rune) rune {
			if r == '\t' || r == '\n' || r == '\r' {
				return -1
			}
			return r
		}, s), `\`, "/")
		if browser != s || strings.HasPrefix(s, "//") || !strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "https:///") {
			t.Errorf("%q is a link", s)
		}
	})
}
