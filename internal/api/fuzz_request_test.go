package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// asked is a request before it is sent.
type asked struct {
	promise *promise
	path    map[string]string // what stands for the placeholders, as it is written
	query   []string          // pairs, as they are written
	header  http.Header
	fields  map[string]any // of a JSON body
	body    []byte         // instead of fields; nil for none
}

// verbatim is a part of a body that is written as it is, whether it is JSON or not.
type verbatim string

// author writes requests by the document.
type author struct {
	*rand.Rand

	contract *contract
	words    map[string][]any   // values that mean something, by names of fields and parameters
	ids      map[string][]int64 // that there are, by what stands before them in paths
	odd      []any              // values that no client sends
}

func (a *author) chance(of float64) bool { return a.Float64() < of }

func pick[T any](a *author, of ...T) T { return of[a.IntN(len(of))] }

// proper is a request as the document wants it.
func (a *author) proper(p *promise) *asked {
	r := &asked{promise: p, path: map[string]string{}, header: http.Header{}}
	for _, parameter := range p.parameters {
		if !parameter.required && a.chance(max(0.5, 1-2/float64(len(p.parameters)))) {
			continue // some of many, so that they do not spoil one another
		}
		name := parameter.name
		if of := a.ids[before(p.path, name)]; parameter.in == "path" && len(of) > 0 && a.chance(0.8) {
			r.path[name] = fmt.Sprint(pick(a, of...))
			continue
		}
		value := fmt.Sprint(a.value(name, parameter.schema, 0))
		switch parameter.in {
		case "path":
			r.path[parameter.name] = url.PathEscape(value)
		case "query":
			r.query = append(r.query, url.QueryEscape(parameter.name)+"="+url.QueryEscape(value))
		case "header":
			r.header.Set(parameter.name, value)
		case "cookie":
			r.header.Add("Cookie", parameter.name+"="+url.QueryEscape(value))
		}
	}
	if len(p.bodies) == 0 {
		return r
	}
	kind := pick(a, slices.Sorted(maps.Keys(p.bodies))...)
	if kind == "application/json" {
		r.header.Set("Content-Type", kind)
		r.fields = objectOf(a.value("", p.bodies[kind], 0))
		return r
	}
	a.file(r, kind)
	return r
}

// before is the part of a path in front of a placeholder.
func before(path, name string) string {
	path, _, _ = strings.Cut(path, "/{"+name+"}")
	return path
}

// file makes a body of a picture.
func (a *author) file(r *asked, kind string) {
	r.body = square(a.IntN(200), 1+a.IntN(40))
	switch kind {
	case "multipart/form-data":
		r.header.Set("Content-Type", kind+"; boundary=b")
		r.body = fmt.Appendf(nil, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n%s\r\n--b--\r\n", r.body)
	default:
		r.header.Set("Content-Type", strings.Replace(kind, "*", "png", 1))
	}
}

// value is one that a schema allows; a name says what would mean something.
func (a *author) value(name string, schema map[string]any, depth int) any {
	schema = a.contract.resolve(schema)
	if words := a.words[name]; len(words) > 0 && a.chance(0.8) {
		return pick(a, words...)
	}
	if (name == "id" || strings.HasSuffix(name, "_id")) && a.chance(0.9) {
		return 1 + a.IntN(24) // most of what a channel of the tests has
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		if of := listOf(schema[name]); len(of) > 0 {
			return a.value("", objectOf(pick(a, of...)), depth)
		}
	}
	if of := listOf(schema["enum"]); len(of) > 0 {
		return pick(a, of...)
	}
	switch a.kindOf(schema) {
	case "object":
		return a.object(schema, depth)
	case "array":
		out := []any{}
		for range a.IntN(4) {
			out = append(out, a.value(name, objectOf(schema["items"]), depth+1))
		}
		return out
	case "integer":
		return a.number(schema)
	case "number":
		return float64(a.number(schema)) + pick(a, 0, 0.5, 0.001)
	case "boolean":
		return a.chance(0.5)
	case "null":
		return nil
	}
	return a.text(schema)
}

// kindOf is a type that a schema allows, null rarely.
func (a *author) kindOf(schema map[string]any) string {
	if of := listOf(schema["type"]); len(of) > 0 {
		return stringOf(of[max(0, a.IntN(len(of)+4)-4)])
	}
	if schema["properties"] != nil {
		return "object"
	}
	return stringOf(schema["type"])
}

func (a *author) object(schema map[string]any, depth int) map[string]any {
	out := map[string]any{}
	properties := objectOf(schema["properties"])
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if name == "_method" || name == "api_key" || name == "website" && a.chance(0.9) {
			continue // the key is a header's, and what is written into the trap is dropped
		}
		if slices.Contains(listOf(schema["required"]), any(name)) || a.chance(0.7) {
			out[name] = a.value(name, objectOf(properties[name]), depth+1)
		}
	}
	if more := objectOf(schema["additionalProperties"]); more != nil && depth < 4 {
		for range a.IntN(4) {
			out[pick(a, "name", "email", "message", "topic", "x")] = a.value("", more, depth+1)
		}
	}
	return out
}

func (a *author) number(schema map[string]any) int64 {
	least, most := bound(schema["minimum"], 0), bound(schema["maximum"], 1_000)
	return pick(a, least, most, least+(most-least)/2, least+a.Int64N(max(most-least, 1)))
}

func bound(v any, otherwise int64) int64 {
	if n, ok := v.(json.Number); ok {
		if i, err := n.Int64(); err == nil {
			return i
		}
	}
	return otherwise
}

func (a *author) text(schema map[string]any) string {
	switch schema["format"] {
	case "date-time":
		return pick(a, "2026-03-01T12:00:00Z", "2026-02-28T23:59:59.999-05:00")
	case "date":
		return "2026-03-01"
	case "email":
		return "fan@example.com"
	case "uri":
		return "https://shop.example/cart"
	}
	if schema["pattern"] == "^[0-9]+$" {
		return fmt.Sprint(a.IntN(60))
	}
	most := max(0, min(bound(schema["maxLength"], 12), 40))
	least := max(0, min(bound(schema["minLength"], 0), most))
	letters := []rune("abc XYZ019-_é漢'&<")
	out := make([]rune, least+a.Int64N(most-least+1))
	for i := range out {
		out[i] = pick(a, letters...)
	}
	return string(out)
}

// target is the path and query as they are sent.
func (r *asked) target() string {
	out := placeholder.ReplaceAllStringFunc(r.promise.path, func(name string) string { return r.path[strings.Trim(name, "{}")] })
	if len(r.query) > 0 {
		out += "?" + strings.Join(r.query, "&")
	}
	return out
}

func (r *asked) content() []byte {
	if r.fields != nil && r.body == nil {
		return appendBody(nil, r.fields)
	}
	return r.body
}

// request is what arrives at the handler; nil where net/http itself refuses what was sent.
func (r *asked) request(t testing.TB, from string) *http.Request {
	t.Helper()
	u, err := url.ParseRequestURI(r.target())
	if err != nil {
		return nil
	}
	body := r.content()
	out := httptest.NewRequestWithContext(t.Context(), r.promise.method, "/", strings.NewReader(string(body)))
	out.URL, out.RequestURI, out.Header = u, r.target(), r.header.Clone()
	out.Host, out.RemoteAddr = "home.example", from+":4000"
	if body == nil {
		out.Body, out.ContentLength = http.NoBody, 0
	}
	return out
}

// curl is the request as a line for a shell.
func (r *asked) curl() string {
	out := "curl -i --path-as-is -X " + r.promise.method + " " + quoted("https://home.example"+r.target())
	for _, name := range slices.Sorted(maps.Keys(r.header)) {
		for _, value := range r.header[name] {
			out += " -H " + quoted(name+": "+value)
		}
	}
	if body := r.content(); body != nil {
		out += " --data-binary " + quoted(string(body))
	}
	return out
}

// quoted is a text as bash reads it.
func quoted(s string) string {
	var out strings.Builder
	out.WriteString("$'")
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '\'' || c == '\\' {
			fmt.Fprintf(&out, `\x%02x`, c)
		} else {
			out.WriteByte(c)
		}
	}
	return out.String() + "'"
}

// appendBody writes a body, the parts that are verbatim as they are.
func appendBody(out []byte, v any) []byte {
	switch v := v.(type) {
	case verbatim:
		return append(out, v...)
	case map[string]any:
		out = append(out, '{')
		for i, name := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(appendBody(out, name), ':')
			out = appendBody(out, v[name])
		}
		return append(out, '}')
	case []any:
		out = append(out, '[')
		for i, one := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendBody(out, one)
		}
		return append(out, ']')
	}
	encoded, err := json.Marshal(v)
	if err != nil {
		return append(out, "null"...)
	}
	return append(out, encoded...)
}
