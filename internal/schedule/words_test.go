package schedule

import (
	"errors"
	"testing"
	"time"
)

func TestStatusesAndSides(t *testing.T) {
	for s, want := range map[string]string{"PPD": Postponed, "Reporté": Postponed, "CANCELED": Cancelled, "annulée": Cancelled, "TBD": TBA, "Final": On, "Scheduled": On, "prévu": On} {
		if got, ok := StatusOf(s); !ok || got != want {
			t.Errorf("%q is %q, %t", s, got, ok)
		}
	}
	if got, ok := StatusOf("maybe"); ok {
		t.Errorf("maybe is %q", got)
	}
	for s, want := range map[string]Side{"H": AtHome, "@": OnTheRoad, "Away": OnTheRoad, "N": AtNeutral, "Domicile": AtHome, "extérieur": OnTheRoad, "": NoSideSaid} {
		if got, ok := SideOf(s); !ok || got != want {
			t.Errorf("%q is %q, %t", s, got, ok)
		}
	}
	for s, want := range map[string]string{"Boys Hockey": "hockey M", "Women's Soccer": "soccer W", "Hockey féminin": "hockey W", "Hockey": "hockey "} {
		if key, gender := CutGender(s); key+" "+gender != want {
			t.Errorf("%q is %q, %q", s, key, gender)
		}
	}
}

func TestPairingsAndOpponents(t *testing.T) {
	for s, want := range map[string]Pairing{
		"Lynx @ Tide":            {First: "Lynx", Second: "Tide", HomeSecond: true},
		"Lynx at Tide":           {First: "Lynx", Second: "Tide", HomeSecond: true},
		"Lynx vs. Tide":          {First: "Lynx", Second: "Tide"},
		"Lynx contre Tide":       {First: "Lynx", Second: "Tide"},
		"Lynx - Tide":            {First: "Lynx", Second: "Tide"},
		"Lynx vs Tide (Neutral)": {First: "Lynx", Second: "Tide", Neutral: true},
	} {
		if got, ok := SplitPairing(s); !ok || got != want {
			t.Errorf("%q is %+v, %t", s, got, ok)
		}
	}
	for _, s := range []string{"Opening night", "Saint-Jean", "@ Tide", ""} {
		if got, ok := SplitPairing(s); ok {
			t.Errorf("%q is %+v", s, got)
		}
	}
	for s, want := range map[string]string{"vs Lynx": "home Lynx", "vs. Lynx": "home Lynx", "@ Lynx": "away Lynx", "@Lynx": "away Lynx", "at Lynx": "away Lynx", "Lynx": " Lynx", "vs Lynx (N)": "neutral Lynx", "Vikings": " Vikings"} {
		if side, name := SplitOpponent(s); string(side)+" "+name != want {
			t.Errorf("%q is %q, %q", s, side, name)
		}
	}
}

func TestMarks(t *testing.T) {
	for s, want := range map[string]struct {
		rest   string
		number int
		ok     bool
	}{
		"Lynx (2)": {"Lynx", 2, true}, "Lynx - Game 2": {"Lynx", 2, true}, "Lynx G1": {"Lynx", 1, true}, "Lynx #2": {"Lynx", 2, true}, "Lynx (DH)": {"Lynx", 0, true}, "Lynx DH 2": {"Lynx", 2, true}, "Lynx (Game 1)": {"Lynx", 1, true},
		"Lynx": {"Lynx", 0, false}, "Spring2": {"Spring2", 0, false}, "Match": {"Match", 0, false}, "Group 5": {"Group 5", 0, false},
	} {
		if rest, number, ok := CutGameNumber(s); rest != want.rest || number != want.number || ok != want.ok {
			t.Errorf("%q is %q, %d, %t", s, rest, number, ok)
		}
	}
	for s, want := range map[string]string{"Lynx (PPD)": "Lynx postponed", "Lynx - annulé": "Lynx cancelled", "Lynx *CANCELLED*": "Lynx cancelled", "Lynx (North)": "Lynx (North) ", "Lynx": "Lynx "} {
		if rest, status := CutStatus(s); rest+" "+status != want {
			t.Errorf("%q is %q, %q", s, rest, status)
		}
	}
}

func TestAmounts(t *testing.T) {
	for s, want := range map[string]int64{"8.99": 899, "8,99": 899, "$8.99": 899, "8,99 $": 899, "CAD 8.9": 890, "8": 800, "": 0, ".5": 50, "Free": 0, "8.99\u00a0$": 899, "CA$8.99": 899, "8,99 $ CA": 899, "$8.99 CAD": 899} {
		if got, err := ReadAmount(s, "CAD"); err != nil || got != want {
			t.Errorf("%q is %d, %v", s, got, err)
		}
	}
	for s, want := range map[string]error{"-8": ErrNegative, "(8.99)": ErrNegative, "8.999": ErrDecimals, "1,000.00": ErrAmount, "vip": ErrAmount, "9999999999999999999": ErrAmount, "+8": ErrAmount, "8.9x": ErrAmount, "USD 8.99": ErrCurrency, "US$8.99": ErrCurrency, "8,99 $ US": ErrCurrency, "$8.99 usd": ErrCurrency} {
		if got, err := ReadAmount(s, "CAD"); !errors.Is(err, want) {
			t.Errorf("%q is %d, %v", s, got, err)
		}
	}
	for s, want := range map[string]time.Duration{"120": 2 * time.Hour, "127:30": 127*time.Minute + 30*time.Second, "120 min": 2 * time.Hour, "2h": 2 * time.Hour, "1 h 30": 90 * time.Minute, "": 0} {
		if got, err := ReadDuration(s); err != nil || got != want {
			t.Errorf("%q is %s, %v", s, got, err)
		}
	}
}
