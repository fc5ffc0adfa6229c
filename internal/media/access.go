package media

import (
	"context"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/grandstand/grandstand/internal/clock"
)

// How long an answer about access is believed. Losing access stops playback within
// accessKept: a player asks for something at least every few seconds.
const (
	accessKept   = 20 * time.Second
	maxAnswers   = 200_000
	accessWithin = 5 * time.Second // for one question
)

// viewer is whose access is asked for.
type viewer struct {
	channelID, eventID, userID, sessionID int64
}

// gatekeeper remembers for a short while who may watch, so that a question costs a
// query once and not for every part.
type gatekeeper struct {
	access  Access
	answers *otter.Cache[viewer, bool]
}

func newGatekeeper(access Access, c clock.Clock) *gatekeeper {
	return &gatekeeper{access: access, answers: otter.Must(&otter.Options[viewer, bool]{
		MaximumSize:      maxAnswers,
		ExpiryCalculator: otter.ExpiryWriting[viewer, bool](accessKept),
		Clock:            cacheClock{c},
	})}
}

// allowed reports whether the holder of a grant may watch now.
func (k *gatekeeper) allowed(ctx context.Context, g Grant) (bool, error) {
	v := viewer{g.ChannelID, g.EventID, g.UserID, g.SessionID}
	if yes, ok := k.answers.GetIfPresent(v); ok {
		return yes, nil
	}
	return k.answers.Get(ctx, v, otter.LoaderFunc[viewer, bool](k.ask))
}

// ask asks for everybody who waits for the answer, so one player's hanging up must
// not end it.
func (k *gatekeeper) ask(ctx context.Context, v viewer) (bool, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), accessWithin)
	defer cancel()
	return k.access.Allowed(ctx, v.channelID, v.eventID, v.userID, v.sessionID)
}

// cacheClock tells the caches the time of ours.
type cacheClock struct{ clock clock.Clock }

// NowNano is part of otter.Clock.
func (c cacheClock) NowNano() int64 { return c.clock.Now().UnixNano() }

// Tick is part of otter.Clock. Without ticks, what has expired goes with later writes.
func (cacheClock) Tick(time.Duration) <-chan time.Time { return nil }
