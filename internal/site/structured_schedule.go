package site

import "time"

// Schedule statuses of an event as the catalogue names them.
const (
	schedulePostponed = "postponed"
	scheduleCancelled = "cancelled"
	scheduleTBA       = "tba"
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
	case !e.Previous.IsZero() && e.Schedule != scheduleTBA && e.Status == statusUpcoming:
		status = "/EventRescheduled"
		event["previousStartDate"] = stamp(e.Previous)
	}
	event["eventStatus"] = schemaOrg + status
}

// start is the start of an event as ISO 8601: the day alone where its time is to be
// announced.
func start(e Event) string {
	if e.Schedule == scheduleTBA {
		return e.Local.Format(time.DateOnly)
	}
	return stamp(e.Start)
}

// availability says whether an event is sold (schema.org, ItemAvailability).
func availability(e Event) string {
	if e.isOff() {
		return "/OutOfStock"
	}
	return "/InStock"
}
