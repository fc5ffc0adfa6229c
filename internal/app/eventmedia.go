package app

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/feed"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/site"
)

// eventMedia answers the edge from the media domain.
type eventMedia struct{ service *media.Service }

// Media is part of api.EventMedia.
func (m eventMedia) Media(ctx context.Context, channelID, eventID int64) ([]api.Medium, error) {
	found, err := m.service.ListMedia(ctx, channelID, eventID)
	if err != nil {
		return nil, err
	}
	return apiMedia(found), nil
}

func apiMedia(found []media.Medium) []api.Medium {
	out := make([]api.Medium, len(found))
	for i, m := range found {
		out[i] = api.Medium{
			ID: int64(m.ID), Type: int(m.Type), StreamID: int64(m.Source.StreamID), FilmID: int64(m.Source.FilmID), File: m.File,
			Width: m.Width, Height: m.Height, Duration: m.Duration, StartedAt: m.StartedAt,
		}
		if m.Type == media.TypeImage {
			out[i].URL = media.PublicURL(m.Key)
		}
	}
	return out
}

// Companions is part of api.EventMedia.
func (m eventMedia) Companions(ctx context.Context, of api.Medium) ([]api.Medium, error) {
	found, err := m.service.Companions(ctx, media.Medium{
		ID: media.AssetID(of.ID), Source: media.Source{StreamID: media.StreamID(of.StreamID), FilmID: media.FilmID(of.FilmID)},
	})
	return apiMedia(found), err
}

// PreviewLengths is part of api.EventMedia.
func (m eventMedia) PreviewLengths(ctx context.Context, channelID int64, events, films []int64) (ofEvents, ofFilms map[int64]time.Duration, err error) {
	return m.service.PreviewLengths(ctx, channelID, events, films)
}

// Video is part of api.EventMedia.
func (m eventMedia) Video(ctx context.Context, channelID, eventID, filmID int64) (api.Medium, error) {
	found, err := m.service.FindVideo(ctx, channelID, eventID, media.FilmID(filmID))
	return api.Medium{
		Type: int(found.Type), StreamID: int64(found.Source.StreamID), FilmID: int64(found.Source.FilmID),
		Width: found.Width, Height: found.Height, Duration: found.Duration, StartedAt: found.StartedAt,
	}, err
}

// Timeline is part of api.EventMedia.
func (m eventMedia) Timeline(ctx context.Context, channelID, eventID int64) ([]catalog.Stretch, error) {
	stretches, err := m.service.Timeline(ctx, channelID, eventID)
	out := make([]catalog.Stretch, len(stretches))
	for i, s := range stretches {
		out[i] = catalog.Stretch(s)
	}
	return out, err
}

// Extras is part of api.EventMedia.
func (m eventMedia) Extras(ctx context.Context, filmID int64, viewer api.MediaViewer, languages ...string) (api.FilmExtras, error) {
	found, err := m.service.FilmExtras(ctx, grant(viewer), media.FilmID(filmID), languages...)
	out := api.FilmExtras{Storyboard: found.Board, Chapters: make([]api.FilmChapter, len(found.Chapters))}
	for i, c := range found.Chapters {
		out.Chapters[i] = api.FilmChapter(c)
	}
	return out, err
}

func grant(v api.MediaViewer) media.Grant {
	return media.Grant{ChannelID: v.ChannelID, EventID: v.EventID, VODID: v.VODID, UserID: v.UserID, SessionID: v.SessionID, Player: v.Player}
}

// Sign is part of api.EventMedia.
func (m eventMedia) Sign(medium api.Medium, viewer api.MediaViewer) (url, liveURL string) {
	source := media.Source{StreamID: media.StreamID(medium.StreamID), FilmID: media.FilmID(medium.FilmID)}
	signed := m.service.PlaybackURL(grant(viewer), source)
	switch {
	case medium.File != "":
		return signed.Base + medium.File, ""
	case media.MediumType(medium.Type) == media.TypeLive:
		return signed.Rewind, signed.Live
	case medium.Veiled:
		return signed.Veiled, ""
	}
	return signed.Rewind, ""
}

// SignSound is part of api.EventMedia.
func (m eventMedia) SignSound(medium api.Medium, viewer api.MediaViewer) string {
	return m.service.SoundURL(grant(viewer), media.StreamID(medium.StreamID), medium.Veiled)
}

// siteContent composes pages from the domains.
func (a *App) siteContent(edge *api.API) site.Domains {
	d := site.Domains{Channels: a.Channels, Catalog: a.Catalog, VOD: a.VOD, Commerce: a.Commerce, Clips: a.Clips, Pictures: a.Pictures, Edge: edge, MediaURL: api.MediaURL, Timeline: eventMedia{a.Media}.Timeline, ClipPicture: clipMedia{a.Media}.picture}
	d.Analytics = a.Config.AnalyticsOrigin()
	if a.Config.RecaptchaURL != "" {
		d.Captcha = a.recaptcha().Sources()
	}
	return d
}

// feeds answers what programs read of a channel.
func (a *App) feeds(pages *site.Site) http.Handler {
	return feed.New(feed.Deps{
		Channels: a.Channels, Catalog: a.Catalog, VOD: a.VOD, Favourites: a.Favourites, Pictures: a.Pictures, MediaURL: api.MediaURL, Clock: a.Clock, Log: a.Log,
		PublicPaths: pages.PublicPaths(),
	}).Handler()
}
