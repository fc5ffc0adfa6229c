package api

import (
	"encoding/json"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// newHuma builds the library's API object with nothing of its own mounted: no
// documents, no links in bodies, JSON only.
func newHuma(a *API) huma.API {
	format := huma.Format{Marshal: a.marshal, Unmarshal: json.Unmarshal}
	return huma.NewAPI(huma.Config{
		OpenAPI:       newDocument(),
		Formats:       map[string]huma.Format{"application/json": format, "json": format},
		DefaultFormat: "application/json",
		// Huma's own errors become the contract's here, per instance, instead of by
		// its package-level constructor.
		Transformers: []huma.Transformer{a.transformError},
	}, adapter{a})
}

// adapter mounts huma's operations on the mux, inside the work that every call needs.
type adapter struct{ api *API }

// ServeHTTP is part of huma.Adapter.
func (d adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) { d.api.ServeHTTP(w, r) }

// Handle mounts one operation once its input type has been read.
func (d adapter) Handle(documented *huma.Operation, next func(huma.Context)) {
	op, ok := documented.Metadata[operationKey].(*Operation)
	if !ok {
		panic("operation " + documented.OperationID + " was not declared")
	}
	for _, p := range documented.Parameters {
		if p.In == "query" {
			op.query = append(op.query, p.Name)
		}
	}
	op.hasBody = documented.RequestBody != nil && op.upload == nil
	d.api.mux.HandleFunc(op.Method+" "+exactly(op.Path), func(w http.ResponseWriter, r *http.Request) {
		d.api.serve(w, r, op, func(x *exchange, w http.ResponseWriter, r *http.Request) {
			answer := d.api.newAnswer(x, w, r)
			defer answer.release()
			next(&humaContext{base: humago.NewContext(documented, r, w), answer: answer})
			answer.send()
		})
	})
}

// base names the embedded interface, which has a method Context itself.
type base = huma.Context

// humaContext collects what huma writes, so that an answer leaves with its length, its
// ETag and, when its encoding fails, as a clean 500.
type humaContext struct {
	base
	answer *answer
}

// SetStatus remembers the status; it is part of huma.Context.
func (c *humaContext) SetStatus(status int) { c.answer.setStatus(status) }

// Status returns the remembered status.
func (c *humaContext) Status() int { return c.answer.status }

// BodyWriter collects the body.
func (c *humaContext) BodyWriter() io.Writer { return c.answer }

// Unwrap gives adapters' helpers the context below.
func (c *humaContext) Unwrap() huma.Context { return c.base }

// marshal writes v as JSON; a Payload goes through as it is.
func (a *API) marshal(w io.Writer, v any) error {
	if p, ok := v.(interface{ payload() *Payload }); ok {
		if sink, ok := w.(*answer); ok {
			sink.payload = p.payload()
			return nil
		}
		_, err := w.Write(p.payload().plain.body)
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
