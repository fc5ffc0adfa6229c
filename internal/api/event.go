package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
)

func (a *API) registerEvent() {
	registerHot[eventsInput](a, Operation{
		ID: "list-events", Method: http.MethodGet, Path: "/api/events", Tag: "catalog",
		Summary: "List events, filtered, sorted and paged", Auth: AuthKey,
		Errors: []Failure{{fault.Unauthenticated, "unauthenticated"}},
	}, a.listEvents)
	registerHot[byIDInput](a, Operation{
		ID: "get-event", Method: http.MethodGet, Path: "/api/events/{id}", Tag: "catalog", Class: ClassPlayback,
		Summary: "Get an event with access, media, scores and the offers that include it", Auth: AuthKey,
		Errors: []Failure{{fault.NotFound, "event_not_found"}},
	}, a.getEvent)
	a.registerWatchableHere()
}

// How old an encoded list or event may be: made again behind the callers' back after
// encodedFresh, never older than encodedLimit. Where another node changes an event,
// this is how long this one may not know.
const (
	encodedFresh  = 500 * time.Millisecond
	encodedLimit  = time.Second
	encodedWeight = 32 << 20 // bytes of each kind
)

// audience is whom an encoded answer is for: everybody who is equal in it.
type audience struct {
	channelID int64
	lang      string
	viewer    commerce.Viewer
	holdings  string // the key of what they all bought; "" for nothing
	state     revision.Set
	// hideScores keeps what tells how a game went from answers, and those answers from
	// everybody else's.
	hideScores bool
}

// whom is an audience with what it bought.
type whom struct {
	audience

	grants []commerce.Grant
}

type listKey struct {
	audience

	query string
}

type encodedLists = cache.StaleWhileRevalidate[listKey, *Payload]

func newEncodedLists(c clock.Clock) *encodedLists {
	return cache.NewStaleWhileRevalidate[listKey, *Payload](c, encodedFresh, encodedLimit, encodedWeight, func(p *Payload) int { return len(p.plain.body) })
}

// audience finds what an answer to a caller depends on.
func (a *API) audience(ctx context.Context, c Caller) (whom, error) {
	state, err := a.Revisions.Of(ctx, c.Channel.ID)
	if err != nil {
		return whom{}, err
	}
	viewer, err := a.viewer(ctx, c)
	if err != nil {
		return whom{}, err
	}
	held, err := a.holdings(ctx, c)
	return whom{grants: held.Grants, audience: audience{
		channelID: c.Channel.ID, lang: c.Lang, viewer: viewer, holdings: held.Key, state: state, hideScores: c.HideScores,
	}}, err
}

func (a *API) listEvents(ctx context.Context, c Caller, r *http.Request) (Encoded[EventsDTO], error) {
	return a.listChosen(ctx, c, r.URL.Query())
}

func (a *API) listChosen(ctx context.Context, c Caller, values url.Values) (Encoded[EventsDTO], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Encoded[EventsDTO]{}, err
	}
	q, err := v.readEvents(values)
	if err != nil {
		return Encoded[EventsDTO]{}, err
	}
	if q.filter.Concern, err = a.readFavorites(ctx, c, v, values); err != nil {
		return Encoded[EventsDTO]{}, err
	}
	return a.sendEvents(ctx, c, v, q)
}

// sendEvents answers with a page of events, kept encoded for everybody of the audience.
func (a *API) sendEvents(ctx context.Context, c Caller, v *view, q eventQuery) (Encoded[EventsDTO], error) {
	who, err := a.audience(ctx, c)
	if err != nil {
		return Encoded[EventsDTO]{}, err
	}
	payload, err := a.lists.Get(ctx, listKey{who.audience, q.key()}, func(ctx context.Context) (*Payload, error) {
		body, err := a.findEvents(ctx, v, q, who)
		if err != nil {
			return nil, err
		}
		return a.encodeBriefly(body)
	})
	return Encoded[EventsDTO]{payload}, err
}

// key names the query: two with one key are answered alike.
func (q *eventQuery) key() string {
	p := &q.page
	return fmt.Sprintf("%s|%s %t %d %d %s %t", q.filter.Key(), p.Sort, p.Descending, p.Limit, p.Offset, p.After, q.facets)
}

func (a *API) findEvents(ctx context.Context, v *view, q eventQuery, who whom) (EventsDTO, error) {
	events, next, err := a.Catalog.List(ctx, who.channelID, q.filter, q.page)
	if err != nil {
		return EventsDTO{}, err
	}
	total, err := a.Catalog.Total(ctx, who.channelID, q.filter)
	if err != nil {
		return EventsDTO{}, err
	}
	body := EventsDTO{
		Data: v.eventDTOs(events, who, a.Clock.Now()),
		Meta: EventsMeta{Meta: Meta{Total: total, Limit: q.page.Limit, Offset: q.page.Offset, Next: next.String()}},
	}
	if q.facets {
		facets, err := a.Catalog.Facets(ctx, who.channelID, q.filter)
		if err != nil {
			return EventsDTO{}, err
		}
		body.Meta.Facets = v.facetsDTO(facets)
	}
	return body, nil
}

// EventsDTO is a page of events.
type EventsDTO struct {
	Data []EventDTO `json:"data"`
	Meta EventsMeta `json:"meta"`
}

// EventsMeta is the meta of a page of events.
type EventsMeta struct {
	Meta

	Facets *FacetsDTO `json:"facets,omitempty" doc:"With facets=1"`
}
