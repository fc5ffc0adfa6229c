package site

import (
	"cmp"
	"time"
)

// Schedule statuses of an event as the catalogue names them.
const (
	schedulePostponed = "postponed"
	scheduleCancelled = "cancelled"
)

// isOff reports whether an event does not take place at its start.
func (e Event) isOff() bool {
	return e.Schedule == scheduleCancelled || e.Schedule == schedulePostponed
}

// putSchedule says whether an event takes place as planned (schema.org, EventStatusType).
func putSchedule(event map[string]any, e Event) {
	status := "/EventScheduled"
	switch {
	case e.Schedule == scheduleCancelled:
		status = "/EventCancelled"
	case e.Schedule == schedulePostponed:
		status = "/EventPostponed"
		event["previousStartDate"] = start(e)
	case !e.Previous.IsZero() && !e.TimeTBA && e.Status == statusUpcoming:
		status = "/EventRescheduled"
		event["previousStartDate"] = dayOrStamp(e.Previous, e.PreviousTBA, e.Zone)
	}
	event["eventStatus"] = schemaOrg + status
}

// start is the start of an event as ISO 8601: the day alone where its time was not
// announced.
func start(e Event) string { return dayOrStamp(e.Start, e.TimeTBA, e.Zone) }

// dayOrStamp is a moment as ISO 8601, or its day at the venue.
func dayOrStamp(t time.Time, day bool, venue *time.Location) string {
	if day {
		return t.In(cmp.Or(venue, time.UTC)).Format(time.DateOnly)
	}
	return stamp(t)
}

// availability says whether an event is sold (schema.org, ItemAvailability).
func availability(e Event) string {
	if e.isOff() {
		return "/OutOfStock"
	}
	return "/InStock"
}
