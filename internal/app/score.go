package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
)

// Score is how a game stands.
type Score struct {
	Away, Home    int64
	Period, Clock string // as the scoreboard says them
}

func (s Score) String() string {
	return strings.TrimRight(fmt.Sprintf("%d–%d %s %s", s.Away, s.Home, s.Period, s.Clock), " ")
}

// AddScore records the score of a game as it stands now, and returns what its event
// then shows.
func (a *App) AddScore(ctx context.Context, event int64, score Score) (*Score, error) {
	return a.keepScore(ctx, event, func(by actor.Actor, channelID int64) error {
		return a.Catalog.AddScore(ctx, by, channelID, catalog.EventID(event), catalog.Score{
			At: a.Clock.Now(), Away: score.Away, Home: score.Home, Period: score.Period, Clock: score.Clock,
		})
	})
}

// UndoScore takes back the latest score of a game, and returns the one before it, which
// stands again; nil when there was none.
func (a *App) UndoScore(ctx context.Context, event int64) (*Score, error) {
	return a.keepScore(ctx, event, func(by actor.Actor, channelID int64) error {
		e, err := a.Catalog.FindEvent(ctx, channelID, catalog.EventID(event))
		if err != nil {
			return err
		}
		if e.Score == nil {
			return fault.NotFoundf("score", "This event has no score to remove.")
		}
		return a.Catalog.RemoveScore(ctx, by, channelID, catalog.EventID(event), e.Score.At)
	})
}

func (a *App) keepScore(ctx context.Context, event int64, change func(by actor.Actor, channelID int64) error) (*Score, error) {
	by := actor.Actor{Role: actor.System}
	channelID, err := a.Catalog.ChannelOf(ctx, by, catalog.EventID(event))
	if err != nil {
		return nil, err
	}
	if err := change(by, channelID); err != nil {
		return nil, err
	}
	e, err := a.Catalog.FindEvent(ctx, channelID, catalog.EventID(event))
	if err != nil || e.Score == nil {
		return nil, err
	}
	return &Score{Away: e.Score.Away, Home: e.Score.Home, Period: e.Score.Period, Clock: e.Score.Clock}, nil
}
