//go:build e2e

package e2e

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// take returns an upcoming event of one type that no other scenario uses.
func (s *scene) take(t *testing.T, eventType string) stage.Event {
	t.Helper()
	e, err := s.find(t, eventType)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// find is like take but returns the error. The number of upcoming events of the demo depends on the time of day: when all are
// taken, find adds one to the schedule.
func (s *scene) find(t *testing.T, eventType string) (stage.Event, error) {
	t.Helper()
	s.finding.Lock()
	defer s.finding.Unlock()
	event, found, err := s.findUntaken(t, eventType)
	if found || err != nil {
		return event, err
	}
	extra := importedGame{name: fmt.Sprint("Extra game ", time.Now().UnixNano()), access: eventType, start: time.Now().AddDate(0, 0, 20)}
	if _, err := s.importGame(t, extra); err != nil {
		return event, fmt.Errorf("add an event to the demo: %w", err)
	}
	err = stage.Until(within(t, patience), "the added event is listed", func() (bool, error) {
		event, found, err = s.findUntaken(t, eventType)
		return found, err
	})
	return event, err
}

// findUntaken marks an upcoming event as taken and returns it, if there is one that is not taken.
func (s *scene) findUntaken(t *testing.T, eventType string) (event stage.Event, found bool, err error) {
	t.Helper()
	c := stage.NewClient(s.server.URL, channel)
	if err := c.Open(within(t, patience)); err != nil {
		return event, false, err
	}
	list, err := c.Events(within(t, patience), url.Values{
		"stream_status": {"upcoming"}, "type": {eventType}, "limit": {"100"},
	})
	if err != nil {
		return event, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range list {
		if !s.taken[e.ID] {
			s.taken[e.ID] = true
			return e, true, nil
		}
	}
	return event, false, nil
}

// importedGame is a line of a schedule file. Its id is made from its name.
type importedGame struct {
	name   string
	access string // free, register, paid or ppv
	start  time.Time
}

// importGame imports a schedule file with one game, by the operators' command, and returns what the command printed. An import
// with the name of an earlier one moves that game.
func (s *scene) importGame(t *testing.T, g importedGame) (string, error) {
	t.Helper()
	price := ""
	if g.access == "ppv" {
		price = "4.99"
	}
	start := g.start.UTC()
	text := fmt.Sprintf("id,date,time,time_zone,sport,access,base_price,name_en,name_fr\n%s,%s,%s,UTC,hockey,%s,%s,%[6]s,%[6]s\n",
		strings.ToLower(strings.ReplaceAll(g.name, " ", "-")), start.Format(time.DateOnly), start.Format("15:04"), g.access, price, g.name)
	file := filepath.Join(t.TempDir(), "games.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", err
	}
	return s.server.Run(within(t, patience), "events", "import", channel, file)
}
