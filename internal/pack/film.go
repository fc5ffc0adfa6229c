package pack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
)

// film is a film's file of a pack. Its content stays where it is until it is cut.
type film struct {
	name  string
	loops int
	open  func() (io.ReadSeekCloser, error)
}

// rounds is what a film's source says after its file: " x2".
func rounds(loops int) string { return " x" + strconv.Itoa(max(loops, 1)) }

// splitSource is the opposite of Part.source.
func splitSource(source string) (of Film, loops int) {
	file, count, _ := strings.Cut(source, " x")
	if loops, _ = strconv.Atoi(count); loops == 1 {
		loops = 0
	}
	return Film(file), loops
}

// maxLoops bounds how often a film is played in a row.
const maxLoops = 1000

// readFilms turns the files of films into what they are made of, and refuses those that
// could not be cut.
func (r *reader) readFilms() {
	for i := range r.pack.State.Library.Videos {
		parts := r.pack.State.Library.Videos[i].Media
		for j := range parts {
			p := &parts[j]
			at := append(item("library", "videos", i), "media", strconv.Itoa(j))
			if p.Loops < 0 || p.Loops > maxLoops || p.Loops != 0 && p.Film == "" {
				r.report(below(at, "loops"), "loops: write how many times the film is played in a row, from 1 to %d", maxLoops)
			}
			if p.Film == "" {
				continue
			}
			name := string(p.Film)
			var err error
			if p.Film, err = r.film(name, p.Loops); err != nil {
				r.report(below(at, "film"), "%s: %s", name, plain(err))
			}
		}
	}
}

// film reads one film's file and returns what it is made of. One that is wrong is not
// empty either: there is a film, and only that is said of it.
func (r *reader) film(name string, loops int) (Film, error) {
	f := film{name: name, loops: loops, open: func() (io.ReadSeekCloser, error) { return openSeeking(r.tree, name) }}
	of, ok := r.films[name]
	if !ok {
		var err error
		if of, err = readFilm(r.tree, name); err != nil {
			r.films[name] = Film(name)
			return Film(name), err
		}
		r.films[name] = of
	}
	r.pack.films[string(of)+rounds(loops)] = f
	return of, nil
}

func readFilm(tree fs.FS, name string) (Film, error) {
	if strings.ToLower(path.Ext(name)) != ".mp4" {
		return "", errors.New("a film must be an MP4 file in the pack")
	}
	file, err := openSeeking(tree, name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	if size, err := file.Seek(0, io.SeekEnd); err != nil || size > media.MaxFilm {
		return "", errors.Join(err, fmt.Errorf("the film is too large; the maximum is %d GiB", int64(media.MaxFilm>>30)))
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	if err := inspectFilm(file); err != nil {
		return "", err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	source, err := media.FilmSource(file, 1)
	of, _ := splitSource(source)
	return of, err
}

func inspectFilm(file io.ReadSeeker) error {
	head := make([]byte, 12)
	if _, err := io.ReadFull(file, head); err != nil || string(head[4:8]) != "ftyp" {
		return errors.New("this is not an MP4 file")
	}
	if err := media.CheckFilm(file); err != nil {
		return fmt.Errorf("this film cannot be played: %w", err)
	}
	return nil
}

func openSeeking(tree fs.FS, name string) (io.ReadSeekCloser, error) {
	file, err := tree.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	seeking, ok := file.(io.ReadSeekCloser)
	if err != nil || !ok || !info.Mode().IsRegular() {
		return nil, errors.Join(errors.New("this is not a regular file"), err, file.Close())
	}
	return seeking, nil
}

// cutFilms cuts the pack's films that the channel does not have, before the transaction:
// it takes as long as reading them does. The transaction makes them the channel's.
func (in Installation) cutFilms(ctx context.Context, p *Pack, dryRun bool) (map[string]media.LooseFilm, error) {
	key := p.State.Channel.Key
	known, err := in.knownFilms(ctx, key)
	if err != nil {
		return nil, err
	}
	cuts := map[string]media.LooseFilm{}
	for _, source := range sortedKeys(p.films) {
		f := p.films[source]
		if dryRun || known[source] {
			cuts[source] = media.Rehearsal(source)
			continue
		}
		recording := media.Recording{Path: f.name, Open: f.open, Loops: f.loops}
		if cuts[source], err = in.Films.CutFilm(ctx, actor.ForSystem(0), key, source, recording); err != nil {
			return nil, fmt.Errorf("cut %s: %w", f.name, err)
		}
	}
	return cuts, nil
}

// knownFilms are the films that a channel has, by what they are made of.
func (in Installation) knownFilms(ctx context.Context, key string) (map[string]bool, error) {
	site, err := in.findChannel(ctx, key)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	films, err := in.Films.Films(ctx, int64(site.Channel.ID))
	known := make(map[string]bool, len(films))
	for _, f := range films {
		known[f.Source] = true
	}
	return known, err
}
