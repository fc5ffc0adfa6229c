package api

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"net/http"
	"strings"
)

// The page that shows the OpenAPI document to people. It is ours and whole, so that
// documents can be read without the internet.
var (
	//go:embed docs/page.html
	docsPage string
	//go:embed docs/style.css
	docsStyle string
	//go:embed docs/script.js
	docsScript string
)

// docs is the page and the policy that lets exactly its own script and style run.
type docs struct {
	page   []byte
	policy string
}

func newDocs() docs {
	page := strings.NewReplacer("{{style}}", docsStyle, "{{script}}", docsScript).Replace(docsPage)
	return docs{
		page: []byte(page),
		policy: "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
			"script-src " + sourceHash(docsScript) + "; style-src " + sourceHash(docsStyle),
	}
}

// sourceHash names an inline script or style in a policy (CSP level 3, 2.3.1).
func sourceHash(source string) string {
	sum := sha256.Sum256([]byte(source))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (d docs) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", d.policy)
	h["Cache-Control"] = headerDocument
	writeBody(w, r, http.StatusOK, d.page)
}
