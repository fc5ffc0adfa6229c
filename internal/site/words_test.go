package site_test

import (
	"testing"

	"github.com/grandstand/grandstand/internal/site"
	"github.com/grandstand/grandstand/internal/word"
)

// Machines are told of fighters, and of nobody at home, where there are fights; and of
// performers where there is no sport.
func TestStructuredDataIsInTheChannelsWords(t *testing.T) {
	for name, test := range map[string]struct {
		words       word.Kinds
		event, side string
		properties  map[string]bool
	}{
		"games":  {word.Kinds{}, "SportsEvent", "SportsTeam", map[string]bool{"homeTeam": true, "competitor": true, "sport": true, "performer": false}},
		"fights": {word.Kinds{Event: "fight", Participant: "fighter", Sides: "corners"}, "SportsEvent", "Person", map[string]bool{"homeTeam": false, "awayTeam": false, "competitor": true, "sport": true}},
		"shows":  {word.Kinds{Event: "show", Participant: "artist", Sides: "none"}, "Event", "Person", map[string]bool{"homeTeam": false, "competitor": false, "sport": false, "performer": true}},
	} {
		t.Run(name, func(t *testing.T) {
			found := nodes(t, body(t, get(t, stage{house: house{words: test.words}, event: game("upcoming")}.serve(t), "/watch/5")))
			checkRequired(t, found)
			if len(found[test.event]) != 1 || len(found[test.side]) < 2 {
				t.Fatalf("%d of type %s with %d of type %s", len(found[test.event]), test.event, len(found[test.side]), test.side)
			}
			for property, want := range test.properties {
				if got := value(found[test.event][0], property) != nil; got != want {
					t.Errorf("%s is there: %v", property, got)
				}
			}
		})
	}
}

func TestScreensAreInTheChannelsWords(t *testing.T) {
	d, _, _ := domains(t)
	c, err := d.Channel(t.Context(), "north.example", "fr")
	if err != nil {
		t.Fatal(err)
	}
	c.Name, c.Words = "Ironbell", word.Kinds{Participant: "fighter", Group: "gym"}
	passes, err := d.View(t.Context(), c, site.Request{Kind: "offers", Path: "/packages/passes"})
	if want := "Les forfaits de saison et les forfaits par combattant d’Ironbell, par sport et par club."; err != nil || passes.Description != want {
		t.Errorf("%q, %v", passes.Description, err)
	}
	c.Name = "Northline"
	for kind, want := range map[string]string{
		"":      "Northline présente des matchs en direct et en reprise.",
		"fight": "Northline présente des combats en direct et en reprise.",
		"event": "Northline présente des événements en direct et en reprise.",
	} {
		c.Words.Event = kind
		view, err := d.View(t.Context(), c, site.Request{Kind: "page", Path: "/about"})
		if err != nil || view.Description != want {
			t.Errorf("%q: %q, %v", kind, view.Description, err)
		}
	}
}
