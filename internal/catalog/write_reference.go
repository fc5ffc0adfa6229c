package catalog

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/zone"
)

// The create methods add one item at the end of its list and return its id. Their
// errors: Forbidden for who is not the channel's operator, Invalid with the fields,
// Conflict where another has the alias.

// CreateCategory adds an event category, below ParentID or at the top.
func (s *Service) CreateCategory(ctx context.Context, by actor.Actor, channelID int64, c Category) (CategoryID, error) {
	id, err := s.create(ctx, by, channelID, c.row(channelID), c.Validate(), func(p *problems, r *Reference) {
		p.known(c.ParentID == 0 || r.Category(c.ParentID) != nil, "parent_id")
	})
	return CategoryID(id), err
}

// Validate reports what is wrong with a category by itself.
func (c Category) Validate() error {
	var p problems
	p.alias(c.Alias)
	p.name(c.Title, "title")
	p.media("image", c.Image)
	p.color(c.Color)
	return p.err()
}

func (c Category) row(channelID int64) *categoryRow {
	return &categoryRow{listed: listed{ChannelID: channelID, Alias: c.Alias}, ParentID: c.ParentID, Title: c.Title, Image: c.Image, Color: c.Color}
}

// CreateGroup adds a participant group.
func (s *Service) CreateGroup(ctx context.Context, by actor.Actor, channelID int64, g Group) (GroupID, error) {
	row, err := g.row(channelID)
	if err != nil {
		return 0, err
	}
	id, err := s.create(ctx, by, channelID, row, g.Validate(), nil)
	return GroupID(id), err
}

// Validate reports what is wrong with a participant group.
func (g Group) Validate() error {
	var p problems
	p.alias(g.Alias)
	p.name(g.Name, "name")
	p.within(g.ShortName, "short_name", maxName)
	p.color(g.Color)
	p.media("images", g.Images...)
	p.line(g.City, "city", maxName)
	p.line(g.State, "state", maxName)
	return p.err()
}

func (g Group) row(channelID int64) (*groupRow, error) {
	images, err := newKeys(g.Images)
	return &groupRow{
		listed: listed{ChannelID: channelID, Alias: g.Alias}, Name: g.Name, ShortName: g.ShortName, Color: g.Color, Images: images,
		City: g.City, State: g.State,
	}, err
}

// CreateParticipant adds a participant.
func (s *Service) CreateParticipant(ctx context.Context, by actor.Actor, channelID int64, t Participant) (ParticipantID, error) {
	row, err := t.row(channelID)
	if err != nil {
		return 0, err
	}
	id, err := s.create(ctx, by, channelID, row, t.Validate(), func(p *problems, r *Reference) {
		p.known(t.GroupID == 0 || r.Group(t.GroupID) != nil, "participant_group_id")
		p.known(t.CategoryID == 0 || r.Category(t.CategoryID) != nil, "event_category_id")
	})
	return ParticipantID(id), err
}

// Validate reports what is wrong with a participant by itself.
func (t Participant) Validate() error {
	var p problems
	p.alias(t.Alias)
	p.name(t.Name, "name")
	p.within(t.ShortName, "short_name", maxName)
	p.require(codePattern.MatchString(t.Code), "code", "invalid_code", "A code can have at most five capital letters and digits")
	p.gender(t.Gender)
	p.color(t.Color)
	p.media("images", t.Images...)
	return p.err()
}

func (t Participant) row(channelID int64) (*participantRow, error) {
	images, err := newKeys(t.Images)
	return &participantRow{
		listed: listed{ChannelID: channelID, Alias: t.Alias}, ParticipantGroupID: t.GroupID, EventCategoryID: t.CategoryID, Name: t.Name,
		ShortName: t.ShortName, Code: t.Code, Gender: t.Gender, Color: t.Color, Images: images,
	}, err
}

// CreateDivision adds a division.
func (s *Service) CreateDivision(ctx context.Context, by actor.Actor, channelID int64, d Division) (DivisionID, error) {
	id, err := s.create(ctx, by, channelID, d.row(channelID), d.Validate(), nil)
	return DivisionID(id), err
}

// Validate reports what is wrong with a division.
func (d Division) Validate() error { return validateNamed(d.Alias, d.Name) }

func (d Division) row(channelID int64) *divisionRow {
	return &divisionRow{listed: listed{ChannelID: channelID, Alias: d.Alias}, Name: d.Name}
}

// CreateEventGroup adds a group of a competition.
func (s *Service) CreateEventGroup(ctx context.Context, by actor.Actor, channelID int64, g EventGroup) (EventGroupID, error) {
	id, err := s.create(ctx, by, channelID, g.row(channelID), g.Validate(), nil)
	return EventGroupID(id), err
}

// Validate reports what is wrong with a group of a competition.
func (g EventGroup) Validate() error { return validateNamed(g.Alias, g.Name) }

func (g EventGroup) row(channelID int64) *eventGroupRow {
	return &eventGroupRow{listed: listed{ChannelID: channelID, Alias: g.Alias}, Name: g.Name}
}

// CreateLocation adds a location.
func (s *Service) CreateLocation(ctx context.Context, by actor.Actor, channelID int64, l Location) (LocationID, error) {
	id, err := s.create(ctx, by, channelID, l.row(channelID), l.Validate(), nil)
	return LocationID(id), err
}

// Validate reports what is wrong with a location.
func (l Location) Validate() error {
	var p problems
	p.alias(l.Alias)
	p.name(l.Name, "name")
	p.line(l.City, "city", maxName)
	p.line(l.State, "state", maxName)
	p.require(countryPattern.MatchString(l.Country), "country", "invalid_country", "A country must be its two-letter code in capitals, such as CA")
	p.zone(l.TimeZone)
	return p.err()
}

func (l Location) row(channelID int64) *locationRow {
	return &locationRow{
		listed: listed{ChannelID: channelID, Alias: l.Alias}, Name: l.Name, City: l.City, State: l.State, Country: l.Country, TimeZone: zone.Or(l.TimeZone),
	}
}

// create inserts one row at the end of its list, unless it is wrong by itself or,
// which check finds, by what it refers to.
func (s *Service) create(ctx context.Context, by actor.Actor, channelID int64, row listRow, wrong error, check func(*problems, *Reference)) (int64, error) {
	err := s.change(ctx, by, channelID, revision.Catalog, func(ctx context.Context, tx bun.Tx) error {
		if wrong != nil {
			return wrong
		}
		if check != nil {
			ref, err := s.Reference(ctx, channelID)
			if err != nil {
				return err
			}
			var p problems
			check(&p, ref)
			if err := p.err(); err != nil {
				return err
			}
		}
		err := tx.NewSelect().Model(row).ColumnExpr("COALESCE(MAX(position), 0) + 1").Where("channel_id = ?", channelID).
			Scan(ctx, &row.item().Position)
		if err != nil {
			return fmt.Errorf("find the end of the list: %w", err)
		}
		if _, err := tx.NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
			return aliasTaken(err)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return row.item().ID, nil
}

func aliasTaken(err error) error {
	if !db.IsUnique(err) {
		return fmt.Errorf("write catalogue: %w", err)
	}
	e := fault.Wrap(err, fault.Conflict, "already_taken", "This name is already taken.")
	e.Fields = []fault.Field{{Field: "alias", Code: "already_taken", Message: "This name is already taken."}}
	return e
}
