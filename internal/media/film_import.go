package media

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// MaxFilm bounds the file of a film, in bytes.
const MaxFilm = 4 << 30

// original is the name, in a film's folder, of the file that it was cut from. No address
// leads there.
const original = "original.mp4"

// CheckFilm says why a file cannot become a film: it is no MP4 (ISO/IEC 14496-12), its
// pictures are not H.264, its sound is not AAC, or it has too few key frames.
func CheckFilm(file io.ReadSeeker) error {
	source, err := segment.OpenMP4(file)
	if err != nil {
		return err
	}
	return source.Check()
}

// FilmSource names a film by its file, so that the same is recognised: by the SHA-256 of
// its content, and how often it is played in a row.
func FilmSource(file io.Reader, loops int) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read the film: %w", err)
	}
	return fmt.Sprintf("sha256:%s x%d", hex.EncodeToString(sum.Sum(nil)), max(loops, 1)), nil
}

func fingerprint(r Recording) (string, error) {
	file, err := r.open()
	if err != nil {
		return "", fmt.Errorf("open the film: %w", err)
	}
	defer file.Close()
	return FilmSource(file, r.Loops)
}

// ImportFilm makes a file a film of the channel, without encoding anything. A channel
// never has the same file twice: the film that it became before is returned. A film is
// there whole or not at all.
func (s *Service) ImportFilm(ctx context.Context, by actor.Actor, channelID int64, r Recording) (Film, error) {
	if !by.Operates(channelID) {
		return Film{}, errForbidden()
	}
	source, err := fingerprint(r)
	if err != nil {
		return Film{}, err
	}
	known, err := s.store.findFilm(ctx, "channel_id = ? AND source = ?", channelID, source)
	if fault.KindOf(err) != fault.NotFound {
		return known.film(), err
	}
	c := LooseFilm{row: filmRow{Source: source, Folder: newFilmFolder(channelID)}}
	notes, err := s.cut(ctx, &c.row, r)
	var film Film
	if err == nil {
		film, err = s.KeepFilm(ctx, by, channelID, c)
	}
	kept, found := s.store.findFilm(context.WithoutCancel(ctx), "channel_id = ? AND source = ?", channelID, source)
	if found != nil || kept.Folder != c.row.Folder { // not kept, or somebody else was faster with the same file
		err = errors.Join(err, s.discardFilm(ctx, c.row.Folder, notes))
	}
	return film, err
}

func newFilmFolder(channelID int64) string {
	return fmt.Sprintf("films/%d-%s", channelID, strings.ToLower(rand.Text()))
}

// LooseFilm is a film that lies in the media store and belongs to nobody yet.
type LooseFilm struct{ row filmRow }

// Source names the file that was cut.
func (c LooseFilm) Source() string { return c.row.Source }

// Rehearsal stands for a film that the channel has already, or, in a transaction that is
// taken back in the end, for one that it would have: there is nothing to play in it.
func Rehearsal(source string) LooseFilm {
	return LooseFilm{filmRow{Source: source, Folder: "films/rehearsal " + source}}
}

// CutFilm cuts a file into the media store, for KeepFilm. It takes as long as reading
// the file does and belongs outside of any transaction. What lies there is named after
// the owner, a channel's key, and the file: who is cut short does it again, and writes
// the same over what was there. Of a film that nobody keeps, nobody ever hears. The file
// must be the one that source names.
func (s *Service) CutFilm(ctx context.Context, by actor.Actor, owner, source string, r Recording) (LooseFilm, error) {
	if by.Role != actor.System {
		return LooseFilm{}, errForbidden()
	}
	found, err := fingerprint(r)
	if err != nil {
		return LooseFilm{}, err
	}
	if found != source {
		return LooseFilm{}, fault.New(fault.Conflict, "film_changed", "The video file changed while it was being read.")
	}
	name := sha256.Sum256([]byte(source))
	c := LooseFilm{row: filmRow{Source: source, Folder: "films/" + owner + "-" + hex.EncodeToString(name[:16])}}
	_, err = s.cut(ctx, &c.row, r)
	return c, err
}

// KeepFilm makes what was cut a film of the channel, in the transaction that ctx is
// inside of. Where the channel has the same file already, that film is returned.
func (s *Service) KeepFilm(ctx context.Context, by actor.Actor, channelID int64, c LooseFilm) (Film, error) {
	if !by.Operates(channelID) {
		return Film{}, errForbidden()
	}
	row := c.row
	row.ChannelID, row.CreatedMS = channelID, clock.Millis(s.Clock.Now())
	var film Film
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.store.insertFilm(ctx, tx, &row); err != nil {
			return err
		}
		kept, err := s.store.findFilm(ctx, "channel_id = ? AND source = ?", channelID, row.Source)
		film = kept.film()
		return err
	})
	return film, err
}

// cut cuts a file into the media store beside a copy of it, and notes in row what it
// became. What it stored is returned also after an error.
func (s *Service) cut(ctx context.Context, row *filmRow, r Recording) (*notebook, error) {
	notes, snapshot, err := s.cutSegments(ctx, s.Blob, row.Folder, r)
	if err != nil {
		return notes, err
	}
	run := snapshot.LastRun()
	notes.language = r.Language
	row.Width, row.Height, row.DurationMS = run.Video.ShownWidth, run.Video.Height, snapshot.Duration().Milliseconds()
	if row.Journal, err = notes.encode(); err != nil {
		return notes, err
	}
	return notes, s.keepOriginal(ctx, row.Folder, r)
}

// cutSegments cuts a file into segments below a folder.
func (s *Service) cutSegments(ctx context.Context, to segment.Blob, folder string, r Recording) (*notebook, *segment.Snapshot, error) {
	notes, index := &notebook{}, segment.NewIndex(segment.DefaultLimits())
	recorder := segment.NewRecorder(ctx, index, segment.StoreOptions{
		Blob: countingBlob{to, s.Metrics, s.Log}, Journal: countingJournal{notes, s.Metrics}, Prefix: folder,
	})
	began := r.StartedAt
	if began.IsZero() {
		began = s.Clock.Now()
	}
	out := segment.NewSegmenter(recorder, clock.NewManual(began))
	if err := errors.Join(feed(ctx, out, r), out.Close()); err != nil {
		return notes, nil, err
	}
	snapshot := index.Load()
	if len(snapshot.Segments) == 0 {
		return notes, nil, fault.New(fault.Unprocessable, "empty_recording", "The file has no video that can be used.")
	}
	return notes, snapshot, nil
}

func (s *Service) keepOriginal(ctx context.Context, folder string, r Recording) error {
	file, err := r.open()
	if err != nil {
		return fmt.Errorf("open the film: %w", err)
	}
	defer file.Close()
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("measure the film: %w", err)
	}
	return s.Blob.WriteFrom(ctx, folder+"/"+original, file, size, "video/mp4")
}

// OpenOriginal opens the file that a film was cut from. NotFound for a film that came
// before files were kept.
func (s *Service) OpenOriginal(ctx context.Context, channelID int64, id FilmID) (io.ReadCloser, error) {
	row, err := s.store.findFilm(ctx, "channel_id = ? AND id = ?", channelID, id)
	if err != nil {
		return nil, err
	}
	file, err := s.Blob.NewReader(ctx, row.Folder+"/"+original, 0)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, fault.Wrap(err, fault.NotFound, "film_file_not_found", "The original video file was not kept.")
	}
	return file, err
}

// discardFilm removes what an import that failed has stored.
func (s *Service) discardFilm(ctx context.Context, folder string, notes *notebook) error {
	ctx = context.WithoutCancel(ctx)
	errs := s.Blob.Delete(ctx, folder+"/"+original)
	for _, g := range notes.segments {
		for _, rendition := range []segment.Rendition{segment.Video, segment.Audio} {
			if g.Pieces[rendition].Size > 0 {
				errs = errors.Join(errs, s.Blob.Delete(ctx, segment.SegmentName(rendition, g.Run, g.Sequence).Key(folder)))
			}
		}
	}
	return errs
}
