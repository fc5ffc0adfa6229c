package api

import (
	"fmt"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestEventsCarryTheClockOfTheirVenue(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		by := actor.ForSystem(s.channelID)
		rink := must[catalog.LocationID](w)(w.catalog.CreateLocation(t.Context(), by, s.channelID, catalog.Location{
			Alias: "rink", Name: both("Rink", "Glace"), Country: "CA", TimeZone: "America/St_Johns",
		}))
		w.game(s, by, "rink", 96*time.Hour, func(e *catalog.Event) { e.LocationID, e.TimeZone = rink, "America/Toronto" })
		key := w.visitor(home)
		for lang, names := range map[string][2]string{"en": {"NST", "NDT"}, "fr": {"HNT", "HAT"}} {
			events := w.do(call{path: "/api/events?location=rink&lang=" + lang, key: key}).listed().Data
			if len(events) != 1 {
				t.Fatalf("%d events", len(events))
			}
			for _, e := range events {
				loc, err := time.LoadLocation("America/St_Johns")
				if err != nil {
					t.Fatal(err)
				}
				at := time.Unix(e.EventUTCTS, 0).In(loc)
				_, offset := at.Zone()
				want := names[0]
				if at.IsDST() {
					want = names[1]
				}
				if e.UTCOffset != offset || e.ZoneName != want || e.TimeZone != "America/St_Johns" {
					t.Errorf("%s: offset %v, zone %v in %v", lang, e.UTCOffset, e.ZoneName, e.TimeZone)
				}
			}
		}
	})
}

// The clocks of Toronto change on November 1, 2026.
func TestAMovedEventHasTheOffsetOfBothStarts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		by := actor.ForSystem(s.channelID)
		before, after := time.Date(2026, 10, 31, 23, 0, 0, 0, time.UTC), time.Date(2026, 11, 8, 0, 0, 0, 0, time.UTC)
		w.game(s, by, "moved", 0, func(e *catalog.Event) { e.StartAt = before })
		path, key := fmt.Sprintf("/api/events/%d", s.events["moved"]), w.visitor(home)
		find := func() EventDTO {
			var e EventDTO
			w.do(call{path: path, key: key}).into(&e)
			return e
		}
		if e := find(); e.UTCOffset != -4*3600 || e.PreviousOffset != nil {
			t.Errorf("never moved: %d, previously %v", e.UTCOffset, e.PreviousOffset)
		}
		change := catalog.ScheduleChange{Status: catalog.On, Start: after}
		if err := w.catalog.ChangeSchedule(t.Context(), by, s.channelID, s.events["moved"], change); err != nil {
			t.Fatal(err)
		}
		e := find()
		if e.PreviousStart == nil || *e.PreviousStart != before.Unix() || e.PreviousOffset == nil || *e.PreviousOffset != -4*3600 || e.UTCOffset != -5*3600 {
			t.Errorf("moved: %d, previously %v", e.UTCOffset, e.PreviousOffset)
		}
	})
}

func TestTheEndOfABlackoutHasTheOffsetOfItsVenue(t *testing.T) {
	v := &view{channel: &channel.Channel{}, languages: []string{English}, zone: time.UTC}
	opens := time.Date(2026, 11, 1, 7, 30, 0, 0, time.UTC)
	dto := v.accessTo(&catalog.Event{TimeZone: "America/Toronto"}, commerce.Access{Reason: commerce.ReasonBlackout, Opens: opens, OpensAfter: time.Hour})
	if dto.OpensOffset == nil || *dto.OpensOffset != -5*3600 {
		t.Errorf("offset %v", dto.OpensOffset)
	}
}

func TestSettingsCarryTheOffsetsOfTheChannel(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	var settings SettingsDTO
	w.do(call{path: "/api/settings?channel=" + home}).into(&settings)
	loc, err := time.LoadLocation(settings.Channel.TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	list, year := settings.Channel.UTCOffsets, w.clock.Now().Year()
	for month := time.Month(1); month <= 12*7; month++ {
		at := time.Date(year-2, month, 20, 0, 0, 0, 0, time.UTC)
		applies := -1
		for i, change := range list {
			if change.From <= at.Unix() {
				applies = i
			}
		}
		if _, offset := at.In(loc).Zone(); applies < 0 || list[applies].UTCOffset != offset {
			t.Errorf("%s: change %d of %v, want %d", at, applies, list, offset)
		}
	}
}
