package app

import (
	"context"
	"slices"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
)

// mayCut decides about what was cut out of an event. Whoever has its address may watch it,
// wherever the event may be watched at all; to take it home needs what the event's viewer
// has bought.
func (a access) mayCut(ctx context.Context, v media.Viewer, who commerce.Viewer) (bool, error) {
	found, err := a.cuts().FindCuts(ctx, v.ChannelID, []media.CutID{v.CutID})
	cut, there := found[v.CutID]
	if err != nil || !there {
		return false, err
	}
	decision, err := a.onEvent(ctx, v, who, cut.EventID)
	if fault.KindOf(err) == fault.NotFound { // the event is gone, and its rules with it
		return !who.GeoBlocked && !v.Download, nil
	}
	if err != nil {
		return false, err
	}
	if v.Download {
		return may(decision, commerce.DownloadClip), nil
	}
	return decision.Reason != commerce.ReasonGeoBlocked && decision.Reason != commerce.ReasonBlackout, nil
}

// onEvent is the rule of access for an event.
func (a access) onEvent(ctx context.Context, v media.Viewer, who commerce.Viewer, eventID int64) (commerce.Access, error) {
	held, err := a.commerce.Grants(ctx, v.ChannelID, v.UserID)
	if err != nil {
		return commerce.Access{}, err
	}
	event, err := a.saleEvent(ctx, v.ChannelID, catalog.EventID(eventID))
	if err != nil {
		return commerce.Access{}, err
	}
	return commerce.Decide(event, who, held, a.clock.Now()), nil
}

func may(decision commerce.Access, c commerce.Capability) bool {
	return decision.Granted && slices.Contains(decision.Capabilities, c)
}
