package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// internals are words of Go, of its packages, of databases and of other programs, which no person can act on.
var internals = regexp.MustCompile(`(?i)unmarshal|invalid character|looking for beginning|unexpected EOF|\bEOF\b|strconv|\d+[- ]?bit|\bint(?:64|32)?\b|float64|json:|\bsql\b|sqlstate|sqlite|postgres|constraint|` +
	`context (?:deadline|canceled)|x509|dial tcp|connection refused|goroutine|nil pointer|runtime error|ffmpeg|ffprobe|mime:|multipart:|http:|parsing time|parse "|yaml|regexp|\bstruct\b|\btype [A-Z]\w+|errno|syscall|no such file|%!|^\d{3}\b`)

// catalogue are texts of the specification, which stay as they are written there.
func catalogue() []string {
	return []string{"NO_API_KEY", "id not selected", "user must be logged in", "vous devez être connecté"}
}

// faultOfSentence says what is wrong with a text of an answer for the person who reads it, "" for nothing.
func faultOfSentence(said, language string) string {
	first, _ := utf8.DecodeRuneInString(said)
	switch {
	case slices.Contains(catalogue(), said):
		return ""
	case internals.MatchString(said):
		return "names an internal: " + internals.FindString(said)
	case !unicode.IsUpper(first) || !strings.Contains(said, " "):
		return "is no sentence"
	case language == English && translate(French, said) == said:
		return "has no French"
	}
	return ""
}

func TestFaultsOfSentences(t *testing.T) {
	for said, want := range map[string]string{
		"Field is required": "", "user must be logged in": "",
		"Cannot unmarshal a number": "names an internal: unmarshal", "Value is not a 64 bit int": "names an internal: 64 bit",
		"Invalid character '}' found": "names an internal: Invalid character", "500 Server error": "names an internal: 500", "bad": "is no sentence", "Bad": "is no sentence", "Some sentence of today": "has no French",
	} {
		if got := faultOfSentence(said, English); got != want {
			t.Errorf("%q %s, want %q", said, got, want)
		}
	}
}

// wrongTexts are values that a parameter of an address rarely takes.
func wrongTexts() []string {
	return []string{"", "abc", "-1", "1e400", "99999999999999999999999", "2026-13-45", "'; --", strings.Repeat("a", 3_000)}
}

// wrongValues are values of each JSON type, most of which a field of a body does not take.
func wrongValues() []any {
	return []any{
		nil, true, -1, 1.5, verbatim("1e999"), verbatim("99999999999999999999999"), "abc", strings.Repeat("a", 3_000), []any{"a", 7}, verbatim(`{"a":1}`), verbatim("{"),
	}
}

// wrongBodies are whole bodies, with their content types.
func wrongBodies() [][2]string {
	const asJSON = "application/json"
	return [][2]string{
		{asJSON, ""},
		{asJSON, "{"},
		{asJSON, "}"},
		{asJSON, `{"a":}`},
		{asJSON, "[]"},
		{asJSON, `"text"`},
		{asJSON, "null"},
		{asJSON, "{} {}"},
		{asJSON, `{"a":1,"a":2}`},
		{asJSON, `{"unknown":1}`},
		{asJSON, "\xff\xfe"},
		{"", "{}"},
		{"text/plain", "hello"},
		{"application/xml", "<a/>"},
		{"application/json; charset=utf-16", "{}"},
		{"application/json; =", "{}"},
		{"multipart/form-data", "--"},
		{"multipart/form-data; boundary=b", "--b\r\n\r\n"},
		{"application/x-www-form-urlencoded", "a=b"},
		{"image/png", "no picture"},
		{"image/jpeg", "\xff\xd8\xff"},
	}
}

// nonsense makes the proper request of a call with one part of it wrong.
func (g *gauntlet) nonsense(p *promise, try func(*asked)) {
	for _, parameter := range p.parameters {
		for _, value := range wrongTexts() {
			r := g.proper(p)
			switch parameter.in {
			case "path":
				r.path[parameter.name] = url.PathEscape(value)
			case "query":
				r.query = append(slices.DeleteFunc(r.query, func(pair string) bool { return strings.HasPrefix(pair, url.QueryEscape(parameter.name)+"=") }),
					url.QueryEscape(parameter.name)+"="+url.QueryEscape(value))
			case "header":
				r.header.Set(parameter.name, value)
			}
			try(r)
		}
	}
	for kind, schema := range p.bodies {
		if kind == "application/json" {
			properties := objectOf(g.contract.resolve(schema)["properties"])
			for _, name := range slices.Sorted(maps.Keys(properties)) {
				for _, value := range wrongValues() {
					r := g.proper(p)
					r.header.Set("Content-Type", kind)
					r.body, r.fields = nil, objectOf(g.value("", schema, 0))
					r.fields[name] = value
					try(r)
				}
			}
		}
		for _, body := range wrongBodies() {
			r := g.proper(p)
			r.header.Del("Content-Type")
			if body[0] != "" {
				r.header.Set("Content-Type", body[0])
			}
			r.body = []byte(body[1])
			try(r)
		}
	}
}

// Each part of each call is wrong once in each way, and each text of the answers is one for people.
func TestAnswersToNonsenseAreSentences(t *testing.T) {
	g := newGauntlet(t, dbtest.SQLite(t))
	askers := g.askers()
	left, found, sent, refused := notAsked(), map[string]string{}, 0, 0
	for _, p := range g.contract.operations {
		if _, out := left[p.id]; out {
			continue
		}
		g.nonsense(p, func(r *asked) {
			who := []string{"visitor", "operator"}[sent%2]
			sent++
			if _, ok := g.keys[who]; !ok {
				g.keys[who] = askers[who]()
			}
			r.header.Set("Authorization", "Bearer "+g.keys[who])
			request := r.request(t, fmt.Sprintf("198.51.%d.%d", sent/250%250, sent%250))
			if request == nil {
				return
			}
			g.w.clock.Advance(g.pace)
			recorder := httptest.NewRecorder()
			g.w.handler.ServeHTTP(recorder, request)
			g.forget()
			if recorder.Code < 400 {
				if request.Method != http.MethodGet {
					delete(g.keys, who) // it may have ended
				}
				return
			}
			if recorder.Code == 401 || strings.Contains(recorder.Body.String(), "invalid_api_key") {
				delete(g.keys, who)
			}
			refused++
			var said struct {
				Detail string `json:"detail"`
				Errors []struct {
					Message string `json:"message"`
				} `json:"errors"`
			}
			if err := json.Unmarshal(recorder.Body.Bytes(), &said); err != nil {
				t.Errorf("%s: status %d without a problem: %.200s\n%s", p.id, recorder.Code, recorder.Body, r.curl())
				return
			}
			texts := []string{said.Detail}
			if len(said.Errors) > 0 {
				texts = nil // the detail joins their messages
			}
			for _, field := range said.Errors {
				texts = append(texts, field.Message)
			}
			language := English
			if strings.Contains(r.target(), "lang=fr") {
				language = French
			}
			for _, text := range texts {
				if fault := faultOfSentence(text, language); fault != "" && found[text] == "" {
					found[text] = fault
					t.Errorf("%s, %d: %q %s\n%.600s", p.id, recorder.Code, text, fault, r.curl())
				}
			}
		})
	}
	if refused < 3_000 {
		t.Errorf("%d of %d requests were refused", refused, sent)
	}
}
