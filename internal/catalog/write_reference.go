package catalog

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
)

// The create methods add one item at the end of its list and return its id. Their
// errors: Forbidden for who is not the channel's operator, Invalid with the fields,
// Conflict where another has the alias.

// CreateCategory adds an event category, below ParentID or at the top.
func (s *Service) CreateCategory(ctx context.Context, by actor.Actor, channelID int64, c Category) (CategoryID, error) {
	return create(ctx, s, by, channelID, &categoryRow{
		ChannelID: channelID, ParentID: c.ParentID, Alias: c.Alias, Title: c.Title, Image: c.Image, Color: c.Color,
	}, func(r *categoryRow, position int64) CategoryID { r.Position = position; return r.ID },
		func(p *problems, r *Reference) {
			p.known(c.ParentID == 0 || r.Category(c.ParentID) != nil, "parent_id")
			p.alias(c.Alias)
			p.name(c.Title, "title")
			p.media("image", c.Image)
			p.color(c.Color)
		})
}

// CreateGroup adds a participant group.
func (s *Service) CreateGroup(ctx context.Context, by actor.Actor, channelID int64, g Group) (GroupID, error) {
	images, err := newKeys(g.Images)
	if err != nil {
		return 0, err
	}
	return create(ctx, s, by, channelID, &groupRow{
		ChannelID: channelID, Alias: g.Alias, Name: g.Name, ShortName: g.ShortName, Color: g.Color, Images: images, City: g.City, State: g.State,
	}, func(r *groupRow, position int64) GroupID { r.Position = position; return r.ID },
		func(p *problems, _ *Reference) {
			p.alias(g.Alias)
			p.name(g.Name, "name")
			p.within(g.ShortName, "short_name", maxName)
			p.color(g.Color)
			p.media("images", g.Images...)
			p.line(g.City, "city", maxName)
			p.line(g.State, "state", maxName)
		})
}

// CreateParticipant adds a participant.
func (s *Service) CreateParticipant(ctx context.Context, by actor.Actor, channelID int64, t Participant) (ParticipantID, error) {
	images, err := newKeys(t.Images)
	if err != nil {
		return 0, err
	}
	return create(ctx, s, by, channelID, &participantRow{
		ChannelID: channelID, ParticipantGroupID: t.GroupID, EventCategoryID: t.CategoryID, Alias: t.Alias, Name: t.Name,
		ShortName: t.ShortName, Code: t.Code, Gender: t.Gender, Color: t.Color, Images: images,
	}, func(r *participantRow, position int64) ParticipantID { r.Position = position; return r.ID },
		func(p *problems, r *Reference) {
			p.known(t.GroupID == 0 || r.Group(t.GroupID) != nil, "participant_group_id")
			p.known(t.CategoryID == 0 || r.Category(t.CategoryID) != nil, "event_category_id")
			p.alias(t.Alias)
			p.name(t.Name, "name")
			p.within(t.ShortName, "short_name", maxName)
			p.require(codePattern.MatchString(t.Code), "code", "invalid_code", "A code has at most five capital letters and digits")
			p.gender(t.Gender)
			p.color(t.Color)
			p.media("images", t.Images...)
		})
}

// CreateDivision adds a division.
func (s *Service) CreateDivision(ctx context.Context, by actor.Actor, channelID int64, d Division) (DivisionID, error) {
	return create(ctx, s, by, channelID, &divisionRow{ChannelID: channelID, Alias: d.Alias, Name: d.Name},
		func(r *divisionRow, position int64) DivisionID { r.Position = position; return r.ID },
		func(p *problems, _ *Reference) {
			p.alias(d.Alias)
			p.name(d.Name, "name")
		})
}

// CreateEventGroup adds a group of a competition.
func (s *Service) CreateEventGroup(ctx context.Context, by actor.Actor, channelID int64, g EventGroup) (EventGroupID, error) {
	return create(ctx, s, by, channelID, &eventGroupRow{ChannelID: channelID, Alias: g.Alias, Name: g.Name},
		func(r *eventGroupRow, position int64) EventGroupID { r.Position = position; return r.ID },
		func(p *problems, _ *Reference) {
			p.alias(g.Alias)
			p.name(g.Name, "name")
		})
}

// CreateLocation adds a location.
func (s *Service) CreateLocation(ctx context.Context, by actor.Actor, channelID int64, l Location) (LocationID, error) {
	return create(ctx, s, by, channelID, &locationRow{
		ChannelID: channelID, Alias: l.Alias, Name: l.Name, City: l.City, State: l.State, Country: l.Country, TimeZone: l.TimeZone,
	}, func(r *locationRow, position int64) LocationID { r.Position = position; return r.ID },
		func(p *problems, _ *Reference) {
			p.alias(l.Alias)
			p.name(l.Name, "name")
			p.line(l.City, "city", maxName)
			p.line(l.State, "state", maxName)
			p.require(countryPattern.MatchString(l.Country), "country", "invalid_country", "A country is two capital letters")
			p.zone(l.TimeZone)
		})
}

// create validates and inserts one row. place sets the row's position and returns
// its id, which is there after the insert.
func create[R any, K ~int64](ctx context.Context, s *Service, by actor.Actor, channelID int64, row *R,
	place func(row *R, position int64) K, check func(*problems, *Reference),
) (K, error) {
	var id K
	err := s.change(ctx, by, channelID, revision.Catalog, func(ctx context.Context, tx bun.Tx) error {
		ref, err := s.Reference(ctx, channelID)
		if err != nil {
			return err
		}
		var p problems
		check(&p, ref)
		if err := p.err(); err != nil {
			return err
		}
		var position int64
		err = tx.NewSelect().Model(row).ColumnExpr("COALESCE(MAX(position), 0) + 1").Where("channel_id = ?", channelID).Scan(ctx, &position)
		if err != nil {
			return fmt.Errorf("find the end of the list: %w", err)
		}
		place(row, position)
		if _, err := tx.NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
			return aliasTaken(err)
		}
		id = place(row, position)
		return nil
	})
	return id, err
}

func aliasTaken(err error) error {
	if !db.IsUnique(err) {
		return fmt.Errorf("write catalogue: %w", err)
	}
	e := fault.Wrap(err, fault.Conflict, "already_taken", "This name is already taken.")
	e.Fields = []fault.Field{{Field: "alias", Code: "already_taken", Message: "This name is already taken."}}
	return e
}
