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
	"github.com/grandstand/grandstand/internal/vod"
)

func (a *API) registerLease() {
	register(a, Operation{
		ID: "take-lease", Method: http.MethodPost, Path: "/api/leases", Tag: "catalog", Class: ClassPlayback, Auth: AuthUser,
		Summary: "Acquire or renew a stream lease for a player of an event or video whose max_streams is not 0, with signed addresses for that player",
		Errors: []Failure{
			{fault.NotFound, "event_not_found"},
			{fault.NotFound, "vod_media_item_not_found"},
			{fault.Forbidden, "no_access"},
			{fault.Conflict, "too_many_streams"},
		},
	}, a.takeLease)
	register(a, Operation{
		ID: "end-lease", Method: http.MethodPost, Path: "/api/leases/end", Tag: "catalog", Class: ClassPlayback, Auth: AuthUser,
		Summary: "Release a stream lease when the player closes",
	}, a.endLease)
	register(a, Operation{
		ID: "list-leases", Method: http.MethodGet, Path: "/api/leases", Tag: "catalog", Class: ClassPlayback, Auth: AuthUser,
		Summary: "List the screens on which the caller is watching, longest first",
	}, a.listLeases)
}

// maxStreams is on how many screens at once the holder of an access to something of a type may
// watch; 0: on any number. What everybody may watch is not counted, nor is the channel's staff.
func (v *view) maxStreams(access commerce.Access, accessType string) int {
	if !access.IsBought(accessType) {
		return 0
	}
	return int(v.channel.Settings.ConcurrentStreams)
}

func (a *API) takeLease(ctx context.Context, c Caller, in *takeLeaseInput) (Data[leaseDTO], error) {
	b := in.Body
	p, err := a.findPlayable(ctx, c, b.EventID, b.VODItemID, lease.PlayerNumber(b.Player))
	if err != nil {
		return Data[leaseDTO]{}, err
	}
	if !p.granted && !p.listens {
		return Data[leaseDTO]{}, fault.New(fault.Forbidden, "no_access", "You do not have access to this video.")
	}
	err = a.Leases.Acquire(ctx, lease.Request{
		ChannelID: c.Channel.ID, UserID: c.Actor.UserID, SessionID: c.Actor.SessionID, Subject: p.subject,
		Player: b.Player, Previous: b.Before, ReplaceOldest: b.Instead, Slots: p.streams,
	})
	return data(leaseDTO{MaxStreams: p.streams, RenewAfter: int(lease.RenewInterval / time.Second), Media: p.media}), err
}

// playable is what a player asks a place for.
type playable struct {
	subject lease.Subject
	granted bool
	listens bool // the caller may listen, but not watch
	streams int  // see EventDetailDTO.MaxStreams
	media   []LeasedMediumDTO
}

// findPlayable finds the event or item of the library that a player asks a place for, with
// addresses that are bound to the player.
func (a *API) findPlayable(ctx context.Context, c Caller, eventID, itemID, player int64) (playable, error) {
	if (eventID == 0) == (itemID == 0) {
		return playable{}, fault.InvalidFields(fault.Field{Field: "event_id", Code: "malformed", Message: "The value is not valid."})
	}
	if itemID != 0 {
		return a.findPlayableItem(ctx, c, itemID, player)
	}
	event, err := a.keptEvent(ctx, c, eventID)
	if err != nil {
		return playable{}, err
	}
	p := playable{subject: lease.Subject{EventID: eventID}, granted: event.granted, listens: event.listens, streams: event.streams, media: []LeasedMediumDTO{}}
	viewer := MediaViewer{ChannelID: c.Channel.ID, EventID: eventID, UserID: c.Actor.UserID, SessionID: c.Actor.SessionID, Player: player}
	for _, m := range a.mediumDTOs(event, viewer) {
		if m.Type != typeLive && m.Type != typeVOD && m.Type != typeEmbedded {
			continue
		}
		p.media = append(p.media, LeasedMediumDTO{ID: m.ID, Type: m.Type, URL: m.URL, LiveURL: m.LiveURL, SoundURL: m.SoundURL})
	}
	return p, nil
}

func (a *API) findPlayableItem(ctx context.Context, c Caller, itemID, player int64) (playable, error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return playable{}, err
	}
	item, err := a.VOD.Find(ctx, c.Channel.ID, vod.ItemID(itemID))
	if err != nil {
		return playable{}, err
	}
	who, err := a.audience(ctx, c)
	if err != nil {
		return playable{}, err
	}
	rule, err := a.ruleOf(ctx, v, who, item)
	if err != nil {
		return playable{}, err
	}
	access := rule.item(item)
	p := playable{
		subject: lease.Subject{ItemID: itemID}, granted: access.Granted, streams: v.maxStreams(access, string(item.Access)), media: []LeasedMediumDTO{},
	}
	films, err := a.vodMedia(ctx, c, rule, item, player)
	for _, m := range films {
		if m.Type != typeVOD {
			continue
		}
		p.media = append(p.media, LeasedMediumDTO{ID: m.ID, Type: m.Type, URL: m.URL})
	}
	return p, err
}

func (a *API) endLease(ctx context.Context, c Caller, in *endLeaseInput) (Data[doneDTO], error) {
	return data(doneDTO{true}), a.Leases.Release(ctx, c.Channel.ID, c.Actor.UserID, in.Body.Player)
}

func (a *API) listLeases(ctx context.Context, c Caller, _ *struct{}) (Page[heldLeaseDTO], error) {
	held, err := a.Leases.List(ctx, c.Channel.ID, c.Actor.UserID)
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
		name, err := a.leasedName(ctx, c, v, l.Subject)
		if err != nil {
			return Page[heldLeaseDTO]{}, err
		}
		dto := heldLeaseDTO{
			Player: l.Player, Device: cmp.Or(devices[l.SessionID].Name, translate(c.Lang, "Unknown device")),
			Kind: cmp.Or(devices[l.SessionID].Kind, account.Unknown), Current: l.SessionID == c.Actor.SessionID, EventID: l.EventID, VODItemID: l.ItemID, EventName: name, Since: l.TakenAt,
		}
		list = append(list, dto)
	}
	return whole(list), nil
}

// leasedName is what is watched at a place, "" where it is gone.
func (a *API) leasedName(ctx context.Context, c Caller, v *view, of lease.Subject) (name string, err error) {
	if of.ItemID != 0 {
		var item *vod.Item
		if item, err = a.VOD.Find(ctx, c.Channel.ID, vod.ItemID(of.ItemID)); err == nil {
			name = v.in(item.Title)
		}
	} else {
		var e *catalog.Event
		if e, err = a.Catalog.FindEvent(ctx, c.Channel.ID, catalog.EventID(of.EventID)); err == nil {
			name = v.eventName(e)
		}
	}
	if fault.KindOf(err) == fault.NotFound {
		err = nil
	}
	return name, err
}

type takeLeaseInput struct {
	Body struct {
		KeyField

		EventID   int64  `json:"event_id,omitempty" minimum:"1" doc:"The event that is watched; this or vod_item_id"`
		VODItemID int64  `json:"vod_item_id,omitempty" minimum:"1" doc:"The item of the VOD library that is watched"`
		Player    string `json:"player" doc:"What the client calls the player that it opened, 8 to 64 letters, digits, dashes and underscores, another one for every player" example:"k3v9x2m4q7"`
		Before    string `json:"before,omitempty" doc:"The player that was open before in the same tab, whose place it inherits"`
		Instead   bool   `json:"instead,omitempty" doc:"Has the player that is open longest give up its place when none is free"`
	}
}

type leaseDTO struct {
	MaxStreams int `json:"max_streams" doc:"On how many screens at once the caller may watch; 0: on any number, and no place is needed"`
	RenewAfter int `json:"renew_after" doc:"In how many seconds to ask again"`
	// Media are those of the event or item.
	Media []LeasedMediumDTO `json:"media" doc:"The media at addresses that are bound to this player and play while it has its place"`
}

// LeasedMediumDTO is a medium at an address that is bound to a player.
type LeasedMediumDTO struct {
	ID       int64  `json:"id"`
	Type     int    `json:"type"`
	URL      string `json:"url"`
	LiveURL  string `json:"live_url,omitempty"`
	SoundURL string `json:"sound_url,omitempty" doc:"HLS of the sound alone, where the caller may listen but not watch"`
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
	EventID   int64              `json:"event_id" doc:"0 for a video of the library"`
	VODItemID int64              `json:"vod_item_id,omitempty"`
	EventName string             `json:"event_name" doc:"What is watched: the name of the event or the title of the video"`
	Since     time.Time          `json:"since"`
}
