package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/text"
)

func (s *seeder) seedCatalog(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		s.seedSports, s.seedSchools, s.seedTeams, s.seedCompetitions, s.seedLocations,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *seeder) seedSports(ctx context.Context) (err error) {
	s.categories = map[string]catalog.CategoryID{}
	for _, k := range s.kit.Sports {
		s.categories[k.Key], err = s.Catalog.CreateCategory(ctx, s.by, s.channel, catalog.Category{
			Alias: k.Alias, Title: text.Text(k.Title), Image: mediaKey(k.Image), Color: k.Color,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *seeder) seedSchools(ctx context.Context) (err error) {
	s.schools = map[string]catalog.GroupID{}
	for _, k := range s.kit.Schools {
		s.schools[k.Key], err = s.Catalog.CreateGroup(ctx, s.by, s.channel, catalog.Group{
			Alias: k.Alias, Name: text.Text(k.Name), ShortName: text.Text{"en": k.ShortName}, Color: k.Color,
			Images: mediaKeys(k.Image, k.Tile), City: k.City["en"], State: k.State["en"],
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func mediaKeys(files ...string) []string {
	var keys []string
	for _, f := range files {
		if f != "" {
			keys = append(keys, mediaKey(f))
		}
	}
	return keys
}

func (s *seeder) seedTeams(ctx context.Context) (err error) {
	s.teams = map[string]catalog.ParticipantID{}
	for _, k := range s.kit.Teams {
		s.teams[k.Key], err = s.Catalog.CreateParticipant(ctx, s.by, s.channel, catalog.Participant{
			GroupID: s.schools[k.School], CategoryID: s.categories[k.Sport], Alias: k.Alias, Name: text.Text(k.Name),
			ShortName: text.Text{"en": k.ShortName}, Code: k.Code, Gender: catalog.Gender(k.Gender), Color: k.Color,
			Images: mediaKeys(k.Image),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *seeder) seedCompetitions(ctx context.Context) (err error) {
	s.divisions, s.groups = map[string]catalog.DivisionID{}, map[string]catalog.EventGroupID{}
	for _, k := range s.kit.Divisions {
		s.divisions[k.Key], err = s.Catalog.CreateDivision(ctx, s.by, s.channel, catalog.Division{Alias: k.Alias, Name: text.Text(k.Name)})
		if err != nil {
			return err
		}
	}
	for _, k := range s.kit.Groups {
		s.groups[k.Key], err = s.Catalog.CreateEventGroup(ctx, s.by, s.channel, catalog.EventGroup{Alias: k.Alias, Name: text.Text(k.Name)})
		if err != nil {
			return err
		}
	}
	return nil
}

// countryCodes are the ISO 3166-1 codes of the countries in the kit.
var countryCodes = map[string]string{"Canada": "CA", "United States": "US"}

func (s *seeder) seedLocations(ctx context.Context) (err error) {
	s.locations = map[string]catalog.LocationID{}
	for _, k := range s.kit.Locations {
		s.locations[k.Key], err = s.Catalog.CreateLocation(ctx, s.by, s.channel, catalog.Location{
			Alias: k.Key, Name: text.Text(k.Name), City: k.City["en"], State: k.State["en"],
			Country: countryCodes[k.Country], TimeZone: k.TimeZone,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *seeder) seedEvents(ctx context.Context) error {
	games, err := plan(s.kit, s.Clock.Now())
	if err != nil {
		return err
	}
	events := make([]catalog.Event, len(games))
	for i, g := range games {
		events[i] = s.event(g)
	}
	ids, err := s.Catalog.CreateEvents(ctx, s.by, s.channel, events)
	if err != nil {
		return err
	}
	s.games, s.events = games, ids
	return s.seedEmbed(ctx)
}

// seedEmbed has the oldest free game that was not recorded show the player of the first
// recorded one of its sport in a frame, as it would another site's: that has to work without a network.
// It has no picture of its own, so that its card has the poster of the game that the player shows.
func (s *seeder) seedEmbed(ctx context.Context) error {
	shown := slices.IndexFunc(s.games, func(g game) bool { return g.recording >= 0 && g.accessType == string(catalog.Free) })
	oldest := -1
	for i, g := range s.games {
		if shown >= 0 && g.sport.Key == s.games[shown].sport.Key && g.finished && g.recording < 0 && g.accessType == string(catalog.Free) &&
			(oldest < 0 || g.start.Before(s.games[oldest].start)) {
			oldest = i
		}
	}
	if oldest < 0 {
		return nil
	}
	e, err := s.Catalog.FindEvent(ctx, s.channel, s.events[oldest])
	if err != nil {
		return err
	}
	e.Embed, e.Image = fmt.Sprintf("/watch_embed/%d", s.events[shown]), catalog.Image{}
	return s.Catalog.UpdateEvent(ctx, s.by, s.channel, *e)
}

func (s *seeder) event(g game) catalog.Event {
	e := catalog.Event{
		CategoryID: s.categories[g.sport.Key], LocationID: s.locations[g.location.Key], DivisionID: s.divisions[g.division],
		EventGroupID: s.groups[g.group], Type: catalog.Type(g.accessType), Gender: catalog.Gender(g.gender),
		Name: text.Text(g.title), Participants: []catalog.ParticipantID{s.teams[g.away.Key], s.teams[g.home.Key]},
		HomeID: s.teams[g.home.Key], StartAt: g.start, Duration: g.duration, TimeZone: g.location.TimeZone,
		BasePrice: g.price.BasePrice, ServiceFee: g.price.ServiceFee, Currency: s.kit.Channel.Currency,
		Featured: g.featured, Description: text.Text(g.description),
	}
	if g.price.BasePrice > 0 {
		e.SingleEventPackageID = int64(s.packages[singleEvent])
	}
	if g.still != nil {
		e.Image = image(*g.still)
	}
	if g.finished {
		e.Status, e.EndedAt = catalog.Finished, g.start.Add(max(g.duration, 2*time.Hour))
		e.Score = &catalog.Score{At: e.EndedAt, Away: int64(g.awayScore), Home: int64(g.homeScore)}
	}
	return e
}

// image is a still as the catalogue keeps it: the wide one with the narrow variant,
// or the narrow one alone.
func image(still kit.Still) catalog.Image {
	if still.Hero == "" {
		return catalog.Image{Key: mediaKey(still.File)}
	}
	return catalog.Image{Key: mediaKey(still.Hero), Widths: map[int]string{800: mediaKey(still.File), 1600: mediaKey(still.Hero)}}
}

// singleEvent is the key of the package by which one event is bought alone.
const singleEvent = "single-event"

func (s *seeder) seedOffers(ctx context.Context) error {
	s.packages = map[string]commerce.PackageID{}
	for _, p := range s.offers() {
		p.Alias = p.key
		id, err := s.Commerce.Create(ctx, s.by, s.channel, p.Package)
		if err != nil {
			return err
		}
		s.packages[p.key] = id
	}
	return nil
}
