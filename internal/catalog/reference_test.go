package catalog

import (
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/word"
)

// The team at home is the second of two sides, as the web has it, in whichever order the event has them.
func TestSidesNameTheTeamAtHomeLast(t *testing.T) {
	l := newLeague(t, dbtest.SQLite(t))
	ref := must[*Reference](t)(l.Reference(t.Context(), l.channel))
	versus := word.Kinds{}.Versus("en")
	for _, test := range []struct {
		players []int
		home    int // -1 for none
		want    string
	}{
		{[]int{0, 2}, 2, "Laurentide Lynx @ Fundy Lynx"},
		{[]int{2, 0}, 2, "Laurentide Lynx @ Fundy Lynx"},
		{[]int{2, 0}, -1, "Fundy Lynx vs Laurentide Lynx"},
		{[]int{2, 0, 4}, 2, "Fundy Lynx, Laurentide Lynx, Kawartha Lynx"},
		{[]int{2}, 2, "Fundy Lynx"},
	} {
		e := Event{}
		for _, at := range test.players {
			e.Participants = append(e.Participants, l.teams[at])
		}
		if test.home >= 0 {
			e.HomeID = l.teams[test.home]
		}
		if got := ref.Sides(&e, versus, "en"); got != test.want {
			t.Errorf("%v at home %d: %q, want %q", test.players, test.home, got, test.want)
		}
		if got := ref.EventName(&e, versus, "en"); got != test.want {
			t.Errorf("the event is named %q", got)
		}
		if e.Participants[0] != l.teams[test.players[0]] {
			t.Error("the order of the event's participants changed")
		}
	}
}
