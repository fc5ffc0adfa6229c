package api

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// keylessCall is a call that the specification exempts, or an addition, and its answer without an api key.
type keylessCall struct {
	id     string
	path   string         // where a path with parameters leads in a filled channel
	body   map[string]any // of a POST
	status int            // http.StatusOK if it is 0
	code   string         // of a problem
}

// exemptCalls are the specification's list (section 7), in its order: each item with the ids of its calls.
func exemptCalls(s *season) map[string][]keylessCall {
	return map[string][]keylessCall{
		"key fetch": {{id: "get-channel-key"}, {id: "get-api-key", body: map[string]any{"channel_key": home}}},
		"menu":      {{id: "list-menu"}},
		"pages":     {{id: "list-pages"}, {id: "get-page", path: fmt.Sprint("/api/pages/", s.page)}},
		"faq":       {{id: "list-faq"}},
		"colours":   {{id: "get-color-settings"}},
		"settings":  {{id: "get-settings"}, {id: "get-settings-file", path: "/storage/settings/" + home + ".json"}},
		"slides":    {{id: "list-slides"}},

		"events-locations":   {{id: "list-events-locations"}},
		"subscriptions":      {{id: "list-subscriptions"}, {id: "get-subscription", path: fmt.Sprint("/api/subscriptions/", s.monthly)}},
		"packages":           {{id: "list-packages"}, {id: "get-package", path: fmt.Sprint("/api/packages/", s.pass)}},
		"participants":       {{id: "list-participants"}},
		"participant groups": {{id: "list-participant-groups"}},
		// The link of the letter is the proof. Without one the call is refused, and not for the key.
		"delete-account-confirm": {{id: "delete-account-confirm", status: http.StatusUnprocessableEntity, code: "verification_failed"}},
		"bootstrap data":         {{id: "get-channel-bootstrap-data"}},
	}
}

// addedCalls need no api key either, and are not on the specification's list.
func addedCalls() []keylessCall {
	return []keylessCall{
		{id: "google-callback", status: http.StatusSeeOther},
		{id: "facebook-callback", status: http.StatusSeeOther},
		{id: "stop-reminders", status: http.StatusBadRequest, code: "validation_failed"},
		{id: "report-key-error", body: map[string]any{"times": 1}},
		{id: "get-push-key"},
	}
}

// The declared exemptions are the specification's calls under its items, and the additions with a reason.
func TestCallsWithoutKeyAreTheSpecifications(t *testing.T) {
	want := map[string]string{}
	for item, calls := range exemptCalls(&season{}) {
		for _, c := range calls {
			want[c.id] = item
		}
	}
	for _, c := range addedCalls() {
		want[c.id] = ""
	}
	got := map[string]string{}
	for id, e := range withoutKey() {
		got[id] = e.item
		if (e.item == "") == (e.reason == "") {
			t.Errorf("%s has item %q and reason %q", id, e.item, e.reason)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Every registered call is made without an api key: the exempt calls answer, every other refuses with NO_API_KEY.
func TestEveryOtherCallAsksForTheKey(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	exempt := map[string]keylessCall{}
	for _, calls := range exemptCalls(w.season(home, "")) {
		for _, c := range calls {
			exempt[c.id] = c
		}
	}
	for _, c := range addedCalls() {
		exempt[c.id] = c
	}
	placeholders := strings.NewReplacer("{id}", "1", "{alias}", "contacts", "{provider}", "google", "{moment}", "1", "{uuid}", "x")
	asked := 0
	for _, op := range w.api.Operations() {
		c := call{method: op.Method, path: placeholders.Replace(op.Path)}
		if op.Method != http.MethodGet && op.Method != http.MethodDelete {
			c.body = map[string]any{}
		}
		without, is := exempt[op.ID]
		delete(exempt, op.ID)
		t.Run(op.ID, func(t *testing.T) {
			defer w.within(t)()
			if is {
				w.answersWithoutKey(c, without)
				return
			}
			asked++
			p := w.do(c).want(http.StatusBadRequest, "no_api_key").problem()
			if p.Detail != "NO_API_KEY" || len(p.Errors) != 1 || p.Errors[0].Field != "api_key" {
				t.Errorf("says %q of %v", p.Detail, p.Errors)
			}
		})
	}
	if asked < 100 || len(exempt) != 0 {
		t.Errorf("%d calls were tried; no calls are %v", asked, slices.Sorted(maps.Keys(exempt)))
	}
}

func (w *world) answersWithoutKey(c call, without keylessCall) {
	w.t.Helper()
	if without.path != "" {
		c.path = without.path
	}
	if without.body != nil {
		c.body = without.body
	}
	if without.status == 0 {
		without.status = http.StatusOK
	}
	w.do(c).want(without.status, without.code)
}

func TestCallsThatAreNotListedAreFound(t *testing.T) {
	listed := func() (all []*Operation) {
		for id := range withoutKey() {
			all = append(all, &Operation{ID: id, Auth: AuthChannel})
		}
		return all
	}
	if err := checkKeys(listed()); err != nil {
		t.Error(err)
	}
	for name, all := range map[string][]*Operation{
		"one that is not listed": append(listed(), &Operation{ID: "get-profile", Auth: AuthNone}),
		"a listed one with key":  append(listed()[1:], &Operation{ID: listed()[0].ID, Auth: AuthKey}),
		"one that is missing":    listed()[1:],
	} {
		if checkKeys(all) == nil {
			t.Errorf("%s is not found", name)
		}
	}
}
