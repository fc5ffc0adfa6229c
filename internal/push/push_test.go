package push

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/outbound"
)

// browser is a browser with its push service.
type browser struct {
	t      *testing.T
	server *httptest.Server
	key    *ecdh.PrivateKey
	auth   []byte
	answer int
	heads  []http.Header
	bodies [][]byte
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, key: key, auth: make([]byte, 16), answer: http.StatusCreated}
	_, _ = rand.Read(b.auth)
	b.server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.heads, b.bodies = append(b.heads, r.Header.Clone()), append(b.bodies, body)
		w.WriteHeader(b.answer)
	}))
	t.Cleanup(b.server.Close)
	return b
}

func (b *browser) subscription() Subscription {
	encode := base64.RawURLEncoding.EncodeToString
	return Subscription{Endpoint: "https://push.example/" + encode(b.auth), P256dh: encode(b.key.PublicKey().Bytes()), Auth: encode(b.auth)}
}

// read decrypts the last message as a browser does (RFC 8291, 3.4; RFC 8188, 2).
func (b *browser) read() Note {
	b.t.Helper()
	body := b.bodies[len(b.bodies)-1]
	salt, size, length := body[:16], binary.BigEndian.Uint32(body[16:20]), int(body[20])
	sender, sealed := body[21:21+length], body[21+length:]
	if int(size) < len(sealed) {
		b.t.Errorf("a record of %d bytes says it has %d", len(sealed), size)
	}
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		b.t.Fatal(err)
	}
	shared, err := b.key.ECDH(public)
	if err != nil {
		b.t.Fatal(err)
	}
	derive := func(secret, salt []byte, info string, n int) []byte {
		out, err := hkdf.Key(sha256.New, secret, salt, info, n)
		if err != nil {
			b.t.Fatal(err)
		}
		return out
	}
	ikm := derive(shared, b.auth, "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(sender), 32)
	block, err := aes.NewCipher(derive(ikm, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		b.t.Fatal(err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		b.t.Fatal(err)
	}
	plain, err := aead.Open(nil, derive(ikm, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	text, _, _ := strings.Cut(string(plain), "\x02")
	var n Note
	if err := json.Unmarshal([]byte(text), &n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// house is a service with a channel, two people and what was put into the queue.
type house struct {
	*Service

	t        *testing.T
	clock    *clock.Manual
	channel  int64
	ada, bob actor.Actor
	queued   []SubscriptionID
}

func (h *house) SendNote(_ context.Context, _ bun.Tx, _ int64, to SubscriptionID, _ Note) error {
	h.queued = append(h.queued, to)
	return nil
}

func newHouse(t *testing.T, d *db.DB) *house {
	t.Helper()
	h := &house{t: t, clock: clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))}
	service, err := NewService(Deps{
		DB: d, Clock: h.clock, Log: slog.New(slog.DiscardHandler), Queue: h, Client: http.DefaultClient,
		Secret: []byte(strings.Repeat("s", 32)), Contact: "https://sport.example",
	})
	if err != nil {
		t.Fatal(err)
	}
	h.Service = service
	h.channel = dbtest.Channel(t, d, "home")
	h.ada, h.bob = h.person("ada@example.com"), h.person("bob@example.com")
	return h
}

func (h *house) person(email string) actor.Actor {
	h.t.Helper()
	user := dbtest.User(h.t, h.DB, h.channel, email)
	session := dbtest.Insert(h.t, h.DB, `INSERT INTO sessions (channel_id, user_id, key_hash, created_ms, expires_ms, seen_ms)
		VALUES (?, ?, ?, 0, 0, 0) RETURNING id`, h.channel, user, email)
	return actor.Actor{Role: actor.User, ChannelID: h.channel, UserID: user, SessionID: session}
}

func (h *house) subscribe(by actor.Actor, b *browser) SubscriptionID {
	h.t.Helper()
	id, err := h.Subscribe(h.t.Context(), by, b.subscription())
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

// told lists the subscriptions that are told something when a user is.
func (h *house) told(user int64) []SubscriptionID {
	h.t.Helper()
	h.queued = nil
	err := h.DB.InTx(h.t.Context(), func(ctx context.Context, tx bun.Tx) error { return h.Tell(ctx, tx, h.channel, user, Note{}) })
	if err != nil {
		h.t.Fatal(err)
	}
	return h.queued
}

// leads has a subscription's messages go to the browser's own push service.
func (h *house) leads(id SubscriptionID, b *browser) {
	h.t.Helper()
	h.Client = b.server.Client()
	if _, err := h.DB.Write().NewRaw("UPDATE push_subscriptions SET endpoint = ? WHERE id = ?", b.server.URL, id).Exec(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

func TestWhoSubscribesIsTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		phone, desk := newBrowser(t), newBrowser(t)
		first, second := h.subscribe(h.ada, phone), h.subscribe(h.ada, desk)
		if again := h.subscribe(h.ada, phone); again != first {
			t.Errorf("the same browser is subscription %d and %d", first, again)
		}
		if got := h.told(h.ada.UserID); !slices.Equal(got, []SubscriptionID{first, second}) {
			t.Errorf("told: %v, want %d and %d", got, first, second)
		}
		// A browser that changes hands is told what concerns its new user alone.
		h.subscribe(h.bob, phone)
		if got := h.told(h.ada.UserID); !slices.Equal(got, []SubscriptionID{second}) {
			t.Errorf("after the phone changed hands: %v, want %d", got, second)
		}
		if _, err := d.Write().NewRaw("UPDATE sessions SET user_id = NULL WHERE id = ?", h.ada.SessionID).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := h.told(h.ada.UserID); len(got) != 0 {
			t.Errorf("told after logging out: %v", got)
		}
	})
}

func TestSubscriptionsAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		good := newBrowser(t).subscription()
		for name, spoil := range map[string]func(*Subscription){
			"no endpoint": func(s *Subscription) { s.Endpoint = "" },
			"no tls":      func(s *Subscription) { s.Endpoint = "http://push.example/a" },
			"a port":      func(s *Subscription) { s.Endpoint = "https://push.example:8443/a" },
			"a user":      func(s *Subscription) { s.Endpoint = "https://me@push.example/a" },
			"long":        func(s *Subscription) { s.Endpoint = "https://push.example/" + strings.Repeat("a", 2000) },
			"no point":    func(s *Subscription) { s.P256dh = base64.RawURLEncoding.EncodeToString(make([]byte, 65)) },
			"no base64":   func(s *Subscription) { s.P256dh = "%%%" },
			"a short key": func(s *Subscription) { s.Auth = "AAAA" },
		} {
			sub := good
			spoil(&sub)
			if _, err := h.Subscribe(t.Context(), h.ada, sub); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%s: %v, want Invalid", name, err)
			}
		}
		if _, err := h.Subscribe(t.Context(), actor.Actor{ChannelID: h.channel}, good); fault.KindOf(err) != fault.Unauthenticated {
			t.Errorf("a visitor: %v", err)
		}
		id, err := h.Subscribe(t.Context(), h.ada, good)
		if err != nil {
			t.Fatal(err)
		}
		for name, by := range map[string]actor.Actor{"another user": h.bob, "another channel": {Role: actor.User, ChannelID: h.channel + 1, UserID: h.ada.UserID}} {
			if err := h.Unsubscribe(t.Context(), by, id); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%s ends it: %v", name, err)
			}
			if err := h.Try(t.Context(), by, id, Note{}); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%s tries it: %v", name, err)
			}
		}
		if err := h.Unsubscribe(t.Context(), h.ada, id); err != nil {
			t.Error(err)
		}
		if err := h.Unsubscribe(t.Context(), h.ada, id); fault.KindOf(err) != fault.NotFound {
			t.Errorf("ended twice: %v", err)
		}
	})
}

func TestOldBrowsersMakeRoom(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		var ids []SubscriptionID
		for range maxPerUser + 3 {
			h.clock.Advance(time.Second)
			ids = append(ids, h.subscribe(h.ada, newBrowser(t)))
		}
		if got := h.told(h.ada.UserID); !slices.Equal(got, ids[3:]) {
			t.Errorf("told: %v, want %v", got, ids[3:])
		}
	})
}

func TestNoteArrives(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		b := newBrowser(t)
		id := h.subscribe(h.ada, b)
		h.leads(id, b)
		sent := Note{Title: strings.Repeat("é", 200), Body: "In 5 minutes", Path: "/watch/7", Tag: "event-7", Until: h.clock.Now().Add(time.Hour)}
		if err := h.Send(t.Context(), h.channel, id, sent); err != nil {
			t.Fatal(err)
		}
		got := b.read()
		if got.Body != sent.Body || got.Path != sent.Path || got.Tag != sent.Tag || got.Title != strings.Repeat("é", maxTitle-1)+"…" {
			t.Errorf("it says %+v", got)
		}
		head := b.heads[0]
		if head.Get("Ttl") != "3600" || !strings.HasPrefix(head.Get("Authorization"), "vapid t=") || !strings.HasSuffix(head.Get("Authorization"), "k="+h.PublicKey()) {
			t.Errorf("headers: %v", head)
		}
		h.clock.Advance(2 * time.Hour)
		if err := h.Send(t.Context(), h.channel, id, sent); err != nil || len(b.bodies) != 1 {
			t.Errorf("a note that is over: %v, sent %d times", err, len(b.bodies))
		}
	})
}

func TestWhatAPushServiceAnswers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		for _, c := range []struct {
			status      int
			again, over bool
		}{
			{http.StatusOK, false, false},
			{http.StatusTooManyRequests, true, false},
			{http.StatusBadGateway, true, false},
			{http.StatusRequestTimeout, true, false},
			{http.StatusBadRequest, false, true},
			{http.StatusUnauthorized, false, true},
			{http.StatusForbidden, false, true},
			{http.StatusNotFound, false, true},
			{http.StatusGone, false, true},
		} {
			b := newBrowser(t)
			id := h.subscribe(h.ada, b)
			h.leads(id, b)
			b.answer = c.status
			err := h.Send(t.Context(), h.channel, id, Note{Until: h.clock.Now().Add(time.Hour)})
			if (err != nil) != c.again {
				t.Errorf("%d: %v, want to be tried again: %v", c.status, err, c.again)
			}
			if over := !slices.Contains(h.told(h.ada.UserID), id); over != c.over {
				t.Errorf("%d: over %v, want %v", c.status, over, c.over)
			}
		}
	})
}

func TestOurOwnNetworkIsNoPushService(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		b := newBrowser(t)
		id := h.subscribe(h.ada, b)
		h.leads(id, b)
		h.Client = outbound.NewGuard().Client(time.Minute)
		if err := h.Send(t.Context(), h.channel, id, Note{Until: h.clock.Now().Add(time.Hour)}); err != nil || len(b.bodies) != 0 {
			t.Errorf("%v, %d messages", err, len(b.bodies))
		}
		if got := h.told(h.ada.UserID); len(got) != 0 {
			t.Errorf("it is still told: %v", got)
		}
	})
}

func TestTrialsAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		id := h.subscribe(h.ada, newBrowser(t))
		for range trialRate().Burst {
			if err := h.Try(t.Context(), h.ada, id, Note{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Try(t.Context(), h.ada, id, Note{}); fault.KindOf(err) != fault.Throttled {
			t.Errorf("one more: %v, want Throttled", err)
		}
	})
}

func TestKeysOutliveTheNode(t *testing.T) {
	first, err := serverKey([]byte(strings.Repeat("a", 32)))
	if err != nil {
		t.Fatal(err)
	}
	second, err := serverKey([]byte(strings.Repeat("a", 32)))
	if err != nil {
		t.Fatal(err)
	}
	other, err := serverKey([]byte(strings.Repeat("b", 32)))
	if err != nil {
		t.Fatal(err)
	}
	if !first.Equal(second) || first.Equal(other) {
		t.Error("keys do not follow from the secret alone")
	}
}
