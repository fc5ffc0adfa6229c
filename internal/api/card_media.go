package api

import (
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
)

// Types of media of the specification.
const (
	typeImage           = 1 // a picture that was taken from the stream
	typeLive            = 2
	typeVOD             = 3
	typeEmbedded        = 4 // a page that shows an event in a frame
	typeThumbnails      = 5 // WebVTT of small pictures
	typePreview         = 6 // a silent film of a few seconds, MP4
	typePreviewAlt      = 7 // the same as animated WebP
	typeEmbeddedPreview = 8 // the poster of an embedded event
)

// viewKind is how a type of media is shown, by the view kinds of the specification.
func viewKind(mediaType int) string {
	switch mediaType {
	case typeLive, typeVOD:
		return "video"
	case typeEmbedded:
		return "embed"
	case typePreview, typePreviewAlt:
		return "preview"
	}
	return "image"
}

// cardMedia returns the media that a card of the event e shows: whether the event has a preview, and
// the poster of an embedded event. The detail of the event has the address of the preview, signed
// for the caller.
func (v *view) cardMedia(e *catalog.Event) []MediumDTO {
	media := cardPreview(e.Preview)
	if e.Embed == "" {
		return media
	}
	if page := v.embeddedPage(e); page.poster != "" {
		media = append(media, MediumDTO{Type: typeEmbeddedPreview, View: viewKind(typeEmbeddedPreview), URL: page.poster})
	}
	return media
}

// cardPreview is the preview of a card, none for a length of 0.
func cardPreview(length time.Duration) []MediumDTO {
	if length == 0 {
		return nil
	}
	return []MediumDTO{{Type: typePreview, View: viewKind(typePreview), Duration: length.Seconds()}}
}

// embedded is the page that shows an event in a frame; the zero value is none.
type embedded struct {
	url    string
	poster string // address of the event's poster, "" for none
}

// embeddedPage is the page of an event, if the channel lets its site show events.
func (v *view) embeddedPage(e *catalog.Event) embedded {
	if !v.channel.Settings.MayEmbed(e.Embed) {
		return embedded{}
	}
	poster := e.EmbedPoster()
	return embedded{url: e.Embed, poster: v.show(poster.Key, poster.Widths).Image}
}

// media are a page and its poster. Viewers without access are told that there is a page, and not
// where.
func (p embedded) media(granted bool) []Medium {
	if p.url == "" {
		return nil
	}
	page := Medium{Type: typeEmbedded}
	if granted {
		page.URL = p.url
	}
	if p.poster == "" {
		return []Medium{page}
	}
	return []Medium{page, {Type: typeEmbeddedPreview, URL: p.poster}}
}

// unspoiledMedia are the media of a game that tell nothing of it before they are played: no
// pictures, no preview, no length.
func unspoiledMedia(media []Medium) []Medium {
	told := withoutPictures(media)
	for i := range told {
		told[i].Duration, told[i].Veiled = 0, true
	}
	return told
}

// withoutPictures are the media of a game without pictures and previews that were taken of it.
func withoutPictures(media []Medium) []Medium {
	return slices.DeleteFunc(slices.Clone(media), func(m Medium) bool {
		return m.Type == typeImage || m.Type == typeThumbnails || m.Type == typePreview || m.Type == typePreviewAlt
	})
}
