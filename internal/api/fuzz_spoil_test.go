package api

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// spoil makes a request one that nobody's client sends.
func (a *author) spoil(r *asked) {
	for range pick(a, 1, 1, 1, 2, 3) {
		ways := []func(*asked){a.spoilQuery, a.spoilHeader}
		if len(r.path) > 0 {
			ways = append(ways, a.spoilPath, a.spoilPath)
		}
		if r.fields != nil {
			ways = append(ways, a.spoilField, a.spoilField, a.spoilField, a.spoilField, a.spoilBody)
		}
		if r.body != nil {
			ways = append(ways, a.spoilFile)
		}
		pick(a, ways...)(r)
	}
}

// odd are values that are no client's, of every type. None of them can be changed by what is spoilt after it.
func odd() []any {
	return []any{
		nil, true, false, 0, -1, 1, 1e308, -1e308, math.MaxInt64, math.MinInt64, verbatim("9223372036854775808"), verbatim("1e999"), verbatim("-0"), verbatim("1.0"), verbatim("0.1e-400"),
		verbatim("NaN"), verbatim("Infinity"), verbatim("01"), verbatim(`"\ud800"`), verbatim(`"\u0000"`), verbatim("\"\xff\xfe\""), verbatim(`"a` + "\n" + `b"`), verbatim(""), verbatim("undefined"),
		"", " ", "0", "-1", "null", "true", "NaN", "1e9", "٤٢", "%s%n%d", "%00", "{{7*7}}", "${jndi:x}", "'; DROP TABLE users; --", "\" OR \"\"=\"", "../../etc/passwd", "..\\..\\x", "<script>alert(1)</script>",
		"\u202eabc", "\ufeff", "\u0000", "e\u0301", "İstanbul", "𝔘𝔫𝔦", "👩‍👩‍👧", "a\r\nSet-Cookie: x=1", "fan@example.com", "javascript:alert(1)", "//evil.example", "https://127.0.0.1:1/", "file:///etc/passwd",
		strings.Repeat("a", 300), strings.Repeat("é", 5_000), strings.Repeat("👩", 2_000), strings.Repeat("9", 400),
		[]any{},
		[]any{nil},
		[]any{[]any{}},
		verbatim("{}"), verbatim(`{"$ne":""}`), verbatim(`{"__proto__":{}}`),
		deep(31), deep(40), deep(3_000),
		verbatim("[" + strings.Repeat(`"a",`, 3_000) + `"a"]`), verbatim("{" + strings.Repeat(`"a":1,`, 2) + `"b":1}`), "0000-00-00", "9999-12-31T23:59:59.999999999Z", "2026-02-30", "-0001-01-01T00:00:00Z",
	}
}

func deep(levels int) verbatim {
	return verbatim(strings.Repeat("[", levels) + strings.Repeat("]", levels))
}

// spoilField changes one field of the body, at any depth.
func (a *author) spoilField(r *asked) {
	holder := r.fields
	for {
		var below []map[string]any
		for _, name := range slices.Sorted(maps.Keys(holder)) {
			if o := objectOf(holder[name]); o != nil {
				below = append(below, o)
			}
			for _, one := range listOf(holder[name]) {
				if o := objectOf(one); o != nil {
					below = append(below, o)
				}
			}
		}
		if len(below) == 0 || a.chance(0.4) {
			break
		}
		holder = pick(a, below...)
	}
	names := slices.Sorted(maps.Keys(holder))
	if len(names) == 0 || a.chance(0.1) {
		holder[pick(a, "admin", "role", "channel_id", "__proto__", "", "é", strings.Repeat("n", 500), "_method", "api_key")] = pick(a, a.odd...)
		return
	}
	name := pick(a, names...)
	if a.chance(0.15) {
		delete(holder, name)
		return
	}
	holder[name] = pick(a, a.odd...)
}

// spoilBody sends something else altogether.
func (a *author) spoilBody(r *asked) {
	whole := string(appendBody(nil, r.fields))
	r.body = []byte(pick(a, "", " ", "null", "[]", "7", `"x"`, "{", "{}{}", whole+whole, whole[:len(whole)/2], "\ufeff"+whole, strings.Replace(whole, "{", `{"a":1,"a":2,`, 1), "\x00"+whole, whole+"\x00",
		`{"a":`+strings.Repeat("[", 70_000), `{"a":"`+strings.Repeat("a", 70_000)+`"}`, "email=a&password=b", "--b\r\n\r\n", strings.Repeat(" ", 1_000)+whole, `{`+strings.Repeat(`"a":1,`, 300)+`"b":2}`, "\x1f\x8b\x08\x00"))
	if a.chance(0.3) {
		r.header.Set("Content-Type", pick(a, "", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "application/json;", "multipart/form-data; boundary=b", "image/png", "\xff/\xff", "application/json, text/html"))
	}
}

// spoilFile tears a body that is a file, or calls it something else.
func (a *author) spoilFile(r *asked) {
	if a.chance(0.4) {
		r.header.Set("Content-Type", pick(a, "", "image/svg+xml", "image/webp", "image/", "application/octet-stream", "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary="+strings.Repeat("b", 100), "text/html", "application/json"))
	}
	if len(r.body) == 0 || a.chance(0.2) {
		r.body = []byte(pick(a, "", "<svg/>", `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`, "GIF89a", "RIFF\xff\xff\xff\xffWEBPVP8L", "--b\r\n", "--b--", "--b\r\nContent-Disposition: form-data; name=\"\xff\"\r\n\r\nx\r\n--b--", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff"))
		return
	}
	r.body = slices.Clone(r.body)
	r.body[a.IntN(len(r.body))] ^= byte(1 + a.IntN(255))
	r.body = r.body[:1+a.IntN(len(r.body))]
}

// spoilPath writes something else for a placeholder.
func (a *author) spoilPath(r *asked) {
	name := pick(a, slices.Sorted(maps.Keys(r.path))...)
	if a.chance(0.6) {
		if s, ok := pick(a, a.odd...).(string); ok && len(s) < 2_000 {
			r.path[name] = url.PathEscape(s)
		}
		return
	}
	r.path[name] = pick(a, "", "0", "-1", "007", "+1", "1.0", "1e3", "9223372036854775807", "9223372036854775808", strings.Repeat("9", 101), "%00", "%ff", "%2e%2e", "%2f", "..", ".", "1%2f2", "1;2", "1,2", "*", "%F0%9D%9F%98", "1%20", "%31", "~", "null", "%25s")
}

// spoilQuery changes, repeats or adds a parameter.
func (a *author) spoilQuery(r *asked) {
	names := []string{"lang", "api_key", "channel", "spoilers", "limit", "unknown", "", "a[b]", "%ff", "_method"}
	for _, p := range r.promise.parameters {
		if p.in == "query" {
			names = append(names, p.name, p.name, p.name, p.name)
		}
	}
	name := pick(a, names...)
	switch a.IntN(6) {
	case 0:
		if len(r.query) > 0 {
			r.query = append(r.query, pick(a, r.query...))
		}
	case 1:
		r.query = append(r.query, pick(a, "&", "=", "%", "a=%zz", "%00=1", "a;b=1", name, name+"=", name+"=%ff", name+"=%00", name+"=1&"+name+"=2", name+"[]=1", strings.Repeat("a=1&", 300), name+"="+strings.Repeat("1,", 200)))
	case 2:
		r.query = append(r.query, name+"="+pick(a, "-1", "0", "1e3", "99999999999999999999", "1,2,x", ",", "1,,2", "+1", "0x10", "all", "2026-13-01", "1e999", "NaN", "..", "Local", "America/../etc"))
	default:
		value := pick(a, a.odd...)
		if _, raw := value.(verbatim); raw || name == "channel" {
			return
		}
		r.query = append(slices.DeleteFunc(r.query, func(pair string) bool { return strings.HasPrefix(pair, name+"=") }), name+"="+url.QueryEscape(fmt.Sprint(value)))
	}
}

// spoilHeader sends a header that is odd for a client.
func (a *author) spoilHeader(r *asked) {
	long := strings.Repeat("x", 3_000)
	headers := map[string][]string{
		"Authorization":     {"", "Bearer", "Bearer ", "bearer x", "Basic YTpi", "Bearer " + long, "Bearer \xff", "Bearer a b", "Bearer a, Bearer b"},
		"Accept-Language":   {"fr", "*", ";;;,,,q=", "en;q=NaN", strings.Repeat("fr,", 1_000), "\xff", "de, fr;q=0.1"},
		"Accept-Encoding":   {"gzip", "br", "gzip;q=0, br;q=0", "*", ";q=", strings.Repeat("gzip,", 500)},
		"Accept":            {"text/html", "application/xml;q=1", "*/*;q=0", "\xff", long},
		"If-None-Match":     {"*", `W/"x"`, `"`, long, `"a", "b"`},
		"If-Modified-Since": {"Sun, 06 Nov 1994 08:49:37 GMT", "yesterday"},
		"Range":             {"bytes=0-", "bytes=-1", "bytes=9-1", "bytes=0-0,1-1", long},
		"Origin":            {"https://home.example", "https://evil.example", "null", "https://", "\xff", "https://home.example:99999"},
		"Cookie":            {"grandstand_login=x; grandstand_login=y", "a=\x01", ";;;", browserCookie + "=" + long},
		"X-Forwarded-For":   {"1.2.3.4", "::1, x", long, ",,,"},
		"X-Request-Id":      {"a\tb", long, "7"},
		"User-Agent":        {"", long, "Mozilla/5.0 (\xff", "<script>"},
		"Content-Encoding":  {"gzip", "identity", "x"},
		"Transfer-Encoding": {"gzip"},
		"Expect":            {"100-continue"},
		"Last-Event-Id":     {"-1", "x"},
	}
	name := pick(a, slices.Sorted(maps.Keys(headers))...)
	r.header[http.CanonicalHeaderKey(name)] = []string{pick(a, headers[name]...)}
}
