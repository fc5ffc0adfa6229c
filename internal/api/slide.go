package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/channel"
)

func (a *API) registerSlide() {
	register(a, Operation{
		ID: "list-slides", Method: http.MethodGet, Path: "/api/slides/web", Tag: "channel",
		Summary: "List slides, of one kind of page or of all", Auth: AuthChannel, Cache: configurationCache,
	}, a.listSlides)
}

func (a *API) listSlides(ctx context.Context, c Caller, in *slidesInput) (Encoded[Page[SlideDTO]], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Encoded[Page[SlideDTO]]{}, err
	}
	return v.slides[channel.SlideType(in.Type)].encode()
}

func (v *view) makeSlides() {
	kinds := []channel.SlideType{"", channel.SlideMain, channel.SlideCategory, channel.SlideParticipant, channel.SlideGroup}
	v.slides = make(map[channel.SlideType]*once[Page[SlideDTO]], len(kinds))
	for _, kind := range kinds {
		slides := []SlideDTO{}
		for _, s := range v.site.Slides {
			if kind == "" || s.Type == kind {
				slides = append(slides, v.slideDTO(s))
			}
		}
		v.slides[kind] = &once[Page[SlideDTO]]{body: whole(slides)}
	}
}

func (v *view) slideDTO(s channel.Slide) SlideDTO {
	return SlideDTO{
		ID: s.ID, SlidableType: string(s.Type), SlidableID: orNull(s.TargetID), Title: v.in(s.Title), Text: v.in(s.Text),
		ImageDTO: v.show(s.Image.Key, s.Image.Widths),
		URL:      s.URL, Button: v.in(s.Button), EventID: orNull(s.EventID),
	}
}

type slidesInput struct {
	Type string `query:"type" enum:"main,category,participant,group" doc:"Only the slides of such pages"`
}

// SlideDTO is one picture with a sentence.
type SlideDTO struct {
	ImageDTO

	ID           int64  `json:"id"`
	SlidableType string `json:"slidable_type" enum:"main,category,participant,group"`
	SlidableID   *int64 `json:"slidable_id" doc:"The category, participant or group on whose page it is shown"`
	Title        string `json:"title"`
	Text         string `json:"text"`
	URL          string `json:"url"`
	Button       string `json:"button"`
	EventID      *int64 `json:"event_id"`
}
