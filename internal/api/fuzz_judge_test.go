package api

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// verdictOn is what one answer is judged by.
type verdictOn struct {
	promise *promise // nil where the request is for no call, such as one of a path that was spoilt
	away    bool     // the other channel asks, so that its own texts are no leak
	warden  bool     // an operator asks, who may see what users of the channel made
	none    bool     // the client has what the answer would say, or asks in another encoding
	status  int
	header  http.Header
	body    []byte
	log     string
}

// neighbour is in every text of a user of the same channel who never asks.
const neighbour = "neighbourssecret"

// never are texts that no answer holds: parts of a stack, of SQL, of databases' errors, and what
// the tests keep secret.
var never = []string{
	"goroutine ", "runtime error", "panic:", ".go:", "SQLSTATE", "SQL logic error", "SQLITE", "constraint failed", "syntax error at", "SELECT \"", "INSERT INTO", "DELETE FROM", "jackc/pgx", "pgconn", "bun:",
	"no rows in result", "$argon2", "sk_sim_", hookSecret, memberSecret, secret, "a secret of the tests",
}

// judge returns what is wrong with an answer, nothing for one that keeps its promise.
func judge(v verdictOn) (faults []string) {
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if v.status >= 500 && v.status != http.StatusServiceUnavailable {
		wrong("status %d", v.status)
	}
	for _, line := range []string{"panic", `"level":"ERROR"`} {
		if strings.Contains(v.log, line) {
			wrong("the log holds %s: %.4000s", line, v.log)
		}
	}
	said := fmt.Sprint(v.header) + string(v.body)
	for _, text := range never {
		if strings.Contains(said, text) {
			wrong("the answer holds %q", text)
		}
	}
	if !v.away && strings.Contains(strings.ToLower(said), marker) {
		wrong("the answer holds texts of another channel")
	}
	if !v.warden && strings.Contains(strings.ToLower(said), neighbour) {
		wrong("the answer holds texts of another user")
	}
	if v.promise != nil {
		faults = append(faults, v.kept()...)
	}
	return faults
}

// kept holds an answer against what the document says of its call.
func (v verdictOn) kept() (faults []string) {
	if v.status == http.StatusNotModified && v.none {
		return nil
	}
	promised, ok := v.promise.answers[v.status]
	if !ok {
		return []string{fmt.Sprintf("status %d is not documented", v.status)}
	}
	kind, _, _ := strings.Cut(v.header.Get("Content-Type"), ";")
	schema, ok := promised.schemas[kind]
	if !ok && len(promised.schemas)+len(kind) > 0 {
		return []string{fmt.Sprintf("content type %q is not documented", kind)}
	}
	if to := v.header.Get("Location"); v.status == http.StatusSeeOther && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//")) {
		faults = append(faults, fmt.Sprintf("it leads to %q", to))
	}
	if !strings.HasSuffix(kind, "json") || v.header.Get("Content-Encoding") != "" {
		return faults
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(v.body))
	if err != nil {
		return append(faults, fmt.Sprintf("the body is no JSON: %v", err))
	}
	if err := schema.Validate(parsed); err != nil {
		faults = append(faults, fmt.Sprintf("not of the documented form: %v", err))
	}
	if v.status == http.StatusOK {
		if _, ok := objectOf(parsed)["data"]; !ok {
			faults = append(faults, "a success without data")
		}
		return faults
	}
	return append(faults, v.keptProblem(objectOf(parsed), promised.codes)...)
}

func (v verdictOn) keptProblem(said map[string]any, codes []string) (faults []string) {
	if code := stringOf(said["code"]); !slices.Contains(codes, code) {
		faults = append(faults, fmt.Sprintf("code %q is not documented of %d", code, v.status))
	} else if code == "overloaded" || code == "timeout" {
		faults = append(faults, code+" although nothing else is asked")
	}
	if fmt.Sprint(said["status"]) != strconv.Itoa(v.status) || stringOf(said["title"]) == "" || stringOf(said["detail"]) == "" || stringOf(said["request_id"]) != v.header.Get("X-Request-Id") {
		faults = append(faults, fmt.Sprintf("an incomplete problem: %s", v.body))
	}
	return faults
}

// The judge must be able to find something: each way to break a promise is one that it names.
func TestTheJudgeOfTheContract(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	const address = "https://home.example/schemas.json"
	schemas, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"ok":{"type":"object","required":["data"],"properties":{"data":{"type":"string","format":"date-time"}}},"problem":{"type":"object","required":["code"]}}`))
	if err == nil {
		err = compiler.AddResource(address, schemas)
	}
	if err != nil {
		t.Fatal(err)
	}
	const asJSON, asProblem = "application/json", "application/problem+json"
	promised := &promise{id: "try", answers: map[int]promisedAnswer{
		200: {schemas: map[string]*jsonschema.Schema{asJSON: compiler.MustCompile(address + "#/ok")}},
		303: {},
		404: {codes: []string{"user_not_found"}, schemas: map[string]*jsonschema.Schema{asProblem: compiler.MustCompile(address + "#/problem")}},
		503: {codes: []string{"overloaded", "provider_unavailable"}, schemas: map[string]*jsonschema.Schema{asProblem: compiler.MustCompile(address + "#/problem")}},
	}}
	problem := func(status int, code string) string {
		return fmt.Sprintf(`{"status":%d,"code":%q,"title":"T","detail":"D","request_id":"r"}`, status, code)
	}
	for name, test := range map[string]struct {
		status          int
		kind, body, log string
		location        string
		want            string // in what is wrong; empty for nothing
	}{
		"as promised":        {200, asJSON, `{"data":"2026-03-01T12:00:00Z"}`, "", "", ""},
		"a documented 404":   {404, asProblem, problem(404, "user_not_found"), "", "", ""},
		"a provider is away": {503, asProblem, problem(503, "provider_unavailable"), "", "", ""},
		"onwards":            {303, "", "", "", "/login", ""},
		"a 500":              {500, asProblem, problem(500, "internal_error"), "", "", "status 500"},
		"a panic":            {200, asJSON, `{"data":"2026-03-01T12:00:00Z"}`, `{"level":"ERROR","error":"panic: x"}`, "", "the log holds panic"},
		"overloaded":         {503, asProblem, problem(503, "overloaded"), "", "", "nothing else is asked"},
		"another status":     {418, asProblem, problem(418, "teapot"), "", "", "status 418"},
		"another code":       {404, asProblem, problem(404, "event_not_found"), "", "", `code "event_not_found"`},
		"another form":       {200, asJSON, `{"data":7}`, "", "", "documented form"},
		"another format":     {200, asJSON, `{"data":"tomorrow"}`, "", "", "documented form"},
		"no data":            {200, asJSON, `{}`, "", "", "without data"},
		"no JSON":            {200, asJSON, `{"data":`, "", "", "no JSON"},
		"another type":       {200, "text/html", `<p>`, "", "", `content type "text/html"`},
		"half a problem":     {404, asProblem, `{"code":"user_not_found"}`, "", "", "incomplete"},
		"SQL":                {200, asJSON, `{"data":"2026-03-01T12:00:00Z","why":"SQLSTATE 42"}`, "", "", "SQLSTATE"},
		"a stack":            {404, asProblem, strings.Replace(problem(404, "user_not_found"), `"D"`, `"goroutine 7"`, 1), "", "", "goroutine"},
		"a password":         {200, asJSON, `{"data":"2026-03-01T12:00:00Z","password":"` + secret + `"}`, "", "", secret},
		"another channel":    {200, asJSON, `{"data":"2026-03-01T12:00:00Z","name":"` + marker + `"}`, "", "", "another channel"},
		"another user":       {200, asJSON, `{"data":"2026-03-01T12:00:00Z","name":"` + neighbour + `"}`, "", "", "another user"},
		"out of the site":    {303, "", "", "", "//evil.example", "leads to"},
	} {
		v := verdictOn{promise: promised, status: test.status, header: http.Header{"X-Request-Id": {"r"}}, body: []byte(test.body), log: test.log}
		if test.kind != "" {
			v.header.Set("Content-Type", test.kind)
		}
		if test.location != "" {
			v.header.Set("Location", test.location)
		}
		got := strings.Join(judge(v), "; ")
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
