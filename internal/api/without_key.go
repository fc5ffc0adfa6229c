package api

import "fmt"

// exemption says why a call answers without an api key.
type exemption struct {
	item   string // of the specification's list (section 7); empty for an addition
	reason string // for the addition
}

// withoutKey lists every call that answers without an api key, by its id. Every other call asks
// for one: check refuses a declaration that disagrees.
func withoutKey() map[string]exemption {
	const signed = "a browser follows a link that a provider or a letter made; the link itself is the proof"
	return map[string]exemption{
		"get-channel-key":            {item: "key fetch"},
		"get-api-key":                {item: "key fetch"},
		"list-menu":                  {item: "menu"},
		"list-pages":                 {item: "pages"},
		"get-page":                   {item: "pages"},
		"list-faq":                   {item: "faq"},
		"get-color-settings":         {item: "colours"},
		"get-settings":               {item: "settings"},
		"get-settings-file":          {item: "settings"},
		"list-slides":                {item: "slides"},
		"list-events-locations":      {item: "events-locations"},
		"list-subscriptions":         {item: "subscriptions"},
		"get-subscription":           {item: "subscriptions"},
		"list-packages":              {item: "packages"},
		"get-package":                {item: "packages"},
		"list-participants":          {item: "participants"},
		"list-participant-groups":    {item: "participant groups"},
		"delete-account-confirm":     {item: "delete-account-confirm"},
		"get-channel-bootstrap-data": {item: "bootstrap data"},

		"google-callback":   {reason: signed},
		"facebook-callback": {reason: signed},
		"stop-reminders":    {reason: signed},
		"report-key-error":  {reason: "a page that got no api key reports it; the report names no person, and each network has few"},
		"get-push-key":      {reason: "a service worker renews its subscription without the page and its key"},
	}
}

// checkKeys compares the declared calls with withoutKey.
func checkKeys(operations []*Operation) error {
	exempt := withoutKey()
	for _, op := range operations {
		_, listed := exempt[op.ID]
		if listed != (op.Auth < AuthKey) {
			return fmt.Errorf("%s: withoutKey lists it: %t, but it asks for %s", op.ID, listed, op.Auth)
		}
		delete(exempt, op.ID)
	}
	for id := range exempt {
		return fmt.Errorf("withoutKey lists %s, which is no call", id)
	}
	return nil
}
