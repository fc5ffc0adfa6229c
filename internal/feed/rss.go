package feed

import (
	"context"
	"encoding/xml"
	"html"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/zone"
)

// How many events an RSS feed has of each kind, and how far it looks.
const (
	rssEach  = 25
	rssAhead = 60 * 24 * time.Hour
	rssBack  = 60 * 24 * time.Hour

	cacheFeed = "public, max-age=300"
)

// rssFeed is RSS 2.0 (rssboard.org) with the address of itself as in RFC 4287.
type rssFeed struct {
	XMLName xml.Name   `xml:"rss"`
	Version string     `xml:"version,attr"`
	Atom    string     `xml:"xmlns:atom,attr"`
	Media   string     `xml:"xmlns:media,attr"`
	Channel rssChannel `xml:"channel"`
}

type rssChannel struct {
	Title       string    `xml:"title"`
	Link        string    `xml:"link"`
	Description string    `xml:"description"`
	Language    string    `xml:"language"`
	Built       string    `xml:"lastBuildDate,omitempty"`
	TTL         int       `xml:"ttl"`
	Self        atomLink  `xml:"atom:link"`
	Items       []rssItem `xml:"item"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

type rssItem struct {
	Title       string     `xml:"title"`
	Link        string     `xml:"link"`
	GUID        rssGUID    `xml:"guid"`
	Published   string     `xml:"pubDate"`
	Categories  []string   `xml:"category"`
	Description string     `xml:"description"`
	Picture     *mediaPart `xml:"media:content"`
}

type rssGUID struct {
	PermaLink bool   `xml:"isPermaLink,attr"`
	Value     string `xml:",chardata"`
}

type mediaPart struct {
	URL    string `xml:"url,attr"`
	Medium string `xml:"medium,attr"`
}

// rss answers the news of a scope: what is live, what is next, what can be watched
// again, the latest first.
func (f *Feeds) rss(ctx context.Context, req *request) (*document, error) {
	s, err := f.scope(ctx, req)
	if err != nil {
		return nil, err
	}
	return f.documents.Get(ctx, req.key("rss", s.query), func(ctx context.Context) (*document, error) {
		return f.makeRSS(ctx, req, s)
	})
}

func (f *Feeds) makeRSS(ctx context.Context, req *request, s scope) (*document, error) {
	now := f.Clock.Now()
	var events []*catalog.Event
	for _, part := range []struct {
		status       catalog.Status
		from, before time.Time
		descending   bool
	}{
		{catalog.Live, time.Time{}, time.Time{}, true},
		{catalog.Upcoming, time.Time{}, now.Add(rssAhead), false},
		{catalog.Finished, now.Add(-rssBack), time.Time{}, true},
	} {
		filter := s.filter
		filter.Statuses, filter.From, filter.Before, filter.Recorded = []catalog.Status{part.status}, part.from, part.before, true
		some, err := f.events(ctx, req, filter, part.descending, rssEach)
		if err != nil {
			return nil, err
		}
		events = append(events, some...)
	}
	home := "/"
	if s.query != "" {
		home += "?" + s.query
	}
	feed := rssFeed{Version: "2.0", Atom: "http://www.w3.org/2005/Atom", Media: "http://search.yahoo.com/mrss/", Channel: rssChannel{
		Title: req.title(s), Link: req.page(home), Description: req.about(s), Language: req.lang + "-ca", TTL: 5,
		Self: atomLink{"self", "application/rss+xml", req.feedURL("/feed.xml", s)},
	}}
	slices.SortStableFunc(events, func(a, b *catalog.Event) int { return published(b.Stamp()).Compare(published(a.Stamp())) })
	if len(events) > 0 {
		feed.Channel.Built = published(events[0].Stamp()).UTC().Format(time.RFC1123Z)
	}
	for _, e := range events {
		feed.Channel.Items = append(feed.Channel.Items, f.rssItem(req, s, e))
	}
	return newXML("application/rss+xml; charset=utf-8", cacheFeed, feed)
}

// state is the state of an event that a feed shows: its schedule status where it does not take
// place as planned, else its status.
func state(e *catalog.Event) string {
	if isScheduleNews(e) && e.ScheduleStatus != catalog.On && e.ScheduleStatus != "" {
		return string(e.ScheduleStatus)
	}
	return string(e.Status)
}

// rssItem is an event in one of its states. Each state is a separate item, so
// that a reader who has seen "upcoming" is told of "live" too.
func (f *Feeds) rssItem(req *request, s scope, e *catalog.Event) rssItem {
	languages, w := req.languages(), wordsIn(req.lang)
	item := rssItem{
		Title:       line(labelled(req.lang, w.heading(e), s.name(e, languages))),
		Link:        req.watch(int64(e.ID)),
		GUID:        rssGUID{Value: state(e) + "-" + req.uid(int64(e.ID))},
		Published:   published(e.Stamp()).UTC().Format(time.RFC1123Z),
		Description: req.itemHTML(s, e),
	}
	if sport := s.sport(e, languages); sport != "" {
		item.Categories = append(item.Categories, line(sport))
	}
	if picture := f.MediaURL(e.Poster().Key); picture != "" {
		item.Picture = &mediaPart{URL: req.absolute(picture), Medium: "image"}
	}
	return item
}

// published is when an event became what it is. The planned start stands in for the
// end of a finished one: the true end would tell of overtime.
func published(e catalog.Stamp) time.Time {
	switch {
	case e.Status == catalog.Live && !e.LiveSince.IsZero():
		return e.LiveSince
	case e.Status == catalog.Upcoming && e.ListedAt.Before(e.StartAt):
		return e.ListedAt
	case e.Status == catalog.Finished:
		return e.StartAt.Add(nominalLength)
	}
	return e.StartAt
}

// itemHTML says when, where and in which sport; RSS descriptions are HTML.
func (req *request) itemHTML(s scope, e *catalog.Event) string {
	var b strings.Builder
	for _, part := range []string{s.sport(e, req.languages()), req.venueTime(e), s.venue(e, req.languages())} {
		if part != "" {
			b.WriteString("<p>" + html.EscapeString(line(part)) + "</p>")
		}
	}
	return b.String()
}

// venueTime is the start in the zone of the venue.
func (req *request) venueTime(e *catalog.Event) string {
	w, start := wordsIn(req.lang), e.StartAt.In(req.zone(e))
	switch {
	case e.ScheduleStatus == catalog.TBA:
		return start.Format(time.DateOnly) + " (" + w.schedule(catalog.TBA) + ")"
	case e.TimeTBA:
		return start.Format(time.DateOnly)
	}
	return start.Format(w.layout) + " (" + zone.Abbreviation(req.lang, start) + ")"
}

// zone is the zone of an event's venue, else the channel's.
func (req *request) zone(e *catalog.Event) *time.Location {
	loc, err := time.LoadLocation(e.TimeZone)
	if err != nil || e.TimeZone == "" {
		return req.channel.Zone()
	}
	return loc
}

// title is the name of a scope's feed.
func (req *request) title(s scope) string {
	return line(join(" · ", append(slices.Clone(s.names), req.channel.Name.In(req.languages()...))...))
}

func (req *request) about(s scope) string {
	return line(labelled(req.lang, req.title(s), req.channel.Tagline.In(req.languages()...)))
}

// feedURL is the address of a scope's feed in the language of the request.
func (req *request) feedURL(path string, s scope) string {
	address := req.origin + path + "?"
	if s.query != "" {
		address += s.query + "&"
	}
	return address + "lang=" + req.lang
}
