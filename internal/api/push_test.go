package api

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/push"
	"github.com/grandstand/grandstand/internal/reminder"
)

// notes is the queue of what browsers are to be told.
type notes struct{ sent []push.Note }

func (n *notes) SendNote(_ context.Context, _ bun.Tx, _ int64, _ push.SubscriptionID, note push.Note) error {
	n.sent = append(n.sent, note)
	return nil
}

// Tell is part of reminder.Notes.
func (n *notes) Tell(context.Context, bun.Tx, int64, int64, reminder.Note) error { return nil }

// aBrowser is what a browser sends to subscribe.
func aBrowser(t testing.TB) map[string]any {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]any{
		"endpoint": "https://push.example/" + rand.Text(),
		"keys": map[string]string{
			"p256dh": base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), "auth": base64.URLEncoding.EncodeToString(make([]byte, 16)),
		},
	}
}

// subscribe has a user's browser told things and returns the subscription's id.
func (w *world) subscribe(key string) int64 {
	w.t.Helper()
	var got pushSubscriptionDTO
	w.do(call{path: "/api/push/subscription", key: key, body: aBrowser(w.t)}).into(&got)
	return got.ID
}

func TestABrowserIsToldThings(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		var server pushKeyDTO
		w.do(call{path: "/api/push/key?channel=home"}).into(&server)
		if raw, err := base64.RawURLEncoding.DecodeString(server.PublicKey); err != nil || len(raw) != 65 || raw[0] != 4 {
			t.Errorf("the key is %q (%v), want an uncompressed point", server.PublicKey, err)
		}
		key := w.loggedIn(home, "fan@example.com")
		path := fmt.Sprintf("/api/push/subscription/%d", w.subscribe(key))
		w.do(call{path: path + "/try?lang=fr", key: key, body: map[string]any{}}).want(http.StatusOK, "")
		if len(w.notes.sent) != 1 || w.notes.sent[0].Body != "Nos notifications ressembleront à ceci." || w.notes.sent[0].Title != "home" {
			t.Errorf("told: %+v", w.notes.sent)
		}
		w.do(call{method: http.MethodDelete, path: path, key: key}).want(http.StatusOK, "")
		w.do(call{path: path + "/try", key: key, body: map[string]any{}}).want(http.StatusNotFound, "subscription_not_found")
	})
}

func TestPushIsForUsers(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.do(call{path: "/api/push/subscription", key: w.visitor(home), body: aBrowser(t)}).want(http.StatusUnauthorized, "unauthenticated")
	user := w.loggedIn(home, "fan@example.com")
	for name, body := range map[string]map[string]any{
		"nothing":        {},
		"an own address": {"endpoint": "http://127.0.0.1:9090/metrics", "keys": aBrowser(t)["keys"]},
		"no keys":        {"endpoint": "https://push.example/a"},
	} {
		t.Run(name, func(t *testing.T) {
			w.do(call{path: "/api/push/subscription", key: user, body: body}).want(http.StatusBadRequest, "validation_failed")
		})
	}
}
