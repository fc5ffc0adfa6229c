package site

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"html/template"
	"math/rand/v2"
	"net/http"
	"strconv"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

//go:embed failure.html
var failureHTML string

//go:embed failure.css
var failureStyle string

// failureTemplate is a page without other files: the server can send it under any load and without a channel.
var failureTemplate = template.Must(template.New("failure").Parse(failureHTML))

// failurePolicy is the Content-Security-Policy of failure pages.
var failurePolicy = func() string {
	sum := sha256.Sum256([]byte(failureStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
}()

// failure is an error page: its status, retry delay and texts by language.
type failure struct {
	status     int
	retryAfter int // seconds, 0 if a retry is useless
	texts      map[string]failureText
}

type failureText struct{ heading, text, action string }

var (
	noChannelFailure = failure{status: http.StatusNotFound, texts: map[string]failureText{
		"en": {"There is no channel at this address", "Check the address for typing errors.", ""},
		"fr": {"Il n’y a pas de chaîne à cette adresse", "Vérifiez que l’adresse ne contient pas d’erreur.", ""},
	}}
	busyFailure = failure{status: http.StatusServiceUnavailable, retryAfter: 2, texts: map[string]failureText{
		"en": {"This site is very busy", "Many people are here right now. This page reloads in a few seconds.", "Reload now"},
		"fr": {"Ce site est très achalandé", "Il y a beaucoup de monde en ce moment. Cette page se recharge dans quelques secondes.", "Recharger maintenant"},
	}}
	brokenFailure = failure{status: http.StatusServiceUnavailable, retryAfter: 5, texts: map[string]failureText{
		"en": {"This page is not available right now", "This page reloads in a few seconds.", "Reload now"},
		"fr": {"Cette page n’est pas disponible pour le moment", "Cette page se recharge dans quelques secondes.", "Recharger maintenant"},
	}}
)

// reloadSpread is the number of seconds over which the reloads of many visitors are spread.
const reloadSpread = 4

// fail writes an error page: no channel has the address, the server is overloaded, or rendering failed.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case fault.KindOf(err) == fault.NotFound:
		s.writeFailure(w, r, noChannelFailure)
	case errors.Is(err, errBusy):
		s.writeFailure(w, r, busyFailure)
	default:
		if r.Context().Err() == nil {
			route := s.files.build.match(r.URL.Path) // the kind alone, because paths of unlisted clips are secret
			s.log.ErrorContext(r.Context(), "page not rendered", "kind", route.kind, "error", err)
		}
		s.writeFailure(w, r, brokenFailure)
	}
}

func (s *Site) writeFailure(w http.ResponseWriter, r *http.Request, f failure) {
	lang := visitorLanguage(r)
	texts := f.texts[lang]
	page := struct {
		Lang, Heading, Text, Action, Reload string
		Style                               template.CSS
	}{Lang: lang, Heading: texts.heading, Text: texts.text, Action: texts.action, Style: template.CSS(failureStyle)} //nolint:gosec // our own file
	h := w.Header()
	if f.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(f.retryAfter))
		page.Reload = strconv.Itoa(f.retryAfter + rand.IntN(reloadSpread)) //nolint:gosec // not a secret
	}
	var html bytes.Buffer
	if err := failureTemplate.Execute(&html, page); err != nil {
		s.log.ErrorContext(r.Context(), "failure page not rendered", "error", err)
	}
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Language", lang)
	h.Set("Content-Security-Policy", failurePolicy)
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(f.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(html.Bytes()) // the client may be gone
	}
}

// visitorLanguage returns the language of pages without a channel.
func visitorLanguage(r *http.Request) string {
	return cmp.Or(chosenLanguage(r), text.Negotiate(r.Header.Get("Accept-Language"), "en"))
}
