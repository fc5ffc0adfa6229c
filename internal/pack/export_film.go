package pack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
)

// exportFilms writes the files that films were cut from, once each, and names them in
// the State. What plays a film whose file was not kept is left out, and told.
func (w *writer) exportFilms(ctx context.Context, in Installation, now *stored) error {
	films, err := in.Films.Films(ctx, int64(now.id))
	if err != nil {
		return err
	}
	annotated, err := in.Films.AnnotatedFilms(ctx, int64(now.id))
	if err != nil {
		return err
	}
	ids := map[string]media.FilmID{}
	for _, f := range films {
		ids[f.Source] = f.ID
	}
	files := map[Film]string{}
	l := &now.state.Library
	for i := range l.Videos {
		v := &l.Videos[i]
		for j := range v.Media {
			p := &v.Media[j]
			if p.Film == "" || files[p.Film] != "" {
				continue
			}
			name := path.Join("films", v.Alias+".mp4")
			if len(v.Media) > 1 {
				name = path.Join("films", v.Alias+"-"+p.Alias+".mp4")
			}
			err := w.exportFilm(ctx, in, now, ids[p.source()], name)
			if fault.CodeOf(err) == "film_file_not_found" {
				w.note("video %s: the file of its film %q was not kept when it was imported, so it is left out", v.Alias, p.Alias)
				continue
			}
			if err != nil {
				return fmt.Errorf("write the film of video %s: %w", v.Alias, err)
			}
			files[p.Film] = name
			if annotated[ids[p.source()]] {
				w.note("video %s: a pack cannot contain captions and chapters, so those of its film %q are left out", v.Alias, p.Alias)
			}
		}
	}
	l.keepPlayable(files)
	return nil
}

func (w *writer) exportFilm(ctx context.Context, in Installation, now *stored, id media.FilmID, name string) (err error) {
	content, err := in.Films.OpenOriginal(ctx, int64(now.id), id)
	if err != nil {
		return err
	}
	defer content.Close()
	if err := w.root.MkdirAll(path.Dir(name), 0o750); err != nil {
		return err
	}
	file, err := w.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Close())
}

// keepPlayable names the files of films and drops what has none, with the videos that
// then play nothing.
func (l *Library) keepPlayable(files map[Film]string) {
	gone := map[string]bool{}
	for i := range l.Videos {
		v := &l.Videos[i]
		v.Media = slices.DeleteFunc(v.Media, func(p Part) bool { return p.Film != "" && files[p.Film] == "" })
		gone[v.Alias] = len(v.Media) == 0
		for j := range v.Media {
			if p := &v.Media[j]; p.Film != "" {
				p.Film = Film(files[p.Film])
			}
		}
	}
	l.Videos = slices.DeleteFunc(l.Videos, func(v Video) bool { return gone[v.Alias] })
	for i := range l.Rails {
		l.Rails[i].Videos = slices.DeleteFunc(l.Rails[i].Videos, func(alias string) bool { return gone[alias] })
	}
}
