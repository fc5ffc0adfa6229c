// Package socialtest is a login provider for tests: one of OpenID Connect and one like
// Facebook, which check what real ones do. Nobody is asked for a password: who logs in
// says who they are.
package socialtest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// Keys of the one client that the provider knows.
const (
	ClientID     = "client-of-the-tests"
	ClientSecret = "secret-of-the-client-of-the-tests"
)

// Person is somebody with an account at the provider.
type Person struct {
	Subject, Email, FirstName, LastName string
	EmailVerified                       bool
}

// Provider answers at Issuer as OpenID Connect, and at Facebook and Graph as Facebook.
type Provider struct {
	Issuer, Facebook, Graph string
	// Person logs in at once, without being asked; nobody: a page asks.
	Person *Person
	// Tamper changes the claims of id tokens before they are signed.
	Tamper func(claims map[string]any)
	// Forge signs id tokens with a key that is not the published one.
	Forge bool

	// Close ends it before its time.
	Close func()

	now    func() time.Time
	key    *rsa.PrivateKey
	forged *rsa.PrivateKey
	mu     sync.Mutex
	codes  map[string]grant
	tokens map[string]Person // of Facebook
}

// grant is what a code is good for, once.
type grant struct {
	person                     Person
	redirect, challenge, nonce string
}

// Start runs a provider until the test ends; now is the time in its tokens.
func Start(t testing.TB, now func() time.Time) *Provider {
	t.Helper()
	p := &Provider{now: now, key: signingKey(), forged: forgedKey(), codes: map[string]grant{}, tokens: map[string]Person{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /google/.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET /google/keys", p.keys)
	mux.HandleFunc("POST /google/token", p.token)
	mux.HandleFunc("POST /facebook/graph/oauth/access_token", p.facebookToken)
	mux.HandleFunc("GET /facebook/graph/me", p.me)
	for _, path := range []string{"/google/authorize", "/facebook/dialog/oauth"} {
		mux.HandleFunc("GET "+path, p.authorize)
		mux.HandleFunc("POST "+path, p.decide)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p.Close = server.Close
	p.Issuer, p.Facebook, p.Graph = server.URL+"/google", server.URL+"/facebook", server.URL+"/facebook/graph"
	return p
}

// signingKey returns the provider's RSA key, forgedKey a key that the provider does not publish. All providers of a process share
// both keys, because each takes a tenth of a second to make.
var signingKey, forgedKey = sync.OnceValue(newKey), sync.OnceValue(newKey)

func newKey() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}

func (p *Provider) discovery(w http.ResponseWriter, _ *http.Request) {
	write(w, http.StatusOK, map[string]any{
		"issuer": p.Issuer, "authorization_endpoint": p.Issuer + "/authorize", "token_endpoint": p.Issuer + "/token", "jwks_uri": p.Issuer + "/keys",
		"id_token_signing_alg_values_supported": []string{"RS256"},
	})
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	write(w, http.StatusOK, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: p.key.Public(), KeyID: "1", Algorithm: "RS256", Use: "sig"}}})
}

var page = template.Must(template.New("").Parse(`<!doctype html><html lang="en"><title>Provider of the tests</title><h1>Provider of the tests</h1>
<form method="post"><label>Subject <input name="subject"></label><label>Email <input name="email"></label>
<label>First name <input name="first_name"></label><label>Last name <input name="last_name"></label>
<label><input type="checkbox" name="verified"> Verified</label>
<button name="answer" value="yes">Continue</button><button name="answer" value="no">Cancel</button></form></html>`))

func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("client_id") != ClientID || q.Get("response_type") != "code" || q.Get("state") == "" || q.Get("code_challenge_method") != "S256" {
		http.Error(w, "not a login", http.StatusBadRequest)
		return
	}
	if p.Person != nil {
		p.sendBack(w, r, *p.Person)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, nil)
}

func (p *Provider) decide(w http.ResponseWriter, r *http.Request) {
	if r.PostFormValue("answer") != "yes" {
		q := r.URL.Query()
		http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"error": {"access_denied"}, "state": {q.Get("state")}}.Encode(), http.StatusFound)
		return
	}
	p.sendBack(w, r, Person{
		Subject: r.PostFormValue("subject"), Email: r.PostFormValue("email"), EmailVerified: r.PostFormValue("verified") != "",
		FirstName: r.PostFormValue("first_name"), LastName: r.PostFormValue("last_name"),
	})
}

func (p *Provider) sendBack(w http.ResponseWriter, r *http.Request, who Person) {
	q, code := r.URL.Query(), rand.Text()
	p.mu.Lock()
	p.codes[code] = grant{who, q.Get("redirect_uri"), q.Get("code_challenge"), q.Get("nonce")}
	p.mu.Unlock()
	// Real providers add names of their own, too.
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"code": {code}, "state": {q.Get("state")}, "scope": {"openid email"}, "authuser": {"0"}}.Encode(), http.StatusFound)
}

// redeem takes a code from the client that it was given to, once.
func (p *Provider) redeem(w http.ResponseWriter, r *http.Request) (grant, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	code := r.PostFormValue("code")
	g, known := p.codes[code]
	delete(p.codes, code)
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	switch {
	case r.PostFormValue("client_id") != ClientID || subtle.ConstantTimeCompare([]byte(r.PostFormValue("client_secret")), []byte(ClientSecret)) != 1:
		write(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
	case !known || g.redirect != r.PostFormValue("redirect_uri") || g.challenge != base64.RawURLEncoding.EncodeToString(sum[:]):
		write(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
	default:
		return g, true
	}
	return grant{}, false
}

func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	g, ok := p.redeem(w, r)
	if !ok {
		return
	}
	claims := map[string]any{
		"iss": p.Issuer, "aud": ClientID, "sub": g.person.Subject, "nonce": g.nonce, "iat": p.now().Unix(), "exp": p.now().Add(time.Hour).Unix(),
		"email": g.person.Email, "email_verified": g.person.EmailVerified, "given_name": g.person.FirstName, "family_name": g.person.LastName,
	}
	if p.Tamper != nil {
		p.Tamper(claims)
		maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	}
	write(w, http.StatusOK, map[string]any{"access_token": rand.Text(), "token_type": "Bearer", "expires_in": 3600, "id_token": p.sign(claims)})
}

func (p *Provider) sign(claims map[string]any) string {
	key := p.key
	if p.Forge {
		key = p.forged
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: key, KeyID: "1"}}, nil)
	if err != nil {
		return ""
	}
	token, _ := jwt.Signed(signer).Claims(claims).Serialize()
	return token
}

func (p *Provider) facebookToken(w http.ResponseWriter, r *http.Request) {
	g, ok := p.redeem(w, r)
	if !ok {
		return
	}
	token := rand.Text()
	p.mu.Lock()
	p.tokens[token] = g.person
	p.mu.Unlock()
	write(w, http.StatusOK, map[string]any{"access_token": token, "token_type": "bearer", "expires_in": 3600})
}

func (p *Provider) me(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	who, ok := p.tokens[r.Header.Get("Authorization")[min(len("Bearer "), len(r.Header.Get("Authorization"))):]]
	p.mu.Unlock()
	if !ok || r.URL.Query().Get("appsecret_proof") == "" {
		write(w, http.StatusUnauthorized, map[string]any{"error": map[string]any{"message": "no token"}})
		return
	}
	said := map[string]any{"id": who.Subject, "first_name": who.FirstName, "last_name": who.LastName}
	if who.Email != "" {
		said["email"] = who.Email
	}
	write(w, http.StatusOK, said)
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
