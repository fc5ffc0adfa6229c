package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
)

func (a *API) registerEvent() {
	registerHot[eventsInput](a, Operation{
		ID: "list-events", Method: http.MethodGet, Path: "/api/events", Tag: "catalog",
		Summary: "Events, filtered, sorted and paged", Auth: AuthKey,
	}, a.listEvents)
	registerHot[byIDInput](a, Operation{
		ID: "get-event", Method: http.MethodGet, Path: "/api/events/{id}", Tag: "catalog", Class: ClassPlayback,
		Summary: "One event: access, media, scores and what opens it", Auth: AuthKey,
		Errors: []Failure{{fault.NotFound, "event_not_found"}},
	}, a.getEvent)
}

// EventMedia knows what there is to play.
type EventMedia interface {
	// Media lists the media of an event for a viewer, whose user id is 0 without login.
	// The addresses of what can be played are signed for that viewer and there only if
	// access is granted.
	Media(ctx context.Context, channelID, eventID int64, viewer MediaViewer) ([]Medium, error)
}

// MediaViewer is who wants to play.
type MediaViewer struct {
	UserID    int64
	SessionID int64
	Granted   bool
}

// Medium is one medium of an event, as MediumDTO.
type Medium = MediumDTO

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
	state     revision.Set
}

type listKey struct {
	audience

	query string
}

type encodedLists = cache.Aged[listKey, *Payload]

func newEncodedLists(c clock.Clock) *encodedLists {
	return cache.NewAged[listKey, *Payload](c, encodedFresh, encodedLimit, encodedWeight, func(p *Payload) uint32 { return uint32(len(p.plain.body)) }) //nolint:gosec // a page is far below 4 GB
}

// audience finds what an answer to a caller depends on.
func (a *API) audience(ctx context.Context, c Caller) (audience, error) {
	state, err := a.Revisions.Of(ctx, c.Channel.ID)
	return audience{channelID: c.Channel.ID, lang: c.Lang, viewer: a.viewer(c), state: state}, err
}

func (a *API) listEvents(ctx context.Context, c Caller, r *http.Request) (Encoded[EventsDTO], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Encoded[EventsDTO]{}, err
	}
	q, err := v.readEvents(r.URL.Query())
	if err != nil {
		return Encoded[EventsDTO]{}, err
	}
	who, err := a.audience(ctx, c)
	if err != nil {
		return Encoded[EventsDTO]{}, err
	}
	payload, err := a.lists.Get(ctx, listKey{who, q.key()}, func(ctx context.Context) (*Payload, error) {
		body, err := a.findEvents(ctx, v, q, who)
		if err != nil {
			return nil, err
		}
		return encodeBriefly(body)
	})
	return Encoded[EventsDTO]{payload}, err
}

// key names the query: two with one key are answered alike.
func (q *eventQuery) key() string {
	p := &q.page
	return fmt.Sprintf("%s|%s %t %d %d %s %t", q.filter.Key(), p.Sort, p.Descending, p.Limit, p.Offset, p.After, q.facets)
}

func (a *API) findEvents(ctx context.Context, v *view, q eventQuery, who audience) (EventsDTO, error) {
	events, next, err := a.Catalog.List(ctx, who.channelID, q.filter, q.page)
	if err != nil {
		return EventsDTO{}, err
	}
	total, err := a.Catalog.Total(ctx, who.channelID, q.filter)
	if err != nil {
		return EventsDTO{}, err
	}
	body := EventsDTO{
		Data: v.eventDTOs(events, who.viewer, a.Clock.Now()),
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

// eventKey names an encoded event. Media are signed for a viewer, so that with access
// each has their own.
type eventKey struct {
	audience

	id     int64
	holder MediaViewer
}

// encodedEvent is an event's JSON up to its last field, the time.
type encodedEvent struct{ open []byte }

type encodedEvents = cache.Aged[eventKey, encodedEvent]

func newEncodedEvents(c clock.Clock) *encodedEvents {
	return cache.NewAged[eventKey, encodedEvent](c, encodedFresh, encodedLimit, encodedWeight, func(e encodedEvent) uint32 { return uint32(len(e.open)) }) //nolint:gosec // an event is far below 4 GB
}

func (a *API) getEvent(ctx context.Context, c Caller, r *http.Request) (Encoded[Data[EventDetailDTO]], error) {
	var id PathID
	if err := id.UnmarshalText([]byte(r.PathValue("id"))); err != nil {
		return Encoded[Data[EventDetailDTO]]{}, fault.InvalidFields(fault.Field{Field: "id", Code: "malformed", Message: "The value is not valid."})
	}
	who, err := a.audience(ctx, c)
	if err != nil {
		return Encoded[Data[EventDetailDTO]]{}, err
	}
	key := eventKey{audience: who, id: id.Value, holder: MediaViewer{UserID: c.Actor.UserID, SessionID: c.Actor.SessionID}}
	kept, err := a.details.Get(ctx, key, func(ctx context.Context) (encodedEvent, error) { return a.encodeEvent(ctx, key) })
	if err != nil {
		return Encoded[Data[EventDetailDTO]]{}, err
	}
	return Encoded[Data[EventDetailDTO]]{briefPayload(kept.at(a.Clock.Now()))}, nil
}

// timeTail is how an encoded event ends: its last field, without a value yet.
const timeTail = `"server_time_ms":0}}`

// encodeEvent builds and encodes an event for a viewer.
func (a *API) encodeEvent(ctx context.Context, key eventKey) (encodedEvent, error) {
	v, err := a.view(ctx, key.channelID, key.lang)
	if err != nil {
		return encodedEvent{}, err
	}
	dto, err := a.findEvent(ctx, v, key)
	if err != nil {
		return encodedEvent{}, err
	}
	encoded, err := json.Marshal(data(dto))
	if err != nil {
		return encodedEvent{}, fmt.Errorf("encode event %d: %w", key.id, err)
	}
	return encodedEvent{open: encoded[:len(encoded)-len(`0}}`)]}, nil
}

// at completes the JSON with the time of the answer.
func (e encodedEvent) at(now time.Time) []byte {
	out := make([]byte, len(e.open), len(e.open)+len(timeTail)+len("9223372036854775807"))
	copy(out, e.open)
	return append(strconv.AppendInt(out, now.UnixMilli(), 10), "}}\n"...)
}

func (a *API) findEvent(ctx context.Context, v *view, key eventKey) (EventDetailDTO, error) {
	e, err := a.Catalog.FindEvent(ctx, key.channelID, catalog.EventID(key.id))
	if err != nil {
		return EventDetailDTO{}, err
	}
	sale := v.saleEvent(e)
	access := commerce.Decide(sale, key.viewer, nil, a.Clock.Now())
	dto := EventDetailDTO{
		EventDTO: v.eventDTO(e, access), Description: v.in(e.Description), Packages: []EventPackageDTO{}, Scores: []ScoreDTO{},
		LiveSince: orNull(e.LiveSince), EndedAt: orNull(e.EndedAt),
	}
	if dto.Packages, err = a.packagesFor(ctx, v, e, sale); err != nil {
		return EventDetailDTO{}, err
	}
	scores, err := a.Catalog.Scores(ctx, key.channelID, e.ID)
	if err != nil {
		return EventDetailDTO{}, err
	}
	for _, s := range scores {
		dto.Scores = append(dto.Scores, newScoreDTO(s))
	}
	holder := key.holder
	holder.Granted = access.Granted
	if dto.Media, err = a.EventMedia.Media(ctx, key.channelID, key.id, holder); err != nil {
		return EventDetailDTO{}, err
	}
	dto.Media = append([]Medium{}, dto.Media...)
	return dto, nil
}

// packagesFor lists what opens an event: its own ticket at its own price, then what
// covers it.
func (a *API) packagesFor(ctx context.Context, v *view, e *catalog.Event, sale commerce.Event) ([]EventPackageDTO, error) {
	out := []EventPackageDTO{}
	if id := e.SingleEventPackageID; id != 0 && (e.Type == catalog.Paid || e.Type == catalog.PPV) {
		ticket, err := a.Commerce.Find(ctx, int64(v.channel.ID), commerce.KindPackage, commerce.PackageID(id))
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		if err == nil {
			dto := v.eventPackageDTO(ticket)
			dto.Price, dto.BasePrice, dto.ServiceFee, dto.Currency = e.Price(), e.BasePrice, e.ServiceFee, e.Currency
			out = append(out, dto)
		}
	}
	covering, err := a.Commerce.Covering(ctx, int64(v.channel.ID), sale)
	if err != nil {
		return nil, err
	}
	for _, p := range covering {
		out = append(out, v.eventPackageDTO(p))
	}
	return out, nil
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
