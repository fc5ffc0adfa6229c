//go:build e2e

package e2e

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/test/stage"
)

// registerEvent is open to users: a visitor is told to log in and gets no address, after signing up it plays.
func registerEvent(t *testing.T, s *scene) {
	event, fan := s.take(t, "register"), s.visitor(t)
	s.publish(t, event.ID, stage.Small())
	if _, err := fan.WaitEvent(within(t, patience), event.ID, "live", func(e stage.Event) bool { return e.StreamStatus == "live" }); err != nil {
		t.Fatal(err)
	}
	refused, err := fan.Event(within(t, patience), event.ID)
	if err != nil {
		t.Fatal(err)
	}
	if refused.HasAccess || refused.Access.Reason != "login_required" || refused.Playable(stage.MediaLive) != "" {
		t.Errorf("a visitor gets %+v", refused)
	}
	before := fan.Key
	if err := fan.Register(within(t, patience), fmt.Sprintf("robin.%d@example.com", event.ID), "a long enough password"); err != nil {
		t.Fatal(err)
	}
	live := s.waitLive(t, fan, event.ID)
	if !live.HasAccess || live.Access.Reason != "registered" {
		t.Errorf("a user gets %+v", live)
	}
	mediaPlaylist(t, fan, live.Playable(stage.MediaLive))
	oldKeyIsDead(t, s, before)
}

// oldKeyIsDead checks that the anonymous key did not survive the login.
func oldKeyIsDead(t *testing.T, s *scene, key string) {
	t.Helper()
	stale := stage.NewClient(s.server.URL, channel)
	stale.Key = key
	var problem *stage.Problem
	if err := stale.Get(within(t, patience), "/api/user/access", nil, nil); !errors.As(err, &problem) || problem.Code != "invalid_api_key" {
		t.Errorf("the key from before the login answers %v", err)
	}
}

// signedAddresses opens media only with an untouched signature of that very event.
func signedAddresses(t *testing.T, s *scene) {
	one, other, fan := s.take(t, "free"), s.take(t, "free"), s.visitor(t)
	s.publish(t, one.ID, stage.Small())
	s.publish(t, other.ID, stage.Small())
	good := s.waitLive(t, fan, one.ID).Playable(stage.MediaLive)
	second := s.waitLive(t, fan, other.ID).Playable(stage.MediaLive)
	mediaPlaylist(t, fan, good)

	parts, otherParts := strings.Split(good, "/"), strings.Split(second, "/")
	token := len(parts) - 3 // …/media/<token>/e<stream>/index.m3u8
	swapped := append([]string(nil), parts...)
	swapped[token] = otherParts[token]
	flipped := append([]string(nil), parts...)
	flipped[token] = flip(parts[token])
	tests := map[string]string{
		"another event's signature": strings.Join(swapped, "/"),
		"altered signature":         strings.Join(flipped, "/"),
		"no signature":              "/media/" + strings.Join(parts[token+1:], "/"),
		"path that climbs":          strings.Join(parts[:token+1], "/") + "/" + parts[token+1] + "/../" + otherParts[token+1] + "/index.m3u8",
		"encoded path that climbs":  strings.Join(parts[:token+1], "/") + "/" + parts[token+1] + "/%2e%2e%2f" + otherParts[token+1] + "/index.m3u8",
	}
	for name, address := range tests {
		t.Run(name, func(t *testing.T) {
			if status := statusOf(t, s.server.URL, address); status != http.StatusForbidden && status != http.StatusNotFound {
				t.Errorf("%s answers %d", address, status)
			}
		})
	}
}

// flip changes one character in the middle of a signature.
func flip(token string) string {
	middle := len(token) / 2
	changed := byte('A')
	if token[middle] == changed {
		changed = 'B'
	}
	return token[:middle] + string(changed) + token[middle+1:]
}

// statusOf asks for a path exactly as written (an http.Client would tidy it first) and follows redirects: what matters
// is what one ends at.
func statusOf(t *testing.T, base, path string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(within(t, patience), http.MethodGet, base, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.URL.Opaque = path
	response, err := (&http.Client{Timeout: patience}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}
