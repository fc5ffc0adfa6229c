// Package word is what a channel calls things: what an event is (a game, a fight, a
// show), who takes part, what they belong to, and on which sides they stand. Each is one
// of a closed set of kinds, and a sentence that depends on one says itself once for each
// of them, in ICU's notation for a choice:
//
//	{event, select, fight {See the fight} race {See the race} other {See the game}}
//
// So every language keeps its own grammar: French changes articles, adjectives and
// pronouns with the gender of the word, which words put into gaps cannot do. The web app
// reads the same choices in its catalogues.
package word

import (
	"regexp"
	"slices"
	"strings"
)

// Kinds are the choices of one channel. What is empty is the usual kind.
type Kinds struct {
	Event       string `json:"event,omitempty"`
	Participant string `json:"participant,omitempty"`
	Group       string `json:"group,omitempty"`
	Sides       string `json:"sides,omitempty"`
}

// Choice is one thing that a channel may call otherwise.
type Choice struct {
	Name   string
	Chosen string   // by the channel; may be empty
	Kinds  []string // it may be, the usual one first
}

// Choices lists what there is to choose, and what was chosen.
func (k Kinds) Choices() []Choice {
	return []Choice{
		{"event", k.Event, []string{"game", "match", "fight", "race", "meet", "show", "event"}},
		{"participant", k.Participant, []string{"team", "fighter", "athlete", "player", "artist"}},
		{"group", k.Group, []string{"school", "high_school", "club", "gym", "league", "company"}},
		{"sides", k.Sides, []string{"home", "corners", "none"}},
	}
}

// IsKnown reports whether the choice is one of its kinds, or none.
func (c Choice) IsKnown() bool { return c.Chosen == "" || slices.Contains(c.Kinds, c.Chosen) }

// Kind is what was chosen, else the usual kind.
func (c Choice) Kind() string {
	if c.Chosen == "" {
		return c.Kinds[0]
	}
	return c.Chosen
}

// Full names every kind, also the usual ones.
func (k Kinds) Full() Kinds {
	c := k.Choices()
	return Kinds{Event: c[0].Kind(), Participant: c[1].Kind(), Group: c[2].Kind(), Sides: c[3].Kind()}
}

var (
	// choice is a choice that holds no other; the innermost are made first.
	choice = regexp.MustCompile(`\{(event|participant|group|sides), select,((?: [a-z_]+ \{[^{}]*\})+)\}`)
	branch = regexp.MustCompile(`([a-z_]+) \{([^{}]*)\}`)
)

// Say makes the choices that a sentence leaves open. Sentences without any stay as they
// are.
func (k Kinds) Say(sentence string) string {
	for strings.Contains(sentence, ", select,") {
		said := choice.ReplaceAllStringFunc(sentence, func(found string) string {
			m := choice.FindStringSubmatch(found)
			return pick(k.kind(m[1]), m[2])
		})
		if said == sentence {
			return sentence
		}
		sentence = said
	}
	return sentence
}

func (k Kinds) kind(name string) string {
	choices := k.Choices()
	return choices[slices.IndexFunc(choices, func(c Choice) bool { return c.Name == name })].Kind()
}

// pick is the text of a kind, else of "other".
func pick(kind, branches string) string {
	other := ""
	for _, m := range branch.FindAllStringSubmatch(branches, -1) {
		switch m[1] {
		case kind:
			return m[2]
		case "other":
			other = m[2]
		}
	}
	return other
}

// Versus is what stands between the names of two sides.
type Versus struct {
	AtHome  string // where the second is at home, as in "Away @ Home"
	Neutral string // where neither is, as in "One vs Other"
}

// Versus returns what stands between the names of two sides. Sides that have corners or no home are never at home.
func (k Kinds) Versus(lang string) Versus {
	v := Versus{AtHome: "@", Neutral: "vs"}
	if lang == "fr" {
		v.Neutral = "contre"
	}
	if k.Sides != "" && k.Sides != "home" {
		v.AtHome = v.Neutral
	}
	return v
}

// Between returns what stands between two sides: AtHome if one of them is at home, else Neutral.
func (v Versus) Between(atHome bool) string {
	if atHome {
		return v.AtHome
	}
	return v.Neutral
}
