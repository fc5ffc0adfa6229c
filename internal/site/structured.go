package site

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/word"
)

// Statuses of an event as the catalogue names them.
const (
	statusUpcoming = "upcoming"
	statusLive     = "live"
	statusFinished = "finished"
)

const schemaOrg = "https://schema.org"

// structured describes a page for search engines in the words of schema.org, with the
// properties that Google requires of what it shows. nil where there is nothing to say.
func structured(channel Channel, route route, view View, doc document, origin string) any {
	var graph []any
	switch {
	case view.Event != nil:
		graph = eventData(*view.Event, doc, channel, origin)
	case route.kind == kindHome && view.Scope == "":
		graph = siteData(channel, doc, origin)
	case len(view.Questions) > 0:
		graph = []any{questionsData(view.Questions, doc)}
	}
	if len(view.Crumbs) > 0 {
		graph = append(graph, crumbsData(view.Crumbs, doc, channel, origin))
	}
	if len(graph) == 0 {
		return nil
	}
	return map[string]any{"@context": schemaOrg, "@graph": graph}
}

// eventData describes an event: a SportsEvent, if it is about sport, with its BroadcastEvent while it is to
// come; live, the VideoObject that is being published by that broadcast; and once it
// is over, the VideoObject of its recording alone.
func eventData(e Event, doc document, channel Channel, origin string) []any {
	event := map[string]any{
		"@type":               channel.Words.Say(eventType),
		"@id":                 doc.Canonical + "#event",
		"name":                e.Name,
		"url":                 doc.Canonical,
		"inLanguage":          doc.Lang,
		"startDate":           start(e),
		"eventAttendanceMode": schemaOrg + "/OnlineEventAttendanceMode",
		"isAccessibleForFree": e.Free,
		"organizer":           organization(channel, origin),
		"offers":              offer(e, doc),
	}
	putSchedule(event, e)
	put(event, "description", firstOf(e.Description, doc.Description))
	putList(event, "image", pictures(e, doc, origin))
	if event["@type"] == sportsEvent {
		put(event, "sport", e.Sport)
	}
	if e.Status == statusFinished {
		putTime(event, "endDate", e.End)
	} else {
		putTime(event, "endDate", expectedEnd(e))
	}
	here := map[string]any{"@type": "VirtualLocation", "url": doc.Canonical}
	event["location"] = here
	if e.Venue != "" {
		event["eventAttendanceMode"] = schemaOrg + "/MixedEventAttendanceMode"
		event["location"] = []any{place(e), here}
	}
	putSides(event, e, channel.Words)
	graph := []any{event}
	switch {
	case e.Status == statusUpcoming && e.isOff():
	case e.Status == statusUpcoming:
		graph = append(graph, broadcast(e, doc))
	case e.Status == statusLive:
		v := video(e, doc, origin)
		v["publication"] = broadcast(e, doc)
		graph = append(graph, broadcast(e, doc), v)
	case e.Recorded:
		v := video(e, doc, origin)
		if e.Length > 0 {
			v["duration"] = isoDuration(e.Length)
		}
		if parts := clips(e, doc); len(parts) > 0 {
			v["hasPart"] = parts
		}
		graph = append(graph, v)
	}
	return graph
}

// What schema.org calls events and those who take part.
const (
	sportsEvent     = "SportsEvent"
	eventType       = "{event, select, show {Event} event {Event} other {" + sportsEvent + "}}"
	participantType = "{participant, select, team {SportsTeam} other {Person}}"
)

// putSides names the two who meet, and which is at home where one is.
func putSides(event map[string]any, e Event, words word.Kinds) {
	if len(e.Sides) != 2 {
		return
	}
	side := func(name string) map[string]any {
		return map[string]any{"@type": words.Say(participantType), "name": name}
	}
	if event["@type"] != sportsEvent {
		event["performer"] = []any{side(e.Sides[0]), side(e.Sides[1])}
		return
	}
	event["competitor"] = []any{side(e.Sides[0]), side(e.Sides[1])}
	if words.Full().Sides == "home" && e.Home != "" {
		event["homeTeam"], event["awayTeam"] = side(e.Home), side(e.Away)
	}
}

// usualLength stands in for a length that is not known.
const usualLength = 3 * time.Hour

// expectedEnd is when an event that is not over is expected to be; zero where its time was not
// announced.
func expectedEnd(e Event) time.Time {
	if e.TimeTBA {
		return time.Time{}
	}
	if e.Length > 0 {
		return e.Start.Add(e.Length)
	}
	return e.Start.Add(usualLength)
}

func broadcast(e Event, doc document) map[string]any {
	b := map[string]any{
		"@type":               "BroadcastEvent",
		"@id":                 doc.Canonical + "#broadcast",
		"name":                e.Name,
		"url":                 doc.Canonical,
		"startDate":           start(e),
		"isLiveBroadcast":     e.Status == statusLive,
		"isAccessibleForFree": e.Free,
		"videoFormat":         "HD",
		"broadcastOfEvent":    map[string]any{"@id": doc.Canonical + "#event"},
	}
	putTime(b, "endDate", expectedEnd(e))
	return b
}

// video describes what can be watched. What is live is published since its start;
// a recording since the end of the event.
func video(e Event, doc document, origin string) map[string]any {
	published := start(e)
	if e.Status == statusFinished && !e.End.IsZero() {
		published = stamp(e.End)
	}
	v := map[string]any{
		"@type":                "VideoObject",
		"@id":                  doc.Canonical + "#video",
		"name":                 e.Name,
		"description":          firstOf(e.Description, doc.Description, e.Name),
		"uploadDate":           published,
		"url":                  doc.Canonical,
		"embedUrl":             fmt.Sprintf("%s/watch_embed/%d", origin, e.ID),
		"inLanguage":           doc.Lang,
		"isAccessibleForFree":  e.Free,
		"requiresSubscription": !e.Free,
	}
	putList(v, "thumbnailUrl", pictures(e, doc, origin))
	return v
}

// clips are the parts of a recording, each at an address by which playback begins there.
// Offsets are in whole seconds (developers.google.com/search/docs/appearance/structured-data/video).
func clips(e Event, doc document) []any {
	var parts []any
	for _, p := range e.Parts {
		start := int64(p.From / time.Second)
		address := doc.Canonical + map[bool]string{true: "&", false: "?"}[strings.Contains(doc.Canonical, "?")] + "t=" + strconv.FormatInt(start, 10)
		parts = append(parts, map[string]any{
			"@type": "Clip", "name": p.Name, "startOffset": start, "endOffset": max(int64(p.To/time.Second), start+1), "url": address,
		})
	}
	return parts
}

// offer is what it takes to watch. Its price is that of the page, and schema.org has a word for taxes that are added.
func offer(e Event, doc document) map[string]any {
	price := "0"
	if e.OnSale {
		price = fmt.Sprintf("%d.%02d", e.Price/100, e.Price%100)
	}
	currency := firstOf(e.Currency, "CAD")
	out := map[string]any{
		"@type": "Offer", "url": doc.Canonical, "price": price, "priceCurrency": currency,
		"availability": schemaOrg + availability(e), "category": map[bool]string{true: "ticket", false: "free"}[e.OnSale],
	}
	if e.OnSale && e.Taxed {
		out["priceSpecification"] = map[string]any{
			"@type": "PriceSpecification", "price": price, "priceCurrency": currency, "valueAddedTaxIncluded": false,
		}
	}
	return out
}

// pictures are absolute addresses of the event's picture, else of the channel's.
func pictures(e Event, doc document, origin string) []string {
	var out []string
	for _, p := range e.Pictures {
		out = append(out, absolute(origin, p))
	}
	if len(out) == 0 && doc.Image != "" {
		out = []string{doc.Image}
	}
	return out
}

// siteData introduces the channel on its home page, with the search of its site.
func siteData(channel Channel, doc document, origin string) []any {
	site := map[string]any{
		"@type": "WebSite", "@id": origin + "/#site", "url": inLanguage(origin+"/", channel.Own, channel.Own), "name": channel.Name,
		"inLanguage": doc.Lang, "publisher": map[string]any{"@id": origin + "/#channel"},
		"potentialAction": map[string]any{
			"@type":       "SearchAction",
			"target":      map[string]any{"@type": "EntryPoint", "urlTemplate": origin + "/search?q={search_term_string}"},
			"query-input": "required name=search_term_string",
		},
	}
	put(site, "description", channel.Tagline)
	return []any{organization(channel, origin), site}
}

func organization(channel Channel, origin string) map[string]any {
	o := map[string]any{"@type": "Organization", "@id": origin + "/#channel", "name": channel.Name, "url": origin + "/"}
	put(o, "logo", absolute(origin, firstOf(channel.TouchIcon, channel.Logo)))
	return o
}

// crumbsData is the way to the page; the last step is the page itself.
func crumbsData(crumbs []Link, doc document, channel Channel, origin string) map[string]any {
	items := make([]any, len(crumbs))
	for i, c := range crumbs {
		item := map[string]any{"@type": "ListItem", "position": i + 1, "name": c.Title, "item": doc.Canonical}
		if c.URL != "" {
			item["item"] = inLanguage(origin+c.URL, channel.Lang, channel.Own)
		}
		items[i] = item
	}
	return map[string]any{"@type": "BreadcrumbList", "itemListElement": items}
}

func questionsData(questions []Question, doc document) map[string]any {
	entries := make([]any, len(questions))
	for i, q := range questions {
		entries[i] = map[string]any{
			"@type": "Question", "name": q.Question,
			"acceptedAnswer": map[string]any{"@type": "Answer", "text": q.Answer},
		}
	}
	return map[string]any{"@type": "FAQPage", "url": doc.Canonical, "inLanguage": doc.Lang, "mainEntity": entries}
}

func place(e Event) map[string]any {
	address := map[string]any{"@type": "PostalAddress"}
	put(address, "addressLocality", e.City)
	put(address, "addressRegion", e.State)
	put(address, "addressCountry", e.Country)
	return map[string]any{"@type": "Place", "name": e.Venue, "address": address}
}

func put(object map[string]any, name, value string) {
	if value != "" {
		object[name] = value
	}
}

func putList(object map[string]any, name string, values []string) {
	if len(values) > 0 {
		object[name] = values
	}
}

func putTime(object map[string]any, name string, t time.Time) {
	if !t.IsZero() {
		object[name] = stamp(t)
	}
}

// stamp is a moment as ISO 8601.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// isoDuration is a length as ISO 8601, in whole seconds.
func isoDuration(d time.Duration) string {
	s := int64(d / time.Second)
	var b strings.Builder
	b.WriteString("PT")
	for _, part := range []struct {
		n    int64
		unit byte
	}{{s / 3600, 'H'}, {s / 60 % 60, 'M'}, {s % 60, 'S'}} {
		if part.n > 0 {
			fmt.Fprintf(&b, "%d%c", part.n, part.unit)
		}
	}
	if b.Len() == len("PT") {
		return "PT0S"
	}
	return b.String()
}
