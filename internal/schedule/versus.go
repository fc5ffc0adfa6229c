package schedule

import (
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
)

// Pairing is the two teams of a game as one cell names them.
type Pairing struct {
	First, Second string
	HomeSecond    bool // "Lynx @ Tide": the second team is at home
	Neutral       bool
}

// versus finds the words between two teams. The dash stands between spaces.
var versus = text.NewPattern(`(?i)\s*@\s*|\s+(?:at|vs\.?|v\.?|versus|contre|c\.|chez)\s+|\s+[-–—]\s+`)

// SplitPairing splits "Lynx @ Tide", "Lynx at Tide", "Lynx vs Tide", "Lynx contre Tide".
func SplitPairing(s string) (Pairing, bool) {
	s, neutral := CutNeutral(Clean(s))
	at := versus.FindSubmatchIndex(s)
	if at == nil || strings.TrimSpace(s[:at[0]]) == "" || strings.TrimSpace(s[at[1]:]) == "" {
		return Pairing{}, false
	}
	p := Pairing{First: strings.TrimSpace(s[:at[0]]), Second: strings.TrimSpace(s[at[1]:]), Neutral: neutral}
	switch strings.ToLower(strings.TrimSpace(s[at[0]:at[1]])) {
	case "@", "at", "chez":
		p.HomeSecond = true
	}
	return p, true
}

// SplitSides splits "Lynx @ Tide" or "Lynx vs Tide vs TBD" into its sides. A name that is no pairing is one side.
func SplitSides(s string) []string {
	var sides []string
	for {
		p, ok := SplitPairing(s)
		if !ok {
			return append(sides, s)
		}
		sides, s = append(sides, p.First), p.Second
	}
}

var opponent = text.NewPattern(`(?i)^\s*(?:(@|at\s|chez\s|à\s)|(vs\.?\s|v\.?\s|versus\s|contre\s|c\.\s))\s*(.+)$`)

// SplitOpponent returns the side of the scheduled team and the name of its opponent.
func SplitOpponent(s string) (side Side, name string) {
	s, neutral := CutNeutral(Clean(s))
	found := opponent.FindSubmatchIndex(s)
	if found != nil {
		name = strings.TrimSpace(s[found[6]:found[7]])
	}
	switch {
	case neutral && found != nil:
		return AtNeutral, name
	case neutral:
		return AtNeutral, s
	case found == nil:
		return NoSideSaid, s
	case found[2] >= 0:
		return OnTheRoad, name
	}
	return AtHome, name
}

var neutralMark = text.NewPattern(`(?i)\s*[(\[](?:n|neutral|neutral site|neutre|site neutre)[)\]]\s*`)

// CutNeutral takes a mark such as (N) off a cell.
func CutNeutral(s string) (string, bool) {
	if at := neutralMark.FindSubmatchIndex(s); at != nil {
		return strings.TrimSpace(s[:at[0]] + " " + s[at[1]:]), true
	}
	return s, false
}

// numbered finds the number of a game that ends a cell: (1), Game 2, G2, #2, DH 2, (DH).
var numbered = text.NewPattern(`(?i)\s*(?:[-–(\[]\s*)*(?:(?:game|gm|g|match|partie|dh|doubleheader|programme double|pd)\s*#?\s*([1-4])|#\s*([1-4])|\(\s*([1-4])\s*|(dh|doubleheader|programme double|pd))\s*[)\]]?\s*$`)

// CutGameNumber removes the mark of a doubleheader from a cell. number is 0 if the mark has none;
// ok is false without a mark.
func CutGameNumber(s string) (rest string, number int, ok bool) {
	found := numbered.FindSubmatchIndex(s)
	if found == nil || found[0] > 0 && !strings.ContainsAny(s[found[0]:found[0]+1], " -–([#") {
		return s, 0, false
	}
	for group := 1; group <= 3; group++ {
		if from := found[2*group]; from >= 0 {
			number, _ = strconv.Atoi(s[from:found[2*group+1]])
		}
	}
	return strings.TrimSpace(s[:found[0]]), number, true
}

// CutStatus removes a postponed or cancelled mark from a cell: "Lynx (PPD)", "Lynx - annulé".
func CutStatus(s string) (rest, status string) {
	found := offMark.FindSubmatchIndex(s)
	if found == nil {
		return s, ""
	}
	status, ok := OffStatus(s[found[2]:found[3]])
	if !ok {
		return s, ""
	}
	return strings.TrimSpace(s[:found[0]]), status
}

var offMark = text.NewPattern(`\s*[-–*(\[]+\s*([\p{L} .]+?)\s*[)\]*]*\s*$`)

// IsNoGame reports whether a cell in the place of a team says that there is no game.
func IsNoGame(s string) bool {
	switch Key(s) {
	case "bye", "bye week", "open", "open date", "off", "conge", "no game", "pas de match", "practice", "pratique", "entrainement":
		return true
	}
	return false
}
