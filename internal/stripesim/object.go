package stripesim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
)

// object is one of Stripe's objects as JSON has it: nil, bool, int64, float64, string, []any and object. Keys that
// begin with an underscore are the simulator's own and never leave it. What is stored is not written to again; a
// change is made on a copy.
type object map[string]any

func (o object) str(key string) string {
	s, _ := o[key].(string)
	return s
}

func (o object) int(key string) int64 {
	n, _ := o[key].(int64)
	return n
}

func (o object) flag(key string) bool {
	b, _ := o[key].(bool)
	return b
}

// in returns the object under key, or nil, from which reading is safe.
func (o object) in(key string) object {
	sub, _ := o[key].(object)
	return sub
}

// list returns the list under key.
func (o object) list(key string) []any {
	l, _ := o[key].([]any)
	return l
}

// items returns what a subscription is made of.
func (o object) items() []object {
	var out []object
	for _, entry := range o.in("items").list("data") {
		if item, ok := entry.(object); ok {
			out = append(out, item)
		}
	}
	return out
}

func (o object) id() string   { return o.str("id") }
func (o object) kind() string { return o.str("object") }

// with sets fields and returns o.
func (o object) with(fields object) object {
	maps.Copy(o, fields)
	return o
}

func (o object) clone() object {
	if o == nil {
		return nil
	}
	out := make(object, len(o))
	for k, v := range o {
		out[k] = cloneValue(v)
	}
	return out
}

func cloneValue(v any) any {
	switch v := v.(type) {
	case object:
		return v.clone()
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = cloneValue(v[i])
		}
		return out
	default:
		return v
	}
}

// public is o without the simulator's own fields, at every depth.
func (o object) public() object {
	if o == nil {
		return nil
	}
	out := make(object, len(o))
	for k, v := range o {
		if !strings.HasPrefix(k, "_") {
			out[k] = publicValue(v)
		}
	}
	return out
}

func publicValue(v any) any {
	switch v := v.(type) {
	case object:
		if v == nil {
			return nil
		}
		return v.public()
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = publicValue(v[i])
		}
		return out
	default:
		return v
	}
}

// orNil is s, or JSON's null for an empty one.
func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func strs(values []string) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

// encode writes JSON as Stripe does: without escaping of HTML.
func encode(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimRight(out.Bytes(), "\n")
}

// UnmarshalJSON reads an object with whole numbers as int64.
func (o *object) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var raw map[string]any
	if err := d.Decode(&raw); err != nil {
		return fmt.Errorf("read an object: %w", err)
	}
	*o, _ = settle(raw).(object)
	return nil
}

// settle turns what encoding/json decoded into what an object holds.
func settle(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(object, len(v))
		for k, sub := range v {
			out[k] = settle(sub)
		}
		return out
	case []any:
		for i := range v {
			v[i] = settle(v[i])
		}
		return v
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	default:
		return v
	}
}
