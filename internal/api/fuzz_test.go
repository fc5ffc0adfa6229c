package api

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/throttle"
	"github.com/grandstand/grandstand/internal/vod"
)

// Whatever stands in the headers of proxies, who is not trusted is who connected, and who is seen
// through those that are is one address.
func FuzzClientOf(f *testing.F) {
	for _, seed := range [][2]string{
		{"203.0.113.9", "10.0.0.1:1"},
		{"1.2.3.4, 203.0.113.9,10.0.0.2", "10.0.0.1:1"},
		{"::ffff:203.0.113.9", "[::1]:7"},
		{"fe80::1%eth0", "10.0.0.1:1"},
		{",,", "10.0.0.1:1"},
		{"x, 10.0.0.3", "10.0.0.1:1"},
		{"203.0.113.9:80", "198.51.100.7:1"},
		{"1.2.3.4", "@"},
		{strings.Repeat("10.0.0.1,", 300), "10.0.0.1:1"},
	} {
		f.Add(seed[0], seed[1])
	}
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	f.Fuzz(func(t *testing.T, forwarded, from string) {
		r := &http.Request{RemoteAddr: from, Header: http.Header{"X-Forwarded-For": {forwarded}, "X-Forwarded-Proto": {"https"}}}
		address, secure := clientOf(r, proxies)
		if direct := remote(r); !isTrusted(direct, proxies) && (address != direct || secure) {
			t.Errorf("%q from %q is %v, secure %v", forwarded, from, address, secure)
		}
		if address.Is4In6() || address.Zone() != "" {
			t.Errorf("%q from %q is written in another way: %v", forwarded, from, address)
		}
		if address.IsValid() && address != remote(r) && !strings.Contains(forwarded, ":") && !strings.Contains(forwarded, address.String()) {
			t.Errorf("%q from %q is %v", forwarded, from, address)
		}
	})
}

// A body that is a file is refused in words, or read whole and no longer than may be.
func FuzzUpload(f *testing.F) {
	form := func(name, content string) []byte {
		return []byte("--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + content + "\r\n--b--\r\n")
	}
	f.Add("image/png", []byte("a picture"))
	f.Add("multipart/form-data; boundary=b", form("file", "a picture"))
	f.Add("multipart/form-data; boundary=b", form("other", "x"))
	f.Add("multipart/form-data; boundary=b", append(form("file", "x")[:50], 0))
	f.Add("multipart/form-data", []byte("--"))
	f.Add("image/", []byte{})
	f.Add("text/plain; =", []byte("x"))
	const limit = 64
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		r := &http.Request{Header: http.Header{"Content-Type": {kind}}, Body: http.NoBody, ContentLength: -1}
		if len(body) > 0 {
			r.Body = &closer{Reader: bytes.NewReader(body)}
		}
		content, err := readFile(httptest.NewRecorder(), r, limit, []string{"image/*", "application/octet-stream"})
		if err != nil {
			_, other := errors.AsType[*mediaTypeError](err)
			if k := fault.KindOf(err); !other && k != fault.Invalid && k != fault.TooLarge || content != nil {
				t.Errorf("%q, %q: %q, %v", kind, body, content, err)
			}
			return
		}
		if len(content) == 0 || len(content) > limit || !bytes.Contains(body, content) {
			t.Errorf("%q, %q is read as %q", kind, body, content)
		}
	})
}

type closer struct{ *bytes.Reader }

func (*closer) Close() error { return nil }

// Whatever a list is asked for is refused by the name of a parameter, or within the bounds of the
// library.
func FuzzVODQuery(f *testing.F) {
	for _, seed := range []string{"category=classics,1&rail=new", "parts=1,2,x", "limit=0", "limit=+5", "limit=101&offset=-1", "sort_field=rail&sort_direction=up", "type=free,,paid", "title=" + strings.Repeat("%C3%A9", 101), "rail=a,b", "limit=99999999999999999999", "offset=1e3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		values, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		for name, read := range map[string]func(url.Values) (vodQuery, error){"items": readVODItems, "search": readVODSearch} {
			q, err := read(values)
			if err != nil {
				if fault.KindOf(err) != fault.Invalid {
					t.Errorf("%s %q: %v", name, query, err)
				}
				continue
			}
			if q.page.Limit < 1 || q.page.Limit > vod.MaxLimit || q.page.Offset < 0 || q.page.Offset > vod.MaxOffset || utf8.RuneCountInString(q.title) > vod.MaxSearch || len(q.rail) > 1 || q.page.Sort == "" {
				t.Errorf("%s %q asks for %+v", name, query, q)
			}
		}
	})
}

// Whatever a browser's request says around its body, the answer is one of the contract.
func FuzzRequest(f *testing.F) {
	for _, seed := range [][3]string{
		{"sport=hockey&limit=5", "Authorization", "Bearer x"},
		{"tz=America/Toronto&start_date=2026-03-01", "Accept-Language", "fr;q=NaN"},
		{"tz=../../etc/passwd", "Cookie", "grandstand_login=;=;"},
		{"after=ZGF0ZSArIDEgMg", "If-None-Match", "*"},
		{"search=%F0%9D%94%98&facets=1", "Accept-Encoding", "br;q=0,gzip;q=1.0"},
		{"ids=1,2&start_date=0000-01-01", "Origin", "https://home.example:x"},
		{"end_date=9999-12-31", "Range", "bytes=0-"},
		{"event_category_id=0&team=1", "X-Request-Id", "a b"},
		{"tz=Local", "User-Agent", "\xff"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	w := newWorld(f, dbtest.SQLite(f), func(deps *Deps) {
		deps.Options.Limits.General = throttle.Rate{Every: 1, Burst: -1}
	})
	w.season(home, "")
	key := w.visitor(home)
	promised := readContract(f, w)
	var events *promise
	for _, p := range promised.operations {
		if p.id == "list-events" {
			events = p
		}
	}
	f.Fuzz(func(t *testing.T, query, name, value string) {
		said, _ := url.QueryUnescape(query)
		for _, text := range append([]string{"panic", "level"}, never...) {
			if strings.Contains(said+value, text) {
				return // names of parameters are repeated to whoever sent them
			}
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/events", nil)
		r.URL.RawQuery, r.Host = query, "home.example"
		r.Header.Set("Authorization", "Bearer "+key)
		r.Header[http.CanonicalHeaderKey(name)] = []string{value}
		w.log.Reset()
		recorder := newRecorder(w, r)
		faults := judge(verdictOn{
			promise: events, none: r.Header.Get("If-None-Match") != "", status: recorder.Code, header: recorder.Header(), body: recorder.Body.Bytes(), log: w.log.String(),
		})
		if len(faults) > 0 {
			t.Errorf("%q with %s: %q: %s", query, name, value, strings.Join(faults, "; "))
		}
	})
}
