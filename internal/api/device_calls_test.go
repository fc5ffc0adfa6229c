package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/throttle"
)

// refusedOnDevices are the calls that know their caller and that a device may not make which was paired by a code, each with what
// it does.
var refusedOnDevices = map[string]string{
	"add-event-moment": "changes a game", "add-event-score": "changes a game", "remove-event": "changes a game", "remove-event-moment": "changes a game",
	"remove-event-score": "changes a game", "set-event-image": "changes a game", "set-event-schedule": "changes a game", "upload-picture": "changes a game",

	"buy": "pays", "buy-bundle": "pays", "resume-payment": "pays", "start-trial": "pays", "setup-intent": "pays", "invoice-preview": "pays", "apply-coupon": "pays",
	"change-subscription-card": "pays", "customer-portal": "pays", "list-cards": "pays", "remove-card": "pays", "get-order": "an invoice",
	"resume-subscription": "pays", "unsubscribe": "ends a subscription",

	"login": "is logged in", "login-code": "is logged in", "login-code-request": "is logged in", "log-in-second-factor": "is logged in", "passkey-login": "is logged in",
	"begin-passkey-login": "is logged in", "remote-login": "is logged in", "social-login": "is logged in", "register": "is logged in", "register-guest": "is logged in",
	"poll-device-token": "is logged in", "request-device-code": "is logged in",

	"confirm-email": "a link of a letter", "email-verify": "a link of a letter", "password-reset": "a link of a letter", "password-reset-link": "a link of a letter",
	"password-reset-request": "a link of a letter", "take-over-account": "a link of a letter", "delete-account-confirm": "a link of a letter", "stop-reminders": "a link of a letter",
	"email-verify-resend": "sends a letter", "send-custom-form": "sends a letter",

	"add-session": "changes the account", "deny-device": "changes the account", "get-device": "changes the account", "edit-profile": "changes the account",
	"delete-account": "changes the account", "end-other-sessions": "changes the account", "end-session": "changes the account", "list-sessions": "changes the account",
	"connect-identity": "changes the account", "disconnect-identity": "changes the account", "list-identities": "changes the account",
	"add-passkey": "changes the account", "begin-passkey": "changes the account", "remove-passkey": "changes the account", "list-passkeys": "changes the account",
	"begin-second-factor": "changes the account", "confirm-second-factor": "changes the account", "remove-second-factor": "changes the account",
	"renew-recovery-codes": "changes the account", "get-second-factor": "changes the account",
	"step-up": "changes the account", "step-up-code": "changes the account", "step-up-code-request": "changes the account",
	"begin-passkey-step-up": "changes the account", "passkey-step-up": "changes the account",
	"export-profile": "all data of the account",

	"add-favorite": "changes favourites", "remove-favorite": "changes favourites", "merge-favorites": "changes favourites",
	"get-favorites-feed": "a secret address", "renew-favorites-feed": "a secret address", "remove-favorites-feed": "a secret address",
	"add-event-reminder": "changes reminders", "add-participant-reminder": "changes reminders", "remove-event-reminder": "changes reminders", "remove-participant-reminder": "changes reminders",
	"get-push-key": "notifications", "subscribe-push": "notifications", "try-push": "notifications", "unsubscribe-push": "notifications",
	"create-clip": "makes a clip", "delete-clip": "changes a clip", "download-clip": "keeps a file", "download-event": "keeps a file",
}

// A TV of an operator may do no more than one of a fan. Calls that know no caller are the same for all.
func TestADeviceMayOnlyWatch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, unlimitedCalls)
		keys := map[string]string{
			"a fan":       w.loggedIn(home, "fan@example.com"),
			"an operator": w.loggedIn(home, "operator@example.com", func(n *account.NewUser) { n.Role = actor.Operator }),
			"an owner":    w.loggedIn(home, "owner@example.com", func(n *account.NewUser) { n.Role = actor.Owner }),
		}
		w.pairByCode("fan@example.com", "operator@example.com", "owner@example.com")
		before := w.rowsOf("users") + w.rowsOf("sessions") + w.rowsOf("events")
		for _, op := range w.api.Operations() {
			reason := refusedOnDevices[op.ID]
			if op.Auth == AuthNone {
				if reason != "" || deviceCalls[op.ID] {
					t.Errorf("%s knows no caller, and is in a list", op.ID)
				}
				continue
			}
			if deviceCalls[op.ID] == (reason != "") {
				t.Errorf("%s %s: allowed %t, refused with the reason %q", op.Method, op.ID, deviceCalls[op.ID], reason)
			}
			if reason == "" {
				continue
			}
			for who, key := range keys {
				c := call{method: op.Method, path: strings.ReplaceAll(placeholder.ReplaceAllString(op.Path, "1"), "/identities/1", "/identities/google")}
				c.header = map[string]string{"Authorization": "Bearer " + key} // uploads have no field for the key
				if op.Method == http.MethodPost {
					c.body = map[string]any{}
				}
				if rep := w.do(c); rep.status != 403 || !strings.Contains(string(rep.body), `"code":"device_not_allowed"`) {
					t.Errorf("%s on a TV of %s: %d %s", op.ID, who, rep.status, rep.body)
				}
			}
		}
		if after := w.rowsOf("users") + w.rowsOf("sessions") + w.rowsOf("events"); after != before {
			t.Error("a refused call had an effect")
		}
		for _, id := range listedCalls() {
			if !w.hasCall(id) {
				t.Errorf("%s is in a list and is no call", id)
			}
		}
		for lang, want := range map[string]string{"en": "Use your phone or computer.", "fr": "Utilisez votre téléphone ou votre ordinateur."} {
			rep := w.do(call{path: "/api/profile/export?lang=" + lang, key: keys["a fan"]}).want(403, "device_not_allowed")
			if !strings.Contains(string(rep.body), want) {
				t.Errorf("in %s: %s", lang, rep.body)
			}
		}
		// It reads and watches, and logs out.
		for _, path := range []string{"/api/profile", "/api/user/access", "/api/favorites", "/api/events", "/api/positions", "/api/leases", "/api/channel-bootstrap-data"} {
			w.do(call{path: path, key: keys["a fan"]}).want(200, "")
		}
		w.do(call{path: "/api/auth/logout", key: keys["a fan"], body: map[string]any{}}).want(200, "")
	})
}

// listedCalls are the ids of both lists.
func listedCalls() (ids []string) {
	for id := range deviceCalls {
		ids = append(ids, id)
	}
	for id := range refusedOnDevices {
		ids = append(ids, id)
	}
	return ids
}

func (w *world) hasCall(id string) bool {
	for _, op := range w.api.Operations() {
		if op.ID == id {
			return true
		}
	}
	return false
}

// unlimitedCalls takes the limits of calls away: a test makes each call many times.
func unlimitedCalls(d *Deps) {
	unlimited := throttle.Rate{Every: 1, Burst: -1}
	d.Options.Limits.General, d.Options.Limits.Credential = unlimited, unlimited
}
