package api

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/vod"
)

func (a *API) registerVOD() {
	registerHot[vodItemsInput](a, Operation{
		ID: "list-vod-media-items", Method: http.MethodGet, Path: "/api/vod-media-items", Tag: "vod",
		Summary: "List library videos, filtered, sorted and paged", Auth: AuthKey,
	}, a.listVODItems)
	registerHot[vodSearchInput](a, Operation{
		ID: "search-vod-media", Method: http.MethodGet, Path: "/api/vod-media/search", Tag: "vod",
		Summary: "Search library videos by title, for suggestions while typing", Auth: AuthKey,
	}, a.searchVOD)
	register(a, Operation{
		ID: "get-vod-media-item", Method: http.MethodGet, Path: "/api/vod-media-items/{id}", Tag: "vod", Class: ClassPlayback,
		Summary: "Get a video with access, media and the offers that include it", Auth: AuthKey,
		Errors: []Failure{{fault.NotFound, "vod_media_item_not_found"}},
	}, a.getVODItem)
	registerHot[struct{}](a, Operation{
		ID: "list-vod-media-categories", Method: http.MethodGet, Path: "/api/vod-media-categories", Tag: "vod",
		Summary: "List library categories", Auth: AuthKey,
	}, a.listVODCategories)
	registerHot[struct{}](a, Operation{
		ID: "list-vod-media-rails", Method: http.MethodGet, Path: "/api/vod-media-rails", Tag: "vod",
		Summary: "List library rails, each with its first videos", Auth: AuthKey,
	}, a.listVODRails)
}

// onRail is how many videos a rail shows; the others are found by the filter rail.
const onRail = 24

func (a *API) listVODItems(ctx context.Context, c Caller, r *http.Request) (Encoded[Page[VODItemDTO]], error) {
	return a.sendVODItems(ctx, c, r, readVODItems)
}

func (a *API) searchVOD(ctx context.Context, c Caller, r *http.Request) (Encoded[Page[VODItemDTO]], error) {
	return a.sendVODItems(ctx, c, r, readVODSearch)
}

func (a *API) sendVODItems(ctx context.Context, c Caller, r *http.Request, read func(url.Values) (vodQuery, error)) (Encoded[Page[VODItemDTO]], error) {
	q, err := read(r.URL.Query())
	if err != nil {
		return Encoded[Page[VODItemDTO]]{}, err
	}
	return sendVOD(ctx, a, c, q.key(), func(ctx context.Context, v *view, who whom) (Page[VODItemDTO], error) {
		return a.findVODItems(ctx, v, q, who)
	})
}

func (a *API) listVODCategories(ctx context.Context, c Caller, _ *http.Request) (Encoded[Page[VODCategoryDTO]], error) {
	return sendVOD(ctx, a, c, "vod categories", func(ctx context.Context, v *view, who whom) (Page[VODCategoryDTO], error) {
		categories, err := a.VOD.Categories(ctx, who.channelID)
		out := make([]VODCategoryDTO, len(categories))
		for i, category := range categories {
			out[i] = VODCategoryDTO{ID: int64(category.ID), Title: v.in(category.Title), Alias: category.Alias, ItemsCount: category.Items}
		}
		return whole(out), err
	})
}

func (a *API) listVODRails(ctx context.Context, c Caller, _ *http.Request) (Encoded[Page[VODRailDTO]], error) {
	return sendVOD(ctx, a, c, "vod rails", func(ctx context.Context, v *view, who whom) (Page[VODRailDTO], error) {
		shelves, err := a.VOD.Shelves(ctx, who.channelID, onRail)
		if err != nil {
			return Page[VODRailDTO]{}, err
		}
		out := make([]VODRailDTO, len(shelves))
		for i, shelf := range shelves {
			items, err := a.vodItemDTOs(ctx, v, shelf.Items, who)
			if err != nil {
				return Page[VODRailDTO]{}, err
			}
			out[i] = VODRailDTO{ID: int64(shelf.Rail.ID), Title: v.in(shelf.Rail.Title), Alias: shelf.Rail.Alias, ItemsCount: shelf.Total, Items: items}
		}
		return whole(out), nil
	})
}

// sendVOD answers with what make builds, kept encoded for everybody of the audience.
func sendVOD[T any](ctx context.Context, a *API, c Caller, key string, build func(context.Context, *view, whom) (T, error)) (Encoded[T], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Encoded[T]{}, err
	}
	who, err := a.audience(ctx, c)
	if err != nil {
		return Encoded[T]{}, err
	}
	payload, err := a.lists.Get(ctx, listKey{who.audience, key}, func(ctx context.Context) (*Payload, error) {
		body, err := build(ctx, v, who)
		if err != nil {
			return nil, err
		}
		return a.encodeBriefly(body)
	})
	return Encoded[T]{payload}, err
}

func (a *API) findVODItems(ctx context.Context, v *view, q vodQuery, who whom) (Page[VODItemDTO], error) {
	f, err := a.resolveVOD(ctx, who.channelID, q)
	if err != nil {
		return Page[VODItemDTO]{}, err
	}
	q.page.Unspoiled = who.hideScores
	items, err := a.VOD.List(ctx, who.channelID, f, q.page)
	if err != nil {
		return Page[VODItemDTO]{}, err
	}
	total, err := a.VOD.Total(ctx, who.channelID, f)
	if err != nil {
		return Page[VODItemDTO]{}, err
	}
	dtos, err := a.vodItemDTOs(ctx, v, items, who)
	return Page[VODItemDTO]{Data: dtos, Meta: Meta{Total: total, Limit: q.page.Limit, Offset: q.page.Offset}}, err
}

// getVODItem answers with one item and, for whoever has access, the signed addresses of
// its media.
func (a *API) getVODItem(ctx context.Context, c Caller, in *byIDInput) (Data[VODItemDetailDTO], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Data[VODItemDetailDTO]{}, err
	}
	item, err := a.VOD.Find(ctx, c.Channel.ID, vod.ItemID(in.ID.Value))
	if err != nil {
		return Data[VODItemDetailDTO]{}, err
	}
	if c.HideScores {
		item = item.Unspoiled()
	}
	names, err := a.vodCategoryNames(ctx, v)
	if err != nil {
		return Data[VODItemDetailDTO]{}, err
	}
	who, err := a.audience(ctx, c)
	if err != nil {
		return Data[VODItemDetailDTO]{}, err
	}
	rule, err := a.ruleOf(ctx, v, who, item)
	if err != nil {
		return Data[VODItemDetailDTO]{}, err
	}
	access := rule.item(item)
	dto := VODItemDetailDTO{
		VODItemDTO: v.vodItemDTO(item, access, names), Description: v.in(item.Description),
		Packages: []EventPackageDTO{}, Ads: v.showsAds(access), MaxStreams: v.maxStreams(access, string(item.Access)), ServerTimeMS: a.Clock.Now().UnixMilli(),
	}
	if dto.Media, err = a.vodMedia(ctx, c, rule, item, 0); err != nil {
		return Data[VODItemDetailDTO]{}, err
	}
	if item.Access != vod.Paid {
		return data(dto), nil
	}
	opening, err := a.Commerce.OpeningVOD(ctx, c.Channel.ID)
	for _, p := range opening {
		dto.Packages = append(dto.Packages, v.eventPackageDTO(p))
	}
	return data(dto), err
}

// vodMedia lists what an item has to play now, at addresses of a player, see MediaViewer; an event that has no recording yet has
// nothing.
func (a *API) vodMedia(ctx context.Context, c Caller, rule videoRule, item *vod.Item, player int64) ([]VODFilmDTO, error) {
	out, companions := []VODFilmDTO{}, []VODFilmDTO{}
	for _, part := range item.Media {
		m, err := a.EventMedia.Video(ctx, c.Channel.ID, part.EventID, part.FilmID)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		access := rule.part(item, part)
		dto := newVODFilmDTO(rule.games[part.EventID])
		dto.Access = rule.v.vodAccessDTO(access)
		dto.MediumDTO = MediumDTO{
			ID: int64(part.ID), Type: m.Type, View: viewKind(m.Type), Width: m.Width, Height: m.Height, Duration: m.Duration.Seconds(), StartedAt: orNull(m.StartedAt),
		}
		if c.HideScores && part.EventID != 0 {
			dto.Duration, m.Veiled = 0, true
		}
		if access.Granted {
			viewer := MediaViewer{ChannelID: c.Channel.ID, VODID: int64(part.ID), UserID: c.Actor.UserID, SessionID: c.Actor.SessionID, Player: player}
			dto.URL, _ = a.EventMedia.Sign(m, viewer)
			if err := a.addExtras(ctx, &dto, m.FilmID, viewer, rule.v.languages); err != nil {
				return nil, err
			}
		}
		out = append(out, dto)
		if !access.Granted || c.HideScores && part.EventID != 0 {
			continue
		}
		more, err := a.partCompanions(ctx, c, dto, m)
		if err != nil {
			return nil, err
		}
		companions = append(companions, more...)
	}
	return append(out, companions...), nil
}

// partCompanions returns the small pictures and the preview of a part that a viewer may watch.
func (a *API) partCompanions(ctx context.Context, c Caller, part VODFilmDTO, m Medium) ([]VODFilmDTO, error) {
	found, err := a.EventMedia.Companions(ctx, m)
	out := make([]VODFilmDTO, len(found))
	for i, f := range found {
		viewer := MediaViewer{ChannelID: c.Channel.ID, VODID: part.ID, UserID: c.Actor.UserID, SessionID: c.Actor.SessionID}
		out[i] = VODFilmDTO{
			EventID: part.EventID, LocationID: part.LocationID, EventCategoryID: part.EventCategoryID, Access: part.Access, Chapters: []FilmChapterDTO{},
		}
		out[i].MediumDTO = MediumDTO{ID: part.ID, Type: f.Type, View: viewKind(f.Type), Width: f.Width, Height: f.Height, Duration: f.Duration.Seconds()}
		out[i].URL, _ = a.EventMedia.Sign(f, viewer)
	}
	return out, err
}

// addExtras says what a player shows beside a film. Of the recording of an event nothing is said:
// words from all over a game would tell how it goes, and its small pictures are a companion (partCompanions).
func (a *API) addExtras(ctx context.Context, dto *VODFilmDTO, filmID int64, viewer MediaViewer, languages []string) error {
	if filmID == 0 {
		return nil
	}
	extras, err := a.EventMedia.Extras(ctx, filmID, viewer, languages...)
	dto.Storyboard = extras.Storyboard
	for _, chapter := range extras.Chapters {
		dto.Chapters = append(dto.Chapters, FilmChapterDTO{Start: chapter.Start.Seconds(), Title: chapter.Title})
	}
	return err
}

// gamesOf are the events whose recordings items play, by id.
func (a *API) gamesOf(ctx context.Context, channelID int64, items ...*vod.Item) (map[int64]*catalog.Event, error) {
	var ids []int64
	for _, item := range items {
		for _, part := range item.Media {
			if part.EventID != 0 {
				ids = append(ids, part.EventID)
			}
		}
	}
	return a.eventsByID(ctx, channelID, ids)
}

// videoRule decides about items of the library, for one caller. games are the events whose
// recordings they play; events without blackouts may be missing.
type videoRule struct {
	v     *view
	who   whom
	games map[int64]*catalog.Event
	now   time.Time
}

// ruleOf is the rule for one item.
func (a *API) ruleOf(ctx context.Context, v *view, who whom, item *vod.Item) (videoRule, error) {
	games, err := a.gamesOf(ctx, who.channelID, item)
	return videoRule{v: v, who: who, games: games, now: a.Clock.Now()}, err
}

// item decides about an item: it is blacked out where all its parts are.
func (r videoRule) item(item *vod.Item) commerce.Access { return r.decide(item, item.Media) }

// part decides about one part of an item.
func (r videoRule) part(item *vod.Item, part vod.Medium) commerce.Access {
	return r.decide(item, []vod.Medium{part})
}

func (r videoRule) decide(item *vod.Item, parts []vod.Medium) commerce.Access {
	video := commerce.Video{Type: string(item.Access)}
	hidden := false
	for _, part := range parts {
		var event commerce.Event
		if game := r.games[part.EventID]; game != nil {
			event = r.v.saleEvent(game)
			hidden = hidden || r.who.hideScores && game.Unspoiled().ScoreHidden
		}
		video.Parts = append(video.Parts, event)
	}
	access := commerce.DecideVideo(video, r.who.viewer, r.who.grants, r.now)
	if hidden {
		access.Opens = time.Time{} // so long after the end: it would tell the end
	}
	return access
}
