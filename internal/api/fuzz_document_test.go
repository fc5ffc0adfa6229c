package api

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// contract is the document as clients get it, and nothing of how it was made.
type contract struct {
	root       map[string]any
	operations []*promise
}

// promise is what the document says of one call.
type promise struct {
	id, method, path string
	parameters       []parameter
	bodies           map[string]map[string]any // schemas by content type; empty for none
	answers          map[int]promisedAnswer
}

type parameter struct {
	name, in string
	required bool
	schema   map[string]any
}

type promisedAnswer struct {
	codes   []string // of a problem
	schemas map[string]*jsonschema.Schema
}

const documentAddress = "https://home.example/api/openapi.json"

// readContract reads the document that the server serves.
func readContract(t testing.TB, w *world) *contract {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.do(call{path: "/api/openapi.json"}).want(http.StatusOK, "").body))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource(documentAddress, parsed); err != nil {
		t.Fatal(err)
	}
	c := &contract{root: parsed.(map[string]any)}
	paths := objectOf(c.root["paths"])
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		methods := objectOf(paths[path])
		for _, method := range slices.Sorted(maps.Keys(methods)) {
			p, err := readPromise(compiler, path, method, objectOf(methods[method]))
			if err != nil {
				t.Fatalf("%s %s: %v", method, path, err)
			}
			c.operations = append(c.operations, p)
		}
	}
	return c
}

func readPromise(compiler *jsonschema.Compiler, path, method string, said map[string]any) (*promise, error) {
	p := &promise{id: stringOf(said["operationId"]), method: strings.ToUpper(method), path: path, bodies: map[string]map[string]any{}, answers: map[int]promisedAnswer{}}
	for _, one := range listOf(said["parameters"]) {
		o := objectOf(one)
		p.parameters = append(p.parameters, parameter{stringOf(o["name"]), stringOf(o["in"]), o["required"] == true, objectOf(o["schema"])})
	}
	for kind, content := range objectOf(objectOf(said["requestBody"])["content"]) {
		p.bodies[kind] = objectOf(objectOf(content)["schema"])
	}
	responses := objectOf(said["responses"])
	for status, response := range responses {
		code, err := strconv.Atoi(status)
		if err != nil {
			return nil, fmt.Errorf("status %q: %w", status, err)
		}
		answer := promisedAnswer{schemas: map[string]*jsonschema.Schema{}}
		for _, c := range listOf(objectOf(response)["x-codes"]) {
			answer.codes = append(answer.codes, stringOf(c))
		}
		for kind := range objectOf(objectOf(response)["content"]) {
			if answer.schemas[kind], err = compiler.Compile(documentAddress + pointer("paths", path, method, "responses", status, "content", kind, "schema")); err != nil {
				return nil, err
			}
		}
		p.answers[code] = answer
	}
	return p, nil
}

// pointer is a JSON pointer (RFC 6901) as the fragment of an address.
func pointer(names ...string) string {
	out := "#"
	for _, name := range names {
		out += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	return out
}

// resolve follows a reference within the document.
func (c *contract) resolve(schema map[string]any) map[string]any {
	name, ok := strings.CutPrefix(stringOf(schema["$ref"]), "#/components/schemas/")
	if !ok {
		return schema
	}
	return objectOf(objectOf(objectOf(c.root["components"])["schemas"])[name])
}

func objectOf(v any) map[string]any { o, _ := v.(map[string]any); return o }

func listOf(v any) []any { l, _ := v.([]any); return l }

func stringOf(v any) string { s, _ := v.(string); return s }
