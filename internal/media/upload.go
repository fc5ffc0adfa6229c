package media

import (
	"context"
	"fmt"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// UploadID identifies an upload.
type UploadID int64

// UploadState is what has become of an upload.
type UploadState string

// States of an upload. Ready and failed are the end of it.
const (
	Uploading        UploadState = "uploading"
	Uploaded         UploadState = "uploaded" // whole, and waiting for a film to be made of it
	UploadProcessing UploadState = "processing"
	UploadReady      UploadState = "ready"
	UploadFailed     UploadState = "error"
)

const (
	// UploadPiece is how large the pieces are that a file is sent in, in bytes; the last
	// one is what remains.
	UploadPiece = 8 << 20
	// MaxUpload bounds a file, in bytes.
	MaxUpload = 64 << 30
	// maxUnfinished bounds how many uploads of one channel are not finished.
	maxUnfinished = 50
	maxFileName   = 200 // characters
	maxSubject    = 64 << 10
	digestLength  = 64 // of a SHA-256 in hexadecimal digits
)

// NewUpload is a file that is about to be sent.
type NewUpload struct {
	Alias    string // names the upload, and what it becomes
	FileName string
	Size     int64  // bytes
	Digest   string // SHA-256 of the whole file, in lower-case hexadecimal digits
	Subject  string // what Deps.UploadReady is told of it
}

// Upload is a file that an operator sends, to become a film.
type Upload struct {
	ID             UploadID
	Alias          string
	FileName       string
	Size, Received int64 // bytes
	Digest         string
	Subject        string
	State          UploadState
	Percent        int    // of the processing
	Problem        string // why there is no film, in a sentence; empty without one
	FilmID         FilmID // 0 until it is ready
	Poster         string // for UploadReady: what KeepPoster returned; else empty
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

type uploadRow struct {
	bun.BaseModel `bun:"table:uploads,alias:p"`

	ID        UploadID `bun:"id,pk,autoincrement"`
	ChannelID int64
	Alias     string
	FileName  string
	Size      int64
	Digest    string
	Received  int64
	Subject   string
	State     UploadState
	Percent   int
	Problem   string
	FilmID    FilmID `bun:"film_id,nullzero"`
	CreatedMS int64  `bun:"created_ms"`
	UpdatedMS int64  `bun:"updated_ms"`
}

func (r uploadRow) upload() Upload {
	return Upload{
		ID: r.ID, Alias: r.Alias, FileName: r.FileName, Size: r.Size, Received: r.Received, Digest: r.Digest, Subject: r.Subject,
		State: r.State, Percent: r.Percent, Problem: r.Problem, FilmID: r.FilmID,
		CreatedAt: clock.FromMillis(r.CreatedMS), UpdatedAt: clock.FromMillis(r.UpdatedMS),
	}
}

func errNoUpload() error { return fault.NotFoundf("upload", "Upload not found.") }

// piecesFolder is where, in the media store, the pieces of an upload lie.
func piecesFolder(id UploadID) string { return fmt.Sprintf("%s%d/", uploadPrefix, id) }

func pieceKey(id UploadID, offset int64) string {
	return fmt.Sprintf("%s%06d", piecesFolder(id), offset/UploadPiece)
}

// BeginUpload adds an upload, or returns the one that has the same alias and the same
// file: it goes on where Received says. One that is over gives way to another file;
// Conflict, "upload_busy", while it is not.
func (s *Service) BeginUpload(ctx context.Context, by actor.Actor, channelID int64, n NewUpload) (Upload, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return Upload{}, err
	}
	if err := n.validate(); err != nil {
		return Upload{}, err
	}
	var row uploadRow
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		row, err = s.beginUpload(ctx, tx, channelID, n)
		return err
	})
	if db.IsUnique(err) {
		err = errUploadBusy()
	}
	return row.upload(), err
}

func (n NewUpload) validate() error {
	name := n.FileName
	if name == "" || utf8.RuneCountInString(name) > maxFileName || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return fault.OfField(fault.Unprocessable, "file_name", "invalid_text", "Give the file a name of at most 200 characters")
	}
	if n.Size < 1 || n.Size > MaxUpload {
		return fault.OfField(fault.Unprocessable, "size", "out_of_range", "The file is empty or larger than 64 GiB.")
	}
	if len(n.Digest) != digestLength || strings.Trim(n.Digest, "0123456789abcdef") != "" {
		return fault.OfField(fault.Unprocessable, "digest", "malformed", "The value is not valid.")
	}
	if n.Alias == "" || path.Base(n.Alias) != n.Alias || len(n.Alias) > maxFileName || len(n.Subject) > maxSubject {
		return fault.OfField(fault.Unprocessable, "alias", "invalid_alias", "An alias can have lower-case letters, digits, - and _, but not only digits")
	}
	return nil
}

func errUploadBusy() error {
	return fault.New(fault.Conflict, "upload_busy", "Another file is already being uploaded for this video.")
}

func (s *Service) beginUpload(ctx context.Context, tx bun.Tx, channelID int64, n NewUpload) (uploadRow, error) {
	now := clock.Millis(s.Clock.Now())
	var row uploadRow
	err := tx.NewSelect().Model(&row).Where("channel_id = ? AND alias = ?", channelID, n.Alias).Scan(ctx)
	switch {
	case db.IsNoRows(err):
	case err != nil:
		return row, fmt.Errorf("find an upload: %w", err)
	case row.Digest == n.Digest && row.Size == n.Size && row.State == Uploading:
		row.Subject = n.Subject
		_, err := tx.NewUpdate().Model(&row).Column("subject").WherePK().Exec(ctx)
		return row, err
	case row.Digest == n.Digest && row.Size == n.Size && row.State != UploadFailed:
		return row, nil
	case row.State == Uploaded || row.State == UploadProcessing:
		return row, errUploadBusy()
	default:
		if err := s.dropUpload(ctx, tx, row); err != nil {
			return row, err
		}
	}
	waiting, err := tx.NewSelect().Model((*uploadRow)(nil)).Where("channel_id = ?", channelID).
		Where("state IN ('uploading', 'uploaded', 'processing')").Count(ctx)
	if err != nil {
		return row, fmt.Errorf("count uploads: %w", err)
	}
	if waiting >= maxUnfinished {
		return row, fault.New(fault.Unprocessable, "uploads_full", "Too many uploads are in progress. Wait until one is finished.")
	}
	row = uploadRow{
		ChannelID: channelID, Alias: n.Alias, FileName: n.FileName, Size: n.Size, Digest: n.Digest, Subject: n.Subject,
		State: Uploading, CreatedMS: now, UpdatedMS: now,
	}
	if _, err := tx.NewInsert().Model(&row).Returning("id").Exec(ctx); err != nil {
		return row, fmt.Errorf("add an upload: %w", err)
	}
	return row, nil
}

// dropUpload forgets an upload, and after the transaction what was sent of it.
func (s *Service) dropUpload(ctx context.Context, tx bun.Tx, row uploadRow) error {
	if _, err := tx.NewDelete().Model((*uploadRow)(nil)).Where("id = ?", row.ID).Exec(ctx); err != nil {
		return fmt.Errorf("forget an upload: %w", err)
	}
	s.DB.AfterCommit(ctx, func() { s.discardUnder(context.WithoutCancel(ctx), piecesFolder(row.ID)) })
	return nil
}

// AppendUpload adds the piece that begins at an offset; UploadPiece bytes, or what
// remains. A piece that is there already is passed over. With the last one the upload is
// whole, and Deps.UploadArrived hears of it. Conflict, "upload_offset", when a piece is
// missing before this one: FindUpload tells where to go on.
func (s *Service) AppendUpload(ctx context.Context, by actor.Actor, channelID int64, id UploadID, offset int64, piece []byte) (Upload, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return Upload{}, err
	}
	row, err := s.store.findUpload(ctx, channelID, id)
	if err != nil {
		return Upload{}, err
	}
	if row.State != Uploading || offset+int64(len(piece)) <= row.Received {
		return row.upload(), nil
	}
	if offset != row.Received || int64(len(piece)) != min(UploadPiece, row.Size-offset) {
		return Upload{}, fault.New(fault.Conflict, "upload_offset", "This part of the file does not continue the upload. Ask how much has arrived, and continue from there.")
	}
	// The bytes first: a row never speaks of what is not there.
	if err := s.Blob.WriteAll(ctx, pieceKey(id, offset), piece, "application/octet-stream"); err != nil {
		return Upload{}, err
	}
	row.Received += int64(len(piece))
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.noteReceived(ctx, tx, &row, offset) })
	if err != nil {
		return Upload{}, err
	}
	return row.upload(), nil
}

func (s *Service) noteReceived(ctx context.Context, tx bun.Tx, row *uploadRow, before int64) error {
	if row.Received == row.Size {
		row.State = Uploaded
	}
	noted, err := change(ctx, tx, `UPDATE uploads SET received = ?, state = ?, updated_ms = ?
		WHERE id = ? AND channel_id = ? AND received = ? AND state = 'uploading'`,
		row.Received, row.State, clock.Millis(s.Clock.Now()), int64(row.ID), row.ChannelID, before)
	if err != nil {
		return fmt.Errorf("note what was received: %w", err)
	}
	if !noted {
		return fault.New(fault.Conflict, "upload_offset", "This part of the file does not continue the upload. Ask how much has arrived, and continue from there.")
	}
	if row.State == Uploaded && s.UploadArrived != nil {
		return s.UploadArrived(ctx, tx, row.ChannelID, row.ID)
	}
	return nil
}

// Uploads lists the channel's uploads, the newest first.
func (s *Service) Uploads(ctx context.Context, by actor.Actor, channelID int64) ([]Upload, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return nil, err
	}
	var rows []uploadRow
	if err := s.DB.Read().NewSelect().Model(&rows).Where("channel_id = ?", channelID).Order("id DESC").Limit(maxListed).Scan(ctx); err != nil {
		return nil, fmt.Errorf("list uploads: %w", err)
	}
	out := make([]Upload, len(rows))
	for i, row := range rows {
		out[i] = row.upload()
	}
	return out, nil
}

// maxListed bounds a list of uploads.
const maxListed = 500

// FindUpload returns an upload of the channel.
func (s *Service) FindUpload(ctx context.Context, by actor.Actor, channelID int64, id UploadID) (Upload, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return Upload{}, err
	}
	row, err := s.store.findUpload(ctx, channelID, id)
	return row.upload(), err
}

func (s store) findUpload(ctx context.Context, channelID int64, id UploadID) (uploadRow, error) {
	var row uploadRow
	err := s.db.Write().NewSelect().Model(&row).Where("channel_id = ? AND id = ?", channelID, int64(id)).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return row, errNoUpload()
	case err != nil:
		return row, fmt.Errorf("find an upload: %w", err)
	}
	return row, nil
}
