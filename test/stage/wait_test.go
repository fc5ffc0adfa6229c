package stage

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestUntilComesAgainWhenTheServerSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin, calls := time.Now(), 0
		err := Until(t.Context(), "it is there", func() (bool, error) {
			if calls++; calls < 3 {
				return false, fmt.Errorf("GET /x: %w", &Problem{Status: http.StatusServiceUnavailable, RetryAfter: 7 * time.Second})
			}
			return true, nil
		})
		if err != nil || calls != 3 || time.Since(begin) != 14*time.Second {
			t.Errorf("%d calls in %s: %v", calls, time.Since(begin), err)
		}
	})
}

func TestUntilEndsWithOtherErrors(t *testing.T) {
	for name, wrong := range map[string]error{
		"another status":      &Problem{Status: http.StatusInternalServerError, RetryAfter: time.Second},
		"503 without a pause": &Problem{Status: http.StatusServiceUnavailable},
		"no answer":           errors.New("connection refused"),
	} {
		calls := 0
		err := Until(t.Context(), "it is there", func() (bool, error) {
			calls++
			return false, wrong
		})
		if !errors.Is(err, wrong) || calls != 1 {
			t.Errorf("%s: %d calls, %v", name, calls, err)
		}
	}
}

func TestUntilIsBoundedByItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		begin := time.Now()
		err := Until(ctx, "it is there", func() (bool, error) {
			return false, &Problem{Status: http.StatusServiceUnavailable, Detail: "the database is away", RetryAfter: time.Hour}
		})
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "the database is away") || time.Since(begin) != time.Minute {
			t.Errorf("after %s: %v", time.Since(begin), err)
		}
	})
}

func TestClientTellsWhenToComeAgain(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "2")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"code":"unavailable"}`))
	}))
	t.Cleanup(server.Close)
	c := NewClient(server.URL, "demo")
	_, fetched := c.Fetch(t.Context(), "/media/x")
	for name, err := range map[string]error{"session": c.TryOpen(t.Context()), "media": fetched} {
		if pause, busy := RetryAfter(err); !busy || pause != 2*time.Second {
			t.Errorf("%s: come again after %s, %v: %v", name, pause, busy, err)
		}
	}
}
