package media

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// MediumType is what a medium of an event is, by the specification's numbers.
type MediumType int

// Types of media that exist so far.
const (
	TypeImage      MediumType = 1
	TypeLive       MediumType = 2
	TypeVOD        MediumType = 3
	TypeThumbnails MediumType = 5
	TypePreview    MediumType = 6
	TypePreviewAlt MediumType = 7
)

// Medium is one thing that an event has to show.
type Medium struct {
	ID        AssetID
	Type      MediumType
	Source    Source // of live and VOD
	Key       string // of public media; empty for what needs a signed address
	File      string // name of a companion in the folder of the playlist; empty for live and VOD
	Width     int    // pixels, 0 when unknown
	Height    int
	Duration  time.Duration // of a VOD
	StartedAt time.Time     // when the stream began, or when the picture was taken
	EndedAt   time.Time     // of a VOD
}

type assetRow struct {
	bun.BaseModel `bun:"table:assets,alias:a"`

	ID        int64 `bun:"id,pk"`
	Kind      string
	MediaKey  string
	Width     int
	Height    int
	CreatedMS int64 `bun:"created_ms"`
}

// ListMedia lists what an event has to show: its stream when it is on or has been
// on, with its small pictures and its preview, then its newest picture.
func (s *Service) ListMedia(ctx context.Context, channelID, eventID int64) ([]Medium, error) {
	var rows []assetRow
	err := s.DB.Read().NewSelect().Model(&rows).
		Where("channel_id = ? AND event_id = ?", channelID, eventID).Order("created_ms DESC", "width DESC").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list assets: %w", err)
	}
	var media []Medium
	for _, row := range rows {
		if row.Kind != "stream" {
			continue
		}
		stream, err := s.store.findByEvent(ctx, channelID, eventID)
		if err != nil {
			return nil, err
		}
		m, ok := stream.stream().medium(AssetID(row.ID))
		if !ok {
			continue
		}
		companions, err := s.Companions(ctx, m)
		if err != nil {
			return nil, err
		}
		media = append(append(media, m), companions...)
	}
	for _, row := range rows {
		if row.Kind == "still" {
			return append(media, row.still()), nil
		}
	}
	return media, nil
}

// medium is what a stream has to show; nothing before its first picture, nor once its
// recording is removed.
func (s Stream) medium(id AssetID) (Medium, bool) {
	if !s.RemovedAt.IsZero() {
		return Medium{}, false
	}
	m := Medium{ID: id, Source: Source{StreamID: s.ID}, Width: s.Width, Height: s.Height, StartedAt: s.StartedAt}
	switch s.State {
	case Live, Reconnecting:
		m.Type = TypeLive
	case Ended:
		m.Type, m.Duration, m.EndedAt = TypeVOD, s.Duration, s.EndedAt
	case Idle:
		return Medium{}, false
	}
	return m, true
}

func (r assetRow) still() Medium {
	return Medium{
		ID: AssetID(r.ID), Type: TypeImage, Key: r.MediaKey, Width: r.Width, Height: r.Height,
		StartedAt: clock.FromMillis(r.CreatedMS),
	}
}

// Playback holds the signed addresses of a stream or film, as paths on the media host.
type Playback struct {
	Base   string // prefix of the addresses of companions and playlists
	Rewind string // the whole event, low latency at its edge; also the recording
	Live   string // only the newest half minute
	Veiled string // the recording, without telling how long it is
}

// expiryStep makes addresses of the same viewer equal for a while, so that a page
// that asks again does not start its player anew.
const expiryStep = time.Hour

// PlaybackURL signs the addresses of a stream or film for a visitor's session. They
// live at least as long as Options.URLLife.
func (s *Service) PlaybackURL(g Grant, source Source) Playback {
	if g.ExpiresAt.IsZero() {
		g.ExpiresAt = s.expiry()
	}
	if g.VODID != 0 {
		g.Source = source
	}
	base := "/media/" + s.Keys.Sign(g) + "/" + source.String() + "/"
	return Playback{Base: base, Rewind: base + "index.m3u8", Live: base + "live.m3u8", Veiled: base + "veiled.m3u8"}
}

// expiry is when an address that is signed now ends.
func (s *Service) expiry() time.Time {
	return s.Clock.Now().Add(s.options.URLLife).Truncate(expiryStep).Add(expiryStep)
}

// PublicURL is the address of public media by its key.
func PublicURL(key string) string { return "/media/" + publicPrefix + key }
