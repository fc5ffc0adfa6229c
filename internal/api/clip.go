package api

import (
	"context"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// ClipMedia knows what there is to play of clips, and makes files of them.
type ClipMedia interface {
	// Cuts returns those of a channel's cuts that there are, by id.
	Cuts(ctx context.Context, channelID int64, ids []clip.CutID) (map[clip.CutID]CutMedium, error)
	// SignCut gives the address at which a viewer plays a cut. It asks nobody.
	SignCut(id clip.CutID, viewer MediaViewer) string
	// SignCutFile gives the address at which a viewer loads a cut down as one file, which is
	// called after name.
	SignCutFile(ctx context.Context, id clip.CutID, viewer MediaViewer, name string) (Download, error)
}

// CutMedium is what is played of a clip.
type CutMedium struct {
	Lead   time.Duration // of what is played comes before the clip
	Width  int
	Height int
	Image  string // address of its poster; "" without one
}

func (a *API) registerClip() {
	noClip := Failure{fault.NotFound, "clip_not_found"}
	register(a, Operation{
		ID: "create-clip", Method: http.MethodPost, Path: "/api/clip", Tag: "clips", Auth: AuthUser,
		Summary: "Create a clip of an event, also while it is live. It plays immediately and counts toward the limit",
		Errors: []Failure{
			{fault.NotFound, "event_not_found"},
			{fault.NotFound, "stream_not_found"},
			{fault.NotFound, "event_media_not_found"},
			{fault.Forbidden, "no_access"},
			{fault.Unprocessable, "clip_out_of_range"},
			{fault.Unprocessable, "clip_limit_reached"},
			{fault.Unprocessable, "too_many_clips"},
			{fault.Unprocessable, "clip_cover_reached"},
		},
	}, a.createClip)
	register(a, Operation{
		ID: "get-clip-cover", Method: http.MethodGet, Path: "/api/clips/event/{id}/cover", Tag: "clips", Auth: AuthUser,
		Summary: "Check a new clip of an event against the limit of the user's clips of that event",
		Errors: []Failure{
			{fault.NotFound, "event_not_found"},
			{fault.NotFound, "stream_not_found"},
			{fault.Forbidden, "no_access"},
		},
	}, a.getClipCover)
	register(a, Operation{
		ID: "delete-clip", Method: http.MethodDelete, Path: "/api/clip/{id}", Tag: "clips", Auth: AuthUser,
		Summary: "Delete a clip of the caller. Operators can delete any clip", Errors: []Failure{noClip},
	}, a.deleteClip)
	register(a, Operation{
		ID: "list-event-clips", Method: http.MethodGet, Path: "/api/clips/event/{id}", Tag: "clips", Auth: AuthUser,
		Summary: "List the user's own and the official clips of an event, newest first, at most 200",
		Errors:  []Failure{{fault.NotFound, "event_not_found"}},
	}, a.listEventClips)
	register(a, Operation{
		ID: "get-shared-clip", Method: http.MethodGet, Path: "/api/shared-clip/{id}", Tag: "clips", Auth: AuthKey, Class: ClassPlayback,
		Summary: "Get a clip by its link. Without the uuid of the link, only an own or official clip",
		Errors:  []Failure{noClip, {fault.Forbidden, string(commerce.ReasonGeoBlocked)}, {fault.Forbidden, string(commerce.ReasonBlackout)}, {fault.Forbidden, "clip_ended"}, {fault.Forbidden, "clip_plays_reached"}},
	}, a.getSharedClip)
	register(a, Operation{
		ID: "download-clip", Method: http.MethodGet, Path: "/api/clip/download/{id}", Tag: "clips", Auth: AuthUser,
		Summary: "Get the download address of a clip. The first download counts",
		Errors: []Failure{
			noClip,
			{fault.Forbidden, "no_access"},
			{fault.Forbidden, "clip_ended"},
			{fault.Conflict, "clip_not_ready"},
			{fault.Conflict, "clip_failed"},
			{fault.NotFound, "recording_not_found"},
			{fault.Conflict, "recording_not_ready"},
			{fault.Unprocessable, "download_limit_reached"},
		},
	}, a.downloadClip)
	register(a, Operation{
		ID: "list-user-clips", Method: http.MethodGet, Path: "/api/clips/user", Tag: "clips", Auth: AuthUser,
		Summary: "List the clips that the user created or downloaded, newest first",
	}, a.listUserClips)
	registerHot[eventsWithClipInput](a, Operation{
		ID: "list-events-with-clip", Method: http.MethodGet, Path: "/api/events/with_clip", Tag: "clips", Auth: AuthUser,
		Summary: "List events with clips of the user or official clips",
	}, a.listEventsWithClip)
}

func (a *API) createClip(ctx context.Context, c Caller, in *createClipInput) (Data[ClipDTO], error) {
	b := in.Body
	who, err := a.clipMaker(ctx, c, b.EventID)
	if err != nil {
		return Data[ClipDTO]{}, err
	}
	if err := a.checkEventMedium(ctx, c, b.EventID, b.EventMediaID); err != nil {
		return Data[ClipDTO]{}, err
	}
	made, err := a.Clips.Create(ctx, who, clip.Draft{
		EventID: b.EventID, EventMediaID: b.EventMediaID, Name: b.Name, Tags: b.Tags, Start: moment(b.StartTime), Duration: moment(b.Duration),
	})
	if err != nil {
		return Data[ClipDTO]{}, err
	}
	return a.oneClip(ctx, c, made)
}

func (a *API) getClipCover(ctx context.Context, c Caller, in *clipCoverInput) (Data[ClipCoverDTO], error) {
	who, err := a.clipMaker(ctx, c, in.ID.Value)
	if err != nil {
		return Data[ClipCoverDTO]{}, err
	}
	cover, err := a.Clips.CoverOf(ctx, who, in.ID.Value, moment(in.StartTime), moment(in.Duration))
	if err != nil {
		return Data[ClipCoverDTO]{}, err
	}
	dto := ClipCoverDTO{Limited: cover.Limited, Most: cover.Most.Seconds(), Used: cover.Used.Seconds(), Adds: cover.Adds.Seconds(), Fits: cover.Fits()}
	if who.HidesLength {
		dto.Most = 0 // a part of the length of the game tells the length
	}
	return data(dto), nil
}

// moment is a time in seconds, to the millisecond. What no recording has comes out as
// more than any has, and less than nothing as less than nothing.
func moment(seconds float64) time.Duration {
	const most = 1e8
	if math.IsNaN(seconds) { // a query can say so
		seconds = -1
	}
	return time.Duration(math.Round(max(-1, min(seconds, most))*1000)) * time.Millisecond
}

// checkEventMedium refuses what is no medium of an event; 0 stands for none.
func (a *API) checkEventMedium(ctx context.Context, c Caller, eventID, id int64) error {
	if id == 0 {
		return nil
	}
	if _, err := a.Catalog.FindEvent(ctx, c.Channel.ID, catalog.EventID(eventID)); err != nil {
		return err
	}
	media, err := a.EventMedia.Media(ctx, c.Channel.ID, eventID)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(media, func(m Medium) bool { return m.ID == id }) {
		return fault.NotFoundf("event_media", "Video not found.")
	}
	return nil
}

func (a *API) deleteClip(ctx context.Context, c Caller, in *byIDInput) (Data[deletedClipDTO], error) {
	err := a.Clips.Remove(ctx, c.Actor, clip.ID(in.ID.Value))
	return data(deletedClipDTO{ID: in.ID.Value}), err
}

func (a *API) listEventClips(ctx context.Context, c Caller, in *byIDInput) (Page[ClipDTO], error) {
	if _, err := a.Catalog.FindEvent(ctx, c.Channel.ID, catalog.EventID(in.ID.Value)); err != nil {
		return Page[ClipDTO]{}, err
	}
	clips, err := a.Clips.OfEvent(ctx, c.Actor, in.ID.Value)
	if err != nil {
		return Page[ClipDTO]{}, err
	}
	dtos, err := a.clipDTOs(ctx, c, clips)
	return whole(dtos), err
}

func (a *API) getSharedClip(ctx context.Context, c Caller, in *sharedClipInput) (Data[ClipDTO], error) {
	found, err := a.Clips.Find(ctx, c.Actor, clip.ID(in.ID.Value), in.UUID)
	if err != nil {
		return Data[ClipDTO]{}, err
	}
	return a.oneClip(ctx, c, found)
}

func (a *API) downloadClip(ctx context.Context, c Caller, in *byIDInput) (Data[DownloadDTO], error) {
	who, err := a.clipViewer(ctx, c)
	if err != nil {
		return Data[DownloadDTO]{}, err
	}
	found, err := a.Clips.Download(ctx, who, clip.ID(in.ID.Value))
	if err != nil {
		return Data[DownloadDTO]{}, err
	}
	file, err := a.ClipMedia.SignCutFile(ctx, found.Cut, mediaViewer(c), found.Name)
	return data(newDownloadDTO(file)), err
}

func (a *API) listUserClips(ctx context.Context, c Caller, in *userClipsInput) (Page[ClipDTO], error) {
	clips, total, err := a.Clips.OfUser(ctx, c.Actor, clip.Scope(in.Scope), in.Limit, in.Offset)
	if err != nil {
		return Page[ClipDTO]{}, err
	}
	dtos, err := a.clipDTOs(ctx, c, clips)
	return Page[ClipDTO]{Data: dtos, Meta: Meta{Total: total, Limit: int(in.Limit), Offset: int(in.Offset)}}, err
}

func (a *API) listEventsWithClip(ctx context.Context, c Caller, r *http.Request) (Encoded[EventsDTO], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Encoded[EventsDTO]{}, err
	}
	q, err := v.readEvents(r.URL.Query())
	if err != nil {
		return Encoded[EventsDTO]{}, err
	}
	ids, err := a.Clips.Events(ctx, c.Actor)
	if err != nil {
		return Encoded[EventsDTO]{}, err
	}
	q.filter.Concern = &catalog.Concern{}
	for _, id := range ids {
		q.filter.Concern.Add("event", id)
	}
	return a.sendEvents(ctx, c, v, q)
}

// clipViewer is who asks and from where, as clips are told it.
func (a *API) clipViewer(ctx context.Context, c Caller) (clip.Viewer, error) {
	who, err := a.viewer(ctx, c)
	return clip.Viewer{Actor: c.Actor, Place: who.Place, GeoBlocked: who.GeoBlocked}, err
}

// clipMaker is the viewer who makes a clip of an event.
func (a *API) clipMaker(ctx context.Context, c Caller, eventID int64) (clip.Viewer, error) {
	who, err := a.clipViewer(ctx, c)
	if err != nil || !c.HideScores {
		return who, err
	}
	e, err := a.Catalog.FindEvent(ctx, c.Channel.ID, catalog.EventID(eventID))
	if err != nil {
		return who, err
	}
	who.HidesLength = e.Unspoiled().ScoreHidden
	return who, nil
}

// mediaViewer is who plays a clip.
func mediaViewer(c Caller) MediaViewer {
	return MediaViewer{ChannelID: c.Channel.ID, UserID: c.Actor.UserID, SessionID: c.Actor.SessionID, Address: c.Address}
}

type createClipInput struct {
	Body struct {
		KeyField

		EventID      int64    `json:"event_id" minimum:"1"`
		EventMediaID int64    `json:"event_media_id,omitempty" minimum:"0" doc:"The medium of the event that it is cut out of"`
		Name         string   `json:"name,omitempty" doc:"Required: 1 to 120 characters"`
		Tags         []string `json:"tags,omitempty" doc:"Required: 1 to 10, each of 1 to 40 characters"`
		StartTime    float64  `json:"start_time,omitempty" doc:"Seconds on the event's recording, as its playlist with the rewind window counts them"`
		Duration     float64  `json:"duration,omitempty" doc:"Required: 1 to 300 seconds, and no longer than what is recorded"`
	}
}

type sharedClipInput struct {
	ID   PathID `path:"id"`
	UUID string `query:"uuid" doc:"The secret of the clip's link"`
}

type clipCoverInput struct {
	ID        PathID  `path:"id"`
	StartTime float64 `query:"start_time" minimum:"0" maximum:"10000000" doc:"Of the new clip: seconds on the event's recording"`
	Duration  float64 `query:"duration" minimum:"0" maximum:"300" doc:"Of the new clip: 1 to 300 seconds; 0 asks about no clip"`
}

type userClipsInput struct {
	Scope  string `query:"scope" enum:"clips,downloads" default:"clips" doc:"Those that the user made, or loaded down"`
	Limit  int64  `query:"limit" minimum:"1" maximum:"100" default:"30"`
	Offset int64  `query:"offset" minimum:"0" maximum:"10000"`
}

type eventsWithClipInput struct {
	WhenFields
	EventPageFields
}
