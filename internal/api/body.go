package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"mime"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/fault"
)

// maxDepth is how deep a JSON body may nest.
const maxDepth = 32

// bodyTimeout is how long a client may take to send a JSON body.
const bodyTimeout = 10 * time.Second

// readBody reads the JSON body of a request whole, checks it, puts it back for the
// parser and returns the api key it carries. An absent body counts as {}.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) (apiKey string, err error) {
	if err := checkContentType(r); err != nil {
		return "", err
	}
	if r.ContentLength > limit {
		return "", tooLarge()
	}
	// A refusal only means that the connection, such as a test's, knows no deadlines.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		return "", bodyFailure(err)
	}
	bodyArrived(w)
	if len(bytes.TrimSpace(body)) == 0 {
		body = []byte("{}")
	}
	apiKey, err = inspectJSON(body)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return apiKey, err
}

// bodyArrived lifts the deadline of a body that is there. From then on net/http watches
// whether the client hangs up, and would take the deadline for that: it would end the call.
func bodyArrived(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
}

// checkContentType accepts JSON, which is also what a body without a type is taken for.
func checkContentType(r *http.Request) error {
	header := r.Header.Get("Content-Type")
	if header == "" {
		return nil
	}
	kind, parameters, err := mime.ParseMediaType(header)
	charset := strings.ToLower(parameters["charset"])
	if err != nil || kind != "application/json" || (charset != "" && charset != "utf-8") {
		return &mediaTypeError{}
	}
	return nil
}

func tooLarge() error {
	return fault.New(fault.TooLarge, "body_too_large", "The request is too large.")
}

func bodyFailure(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge()
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return &slowBodyError{}
	}
	return fault.Wrap(err, fault.Invalid, "malformed_body", "The body could not be read.")
}

// inspectJSON checks what the decoder of encoding/json lets through but nothing behind
// it should meet: invalid UTF-8, NUL, repeated names, deep nesting, numbers beyond a
// float64. The document must be one object; its top-level "api_key" is returned.
func inspectJSON(body []byte) (apiKey string, err error) {
	if !utf8.Valid(body) {
		return "", malformedBody("invalid_utf8", "The body is not valid UTF-8.")
	}
	in := inspector{dec: json.NewDecoder(bytes.NewReader(body))}
	in.dec.UseNumber()
	if err := in.document(); err != nil {
		return "", err
	}
	return in.apiKey, nil
}

func malformedBody(code, message string) error {
	return fault.InvalidFields(fault.Field{Field: "body", Code: code, Message: message})
}

func notJSON() error { return malformedBody("malformed_json", "The body is not valid JSON.") }

type inspector struct {
	dec    *json.Decoder
	levels []level
	apiKey string
}

// level is one open object or list.
type level struct {
	object bool
	names  []string // of an object, so far
	isName bool     // the next token is a name
}

func (in *inspector) document() error {
	token, err := in.dec.Token()
	if err != nil {
		return notJSON()
	}
	if token != json.Delim('{') {
		return malformedBody("wrong_type", "The value must be an object.")
	}
	in.open(true)
	for len(in.levels) > 0 {
		token, err := in.dec.Token()
		if err != nil {
			return notJSON()
		}
		if err := in.token(token); err != nil {
			return err
		}
	}
	if _, err := in.dec.Token(); !errors.Is(err, io.EOF) {
		return notJSON()
	}
	return nil
}

func (in *inspector) open(object bool) {
	in.levels = append(in.levels, level{object: object, isName: object})
}

func (in *inspector) token(token json.Token) error {
	switch t := token.(type) {
	case json.Delim:
		return in.delimiter(t)
	case string:
		if !isText(t) {
			return malformedBody("invalid_text", "A text contains a character that is not allowed.")
		}
		return in.text(t)
	case json.Number:
		if f, err := strconv.ParseFloat(t.String(), 64); err != nil || math.IsInf(f, 0) {
			return malformedBody("out_of_range", "A number is out of range.")
		}
	}
	in.valueRead()
	return nil
}

func (in *inspector) delimiter(d json.Delim) error {
	if d == '}' || d == ']' {
		in.levels = in.levels[:len(in.levels)-1]
		in.valueRead()
		return nil
	}
	if len(in.levels) == maxDepth {
		return malformedBody("too_deep", "The body is nested too deeply.")
	}
	in.open(d == '{')
	return nil
}

// text takes a string, which is a name or a value.
func (in *inspector) text(t string) error {
	top := &in.levels[len(in.levels)-1]
	if top.isName {
		if slices.Contains(top.names, t) {
			return fault.InvalidFields(fault.Field{Field: t, Code: "repeated_parameter", Message: "The parameter is given more than once."})
		}
		if len(top.names) == maxNames {
			return malformedBody("too_many_fields", "The body has too many fields.")
		}
		top.names, top.isName = append(top.names, t), false
		return nil
	}
	if len(in.levels) == 1 && top.names[len(top.names)-1] == "api_key" {
		in.apiKey = t
	}
	in.valueRead()
	return nil
}

// maxNames bounds the fields of one object, and with it the search for repeated ones.
const maxNames = 256

// valueRead notes that a value is complete, so that in an object a name follows.
func (in *inspector) valueRead() {
	if len(in.levels) > 0 {
		top := &in.levels[len(in.levels)-1]
		top.isName = top.object
	}
}
