package pack

import (
	"strings"

	"github.com/grandstand/grandstand/internal/channel"
)

// service is a service outside Grandstand that a channel can use. It needs a public setting and secrets, all or none of them.
type service struct {
	name    string
	setting string // its name in channel.yaml
	value   string // of the setting
	secrets []channel.SecretName
}

// checkServices reports services of which a setting or a secret is missing. Such a channel would fail when a visitor pays or logs in.
func (r *reader) checkServices(c Channel) {
	s := c.Settings
	for _, service := range []service{
		{"Stripe", "stripe_publishable_key", s.StripeKey, []channel.SecretName{channel.StripeSecretKey, channel.StripeWebhookSecret}},
		{"Login with Google", "google_client_id", s.GoogleClientID, []channel.SecretName{channel.GoogleClientSecret}},
		{"Login with Facebook", "facebook_app_id", s.FacebookAppID, []channel.SecretName{channel.FacebookAppSecret}},
		{"reCAPTCHA", "recaptcha_site_key", s.RecaptchaSiteKey, []channel.SecretName{channel.RecaptchaSecret}},
	} {
		r.checkService(c, service)
	}
	publishable, secret := keyMode(s.StripeKey), keyMode(string(c.Secrets[string(channel.StripeSecretKey)]))
	if publishable != "" && secret != "" && publishable != secret {
		r.report([]string{"channel", "settings", "stripe_publishable_key"},
			"settings.stripe_publishable_key has a %s key and secrets.stripe_secret_key a %s key: both must be of the same mode", publishable, secret)
	}
}

func (r *reader) checkService(c Channel, s service) {
	needed, missing := []string{"settings." + s.setting}, []string{}
	if s.value == "" {
		missing = append(missing, needed[0])
	}
	for _, name := range s.secrets {
		key := "secrets." + string(name)
		needed = append(needed, key)
		if _, ok := c.Secrets[string(name)]; !ok {
			missing = append(missing, key)
		}
	}
	if len(missing) > 0 && len(missing) < len(needed) {
		r.report([]string{"channel", "settings"}, "%s needs %s; not set: %s", s.name, strings.Join(needed, ", "), strings.Join(missing, ", "))
	}
}

// keyMode returns the mode of a Stripe key, "test" or "live", by its prefix such as pk_live_ (docs.stripe.com/keys). It returns "" for
// another text, such as the variable of a secret that was not looked up.
func keyMode(key string) string {
	for _, mode := range []string{"test", "live"} {
		for _, kind := range []string{"pk", "sk", "rk"} {
			if strings.HasPrefix(key, kind+"_"+mode+"_") {
				return mode
			}
		}
	}
	return ""
}
