package api

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/VictoriaMetrics/metrics"
	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/clock"
)

// headerDocument is the Cache-Control of the documents.
var headerDocument = []string{"public, max-age=300"}

// operationKey is where a huma operation carries the Operation it was made from.
const operationKey = "operation"

func newDocument() *huma.OpenAPI {
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title:       "Grandstand",
			Version:     "1",
			Description: "Sports and event streaming for branded channels. A success is always status 200 with a field data; a failure is application/problem+json with a stable code.",
		},
		Components: &huma.Components{
			Schemas: huma.NewMapRegistry("#/components/schemas/", schemaName),
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"api_key": {Type: "apiKey", In: "query", Name: "api_key", Description: "The api key, in the query of GET and DELETE; a POST carries it as the field api_key of its body."},
				"bearer":  {Type: "http", Scheme: "bearer", Description: "The api key as a bearer token, on any call."},
			},
		},
	}
}

// schemaName is huma's name of a type without the "DTO" that only says so in Go.
func schemaName(t reflect.Type, hint string) string {
	return strings.ReplaceAll(huma.DefaultSchemaNamer(t, hint), "DTO", "")
}

// tidySchemas makes the schemas say what is so here: a list is never null, a missing
// object is, and errors are Problems. It runs after registration and before the first
// request.
func (a *API) tidySchemas() {
	registry := a.schemas()
	schemas := registry.Map()
	delete(schemas, "ErrorModel")
	delete(schemas, "ErrorDetail")
	for name, s := range schemas {
		for _, property := range s.Properties {
			if property.Type == huma.TypeArray {
				property.Nullable = false
			}
		}
		for _, name := range nullableObjects(registry.TypeFromRef("#/components/schemas/" + name)) {
			if property := s.Properties[name]; property != nil && property.Ref != "" {
				s.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{{Ref: property.Ref}, {Type: "null"}}}
			}
		}
	}
}

// nullableObjects names the fields of a type that are written as null when they point
// to nothing.
func nullableObjects(t reflect.Type) (names []string) {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Type.Kind() == reflect.Pointer && name != "" && !strings.Contains(options, "omitempty") {
			names = append(names, name)
		}
	}
	return names
}

// describe turns a declaration into the operation that huma documents.
func (a *API) describe(op *Operation) *huma.Operation {
	h := &huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Tags: []string{op.Tag},
		Metadata:        map[string]any{operationKey: op},
		MaxBodyBytes:    op.MaxBody + 1, // the edge has cut it already
		BodyReadTimeout: -1,             // and waited for it: see bodyArrived
		Parameters:      []*huma.Param{langParam()},
		Responses:       map[string]*huma.Response{},
	}
	switch op.Auth {
	case AuthNone:
		h.Security = []map[string][]string{}
	case AuthChannel:
		h.Parameters = append(h.Parameters, channelParam())
		h.Security = []map[string][]string{{}, {"api_key": {}}, {"bearer": {}}}
	case AuthKey, AuthUser:
		if op.Method == http.MethodGet {
			h.Parameters = append(h.Parameters, spoilersParam())
		}
		h.Security = []map[string][]string{{"api_key": {}}, {"bearer": {}}}
	}
	a.describeFailures(op, h)
	return h
}

func langParam() *huma.Param {
	return &huma.Param{
		Name: "lang", In: "query", Description: "Language of texts; by default that of Accept-Language, then the channel's.",
		Schema: &huma.Schema{Type: "string", Enum: []any{English, French}},
	}
}

func spoilersParam() *huma.Param {
	return &huma.Param{
		Name: "spoilers", In: "query", Description: "With hide nothing tells how a game went; by default as the user has chosen.",
		Schema: &huma.Schema{Type: "string", Enum: []any{hideSpoilers, showSpoilers}},
	}
}

func channelParam() *huma.Param {
	return &huma.Param{
		Name: "channel", In: "query", Description: "Channel key; by default the channel of the api key, then of the host.",
		Schema: &huma.Schema{Type: "string"},
	}
}

// describeFailures names every code that a call may answer, by status.
func (a *API) describeFailures(op *Operation, h *huma.Operation) {
	registry := a.schemas()
	schema := registry.Schema(reflect.TypeFor[Problem](), true, "")
	for status, codes := range codesOf(*op) {
		h.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status) + ": " + strings.Join(codes, ", "),
			Content:     map[string]*huma.MediaType{headerProblem[0]: {Schema: schema}},
			Extensions:  map[string]any{"x-codes": codes},
		}
	}
}

func (a *API) schemas() huma.Registry { return a.huma.OpenAPI().Components.Schemas }

// codesOf lists the codes of an operation by status: its own, and those that come with
// its mode, its method and the edge.
func codesOf(op Operation) map[int][]string {
	codes := map[int][]string{
		http.StatusBadRequest:          {"validation_failed"},
		http.StatusTooManyRequests:     {"too_many_requests"},
		http.StatusInternalServerError: {"internal_error"},
		http.StatusServiceUnavailable:  {"overloaded", "timeout", "unavailable"},
	}
	add := func(status int, more ...string) {
		for _, code := range more {
			if !slices.Contains(codes[status], code) {
				codes[status] = append(codes[status], code)
			}
		}
	}
	if op.Auth >= AuthChannel {
		add(http.StatusBadRequest, "invalid_api_key", "conflicting_api_keys")
	}
	if op.Auth == AuthChannel {
		add(http.StatusNotFound, "channel_not_found")
	}
	if op.Auth >= AuthKey {
		add(http.StatusBadRequest, "no_api_key")
		if !op.WhileTemporary {
			add(http.StatusForbidden, "password_change_required")
		}
	}
	if !op.onDevice {
		add(http.StatusForbidden, "device_not_allowed")
	}
	if op.Guard != GuardNone {
		add(http.StatusForbidden, "second_factor_step_up")
	}
	if op.Auth == AuthUser {
		add(http.StatusUnauthorized, "unauthenticated")
	}
	if op.Method == http.MethodPost {
		add(http.StatusBadRequest, "malformed_body")
		add(http.StatusRequestTimeout, "request_timeout")
		add(http.StatusRequestEntityTooLarge, "body_too_large")
		add(http.StatusUnsupportedMediaType, "unsupported_media_type")
	}
	for _, f := range op.Errors {
		add(statusOf(f.Kind), f.Code)
	}
	return codes
}

// OpenAPI is the document of all calls, as served at /api/openapi.json.
func (a *API) OpenAPI() ([]byte, error) {
	p, err := a.document()
	if err != nil {
		return nil, err
	}
	return p.plain.body, nil
}

// OpenAPI builds the document without a running installation, for tools.
func OpenAPI() ([]byte, error) {
	a, err := New(Deps{Log: slog.New(slog.DiscardHandler), Clock: clock.System{}, Metrics: metrics.NewSet()})
	if err != nil {
		return nil, err
	}
	return a.OpenAPI()
}

func (a *API) buildDocument() (*Payload, error) {
	body, err := json.MarshalIndent(a.huma.OpenAPI(), "", " ")
	if err != nil {
		return nil, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	return newPayload(append(body, '\n')), nil
}

func (a *API) serveDocument(w http.ResponseWriter, r *http.Request) {
	p, err := a.document()
	if err != nil {
		a.fail(w, r, err)
		return
	}
	sendPayload(w, r, headerDocument, p)
}
