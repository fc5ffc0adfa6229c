package demo

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// seedLibrary writes the VOD library. Its films are the kit's clips; one file becomes
// one film, however many videos show it.
func (s *seeder) seedLibrary(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "grandstand-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var l vod.Library
	for _, k := range s.kit.Library.Categories {
		l.Categories = append(l.Categories, vod.Category{Alias: k.Key, Title: text.Text(k.Title)})
	}
	for _, k := range s.kit.Library.Items {
		item, err := s.libraryItem(ctx, dir, k)
		if err != nil {
			return fmt.Errorf("video %s: %w", k.Key, err)
		}
		l.Items = append(l.Items, item)
	}
	for _, k := range s.kit.Library.Rails {
		l.Rails = append(l.Rails, vod.Rail{Alias: k.Key, Title: text.Text(k.Title), Items: k.Items})
	}
	_, err = s.Library.Replace(ctx, s.by, s.channel, l)
	return err
}

func (s *seeder) libraryItem(ctx context.Context, dir string, k kit.LibraryItem) (vod.Item, error) {
	date := s.Clock.Now().AddDate(0, 0, -k.DaysAgo).Truncate(time.Hour)
	item := vod.Item{
		Alias: k.Key, Category: k.Category, Access: vod.Access(k.Access), Title: text.Text(k.Title), Description: text.Text(k.Description), Date: date,
	}
	i := slices.IndexFunc(s.kit.Stills, func(still kit.Still) bool { return still.Key == k.Still })
	if i < 0 {
		return item, fmt.Errorf("there is no still %q", k.Still)
	}
	still := s.kit.Stills[i]
	item.Image = vod.Image{Key: mediaKey(still.File)}
	if wide := image(still); still.Hero != "" {
		item.Preview = vod.Image{Key: wide.Key, Widths: wide.Widths}
	}
	for _, m := range k.Media {
		medium, err := s.libraryMedium(ctx, dir, m)
		if err != nil {
			return item, fmt.Errorf("medium %s: %w", m.Key, err)
		}
		item.Media = append(item.Media, medium)
	}
	return item, nil
}

func (s *seeder) libraryMedium(ctx context.Context, dir string, k kit.LibraryMedium) (vod.Medium, error) {
	medium := vod.Medium{Alias: k.Key, Title: text.Text(k.Title)}
	if k.Clip == "" {
		event, err := s.eventNamed(fmt.Sprintf("recording:%d", k.Recording))
		if err != nil {
			return medium, err
		}
		stream, err := s.Media.EnsureStream(ctx, s.by, s.channel, int64(event))
		medium.EventID, medium.Duration = int64(event), stream.Duration
		return medium, err
	}
	file, err := unpack(s.files, s.clip(k.Clip).File, dir)
	if err != nil {
		return medium, err
	}
	film, err := s.Media.ImportFilm(ctx, s.by, s.channel, media.Recording{Path: file, Loops: k.Loops})
	if err != nil {
		return medium, err
	}
	if err := s.captionFilm(ctx, film, s.clip(k.Clip), k.Loops); err != nil {
		return medium, err
	}
	medium.FilmID, medium.Duration = int64(film.ID), film.Duration
	return medium, nil
}
