//go:build e2e

package e2e

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const (
	guardedKey    = "guarded"
	guardedSecret = "secret-of-the-guarded-channel"
	// guardedVariable is where the secret comes from: packs hold none.
	guardedVariable = "GUARDED_RECAPTCHA_SECRET"
)

// captchaScript does what the script of reCAPTCHA v3 does for a page: a token says where and what for it was given.
const captchaScript = `(() => {
  let given = 0;
  window.grecaptcha = {
    ready: (run) => setTimeout(run),
    execute: async (key, { action }) => btoa(JSON.stringify({ hostname: location.hostname, action, key, n: ++given + Math.random() })),
  };
})();`

// captchaProvider plays Google: it gives the script, and answers for each token once.
func captchaProvider(t *testing.T) (url string) {
	t.Helper()
	var mu sync.Mutex
	used := map[string]bool{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /recaptcha/api.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write([]byte(captchaScript))
	})
	mux.HandleFunc("POST /recaptcha/api/siteverify", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		token := r.PostFormValue("response")
		var said struct{ Hostname, Action, Key string }
		raw, err := base64.StdEncoding.DecodeString(token)
		if err == nil {
			err = json.Unmarshal(raw, &said)
		}
		answer := map[string]any{"success": true, "score": 0.9, "hostname": said.Hostname, "action": said.Action}
		switch {
		case r.PostFormValue("secret") != guardedSecret:
			answer = map[string]any{"success": false, "error-codes": []string{"invalid-input-secret"}}
		case err != nil || said.Key != guardedKey:
			answer = map[string]any{"success": false, "error-codes": []string{"invalid-input-response"}}
		case used[token]:
			answer = map[string]any{"success": false, "error-codes": []string{"timeout-or-duplicate"}}
		}
		used[token] = true
		_ = json.NewEncoder(w).Encode(answer)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/recaptcha"
}

// seedGuarded makes a channel with keys of reCAPTCHA and a contact form, and returns its host.
func (s *scene) seedGuarded(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range map[string]string{
		"channel.yaml": fmt.Sprintf(`key: guarded
name: Guarded
language: en
languages: [en, fr]
currency: CAD
time_zone: UTC
domains: [guarded.localhost]
contact_email: hello@guarded.example
colors: {footer-background: "#000000", body-background: "#0d0b0b", body-text-color: "#f7f2ec", header-text-color: "#ffffff", accent: "#dd1219"}
settings: {recaptcha_site_key: %s}
secrets:
  recaptcha_secret: ${%s}
`, guardedKey, guardedVariable),
		"forms.yaml": "forms:\n  - {alias: contacts, title: Write to us, fields: [{name: message, type: textarea, label: Message, required: true}]}\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := s.server.Run(within(t, patience), "channel", "apply", folder); err != nil || strings.Contains(out, guardedSecret) {
		t.Fatalf("%v: %s", err, out)
	}
	return "guarded.localhost"
}
