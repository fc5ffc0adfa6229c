package demo

import (
	"context"
	"regexp"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// tagger tags the key moments of one of the demo's games.
type tagger struct {
	catalog *catalog.Service
	by      actor.Actor
	channel int64
	event   *catalog.Event
	ref     *catalog.Reference
}

func newTagger(ctx context.Context, c *catalog.Service, channelID int64, id catalog.EventID) (*tagger, error) {
	e, err := c.FindEvent(ctx, channelID, id)
	if err != nil {
		return nil, err
	}
	ref, err := c.Reference(ctx, channelID)
	return &tagger{catalog: c, by: actor.ForSystem(channelID), channel: channelID, event: e, ref: ref}, err
}

// tag tells the moment of a mark that was shown at a time.
func (t *tagger) tag(ctx context.Context, m kit.Mark, at time.Time) error {
	moment := t.moment(m, at)
	_, err := t.catalog.AddMoment(ctx, t.by, t.channel, t.event.ID, moment)
	if fault.CodeOf(err) != "too_many_moments" {
		return err
	}
	// A demo that runs for a day forgets its morning.
	all, err := t.catalog.Moments(ctx, t.channel, t.event.ID)
	if err != nil {
		return err
	}
	if err := t.catalog.RemoveMoment(ctx, t.by, t.channel, t.event.ID, all[0].ID); err != nil {
		return err
	}
	_, err = t.catalog.AddMoment(ctx, t.by, t.channel, t.event.ID, moment)
	return err
}

func (t *tagger) moment(m kit.Mark, at time.Time) catalog.Moment {
	out := catalog.Moment{At: at, Kind: t.kind(m.Moment), Note: text.Text{"en": detail(m.Moment.TextEN), "fr": detail(m.Moment.TextFR)}}
	if side := map[string]int{"away": 1, "home": 2}[m.Moment.Team]; side > 0 && len(t.event.Participants) == 2 {
		out.Participant = t.event.Participants[side-1]
	}
	return out
}

// kind is what the sport calls a moment of the kit, which does not know sports apart.
func (t *tagger) kind(m *kit.Moment) string {
	names := map[string][]string{"score": {"basket", "point", "score"}, "bell": {"round_end", "period_end"}}[m.Type]
	for _, name := range append(names, m.Type) {
		if kind, ok := t.ref.KindOf(t.event, name); ok && (!kind.Sided || m.Team != "") {
			return name
		}
	}
	return "highlight"
}

// opening is how lines of the kit begin with what the list says by itself: "Goal,
// Laurentide no. 17. Wrist shot".
var opening = regexp.MustCompile(`^[^.]*(?:no\.)? \d+\. `)

func detail(line string) string { return opening.ReplaceAllString(line, "") }

// moments are the marks that have one; of a game that is played in a loop for hours only
// what decides it.
func moments(marks []kit.Mark, looped bool) []kit.Mark {
	decisive := map[string]bool{"goal": true, "score": true, "touchdown": true, "knockdown": true, "bell": true}
	var out []kit.Mark
	for _, m := range marks {
		if m.Moment != nil && (!looped || decisive[m.Moment.Type]) {
			out = append(out, m)
		}
	}
	return out
}
