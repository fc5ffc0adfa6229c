package catalog

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/text"
)

// listed is what the rows of all reference lists share.
type listed struct {
	ID        int64 `bun:",pk,autoincrement"`
	ChannelID int64
	Position  int64
	Alias     string
}

func (l *listed) item() *listed { return l }

// listRow is a row of one of the reference lists.
type listRow interface{ item() *listed }

type categoryRow struct {
	bun.BaseModel `bun:"table:event_categories"`

	listed

	ParentID CategoryID `bun:",nullzero"`
	Title    text.Text
	Image    string
	Color    string
}

type groupRow struct {
	bun.BaseModel `bun:"table:participant_groups"`

	listed

	Name      text.Text
	ShortName text.Text
	Color     string
	Images    keys
	City      string
	State     string
}

type participantRow struct {
	bun.BaseModel `bun:"table:participants"`

	listed

	ParticipantGroupID GroupID    `bun:",nullzero"`
	EventCategoryID    CategoryID `bun:",nullzero"`
	Name               text.Text
	ShortName          text.Text
	Code               string
	Gender             Gender
	Color              string
	Images             keys
}

type divisionRow struct {
	bun.BaseModel `bun:"table:divisions"`

	listed

	Name text.Text
}

type eventGroupRow struct {
	bun.BaseModel `bun:"table:event_groups"`

	listed

	Name text.Text
}

type locationRow struct {
	bun.BaseModel `bun:"table:locations"`

	listed

	Name     text.Text
	City     string
	State    string
	Country  string
	TimeZone string
}

// keys are media keys, stored as one JSON list.
type keys string

func newKeys(list []string) (keys, error) {
	s, err := encode(append([]string{}, list...))
	return keys(s), err
}

func (k keys) list() ([]string, error) {
	var out []string
	if k == "[]" {
		return out, nil
	}
	if err := json.Unmarshal([]byte(k), &out); err != nil {
		return nil, fmt.Errorf("decode media keys: %w", err)
	}
	return out, nil
}

// selectReference reads everything that a channel's events refer to.
func selectReference(ctx context.Context, from bun.IDB, channelID int64) (*Reference, error) {
	r := &Reference{}
	for _, part := range []func(context.Context, bun.IDB, int64, *Reference) error{
		readCategories, readGroups, readParticipants, readDivisions, readEventGroups, readLocations,
	} {
		if err := part(ctx, from, channelID, r); err != nil {
			return nil, fmt.Errorf("read the catalogue of channel %d: %w", channelID, err)
		}
	}
	r.Index()
	return r, nil
}

// readRows reads a channel's rows of one table and turns each into what it is.
func readRows[R, V any](ctx context.Context, from bun.IDB, channelID int64, turn func(*R) (*V, error)) ([]*V, error) {
	var rows []R
	if err := from.NewSelect().Model(&rows).Where("channel_id = ?", channelID).Order("position", "id").Scan(ctx); err != nil {
		return nil, err
	}
	out := make([]*V, len(rows))
	for i := range rows {
		v, err := turn(&rows[i])
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func readCategories(ctx context.Context, from bun.IDB, channelID int64, r *Reference) (err error) {
	r.Categories, err = readRows(ctx, from, channelID, func(c *categoryRow) (*Category, error) {
		return &Category{ID: CategoryID(c.ID), ParentID: c.ParentID, Alias: c.Alias, Title: c.Title, Image: c.Image, Color: c.Color}, nil
	})
	return err
}

func readGroups(ctx context.Context, from bun.IDB, channelID int64, r *Reference) (err error) {
	r.Groups, err = readRows(ctx, from, channelID, func(g *groupRow) (*Group, error) {
		images, err := g.Images.list()
		return &Group{
			ID: GroupID(g.ID), Alias: g.Alias, Name: g.Name, ShortName: g.ShortName, Color: g.Color, Images: images, City: g.City, State: g.State,
		}, err
	})
	return err
}

func readParticipants(ctx context.Context, from bun.IDB, channelID int64, r *Reference) (err error) {
	r.Participants, err = readRows(ctx, from, channelID, func(p *participantRow) (*Participant, error) {
		images, err := p.Images.list()
		return &Participant{
			ID: ParticipantID(p.ID), GroupID: p.ParticipantGroupID, CategoryID: p.EventCategoryID, Alias: p.Alias, Name: p.Name,
			ShortName: p.ShortName, Code: p.Code, Gender: p.Gender, Color: p.Color, Images: images,
		}, err
	})
	return err
}

func readDivisions(ctx context.Context, from bun.IDB, channelID int64, r *Reference) (err error) {
	r.Divisions, err = readRows(ctx, from, channelID, func(d *divisionRow) (*Division, error) {
		return &Division{ID: DivisionID(d.ID), Alias: d.Alias, Name: d.Name}, nil
	})
	return err
}

func readEventGroups(ctx context.Context, from bun.IDB, channelID int64, r *Reference) (err error) {
	r.EventGroups, err = readRows(ctx, from, channelID, func(g *eventGroupRow) (*EventGroup, error) {
		return &EventGroup{ID: EventGroupID(g.ID), Alias: g.Alias, Name: g.Name}, nil
	})
	return err
}

func readLocations(ctx context.Context, from bun.IDB, channelID int64, r *Reference) (err error) {
	r.Locations, err = readRows(ctx, from, channelID, func(l *locationRow) (*Location, error) {
		return &Location{
			ID: LocationID(l.ID), Alias: l.Alias, Name: l.Name, City: l.City, State: l.State, Country: l.Country, TimeZone: l.TimeZone,
		}, nil
	})
	return err
}
