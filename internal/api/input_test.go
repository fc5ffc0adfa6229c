package api

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func nested(depth int) string {
	return `{"a":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`
}

func TestBadBodies(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	for name, c := range map[string]struct {
		body   string
		kind   string
		status int
		code   string
		field  string
	}{
		"not JSON":              {`{"email":`, "", 400, "validation_failed", "body"},
		"two documents":         {`{} {}`, "", 400, "validation_failed", "body"},
		"a list":                {`[]`, "", 400, "validation_failed", "body"},
		"a number":              {`7`, "", 400, "validation_failed", "body"},
		"null":                  {`null`, "", 400, "validation_failed", "body"},
		"invalid UTF-8":         {"{\"email\":\"\xff\xfe\"}", "", 400, "validation_failed", "body"},
		"NUL":                   {`{"email":"a\u0000b"}`, "", 400, "validation_failed", "body"},
		"NUL in a name":         {`{"em\u0000ail":"a"}`, "", 400, "validation_failed", "body"},
		"nested too deeply":     {nested(40), "", 400, "validation_failed", "body"},
		"a bomb of nesting":     {nested(30_000), "", 400, "validation_failed", "body"},
		"a number out of hand":  {`{"email":1e999}`, "", 400, "validation_failed", "body"},
		"a name twice":          {`{"email":"a","email":"b"}`, "", 400, "validation_failed", "email"},
		"an escaped name twice": {`{"email":"a","em\u0061il":"b"}`, "", 400, "validation_failed", "email"},
		"an unknown name":       {`{"admin":true}`, "", 400, "validation_failed", "admin"},
		"a key that is no text": {`{"api_key":7}`, "", 400, "no_api_key", "api_key"},
		"too large":             {`{"email":"` + strings.Repeat("a", 70_000) + `"}`, "", 413, "body_too_large", ""},
		"a form":                {"email=a", "application/x-www-form-urlencoded", 415, "unsupported_media_type", ""},
		"plain text":            {"{}", "text/plain", 415, "unsupported_media_type", ""},
		"another charset":       {"{}", "application/json; charset=utf-16", 415, "unsupported_media_type", ""},
		"a broken type":         {"{}", "application/json; =", 415, "unsupported_media_type", ""},
	} {
		t.Run(name, func(t *testing.T) {
			w.t = t
			kind := c.kind
			if kind == "" {
				kind = "application/json; charset=UTF-8"
			}
			header := map[string]string{"Content-Type": kind}
			if c.code != "no_api_key" {
				header["Authorization"] = "Bearer " + w.visitor(home)
			}
			rep := w.do(call{path: "/api/v2/auth/login", body: c.body, header: header}).want(c.status, c.code)
			if c.field != "" {
				rep.field(c.field)
			}
		})
	}
}

func TestABodyWithoutALengthIsLimitedToo(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	r := call{path: "/api/v2/auth/login", body: `{"email":"` + strings.Repeat("a", 70_000) + `"}`}.request(t)
	r.ContentLength = -1
	recorder := newRecorder(w, r)
	if recorder.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("got %d: %s", recorder.Code, recorder.Body)
	}
}

func TestBadQueries(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	key := w.visitor(home)
	for query, field := range map[string]string{
		"?limit=1":                        "limit",
		"?_method=patch":                  "_method",
		"?api_key=x&api_key=x":            "api_key",
		"?lang=de":                        "lang",
		"?lang=en&lang=en":                "lang",
		"?lang=%ff":                       "lang",
		"?lang=%00":                       "lang",
		"?%ff=1":                          "query",
		"?lang=en;channel=x":              "lang",
		"?lang=%zz":                       "lang",
		"?" + strings.Repeat("a=1&", 400): "a",
	} {
		t.Run(query[:min(len(query), 30)], func(t *testing.T) {
			w.t = t
			w.do(call{path: "/api/geo" + query, header: map[string]string{"Authorization": "Bearer " + key}}).want(400, "validation_failed").field(field)
		})
	}
	w.t = t
	w.do(call{path: "/api/geo?&&lang=fr&", key: key}).want(200, "")
	w.do(call{path: "/keys/channel-key?domain=" + strings.Repeat("a", 300)}).want(400, "validation_failed").field("domain")
}

// Whatever the values, every call answers with a clear refusal and never with a 5xx.
func TestHostileValuesNeverBreakACall(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.person(home, "fan@example.com")
		values := []any{
			nil, true, -1, 1e308, math.MaxInt64, "", " ", "'; DROP TABLE users; --", "\u202e", "\ufeff", strings.Repeat("é", 5000),
			[]any{},
			[]any{[]any{}},
			map[string]any{},
			map[string]any{"$ne": ""},
			"fan@example.com", "0", "NaN", "../../etc/passwd", "<script>",
		}
		for _, op := range w.api.Operations() {
			if op.Method != http.MethodPost || op.upload != nil { // files: TestUploadsThatAreRefused
				continue
			}
			for _, name := range bodyFields(w, op) {
				for _, value := range values {
					c := call{path: op.Path, key: w.visitor(home), body: map[string]any{name: value}}
					if rep := w.do(c); rep.status >= 500 {
						t.Errorf("%s with %s=%v: %s", op.ID, name, value, rep.body)
					}
				}
			}
		}
	})
}

// What a database cannot hold is refused in a path as it is anywhere else.
func TestBadPaths(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		fan := w.loggedIn(home, "fan@example.com")
		for _, odd := range []string{"%00", "a%00b", "%ff", "%ed%a0%80"} {
			w.do(call{method: http.MethodDelete, path: "/api/auth/identities/" + odd, key: fan}).want(400, "validation_failed").field("path")
			w.do(call{path: "/api/stripe/webhook/" + odd, body: "{}"}).want(400, "validation_failed").field("path")
			w.do(call{path: "/storage/settings/" + odd}).want(400, "validation_failed").field("path")
		}
	})
}

func bodyFields(w *world, op Operation) []string {
	schema := w.api.huma.OpenAPI().Paths[op.Path].Post.RequestBody.Content["application/json"].Schema
	if schema.Ref != "" {
		schema = w.api.schemas().SchemaFromRef(schema.Ref)
	}
	var names []string
	for name := range schema.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func FuzzReadQuery(f *testing.F) {
	for _, seed := range []string{"", "limit=1", "api_key=a&channel=b&lang=fr", "a=%ff", "%=1", "a;b", "&&=", "limit=1&limit=2", "a+b=%2B"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		q, err := readQuery(raw, []string{"limit"})
		if err != nil {
			if fault.KindOf(err) != fault.Invalid || !utf8.ValidString(err.Error()) {
				t.Errorf("%q: %v", raw, err)
			}
			return
		}
		for _, text := range []string{q.apiKey, q.channel, q.lang} {
			if !isText(text) {
				t.Errorf("%q lets %q through", raw, text)
			}
		}
	})
}

func FuzzInspectJSON(f *testing.F) {
	for _, seed := range []string{`{}`, `{"api_key":"k"}`, `{"a":[1,{"b":null}],"api_key":"k"}`, `[`, `{"a":1e400}`, `{"a":"\u0000"}`, `{"a":1,"a":2}`, nested(31), "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		key, err := inspectJSON(body)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q: %v", body, err)
			}
			return
		}
		var parsed map[string]any
		if err := json.Unmarshal(body, &parsed); err != nil {
			t.Fatalf("%q passes but is no object: %v", body, err)
		}
		if want, _ := parsed["api_key"].(string); want != key {
			t.Errorf("%q: key %q, the parser reads %q", body, key, want)
		}
	})
}

func FuzzPathID(f *testing.F) {
	for _, seed := range []string{"", "0", "42", "-1", "9223372036854775808", "1e3", "٤٢"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var id PathID
		if err := id.UnmarshalText([]byte(text)); err == nil && (id.Value < 0 || strings.Trim(text, "0123456789") != "") {
			t.Errorf("%q is %d", text, id.Value)
		}
	})
}

// The end of a link is read in the one spelling that letters write it in.
func FuzzLinkExpiry(f *testing.F) {
	for _, seed := range []string{`1772370000`, `"1772370000"`, `"+1"`, `"01"`, `1e3`, `""`, `"`, `null`, `"-9223372036854775808"`, `"\u0031"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		var e LinkExpiry
		if err := e.UnmarshalJSON(value); err != nil {
			t.Fatalf("%q: %v", value, err)
		}
		if said := strings.Trim(string(value), `"`); e != 0 && strconv.FormatInt(int64(e), 10) != said {
			t.Errorf("%q is read as %d", value, e)
		}
	})
}

func TestTheChannelsLanguageIsTheDefault(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	key := w.visitor(away)
	detail := func(path string, header map[string]string) string {
		return w.do(call{path: path, key: key, header: header}).want(401, "unauthenticated").problem().Detail
	}
	if got := detail("/api/profile", nil); got != "vous devez être connecté" {
		t.Errorf("got %q", got)
	}
	if got := detail("/api/profile", map[string]string{"Accept-Language": "en"}); got != "user must be logged in" {
		t.Errorf("got %q", got)
	}
	if got := detail("/api/profile?lang=fr", map[string]string{"Accept-Language": "en"}); got != "vous devez être connecté" {
		t.Errorf("got %q", got)
	}
}

// A choice among encodings never sends what the client refuses.
func TestEncodingChoice(t *testing.T) {
	p := newPayload(bytes.Repeat([]byte("word "), compressFrom))
	encoding := func(accept string) string { return strings.Join(p.pick(accept).encoding, "") }
	for accept, want := range map[string]string{
		"": "", "identity": "", "gzip": "gzip", "br": "br", "gzip, br": "br", "br;q=0, gzip": "gzip", "gzip;q=0.0": "", "GZIP;q=1.0": "gzip", "deflate": "",
	} {
		if got := encoding(accept); got != want {
			t.Errorf("%q: %q, want %q", accept, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		accept := rapid.StringMatching(`[a-z ,;=.01]{0,40}`).Draw(t, "accept")
		if got := encoding(accept); got != "" && !strings.Contains(accept, got) {
			t.Fatalf("%q: %q", accept, got)
		}
	})
}
