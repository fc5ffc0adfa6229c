package demo

import (
	"context"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"path"
	"slices"
	"time"

	"github.com/grandstand/grandstand/demo/packs"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/pack"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/text"
)

// SeedExamples brings in the example channels beside the demo channel, as
// `grandstand channel apply` does, and lets each have a game that is on and one that is
// recorded. It returns the events that are live, in the order of Broadcasts.
func SeedExamples(ctx context.Context, installation pack.Installation, deps Deps) ([]catalog.EventID, error) {
	var live []catalog.EventID
	for _, scene := range packs.Scenes() {
		event, err := seedExample(ctx, installation, deps, scene)
		if err != nil {
			return nil, fmt.Errorf("the example %s: %w", scene.Channel, err)
		}
		live = append(live, event)
	}
	return live, nil
}

func seedExample(ctx context.Context, installation pack.Installation, deps Deps, scene packs.Scene) (catalog.EventID, error) {
	p, err := readExample(scene.Channel)
	if err != nil {
		return 0, err
	}
	if _, err := pack.Apply(ctx, installation, p, false); err != nil {
		return 0, fmt.Errorf("apply: %w", err)
	}
	c, err := deps.Channels.FindByKey(ctx, scene.Channel)
	if err != nil {
		return 0, err
	}
	e := &exampleSeeder{Deps: deps, scene: scene, channel: int64(c.ID), by: actor.ForSystem(int64(c.ID)), currency: c.Currency}
	live, err := e.seedLive(ctx)
	if err != nil {
		return 0, fmt.Errorf("the live game: %w", err)
	}
	if err := e.seedRecording(ctx); err != nil {
		return 0, fmt.Errorf("the recording: %w", err)
	}
	// Once more, now that the recording is there: its length belongs to the library.
	_, err = pack.Apply(ctx, installation, p, false)
	return live, err
}

func readExample(key string) (*pack.Pack, error) {
	tree, err := packs.Pack(key)
	if err != nil {
		return nil, err
	}
	return pack.Read(tree, func(string) (string, bool) { return "", false })
}

// exampleSeeder adds games to one example channel.
type exampleSeeder struct {
	Deps
	scene    packs.Scene
	channel  int64
	by       actor.Actor
	currency string
}

// liveSince is how long the examples' games have been on when the demo is built.
const liveSince = 35 * time.Minute

// seedLive adds the game that is on. It is no part of the pack's schedule: a pack tells
// of days, and this one begins when the demo does.
func (s *exampleSeeder) seedLive(ctx context.Context) (catalog.EventID, error) {
	ref, err := s.Catalog.Reference(ctx, s.channel)
	if err != nil {
		return 0, err
	}
	e, err := s.event(ref)
	if err != nil {
		return 0, err
	}
	still, err := fs.ReadFile(packs.Files(), s.scene.Live.Picture)
	if err != nil {
		return 0, err
	}
	e.Image.Key = picture.KeyOf(s.scene.Channel, still, path.Ext(s.scene.Live.Picture))
	if err := s.Public.PutPublic(ctx, e.Image.Key, still, mime.TypeByExtension(path.Ext(e.Image.Key))); err != nil {
		return 0, err
	}
	ids, err := s.Catalog.CreateEvents(ctx, s.by, s.channel, []catalog.Event{e})
	if err != nil {
		return 0, err
	}
	_, err = s.Media.EnsureStream(ctx, s.by, s.channel, int64(ids[0]))
	return ids[0], err
}

func (s *exampleSeeder) event(ref *catalog.Reference) (catalog.Event, error) {
	g := s.scene.Live
	e := catalog.Event{
		Type: catalog.Free, Gender: catalog.Gender(g.Gender), StartAt: s.Clock.Now().Add(-liveSince).Truncate(time.Minute),
		Currency: s.currency, Featured: true, Description: text.Text(g.Description),
	}
	e.CategoryID = first(ref.CategoriesOf([]string{g.Sport}))
	for _, alias := range []string{g.Away, g.Home} {
		e.HomeID = first(ref.ParticipantsOf([]string{alias}))
		e.Participants = append(e.Participants, e.HomeID)
	}
	e.DivisionID = first(ref.DivisionsOf([]string{g.Division}))
	e.EventGroupID = first(ref.EventGroupsOf([]string{g.Group}))
	if l := ref.Location(first(ref.LocationsOf([]string{g.Location}))); l != nil {
		e.LocationID, e.TimeZone = l.ID, l.TimeZone
	}
	if e.CategoryID == 0 || e.LocationID == 0 || slices.Contains(e.Participants, 0) {
		return e, fmt.Errorf("the catalogue has no %s, no %s or not both sides", g.Sport, g.Location)
	}
	return e, nil
}

// first is the first of a look-up's answers, the zero value where there is none.
func first[T any](found []T) (id T) {
	if len(found) > 0 {
		id = found[0]
	}
	return id
}

// seedRecording gives an event of the pack's schedule that is over its video and its
// final score.
func (s *exampleSeeder) seedRecording(ctx context.Context) error {
	r := s.scene.Recording
	events, err := s.Catalog.ExternalIDs(ctx, s.channel)
	if err != nil {
		return err
	}
	event, ok := events[r.Event]
	if !ok {
		return fmt.Errorf("the schedule has no event %q", r.Event)
	}
	found, err := s.Catalog.FindEvent(ctx, s.channel, event)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "grandstand-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file, err := unpack(packs.Files(), r.Video, dir)
	if err != nil {
		return err
	}
	stream, err := s.Media.ImportRecording(ctx, s.by, s.channel, int64(event), media.Recording{Path: file, Loops: r.Loops, StartedAt: found.StartAt})
	if err != nil {
		return err
	}
	return s.Catalog.AddScore(ctx, s.by, s.channel, event, catalog.Score{At: stream.EndedAt, Away: r.Away, Home: r.Home})
}
