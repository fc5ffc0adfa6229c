package media

import (
	"context"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

// How long an answer about access is believed. Losing access stops playback within
// accessKept: a player asks for something at least every few seconds.
const (
	accessKept = 20 * time.Second
	// refusalKept is short, so that who may watch again does so at once.
	refusalKept  = time.Second
	maxAnswers   = 200_000
	accessWithin = 8 * time.Second // for one question: players give an answer 10 s to begin
	// accessSpared is how much longer an answer is believed while the database is away, so that
	// who watches goes on: short of the 120 s in which losing access has to stop playback.
	accessSpared = 80 * time.Second
)

// gatekeeper remembers for a short while who may watch, so that a question costs a
// query once and not for every part.
type gatekeeper struct{ answers *cache.TTL[Viewer, bool] }

func newGatekeeper(access Access, c clock.Clock) *gatekeeper {
	return &gatekeeper{cache.NewTTL(cache.TTLOptions[Viewer, bool]{
		Load: func(ctx context.Context, v Viewer) (bool, error) {
			ctx, cancel := context.WithTimeout(ctx, accessWithin)
			defer cancel()
			return access.Allowed(ctx, v)
		},
		TTL:          answerKept,
		StaleIfError: &cache.StaleIfError[bool]{If: db.Unanswered, Extra: answerSpared},
		MaxWeight:    maxAnswers, Clock: c,
	})}
}

// allowed reports whether the holder of a grant may watch now at a place.
func (k *gatekeeper) allowed(ctx context.Context, g Grant, place string) (bool, error) {
	return k.answers.Get(ctx, g.viewer(place))
}

// viewer is the holder of a grant at a place.
func (g Grant) viewer(place string) Viewer {
	return Viewer{
		ChannelID: g.ChannelID, EventID: g.EventID, VODID: g.VODID, CutID: g.CutID, Download: g.Download, Sound: g.Sound,
		UserID: g.UserID, SessionID: g.SessionID, Place: place,
	}
}

func answerKept(allowed bool) time.Duration {
	if allowed {
		return accessKept
	}
	return refusalKept
}

func answerSpared(allowed bool) time.Duration {
	if allowed {
		return accessSpared
	}
	return 0
}
