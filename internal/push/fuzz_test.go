package push

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// takesAll is every push service there is.
type takesAll struct{}

// RoundTrip is part of http.RoundTripper.
func (takesAll) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusCreated, Body: http.NoBody, Request: r}, nil
}

// Whatever a page gives as a subscription is refused, or is the address of a push service
// and keys that a note can be encrypted for.
func FuzzSubscription(f *testing.F) {
	point := "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4" // RFC 8291, 5
	f.Add("https://push.example/a?b=c", point, "BTBZMqHH6r4Tts7J_aSIgg")
	f.Add("https://push.example:443", point+"=", "BTBZMqHH6r4Tts7J/aSIgg==")
	f.Add("https://127.0.0.1/", strings.Repeat("A", 87), "AAAA")
	f.Add("https://me@push.example/#x", "", "\x00")
	f.Add(`https://push.example\@evil.example/`, point, "BTBZMqHH6r4Tts7J_aSIgg")
	service, err := NewService(Deps{Clock: clock.System{}, Client: &http.Client{Transport: takesAll{}}, Secret: []byte(strings.Repeat("s", 32)), Contact: "https://league.example"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, endpoint, p256dh, auth string) {
		sub := Subscription{Endpoint: endpoint, P256dh: plainBase64(p256dh), Auth: plainBase64(auth)}
		if len(sub.problems()) > 0 {
			return
		}
		u, err := url.Parse(sub.Endpoint)
		if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.ContainsAny(sub.Endpoint, "\x00\r\n \\") {
			t.Errorf("%q is taken: %v", endpoint, err)
		}
		if point, err := base64.RawURLEncoding.DecodeString(sub.P256dh); err != nil || len(point) != 65 {
			t.Errorf("the point %q is taken: %v", p256dh, err)
		}
		if secret, err := base64.RawURLEncoding.DecodeString(sub.Auth); err != nil || len(secret) != authBytes {
			t.Errorf("the secret %q is taken: %v", auth, err)
		}
		row := subscriptionRow{Endpoint: sub.Endpoint, P256dh: sub.P256dh, Auth: sub.Auth}
		if status, err := service.post(t.Context(), row, Note{Title: "x"}, time.Minute); err != nil || status != http.StatusCreated {
			t.Errorf("no note can be sent to %q: %d, %v", endpoint, status, err)
		}
	})
}
