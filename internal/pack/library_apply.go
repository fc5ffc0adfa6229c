package pack

import (
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/vod"
)

// libraryWriter writes a library for which everything that it refers to is there.
type libraryWriter struct {
	targets targets
	films   map[string]media.Film // by source
	lengths map[int64]time.Duration
}

// replaceLibrary writes the library after its films, in the same transaction, and
// returns what the lengths of recordings changed that were not known before.
func (in Installation) replaceLibrary(ctx context.Context, by actor.Actor, id channel.ID, want *State, cuts map[string]media.LooseFilm) ([]Change, error) {
	now, err := in.read(ctx, want.Channel.Key)
	if err != nil {
		return nil, err
	}
	w := &libraryWriter{targets: now.targets, films: map[string]media.Film{}}
	for _, source := range sortedKeys(cuts) {
		if w.films[source], err = in.Films.KeepFilm(ctx, by, int64(id), cuts[source]); err != nil {
			return nil, err
		}
	}
	if w.lengths, err = in.Films.RecordingLengths(ctx, int64(id)); err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(want.Channel.TimeZone)
	if err != nil {
		return nil, err
	}
	library := want.Library.library(zone, in.Clock.Now(), w.medium)
	if err := in.keepWidths(ctx, int64(id), &library); err != nil {
		return nil, err
	}
	done, err := in.Library.Replace(ctx, by, int64(id), library)
	if err != nil || len(done.Changed) == 0 {
		return nil, err
	}
	return []Change{{Kind: Changed, Path: "library", Old: fmt.Sprintf("%d videos", len(done.Changed)), New: "as long as their recordings"}}, nil
}

// medium is what a part plays, with what is known of its length.
func (w *libraryWriter) medium(p Part) vod.Medium {
	if p.Film != "" {
		f := w.films[p.source()]
		return vod.Medium{FilmID: int64(f.ID), Duration: f.Duration}
	}
	id := w.targets.event(p.Event)
	length := time.Duration(p.DurationS) * time.Second
	if length == 0 {
		length = w.lengths[id]
	}
	return vod.Medium{EventID: id, Duration: length}
}

// keepWidths gives pictures that stay the narrower variants that they have.
func (in Installation) keepWidths(ctx context.Context, channelID int64, l *vod.Library) error {
	before, err := in.Library.Library(ctx, channelID)
	if err != nil {
		return err
	}
	widths := map[string]map[int]string{}
	for _, it := range before.Items {
		widths[it.Alias+" "+it.Image.Key], widths[it.Alias+" preview "+it.Preview.Key] = it.Image.Widths, it.Preview.Widths
	}
	for i := range l.Items {
		it := &l.Items[i]
		it.Image.Widths, it.Preview.Widths = widths[it.Alias+" "+it.Image.Key], widths[it.Alias+" preview "+it.Preview.Key]
	}
	return nil
}

// libraryState is a stored library as a State has it.
func libraryState(l vod.Library, n names, lengths map[int64]time.Duration, zone *time.Location) Library {
	var out Library
	for _, c := range l.Categories {
		out.Categories = append(out.Categories, VideoCategory{Alias: c.Alias, Title: Words(c.Title)})
	}
	for _, it := range l.Items {
		v := Video{
			Alias: it.Alias, Category: it.Category, Access: string(it.Access), Title: Words(it.Title), Description: Rich(it.Description),
			Date: writeDate(it.Date, zone), Image: File(it.Image.Key), Preview: File(it.Preview.Key),
		}
		for _, m := range it.Media {
			p := Part{Alias: m.Alias, Title: Words(m.Title), Event: n.event(m.EventID)}
			p.Film, p.Loops = splitSource(n.films[m.FilmID])
			if m.EventID != 0 && m.Duration != lengths[m.EventID] {
				p.DurationS = int64(m.Duration / time.Second)
			}
			v.Media = append(v.Media, p)
		}
		out.Videos = append(out.Videos, v)
	}
	for _, r := range l.Rails {
		out.Rails = append(out.Rails, Rail{Alias: r.Alias, Title: Words(r.Title), Videos: r.Items})
	}
	return out
}
