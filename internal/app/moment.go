package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// Moment is a key moment as it is tagged at the console.
type Moment struct {
	Kind string
	Team string        // away or home, "" for nobody's
	Note string        // in the channel's language
	Ago  time.Duration // how long ago it happened
}

// AddMoment tags a key moment of an event and returns what it is called. An unknown kind,
// or a side that is missing, is refused with the kinds that the event's sport has.
func (a *App) AddMoment(ctx context.Context, event int64, m Moment) (string, error) {
	t, err := a.tagged(ctx, event)
	if err != nil {
		return "", err
	}
	kind, ok := t.ref.KindOf(t.event, m.Kind)
	if !ok || kind.Sided && m.Team == "" {
		return "", fault.New(fault.Unprocessable, "unknown_moment", "The key moments of this event are: "+t.kinds())
	}
	moment := catalog.Moment{At: a.Clock.Now().Add(-m.Ago), Kind: m.Kind}
	if m.Note != "" {
		moment.Note = text.Text{t.language: m.Note}
	}
	if m.Team != "" {
		if len(t.event.Participants) != 2 {
			return "", fault.New(fault.Unprocessable, "not_a_game", "Only an event between two sides has an away side and a home side.")
		}
		moment.Participant = t.event.Participants[slices.Index([]string{"away", "home"}, m.Team)]
	}
	moment, err = a.Catalog.AddMoment(ctx, t.by, t.channelID, t.event.ID, moment)
	return t.say(moment), err
}

// UndoMoment takes back what was tagged of an event last, and returns what it was called.
func (a *App) UndoMoment(ctx context.Context, event int64) (string, error) {
	t, err := a.tagged(ctx, event)
	if err != nil {
		return "", err
	}
	moments, err := a.Catalog.Moments(ctx, t.channelID, t.event.ID)
	if err != nil {
		return "", err
	}
	if len(moments) == 0 {
		return "", fault.NotFoundf("moment", "This event has no key moment to remove.")
	}
	last := slices.MaxFunc(moments, func(a, b catalog.Moment) int { return int(a.ID - b.ID) })
	return t.say(last), a.Catalog.RemoveMoment(ctx, t.by, t.channelID, t.event.ID, last.ID)
}

// tagged is an event whose moments are about to be changed.
type tagged struct {
	by        actor.Actor
	channelID int64
	event     *catalog.Event
	ref       *catalog.Reference
	language  string // of the channel
}

func (a *App) tagged(ctx context.Context, event int64) (t tagged, err error) {
	t.by = actor.Actor{Role: actor.System}
	if t.channelID, err = a.Catalog.ChannelOf(ctx, t.by, catalog.EventID(event)); err != nil {
		return t, err
	}
	c, err := a.Channels.FindByID(ctx, channel.ID(t.channelID))
	if err != nil {
		return t, err
	}
	t.language = c.Language
	if t.event, err = a.Catalog.FindEvent(ctx, t.channelID, catalog.EventID(event)); err != nil {
		return t, err
	}
	t.ref, err = a.Catalog.Reference(ctx, t.channelID)
	return t, err
}

func (t tagged) say(m catalog.Moment) string {
	return fmt.Sprintf("%s %s", m.At.Format(time.RFC3339), t.ref.ChapterName(t.event, m, t.language))
}

// kinds lists what may be tagged; those with a star are somebody's.
func (t tagged) kinds() string {
	var names []string
	for _, k := range t.ref.KindsOf(t.event) {
		if k.Sided {
			k.Key += "*"
		}
		names = append(names, k.Key)
	}
	return strings.Join(names, ", ") + " (* with --team away or --team home)."
}
