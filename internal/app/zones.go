package app

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/word"
	"github.com/grandstand/grandstand/internal/zone"
)

// ZoneReport is what a change of zone data means for future events.
type ZoneReport struct {
	Data  zone.Data
	Moves []NamedZoneMove
}

// NamedZoneMove is a catalog.ZoneMove with the name of its event.
type NamedZoneMove struct {
	catalog.ZoneMove

	Name     string
	Selected bool // it is moved if the moves are applied
}

// String says in words what changes.
func (m NamedZoneMove) String() string {
	const minute = "2006-01-02 15:04"
	text := fmt.Sprintf("event %d, %s: %s in %s is %s UTC, stored as %s UTC: %s", m.Event, m.Name, m.Local[:len(minute)], m.Zone,
		m.Start.UTC().Format(minute), m.Stored.UTC().Format(minute), difference(m.Start.Sub(m.Stored)))
	switch {
	case m.Skipped:
		return text + "; the clocks skip this time on that day, so give the event another time"
	case m.Fixed && !m.Selected:
		return text + "; it was entered as an instant and stays, unless you add --instants"
	}
	return text
}

// difference says how far a start moves: "1 hour earlier".
func difference(by time.Duration) string {
	word, size := "later", by
	if by < 0 {
		word, size = "earlier", -by
	}
	if size%time.Hour != 0 {
		return fmt.Sprintf("%d minutes %s", size/time.Minute, word)
	}
	if size == time.Hour {
		return "1 hour " + word
	}
	return fmt.Sprintf("%d hours %s", size/time.Hour, word)
}

// RecomputeZones compares future events with the present zone data. With apply the events get the start of
// their local time; those that were entered as an instant only with instants. channelKey "" is every channel.
func (a *App) RecomputeZones(ctx context.Context, channelKey string, apply, instants bool) (ZoneReport, error) {
	report := ZoneReport{Data: zone.CurrentData()}
	var channelID int64
	if channelKey != "" {
		id, err := a.channelID(ctx, channelKey)
		if err != nil {
			return report, err
		}
		channelID = id
	}
	err := a.DB.InTx(ctx, func(ctx context.Context, _ bun.Tx) error {
		moves, err := a.Catalog.ZoneMoves(ctx, channelID)
		if err != nil {
			return err
		}
		chosen := map[int64][]catalog.ZoneMove{}
		for _, m := range moves {
			name, err := a.zoneMoveName(ctx, m)
			if err != nil {
				return err
			}
			selected := !m.Skipped && (!m.Fixed || instants)
			report.Moves = append(report.Moves, NamedZoneMove{ZoneMove: m, Name: name, Selected: selected})
			if selected {
				chosen[m.ChannelID] = append(chosen[m.ChannelID], m)
			}
		}
		if !apply {
			return nil
		}
		for id, moves := range chosen {
			if err := a.Catalog.ApplyZoneMoves(ctx, actor.ForSystem(id), id, moves); err != nil {
				return err
			}
		}
		return nil
	})
	return report, err
}

func (a *App) zoneMoveName(ctx context.Context, m catalog.ZoneMove) (string, error) {
	e, err := a.Catalog.FindEvent(ctx, m.ChannelID, m.Event)
	if err != nil {
		return "", err
	}
	ref, err := a.Catalog.Reference(ctx, m.ChannelID)
	if err != nil {
		return "", err
	}
	return ref.EventName(e, word.Kinds{}.Versus("en")), nil
}

// checkZones logs the release of the zone data, fills in the local start times of older events, indexes the names of older
// events again, and warns of events whose start differs from what the present data say.
func (a *App) checkZones(ctx context.Context) error {
	data := zone.CurrentData()
	a.Log.InfoContext(ctx, "time zone data", "release", data.Version, "source", data.Source)
	if data.IsOld(a.Clock.Now()) {
		a.Log.WarnContext(ctx, "the time zone data is from an earlier year or of an unknown release: update the system's tzdata, then run grandstand zones recompute", "release", data.Version, "source", data.Source)
	}
	if _, err := a.Catalog.KeepLocalStarts(ctx); err != nil {
		return err
	}
	if err := a.Catalog.IndexOlderNames(ctx); err != nil {
		return err
	}
	moves, err := a.Catalog.ZoneMoves(ctx, 0)
	if err == nil && len(moves) > 0 {
		a.Log.WarnContext(ctx, "future events differ from the time zone data: see grandstand zones recompute", "events", len(moves), "release", data.Version)
	}
	return err
}
