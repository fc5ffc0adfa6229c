package app

import (
	"context"
	"fmt"
	"io"
	"os"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/charset"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/media/caption"
)

// NewCaptions is a file of captions for a video of a library.
type NewCaptions struct {
	Channel, Video string // key and alias
	Path           string
	Language       string // by RFC 5646
	Label          string // as viewers choose it; the language's own name where it is empty
}

// AddCaptions gives a video captions in a language and returns what was read of the file.
func (a *App) AddCaptions(ctx context.Context, n NewCaptions) (caption.Track, error) {
	channelID, film, err := a.filmOf(ctx, n.Channel, n.Video)
	if err != nil {
		return caption.Track{}, err
	}
	if n.Label == "" {
		tag, err := language.Parse(n.Language)
		if err != nil {
			return caption.Track{}, fmt.Errorf("%q is not a language: %w", n.Language, err)
		}
		n.Label = display.Self.Name(tag)
	}
	content, err := readAtMost(n.Path, media.MaxCaptions)
	if err != nil {
		return caption.Track{}, err
	}
	return a.Media.AddCaptions(ctx, actor.ForSystem(channelID), channelID, film, n.Language, n.Label, content)
}

// WriteCaptionReading tells how a file was read, where that is not plain.
func WriteCaptionReading(out io.Writer, file string, reading caption.Reading) {
	if reading.Encoding != charset.UTF8 {
		fmt.Fprintf(out, "%s is read as %s in %s and converted to UTF-8. If letters with accents look wrong, save the file in UTF-8.\n", file, reading.Format, reading.Encoding)
	}
	if reading.Missing > 0 {
		fmt.Fprintf(out, "Skipped, %d:\n", reading.Missing)
	}
	for _, p := range reading.PassedOver {
		fmt.Fprintf(out, "  line %d: %s\n", p.Line, p.Reason)
	}
	if rest := reading.Missing - len(reading.PassedOver); rest > 0 {
		fmt.Fprintf(out, "  and %d more\n", rest)
	}
}

// readAtMost reads a file, and of one that is longer one byte more than that.
func readAtMost(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the file: %w", err)
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, fmt.Errorf("read the file: %w", err)
	}
	return content, nil
}

// RemoveCaptions takes a video's captions in a language away.
func (a *App) RemoveCaptions(ctx context.Context, channelKey, video, language string) error {
	channelID, film, err := a.filmOf(ctx, channelKey, video)
	if err != nil {
		return err
	}
	return a.Media.RemoveCaptions(ctx, actor.ForSystem(channelID), channelID, film, language)
}

// filmOf is the film that a video of one part plays.
func (a *App) filmOf(ctx context.Context, channelKey, video string) (int64, media.FilmID, error) {
	c, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return 0, 0, err
	}
	item, err := a.VOD.FindByAlias(ctx, int64(c.ID), video)
	if err != nil {
		return 0, 0, err
	}
	if len(item.Media) != 1 || item.Media[0].FilmID == 0 {
		return 0, 0, fault.New(fault.Unprocessable, "no_film", "This video was not uploaded as a file.")
	}
	return int64(c.ID), media.FilmID(item.Media[0].FilmID), nil
}
