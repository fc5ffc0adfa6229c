package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// exemptItems is the list of the specification, section 7.
const exemptItems = "key fetch, menu, pages, faq, colours, settings, slides, events-locations, subscriptions, packages, participants, participant groups, " +
	"delete-account-confirm, bootstrap data"

// The calls without an api key are those of the specification's list, and additions with a reason.
func TestCallsWithoutKeyAreTheSpecifications(t *testing.T) {
	var items []string
	for id, e := range withoutKey() {
		if (e.item == "") == (e.reason == "") {
			t.Errorf("%s has item %q and reason %q", id, e.item, e.reason)
		}
		if e.item != "" {
			items = append(items, e.item)
		}
	}
	slices.Sort(items)
	want := strings.Split(exemptItems, ", ")
	slices.Sort(want)
	if got := slices.Compact(items); !slices.Equal(got, want) {
		t.Errorf("exempt are\n%q, want\n%q", got, want)
	}
}

// Every call is made without an api key: those that are not exempt answer no_api_key and nothing else.
func TestEveryOtherCallAsksForTheKey(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	placeholders := strings.NewReplacer("{id}", "1", "{file}", home+".json", "{alias}", "contacts", "{provider}", "google", "{moment}", "1", "{uuid}", "x")
	exempt, asked := withoutKey(), 0
	for _, op := range w.api.Operations() {
		c := call{method: op.Method, path: placeholders.Replace(op.Path)}
		if op.Method != http.MethodGet && op.Method != http.MethodDelete {
			c.body = map[string]any{}
		}
		if _, ok := exempt[op.ID]; ok {
			if r := w.do(c); r.status == http.StatusBadRequest && r.problem().Code == "no_api_key" {
				t.Errorf("%s %s asks for a key", op.Method, c.path)
			}
			continue
		}
		asked++
		w.do(c).want(http.StatusBadRequest, "no_api_key")
	}
	if asked < 80 {
		t.Errorf("%d calls were tried", asked)
	}
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
