package stripesim

import (
	"embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"
)

//go:embed pages
var pageFiles embed.FS

// pageSecurity lets a page of the simulator load its own style and script and nothing else; its form may end at target,
// to which a finished challenge redirects. Any site may frame it: the site that charges does, and there is nothing to
// win by a click on test payments.
func pageSecurity(target string) string {
	return strings.TrimSpace("default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'self' " + target)
}

// challenge is what the page of a 3-D Secure challenge shows.
type challenge struct {
	French                        bool
	Lang, Intent, Secret, Account string
	Amount, Last4                 string
	Outcome                       string // empty while the person has not answered
	Target                        string // the origin of return_url
}

// challengePage answers GET /3d_secure/{account}/{intent}?client_secret=…&lang=.
func (s *Server) challengePage(w http.ResponseWriter, r *http.Request) {
	name, id, secret := r.PathValue("account"), r.PathValue("intent"), r.URL.Query().Get("client_secret")
	s.mu.Lock()
	view, err := s.describe(name, id, secret)
	s.mu.Unlock()
	if err != nil {
		pageMissing(w)
		return
	}
	view.say(r)
	s.show(w, "challenge.html", view.Target, view)
}

func (s *Server) describe(name, id, secret string) (challenge, error) {
	acc := s.accounts[name]
	if acc == nil {
		return challenge{}, unknown(kindIntent, id, "intent")
	}
	t := s.begin(acc)
	o, err := s.awaited(t, id, secret)
	if err != nil {
		return challenge{}, err
	}
	view := challenge{Intent: id, Secret: secret, Account: name}
	if o.kind() == kindIntent {
		view.Amount = decimal(o.int("amount")) + " " + strings.ToUpper(o.str("currency"))
	}
	if method, ok := t.get(kindMethod, o.str("payment_method")); ok {
		view.Last4 = method.in("card").str("last4")
	}
	if target, err := url.Parse(returnTo(o)); err == nil && target.Host != "" {
		view.Target = target.Scheme + "://" + target.Host
	}
	if o.str("status") != needsAction {
		view.Outcome = outcomeOf(o)
	}
	return view, nil
}

func outcomeOf(o object) string {
	if o.str("status") == succeeded {
		return "succeeded"
	}
	return "failed"
}

func (v *challenge) say(r *http.Request) {
	v.Lang = "en"
	if lang := r.FormValue("lang"); strings.HasPrefix(lang, "fr") || (lang == "" && strings.HasPrefix(r.Header.Get("Accept-Language"), "fr")) {
		v.Lang, v.French = "fr", true
	}
}

// challengeAnswer answers the form of the challenge: back to return_url, or to a page that tells its opener.
func (s *Server) challengeAnswer(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	name, id, secret := r.PathValue("account"), r.PathValue("intent"), r.PostFormValue("client_secret")
	back, view, err := s.closeChallenge(r, name, id, secret, r.PostFormValue("answer") == "complete")
	if err == nil {
		err = s.journal.wait()
	}
	var problem *apiError
	switch {
	case errors.As(err, &problem) && problem.status == http.StatusNotFound:
		pageMissing(w)
	case err != nil:
		s.log.ErrorContext(r.Context(), "a challenge was not answered", "error", err)
		http.Error(w, "The simulator failed.", http.StatusInternalServerError)
	case back != "":
		http.Redirect(w, r, back, http.StatusSeeOther) //nolint:gosec // G710: return_url came with the secret key, or with this intent's client secret
	default:
		view.say(r)
		s.show(w, "challenge.html", view.Target, view)
	}
}

// closeChallenge gives the person's answer to the intent. An answer that comes again changes nothing.
func (s *Server) closeChallenge(r *http.Request, name, id, secret string, passed bool) (back string, _ challenge, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	acc := s.accounts[name]
	if acc == nil {
		return "", challenge{}, unknown(kindIntent, id, "intent")
	}
	t := s.begin(acc)
	o, err := s.awaited(t, id, secret)
	if err != nil {
		return "", challenge{}, err
	}
	if o.str("status") == needsAction {
		c := &call{tx: t, s: s, r: r, p: &params{}}
		if err := c.authenticated(o, passed); err != nil {
			return "", challenge{}, err
		}
		s.commit(t, nil)
	}
	view, err := s.describe(name, id, secret)
	if err != nil {
		return "", challenge{}, err
	}
	return returnTo(acc.objects[id]), view, nil
}

// returnTo is the return_url with the parameters that Stripe adds, or nothing.
func returnTo(o object) string {
	back := o.str("_return")
	target, err := url.Parse(back)
	if back == "" || err != nil || (target.Scheme != "http" && target.Scheme != "https") {
		return ""
	}
	query := target.Query()
	query.Set(o.kind(), o.id())
	query.Set(o.kind()+"_client_secret", o.str("client_secret"))
	query.Set("redirect_status", outcomeOf(o))
	target.RawQuery = query.Encode()
	return target.String()
}

func pageMissing(w http.ResponseWriter) {
	http.Error(w, "There is no such test payment.", http.StatusNotFound)
}

// show writes a page whose form may end at target.
func (s *Server) show(w http.ResponseWriter, name, target string, view any) {
	page, err := template.New(name).ParseFS(pageFiles, "pages/"+name)
	if err != nil {
		s.log.Error("a page of the simulator cannot be read", "page", name, "error", err)
		http.Error(w, "The simulator failed.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", pageSecurity(target))
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	if err := page.Execute(w, view); err != nil {
		s.log.Warn("a page of the simulator was not written", "page", name, "error", err)
	}
}

// asset answers the pages' style and script.
func (s *Server) asset(name, kind string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		text, err := pageFiles.ReadFile("pages/" + name)
		if err != nil {
			http.Error(w, "The simulator failed.", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", kind+"; charset=utf-8")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(text)
	}
}
