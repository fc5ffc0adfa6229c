package api

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// pretending are the headers by which proxies say whom they ask for; the client says so
// itself here, each time somebody else.
func pretending(i int) map[string]string {
	address := fmt.Sprintf("198.51.100.%d", i+1)
	return map[string]string{
		"X-Forwarded-For": address, "X-Real-Ip": address, "X-Client-Ip": address, "True-Client-Ip": address, "Cf-Connecting-Ip": address,
		"X-Originating-Ip": address, "X-Remote-Addr": address, "Forwarded": "for=" + address,
	}
}

// Nobody gets further guesses by naming another address: not past no proxy, and past a
// trusted one not by what stands before the address that it added.
func TestAForgedAddressBuysNoGuesses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, trusted("10.0.0.0/8"))
		w.person(home, "fan@example.com")
		fan := w.login(home, "fan@example.com")
		guesses := map[string]struct {
			call
			refused string
			times   int
		}{
			"passwords":        {call{path: "/api/v2/auth/login", key: w.visitor(home), body: map[string]any{"email": "fan@example.com", "password": "wrong-password"}}, "wrong_auth_data", 5},
			"the old password": {call{path: "/api/profile", key: fan, body: map[string]any{"email": "new@example.com", "current_password": "wrong-password"}}, "incorrect_password", 5},
			"new passwords":    {call{path: requestCall, key: w.visitor(home), body: map[string]any{"email": "fan@example.com"}}, "", 3},
		}
		ask := func(c call, i int, through string) string {
			header := pretending(i)
			if through != "" {
				header["X-Forwarded-For"] += ", " + through
				c.from = "10.0.0.1:1"
			}
			c.header = header
			if rep := w.do(c); rep.status != http.StatusOK {
				return rep.problem().Code
			}
			return ""
		}
		client := 0 // each of its own address, as a trusted proxy says
		for name, guess := range guesses {
			for _, proxied := range []bool{false, true} {
				if name != "the old password" {
					guess.key = w.visitor(home) // the earlier one ended unused, as the clock moves by hours
				}
				through := ""
				if proxied {
					client++
					through = fmt.Sprintf("192.0.2.%d", client)
				}
				for i := range guess.times {
					if code := ask(guess.call, i, through); code != guess.refused {
						t.Fatalf("%s, try %d, proxied %v: %q", name, i+1, proxied, code)
					}
				}
				if code := ask(guess.call, guess.times, through); code != "too_many_attempts" {
					t.Errorf("%s, proxied %v: one more is answered with %q", name, proxied, code)
				}
				w.clock.Advance(forgotten)
			}
		}
	})
}

// forgotten is after how long every limit is whole again.
const forgotten = 24 * time.Hour

// unlike is what differs between two answers to the same question.
var unlike = regexp.MustCompile(`"request_id":"[0-9a-f]*"`)

// Whether there is an account is told by no answer to a log in or to a forgotten password:
// not by the words, not by the headers, and not by when there have been too many.
func TestAnswersTellNothingOfWhoHasAnAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, _ := newSocialWorld(t, d)
		w.person(home, "fan@example.com")
		w.person(home, "temporary@example.com", temporary)
		w.person(away, "abroad@example.com")
		w.protect(w.loggedIn(home, "careful@example.com"))
		w.remote(w.visitor(home), map[string]any{"token": w.memberToken(home, map[string]any{"email": "member@example.com"})}).want(200, "") // has no password
		told := func(path, login string) []string {
			body := map[string]any{"email": login}
			if path != requestCall {
				body["password"] = "wrong-password"
			}
			var answers []string
			for range 8 {
				rep := w.do(call{path: path, key: w.visitor(home), body: body})
				header := maps.Clone(rep.header)
				for _, name := range []string{"X-Request-Id", "Date", "Server-Timing"} {
					header.Del(name)
				}
				answers = append(answers, fmt.Sprintf("%d %v %s", rep.status, header, unlike.ReplaceAll(rep.body, nil)))
			}
			w.clock.Advance(forgotten)
			return answers
		}
		for _, path := range []string{"/api/v2/auth/login", requestCall} {
			want := told(path, "nobody@example.com")
			for _, email := range []string{"fan@example.com", "temporary@example.com", "abroad@example.com", "careful@example.com", "member@example.com"} {
				for i, got := range told(path, email) {
					if got != want[i] {
						t.Errorf("%s, try %d for %s:\n%s\nfor nobody:\n%s", path, i+1, email, got, want[i])
					}
				}
			}
			if !strings.HasPrefix(want[7], "429") {
				t.Errorf("%s: %s", path, want[7])
			}
		}
	})
}
