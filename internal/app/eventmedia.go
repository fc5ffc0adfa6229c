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
func (m eventMedia) Media(ctx context.Context, channelID, eventID int64) ([]api.Medium, error) {
	found, err := m.service.ListMedia(ctx, channelID, eventID)
	if err != nil {
		return nil, err
	}
	out := make([]api.Medium, len(found))
	for i, medium := range found {
		out[i] = api.Medium{
			ID: int64(medium.ID), Type: int(medium.Type), Width: medium.Width, Height: medium.Height,
			Duration: medium.Duration, StartedAt: medium.StartedAt,
		}
		if medium.Type == media.TypeImage {
			out[i].URL = media.PublicURL(medium.Key)
		} else {
			out[i].StreamID = int64(medium.StreamID)
		}
	}
	return out, nil
}

// Sign is part of api.EventMedia.
func (m eventMedia) Sign(medium api.Medium, viewer api.MediaViewer) (url, liveURL string) {
	signed := m.service.PlaybackURL(media.Grant{
		ChannelID: viewer.ChannelID, EventID: viewer.EventID, UserID: viewer.UserID, SessionID: viewer.SessionID,
	}, media.StreamID(medium.StreamID))
	if media.MediumType(medium.Type) == media.TypeLive {
		liveURL = signed.Live
	}
	return signed.Rewind, liveURL
}

// siteContent composes pages from the domains.
func (a *App) siteContent(edge *api.API) site.Domains {
	return site.Domains{Channels: a.Channels, Catalog: a.Catalog, Commerce: a.Commerce, Bootstrap: edge, MediaURL: api.MediaURL}
}
