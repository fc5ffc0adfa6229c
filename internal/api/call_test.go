package api

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/fault"
)

// call is one request.
type call struct {
	method string // GET, or POST where there is a body
	path   string // with the query
	key    string // api key, put where the specification puts it
	body   any    // a string is sent as it is, anything else as JSON
	host   string
	header map[string]string
	from   string // address of the client
}

// reply is one answer.
type reply struct {
	t      testing.TB
	status int
	header http.Header
	body   []byte
}

func (w *world) do(c call) reply {
	w.t.Helper()
	r := c.request(w.t)
	recorder := httptest.NewRecorder()
	w.handler.ServeHTTP(recorder, r)
	rep := reply{t: w.t, status: recorder.Code, header: recorder.Header(), body: recorder.Body.Bytes()}
	w.checkForm(r, rep)
	return rep
}

func (c call) request(t testing.TB) *http.Request {
	t.Helper()
	path, body := c.path, io.Reader(http.NoBody)
	if c.method == "" {
		c.method = http.MethodGet
		if c.body != nil {
			c.method = http.MethodPost
		}
	}
	if c.key != "" && c.method != http.MethodPost {
		path += map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + "api_key=" + c.key
	}
	if c.body != nil {
		body = strings.NewReader(c.bodyText(t))
	}
	r := httptest.NewRequestWithContext(t.Context(), c.method, path, body)
	r.Host, r.RemoteAddr = "home.example", "203.0.113.7:4000"
	if c.host != "" {
		r.Host = c.host
	}
	if c.from != "" {
		r.RemoteAddr = c.from
	}
	for name, value := range c.header {
		r.Header.Set(name, value)
	}
	return r
}

func (c call) bodyText(t testing.TB) string {
	t.Helper()
	if text, ok := c.body.(string); ok {
		return text
	}
	encoded, err := json.Marshal(c.body)
	if err != nil {
		t.Fatal(err)
	}
	if c.key == "" {
		return string(encoded)
	}
	var fields map[string]any
	if err := json.Unmarshal(encoded, &fields); err != nil {
		t.Fatal(err)
	}
	fields["api_key"] = c.key
	encoded, err = json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// checkForm holds every answer of every test against the document: a documented status
// and code, the documented schema, the envelope.
func (w *world) checkForm(r *http.Request, rep reply) {
	w.t.Helper()
	if rep.header.Get("X-Request-Id") == "" {
		w.t.Error("an answer without a request id")
	}
	if !strings.HasSuffix(strings.Split(rep.header.Get("Content-Type"), ";")[0], "json") || r.Method == http.MethodHead || rep.status == http.StatusNotModified {
		return
	}
	op := w.operation(r)
	if rep.status != http.StatusOK {
		w.checkProblem(op, rep)
		return
	}
	if op == nil {
		return
	}
	documented := w.api.huma.OpenAPI().Paths[op.Path]
	item := documented.Get
	switch op.Method {
	case http.MethodPost:
		item = documented.Post
	case http.MethodDelete:
		item = documented.Delete
	}
	schema := item.Responses["200"].Content["application/json"].Schema
	var parsed any
	if err := json.Unmarshal(rep.body, &parsed); err != nil {
		w.t.Fatalf("%s: %v: %s", op.ID, err, rep.body)
	}
	result := &huma.ValidateResult{}
	huma.Validate(w.api.schemas(), schema, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, parsed, result)
	for _, err := range result.Errors {
		w.t.Errorf("%s: the answer is not as documented: %v", op.ID, err)
	}
}

// operation is the one that a request is for, or nil.
func (w *world) operation(r *http.Request) *Operation {
	_, pattern := w.api.mux.Handler(r)
	for _, op := range w.api.operations {
		if pattern == op.Method+" "+op.Path {
			return op
		}
	}
	return nil
}

func (w *world) checkProblem(op *Operation, rep reply) {
	w.t.Helper()
	p := rep.problem()
	if p.Status != rep.status || p.Code == "" || p.Title == "" || p.Detail == "" || p.RequestID == "" || p.Type == "" || p.Errors == nil {
		w.t.Errorf("an incomplete problem: %s", rep.body)
	}
	if rep.header.Get("Content-Type") != "application/problem+json" {
		w.t.Errorf("a problem as %q", rep.header.Get("Content-Type"))
	}
	if op != nil && !slices.Contains(codesOf(*op)[rep.status], p.Code) {
		w.t.Errorf("%s answered %d %s, which it does not document", op.ID, rep.status, p.Code)
	}
	if retry := rep.header.Get("Retry-After"); (rep.status == 429 || rep.status == 503) != (retry != "") {
		w.t.Errorf("%d with Retry-After %q", rep.status, retry)
	} else if _, err := strconv.Atoi(retry); retry != "" && err != nil {
		w.t.Errorf("Retry-After %q", retry)
	}
}

func (r reply) problem() Problem {
	r.t.Helper()
	var p Problem
	if err := json.Unmarshal(r.body, &p); err != nil {
		r.t.Fatalf("%d with a body that is no problem: %v: %s", r.status, err, r.body)
	}
	return p
}

// want checks the status, and the code of a problem.
func (r reply) want(status int, code string) reply {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("status %d, want %d: %s", r.status, status, r.body)
	}
	if code != "" {
		if got := r.problem().Code; got != code {
			r.t.Fatalf("code %q, want %q: %s", got, code, r.body)
		}
	}
	return r
}

// field returns the problem of one field.
func (r reply) field(name string) fault.Field {
	r.t.Helper()
	for _, f := range r.problem().Errors {
		if f.Field == name {
			return f
		}
	}
	r.t.Fatalf("no problem of the field %q: %s", name, r.body)
	return fault.Field{}
}

// into decodes the data of a success.
func (r reply) into(v any) {
	r.t.Helper()
	r.want(http.StatusOK, "")
	if err := json.Unmarshal(r.body, &struct {
		Data any `json:"data"`
	}{v}); err != nil {
		r.t.Fatalf("%v: %s", err, r.body)
	}
}

func newRecorder(w *world, r *http.Request) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	w.handler.ServeHTTP(recorder, r)
	return recorder
}
