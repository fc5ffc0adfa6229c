package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/lease"
)

func (a *API) registerLease() {
	register(a, Operation{
		ID: "take-lease", Method: http.MethodPost, Path: "/api/leases", Tag: "catalog", Class: ClassPlayback, Auth: AuthUser,
		Summary: "A place for a player of an event whose max_streams is not 0, or that place renewed; without one its media are refused",
		Errors: []Failure{
			{fault.NotFound, "event_not_found"},
			{fault.Forbidden, "no_access"},
			{fault.Conflict, "too_many_streams"},
		},
	}, a.takeLease)
	register(a, Operation{
		ID: "end-lease", Method: http.MethodPost, Path: "/api/leases/end", Tag: "catalog", Class: ClassPlayback, Auth: AuthUser,
		Summary: "Give a player's place back, when it is closed",
	}, a.endLease)
	register(a, Operation{
		ID: "list-leases", Method: http.MethodGet, Path: "/api/leases", Tag: "catalog", Class: ClassPlayback, Auth: AuthUser,
		Summary: "On which screens the caller watches now, the longest first",
	}, a.listLeases)
}

// maxStreams is on how many screens at once whoever has an access may watch; 0: on any number.
// What everybody may watch is not counted, nor is the channel's staff.
func (v *view) maxStreams(access commerce.Access) int {
	if !access.IsBought() {
		return 0
	}
	return int(v.channel.Settings.ConcurrentStreams)
}

func (a *API) takeLease(ctx context.Context, c Caller, in *takeLeaseInput) (Data[leaseDTO], error) {
	b := in.Body
	event, err := a.keptEvent(ctx, c, b.EventID)
	if err != nil {
		return Data[leaseDTO]{}, err
	}
	if !event.granted {
		return Data[leaseDTO]{}, fault.New(fault.Forbidden, "no_access", "You have no access to this video.")
	}
	err = a.Leases.Take(ctx, lease.Request{
		ChannelID: c.Channel.ID, UserID: c.Actor.UserID, SessionID: c.Actor.SessionID, EventID: b.EventID,
		Player: b.Player, Before: b.Before, Instead: b.Instead, Most: event.streams,
	})
	return data(leaseDTO{MaxStreams: event.streams, RenewAfter: int(lease.RenewEvery / time.Second)}), err
}

func (a *API) endLease(ctx context.Context, c Caller, in *endLeaseInput) (Data[doneDTO], error) {
	return data(doneDTO{true}), a.Leases.End(ctx, c.Channel.ID, c.Actor.UserID, in.Body.Player)
}

func (a *API) listLeases(ctx context.Context, c Caller, _ *struct{}) (Page[heldLeaseDTO], error) {
	held, err := a.Leases.Of(ctx, c.Channel.ID, c.Actor.UserID)
	if err != nil {
		return Page[heldLeaseDTO]{}, err
	}
	sessions, err := a.Accounts.OwnSessions(ctx, c.Session)
	if err != nil {
		return Page[heldLeaseDTO]{}, err
	}
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Page[heldLeaseDTO]{}, err
	}
	devices := make(map[int64]ownSessionDTO, len(sessions))
	for _, s := range ownSessions(c.Lang, sessions) {
		devices[s.ID] = s
	}
	list := make([]heldLeaseDTO, 0, len(held))
	for _, l := range held {
		e, err := a.Catalog.FindEvent(ctx, c.Channel.ID, catalog.EventID(l.EventID))
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return Page[heldLeaseDTO]{}, err
		}
		dto := heldLeaseDTO{
			Player: l.Player, Device: cmp.Or(devices[l.SessionID].Name, translate(c.Lang, "Unknown device")),
			Kind: cmp.Or(devices[l.SessionID].Kind, account.Unknown), Current: l.SessionID == c.Actor.SessionID, EventID: l.EventID, Since: l.TakenAt,
		}
		if err == nil {
			dto.EventName = v.eventName(e)
		}
		list = append(list, dto)
	}
	return whole(list), nil
}

type takeLeaseInput struct {
	Body struct {
		KeyField

		EventID int64  `json:"event_id" minimum:"1"`
		Player  string `json:"player" doc:"What the client calls the player that it opened, 8 to 64 letters, digits, dashes and underscores, another one for every player" example:"k3v9x2m4q7"`
		Before  string `json:"before,omitempty" doc:"The player that was open before in the same tab, whose place it inherits"`
		Instead bool   `json:"instead,omitempty" doc:"Has the player that is open longest give up its place when none is free"`
	}
}

type leaseDTO struct {
	MaxStreams int `json:"max_streams" doc:"On how many screens at once the caller may watch; 0: on any number, and no place is needed"`
	RenewAfter int `json:"renew_after" doc:"In how many seconds to ask again"`
}

type endLeaseInput struct {
	Body struct {
		KeyField

		Player string `json:"player" doc:"One that has no place is no error"`
	}
}

type heldLeaseDTO struct {
	Player    string             `json:"player"`
	Device    string             `json:"device" doc:"What its owner knows it by, in the language of the request" example:"Chrome on Windows"`
	Kind      account.DeviceKind `json:"kind" enum:"computer,phone,tablet,tv,unknown"`
	Current   bool               `json:"current" doc:"On the device that asks"`
	EventID   int64              `json:"event_id"`
	EventName string             `json:"event_name"`
	Since     time.Time          `json:"since"`
}
