package analytics

import (
	"bytes"
	"encoding/json"

	"github.com/grandstand/grandstand/internal/fault"
)

// Bounds of what an event carries beside its name.
const (
	maxExtras = 4096 // bytes of JSON
	maxDepth  = 5    // objects and lists in one another
)

// compactExtras accepts nothing, or one JSON object that is small and shallow. Its numbers stay as
// they were written.
func compactExtras(raw []byte) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "{}", nil
	}
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil || out.Bytes()[0] != '{' {
		return "", fault.InvalidFields(fault.Field{Field: "extras", Code: "wrong_type", Message: "The value must be an object."})
	}
	if out.Len() > maxExtras {
		return "", fault.OfField(fault.Unprocessable, "extras", "extras_too_large", "The data of an event must be at most 4096 bytes of JSON.")
	}
	if depth(out.Bytes()) > maxDepth {
		return "", fault.OfField(fault.Unprocessable, "extras", "extras_too_deep", "The data of an event is nested too deeply.")
	}
	return out.String(), nil
}

// depth is how many objects and lists of a JSON document are in one another.
func depth(document []byte) (deepest int) {
	decoder, now := json.NewDecoder(bytes.NewReader(document)), 0
	for {
		token, err := decoder.Token()
		if err != nil {
			return deepest // the end: it was read before
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			now++
			deepest = max(deepest, now)
		case json.Delim('}'), json.Delim(']'):
			now--
		}
	}
}
