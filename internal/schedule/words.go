package schedule

import (
	"slices"
	"strings"
)

// IsUnknown reports whether a cell says that its value is not known yet.
func IsUnknown(s string) bool {
	switch Key(s) {
	case "", "tbd", "tba", "tbc", "t b a", "t b d", "a determiner", "a confirmer", "a venir", "ad", "a communiquer", "to be announced", "to be determined", "to be confirmed", "unknown", "inconnu", "inconnue", "n a", "na", "heure a determiner":
		return true
	}
	return false
}

// Statuses of games.
const (
	On        = "on"
	Postponed = "postponed"
	Cancelled = "cancelled"
	TBA       = "tba"
)

var statuses = map[string]string{
	"on": On, "scheduled": On, "confirmed": On, "active": On, "normal": On, "final": On, "f": On, "complete": On, "completed": On, "played": On, "official": On, "rescheduled": On, "upcoming": On, "live": On, "final ot": On, "final so": On, "final f ot": On,
	"prevu": On, "prevue": On, "confirme": On, "confirmee": On, "termine": On, "terminee": On, "joue": On, "jouee": On, "a venir": On, "final prol": On, "programme": On, "in progress": On, "ok": On,
	"postponed": Postponed, "ppd": Postponed, "pp": Postponed, "reporte": Postponed, "reportee": Postponed, "remis": Postponed, "remise": Postponed, "pstpnd": Postponed, "differe": Postponed,
	"cancelled": Cancelled, "canceled": Cancelled, "cancel": Cancelled, "canc": Cancelled, "cxl": Cancelled, "cxld": Cancelled, "cncl": Cancelled, "annule": Cancelled, "annulee": Cancelled, "called off": Cancelled, "abandoned": Cancelled,
	"tba": TBA, "tbd": TBA, "tbc": TBA, "a determiner": TBA, "a confirmer": TBA, "time tba": TBA, "time tbd": TBA,
}

// StatusOf returns the status that a word names.
func StatusOf(s string) (string, bool) {
	status, ok := statuses[Key(s)]
	return status, ok
}

// HasBegun reports whether a status says that the game is being played or was played.
func HasBegun(s string) bool {
	switch Key(s) {
	case "final", "f", "final ot", "final so", "final f ot", "final prol", "complete", "completed", "played", "live", "in progress", "termine", "terminee", "joue", "jouee":
		return true
	}
	return false
}

// OffStatus returns the status of a word that calls a game off, wherever it stands.
func OffStatus(s string) (string, bool) {
	status, ok := StatusOf(s)
	return status, ok && (status == Postponed || status == Cancelled)
}

// Genders of teams.
const (
	Men   = "M"
	Women = "W"
)

var genders = map[string]string{
	"m": Men, "men": Men, "mens": Men, "man": Men, "male": Men, "boy": Men, "boys": Men, "masculin": Men, "hommes": Men, "homme": Men, "garcons": Men, "garcon": Men,
	"w": Women, "f": Women, "women": Women, "womens": Women, "woman": Women, "female": Women, "girl": Women, "girls": Women, "feminin": Women, "feminine": Women, "femmes": Women, "femme": Women, "filles": Women, "fille": Women, "ladies": Women,
}

// GenderOf returns M or W, or "" with true for a word that means neither of the two.
func GenderOf(s string) (string, bool) {
	key := Key(s)
	if slices.Contains([]string{"", "mixed", "mixte", "coed", "co ed", "x"}, key) {
		return "", true
	}
	gender, ok := genders[key]
	return gender, ok
}

// CutGender takes the words of a gender out of a name: "Boys Hockey" is Hockey, M. It
// returns the name as Key writes it.
func CutGender(s string) (key, gender string) {
	var kept []string
	for word := range strings.FieldsSeq(Key(s)) {
		if found, ok := genders[word]; ok && len(word) > 1 {
			gender = found
			continue
		}
		kept = append(kept, word)
	}
	return strings.Join(kept, " "), gender
}

// Side is where a team plays.
type Side string

// Sides.
const (
	AtHome     Side = "home"
	OnTheRoad  Side = "away"
	AtNeutral  Side = "neutral"
	NoSideSaid Side = ""
)

// SideOf reads a cell that says whether a team is at home.
func SideOf(s string) (Side, bool) {
	if strings.TrimSpace(Clean(s)) == "@" {
		return OnTheRoad, true
	}
	switch Key(s) {
	case "":
		return NoSideSaid, true
	case "h", "home", "vs", "v", "d", "dom", "domicile", "a domicile", "local", "receveur":
		return AtHome, true
	case "a", "away", "at", "road", "visitor", "visiteur", "ext", "exterieur", "a l exterieur", "a lexterieur", "vis", "visit":
		return OnTheRoad, true
	case "n", "neutral", "neutre", "neutral site", "site neutre", "terrain neutre":
		return AtNeutral, true
	}
	return NoSideSaid, false
}
