package account

import (
	"log/slog"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func TestAgentsAreRecognised(t *testing.T) {
	for header, want := range map[string]Agent{
		"":           {},
		"curl/8.5.0": {},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36":                            {"Chrome", "Windows"},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0":              {"Edge", "Windows"},
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15":                      {"Safari", "Mac"},
		"Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0":                                                                     {"Firefox", "Linux"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1":    {"Safari", "iPhone"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1":     {"Chrome", "iPhone"},
		"Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36": {"Samsung Internet", "Android"},
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36":                             {"Chrome", "ChromeOS"},
		"Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/8.0 TV Safari/537.36":                               {"Safari", "Samsung TV"},
		"Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.270 Safari/537.36 WebAppManager":                {"Chrome", "LG TV"},
		"Mozilla/5.0 (Linux; Android 9; AFTMM) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36":                                {"Chrome", "Fire TV"},
	} {
		if got := ReadAgent(header); got != want {
			t.Errorf("%q is %+v, want %+v", header, got, want)
		}
	}
}

func TestOwnSessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		c.person("eve@example.com", actor.User)
		_, tv := c.enter("ada@example.com")
		c.clock.Advance(2 * time.Hour)
		_, phone := c.enter("ada@example.com")
		c.clock.Advance(time.Minute)
		_, here := c.enter("ada@example.com")
		c.enter("eve@example.com")
		c.clock.Advance(time.Minute)
		list, err := c.OwnSessions(t.Context(), here)
		if err != nil || len(list) != 3 {
			t.Fatalf("got %+v, %v", list, err)
		}
		for i, want := range []int64{here.ID, phone.ID, tv.ID} {
			if list[i].ID != want || list[i].Current != (want == here.ID) {
				t.Errorf("%d: got %+v", i, list[i])
			}
		}
		if age := c.clock.Now().Sub(list[0].CreatedAt); age != time.Minute {
			t.Errorf("logged in here %s ago", age)
		}
		_, visitor := c.visitor()
		if _, err := c.OwnSessions(t.Context(), visitor); fault.KindOf(err) != fault.Unauthenticated {
			t.Errorf("of a visitor: %v", err)
		}
	})
}

func TestEndingSessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		c.person("eve@example.com", actor.User)
		tvKey, tv := c.enter("ada@example.com")
		phoneKey, _ := c.enter("ada@example.com")
		hereKey, here := c.enter("ada@example.com")
		strangeKey, stranger := c.enter("eve@example.com")
		for _, id := range []int64{stranger.ID, 999_999} {
			if err := c.EndSession(t.Context(), here, id); fault.CodeOf(err) != "session_not_found" {
				t.Errorf("session %d: %v", id, err)
			}
		}
		if err := c.EndSession(t.Context(), here, tv.ID); err != nil {
			t.Fatal(err)
		}
		if err := c.EndSession(t.Context(), here, tv.ID); fault.CodeOf(err) != "session_not_found" {
			t.Errorf("again: %v", err)
		}
		if n, err := c.EndOtherSessions(t.Context(), here); n != 1 || err != nil {
			t.Errorf("ended %d others, %v", n, err)
		}
		for name, dead := range map[string]string{"tv": tvKey, "phone": phoneKey} {
			if _, err := c.FindSession(t.Context(), dead); fault.CodeOf(err) != "invalid_api_key" {
				t.Errorf("%s: %v", name, err)
			}
		}
		for name, key := range map[string]string{"here": hereKey, "somebody else": strangeKey} {
			if _, err := c.FindSession(t.Context(), key); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// A session that ends on one node is dead on every other within a second.
func TestASessionThatIsEndedDiesElsewhereWithinASecond(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		key, session := c.enter("ada@example.com")
		_, here := c.enter("ada@example.com")
		node := New(Deps{DB: d, Clock: c.clock, Log: slog.New(slog.DiscardHandler), Entitlements: nothingBought{}})
		if _, err := node.FindSession(t.Context(), key); err != nil {
			t.Fatal(err)
		}
		if err := c.EndSession(t.Context(), here, session.ID); err != nil {
			t.Fatal(err)
		}
		c.clock.Advance(time.Second)
		if _, err := node.FindSession(t.Context(), key); fault.CodeOf(err) != "invalid_api_key" {
			t.Errorf("it lives: %v", err)
		}
	})
}
