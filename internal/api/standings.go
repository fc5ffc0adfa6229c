package api

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
)

// followEvery is how often a followed channel's counter is looked at. With what the
// counter itself may lag behind, every node knows of a change within a second.
const followEvery = 200 * time.Millisecond

// standingsSource tells how the events of a channel stand, for everybody on this node who
// follows it: one look at a counter in memory per followEvery, one query per change.
type standingsSource struct {
	// revision counts the changes of a channel's events.
	revision  func(ctx context.Context, channelID int64) (int64, error)
	standings func(ctx context.Context, channelID int64) ([]catalog.Standing, error)
	log       *slog.Logger
}

// run is the feed's source.
func (s *standingsSource) run(ctx context.Context, channelID int64, tell func(change, whole *liveNews)) {
	ticker := time.NewTicker(followEvery)
	defer ticker.Stop()
	var known []catalog.Standing
	seen, failing := int64(-1), false
	for {
		err := s.look(ctx, channelID, &seen, &known, tell)
		if ctx.Err() != nil {
			return
		}
		if err != nil && !failing {
			s.log.WarnContext(ctx, "the live feed does not see its channel", "channel_id", channelID, "error", err)
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// look tells what has changed since the revision that was seen last, if anything.
func (s *standingsSource) look(ctx context.Context, channelID int64, seen *int64, known *[]catalog.Standing, tell func(change, whole *liveNews)) error {
	// The counter first: what changes in between is told twice rather than never.
	now, err := s.revision(ctx, channelID)
	if err != nil || now == *seen {
		return err
	}
	standings, err := s.standings(ctx, channelID)
	if err != nil {
		return err
	}
	changed, unspoiled := difference(*known, standings)
	first := *seen < 0
	*seen, *known = now, standings
	if !first && len(changed) == 0 {
		return nil
	}
	change, err := encodeNews(now, changed, unspoiled)
	if err != nil {
		return err
	}
	whole, err := encodeNews(now, standings, standings)
	if err == nil {
		tell(change, whole)
	}
	return err
}

// difference finds what has changed, and what of it those learn who do not want to know
// scores: not even that there was one.
func difference(before, after []catalog.Standing) (changed, unspoiled []catalog.Standing) {
	for _, now := range after {
		i := slices.IndexFunc(before, func(s catalog.Standing) bool { return s.ID == now.ID })
		if i >= 0 && before[i].Equal(now) {
			continue
		}
		changed = append(changed, now)
		if i < 0 || before[i].Status != now.Status || before[i].StreamState != now.StreamState ||
			!before[i].IsScheduledAs(now) {
			unspoiled = append(unspoiled, now)
		}
	}
	return changed, unspoiled
}

// liveNews is one message of the feed in its two forms; an empty one is not sent.
type liveNews struct {
	revision           int64
	spoiled, unspoiled []byte
}

// toldTo is what a caller wants to be told.
func (n *liveNews) toldTo(c Caller) []byte {
	if c.HideScores {
		return n.unspoiled
	}
	return n.spoiled
}

// newsName is the name of the feed's events.
const newsName = "events"

func encodeNews(revision int64, all, unspoiled []catalog.Standing) (*liveNews, error) {
	news := &liveNews{revision: revision}
	told, untold := LiveFeedDTO{Events: make([]LiveEventDTO, len(all))}, make([]EventStandingDTO, len(unspoiled))
	for i, s := range all {
		told.Events[i] = LiveEventDTO{EventStandingDTO: unspoiledDTO(s), Score: scoreDTO(s.Score), Moments: s.Moments}
	}
	for i, s := range unspoiled {
		untold[i] = unspoiledDTO(s)
	}
	for _, form := range []struct {
		into  *[]byte
		count int
		body  any
	}{{&news.spoiled, len(all), told}, {&news.unspoiled, len(unspoiled), map[string]any{"events": untold}}} {
		if form.count == 0 {
			continue
		}
		encoded, err := encodeJSON(form.body)
		if err != nil {
			return nil, fmt.Errorf("encode the live feed: %w", err)
		}
		*form.into = frame(revision, newsName, encoded)
	}
	return news, nil
}

func unspoiledDTO(s catalog.Standing) EventStandingDTO {
	return EventStandingDTO{
		ID: int64(s.ID), Status: s.Status, StreamStatus: s.Status, StreamState: s.StreamState,
		ScheduleStatus: s.Schedule, EventUTCTS: s.StartAt.Unix(), TimeTBA: s.TimeTBA,
	}
}
