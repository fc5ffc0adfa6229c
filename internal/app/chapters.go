package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/media/caption"
)

// NewChapters is a file of chapters for a video of a library.
type NewChapters struct {
	Channel, Video string // key and alias
	Path           string
	Language       string // by RFC 5646; "" for everybody whose language has none
}

// SetChapters gives a video chapters. It returns how many there are, and how the file was read.
func (a *App) SetChapters(ctx context.Context, n NewChapters) (int, caption.Reading, error) {
	channelID, film, err := a.filmOf(ctx, n.Channel, n.Video)
	if err != nil {
		return 0, caption.Reading{}, err
	}
	content, err := readAtMost(n.Path, media.MaxCaptions)
	if err != nil {
		return 0, caption.Reading{}, err
	}
	return a.Media.SetChapters(ctx, actor.ForSystem(channelID), channelID, film, n.Language, content)
}

// RemoveChapters takes a video's chapters in a language away, or those without.
func (a *App) RemoveChapters(ctx context.Context, channelKey, video, language string) error {
	channelID, film, err := a.filmOf(ctx, channelKey, video)
	if err != nil {
		return err
	}
	return a.Media.RemoveChapters(ctx, actor.ForSystem(channelID), channelID, film, language)
}
