package site

import "time"

// Statuses of an event as the catalogue names them.
const (
	statusUpcoming = "upcoming"
	statusLive     = "live"
	statusFinished = "finished"
)

// eventData describes an event for search engines: schema.org SportsEvent with its
// BroadcastEvent while it is to come or live, and a VideoObject once it can be
// watched on demand.
func eventData(e Event, doc document) any {
	event := map[string]any{
		"@type":               "SportsEvent",
		"@id":                 doc.Canonical + "#event",
		"name":                e.Name,
		"url":                 doc.Canonical,
		"startDate":           e.Start.UTC().Format(time.RFC3339),
		"eventStatus":         "https://schema.org/EventScheduled",
		"eventAttendanceMode": "https://schema.org/MixedEventAttendanceMode",
	}
	put(event, "description", e.Description)
	put(event, "image", doc.Image)
	put(event, "sport", e.Sport)
	if !e.End.IsZero() {
		event["endDate"] = e.End.UTC().Format(time.RFC3339)
	}
	if e.Venue != "" {
		event["location"] = place(e)
	}
	if e.Home != "" && e.Away != "" {
		event["homeTeam"], event["awayTeam"] = team(e.Home), team(e.Away)
		event["competitor"] = []any{team(e.Away), team(e.Home)}
	}
	graph := []any{event}
	if e.Status == statusFinished {
		graph = append(graph, video(e, doc))
	} else {
		graph = append(graph, broadcast(e, doc))
	}
	return map[string]any{"@context": "https://schema.org", "@graph": graph}
}

func broadcast(e Event, doc document) map[string]any {
	b := map[string]any{
		"@type":               "BroadcastEvent",
		"name":                e.Name,
		"url":                 doc.Canonical,
		"startDate":           e.Start.UTC().Format(time.RFC3339),
		"isLiveBroadcast":     e.Status == statusLive,
		"isAccessibleForFree": e.Free,
		"broadcastOfEvent":    map[string]any{"@id": doc.Canonical + "#event"},
	}
	return b
}

func video(e Event, doc document) map[string]any {
	v := map[string]any{
		"@type":               "VideoObject",
		"name":                e.Name,
		"description":         firstOf(e.Description, e.Name),
		"uploadDate":          firstTime(e.End, e.Start).UTC().Format(time.RFC3339),
		"url":                 doc.Canonical,
		"isAccessibleForFree": e.Free,
	}
	put(v, "thumbnailUrl", doc.Image)
	return v
}

func place(e Event) map[string]any {
	address := map[string]any{"@type": "PostalAddress"}
	put(address, "addressLocality", e.City)
	put(address, "addressRegion", e.State)
	put(address, "addressCountry", e.Country)
	return map[string]any{"@type": "Place", "name": e.Venue, "address": address}
}

func team(name string) map[string]any {
	return map[string]any{"@type": "SportsTeam", "name": name}
}

func put(object map[string]any, name, value string) {
	if value != "" {
		object[name] = value
	}
}

func firstTime(times ...time.Time) time.Time {
	for _, t := range times {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}
