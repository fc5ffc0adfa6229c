package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/fault"
)

const (
	// uploadTimeout is how long a client may take to send a file, within callTimeout.
	uploadTimeout = 25 * time.Second
	// envelopeBytes is the room for what stands around the file in a multipart body.
	envelopeBytes = 8 << 10
	// filePart is the name of the file in a multipart body.
	filePart = "file"
)

// UploadHandler answers one call whose body is a file. read reads it: who may not send
// one is refused before.
type UploadHandler[B any] func(ctx context.Context, caller Caller, read func() ([]byte, error)) (B, error)

// registerUpload adds a POST whose body is one file of at most op.MaxBody bytes: as it
// is, with a content type that starts with one of kinds, or in a form as the part
// "file". Its api key stands in the query or is a bearer token, so that nothing is read
// of strangers.
func registerUpload[B any](a *API, op Operation, kinds []string, handle UploadHandler[B]) {
	o := a.declare(op)
	o.upload = func(x *exchange, w http.ResponseWriter, r *http.Request) (*Payload, error) {
		body, err := handle(r.Context(), x.caller, func() ([]byte, error) { return readFile(w, r, o.MaxBody, kinds) })
		if err != nil {
			return nil, err
		}
		encoded, err := encodeJSON(body)
		if err != nil {
			return nil, err
		}
		return newPayload(encoded), nil
	}
	described := a.describe(o)
	described.RequestBody = describeFile(kinds)
	huma.Register(a.huma, *described, func(context.Context, *struct{}) (*struct{ Body B }, error) {
		return nil, errors.New(op.ID + " is served without huma")
	})
}

func describeFile(kinds []string) *huma.RequestBody {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	body := &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{
			Type: huma.TypeObject, Properties: map[string]*huma.Schema{filePart: file}, Required: []string{filePart},
		}},
	}}
	for _, kind := range kinds {
		body.Content[kind] = &huma.MediaType{Schema: file}
	}
	return body
}

// readFile reads the one file of a request.
func readFile(w http.ResponseWriter, r *http.Request, limit int64, kinds []string) ([]byte, error) {
	if r.ContentLength > limit+envelopeBytes {
		return nil, tooLarge()
	}
	// A refusal only means that the connection, such as a test's, knows no deadlines.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(uploadTimeout))
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return nil, &mediaTypeError{}
	}
	body := http.MaxBytesReader(w, r.Body, limit+envelopeBytes)
	var content []byte
	switch {
	case kind == "multipart/form-data":
		content, err = readPart(multipart.NewReader(body, parameters["boundary"]), limit)
	case isOneOf(kind, kinds):
		content, err = readBounded(body, limit)
	default:
		return nil, &mediaTypeError{}
	}
	if err != nil {
		return nil, err
	}
	bodyArrived(w)
	if len(content) == 0 {
		return nil, fault.InvalidFields(fault.Field{Field: filePart, Code: "required", Message: "Field is required"})
	}
	return content, nil
}

func isOneOf(kind string, kinds []string) bool {
	for _, k := range kinds {
		if kind == k || strings.HasSuffix(k, "/*") && strings.HasPrefix(kind, strings.TrimSuffix(k, "*")) {
			return true
		}
	}
	return false
}

// readPart reads the file of a form, which has nothing else.
func readPart(form *multipart.Reader, limit int64) (content []byte, err error) {
	for {
		part, err := form.NextRawPart()
		if errors.Is(err, io.EOF) {
			return content, nil
		}
		if err != nil {
			return nil, bodyFailure(err)
		}
		if part.FormName() != filePart || content != nil {
			return nil, fault.InvalidFields(fault.Field{Field: partName(part), Code: "unknown", Message: "This parameter does not exist."})
		}
		if content, err = readBounded(part, limit); err != nil {
			return nil, err
		}
	}
}

// partName is what a form calls a part, as far as it can be repeated to the client.
func partName(part *multipart.Part) string {
	if name := part.FormName(); isPlain(name) && name != "" {
		return name
	}
	return "body"
}

func readBounded(from io.Reader, limit int64) ([]byte, error) {
	var content bytes.Buffer
	n, err := io.Copy(&content, io.LimitReader(from, limit+1))
	if err != nil {
		return nil, bodyFailure(err)
	}
	if n > limit {
		return nil, tooLarge()
	}
	return content.Bytes(), nil
}
