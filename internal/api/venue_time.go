package api

import (
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/zone"
)

// VenueTimeDTO tells the local time at the venue by the zone data of the server, so that no client needs zone data
// of its own for it.
type VenueTimeDTO struct {
	UTCOffset int    `json:"utc_offset" doc:"Of the venue at event_utc_ts, in seconds east of UTC. The local time at the venue is event_utc_ts + utc_offset"`
	ZoneName  string `json:"zone_name" doc:"Abbreviation of the venue's zone at event_utc_ts, such as EST, in French HNE; UTC−3 where there is none"`
}

// OffsetDTO is the UTC offset of the channel's zone from a time on.
type OffsetDTO struct {
	From      int64 `json:"from_utc_ts" doc:"In seconds since the Unix epoch"`
	UTCOffset int   `json:"utc_offset" doc:"In seconds east of UTC"`
}

// How many calendar years before and after the present one the offsets of the channel's zone cover. Receipts are mostly of the years
// before; what is sold ends in one of the years after.
const offsetYearsBack, offsetYearsAhead = 2, 4

func (v *view) channelOffsets() []OffsetDTO {
	first := func(year int) time.Time { return time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC) }
	changes := zone.Offsets(v.zone, first(v.made.Year()-offsetYearsBack), first(v.made.Year()+offsetYearsAhead+1))
	out := make([]OffsetDTO, len(changes))
	for i, c := range changes {
		out[i] = OffsetDTO{From: c.At.Unix(), UTCOffset: c.Offset}
	}
	return out
}

// loadZones loads the zones of the channel's locations once.
func (v *view) loadZones() {
	v.zones = map[string]*time.Location{}
	for _, l := range v.ref.Locations {
		if loc, err := zone.Load(l.TimeZone); err == nil {
			v.zones[l.TimeZone] = loc
		}
	}
}

// venueZone returns the zone of an event's venue.
func (v *view) venueZone(e *catalog.Event) *time.Location {
	if loc := v.zones[e.TimeZone]; loc != nil {
		return loc
	}
	if loc, err := zone.Load(e.TimeZone); err == nil {
		return loc
	}
	return v.zone
}

// venueOffset returns the UTC offset of an event's venue at a time, in seconds; nil for the zero time.
func (v *view) venueOffset(e *catalog.Event, at time.Time) *int {
	if at.IsZero() {
		return nil
	}
	_, offset := at.In(v.venueZone(e)).Zone()
	return &offset
}

func (v *view) venueTime(e *catalog.Event) VenueTimeDTO {
	local := e.StartAt.In(v.venueZone(e))
	_, offset := local.Zone()
	return VenueTimeDTO{UTCOffset: offset, ZoneName: zone.Abbreviation(v.languages[0], local)}
}
