package app

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/payment"
)

// useStripeKeys gives the channel keys of an account at the simulator, as a pack does.
func (l *life) useStripeKeys(account, webhookSecret string) {
	l.t.Helper()
	err := l.Channels.ReplaceSecrets(l.t.Context(), l.system(), channel.ID(l.channel), map[channel.SecretName]string{
		channel.StripeSecretKey: "sk_sim_" + account, channel.StripeWebhookSecret: webhookSecret,
	})
	if err != nil {
		l.t.Fatal(err)
	}
}

// accountNames returns the names of the channel's accounts, the one for new payments first.
func (l *life) accountNames() string {
	l.t.Helper()
	accounts, err := l.payments.Accounts(l.t.Context(), l.channel)
	if err != nil {
		l.t.Fatal(err)
	}
	var names []string
	for _, a := range accounts {
		names = append(names, a.Name())
	}
	return strings.Join(names, ", ")
}

// A channel whose keys change to another account keeps the former ones, also after a restart.
func TestChannelKeepsItsFormerPaymentAccounts(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		ctx := t.Context()
		for _, step := range []struct{ account, webhookSecret, names string }{
			{"league", "whsec_1", "simulated acct_league, simulated"},
			{"league", "whsec_rolled", "simulated acct_league, simulated"},
			{"union", "whsec_3", "simulated acct_union, simulated, simulated acct_league"},
			{"league", "whsec_rolled", "simulated acct_league, simulated, simulated acct_union"},
		} {
			l.useStripeKeys(step.account, step.webhookSecret)
			restarted := newPayments(l.App, l.payments.url, l.payments.secret)
			restarted.external = true
			for _, node := range []*payments{l.payments, restarted} {
				l.payments = node
				if names := l.accountNames(); names != step.names {
					t.Errorf("with the keys of %s: %s instead of %s", step.account, names, step.names)
				}
			}
			stored, err := l.Channels.PaymentAccounts(ctx, channel.ID(l.channel))
			current := slices.IndexFunc(stored, func(a channel.PaymentAccount) bool { return a.Ref == "acct_"+step.account })
			if err != nil || current < 0 || stored[current].Keys.WebhookSecret != step.webhookSecret {
				t.Errorf("stored %+v, %v", stored, err)
			}
		}
		if named, err := l.payments.AccountNamed(ctx, l.channel, "simulated"); err != nil || named.Name() != "simulated" {
			t.Errorf("the first account: %v", err)
		}
		if _, err := l.payments.AccountNamed(ctx, l.channel, "live"); err == nil || !strings.Contains(err.Error(), "its keys are not known") {
			t.Errorf("an account that the channel never had: %v", err)
		}

		// The fan's subscription goes on at the first account, and a channel without any key still ends it.
		if err := l.Channels.ReplaceSecrets(ctx, l.system(), channel.ID(l.channel), map[channel.SecretName]string{channel.StripeSecretKey: "sk_wrong"}); err != nil {
			t.Fatal(err)
		}
		if s, err := l.Till.Unsubscribe(ctx, l.channel, int64(l.session.UserID), l.offer); err != nil || s.Renews {
			t.Errorf("%+v, %v", s, err)
		}
	})
}

// roundTripper answers every request with a status: with an account if it is 200.
type roundTripper int

func (status roundTripper) RoundTrip(request *http.Request) (*http.Response, error) {
	body := `{"error": {"type": "invalid_request_error", "message": "The provided key does not have the required permissions."}}`
	if status == http.StatusOK {
		body = `{"id": "acct_1", "object": "account", "charges_enabled": true}`
	}
	return &http.Response{StatusCode: int(status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: request}, nil
}

// A channel begins with test payments and then goes live. Both keys are of one account at the provider, which gives it one id. Takings
// of the live mode must not count as tests.
func TestTestAndLiveKeysOfOneAccount(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		for _, step := range []struct{ key, want string }{
			{"sk_test_1", "test"}, {"sk_live_1", "live"}, {"rk_live_2", "live"}, {"sk_test_2", "test"},
		} {
			keys := channelKeys{l.channel, payment.Options{SecretKey: step.key, WebhookSecret: "whsec_1", HTTP: &http.Client{Transport: roundTripper(http.StatusOK)}}}
			if name, err := l.payments.identify(t.Context(), keys); err != nil || name != step.want {
				t.Errorf("%s belongs to account %q instead of %q: %v", step.key, name, step.want, err)
			}
		}
		if names := l.accountNames(); names != "simulated, live, test" {
			t.Errorf("stored %s", names)
		}
	})
}

// A restricted key that may not read its account sells as the channel's first account. A mistyped or revoked key sells nothing, and
// no account gets its name from it. Neither does a key while the provider does not answer.
func TestPaymentKeyThatMayNotReadItsAccount(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		for status, want := range map[int]string{
			http.StatusForbidden: "live", http.StatusUnauthorized: "", http.StatusServiceUnavailable: "",
		} {
			options := payment.Options{SecretKey: "rk_live_1", WebhookSecret: "whsec_1", HTTP: &http.Client{Transport: roundTripper(status)}}
			if name, err := l.payments.identify(t.Context(), channelKeys{l.channel, options}); name != want || (err == nil) != (want != "") {
				t.Errorf("status %d: account %q, %v", status, name, err)
			}
		}
		if names := l.accountNames(); names != "simulated" {
			t.Errorf("stored %s", names)
		}
	})
}
