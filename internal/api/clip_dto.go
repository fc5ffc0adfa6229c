package api

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/netaddr"
)

// clipFrame is what clips are described with, for one caller.
type clipFrame struct {
	v      *view
	c      Caller
	who    whom
	events map[int64]*catalog.Event
	cuts   map[clip.CutID]CutMedium
	held   map[clip.ID]bool
	sign   func(clip.CutID) string
	now    time.Time
}

func (a *API) clipFrame(ctx context.Context, c Caller, clips []*clip.Clip) (*clipFrame, error) {
	f := &clipFrame{c: c, now: a.Clock.Now()}
	f.sign = func(id clip.CutID) string { return a.ClipMedia.SignCut(id, mediaViewer(c)) }
	var err error
	if f.v, err = a.view(ctx, c.Channel.ID, c.Lang); err != nil {
		return nil, err
	}
	if f.who, err = a.audience(ctx, c); err != nil {
		return nil, err
	}
	var events []int64
	var cuts []clip.CutID
	for _, one := range clips {
		events, cuts = append(events, one.EventID), append(cuts, one.Cut)
	}
	if f.events, err = a.eventsByID(ctx, c.Channel.ID, events); err != nil {
		return nil, err
	}
	if f.held, err = a.Clips.Hold(ctx, c.Channel.ID, clips); err != nil {
		return nil, err
	}
	f.cuts, err = a.ClipMedia.Cuts(ctx, c.Channel.ID, cuts)
	return f, err
}

// eventsByID are those of the ids that there are on a channel, without their descriptions.
func (a *API) eventsByID(ctx context.Context, channelID int64, ids []int64) (map[int64]*catalog.Event, error) {
	events := map[int64]*catalog.Event{}
	slices.Sort(ids)
	for chunk := range slices.Chunk(slices.Compact(ids), catalog.MaxLimit) {
		wanted := make([]catalog.EventID, len(chunk))
		for i, id := range chunk {
			wanted[i] = catalog.EventID(id)
		}
		found, _, err := a.Catalog.List(ctx, channelID, catalog.Filter{IDs: wanted}, catalog.Page{Sort: catalog.ByDate, Limit: catalog.MaxLimit})
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			events[int64(e.ID)] = e
		}
	}
	return events, nil
}

// clipDTOs are clips as lists have them. Of a game whose score is hidden only the caller's
// own are told, who has seen it: that somebody made one tells that something happened.
func (a *API) clipDTOs(ctx context.Context, c Caller, clips []*clip.Clip) ([]ClipDTO, error) {
	out := make([]ClipDTO, 0, len(clips))
	if len(clips) == 0 {
		return out, nil
	}
	f, err := a.clipFrame(ctx, c, clips)
	if err != nil {
		return nil, err
	}
	for _, one := range clips {
		e := f.events[one.EventID]
		if e == nil || f.isHidden(e) && !one.IsOwn(c.Actor) {
			continue
		}
		dto, _ := f.dto(one, e)
		out = append(out, dto)
	}
	return out, nil
}

// oneClip describes a clip by itself, for a viewer who wants to see it. Where it is not shown to
// them, they are told why.
func (a *API) oneClip(ctx context.Context, c Caller, one *clip.Clip) (Data[ClipDTO], error) {
	f, err := a.clipFrame(ctx, c, []*clip.Clip{one})
	if err != nil {
		return Data[ClipDTO]{}, err
	}
	e := f.events[one.EventID]
	if e == nil {
		return Data[ClipDTO]{}, fault.NotFoundf("clip", "Clip not found.")
	}
	dto, access := f.dto(one, e)
	if isElsewhere(access) {
		said := "This content is not available in your region."
		if access.PlaceUnknown {
			said = "This is available only in certain places, and we cannot tell where you are."
		}
		return Data[ClipDTO]{}, fault.New(fault.Forbidden, string(access.Reason), said)
	}
	if dto.Ended && !dto.Own {
		return Data[ClipDTO]{}, clip.ErrEnded()
	}
	return data(dto), a.admitPlay(f, dto, one, e, access)
}

// admitPlay counts the play of a clip by a viewer who has no access to its game, see
// clip.Service.AdmitPlay.
func (a *API) admitPlay(f *clipFrame, dto ClipDTO, one *clip.Clip, e *catalog.Event, access commerce.Access) error {
	if dto.Media == nil || dto.Own || dto.Official || access.Granted || !f.v.saleEvent(e).IsSold() {
		return nil
	}
	return a.Clips.AdmitPlay(clip.Play{Network: netaddr.NetworkName(f.c.Address), EventID: one.EventID, Length: e.Duration, Clip: one})
}

func (f *clipFrame) isHidden(e *catalog.Event) bool {
	return f.who.hideScores && e.Unspoiled().ScoreHidden
}

// isElsewhere tells an event that may not be watched where the viewer is, whatever they
// bought. Else whoever may see a clip may play it.
func isElsewhere(access commerce.Access) bool {
	return access.Reason == commerce.ReasonGeoBlocked || access.Reason == commerce.ReasonBlackout
}

func (f *clipFrame) dto(one *clip.Clip, e *catalog.Event) (ClipDTO, commerce.Access) {
	access := commerce.Decide(f.v.saleEvent(e), f.who.viewer, f.who.grants, f.now)
	dto := ClipDTO{
		ID: int64(one.ID), EventID: one.EventID, EventMediaID: one.EventMediaID, Name: one.Name, Tags: one.Tags,
		StartTime: one.Start.Seconds(), Duration: one.Duration.Seconds(), Status: string(one.Status), CreatedAt: one.CreatedAt,
		Own: one.IsOwn(f.c.Actor), Official: one.Official, DownloadedAt: orNull(one.DownloadedAt),
		Event: f.v.eventDTOs([]*catalog.Event{e}, f.who, f.now)[0],
	}
	dto.Ended = !f.held[one.ID]
	shown := one.IsShownTo(f.c.Actor) && !dto.Ended
	if shown {
		dto.Share = &clipShareDTO{UUID: one.UUID, Path: fmt.Sprintf("/share/%d/%s", one.ID, one.UUID)}
	}
	dto.CanDownload = shown && one.Status == clip.Success && f.c.Actor.IsUser() && slices.Contains(access.Capabilities, commerce.DownloadClip)
	cut, ok := f.cuts[one.Cut]
	if !ok || one.Status == clip.Failed || dto.Ended || isElsewhere(access) {
		return dto, access
	}
	dto.Media = &clipMediaDTO{URL: f.sign(one.Cut), Lead: cut.Lead.Seconds(), Width: cut.Width, Height: cut.Height}
	dto.Ads = f.v.showsAdsAnyway(access)
	if !f.isHidden(e) {
		dto.Image = cut.Image
	}
	return dto, access
}

// ClipDTO is a clip. Times are in seconds.
type ClipDTO struct {
	ID           int64         `json:"id"`
	EventID      int64         `json:"event_id"`
	EventMediaID int64         `json:"event_media_id" doc:"0: none was named"`
	Name         string        `json:"name"`
	Tags         []string      `json:"tags"`
	StartTime    float64       `json:"start_time" doc:"On the event's recording"`
	Duration     float64       `json:"duration"`
	Status       string        `json:"status" enum:"processing,success,error" doc:"It plays while it is processing, too"`
	CreatedAt    time.Time     `json:"created_at"`
	DownloadedAt *time.Time    `json:"downloaded_at,omitempty" doc:"In the scope downloads"`
	Own          bool          `json:"own" doc:"The caller made it"`
	Official     bool          `json:"official" doc:"An operator of the channel made it"`
	CanDownload  bool          `json:"can_download"`
	Ended        bool          `json:"ended" doc:"The purchase that it was made with was paid back or is disputed: it is not shown"`
	Share        *clipShareDTO `json:"share" doc:"null unless it is the caller's own or official"`
	Event        EventDTO      `json:"event"`
	Image        string        `json:"image" doc:"Its poster; empty without one"`
	Ads          bool          `json:"ads" doc:"Whether a pre-roll may be shown before it, in the library: not to who has no_ads for its game"`
	Media        *clipMediaDTO `json:"media" doc:"null where there is nothing to play"`
}

// ClipCoverDTO compares a new clip with the bound of a user's clips of an event. Times are in seconds.
type ClipCoverDTO struct {
	Limited bool    `json:"limited" doc:"Whether there is a bound: not of what is open to everybody"`
	Most    float64 `json:"most" doc:"How much the clips may show together; 0 without a bound, and while scores are hidden"`
	Used    float64 `json:"used" doc:"How much they show in whole segments of the video, each moment counted once"`
	Adds    float64 `json:"adds" doc:"By how much the new clip raises used"`
	Fits    bool    `json:"fits" doc:"Whether the new clip keeps the bound; otherwise it is refused as clip_cover_reached"`
}

type clipShareDTO struct {
	UUID string `json:"uuid" doc:"Whoever has it may watch the clip"`
	Path string `json:"path" doc:"Of its page, on the channel's site"`
}

type clipMediaDTO struct {
	URL    string  `json:"url" doc:"HLS"`
	Lead   float64 `json:"lead" doc:"How long what is played begins before the clip; 0 once it is made"`
	Width  int     `json:"width"`
	Height int     `json:"height"`
}

type deletedClipDTO struct {
	ID int64 `json:"id"`
}
