package feed

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/word"
)

// scope is what a feed is about: a channel, or its events of a sport, a school or a
// team. Several narrow each other.
type scope struct {
	filter catalog.Filter
	names  []string    // of what narrows it, in the language of the request
	query  string      // the parameters that name it, in one spelling; "" for a channel
	versus word.Versus // stands between the two sides of an event
	ref    *catalog.Reference
}

// maxAlias bounds what a parameter may name, in bytes.
const maxAlias = 200

// noScope is said in English, as all that programs read in place of a feed.
const noScope = "No such sport, {group, select, club {club} gym {gym} league {league} company {company} other {school}} or " +
	"{participant, select, fighter {fighter} athlete {athlete} player {player} artist {artist} other {team}}."

func (req *request) errNoScope() error {
	return fault.New(fault.NotFound, "feed_not_found", req.channel.Settings.Words.Say(noScope))
}

// versus stands between the two sides of an event.
func (req *request) versus() word.Versus { return req.channel.Settings.Words.Versus(req.lang) }

// scope reads ?sport=, ?school= and ?team=, each an alias or an id.
func (f *Feeds) scope(ctx context.Context, req *request) (scope, error) {
	ref, err := f.Catalog.Reference(ctx, int64(req.channel.ID))
	if err != nil {
		return scope{}, err
	}
	s, query := scope{ref: ref, versus: req.versus()}, url.Values{}
	for _, name := range []string{"sport", "school", "team"} {
		term := req.query.Get(name)
		if term == "" {
			continue
		}
		if len(term) > maxAlias {
			return scope{}, req.errNoScope()
		}
		alias, found := s.narrow(name, term, req)
		if !found {
			return scope{}, req.errNoScope()
		}
		query.Set(name, cmp.Or(alias, term))
	}
	s.query = query.Encode()
	return s, nil
}

// narrow adds one parameter. It returns the alias of the first that is called so, so that
// each spelling of a term names the same document, and whether there is one.
func (s *scope) narrow(name, term string, req *request) (alias string, found bool) {
	terms, languages := []string{term}, req.languages()
	switch name {
	case "sport":
		s.filter.Categories = s.ref.CategoriesOf(terms)
		for _, c := range s.ref.Categories {
			if slices.Contains(s.filter.Categories, c.ID) {
				s.names = append(s.names, c.Title.In(languages...))
				return c.Alias, true
			}
		}
	case "school":
		s.filter.Groups = s.ref.GroupsOf(terms)
		for _, id := range s.filter.Groups {
			s.names = append(s.names, s.ref.Group(id).Name.In(languages...))
			return s.ref.Group(id).Alias, true
		}
	case "team":
		s.filter.Participants = s.ref.ParticipantsOf(terms)
		for _, id := range s.filter.Participants {
			s.names = append(s.names, s.ref.Participant(id).Name.In(languages...))
			return s.ref.Participant(id).Alias, true
		}
	}
	return "", false
}

// holds reports whether a removed event, which no index knows any more, was in the
// scope.
func (s *scope) holds(e *catalog.Event) bool {
	f := &s.filter
	if f.Categories != nil && !slices.Contains(f.Categories, e.CategoryID) {
		return false
	}
	plays := func(match func(catalog.ParticipantID) bool) bool { return slices.ContainsFunc(e.Participants, match) }
	if f.Concern != nil && !s.concerns(e, plays) {
		return false
	}
	if f.Participants != nil && !plays(func(id catalog.ParticipantID) bool { return slices.Contains(f.Participants, id) }) {
		return false
	}
	return f.Groups == nil || plays(func(id catalog.ParticipantID) bool {
		team := s.ref.Participant(id)
		return team != nil && slices.Contains(f.Groups, team.GroupID)
	})
}

// concerns reports whether an event has to do with anything of the scope's concern.
func (s *scope) concerns(e *catalog.Event, plays func(func(catalog.ParticipantID) bool) bool) bool {
	c := s.filter.Concern
	return slices.Contains(c.Categories, e.CategoryID) || slices.Contains(c.Locations, e.LocationID) || slices.Contains(c.Events, e.ID) ||
		plays(func(id catalog.ParticipantID) bool {
			team := s.ref.Participant(id)
			return slices.Contains(c.Participants, id) || team != nil && slices.Contains(c.Groups, team.GroupID)
		})
}

// events lists the events of the scope in a window of time in order, at most maximum.
func (f *Feeds) events(ctx context.Context, req *request, filter catalog.Filter, descending bool, maximum int) ([]*catalog.Event, error) {
	var out []*catalog.Event
	page := catalog.Page{Sort: catalog.ByDate, Descending: descending}
	for len(out) < maximum {
		page.Limit = min(catalog.MaxLimit, maximum-len(out))
		events, next, err := f.Catalog.List(ctx, int64(req.channel.ID), filter, page)
		if err != nil {
			return nil, err
		}
		out = append(out, events...)
		if next.IsZero() {
			break
		}
		page.After = next
	}
	return out, nil
}

// latest is when what schedules say of any of them last changed.
func latest(events []*catalog.Event) time.Time {
	var last time.Time
	for _, e := range events {
		if e.ListedAt.After(last) {
			last = e.ListedAt
		}
	}
	return last
}

// name is the event's name; an event of nobody and nothing is called after its sport.
func (s *scope) name(e *catalog.Event, languages []string) string {
	return cmp.Or(s.ref.EventName(e, s.versus, languages...), s.sport(e, languages), "#")
}

func (s *scope) sport(e *catalog.Event, languages []string) string {
	if c := s.ref.Category(e.CategoryID); c != nil {
		return c.Title.In(languages...)
	}
	return ""
}

// venue is where the event takes place, in one line.
func (s *scope) venue(e *catalog.Event, languages []string) string {
	l := s.ref.Location(e.LocationID)
	if l == nil {
		return ""
	}
	return join(", ", l.Name.In(languages...), l.City, l.State)
}
