package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/site"
)

// eventMedia answers the edge from the media domain.
type eventMedia struct{ service *media.Service }

// Media is part of api.EventMedia.
func (m eventMedia) Media(ctx context.Context, channelID, eventID int64, viewer api.MediaViewer) ([]api.Medium, error) {
	found, err := m.service.ListMedia(ctx, channelID, eventID)
	if err != nil {
		return nil, err
	}
	out := make([]api.Medium, 0, len(found))
	for _, medium := range found {
		dto := api.Medium{
			ID: int64(medium.ID), Type: int(medium.Type), Width: medium.Width, Height: medium.Height, Duration: medium.Duration.Seconds(),
		}
		if !medium.StartedAt.IsZero() {
			dto.StartedAt = &medium.StartedAt
		}
		switch {
		case medium.Type == media.TypeImage:
			dto.URL = media.PublicURL(medium.Key)
		case viewer.Granted:
			signed := m.service.PlaybackURL(media.Grant{
				ChannelID: channelID, EventID: eventID, UserID: viewer.UserID, SessionID: viewer.SessionID,
			}, medium.StreamID)
			dto.URL = signed.Rewind
			if medium.Type == media.TypeLive {
				dto.LiveURL = signed.Live
			}
		}
		out = append(out, dto)
	}
	return out, nil
}

// siteContent composes pages from the domains.
func (a *App) siteContent(edge *api.API) site.Domains {
	return site.Domains{Channels: a.Channels, Catalog: a.Catalog, Bootstrap: edge, MediaURL: api.MediaURL}
}
