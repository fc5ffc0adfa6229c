package api

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestTheDocumentIsWhole(t *testing.T) {
	body, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		OpenAPI    string                                `json:"openapi"`
		Paths      map[string]map[string]json.RawMessage `json:"paths"`
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(body, &doc); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1") {
		t.Errorf("OpenAPI %s", doc.OpenAPI)
	}
	for _, ref := range regexp.MustCompile(`"\$ref": "([^"]+)"`).FindAllStringSubmatch(string(body), -1) {
		name, ok := strings.CutPrefix(ref[1], "#/components/schemas/")
		if _, defined := doc.Components.Schemas[name]; !ok || !defined {
			t.Errorf("%s leads nowhere", ref[1])
		}
	}
	operations := 0
	for path, methods := range doc.Paths {
		for method, raw := range methods {
			operations++
			checkOperation(t, strings.ToUpper(method)+" "+path, raw)
		}
	}
	if operations == 0 {
		t.Error("no operations")
	}
	if strings.Contains(string(body), "ErrorModel") {
		t.Error("the library's error form shows")
	}
}

func checkOperation(t *testing.T, name string, raw json.RawMessage) {
	t.Helper()
	var op struct {
		ID        string   `json:"operationId"`
		Summary   string   `json:"summary"`
		Tags      []string `json:"tags"`
		Responses map[string]struct {
			Description string                     `json:"description"`
			Content     map[string]json.RawMessage `json:"content"`
			Codes       []string                   `json:"x-codes"`
		} `json:"responses"`
	}
	if err := json.Unmarshal(raw, &op); err != nil {
		t.Fatal(err)
	}
	if op.ID == "" || op.Summary == "" || len(op.Tags) != 1 {
		t.Errorf("%s lacks its id, summary or tag", name)
	}
	if answer := op.Responses["200"].Content; answer["application/json"] == nil && answer["text/event-stream"] == nil && answer["text/vtt"] == nil && op.Responses["303"].Description == "" {
		t.Errorf("%s does not say what it answers", name)
	}
	for _, status := range []string{"400", "429", "500", "503"} {
		if op.Responses[status].Codes == nil {
			t.Errorf("%s does not name its errors of %s", name, status)
		}
	}
	for status, response := range op.Responses {
		if status != "200" && status != "303" && (len(response.Codes) == 0 || response.Content["application/problem+json"] == nil) {
			t.Errorf("%s: %s is not a problem with codes", name, status)
		}
	}
}

func TestTheDocumentIsTheSameEveryTime(t *testing.T) {
	first, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	second, err := OpenAPI()
	if err != nil || string(first) != string(second) {
		t.Errorf("two builds differ: %v", err)
	}
}

func TestDocumentsAreServed(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	got := w.do(call{path: "/api/openapi.json"}).want(200, "")
	if !json.Valid(got.body) {
		t.Error("the document is not JSON")
	}
	again := w.do(call{path: "/api/openapi.json", header: map[string]string{"If-None-Match": got.header.Get("ETag")}})
	if again.status != http.StatusNotModified || len(again.body) != 0 {
		t.Errorf("%d with %d bytes for what the client has", again.status, len(again.body))
	}
	small := w.do(call{path: "/api/openapi.json", header: map[string]string{"Accept-Encoding": "gzip, br"}})
	if small.header.Get("Content-Encoding") != "br" || len(small.body) >= len(got.body)/2 {
		t.Errorf("%q, %d of %d bytes", small.header.Get("Content-Encoding"), len(small.body), len(got.body))
	}
}

// The page must work without the internet, and under a policy that runs nothing else.
func TestTheDocsPageIsSelfContained(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	page := w.do(call{path: "/api/docs"}).want(200, "")
	if strings.Contains(string(page.body), "://") || strings.Contains(string(page.body), "{{") {
		t.Error("the page asks somebody else, or is not filled in")
	}
	policy := page.header.Get("Content-Security-Policy")
	for _, source := range []string{docsScript, docsStyle} {
		if !strings.Contains(policy, sourceHash(source)) || !strings.Contains(string(page.body), source) {
			t.Error("the policy does not let the page's own source run")
		}
	}
	if strings.Contains(policy, "unsafe") {
		t.Errorf("policy %q", policy)
	}
}
