package catalog

import (
	"slices"

	"github.com/grandstand/grandstand/internal/text"
)

// MomentKind is one kind of key moment of a sport.
type MomentKind struct {
	Key   string
	Name  text.Text
	Sided bool // it is somebody's: a goal is, a period is not
}

// What sports call their key moments; those of every sport come after its own.
var (
	everySport = []MomentKind{happens("highlight", "Highlight", "Fait saillant"), happens("interview", "Interview", "Entrevue")}

	sportKinds = map[string][]MomentKind{
		"hockey": {
			goal, save, penalty, by("power_play", "Power play", "Avantage numérique"), by("shootout", "Shootout attempt", "Tir de barrage"),
			happens("faceoff", "Faceoff", "Mise au jeu"), happens("fight", "Fight", "Bagarre"), periodStart, periodEnd,
		},
		"soccer": {
			goal, by("chance", "Chance", "Occasion"), save, penalty, by("yellow_card", "Yellow card", "Carton jaune"), by("red_card", "Red card", "Carton rouge"),
			by("substitution", "Substitution", "Remplacement"),
			happens("period_start", "Start of the half", "Début de la mi-temps"), happens("period_end", "End of the half", "Fin de la mi-temps"),
		},
		"basketball": {
			by("basket", "Basket", "Panier"), by("three_pointer", "Three-pointer", "Panier de trois points"), by("dunk", "Dunk", "Smash"),
			by("block", "Block", "Contre"), by("foul", "Foul", "Faute"), by("timeout", "Timeout", "Temps mort"), quarterStart, quarterEnd,
		},
		"volleyball": {
			by("point", "Point", "Point"), by("ace", "Ace", "As"), by("block", "Block", "Bloc"), by("rally", "Rally", "Échange"),
			by("timeout", "Timeout", "Temps mort"), setStart, setEnd,
		},
		"football": {
			by("touchdown", "Touchdown", "Touché"), by("field_goal", "Field goal", "Placement"), by("interception", "Interception", "Interception"),
			by("fumble", "Fumble", "Échappé"), by("sack", "Sack", "Sac du quart"), by("throw", "Long pass", "Longue passe"), penalty, quarterStart, quarterEnd,
		},
		"rugby": {
			by("try", "Try", "Essai"), by("conversion", "Conversion", "Transformation"), by("penalty_kick", "Penalty kick", "Coup de pied de pénalité"),
			by("drop_goal", "Drop goal", "Coup de pied tombé"), by("yellow_card", "Yellow card", "Carton jaune"), by("red_card", "Red card", "Carton rouge"),
			happens("period_start", "Start of the half", "Début de la mi-temps"), happens("period_end", "End of the half", "Fin de la mi-temps"),
		},
		"baseball": {
			by("run", "Run", "Point"), by("home_run", "Home run", "Circuit"), by("strikeout", "Strikeout", "Retrait sur prises"), by("double_play", "Double play", "Double jeu"),
			happens("period_start", "Start of the inning", "Début de la manche"), happens("period_end", "End of the inning", "Fin de la manche"),
		},
		"tennis": {by("point", "Point", "Point"), by("ace", "Ace", "As"), by("break", "Break of serve", "Bris"), setStart, setEnd},
		"combat": {
			by("knockdown", "Knockdown", "Chute"), by("knockout", "Knockout", "K.-O."), by("takedown", "Takedown", "Amenée au sol"),
			by("submission", "Submission", "Soumission"), by("warning", "Warning", "Avertissement"),
			happens("round_start", "Start of the round", "Début de la ronde"), happens("round_end", "End of the round", "Fin de la ronde"),
			happens("decision", "Decision", "Décision"),
		},
		"race": {
			happens("start", "Start", "Départ"), by("lead_change", "Change of lead", "Changement de meneur"), by("crash", "Crash", "Chute"),
			by("record", "Record", "Record"), by("finish", "Finish", "Arrivée"), happens("podium", "Podium", "Podium"),
		},
		"": {by("score", "Score", "Point marqué"), happens("start", "Start", "Début"), happens("break", "Break", "Pause"), happens("end", "End", "Fin")},
	}

	goal         = by("goal", "Goal", "But")
	save         = by("save", "Save", "Arrêt")
	penalty      = by("penalty", "Penalty", "Pénalité")
	periodStart  = happens("period_start", "Start of the period", "Début de la période")
	periodEnd    = happens("period_end", "End of the period", "Fin de la période")
	quarterStart = happens("period_start", "Start of the quarter", "Début du quart")
	quarterEnd   = happens("period_end", "End of the quarter", "Fin du quart")
	setStart     = happens("period_start", "Start of the set", "Début de la manche")
	setEnd       = happens("period_end", "End of the set", "Fin de la manche")
)

// sportsByName finds a sport by a folded word of a category's alias or title.
var sportsByName = map[string]string{
	"hockey": "hockey", "ringette": "hockey", "lacrosse": "hockey",
	"soccer": "soccer", "futsal": "soccer", "handball": "soccer",
	"basketball": "basketball", "basket": "basketball", "netball": "basketball",
	"volleyball": "volleyball", "volley": "volleyball",
	"football": "football", "rugby": "rugby", "baseball": "baseball", "softball": "baseball",
	"tennis": "tennis", "badminton": "tennis", "squash": "tennis", "pickleball": "tennis",
	"boxing": "combat", "boxe": "combat", "kickboxing": "combat", "mma": "combat", "judo": "combat", "karate": "combat", "wrestling": "combat", "lutte": "combat", "muaythai": "combat",
	"racing": "race", "course": "race", "courses": "race", "swimming": "race", "natation": "race", "athletics": "race", "athletisme": "race", "track": "race",
	"rowing": "race", "aviron": "race", "cycling": "race", "cyclisme": "race", "skiing": "race", "ski": "race", "triathlon": "race", "marathon": "race",
}

func by(key, en, fr string) MomentKind {
	return MomentKind{Key: key, Name: text.Text{"en": en, "fr": fr}, Sided: true}
}

func happens(key, en, fr string) MomentKind {
	return MomentKind{Key: key, Name: text.Text{"en": en, "fr": fr}}
}

// KindsOf are the kinds of key moments that an event may have, by what its category or
// one above it is called. Of an event that is nobody's no kind is anybody's.
func (r *Reference) KindsOf(e *Event) []MomentKind {
	kinds := slices.Concat(sportKinds[r.sportOf(e.CategoryID)], everySport)
	if len(e.Participants) == 0 {
		for i := range kinds {
			kinds[i].Sided = false
		}
	}
	return kinds
}

// KindOf finds a kind by its key.
func (r *Reference) KindOf(e *Event, key string) (MomentKind, bool) {
	kinds := r.KindsOf(e)
	i := slices.IndexFunc(kinds, func(k MomentKind) bool { return k.Key == key })
	if i < 0 {
		return MomentKind{}, false
	}
	return kinds[i], true
}

// sportOf is the sport of a category, "" where its words name none: the nearest of its
// ancestors decides.
func (r *Reference) sportOf(id CategoryID) string {
	for _, above := range r.Lineage(id) {
		category := r.Category(above)
		names := append([]string{category.Alias}, category.Title.In("en"), category.Title.In("fr"))
		for _, name := range names {
			for _, word := range text.Words(name) {
				if sport, ok := sportsByName[word]; ok {
					return sport
				}
			}
		}
	}
	return ""
}
