package demo

import (
	"testing"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Every moment of the kit has a kind of its sport; what a looped game tags is what decides it.
func TestMomentsOfTheKitAreOfTheirSport(t *testing.T) {
	h := newDeps(t, dbtest.SQLite(t))
	if _, err := Seed(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	found, err := h.Channels.FindByDomain(t.Context(), "localhost")
	if err != nil {
		t.Fatal(err)
	}
	ref, err := h.Catalog.Reference(t.Context(), int64(found.ID))
	if err != nil {
		t.Fatal(err)
	}
	files := kit.Files()
	c, err := kit.Load(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, clip := range c.Media.Clips {
		marks, err := kit.LoadTimeline(files, clip)
		if err != nil {
			t.Fatal(err)
		}
		sport := ref.CategoriesOf([]string{clip.Sport})
		if len(sport) == 0 {
			t.Fatalf("there is no sport %q", clip.Sport)
		}
		game := tagger{ref: ref, event: &catalog.Event{CategoryID: sport[0], Participants: []catalog.ParticipantID{1, 2}}}
		all := moments(marks, false)
		if len(all) < 2 || len(moments(marks, true)) == 0 || len(moments(marks, true)) > len(all) {
			t.Errorf("%s: %d moments, %d of them decide it", clip.Key, len(all), len(moments(marks, true)))
		}
		for _, m := range all {
			got := game.moment(m, friday)
			if kind, ok := game.ref.KindOf(game.event, got.Kind); !ok || kind.Sided && got.Participant == 0 || got.Note.In("fr") == "" {
				t.Errorf("%s: %+v became %+v", clip.Key, m.Moment, got)
			}
		}
	}
}

func TestNotesSayWhatTheListDoesNot(t *testing.T) {
	for line, want := range map[string]string{
		"Goal, Laurentide no. 17. Wrist shot from the left circle": "Wrist shot from the left circle",
		"But, Laurentide no 17. Tir des poignets":                  "Tir des poignets",
		"Goal, Estrie no. 17 against Gatineau":                     "Goal, Estrie no. 17 against Gatineau",
		"Knockdown, Adeyemi. Right hand after the jab":             "Knockdown, Adeyemi. Right hand after the jab",
	} {
		if got := detail(line); got != want {
			t.Errorf("%q says %q", line, got)
		}
	}
}
