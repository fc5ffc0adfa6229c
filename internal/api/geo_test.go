package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/maxmind/mmdbwriter/mmdbtype"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/geo/geotest"
)

// Addresses of the atlas.
const (
	inQuebec  = "198.18.0.1"
	inOntario = "198.18.1.1"
	inFrance  = "198.19.0.1"
	nowhere   = "203.0.113.7"
)

// atlas is a small database of places.
func atlas(t *testing.T) func(*Deps) {
	t.Helper()
	records := map[string]mmdbtype.Map{}
	for network, at := range map[string][2]string{"198.18.0.0/24": {"CA", "QC"}, "198.18.1.0/24": {"CA", "ON"}, "198.19.0.0/24": {"FR", ""}} {
		records[network] = mmdbtype.Map{"country": geotest.Place(at[0], map[string]string{"en": "Land of " + at[0]})}
		if at[1] != "" {
			records[network]["subdivisions"] = mmdbtype.Slice{geotest.Place(at[1], map[string]string{"en": "Region of " + at[1]})}
		}
	}
	locator := geotest.Open(t, records)
	return func(d *Deps) { d.Geo = locator }
}

func headers(d *Deps) {
	d.Options.CountryHeader, d.Options.RegionHeader = "CF-IPCountry", "CF-Region-Code"
}

func TestGeoIsBelievedFromTheDatabaseAndTrustedProxies(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), atlas(t), trusted("10.0.0.0/8"), headers)
	key := w.visitor(home)
	for name, test := range map[string]struct {
		from, forwarded, country, region string
		wantCode, wantRegion, wantName   string
	}{
		"by the database":                 {inQuebec + ":1", "", "", "", "CA", "CA-QC", "Land of CA"},
		"a country alone":                 {inFrance + ":1", "", "", "", "FR", "", "Land of FR"},
		"nowhere":                         {nowhere + ":1", "", "", "", "", "", ""},
		"a stranger's claim":              {inQuebec + ":1", "", "FR", "", "CA", "CA-QC", "Land of CA"},
		"a stranger's claim from nowhere": {nowhere + ":1", "", "FR", "75", "", "", ""},
		"a proxy's claim":                 {"10.0.0.1:1", nowhere, "DE", "", "DE", "", "DE"},
		"a proxy's claim of a region":     {"10.0.0.1:1", nowhere, "CA", "AB", "CA", "CA-AB", "CA"},
		"a proxy's claim wins":            {"10.0.0.1:1", inFrance, "CA", "QC", "CA", "CA-QC", "CA"},
		"the database adds the region":    {"10.0.0.1:1", inQuebec, "CA", "", "CA", "CA-QC", "Land of CA"},
		"a proxy that does not know":      {"10.0.0.1:1", inQuebec, "XX", "", "CA", "CA-QC", "Land of CA"},
		"a proxy that hides Tor":          {"10.0.0.1:1", inFrance, "T1", "", "FR", "", "Land of FR"},
		"a proxy's nonsense":              {"10.0.0.1:1", inFrance, "<b>", "", "FR", "", "Land of FR"},
	} {
		var got geoDTO
		w.do(call{path: "/api/geo", key: key, from: test.from, header: map[string]string{
			"X-Forwarded-For": test.forwarded, "CF-IPCountry": test.country, "CF-Region-Code": test.region,
		}}).into(&got)
		if got.CountryCode != test.wantCode || got.RegionCode != test.wantRegion || got.Country != test.wantName {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestAHeaderThatIsNotConfiguredIsNotRead(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), trusted("10.0.0.0/8"))
	var got geoDTO
	w.do(call{path: "/api/geo", key: w.visitor(home), from: "10.0.0.1:1", header: map[string]string{"CF-IPCountry": "FR"}}).into(&got)
	if got.CountryCode != "" {
		t.Errorf("%+v", got)
	}
}

// block closes a channel for a country.
func (w *world) block(channelKey, country string) {
	w.t.Helper()
	c, err := w.sites.FindByKey(w.t.Context(), channelKey)
	if err != nil {
		w.t.Fatal(err)
	}
	changed := *c
	changed.Settings.BlockedCountries = []string{country}
	if err := w.sites.Update(w.t.Context(), actor.ForSystem(int64(c.ID)), changed); err != nil {
		w.t.Fatal(err)
	}
}

func TestABlockedCountrySeesNoMediaAndIsSoldNothing(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), atlas(t))
	s := w.season(home, "")
	w.block(home, "FR")
	w.clock.Advance(time.Minute)
	key := w.visitor(home)
	for from, blocked := range map[string]bool{inFrance: true, inQuebec: false, nowhere: false} {
		var e EventDetailDTO
		w.do(call{path: fmt.Sprintf("/api/events/%d", s.events["live"]), key: key, from: from + ":1"}).into(&e)
		hasMedia := len(e.Media) > 0 && e.Media[0].URL != ""
		if (e.Access.Reason == commerce.ReasonGeoBlocked) != blocked || hasMedia == blocked || e.Sale.Allowed == blocked {
			t.Errorf("%s: %+v, %+v, %+v", from, e.Access, e.Sale, e.Media)
		}
		var g geoDTO
		w.do(call{path: "/api/geo", key: key, from: from + ":1"}).into(&g)
		if g.IsGeoBlocked != blocked {
			t.Errorf("%s: %+v", from, g)
		}
	}
}

func TestABlackoutIsOfOneEventAndPlace(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), atlas(t))
	s := w.season(home, "")
	id := w.channel(home).ID
	live := int64(s.events["live"])
	err := w.commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(id), id, live, []commerce.Blackout{
		{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: 24 * time.Hour},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(time.Minute)
	key := w.visitor(home)
	for _, from := range []string{inQuebec, inOntario, inFrance, nowhere} {
		blocked := from == inQuebec
		var e EventDetailDTO
		w.do(call{path: fmt.Sprintf("/api/events/%d", live), key: key, from: from + ":1"}).into(&e)
		if (e.Access.Reason == commerce.ReasonBlackout) != blocked || e.HasAccess == blocked || (e.Media[0].URL == "") != blocked || e.Sale.Allowed == blocked {
			t.Errorf("%s: %+v, %+v", from, e.Access, e.Sale)
		}
		if blocked && (e.Access.OpensAfter == nil || *e.Access.OpensAfter != 24*3600 || e.Access.OpensAt != nil || e.Access.Message == "") {
			t.Errorf("opens %+v", e.Access)
		}
		var list []EventDTO
		w.do(call{path: "/api/events?limit=100", key: key, from: from + ":1"}).into(&list)
		for _, one := range list {
			if (one.Access.Reason == commerce.ReasonBlackout) != (blocked && one.ID == live) {
				t.Errorf("%s: the list says %+v of %d", from, one.Access, one.ID)
			}
		}
	}
	var french EventDetailDTO
	w.do(call{path: fmt.Sprintf("/api/events/%d?lang=fr", live), key: key, from: inQuebec + ":1"}).into(&french)
	if french.Access.Message != "Ce match n’est pas offert dans votre région." {
		t.Errorf("%q", french.Access.Message)
	}
	away := w.season(away, "")
	var other EventDetailDTO
	w.do(call{path: fmt.Sprintf("/api/events/%d", away.events["live"]), key: w.visitor("away"), from: inQuebec + ":1", host: "away.example"}).into(&other)
	if other.Access.Reason == commerce.ReasonBlackout {
		t.Error("another channel's event is blacked out")
	}
}

// Pages write their own addresses by the scheme that they are told.
func TestASchemeIsBelievedFromProxiesOnly(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), trusted("10.0.0.0/8"))
	told := w.api.Edge(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Told", r.Header.Get("X-Forwarded-Proto"))
	}))
	for from, want := range map[string]string{"10.0.0.1:1": "https", "203.0.113.7:1": ""} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://home.example/", nil)
		r.RemoteAddr = from
		r.Header.Set("X-Forwarded-Proto", "https")
		recorder := httptest.NewRecorder()
		told.ServeHTTP(recorder, r)
		if got := recorder.Header().Get("X-Told"); got != want {
			t.Errorf("from %s: %q", from, got)
		}
	}
}
