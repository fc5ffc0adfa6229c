package api

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/zone"
)

// eventsInput documents the parameters of lists of events. The call is hot: they are
// read by readEvents.
type eventsInput struct {
	School   string `query:"school" doc:"Participant groups: ids or aliases, separated by commas"`
	Team     string `query:"team" doc:"Participants: ids or aliases, separated by commas"`
	Sport    string `query:"sport" doc:"Event categories: ids or aliases, separated by commas; those below count too"`
	Division string `query:"division" doc:"Ids or aliases, separated by commas"`
	Group    string `query:"group" doc:"Groups of competitions: ids or aliases, separated by commas"`
	Location string `query:"location" doc:"Ids or aliases, separated by commas"`
	City     string `query:"city" doc:"Names, separated by commas"`
	State    string `query:"state" doc:"Names, separated by commas"`
	Gender   string `query:"gender" doc:"M or W, or both separated by a comma"`
	Type     string `query:"type" doc:"free, register, paid, ppv, separated by commas"`

	WhenFields

	Search          string `query:"search" minLength:"2" maxLength:"100" doc:"Beginnings of words of the name, participants, groups, category and location; total stops at 10000"`
	EventCategoryID string `query:"event_category_id" doc:"Like sport, ids only"`
	ParticipantID   string `query:"participant_id" doc:"Like team, ids only; with both, one of each must play"`
	LocationID      string `query:"location_id" doc:"Like location, ids only"`
	Favorites       string `query:"favorites" doc:"1: events that have to do with what the user follows. Visitors name it: kinds with ids, as participant-12,group-3,category-4,event-9,location-2"`
	IDs             string `query:"ids" doc:"Only these events, at most 100"`

	EventPageFields

	Facets string `query:"facets" enum:"0,1" doc:"1: count what the list can be filtered by"`
}

// WhenFields choose events by when they are, and by how far.
type WhenFields struct {
	StreamStatus string `query:"stream_status" doc:"live, upcoming, finished, separated by commas"`
	Recorded     string `query:"recorded" enum:"0,1" doc:"1: of the finished events only those with a recording"`
	StartDate    string `query:"start_date" doc:"Starts at or after: RFC 3339, or YYYY-MM-DD in tz"`
	EndDate      string `query:"end_date" doc:"Starts before or at: RFC 3339, or YYYY-MM-DD in tz, that day included"`
	TZ           string `query:"tz" doc:"Time zone of the dates, by its IANA name or an abbreviation such as EST, PDT or HNE, which means the regional zone with its daylight time; the channel's by default"`
}

// EventPageFields choose one page of a list of events.
type EventPageFields struct {
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"30"`
	Offset        int    `query:"offset" minimum:"0" maximum:"10000"`
	After         string `query:"after" doc:"meta.next of the page before; for pages beyond any offset"`
	SortField     string `query:"sort_field" enum:"date,name,price" default:"date"`
	SortDirection string `query:"sort_direction" enum:"asc,desc" doc:"By default asc, and desc for dates of lists with finished events"`
}

// eventQuery is what a list of events was asked for.
type eventQuery struct {
	filter catalog.Filter
	page   catalog.Page
	facets bool
}

// problems collects what is wrong with parameters.
type problems []fault.Field

func (p *problems) add(field, code, message string) {
	if len(*p) < maxProblems {
		*p = append(*p, fault.Field{Field: field, Code: code, Message: message})
	}
}

func (p problems) err() error {
	if len(p) == 0 {
		return nil
	}
	return fault.InvalidFields(p...)
}

// maxTerms bounds the values of one list.
const maxTerms = 100

var termPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)

// split takes a list apart; nil when the parameter is absent or empty.
func (p *problems) split(field, value string) []string {
	if value == "" {
		return nil
	}
	if strings.Count(value, ",") >= maxTerms {
		p.add(field, "too_many", "At most "+strconv.Itoa(maxTerms)+" values are allowed.")
		return nil
	}
	terms := []string{}
	for term := range strings.SplitSeq(value, ",") {
		if term = strings.TrimSpace(term); term != "" {
			terms = append(terms, term)
		}
	}
	return terms
}

// terms reads a list of ids and aliases.
func (p *problems) terms(field, value string) []string {
	terms := p.split(field, value)
	for _, term := range terms {
		if !termPattern.MatchString(term) {
			p.add(field, "malformed", "The value is not valid.")
			return nil
		}
	}
	return terms
}

// ids reads a list of ids. One too large for any row is no id of anything.
func ids[K ~int64](p *problems, field, value string) []K {
	terms := p.split(field, value)
	if terms == nil {
		return nil
	}
	out := make([]K, 0, len(terms))
	for _, term := range terms {
		var id PathID
		if err := id.UnmarshalText([]byte(term)); err != nil {
			p.add(field, "malformed", "The value is not valid.")
			return nil
		}
		out = append(out, K(id.Value))
	}
	return out
}

// choices reads a list of words out of a few.
func choices[K ~string](p *problems, field, value string, of ...K) []K {
	terms := p.split(field, value)
	if terms == nil {
		return nil
	}
	out := make([]K, 0, len(terms))
	for _, term := range terms {
		if !slices.Contains(of, K(term)) {
			p.add(field, "not_allowed", "The value must be one of: "+joined(of)+".")
			return nil
		}
		out = append(out, K(term))
	}
	return out
}

// choice reads one word out of a few, "" when the parameter is absent or empty.
func choice[K ~string](p *problems, field, value string, of ...K) K {
	if value != "" && !slices.Contains(of, K(value)) {
		p.add(field, "not_allowed", "The value must be one of: "+joined(of)+".")
		return ""
	}
	return K(value)
}

func joined[K ~string](of []K) string {
	words := make([]string, len(of))
	for i, w := range of {
		words[i] = string(w)
	}
	return strings.Join(words, ", ")
}

// number reads a whole number within bounds.
func (p *problems) number(field, value string, least, most, otherwise int) int {
	if value == "" {
		return otherwise
	}
	n, err := strconv.Atoi(value)
	switch {
	case err != nil && strings.Trim(value, "-0123456789") != "" || err != nil && n == 0:
		p.add(field, "malformed", "The value must be a whole number.")
	case n < least:
		p.add(field, "out_of_range", "The value must be at least "+strconv.Itoa(least)+".")
	case n > most:
		p.add(field, "out_of_range", "The value must be at most "+strconv.Itoa(most)+".")
	default:
		return n
	}
	return otherwise
}

// zone reads a time zone.
func (p *problems) zone(field, name string, otherwise *time.Location) *time.Location {
	if name == "" {
		return otherwise
	}
	loc, err := zone.Load(name)
	if err != nil {
		p.add(field, "malformed", "The value is not valid.")
		return otherwise
	}
	return loc
}

// moment reads a time or a day; the second result tells a day.
func (p *problems) moment(field, value string, loc *time.Location) (time.Time, bool) {
	if value == "" {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, value)
	day := false
	if err != nil {
		t, err = time.Parse(time.DateOnly, value)
		t, day = zone.StartOfDay(t, loc), true
	}
	if err != nil || t.Year() < 1 || t.Year() > 9999 {
		p.add(field, "malformed", "The value is not valid.")
		return time.Time{}, false
	}
	return t, day
}

// readEvents reads what a list of events is asked for.
func (v *view) readEvents(values url.Values) (eventQuery, error) {
	var p problems
	var q eventQuery
	v.readReferences(&p, &q.filter, values)
	v.readDates(&p, &q.filter, values)
	f := &q.filter
	f.Genders = choices(&p, "gender", values.Get("gender"), catalog.Men, catalog.Women)
	f.Types = choices(&p, "type", values.Get("type"), catalog.Free, catalog.Register, catalog.Paid, catalog.PPV)
	f.Statuses = choices(&p, "stream_status", values.Get("stream_status"), catalog.Live, catalog.Upcoming, catalog.Finished)
	f.IDs = ids[catalog.EventID](&p, "ids", values.Get("ids"))
	f.Search = p.search(values.Get("search"))
	f.Recorded = choice(&p, "recorded", values.Get("recorded"), "0", "1") == "1"
	q.facets = choice(&p, "facets", values.Get("facets"), "0", "1") == "1"
	q.page = p.page(values, f)
	return q, p.err()
}

// readReferences turns ids and aliases into what they name.
func (v *view) readReferences(p *problems, f *catalog.Filter, values url.Values) {
	if terms := p.terms("school", values.Get("school")); terms != nil {
		f.Groups = v.ref.GroupsOf(terms)
	}
	if terms := p.terms("team", values.Get("team")); terms != nil {
		f.Participants = v.ref.ParticipantsOf(terms)
	}
	f.Also = ids[catalog.ParticipantID](p, "participant_id", values.Get("participant_id"))
	if f.Participants == nil {
		f.Participants, f.Also = f.Also, nil
	}
	if terms := p.terms("division", values.Get("division")); terms != nil {
		f.Divisions = v.ref.DivisionsOf(terms)
	}
	if terms := p.terms("group", values.Get("group")); terms != nil {
		f.EventGroups = v.ref.EventGroupsOf(terms)
	}
	v.readCategories(p, f, values)
	if terms := p.terms("location", values.Get("location")); terms != nil {
		f.Locations = v.ref.LocationsOf(terms)
	}
	f.Locations = catalog.Intersect(f.Locations, ids[catalog.LocationID](p, "location_id", values.Get("location_id")))
	if places := p.split("city", values.Get("city")); places != nil {
		f.Locations = catalog.Intersect(f.Locations, v.ref.LocationsIn(places, func(l *catalog.Location) string { return l.City }))
	}
	if places := p.split("state", values.Get("state")); places != nil {
		f.Locations = catalog.Intersect(f.Locations, v.ref.LocationsIn(places, func(l *catalog.Location) string { return l.State }))
	}
}

// readCategories reads sport and event_category_id; the root of the tree is no filter.
func (v *view) readCategories(p *problems, f *catalog.Filter, values url.Values) {
	if terms := p.terms("sport", values.Get("sport")); terms != nil && !slices.Contains(terms, "0") && !slices.Contains(terms, "all") {
		f.Categories = v.ref.CategoriesOf(terms)
	}
	named := ids[catalog.CategoryID](p, "event_category_id", values.Get("event_category_id"))
	if named == nil || slices.Contains(named, 0) {
		return
	}
	below := []catalog.CategoryID{}
	for _, id := range named {
		below = append(below, v.ref.Below(id)...)
	}
	f.Categories = catalog.Intersect(f.Categories, below)
}

func (v *view) readDates(p *problems, f *catalog.Filter, values url.Values) {
	loc := p.zone("tz", values.Get("tz"), v.channel.Zone())
	f.From, _ = p.moment("start_date", values.Get("start_date"), loc)
	end, day := p.moment("end_date", values.Get("end_date"), loc)
	switch {
	case end.IsZero():
	case day:
		f.Before = zone.AddDays(end, 1)
	default:
		f.Before = end.Add(time.Millisecond)
	}
}

func (p *problems) search(s string) string {
	switch n := utf8.RuneCountInString(s); {
	case s == "":
	case n < catalog.MinSearch:
		p.add("search", "too_short", "Field length must be greater than "+strconv.Itoa(catalog.MinSearch-1))
	case n > catalog.MaxSearch:
		p.add("search", "too_long", "Field length must be less than "+strconv.Itoa(catalog.MaxSearch+1))
	}
	return s
}

const defaultLimit = 30

func (p *problems) page(values url.Values, f *catalog.Filter) catalog.Page {
	page := catalog.Page{
		Sort:   catalog.ByDate,
		Limit:  p.number("limit", values.Get("limit"), 1, catalog.MaxLimit, defaultLimit),
		Offset: p.number("offset", values.Get("offset"), 0, catalog.MaxOffset, 0),
	}
	if sort := choice(p, "sort_field", values.Get("sort_field"), catalog.ByDate, catalog.ByName, catalog.ByPrice); sort != "" {
		page.Sort = sort
	}
	past := f.Statuses == nil || slices.Contains(f.Statuses, catalog.Finished)
	page.Descending = page.Sort == catalog.ByDate && past
	if d := choice(p, "sort_direction", values.Get("sort_direction"), "asc", "desc"); d != "" {
		page.Descending = d == "desc"
	}
	after, err := catalog.ParseCursor(values.Get("after"), page.Sort, page.Descending)
	if err != nil {
		p.add("after", "invalid_cursor", "This cursor does not belong to a list in this order")
	}
	page.After = after
	return page
}
