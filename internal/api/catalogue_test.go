package api

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

// saying is one message of the specification's error catalogue or of its validation rules,
// as an answer of the API: its detail, or what it says of a field.
type saying struct {
	english, french string
	field           string // empty for the detail
	ask             func(lang string) reply
}

// TestTheErrorCatalogue reads like section 8 of the specification, and 5, as far as they
// are about accounts. What only the app says is in web/src/locales/catalogue.test.ts.
func TestTheErrorCatalogue(t *testing.T) {
	d := dbtest.SQLite(t)
	w, p := newSocialWorld(t, d)
	w.person(home, "fan@example.com")
	fan := w.login(home, "fan@example.com")
	post := func(path, key string, body map[string]any) func(string) reply {
		return func(lang string) reply { return w.do(call{path: path + "?lang=" + lang, key: key, body: body}) }
	}
	visitor := func(path string, body map[string]any) func(string) reply {
		return func(lang string) reply { return post(path, w.visitor(home), body)(lang) } // a new key: the clock moves by hours meanwhile
	}
	register := func(change map[string]any) func(string) reply {
		return visitor("/api/v2/auth/register", registration(change))
	}
	login := func(body map[string]any) func(string) reply { return visitor("/api/v2/auth/login", body) }
	wrongLink := map[string]any{"email": "fan@example.com", "expires": "1772370000", "signature": "AAAA"}
	verified := w.register(home, "verified@example.com")
	seen := w.mailedLink("verified@example.com", "/verify-email")
	w.register(home, "erased@example.com")
	erased := w.mailedLink("erased@example.com", "/verify-email")
	if _, err := d.Write().NewRaw("UPDATE users SET deleting_ms = 1 WHERE email = 'erased@example.com'").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := w.accounts.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
		t.Fatalf("erased %d, %v", n, err)
	}
	w.do(call{path: verifyCall, key: verified, body: seen}).want(200, "")
	w.do(call{path: requestCall, key: w.visitor(home), body: map[string]any{"email": "fan@example.com"}}).want(200, "")
	w.runErrands()
	late := newPasswordBody(w.mailedLink("fan@example.com", "/password-reset"))
	p.Person = ada()

	for _, s := range []saying{
		{"The email address you have entered is already registered.", "L’adresse courriel saisie est déjà inscrite.", "", register(map[string]any{"email": "fan@example.com"})},
		{"The email address you have entered is already registered", "L’adresse courriel saisie est déjà inscrite", "email", register(map[string]any{"email": "fan@example.com"})},
		{"The email address you have entered is already registered", "L’adresse courriel saisie est déjà inscrite", "email", post("/api/profile", fan, map[string]any{"email": "verified@example.com", "current_password": secret})},
		{"Wrong auth data", "Identifiants incorrects", "", login(map[string]any{"email": "fan@example.com", "password": "wrong-password"})},
		{"Incorrect password", "Mot de passe incorrect", "", post("/api/profile", fan, map[string]any{"email": "new@example.com", "current_password": "wrong-password"})},
		{"Incorrect password", "Mot de passe incorrect", "current_password", post("/api/delete-account", verified, map[string]any{"current_password": "wrong-password"})},
		{"You are already logged in", "Vous êtes déjà connecté", "", post("/api/v2/auth/login", fan, map[string]any{"email": "fan@example.com", "password": secret})},
		{"You are already logged in", "Vous êtes déjà connecté", "", post("/api/v2/auth/register", fan, registration(nil))},
		{"Verification failed.", "La vérification a échoué.", "", visitor(verifyCall, wrongLink)},
		{"Verification failed.", "La vérification a échoué.", "", visitor("/api/auth/confirm-email", wrongLink)},
		{"Verification failed.", "La vérification a échoué.", "", visitor("/api/delete-account-confirm", wrongLink)},
		{"Email already verified.", "L’adresse courriel est déjà vérifiée.", "", visitor(verifyCall, seen)},
		{"Email already verified.", "L’adresse courriel est déjà vérifiée.", "", post(resendCall, verified, map[string]any{})},
		{"Reset password failed.", "La réinitialisation du mot de passe a échoué.", "", visitor(resetCall, newPasswordBody(wrongLink))},
		{"Reset password key expired.", "Le lien de réinitialisation du mot de passe a expiré.", "", func(lang string) reply {
			w.clock.Advance(time.Hour)
			return visitor(resetCall, late)(lang)
		}},
		{"You are not registered yet. Please accept terms and conditions and click Register to continue.", "Vous n’êtes pas encore inscrit. Veuillez accepter les conditions d’utilisation et cliquer sur S’inscrire pour continuer.", "", func(lang string) reply {
			b := w.browser(home, social.Google)
			return post("/api/v2/auth/social/google", b.key, map[string]any{"ticket": b.ticket()})(lang)
		}},
		{"No chanel or api key found", "Aucune chaîne ni clé d’API trouvée", "", func(lang string) reply {
			return w.do(call{path: "/api/settings?lang=" + lang, host: "unknown.example"})
		}},
		{"NO_API_KEY", "NO_API_KEY", "", post("/api/v2/auth/login", "", map[string]any{})},
		{"user must be logged in", "vous devez être connecté", "", func(lang string) reply {
			return w.do(call{path: "/api/favorites?lang=" + lang, key: w.visitor(home)})
		}},
		{"Something went wrong. Please try again or contact technical support", "Une erreur s’est produite. Veuillez réessayer ou communiquer avec le soutien technique", "", w.failing(errors.New("a secret"))},
		{"User not found.", "Utilisateur introuvable.", "", visitor(verifyCall, erased)},

		{"Field is required", "Ce champ est obligatoire", "password", login(map[string]any{"email": "fan@example.com"})},
		{"A valid email address is required", "Une adresse courriel valide est requise", "email", login(map[string]any{"email": "fan", "password": secret})},
		{"A valid email address is required", "Une adresse courriel valide est requise", "email", register(map[string]any{"email": "fan"})},
		{"A valid email address is required", "Une adresse courriel valide est requise", "email", visitor(requestCall, map[string]any{"email": "fan"})},
		{"The password is too short", "Le mot de passe est trop court", "password", register(map[string]any{"password": "short"})},
		{"The password and password confirmation do not match", "Le mot de passe et sa confirmation ne correspondent pas", "password_confirmation", register(map[string]any{"password_confirmation": "another"})},
		{"The password and password confirmation do not match", "Le mot de passe et sa confirmation ne correspondent pas", "password_confirmation", post("/api/profile", fan, map[string]any{"password": newPassword, "current_password": secret})},
		{"Enter your first name", "Saisissez votre prénom", "first_name", register(map[string]any{"first_name": " "})},
		{"Enter your last name", "Saisissez votre nom", "last_name", register(map[string]any{"last_name": nil})},
		{"Enter your Email", "Saisissez votre courriel", "email", register(map[string]any{"email": nil})},
		{"Enter your Email", "Saisissez votre courriel", "email", login(map[string]any{"password": secret})},
		{"Please accept terms & conditions", "Veuillez accepter les conditions d’utilisation", "terms", register(map[string]any{"terms": nil})},
		{"Field length must be less than 129", "La longueur du champ doit être inférieure à 129", "password", login(map[string]any{"email": "fan@example.com", "password": longPassword})},
	} {
		s.check(t, w)
	}

	guarded, _ := newSuspiciousWorld(t)
	for _, s := range []saying{
		{"Google recaptcha token required", "Le jeton Google reCAPTCHA est requis", "", func(lang string) reply {
			return guarded.do(call{path: "/api/v2/auth/register?lang=" + lang, key: guarded.visitor(home), body: registration(nil)})
		}},
		{"Google recaptcha token is invalid or you look like a robot", "Le jeton Google reCAPTCHA est invalide ou vous ressemblez à un robot", "", func(lang string) reply {
			return guarded.do(call{path: "/api/v2/auth/register?lang=" + lang, key: guarded.visitor(home), body: registration(map[string]any{"recaptcha_token": "a robot's"})})
		}},
	} {
		s.check(t, guarded)
	}
}

const longPassword = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"

func (s saying) check(t *testing.T, w *world) {
	t.Run(s.english+" "+s.field, func(t *testing.T) {
		defer w.within(t)()
		for lang, want := range map[string]string{English: s.english, French: s.french} {
			if strings.Contains(s.english, "already registered") { // a network is told seldom
				w.clock.Advance(20 * time.Minute)
			}
			rep := s.ask(lang)
			got := rep.problem().Detail
			if s.field != "" {
				got = rep.field(s.field).Message
			}
			if got != want {
				t.Errorf("%s: %q, want %q", lang, got, want)
			}
		}
	})
}

// failing asks an edge behind which everything fails in the same way.
func (w *world) failing(err error) func(lang string) reply {
	return func(lang string) reply {
		before := w.handler
		defer func() { w.handler = before }()
		w.handler = w.api.Edge(http.HandlerFunc(func(writer http.ResponseWriter, r *http.Request) { Fail(writer, r, err) }))
		rep := w.do(call{path: "/api/nothing", header: map[string]string{"Accept-Language": lang}})
		if fault.KindOf(err) == fault.Internal {
			rep.want(http.StatusInternalServerError, "internal_error")
		}
		return rep
	}
}
