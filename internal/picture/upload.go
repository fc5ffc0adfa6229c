package picture

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Limits are how much operators may upload. A zero value means its default.
type Limits struct {
	Operator throttle.Rate // of one operator
	Channel  throttle.Rate // of one channel
	Pictures int64         // in a channel at once
	Bytes    int64         // of these, the originals alone
}

const (
	defaultPictures = 20_000
	defaultBytes    = 4 << 30
)

func (l Limits) complete() Limits {
	if l.Operator == (throttle.Rate{}) {
		l.Operator = throttle.Rate{Every: 2 * time.Second, Burst: 60}
	}
	if l.Channel == (throttle.Rate{}) {
		l.Channel = throttle.Rate{Every: time.Second, Burst: 200}
	}
	if l.Pictures == 0 {
		l.Pictures = defaultPictures
	}
	if l.Bytes == 0 {
		l.Bytes = defaultBytes
	}
	return l
}

// Upload is one picture that an operator has brought.
type Upload struct {
	Picture

	Key     string
	State   string // "wanted", "made", "refused" or "kept": see the table
	Refusal string // why nothing can be made of it, in English
}

// MayUpload takes one permit of an operator and of the channel. It comes before the
// picture is read.
//
// Failures: Forbidden operator_required; Throttled too_many_uploads.
func (s *Service) MayUpload(by actor.Actor, channelID int64) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	wait, ok := s.operators.Allow(by.UserID)
	if ok {
		wait, ok = s.channels.Allow(channelID)
	}
	if ok {
		return nil
	}
	return fault.Later(wait, "too_many_uploads", "Too many pictures at once. Please slow down.")
}

// Upload keeps a picture in the channel's public media and has it made ready. The same
// bytes are one picture, however often they come. One that nobody refers to is removed
// after a while: see Sweep.
//
// Failures: Forbidden operator_required; Unprocessable not_a_picture, too_many_pixels,
// unsafe_drawing, uploads_full; TooLarge picture_too_large; Conflict picture_leaving.
func (s *Service) Upload(ctx context.Context, by actor.Actor, channelID int64, channelKey string, content []byte) (Upload, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return Upload{}, err
	}
	content, look, err := accept(content)
	if err != nil {
		return Upload{}, err
	}
	key := KeyOf(channelKey, content, look.End)
	known, err := s.expect(ctx, channelID, key, int64(len(content)))
	if err != nil {
		return Upload{}, err
	}
	if !known {
		if err := s.Media.PutPublic(ctx, key, content, look.ContentType); err != nil {
			return Upload{}, fmt.Errorf("keep %s: %w", key, err)
		}
		if err := s.arrived(ctx, channelID, key); err != nil {
			return Upload{}, err
		}
	}
	s.Log.InfoContext(ctx, "picture uploaded", "channel_id", channelID, "user_id", by.UserID, "key", key,
		"bytes", len(content), "width", look.Width, "height", look.Height, "known", known)
	up, err := s.Find(ctx, channelID, key)
	if up.Width == 0 { // not made yet, or of a kind that is not
		up.Width, up.Height = look.Width, look.Height
	}
	return up, err
}

// KeyOf is the key of a channel's picture, made of its content: another picture has
// another address, so that addresses may be kept for ever.
func KeyOf(channelKey string, content []byte, end string) string {
	sum := sha256.Sum256(content)
	return channelKey + "/" + hex.EncodeToString(sum[:16]) + end
}

// accept returns an upload as it is kept.
func accept(content []byte) ([]byte, Look, error) {
	if len(content) > MaxBytes {
		return nil, Look{}, fault.New(fault.TooLarge, "picture_too_large", "The picture is too large. It can have at most 10 MiB.")
	}
	cleaned, look, err := Clean(content)
	switch unsafe, ok := errors.AsType[unsafeDrawing](err); {
	case err == nil:
		return withoutNotes(cleaned), look, nil
	case errors.Is(err, ErrTooManyPixels):
		return nil, Look{}, fault.Wrap(err, fault.Unprocessable, "too_many_pixels", "The picture has too many pixels. It can have at most 8192 on each side and 40 million in total.")
	case ok:
		return nil, Look{}, &fault.Error{Kind: fault.Unprocessable, Code: "unsafe_drawing", Detail: "The drawing has scripts, links or other content that is not allowed.", Fields: unsafe.fields(), Cause: err}
	}
	return nil, Look{}, fault.Wrap(err, fault.Unprocessable, "not_a_picture", "This is not a JPEG, PNG, WebP, GIF or SVG picture.")
}

// expect announces an upload and counts it, once; known is one whose bytes are there.
func (s *Service) expect(ctx context.Context, channelID int64, key string, bytes int64) (known bool, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.reserve(ctx, tx, channelID, []string{key}); err != nil {
			return err
		}
		before, err := setBytes(ctx, tx, channelID, key, bytes)
		if err != nil {
			return err
		}
		known = before.State != stateArriving
		if before.Bytes > 0 || known { // counted already, or a pack's
			return nil
		}
		return addUsage(ctx, tx, channelID, bytes, s.Limits)
	})
	return known, err
}

func (s *Service) arrived(ctx context.Context, channelID int64, key string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		wanted, err := settleArrived(ctx, tx, channelID, []string{key})
		if err != nil || wanted == 0 {
			return err
		}
		return s.Queue.MakePictures(ctx, tx, channelID)
	})
}

// Find returns one picture of the channel as far as it is made. Unknown: NotFound,
// "picture_not_found".
func (s *Service) Find(ctx context.Context, channelID int64, key string) (Upload, error) {
	return selectUpload(ctx, s.DB.Read(), channelID, key)
}

// Use notes, in the transaction that ctx is inside of, that a row of the channel is about
// to refer to one of its pictures, so that it does not leave meanwhile. One that is not
// there: NotFound, "picture_not_found".
func (s *Service) Use(ctx context.Context, channelID int64, key string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewRaw(`UPDATE pictures SET unused_since_ms = NULL WHERE channel_id = ? AND media_key = ?
			AND state NOT IN ('arriving', 'leaving')`, channelID, key).Exec(ctx)
		if err != nil {
			return fmt.Errorf("use %s: %w", key, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, errNoPicture())
		}
		return nil
	})
}

func errNoPicture() error {
	return fault.NotFoundf("picture", "The channel does not have this picture.")
}
