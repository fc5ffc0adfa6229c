package commerce_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func deny(after time.Duration, places ...string) commerce.Blackout {
	return commerce.Blackout{Mode: commerce.Deny, Places: places, LiftedAfter: after}
}

func allow(places ...string) commerce.Blackout {
	return commerce.Blackout{Mode: commerce.Allow, Places: places, LiftedAfter: commerce.Forever}
}

func TestBlackoutsByPlaceAndTime(t *testing.T) {
	ended := now.Add(-time.Hour)
	for name, test := range map[string]struct {
		rules   []commerce.Blackout
		end     time.Time
		place   string
		blocked bool
		opens   time.Time
		after   time.Duration
	}{
		"no rules":                            {nil, time.Time{}, "CA-QC", false, time.Time{}, 0},
		"the country":                         {[]commerce.Blackout{deny(commerce.Forever, "CA")}, time.Time{}, "CA-QC", true, time.Time{}, commerce.Forever},
		"the country without region":          {[]commerce.Blackout{deny(commerce.Forever, "CA")}, time.Time{}, "CA", true, time.Time{}, commerce.Forever},
		"another country":                     {[]commerce.Blackout{deny(commerce.Forever, "CA")}, time.Time{}, "US-NY", false, time.Time{}, 0},
		"the region":                          {[]commerce.Blackout{deny(commerce.Forever, "CA-QC")}, time.Time{}, "CA-QC", true, time.Time{}, commerce.Forever},
		"another region":                      {[]commerce.Blackout{deny(commerce.Forever, "CA-QC")}, time.Time{}, "CA-ON", false, time.Time{}, 0},
		"a region that is not known":          {[]commerce.Blackout{deny(commerce.Forever, "CA-QC")}, time.Time{}, "CA", false, time.Time{}, 0},
		"a deny list, place unknown":          {[]commerce.Blackout{deny(commerce.Forever, "CA")}, time.Time{}, "", false, time.Time{}, 0},
		"an allow list, place unknown":        {[]commerce.Blackout{deny(2*time.Hour, "CA"), allow("US")}, time.Time{}, "", true, time.Time{}, commerce.Forever},
		"on the only list":                    {[]commerce.Blackout{allow("CA", "US")}, time.Time{}, "CA-QC", false, time.Time{}, 0},
		"not on the only list":                {[]commerce.Blackout{allow("CA", "US")}, time.Time{}, "FR", true, time.Time{}, commerce.Forever},
		"in the only region":                  {[]commerce.Blackout{allow("CA-QC")}, time.Time{}, "CA-QC", false, time.Time{}, 0},
		"beside the only region":              {[]commerce.Blackout{allow("CA-QC")}, time.Time{}, "CA", true, time.Time{}, commerce.Forever},
		"lifted after, not over":              {[]commerce.Blackout{deny(2*time.Hour, "CA")}, time.Time{}, "CA", true, time.Time{}, 2 * time.Hour},
		"lifted after, over":                  {[]commerce.Blackout{deny(2*time.Hour, "CA")}, ended, "CA", true, now.Add(time.Hour), 2 * time.Hour},
		"lifted":                              {[]commerce.Blackout{deny(time.Hour, "CA")}, ended, "CA", false, time.Time{}, 0},
		"lifted at once":                      {[]commerce.Blackout{deny(0, "CA")}, ended, "CA", false, time.Time{}, 0},
		"the longest decides":                 {[]commerce.Blackout{deny(3*time.Hour, "CA"), deny(9*time.Hour, "CA-QC"), deny(2*time.Hour, "CA")}, ended, "CA-QC", true, now.Add(8 * time.Hour), 9 * time.Hour},
		"for ever decides":                    {[]commerce.Blackout{deny(3*time.Hour, "CA"), deny(commerce.Forever, "CA-QC"), deny(9*time.Hour, "CA")}, ended, "CA-QC", true, time.Time{}, commerce.Forever},
		"a rule about others decides nothing": {[]commerce.Blackout{deny(commerce.Forever, "US"), deny(3*time.Hour, "CA")}, ended, "CA", true, now.Add(2 * time.Hour), 3 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			e := event("free")
			e.Blackouts, e.End = test.rules, test.end
			viewer := commerce.Viewer{LoggedIn: true, Place: test.place}
			got := commerce.Decide(e, viewer, []commerce.Grant{{EventID: e.ID}}, now)
			if got.Granted == test.blocked || (got.Reason == commerce.ReasonBlackout) != test.blocked {
				t.Fatalf("got %+v", got)
			}
			if test.blocked && (!got.Opens.Equal(test.opens) || got.OpensAfter != test.after) {
				t.Errorf("opens %v, %v after the end", got.Opens, got.OpensAfter)
			}
			reason, may := commerce.CanSell(e, viewer, now)
			if may == test.blocked || (reason == commerce.ReasonBlackout) != test.blocked || (commerce.RefuseSale(e, viewer, now) != nil) != test.blocked {
				t.Errorf("may be sold: %v, %q", may, reason)
			}
			if commerce.Decide(e, commerce.Viewer{Operator: true, Place: test.place}, nil, now).Reason != commerce.ReasonOperator {
				t.Error("an operator is kept out")
			}
			if rules := (&commerce.Blackouts{}); rules.Near(test.place) != "" {
				t.Error("a channel without rules tells places apart")
			}
		})
	}
}

// Whether a viewer is elsewhere or their place is not known are two messages.
func TestAnAllowListSaysThatThePlaceIsNotKnown(t *testing.T) {
	for name, test := range map[string]struct {
		rules   []commerce.Blackout
		place   string
		unknown bool
	}{
		"nothing known":                      {[]commerce.Blackout{allow("CA")}, "", true},
		"region not known":                   {[]commerce.Blackout{allow("CA-QC")}, "CA", true},
		"another region":                     {[]commerce.Blackout{allow("CA-QC")}, "CA-ON", false},
		"another country":                    {[]commerce.Blackout{allow("CA")}, "FR", false},
		"another country, region not known":  {[]commerce.Blackout{allow("CA-QC")}, "FR", false},
		"a deny list refuses for certain":    {[]commerce.Blackout{allow("CA-QC"), deny(commerce.Forever, "CA")}, "CA", false},
		"two allow lists, one for certain":   {[]commerce.Blackout{allow("CA-QC"), allow("US")}, "CA", false},
		"two allow lists, both not for sure": {[]commerce.Blackout{allow("CA"), allow("US")}, "", true},
	} {
		e := event("paid")
		e.Blackouts = test.rules
		viewer := commerce.Viewer{LoggedIn: true, Place: test.place}
		if got := commerce.Decide(e, viewer, nil, now); got.Reason != commerce.ReasonBlackout || got.PlaceUnknown != test.unknown {
			t.Errorf("%s: %+v", name, got)
		}
		err := commerce.RefuseSale(e, viewer, now)
		if fault.CodeOf(err) != "not_sold_in_region" || strings.Contains(err.Error(), "cannot tell") != test.unknown {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := commerce.Decide(event("free"), commerce.Viewer{}, nil, now); !got.Granted {
		t.Error("an event without rules is refused at an unknown place")
	}
}

func TestNothingIsSoldToTheBlocked(t *testing.T) {
	if reason, may := commerce.CanSell(event("paid"), commerce.Viewer{GeoBlocked: true}, now); may || reason != commerce.ReasonGeoBlocked {
		t.Errorf("%v %q", may, reason)
	}
	if err := commerce.RefuseSale(event("paid"), commerce.Viewer{GeoBlocked: true}, now); fault.CodeOf(err) != "not_sold_in_region" {
		t.Errorf("got %v", err)
	}
	if _, may := commerce.CanSell(event("paid"), commerce.Viewer{GeoBlocked: true, Operator: true}, now); !may {
		t.Error("an operator is refused")
	}
}

// addEvent writes an event of a channel of the shop.
func (s shop) addEvent(t *testing.T, d *db.DB, i int) int64 {
	t.Helper()
	var id int64
	err := d.Write().NewRaw(`INSERT INTO events (channel_id, event_category_id, type, status, stream_state, gender, name, sort_name,
		participants, start_ms, time_zone, base_price, service_fee, price, currency, featured, image, score, created_ms, updated_ms, description)
		VALUES (?, ?, 'free', 'upcoming', 'idle', '', '{}', '', '[]', 0, 'UTC', 0, 0, 0, 'CAD', FALSE, '{}', '', 0, 0, '{}') RETURNING id`,
		s.channels[i], s.categories[i]).Scan(t.Context(), &id)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestBlackoutsComeBackAsWritten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		mine, other := s.addEvent(t, d, 0), s.addEvent(t, d, 1)
		by := actor.ForSystem(s.channels[0])
		rules := []commerce.Blackout{deny(36*time.Hour, "CA-QC", "US"), sound(allow("CA"))}
		if err := s.ReplaceBlackouts(t.Context(), by, s.channels[0], mine, rules); err != nil {
			t.Fatal(err)
		}
		read := func(channel int64) *commerce.Blackouts {
			t.Helper()
			got, err := s.Blackouts(t.Context(), channel)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		got := read(s.channels[0])
		if diff := cmp.Diff(rules, got.Of(mine)); diff != "" || len(got.Of(other)) != 0 {
			t.Error(diff)
		}
		for place, want := range map[string]string{"CA-QC": "CA-QC", "CA-ON": "CA", "CA": "CA", "US-NY": "US", "FR": "ZZ", "FR-75": "ZZ", "": ""} {
			if near := got.Near(place); near != want {
				t.Errorf("%s is near %q", place, near)
			}
		}
		if read(s.channels[1]).Any() {
			t.Error("another channel has the rules")
		}
		if err := s.ReplaceBlackouts(t.Context(), by, s.channels[0], mine, nil); err != nil || read(s.channels[0]).Any() {
			t.Errorf("the rules stay: %v", err)
		}
	})
}

func TestWhoMayNotWriteBlackouts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		mine, foreign := s.addEvent(t, d, 0), s.addEvent(t, d, 1)
		rules := []commerce.Blackout{deny(0, "CA")}
		for name, test := range map[string]struct {
			by    actor.Actor
			event int64
			code  string
		}{
			"a visitor":                   {actor.Actor{ChannelID: s.channels[0]}, mine, "operator_required"},
			"a user":                      {actor.Actor{ChannelID: s.channels[0], UserID: 3, Role: actor.User}, mine, "operator_required"},
			"another channel's operator":  {actor.Actor{ChannelID: s.channels[1], UserID: 3, Role: actor.Operator}, mine, "operator_required"},
			"another channel's event":     {actor.Actor{ChannelID: s.channels[0], UserID: 3, Role: actor.Operator}, foreign, "event_not_found"},
			"an event that nobody has":    {actor.Actor{ChannelID: s.channels[0], UserID: 3, Role: actor.Operator}, 999_999, "event_not_found"},
			"the operator of the channel": {actor.Actor{ChannelID: s.channels[0], UserID: 3, Role: actor.Operator}, mine, ""},
		} {
			if err := s.ReplaceBlackouts(t.Context(), test.by, s.channels[0], test.event, rules); fault.CodeOf(err) != test.code {
				t.Errorf("%s: %v", name, err)
			}
		}
		for field, bad := range map[string][]commerce.Blackout{
			"blackouts":                make([]commerce.Blackout, 21),
			"blackouts.0.mode":         {{Mode: "maybe", Places: []string{"CA"}}},
			"blackouts.0.places":       {{Mode: commerce.Deny}},
			"blackouts.1.places":       {deny(0, "CA"), deny(0, "ca")},
			"blackouts.2.places":       {deny(0, "CA"), deny(0, "US"), deny(0, "ZZ")},
			"blackouts.3.places":       {deny(0, "CA"), deny(0, "US"), deny(0, "FR"), deny(0, "CA-QUEBEC")},
			"blackouts.0.lifted_after": {deny(-2, "CA")},
			"blackouts.1.lifted_after": {deny(0, "CA"), deny(400*24*time.Hour, "CA")},
		} {
			err := s.ReplaceBlackouts(t.Context(), actor.ForSystem(s.channels[0]), s.channels[0], mine, bad)
			if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), field+":") {
				t.Errorf("%s: %v", field, err)
			}
		}
	})
}
