package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
)

func (a *API) registerMoment() {
	registerHot[byIDInput](a, Operation{
		ID: "list-event-moments", Method: http.MethodGet, Path: "/api/events/{id}/moments", Tag: "catalog", Class: ClassPlayback,
		Summary: "List the key moments of an event and the possible kinds. Empty while scores are hidden", Auth: AuthKey,
		Errors: []Failure{{fault.NotFound, "event_not_found"}},
	}, a.listMoments)
	register(a, Operation{
		ID: "add-event-moment", Method: http.MethodPost, Path: "/api/events/{id}/moments", Tag: "operator", Class: ClassPlayback,
		Summary: "Tag a key moment. The same moment, kind and side again changes its note", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "event_not_found"}, {fault.Forbidden, "operator_required"}, {fault.Unprocessable, "too_many_moments"}},
	}, a.addMoment)
	register(a, Operation{
		ID: "remove-event-moment", Method: http.MethodDelete, Path: "/api/events/{id}/moments/{moment}", Tag: "operator", Class: ClassPlayback,
		Summary: "Remove a key moment", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "event_not_found"}, {fault.NotFound, "moment_not_found"}, {fault.Forbidden, "operator_required"}},
	}, a.removeMoment)
	a.registerChapters()
}

// momentsKey names an event's encoded moments: one for everybody of a language. They are
// made anew with every change of the channel's events.
type momentsKey struct {
	channelID int64
	lang      string
	state     revision.Set
	id        int64
	hidden    bool
}

type encodedMoments = cache.StaleWhileRevalidate[momentsKey, *Payload]

func newEncodedMoments(c clock.Clock) *encodedMoments {
	return cache.NewStaleWhileRevalidate[momentsKey, *Payload](c, encodedFresh, encodedLimit, encodedWeight, func(p *Payload) int { return len(p.plain.body) })
}

func (a *API) listMoments(ctx context.Context, c Caller, r *http.Request) (Encoded[Data[MomentsDTO]], error) {
	var id PathID
	if err := id.UnmarshalText([]byte(r.PathValue("id"))); err != nil {
		return Encoded[Data[MomentsDTO]]{}, fault.InvalidFields(fault.Field{Field: "id", Code: "malformed", Message: "The value is not valid."})
	}
	state, err := a.Revisions.Of(ctx, c.Channel.ID)
	if err != nil {
		return Encoded[Data[MomentsDTO]]{}, err
	}
	key := momentsKey{channelID: c.Channel.ID, lang: c.Lang, state: state, id: id.Value, hidden: c.HideScores}
	payload, err := a.moments.Get(ctx, key, func(ctx context.Context) (*Payload, error) {
		dto, err := a.findMoments(ctx, key)
		if err != nil {
			return nil, err
		}
		return a.encodeBriefly(data(dto))
	})
	return Encoded[Data[MomentsDTO]]{payload}, err
}

func (a *API) findMoments(ctx context.Context, key momentsKey) (MomentsDTO, error) {
	v, err := a.view(ctx, key.channelID, key.lang)
	if err != nil {
		return MomentsDTO{}, err
	}
	// How often they have changed first: who is told more than that says loses nothing.
	e, err := a.Catalog.FindEvent(ctx, key.channelID, catalog.EventID(key.id))
	if err != nil {
		return MomentsDTO{}, err
	}
	out := MomentsDTO{EventID: key.id, Moments: []MomentDTO{}, Kinds: []MomentKindDTO{}}
	for _, k := range v.ref.KindsOf(e) {
		out.Kinds = append(out.Kinds, MomentKindDTO{Kind: k.Key, Name: v.in(k.Name), NeedsParticipant: k.Sided})
	}
	if key.hidden {
		return out, nil
	}
	out.Revision = e.Moments
	moments, err := a.Catalog.Moments(ctx, key.channelID, e.ID)
	if err != nil {
		return MomentsDTO{}, err
	}
	for _, m := range moments {
		out.Moments = append(out.Moments, v.momentDTO(m, e))
	}
	return out, nil
}

func (v *view) momentDTO(m catalog.Moment, e *catalog.Event) MomentDTO {
	dto := MomentDTO{ID: int64(m.ID), AtMS: m.At.UnixMilli(), Kind: m.Kind, Name: m.Kind, Note: v.in(m.Note)}
	if kind, ok := v.ref.KindOf(e, m.Kind); ok {
		dto.Name = v.in(kind.Name)
	}
	if m.Participant != 0 {
		dto.ParticipantID = new(int64(m.Participant))
	}
	return dto
}

func (a *API) addMoment(ctx context.Context, c Caller, in *addMomentInput) (Data[MomentDTO], error) {
	now, b := a.Clock.Now(), in.Body
	moment := catalog.Moment{At: now, Kind: b.Kind, Participant: catalog.ParticipantID(b.ParticipantID)}
	if b.Note != "" {
		moment.Note = text.Text{c.Lang: b.Note}
	}
	if b.AtMS != nil {
		moment.At = time.UnixMilli(*b.AtMS).UTC()
	}
	if moment.At.After(now.Add(scoreSkew)) {
		return Data[MomentDTO]{}, fault.InvalidFields(fault.Field{Field: "at_ms", Code: "in_the_future", Message: "This moment is still in the future."})
	}
	id := catalog.EventID(in.ID.Value)
	moment, err := a.Catalog.AddMoment(ctx, c.Actor, c.Channel.ID, id, moment)
	if err != nil {
		return Data[MomentDTO]{}, err
	}
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Data[MomentDTO]{}, err
	}
	e, err := a.Catalog.FindEvent(ctx, c.Channel.ID, id)
	if err != nil {
		return Data[MomentDTO]{}, err
	}
	return data(v.momentDTO(moment, e)), nil
}

func (a *API) removeMoment(ctx context.Context, c Caller, in *removeMomentInput) (Data[RemovedMomentDTO], error) {
	err := a.Catalog.RemoveMoment(ctx, c.Actor, c.Channel.ID, catalog.EventID(in.ID.Value), catalog.MomentID(in.Moment.Value))
	return data(RemovedMomentDTO{ID: in.Moment.Value}), err
}

type addMomentInput struct {
	ID   PathID `path:"id"`
	Body struct {
		KeyField

		Kind          string `json:"kind" minLength:"1" maxLength:"40" doc:"One of the kinds that the event's moments are listed with"`
		ParticipantID int64  `json:"participant_id,omitempty" minimum:"0" doc:"Whose it is: one of the event's participants; required by most kinds"`
		Note          string `json:"note,omitempty" maxLength:"120" doc:"A line about it, in the language of the call"`
		AtMS          *int64 `json:"at_ms,omitempty" doc:"When it happened, in milliseconds since the Unix epoch; now by default"`
	}
}

type removeMomentInput struct {
	ID     PathID `path:"id"`
	Moment PathID `path:"moment"`
}

// MomentsDTO are the key moments of an event.
type MomentsDTO struct {
	EventID  int64           `json:"event_id"`
	Revision int64           `json:"revision" doc:"The event's count of changes, moments, that these are at least as new as"`
	Moments  []MomentDTO     `json:"moments" doc:"The oldest first"`
	Kinds    []MomentKindDTO `json:"kinds" doc:"What an operator may tag, by the event's sport"`
}

// MomentDTO is one key moment.
type MomentDTO struct {
	ID            int64  `json:"id"`
	AtMS          int64  `json:"at_ms" doc:"When it happened, in milliseconds since the Unix epoch"`
	Kind          string `json:"kind"`
	Name          string `json:"name" doc:"Of its kind"`
	ParticipantID *int64 `json:"participant_id" doc:"Whose it is"`
	Note          string `json:"note" doc:"May be empty"`
}

// MomentKindDTO is one kind of key moment.
type MomentKindDTO struct {
	Kind             string `json:"kind"`
	Name             string `json:"name"`
	NeedsParticipant bool   `json:"needs_participant" doc:"It is somebody's"`
}

// RemovedMomentDTO names the moment that was taken back.
type RemovedMomentDTO struct {
	ID int64 `json:"id"`
}
