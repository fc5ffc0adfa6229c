package media

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// ErrStudioBusy means that a film is being made on this machine already.
var ErrStudioBusy = errors.New("another film is being made")

// How the work is shared, in percent of all: bringing the file here, encoding, storing.
const (
	percentFetched = 5
	percentEncoded = 85
	percentStored  = 99
)

// MakeUpload makes a film of an upload that is whole: in several sizes, none larger than
// the file's pictures, cut in the same places. It may be called again at any time and by
// several at once: nobody sees what an attempt has stored before the one transaction that
// makes it the film. It takes hours; an error that is a fault is the file's own, and
// ErrStudioBusy says that this machine is at another one.
func (s *Service) MakeUpload(ctx context.Context, channelID int64, id UploadID) error {
	row, err := s.store.findUpload(ctx, channelID, id)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nil // dropped meanwhile
	case err != nil:
		return err
	case row.State != Uploaded && row.State != UploadProcessing:
		return nil
	case s.Studio == nil:
		return errors.New("there is no ffmpeg")
	}
	if !s.encoding.TryLock() {
		return ErrStudioBusy
	}
	defer s.encoding.Unlock()
	dir, err := s.newScratch(id)
	if err != nil {
		return err
	}
	defer func() {
		if err := os.RemoveAll(dir); err != nil {
			s.Log.WarnContext(ctx, "files are left behind", "folder", dir, "error", err)
		}
	}()
	m := &making{service: s, row: row, dir: dir, attempt: strings.ToLower(rand.Text())}
	if err := m.run(ctx); err != nil {
		m.discard(ctx)
		return fmt.Errorf("upload %d: %w", id, err)
	}
	return nil
}

// scratchPrefix begins the folders of uploads that are being worked on.
const scratchPrefix = "grandstand-upload-"

// newScratch makes a folder to work in, and removes those that an attempt at the same
// upload left behind when it was killed.
func (s *Service) newScratch(id UploadID) (string, error) {
	parent := s.options.Scratch
	if parent == "" {
		parent = os.TempDir()
	}
	if err := os.MkdirAll(parent, 0o750); err != nil {
		return "", fmt.Errorf("make a folder to work in: %w", err)
	}
	name := fmt.Sprintf("%s%d-", scratchPrefix, id)
	left, err := filepath.Glob(filepath.Join(parent, name+"*"))
	for _, dir := range left {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	if err != nil {
		return "", fmt.Errorf("remove what was left behind: %w", err)
	}
	return os.MkdirTemp(parent, name)
}

// making is one attempt at making a film.
type making struct {
	service *Service
	row     uploadRow
	dir     string
	attempt string
	percent int
	// chapters and texts of the uploaded file.
	chapters []transcode.Chapter
	texts    []ownCaption
	language string // of its sound, by RFC 5646; empty where the file does not say
}

func (m *making) run(ctx context.Context) error {
	if err := m.report(ctx, 0); err != nil {
		return err
	}
	path := filepath.Join(m.dir, "upload")
	if err := m.fetch(ctx, path); err != nil {
		return err
	}
	survey, err := m.service.Studio.Survey(ctx, path)
	if err != nil {
		return refusal(err)
	}
	if err := m.report(ctx, percentFetched); err != nil {
		return err
	}
	m.chapters, m.language = survey.Chapters, soundLanguage(survey)
	rungs := transcode.Ladder(survey)
	if err := m.encode(ctx, path, survey, rungs); err != nil {
		return err
	}
	m.texts = m.readTexts(ctx, path, survey.Texts)
	if err := os.Remove(path); err != nil { // the room is needed
		return fmt.Errorf("remove the upload's copy: %w", err)
	}
	film, sizes, err := m.store(ctx, rungs)
	if err != nil {
		return err
	}
	if err := m.storeTexts(ctx, film.Folder); err != nil {
		return err
	}
	board, poster := m.draw(ctx, film, rungs)
	return m.keep(ctx, film, sizes, board, poster)
}

// encode has every size made. Who gives the upload up meanwhile ends it.
func (m *making) encode(ctx context.Context, path string, survey transcode.Survey, rungs []transcode.Rung) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	err := m.service.Studio.Encode(ctx, path, m.dir, survey, rungs, func(made time.Duration) {
		if survey.Duration == 0 {
			made = 0
		}
		part := float64(min(made, survey.Duration)) / float64(max(survey.Duration, 1))
		if err := m.report(ctx, percentFetched+int(part*(percentEncoded-percentFetched))); err != nil {
			stop(err)
		}
	})
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return cause
	}
	return refusal(err)
}

// errGivenUp ends the making of a film that nobody waits for any more.
func errGivenUp() error {
	return fault.New(fault.Conflict, "upload_given_up", "This upload was stopped or has expired. Upload the file again.")
}

// report notes how far the making is, and at least every so often that it goes on.
func (m *making) report(ctx context.Context, percent int) error {
	now := clock.Millis(m.service.Clock.Now())
	if percent == m.percent && m.row.State == UploadProcessing && now-m.row.UpdatedMS < beatEvery.Milliseconds() {
		return nil
	}
	m.percent, m.row.State, m.row.UpdatedMS = percent, UploadProcessing, now
	going, err := change(ctx, m.service.DB.Write(), `UPDATE uploads SET state = 'processing', percent = ?, updated_ms = ?
		WHERE id = ? AND channel_id = ? AND state IN ('uploaded', 'processing')`, percent, now, int64(m.row.ID), m.row.ChannelID)
	switch {
	case err != nil:
		return fmt.Errorf("note how far upload %d is: %w", m.row.ID, err)
	case !going:
		return errGivenUp()
	}
	return nil
}

// fetch puts the pieces together and makes sure that they are what was announced.
func (m *making) fetch(ctx context.Context, path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("put an upload together: %w", err)
	}
	defer file.Close()
	sum := sha256.New()
	for offset := int64(0); offset < m.row.Size; offset += UploadPiece {
		piece, err := m.service.Blob.ReadAll(ctx, pieceKey(m.row.ID, offset))
		if err != nil {
			return fmt.Errorf("read a piece of an upload: %w", err)
		}
		if _, err := io.MultiWriter(file, sum).Write(piece); err != nil {
			return fmt.Errorf("put an upload together: %w", err)
		}
		if err := m.report(ctx, m.percent); err != nil {
			return err
		}
	}
	if hex.EncodeToString(sum.Sum(nil)) != m.row.Digest {
		return fault.New(fault.Unprocessable, "upload_damaged", "The file was damaged during the upload. Upload it again.")
	}
	return file.Close()
}

// store cuts every size into the media store.
func (m *making) store(ctx context.Context, rungs []transcode.Rung) (filmRow, []rungRow, error) {
	largest := Recording{Path: transcode.RungFile(m.dir, rungs[0]), Language: m.language}
	source, err := fingerprint(largest)
	if err != nil {
		return filmRow{}, nil, err
	}
	film := filmRow{ChannelID: m.row.ChannelID, Source: source, Folder: m.folder(), CreatedMS: clock.Millis(m.service.Clock.Now())}
	if _, err := m.service.cut(ctx, &film, largest); err != nil {
		return film, nil, err
	}
	var sizes []rungRow
	for i, r := range rungs[1:] {
		done := percentEncoded + (i+1)*(percentStored-percentEncoded)/len(rungs)
		if err := m.report(ctx, done); err != nil {
			return film, nil, err
		}
		row := rungRow{Name: r.Name, Folder: fmt.Sprintf("%s-%d", film.Folder, r.Name), Width: r.Width, Height: r.Height}
		notes, _, err := m.service.cutSegments(ctx, picturesOnly{m.service.Blob}, row.Folder, Recording{Path: transcode.RungFile(m.dir, r)})
		if err != nil {
			return film, nil, err
		}
		if row.Journal, err = notes.encode(); err != nil {
			return film, nil, err
		}
		sizes = append(sizes, row)
	}
	return film, sizes, nil
}

// folder is where this attempt stores a film.
func (m *making) folder() string { return uploadFilms(m.row.ChannelID, m.row.ID) + m.attempt }

// uploadFilms begins the folders of everything that is stored for an upload's film.
func uploadFilms(channelID int64, id UploadID) string {
	return fmt.Sprintf("films/%d-u%d-", channelID, id)
}

// discard removes what this attempt has stored, unless it is a film in spite of the error.
func (m *making) discard(ctx context.Context) {
	_, err := m.service.store.findFilm(context.WithoutCancel(ctx), "channel_id = ? AND folder = ?", m.row.ChannelID, m.folder())
	if fault.KindOf(err) == fault.NotFound {
		m.service.discardUnder(ctx, m.folder())
	}
}

// refusal says in a sentence what a file is refused for.
func refusal(err error) error {
	var why transcode.Refusal
	if !errors.As(err, &why) {
		return err
	}
	code, said := "unreadable_film", "The file cannot be read. Upload a video, such as MP4, MOV, MKV, WebM, AVI or MPEG-TS."
	switch why {
	case transcode.NoPictures:
		code, said = "film_without_pictures", "The file has no video."
	case transcode.TooLong:
		code, said = "film_too_long", "The video is longer than 8 hours, or its file says so."
	case transcode.TooShort:
		code, said = "film_too_short", "The video is shorter than half a second. A single picture needs sound to become a video."
	case transcode.TooLarge:
		code, said = "film_too_large", "The video is larger than 8192 by 4352 pixels."
	case transcode.TooSmall:
		code, said = "film_too_small", "The picture of the video is too small or too narrow."
	case transcode.CutShort:
		code, said = "film_cut_short", "The file ends before the video does. It may not have been copied completely."
	case transcode.TooDemanding:
		code, said = "film_too_demanding", "Processing the video took too much time or memory. Upload a shorter or smaller video."
	case transcode.DolbyVision:
		code, said = "film_dolby_vision", "The colours of this Dolby Vision file (profile 5) cannot be converted. Export it as HDR10, HLG or SDR."
	case transcode.Unreadable:
	}
	return fault.Wrap(err, fault.Unprocessable, code, said)
}
