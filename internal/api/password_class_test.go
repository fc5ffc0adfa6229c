package api

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/passwordhash"
)

// watchedHasher fails a test in which a call hashes a password while no call has a place of
// ClassLogin. Each world has one, so that the tests of a call also test its class.
type watchedHasher struct {
	passwordhash.InProcess

	w *world
}

func (h *watchedHasher) Hash(password string) (string, error) {
	h.watch()
	return h.InProcess.Hash(password)
}

func (h *watchedHasher) Matches(password, hash string) (bool, error) {
	h.watch()
	return h.InProcess.Matches(password, hash)
}

func (h *watchedHasher) watch() {
	if h.w.api == nil {
		return
	}
	// A test that hashes without a call, to make a user for example, has no call in flight.
	if load := h.w.api.load; load.inFlight.Load() > 0 && load.logins.Load() == 0 {
		h.w.t.Error("a call hashes a password and has not the class ClassLogin")
	}
}

// Each call that takes a password waits for a hash, and takes its place apart from pages,
// purchases and playback. No other call does.
func TestCallsThatTakeAPasswordHaveTheirOwnClass(t *testing.T) {
	document, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	takes := callsThatTakeAPassword(t, document)
	if len(takes) == 0 {
		t.Fatal("no call takes a password: the test cannot fail")
	}
	for _, op := range newWorld(t, dbtest.SQLite(t)).api.Operations() {
		if login := op.Class == ClassLogin; takes[op.ID] != login {
			t.Errorf("%s: takes a password %t, has the class ClassLogin %t", op.ID, takes[op.ID], login)
		}
	}
}

// callsThatTakeAPassword reads from the OpenAPI document which calls have a field for a password in their body.
func callsThatTakeAPassword(t *testing.T, document []byte) map[string]bool {
	t.Helper()
	type schema struct {
		Ref        string                     `json:"$ref"`
		Properties map[string]json.RawMessage `json:"properties"`
	}
	var doc struct {
		Paths map[string]map[string]struct {
			ID   string `json:"operationId"`
			Body struct {
				Content map[string]struct {
					Schema schema `json:"schema"`
				} `json:"content"`
			} `json:"requestBody"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	takes := map[string]bool{}
	for _, methods := range doc.Paths {
		for _, op := range methods {
			for _, content := range op.Body.Content {
				body := content.Schema
				if name, ok := strings.CutPrefix(body.Ref, "#/components/schemas/"); ok {
					body = doc.Components.Schemas[name]
				}
				for field := range body.Properties {
					takes[op.ID] = takes[op.ID] || strings.Contains(field, "password")
				}
			}
		}
	}
	return takes
}
