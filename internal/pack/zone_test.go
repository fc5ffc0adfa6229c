package pack

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// The time zone database has an EST that is never on daylight time. A pack means the zone of New York by it.
func TestAliasesOfZonesInPacksAndSchedulesFollowDaylightTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		changed := map[string]string{}
		for _, name := range []string{"channel.yaml", "catalog.yaml"} {
			changed[name] = strings.ReplaceAll(string(league()[name].Data), "time_zone: America/Toronto", "time_zone: EST")
		}
		state := readLeague(t, with(changed)).State
		apply(t, in, with(changed))
		if changes := apply(t, in, with(changed)); len(changes) != 0 {
			t.Errorf("the second time: %v", changes)
		}
		c, err := in.Channels.FindByKey(t.Context(), "league")
		if err != nil {
			t.Fatal(err)
		}
		ref, err := in.Catalog.Reference(t.Context(), int64(c.ID))
		if err != nil {
			t.Fatal(err)
		}
		evening := time.Date(2027, 7, 1, 23, 0, 0, 0, time.UTC)
		for place, name := range map[string]string{
			"channel.yaml": state.Channel.TimeZone, "catalog.yaml": state.Catalog.Locations[0].TimeZone,
			"the channel": c.TimeZone, "its location": ref.Locations[0].TimeZone,
		} {
			loc, err := time.LoadLocation(name)
			if err != nil || evening.In(loc).Hour() != 19 {
				t.Errorf("%s: 23:00 UTC in July is %s in %q, %v", place, evening.In(loc), name, err)
			}
		}
		file := "id,date,time,time_zone,sport,home,location\n" +
			"own,2027-07-01,19:00,EST,soccer,castors,\nplace,2027-07-01,19:00,,soccer,castors,arena\nchannel,2027-07-01,19:00,,soccer,castors,\n"
		if _, err := Import(t.Context(), in, "league", fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(file)}}, "games.csv", ImportOptions{}); err != nil {
			t.Fatal(err)
		}
		events, _, err := in.Catalog.List(t.Context(), int64(c.ID), catalog.Filter{}, catalog.Page{Sort: catalog.ByDate, Limit: 10})
		if err != nil || len(events) != 3 {
			t.Fatalf("%d events, %v", len(events), err)
		}
		for _, e := range events {
			if !e.StartAt.Equal(evening) || e.TimeZone != "America/New_York" {
				t.Errorf("%s: 19:00 EST in July is %s in %q", e.ExternalID, e.StartAt.UTC(), e.TimeZone)
			}
		}
	})
}

// A zone in words is that of the file's times, and other text in the header is not passed over.
func TestZonesOfHeadersAreReadOrTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		for name, test := range map[string]struct{ file, want string }{
			"a region":             {"Date,Time (Pacific),Sport,Home\n2027-07-01,19:00,hockey,Northgate\n", "Thu 2027-07-01 19:00 PDT"},
			"a region's time":      {"Date,Time (Mountain Time),Sport,Home\n2027-07-01,19:00,hockey,Northgate\n", "Thu 2027-07-01 19:00 MDT"},
			"a region in French":   {"Date,Heure (heure de l’Atlantique),Sport,Home\n2027-07-01,19:00,hockey,Northgate\n", "Thu 2027-07-01 19:00 ADT"},
			"a cell":               {"Date,Time,Time zone,Sport,Home\n2027-07-01,19:00,Central Time (US & Canada),hockey,Northgate\n", "Thu 2027-07-01 19:00 CDT"},
			"another text":         {"Date,Time (Arizona),Sport,Home\n2027-07-01,19:00,hockey,Northgate\n", `games.csv:1: Time (Arizona): "Arizona" is not a time zone`},
			"a column of 24 hours": {"Date,Time (24h),Sport,Home\n2027-07-01,7:00,hockey,Northgate\n", "Thu 2027-07-01 07:00 EDT"},
		} {
			report, err := tryTable(t, in, test.file, ImportOptions{DryRun: true})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var told strings.Builder
			if err := report.Write(&told); err != nil || !strings.Contains(told.String(), test.want) {
				t.Errorf("%s: got %s\nwant %s", name, told.String(), test.want)
			}
		}
	})
}
