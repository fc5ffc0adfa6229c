package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/fault"
)

// Auth says what a call must know about its caller.
type Auth uint8

// The modes, each stricter than the one before.
const (
	AuthNone    Auth = iota // nothing: the calls by which a client starts
	AuthChannel             // a channel: by api key, ?channel= or the host
	AuthKey                 // an api key, anonymous or not
	AuthUser                // an api key that is logged in
)

func (a Auth) String() string {
	return [...]string{"none", "channel", "api_key", "user"}[a]
}

// Failure is one way an operation may fail, beyond those that its Auth, its
// parameters and its body bring with them.
type Failure struct {
	Kind fault.Kind
	Code string
}

// Operation declares one call. Everything that the edge does for a call follows
// from it, and so does the call's entry in the OpenAPI document.
type Operation struct {
	ID      string // kebab-case and stable: clients name their functions after it
	Method  string
	Path    string // as it is served: "/api/events/{id}"
	Tag     string
	Summary string
	Auth    Auth
	Class   Class // what is shed first; ClassBrowse by default
	Errors  []Failure

	// Cache is the Cache-Control of a success, which then also carries an ETag.
	// Empty means "no-store".
	Cache string
	// Guard is how the call is protected that changes the caller's account.
	Guard Guard
	// WhileTemporary admits a user whose password is temporary.
	WhileTemporary bool
	// Limit chooses the per-address limit; GeneralLimit by default.
	Limit LimitKind
	// MaxBody is the largest body in bytes; 64 KiB by default.
	MaxBody int64

	// query and hasBody are read off the input type at registration.
	query   []string
	hasBody bool
	cache   []string // Cache as a header, or nil
	// onDevice is set on the calls of deviceCalls.
	onDevice bool
	hot      func(*exchange, *http.Request) (*Payload, error)
	upload   func(*exchange, http.ResponseWriter, *http.Request) (*Payload, error)
	stream   streamFunc

	download func(x *exchange, w http.ResponseWriter, r *http.Request) error
	leads    func(*exchange, *http.Request) (string, error)
}

// defaultMaxBody is the limit of a JSON body.
const defaultMaxBody = 64 << 10

// Handler answers one call: in is the parsed and validated input, the result is the
// whole body, normally Data or Page.
type Handler[I, B any] func(ctx context.Context, caller Caller, in *I) (B, error)

// register adds a call whose input and output huma parses, validates, documents and
// encodes. I is a struct of huma parameters, with the JSON body in a field Body.
func register[I, B any](a *API, op Operation, handle Handler[I, B]) {
	o := a.declare(op)
	huma.Register(a.huma, *a.describe(o), func(ctx context.Context, in *I) (*struct{ Body B }, error) {
		x := exchangeFrom(ctx)
		body, err := handle(ctx, x.caller, in)
		if err != nil {
			return nil, a.problem(x, err)
		}
		return &struct{ Body B }{body}, nil
	})
}

// HotHandler answers one call with bytes that were encoded before.
type HotHandler[T any] func(ctx context.Context, caller Caller, r *http.Request) (Encoded[T], error)

// registerHot adds a GET whose answer is kept encoded. It is documented with the
// parameters of I and the body T like any other, but its requests do not pass
// through huma: the handler reads the few parameters it has from r.
func registerHot[I, T any](a *API, op Operation, handle HotHandler[T]) {
	o := a.declare(op)
	o.hot = func(x *exchange, r *http.Request) (*Payload, error) {
		encoded, err := handle(r.Context(), x.caller, r)
		return encoded.Payload, err
	}
	huma.Register(a.huma, *a.describe(o), func(context.Context, *I) (*struct{ Body Encoded[T] }, error) {
		return nil, fmt.Errorf("%s is served without huma", op.ID)
	})
}

func (a *API) declare(op Operation) *Operation {
	if op.MaxBody == 0 {
		op.MaxBody = defaultMaxBody
	}
	if op.Cache != "" {
		op.cache = []string{op.Cache}
	}
	op.onDevice = op.Auth == AuthNone || deviceCalls[op.ID]
	a.operations = append(a.operations, &op)
	return &op
}

// check refuses declarations that could not be told apart or would not be documented.
func (a *API) check() error {
	seen := map[string]bool{}
	for _, op := range a.operations {
		if op.ID == "" || op.Summary == "" || op.Tag == "" {
			return fmt.Errorf("%s %s needs an id, a tag and a summary", op.Method, op.Path)
		}
		if seen[op.ID] {
			return fmt.Errorf("%s is registered twice", op.ID)
		}
		seen[op.ID] = true
	}
	return checkKeys(a.operations)
}

// refuseOthers answers 405 on known paths and 404 on all others, in JSON.
func (a *API) refuseOthers() {
	methods := map[string][]string{}
	for _, op := range a.operations {
		methods[op.Path] = append(methods[op.Path], op.Method)
	}
	for path, allowed := range methods {
		if slices.Contains(allowed, http.MethodGet) {
			allowed = append(allowed, http.MethodHead)
		}
		slices.Sort(allowed)
		refusal := a.refuse(strings.Join(allowed, ", "))
		for _, pattern := range patternsOf(path, methods) {
			a.mux.Handle(pattern, refusal)
		}
	}
	for _, root := range []string{"/api/", "/keys/", "/storage/", "/analytics/"} {
		a.mux.Handle(root, a.refuse(""))
	}
}

// patternsOf are the patterns that what no call of a path takes is refused by: the path
// itself, or, where another path has a placeholder in its stead and the mux could not tell
// which of the two is meant, the path with each method that is not taken.
func patternsOf(path string, methods map[string][]string) []string {
	for other := range methods {
		if other == path || !fits(other, path) {
			continue
		}
		var patterns []string
		for _, method := range [...]string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions} {
			if !slices.Contains(methods[path], method) {
				patterns = append(patterns, method+" "+exactly(path))
			}
		}
		return patterns
	}
	return []string{exactly(path)}
}

// exactly is the pattern of a path and of nothing below it, which a slash at its end would mean.
func exactly(path string) string {
	if strings.HasSuffix(path, "/") {
		return path + "{$}"
	}
	return path
}

// fits tells whether a path is one of those that a path with placeholders stands for. Every
// path is compared with every other at the start, so that it allocates nothing.
func fits(template, path string) bool {
	for {
		wanted, moreWanted, more := strings.Cut(template, "/")
		given, moreGiven, stillMore := strings.Cut(path, "/")
		if more != stillMore || wanted != given && !strings.HasPrefix(wanted, "{") {
			return false
		}
		if !more {
			return true
		}
		template, path = moreWanted, moreGiven
	}
}

func (a *API) refuse(allow string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if allow == "" {
			a.fail(w, r, fault.New(fault.NotFound, "route_not_found", "This API call does not exist."))
			return
		}
		w.Header().Set("Allow", allow)
		a.fail(w, r, &methodError{})
	}
}
