package api

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fieldsOf is an object of an answer, with the values of its fields as JSON.
type fieldsOf struct {
	name string
	path string // of the call, below /api/
	at   string // where the object is in the data: names and indexes, with dots between them
	want string
}

// checkAnswers compares each field that is wanted. A field that is absent, null or of another type differs.
func (w *world) checkAnswers(t *testing.T, key string, answers []fieldsOf) {
	t.Helper()
	for _, a := range answers {
		t.Run(a.name, func(t *testing.T) {
			defer w.within(t)()
			var data any
			w.do(call{path: "/api/" + a.path, key: key}).into(&data)
			got, is := at(data, a.at).(map[string]any)
			if !is {
				t.Fatalf("%s has no object at %q: %v", a.path, a.at, data)
			}
			var want map[string]any
			if err := json.Unmarshal([]byte(a.want), &want); err != nil {
				t.Fatalf("%v: %s", err, a.want)
			}
			for field, value := range want {
				found, is := got[field]
				if !is {
					t.Errorf("%s is absent", field)
				} else if diff := cmp.Diff(value, found); diff != "" {
					t.Errorf("%s: %s", field, diff)
				}
			}
		})
	}
}

// at finds a value in decoded JSON, nil where there is none.
func at(value any, path string) any {
	for step := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '.' }) {
		switch inside := value.(type) {
		case map[string]any:
			value = inside[step]
		case []any:
			if i, err := strconv.Atoi(step); err == nil && i < len(inside) {
				value = inside[i]
			} else {
				return nil
			}
		}
	}
	return value
}
