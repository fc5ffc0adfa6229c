package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/vod"
)

// Limits of what is listed instead of an event.
const (
	eventsHere = 12
	videosHere = 6
	// pagesHere is how many pages of MaxLimit events of one status are searched for events that the
	// viewer's place permits.
	pagesHere = 3
)

func (a *API) registerWatchableHere() {
	registerHot[byIDInput](a, Operation{
		ID: "list-watchable-here", Method: http.MethodGet, Path: "/api/events/{id}/watchable-here", Tag: "catalog",
		Summary: "List what the caller can watch from their location instead of an event", Auth: AuthKey,
		Errors: []Failure{{fault.NotFound, "event_not_found"}},
	}, a.listWatchableHere)
}

func (a *API) listWatchableHere(ctx context.Context, c Caller, r *http.Request) (Encoded[Data[WatchableHereDTO]], error) {
	var id PathID
	if err := id.UnmarshalText([]byte(r.PathValue("id"))); err != nil {
		return Encoded[Data[WatchableHereDTO]]{}, fault.InvalidFields(fault.Field{Field: "id", Code: "malformed", Message: "The value is not valid."})
	}
	if _, err := a.Catalog.FindEvent(ctx, c.Channel.ID, catalog.EventID(id.Value)); err != nil {
		return Encoded[Data[WatchableHereDTO]]{}, err
	}
	return sendVOD(ctx, a, c, "watchable here "+r.PathValue("id"), func(ctx context.Context, v *view, who whom) (Data[WatchableHereDTO], error) {
		dto := WatchableHereDTO{Videos: []VODItemDTO{}, Events: []EventDTO{}}
		if who.viewer.GeoBlocked && !who.viewer.Operator {
			return data(dto), nil // the whole channel is refused
		}
		var err error
		if dto.Videos, err = a.videosHere(ctx, v, who, id.Value); err != nil {
			return Data[WatchableHereDTO]{}, err
		}
		dto.Events, err = a.eventsHere(ctx, v, who, catalog.EventID(id.Value))
		return data(dto), err
	})
}

// videosHere lists the videos of the library with a part of the event, those that the viewer's place
// permits: a video of several parts may have highlights that the rules of the event do not cover.
func (a *API) videosHere(ctx context.Context, v *view, who whom, eventID int64) ([]VODItemDTO, error) {
	page := vod.Page{Sort: vod.ByDate, Descending: true, Limit: vod.MaxLimit, Unspoiled: who.hideScores}
	items, err := a.VOD.List(ctx, who.channelID, vod.Filter{Events: []int64{eventID}}, page)
	if err != nil {
		return nil, err
	}
	all, err := a.vodItemDTOs(ctx, v, items, who)
	if err != nil {
		return nil, err
	}
	here := []VODItemDTO{}
	for _, dto := range all {
		if len(here) < videosHere && dto.Access.Reason != commerce.ReasonBlackout && dto.Access.Reason != commerce.ReasonGeoBlocked {
			here = append(here, dto)
		}
	}
	return here, nil
}

// eventsHere lists other events that the viewer's place permits: live ones, then the next ones, then
// the latest recordings.
func (a *API) eventsHere(ctx context.Context, v *view, who whom, except catalog.EventID) ([]EventDTO, error) {
	now := a.Clock.Now()
	var here []*catalog.Event
	for _, status := range [...]catalog.Status{catalog.Live, catalog.Upcoming, catalog.Finished} {
		filter := catalog.Filter{Statuses: []catalog.Status{status}, Recorded: true}
		page := catalog.Page{Sort: catalog.ByDate, Descending: status == catalog.Finished, Limit: catalog.MaxLimit}
		for range pagesHere {
			events, next, err := a.Catalog.List(ctx, who.channelID, filter, page)
			if err != nil {
				return nil, err
			}
			for _, e := range events {
				if len(here) < eventsHere && e.ID != except && v.isWatchableHere(e, who, now) {
					here = append(here, e)
				}
			}
			if len(here) == eventsHere || next.String() == "" {
				break
			}
			page.After = next
		}
	}
	return v.eventDTOs(here, who, now), nil
}

// isWatchableHere reports whether an event takes place and the viewer's place permits it.
func (v *view) isWatchableHere(e *catalog.Event, who whom, now time.Time) bool {
	sale := v.saleEvent(e)
	return sale.Off == "" && commerce.RefusedHere(sale, who.viewer, now) == nil
}

// WatchableHereDTO is what may be watched instead of an event that the caller's place forbids.
type WatchableHereDTO struct {
	Videos []VODItemDTO `json:"videos" doc:"Videos with a part of the event, such as its highlights"`
	Events []EventDTO   `json:"events" doc:"Other events: live, then the next ones, then the latest recordings"`
}
