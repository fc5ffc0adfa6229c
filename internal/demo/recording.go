package demo

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/abema/go-mp4"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/media/caption"
)

// Recorder keeps streams, recordings and films; media.Service does.
type Recorder interface {
	EnsureStream(ctx context.Context, by actor.Actor, channelID, eventID int64) (media.Stream, error)
	ImportRecording(ctx context.Context, by actor.Actor, channelID, eventID int64, r media.Recording) (media.Stream, error)
	ImportFilm(ctx context.Context, by actor.Actor, channelID int64, r media.Recording) (media.Film, error)
	AddCaptions(ctx context.Context, by actor.Actor, channelID int64, id media.FilmID, language, label string, content []byte) (caption.Track, error)
}

// recordingLength is how long a recording is at least: its clip is played in a row
// until then.
const recordingLength = 150 * time.Second

// seedRecordings gives the finished events of the kit their video, and every score
// of their games at its moment.
func (s *seeder) seedRecordings(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "grandstand-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for i, g := range s.games {
		if g.recording < 0 {
			continue
		}
		if err := s.seedRecording(ctx, dir, g, s.events[i]); err != nil {
			return fmt.Errorf("recording %d: %w", g.recording, err)
		}
	}
	_, err = s.Media.EnsureStream(ctx, s.by, s.channel, int64(s.events[0]))
	return err
}

func (s *seeder) seedRecording(ctx context.Context, dir string, g game, id catalog.EventID) error {
	clip := s.clip(g.clip)
	marks, err := kit.LoadTimeline(s.files, clip)
	if err != nil {
		return err
	}
	file, err := unpack(s.files, clip.File, dir)
	if err != nil {
		return err
	}
	length, err := filmLength(s.files, clip.File)
	if err != nil {
		return err
	}
	loops := int((recordingLength + length - 1) / length)
	stream, err := s.Media.ImportRecording(ctx, s.by, s.channel, int64(id), media.Recording{Path: file, Loops: loops, StartedAt: g.start})
	if err != nil {
		return err
	}
	t, err := newTagger(ctx, s.Catalog, s.channel, id)
	if err != nil {
		return err
	}
	each := stream.EndedAt.Sub(stream.StartedAt) / time.Duration(loops)
	for play := range loops {
		began := stream.StartedAt.Add(each * time.Duration(play))
		if err := s.tellPlay(ctx, t, marks, began, play > 0); err != nil {
			return err
		}
	}
	final := catalog.Score{At: stream.EndedAt, Away: int64(g.awayScore), Home: int64(g.homeScore)}
	return s.Catalog.AddScore(ctx, s.by, s.channel, id, final)
}

// tellPlay records the scores, each second of the clock and the moments of one play of a clip that began at a time. A play again tells only what decides
// the game.
func (s *seeder) tellPlay(ctx context.Context, t *tagger, marks []kit.Mark, began time.Time, again bool) error {
	for _, m := range changes(marks) {
		if err := s.Catalog.AddScore(ctx, s.by, s.channel, t.event.ID, score(m, began.Add(seconds(m.AtS)))); err != nil {
			return err
		}
	}
	for _, m := range moments(marks, again) {
		if err := t.tag(ctx, m, began.Add(seconds(m.AtS))); err != nil {
			return err
		}
	}
	return nil
}

func (s *seeder) clip(key string) kit.Clip {
	for _, c := range s.kit.Media.Clips {
		if c.Key == key {
			return c
		}
	}
	return kit.Clip{}
}

// unpack writes a file of the kit to a folder, once, and returns its path.
func unpack(files fs.FS, name, dir string) (string, error) {
	path := filepath.Join(dir, filepath.Base(name))
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(path); err == nil && info.Size() == int64(len(content)) {
		return path, nil
	}
	return path, os.WriteFile(path, content, 0o600)
}

// filmLength is the length of a video of the kit.
func filmLength(files fs.FS, name string) (time.Duration, error) {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return 0, err
	}
	info, err := mp4.Probe(bytes.NewReader(content))
	if err != nil {
		return 0, fmt.Errorf("read the length of %s: %w", name, err)
	}
	if info.Timescale == 0 || info.Duration == 0 {
		return 0, fmt.Errorf("%s has no length", name)
	}
	return time.Duration(info.Duration) * time.Second / time.Duration(info.Timescale), nil
}

// changes are the marks that differ from the one before.
func changes(marks []kit.Mark) []kit.Mark {
	var out []kit.Mark
	for _, m := range marks {
		if len(out) > 0 {
			last := out[len(out)-1]
			if m.Away == last.Away && m.Home == last.Home && m.Period == last.Period && m.Clock == last.Clock {
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

func score(m kit.Mark, at time.Time) catalog.Score {
	return catalog.Score{At: at, Away: int64(m.Away), Home: int64(m.Home), Period: m.Period, Clock: m.Clock}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
