package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Concern chooses the events that have to do with any of several things: unlike the
// lists of a Filter, one that an event has is enough.
type Concern struct {
	Categories   []CategoryID // exactly these: see WithBelow
	Groups       []GroupID
	Participants []ParticipantID
	Locations    []LocationID
	Events       []EventID
}

// maxConcern bounds how many ranges are merged for a concern: more than for other
// filters, as people follow what plays rarely too, and fewer than the 500 that SQLite
// merges at most.
const maxConcern = 400

// Add makes one more thing of concern, by the noun that calls have for it: participant,
// group, category, location or event. There is nothing by other nouns.
func (c *Concern) Add(noun string, id int64) {
	switch noun {
	case "participant":
		c.Participants = append(c.Participants, ParticipantID(id))
	case "group":
		c.Groups = append(c.Groups, GroupID(id))
	case "category":
		c.Categories = append(c.Categories, CategoryID(id))
	case "location":
		c.Locations = append(c.Locations, LocationID(id))
	case "event":
		c.Events = append(c.Events, EventID(id))
	}
}

// Has reports whether something, named as for Add, is of concern.
func (c *Concern) Has(noun string, id int64) bool {
	switch noun {
	case "participant":
		return slices.Contains(c.Participants, ParticipantID(id))
	case "group":
		return slices.Contains(c.Groups, GroupID(id))
	case "category":
		return slices.Contains(c.Categories, CategoryID(id))
	case "location":
		return slices.Contains(c.Locations, LocationID(id))
	case "event":
		return slices.Contains(c.Events, EventID(id))
	}
	return false
}

// WithBelow returns the concern with the categories below its own.
func (r *Reference) WithBelow(c Concern) *Concern {
	var all []CategoryID
	for _, id := range c.Categories {
		all = append(all, r.Below(id)...)
	}
	c.Categories = all
	return &c
}

// isEmpty reports whether nothing can be of concern.
func (c *Concern) isEmpty() bool {
	return len(c.Categories)+len(c.Groups)+len(c.Participants)+len(c.Locations)+len(c.Events) == 0
}

// normal returns the concern with each list sorted and without repetitions.
func (c *Concern) normal() *Concern {
	if c == nil {
		return nil
	}
	return &Concern{
		Categories: sorted(c.Categories), Groups: sorted(c.Groups), Participants: sorted(c.Participants),
		Locations: sorted(c.Locations), Events: sorted(c.Events),
	}
}

// key names the concern within the key of a filter.
func (c *Concern) key(b *strings.Builder) {
	if c == nil {
		return
	}
	fmt.Fprintf(b, "o%v%v%v%v%v;", c.Categories, c.Groups, c.Participants, c.Locations, c.Events)
}

// concern is the dimension of the filter's concern.
func (q *query) concern() dimension {
	c := q.filter.Concern
	if c == nil {
		return dimension{}
	}
	t := token{categories: c.Categories, groups: c.Groups, participants: c.Participants, locations: c.Locations}
	d := dimension{overlap: true, most: maxConcern, wide: len(c.Categories) > 0, condition: t.condition()}
	d.branches = append(d.branches, onPlayers(q, "event_participants_date", "o.participant_id", c.Participants)...)
	d.branches = append(d.branches, q.groupBranches(c.Groups)...)
	d.branches = append(d.branches, onEvents(q, "events_location_date", "e.location_id", c.Locations)...)
	d.branches = append(d.branches, q.categoryBranches(c.Categories)...)
	if len(c.Events) > 0 {
		named := in("e.id", c.Events)
		d.branches = append(d.branches, branch{table: "events", key: "start_ms", byID: true, where: []condition{cond("e.channel_id = ?", q.channelID), named}})
		if t.isEmpty() {
			d.condition = named
		} else {
			d.condition = cond("("+d.condition.sql+" OR "+named.sql+")", append(d.condition.args, named.args...)...)
		}
	}
	return d
}

// categoryBranches are the events of categories, and of the statuses asked for where any
// are: what is to come of a sport does not begin with everything that was.
func (q *query) categoryBranches(ids []CategoryID) []branch {
	if q.filter.Statuses == nil {
		return onEvents(q, "events_category_date", "e.event_category_id", ids)
	}
	return spread(onEvents(q, "events_category_status_date", "e.event_category_id", ids), "e.status", q.filter.Statuses)
}

// Having returns the part of a concern that the channel has, categories without those
// below them.
func (s *Service) Having(ctx context.Context, channelID int64, c Concern) (Concern, error) {
	ref, err := s.Reference(ctx, channelID)
	if err != nil {
		return Concern{}, err
	}
	out := Concern{
		Categories: having(c.Categories, ref.categories), Groups: having(c.Groups, ref.groups),
		Participants: having(c.Participants, ref.participants), Locations: having(c.Locations, ref.locations), Events: []EventID{},
	}
	if len(c.Events) == 0 {
		return out, nil
	}
	clause := in("e.id", c.Events)
	args := append([]any{channelID}, clause.args...)
	if err := s.db.Read().NewRaw("SELECT e.id FROM events AS e WHERE e.channel_id = ? AND "+clause.sql, args...).Scan(ctx, &out.Events); err != nil {
		return Concern{}, fmt.Errorf("find events: %w", err)
	}
	return out, nil
}

func having[K comparable, V any](ids []K, known map[K]*V) []K {
	out := []K{}
	for _, id := range ids {
		if known[id] != nil {
			out = append(out, id)
		}
	}
	return out
}
