package catalog

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

func TestSearchFindsNamesAsPeopleTypeThem(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		obrien, marys, women := l.game(0, 1, noon.Add(time.Hour)), l.game(0, 2, noon.Add(2*time.Hour)), l.game(0, 4, noon.Add(3*time.Hour))
		obrien.Name, marys.Name = text.Text{"en": "Saints @ O'Brien Rams"}, text.Text{"en": "St. Mary's Invitational"}
		obrien.Gender, marys.Gender, women.Gender = Men, Men, Women
		ids := l.create(obrien, marys, women)
		found := func(search string) []EventID {
			t.Helper()
			events, _, err := l.List(t.Context(), l.channel, Filter{Search: search}, Page{Limit: 10, Sort: ByDate})
			if err != nil {
				t.Fatal(err)
			}
			var got []EventID
			for _, e := range events {
				got = append(got, e.ID)
			}
			return got
		}
		check := func() {
			t.Helper()
			for search, want := range map[string]EventID{
				"obrien": ids[0], "O’Brien": ids[0], "saints vs rams": ids[0], "rams contre saints": ids[0], "st marys": ids[1], "saint mary": ids[1], "féminin": ids[2], "feminin": ids[2], "women's": ids[2],
			} {
				if got := found(search); len(got) != 1 || got[0] != want {
					t.Errorf("%q finds %v, want %d", search, got, want)
				}
			}
		}
		check()
		for _, table := range []string{"event_words", "event_vocabulary"} {
			if _, err := d.Write().NewRaw("DELETE FROM " + table + " WHERE word IN ('obrien', 'marys')").Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got := found("obrien"); len(got) != 0 {
			t.Fatalf("without its index: %v", got)
		}
		if err := l.IndexOlderNames(t.Context()); err != nil {
			t.Fatal(err)
		}
		check()
	})
}

// Events written before "St" and "Saint" were indexed with each other have their words as they are written.
func TestOlderNamesAreFoundByBothFormsOfSaint(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		searches := []string{"saint lawrence", "st jerome", "sainte foy", "ste anne"}
		var games []Event
		for i, name := range []string{"St. Lawrence Cup", "Coupe Saint-Jérôme", "Ste-Foy Open", "Défi Sainte-Anne"} {
			game := l.game(0, 1, noon.Add(time.Duration(i)*time.Hour))
			game.Name = text.Text{"en": name}
			games = append(games, game)
		}
		ids := l.create(games...)
		for _, table := range []string{"event_words", "event_vocabulary"} {
			if _, err := d.Write().NewRaw("DELETE FROM " + table).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for i, game := range games {
			for _, word := range text.Words(game.Name["en"]) {
				row := &wordRow{ChannelID: l.channel, Word: word, StartMS: game.StartAt.UnixMilli(), EventID: ids[i]}
				if _, err := d.Write().NewInsert().Model(row).Exec(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := l.IndexOlderNames(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, search := range searches {
			events, _, err := l.List(t.Context(), l.channel, Filter{Search: search}, Page{Limit: 10, Sort: ByDate})
			if err != nil {
				t.Fatal(err)
			}
			if len(events) != 1 || events[0].ID != ids[i] {
				t.Errorf("%q finds %d events", search, len(events))
			}
		}
	})
}
