package app

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/grandstand/grandstand/internal/sandbox"
)

func TestAWeakerSandboxIsTold(t *testing.T) {
	for want, state := range map[string]sandbox.State{"ok": {Landlock: 7, Seccomp: true}, "without landlock": {Seccomp: true}} {
		h := &health{sandbox: state}
		h.serving.Store(true)
		answer := httptest.NewRecorder()
		h.ready(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", http.NoBody))
		var told map[string]string
		if err := json.Unmarshal(answer.Body.Bytes(), &told); err != nil {
			t.Fatal(err)
		}
		if told["sandbox"] != want || answer.Code != http.StatusOK {
			t.Errorf("%+v: %d, %s", state, answer.Code, answer.Body)
		}
	}
}
