package commerce_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/commerce"
)

// sound returns the rule with its sound allowed.
func sound(b commerce.Blackout) commerce.Blackout {
	b.Sound = true
	return b
}

func TestListeningWhereABlackoutForbidsToWatch(t *testing.T) {
	quebec, canada := deny(commerce.Forever, "CA-QC"), deny(commerce.Forever, "CA")
	ticket := []commerce.Grant{{EventID: event("paid").ID}}
	visitor, user := commerce.Viewer{Place: "CA-QC"}, commerce.Viewer{LoggedIn: true, Place: "CA-QC"}
	blocked, operator := commerce.Viewer{Place: "CA-QC", GeoBlocked: true}, commerce.Viewer{Place: "CA-QC", Operator: true}
	for name, test := range map[string]struct {
		access string
		viewer commerce.Viewer
		grants []commerce.Grant
		end    time.Time
		rules  []commerce.Blackout
		want   commerce.Reason
	}{
		"a free event":                                 {"free", visitor, nil, time.Time{}, []commerce.Blackout{sound(quebec)}, commerce.ReasonFree},
		"sound not allowed":                            {"free", visitor, nil, time.Time{}, []commerce.Blackout{quebec}, ""},
		"one of two rules does not allow it":           {"free", visitor, nil, time.Time{}, []commerce.Blackout{sound(quebec), canada}, ""},
		"both rules allow it":                          {"free", visitor, nil, time.Time{}, []commerce.Blackout{sound(quebec), sound(canada)}, commerce.ReasonFree},
		"the other rule is about another place":        {"free", visitor, nil, time.Time{}, []commerce.Blackout{sound(quebec), deny(commerce.Forever, "FR")}, commerce.ReasonFree},
		"the other rule was lifted":                    {"free", visitor, nil, now.Add(-time.Hour), []commerce.Blackout{sound(quebec), deny(time.Hour, "CA")}, commerce.ReasonFree},
		"the other rule is lifted later":               {"free", visitor, nil, now.Add(-time.Hour), []commerce.Blackout{sound(quebec), deny(2*time.Hour, "CA")}, ""},
		"beside an allow list":                         {"free", visitor, nil, time.Time{}, []commerce.Blackout{sound(allow("US"))}, commerce.ReasonFree},
		"an allow list and an unknown place":           {"free", commerce.Viewer{}, nil, time.Time{}, []commerce.Blackout{sound(allow("US"))}, commerce.ReasonFree},
		"an account is missing":                        {"register", visitor, nil, time.Time{}, []commerce.Blackout{sound(quebec)}, ""},
		"an account":                                   {"register", user, nil, time.Time{}, []commerce.Blackout{sound(quebec)}, commerce.ReasonRegistered},
		"a ticket is missing":                          {"paid", user, nil, time.Time{}, []commerce.Blackout{sound(quebec)}, ""},
		"a ticket":                                     {"paid", user, ticket, time.Time{}, []commerce.Blackout{sound(quebec)}, commerce.ReasonOrder},
		"a country that the channel does not serve":    {"free", blocked, nil, time.Time{}, []commerce.Blackout{sound(quebec)}, ""},
		"a closed country without a rule of the event": {"free", blocked, nil, time.Time{}, nil, ""},
		"an operator watches":                          {"free", operator, nil, time.Time{}, []commerce.Blackout{sound(quebec)}, ""},
	} {
		e := event(test.access)
		e.Blackouts, e.End = test.rules, test.end
		got := commerce.Decide(e, test.viewer, test.grants, now)
		if got.Listening != test.want || got.MayListen() != (test.want != "") || got.MayListen() && (got.Granted || got.Reason != commerce.ReasonBlackout || len(got.Capabilities) != 0) {
			t.Errorf("%s: %+v", name, got)
		}
		if want := test.access == "paid" && test.want != ""; got.IsBought(test.access) != want {
			t.Errorf("%s: bought %v", name, !want)
		}
	}
}

// Listening takes nothing from watching and adds nothing to it: viewers who may listen could watch without
// the rules, and every other answer is the same as if no rule allowed the sound.
func TestListeningNeverWidensWatching(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		place := rapid.SampledFrom([]string{"", "CA", "CA-QC", "CA-ON", "US", "FR"})
		e := event(rapid.SampledFrom([]string{"free", "register", "paid", "ppv"}).Draw(rt, "type"))
		e.End = rapid.SampledFrom([]time.Time{{}, now.Add(-time.Hour), now.Add(-9 * time.Hour)}).Draw(rt, "end")
		e.Blackouts = rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) commerce.Blackout {
			return commerce.Blackout{
				Mode:        rapid.SampledFrom([]commerce.BlackoutMode{commerce.Deny, commerce.Allow}).Draw(rt, "mode"),
				Places:      rapid.SliceOfN(place.Filter(func(p string) bool { return p != "" }), 1, 3).Draw(rt, "places"),
				LiftedAfter: rapid.SampledFrom([]time.Duration{commerce.Forever, 0, 2 * time.Hour}).Draw(rt, "lifted"),
				Sound:       rapid.Bool().Draw(rt, "sound"),
			}
		}), 0, 4).Draw(rt, "rules")
		v := commerce.Viewer{
			LoggedIn: rapid.Bool().Draw(rt, "logged in"), Operator: rapid.Bool().Draw(rt, "operator"), GeoBlocked: rapid.Bool().Draw(rt, "blocked"),
			Place: place.Draw(rt, "place"),
		}
		var grants []commerce.Grant
		if rapid.Bool().Draw(rt, "bought") {
			grants = []commerce.Grant{{EventID: e.ID, Disputed: rapid.Bool().Draw(rt, "disputed")}}
		}
		got := commerce.Decide(e, v, grants, now)
		silent, anywhere := e, e
		silent.Blackouts, anywhere.Blackouts = nil, nil
		for _, b := range e.Blackouts {
			b.Sound = false
			silent.Blackouts = append(silent.Blackouts, b)
		}
		if got.MayListen() && !commerce.Decide(anywhere, v, grants, now).Granted {
			rt.Fatalf("listens and could not watch without the rules: %+v", got)
		}
		got.Listening = ""
		if diff := cmp.Diff(commerce.Decide(silent, v, grants, now), got); diff != "" {
			rt.Fatal(diff)
		}
	})
}
