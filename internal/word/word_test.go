package word_test

import (
	"testing"

	"github.com/grandstand/grandstand/internal/word"
)

var bouts = word.Kinds{Event: "fight", Participant: "fighter", Group: "gym", Sides: "corners"}

func TestSay(t *testing.T) {
	const see = "{event, select, fight {See the fight} race {See the race} other {See the game}}"
	for _, c := range []struct {
		kinds          word.Kinds
		sentence, want string
	}{
		{word.Kinds{}, see, "See the game"},
		{bouts, see, "See the fight"},
		{word.Kinds{Event: "match"}, see, "See the game"},
		{word.Kinds{Event: "game"}, see, "See the game"},
		{bouts, "Write to {name}.", "Write to {name}."},
		{bouts, "{name} of the {participant, select, fighter {fighter} other {team}}, {group, select, other {school}}", "{name} of the fighter, school"},
		{bouts, "{event, select, fight {a {participant, select, fighter {fighter} other {team}} in it} other {}}", "a fighter in it"},
		{bouts, "{event, select, broken", "{event, select, broken"},
		{bouts, "{sport, select, other {not ours}}", "{sport, select, other {not ours}}"},
	} {
		if got := c.kinds.Say(c.sentence); got != c.want {
			t.Errorf("%+v: %q said %q, not %q", c.kinds, c.sentence, got, c.want)
		}
	}
}

func TestKindsAreAClosedSet(t *testing.T) {
	for _, c := range (word.Kinds{Event: "figth"}).Choices() {
		if c.IsKnown() != (c.Name != "event") {
			t.Errorf("%s: %q is known: %v", c.Name, c.Chosen, c.IsKnown())
		}
	}
	if got, want := (word.Kinds{Group: "gym"}).Full(), (word.Kinds{Event: "game", Participant: "team", Group: "gym", Sides: "home"}); got != want {
		t.Errorf("in full: %+v", got)
	}
}

func TestVersus(t *testing.T) {
	for lang, want := range map[string]string{"en": "vs", "fr": "contre"} {
		for _, atHome := range []bool{true, false} {
			if got := bouts.Versus(lang).Between(atHome); got != want {
				t.Errorf("%s, corners: %q", lang, got)
			}
		}
		if got := (word.Kinds{}).Versus(lang); got.Between(true) != "@" || got.Between(false) != want {
			t.Errorf("%s: %+v", lang, got)
		}
	}
}
