package app

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
)

// importGames imports one game for each external id.
func (l *life) importGames(names ...string) catalog.ImportResult {
	l.t.Helper()
	found, err := l.Catalog.KnownEvent(l.t.Context(), l.channel, l.model)
	if err != nil {
		l.t.Fatal(err)
	}
	var events []catalog.Event
	for i, name := range names {
		events = append(events, catalog.Event{
			CategoryID: found.CategoryID, Type: catalog.Free, Participants: found.Participants, HomeID: found.Participants[1], ExternalID: name,
			StartAt: time.Now().Truncate(time.Minute).Add(time.Duration(40+i) * time.Hour), TimeZone: "UTC", Currency: "CAD",
		})
	}
	result, err := l.Catalog.ImportSchedule(l.t.Context(), l.system(), l.channel, events, catalog.ImportNote{File: "games.csv"}, nil)
	if err != nil || result.Created != len(names) || result.ID == 0 {
		l.t.Fatalf("%+v, %v", result, err)
	}
	return result
}

// A game whose stream an encoder used without going live stays; the others are removed.
func TestAnImportWithAUsedStreamIsUndone(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		result := l.importGames("used", "prepared", "plain")
		for _, change := range result.Changes[:2] {
			if _, err := l.Media.EnsureStream(t.Context(), l.system(), l.channel, int64(change.ID)); err != nil {
				t.Fatal(err)
			}
		}
		used := result.Changes[0].ID
		l.exec("UPDATE streams SET started_ms = 1 WHERE event_id = ?", used)
		done, err := l.UndoImport(t.Context(), "north", result.ID)
		if err != nil || done.Removed != 2 || len(done.Kept) != 1 || done.Kept[0].ID != used || !strings.Contains(done.Kept[0].Reason, "stream") {
			t.Errorf("%+v, %v", done, err)
		}
		if l.number("SELECT COUNT(*) FROM events WHERE external_id IN ('used', 'prepared', 'plain')") != 1 {
			t.Error("the wrong games are gone")
		}
	})
}

// An import is undone except for a game that was sold meanwhile: its buyer keeps it.
func TestAnImportWithASoldGameIsUndone(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		result := l.importGames("sold", "unsold")
		sold := result.Changes[0].ID
		l.exec("UPDATE orders SET event_id = ? WHERE id = ?", sold, l.ticket)
		done, err := l.UndoImport(t.Context(), "north", result.ID)
		if err != nil || done.Removed != 1 || len(done.Kept) != 1 || done.Kept[0].ID != sold || !strings.Contains(done.Kept[0].Reason, "sold") {
			t.Errorf("%+v, %v", done, err)
		}
		if l.number("SELECT COUNT(*) FROM events WHERE external_id IN ('sold', 'unsold')") != 1 {
			t.Error("the wrong game is gone")
		}
		imports, err := l.Imports(t.Context(), "north")
		if err != nil || len(imports) != 1 || imports[0].Undone.IsZero() {
			t.Errorf("%+v, %v", imports, err)
		}
		if err := l.SetScheduleMapping(t.Context(), "north", "league", []byte("sport: hockey\n")); err != nil {
			t.Fatal(err)
		}
		if mapping, err := l.ScheduleMapping(t.Context(), "north", "league"); err != nil || mapping != "sport: hockey\n" {
			t.Errorf("%q, %v", mapping, err)
		}
		if err := l.RemoveScheduleMapping(t.Context(), "north", "league"); err != nil {
			t.Fatal(err)
		}
		if sources, err := l.ScheduleSources(t.Context(), "north"); err != nil || len(sources) != 0 {
			t.Errorf("%+v, %v", sources, err)
		}
	})
}
