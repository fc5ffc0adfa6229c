package api

import (
	"context"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/vod"
)

// vodCategoryNames are the library's categories as items name them.
func (a *API) vodCategoryNames(ctx context.Context, v *view) (map[vod.CategoryID]CategoryNameDTO, error) {
	categories, err := a.VOD.Categories(ctx, int64(v.channel.ID))
	names := make(map[vod.CategoryID]CategoryNameDTO, len(categories))
	for _, c := range categories {
		names[c.ID] = CategoryNameDTO{ID: int64(c.ID), Title: v.in(c.Title), Alias: c.Alias}
	}
	return names, err
}

func (a *API) vodItemDTOs(ctx context.Context, v *view, items []*vod.Item, who whom) ([]VODItemDTO, error) {
	names, err := a.vodCategoryNames(ctx, v)
	if err != nil {
		return nil, err
	}
	rule := videoRule{v: v, who: who, now: a.Clock.Now()}
	if v.blackouts.Any() {
		if rule.games, err = a.gamesOf(ctx, who.channelID, items...); err != nil {
			return nil, err
		}
	}
	previews, err := a.itemPreviews(ctx, rule, items)
	if err != nil {
		return nil, err
	}
	out := make([]VODItemDTO, len(items))
	for i, item := range items {
		if who.hideScores {
			item = item.Unspoiled()
		}
		out[i] = v.vodItemDTO(item, rule.item(item), names)
		out[i].Media = cardPreview(previews[item.ID])
	}
	return out, nil
}

// itemPreviews are the lengths of the previews of items: of the first part with one that the viewer
// may watch and that spoils nothing. One query finds those of a whole list.
func (a *API) itemPreviews(ctx context.Context, rule videoRule, items []*vod.Item) (map[vod.ItemID]time.Duration, error) {
	var events, films []int64
	for _, item := range items {
		for _, part := range item.Media {
			if part.FilmID != 0 {
				films = append(films, part.FilmID)
			} else if !rule.who.hideScores {
				events = append(events, part.EventID)
			}
		}
	}
	ofEvents, ofFilms, err := a.EventMedia.PreviewLengths(ctx, rule.who.channelID, events, films)
	if err != nil {
		return nil, err
	}
	previews := make(map[vod.ItemID]time.Duration, len(ofEvents)+len(ofFilms))
	for _, item := range items {
		for _, part := range item.Media {
			length := ofFilms[part.FilmID]
			if part.FilmID == 0 {
				length = ofEvents[part.EventID]
			}
			if length > 0 && rule.part(item, part).Granted {
				previews[item.ID] = length
				break
			}
		}
	}
	return previews, nil
}

func (v *view) vodItemDTO(item *vod.Item, access commerce.Access, names map[vod.CategoryID]CategoryNameDTO) VODItemDTO {
	preview := v.show(item.Preview.Key, item.Preview.Widths)
	dto := VODItemDTO{
		ID: int64(item.ID), Alias: item.Alias, Title: v.in(item.Title), Date: item.Date.UTC(), Category: names[item.CategoryID], Type: item.Access,
		Duration: orNull(int64(item.Duration / time.Second)), HasAccess: access.Granted, Access: v.vodAccessDTO(access),
		Assets: VODAssetsDTO{
			ImageDTO: v.show(item.Image.Key, item.Image.Widths),
			Preview:  preview.Image, PreviewSrcset: preview.ImageSrcset, PreviewPlaceholder: preview.ImagePlaceholder,
		},
		Parts: make([]VODMediumDTO, len(item.Media)),
	}
	for i, m := range item.Media {
		dto.Parts[i] = VODMediumDTO{ID: int64(m.ID), Title: v.in(m.Title), Duration: orNull(int64(m.Duration / time.Second))}
	}
	return dto
}

// purchaseForLibrary is what a video costs in words, by language: events have their own.
var purchaseForLibrary = map[string]string{
	English: "Subscribe or buy a pass to watch.",
	French:  "Abonnez-vous ou achetez un forfait pour regarder.",
}

func (v *view) vodAccessDTO(access commerce.Access) EventAccessDTO {
	dto := v.eventAccessDTO(access)
	if access.Reason == commerce.ReasonPurchaseRequired {
		dto.Message = purchaseForLibrary[v.languages[0]]
	}
	return dto
}

// VODCategoryDTO is a category of the library.
type VODCategoryDTO struct {
	ID         int64  `json:"id"`
	Title      string `json:"title"`
	Alias      string `json:"alias"`
	ItemsCount int    `json:"items_count"`
}

// VODRailDTO is a rail of the library.
type VODRailDTO struct {
	ID         int64        `json:"id"`
	Title      string       `json:"title"`
	Alias      string       `json:"alias"`
	ItemsCount int          `json:"items_count" doc:"Videos of the rail; not all need be in items"`
	Items      []VODItemDTO `json:"items"`
}

// VODItemDTO is a video of the library as lists have it.
type VODItemDTO struct {
	ID        int64           `json:"id"`
	Alias     string          `json:"alias"`
	Title     string          `json:"title"`
	Date      time.Time       `json:"date"`
	Category  CategoryNameDTO `json:"category"`
	Type      vod.Access      `json:"type" enum:"free,register,paid"`
	Duration  *int64          `json:"duration" doc:"Seconds, of all its media; null when not known"`
	HasAccess bool            `json:"has_access"`
	Access    EventAccessDTO  `json:"access"`
	Assets    VODAssetsDTO    `json:"assets"`
	Parts     []VODMediumDTO  `json:"vod_media_items" doc:"Its parts, in order"`
	Media     []MediumDTO     `json:"media,omitempty" doc:"What a card shows in addition to the image: preview, without its address. get-vod-media-item has all media with their addresses"`
}

// VODAssetsDTO are the pictures of a video.
type VODAssetsDTO struct {
	ImageDTO

	Preview            string `json:"preview" doc:"Wide, for the head of a page; empty when there is none"`
	PreviewSrcset      string `json:"preview_srcset"`
	PreviewPlaceholder string `json:"preview_placeholder"`
}

// VODMediumDTO is one part of a video.
type VODMediumDTO struct {
	ID       int64  `json:"id" doc:"Chosen by the query parameter vod_id; also the id of its medium"`
	Title    string `json:"title" doc:"Empty where a video has but one part"`
	Duration *int64 `json:"duration" doc:"Seconds; null when not known"`
}

// VODFilmDTO is a part of a video as there is to play now, with what a player shows beside it.
// Pre-rolls go by the game that it plays; a film has none, so that only those for everywhere
// come before it.
type VODFilmDTO struct {
	MediumDTO

	EventID         *int64 `json:"event_id" doc:"The game whose recording it is; null of a film"`
	LocationID      *int64 `json:"location_id" doc:"Of that game"`
	EventCategoryID *int64 `json:"event_category_id" doc:"Of that game"`

	Access     EventAccessDTO   `json:"access" doc:"Of this part: the game that it plays may be blacked out where others are not"`
	Storyboard string           `json:"storyboard" doc:"WebVTT whose cues are addresses of small pictures (Media Fragments), relative to it; empty where there are none, or without access"`
	Chapters   []FilmChapterDTO `json:"chapters" doc:"In their order; none without access"`
}

// FilmChapterDTO is a chapter of a film, up to where the next one begins.
type FilmChapterDTO struct {
	Start float64 `json:"start" doc:"Seconds into it"`
	Title string  `json:"title"`
}

// VODItemDetailDTO is a video with all there is to it.
type VODItemDetailDTO struct {
	VODItemDTO

	Description  string            `json:"description" doc:"Sanitised HTML"`
	Packages     []EventPackageDTO `json:"packages" doc:"What opens it when bought"`
	Ads          bool              `json:"ads" doc:"Whether a pre-roll may be shown before it: not to who has no_ads"`
	MaxStreams   int               `json:"max_streams" doc:"On how many screens at once the caller may watch it, see take-lease; 0: on any number"`
	Media        []VODFilmDTO      `json:"media" doc:"What there is to play now, by the ids of vod_media_items; then the small pictures and the previews of its parts, with the ids of these"`
	ServerTimeMS int64             `json:"server_time_ms" doc:"The server's clock, in milliseconds since the Unix epoch"`
}

// newVODFilmDTO says which game is played; nil stands for none.
func newVODFilmDTO(game *catalog.Event) VODFilmDTO {
	dto := VODFilmDTO{Chapters: []FilmChapterDTO{}}
	if game != nil {
		dto.EventID, dto.LocationID, dto.EventCategoryID = new(int64(game.ID)), orNull(int64(game.LocationID)), new(int64(game.CategoryID))
	}
	return dto
}
