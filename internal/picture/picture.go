// Package picture makes a channel's pictures fit the screens they are shown on: from
// each that a pack or schedule brings it makes narrower ones and a placeholder, once,
// behind everybody's back. Nothing else changes: who shows a picture asks the channel's
// Gallery what there is of it.
package picture

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Picture is what was made of one picture.
type Picture struct {
	Width, Height int            // of the picture as it was brought
	Placeholder   string         // a data URI of a few colours to paint until it is there, or ""
	Widths        map[int]string // keys in public media by width, as srcset wants them; may be empty
}

// Gallery is what was made of a channel's pictures, by their keys.
type Gallery map[string]Picture

// Widths are the variants of a picture: its own, where whoever wrote it gave some, else
// what was made of it.
func (g Gallery) Widths(key string, own map[int]string) map[int]string {
	if len(own) > 0 {
		return own
	}
	return g[key].Widths
}

// Media is where pictures lie.
type Media interface {
	PutPublic(ctx context.Context, key string, content []byte, contentType string) error
	ReadPublic(ctx context.Context, key string) ([]byte, error)
	// ListPublic returns the keys that begin so.
	ListPublic(ctx context.Context, prefix string) ([]string, error)
	// RemovePublic removes what lies under a key; nothing there is no error.
	RemovePublic(ctx context.Context, key string) error
}

// Queue enqueues a call of Make that happens exactly when tx commits.
type Queue interface {
	MakePictures(ctx context.Context, tx bun.Tx, channelID int64) error
}

// Deps is what the service needs.
type Deps struct {
	DB        *db.DB
	Revisions *revision.Tracker
	Media     Media
	Queue     Queue
	Clock     clock.Clock
	Log       *slog.Logger
	Limits    Limits
}

// Service is the pictures of all channels. It is safe for concurrent use.
type Service struct {
	Deps
	galleries *cache.Versioned[int64, int64, Gallery]
	making    sync.Mutex // a decoded picture is large: one at a time
	operators *throttle.Limiter[int64]
	channels  *throttle.Limiter[int64]
}

// keptGalleries bounds the channels whose pictures are kept in memory.
const keptGalleries = 1_000

// NewService returns the service of a migrated database.
func NewService(d Deps) *Service {
	d.Limits = d.Limits.complete()
	return &Service{
		Deps: d, galleries: cache.NewVersioned[int64, int64, Gallery](keptGalleries),
		operators: throttle.New[int64](d.Limits.Operator, d.Clock), channels: throttle.New[int64](d.Limits.Channel, d.Clock),
	}
}

// Gallery returns what was made of the channel's pictures. Without a service there is
// nothing of any.
func (s *Service) Gallery(ctx context.Context, channelID int64) (Gallery, error) {
	if s == nil {
		return nil, nil
	}
	if s.DB.Inside(ctx) {
		return s.Stored(ctx, channelID)
	}
	now, err := s.Revisions.Of(ctx, channelID)
	if err != nil {
		return nil, err
	}
	return s.galleries.Get(ctx, channelID, now.Pictures, func(ctx context.Context) (Gallery, error) {
		return selectGallery(ctx, s.DB.Read(), channelID)
	})
}

// Stored is Gallery as the database has it now, for who keeps what is made of it.
func (s *Service) Stored(ctx context.Context, channelID int64) (Gallery, error) {
	if s == nil {
		return nil, nil
	}
	return selectGallery(ctx, s.DB.From(ctx), channelID)
}

// Want has pictures of public media made ready, in the transaction that ctx is inside
// of and that writes rows which refer to them. Their keys must be made of their content.
// Of those that were wanted before, and of what is no picture of pixels, nothing is made.
// What is just leaving is refused: see Reserve.
func (s *Service) Want(ctx context.Context, channelID int64, keys []string) error {
	brought := ours(keys)
	if len(brought) == 0 {
		return nil
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.reserve(ctx, tx, channelID, brought); err != nil {
			return err
		}
		wanted, err := updateArrived(ctx, tx, channelID, brought)
		if err != nil || wanted == 0 {
			return err
		}
		return s.Queue.MakePictures(ctx, tx, channelID)
	})
}

// Reserve announces pictures whose bytes are about to be put into public media: until
// somebody refers to them they stay for as long as anything unused does. What is just
// leaving is refused, Conflict "picture_leaving".
func (s *Service) Reserve(ctx context.Context, channelID int64, keys []string) error {
	brought := ours(keys)
	if len(brought) == 0 {
		return nil
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.reserve(ctx, tx, channelID, brought) })
}

func (s *Service) reserve(ctx context.Context, tx bun.IDB, channelID int64, keys []string) error {
	leaving, err := insertArriving(ctx, tx, channelID, keys, s.Clock.Now())
	if err == nil && leaving {
		return errLeaving()
	}
	return err
}

// ours leaves out what lies elsewhere.
func ours(keys []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return key == "" || strings.Contains(key, "://") })
}

// errLeaving is for the moment in which a picture is removed.
func errLeaving() error {
	return fault.New(fault.Conflict, "picture_leaving", "This picture is being removed. Please try again in a minute.")
}

// isRaster reports whether a key is that of a kind of picture that is scaled. Drawings
// scale by themselves, and an animation would stand still.
func isRaster(key string) bool {
	switch strings.ToLower(path.Ext(key)) {
	case ".jpg", ".jpeg", ".png", ".webp":
		return true
	}
	return false
}

// ErrBusy is returned by Make while another call is at work: come back later.
var ErrBusy = errors.New("pictures are being made already")

// batch is how many pictures are recorded at once: every record makes pages anew.
const batch = 8

// Make makes everything that the channel wants. A picture counts as made once all of
// its files are there; cut short, the next call begins where the last record was. One of
// which nothing can be made is logged and never tried again.
func (s *Service) Make(ctx context.Context, channelID int64) error {
	if !s.making.TryLock() {
		return ErrBusy
	}
	defer s.making.Unlock()
	for {
		keys, err := selectWanted(ctx, s.DB.Read(), channelID, batch)
		if err != nil || len(keys) == 0 {
			return err
		}
		var made []outcome
		for _, key := range keys {
			var one outcome
			if one, err = s.makeOne(ctx, channelID, key); err != nil {
				break
			}
			made = append(made, one)
		}
		if err := errors.Join(err, s.record(ctx, channelID, made)); err != nil {
			return err
		}
	}
}

// outcome is one picture made or refused.
type outcome struct {
	key     string
	picture Picture
	refusal string
}

// makeOne writes the files of one picture. Only what may be better next time is an error.
func (s *Service) makeOne(ctx context.Context, channelID int64, key string) (outcome, error) {
	if err := ctx.Err(); err != nil { // a node that stops waits for one picture at most
		return outcome{}, err
	}
	content, err := s.Media.ReadPublic(ctx, key)
	if err != nil && !errors.Is(err, blob.ErrNotFound) {
		return outcome{}, err
	}
	var r rendered
	if err == nil {
		r, err = render(content)
	}
	if err != nil {
		s.Log.WarnContext(ctx, "a picture stays as it is", "channel_id", channelID, "key", key, "reason", err)
		return outcome{key: key, refusal: err.Error()}, nil
	}
	widths := make(map[int]string, len(r.variants)+1)
	for _, v := range r.variants {
		name := fmt.Sprintf("%s-%d%s", strings.TrimSuffix(key, path.Ext(key)), v.width, v.end)
		if err := s.Media.PutPublic(ctx, name, v.content, v.contentType); err != nil {
			return outcome{}, fmt.Errorf("keep %s: %w", name, err)
		}
		widths[v.width] = name
	}
	if r.original && len(widths) > 0 {
		widths[r.width] = key
	}
	return outcome{key: key, picture: Picture{Width: r.width, Height: r.height, Placeholder: r.placeholder, Widths: widths}}, nil
}

// record shows what was made to everybody.
func (s *Service) record(ctx context.Context, channelID int64, made []outcome) error {
	if len(made) == 0 {
		return nil
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, one := range made {
			if err := updateMade(ctx, tx, channelID, one, s.Clock.Now()); err != nil {
				return err
			}
		}
		s.DB.AfterCommit(ctx, func() { s.Revisions.Forget(channelID) })
		return revision.Bump(ctx, tx, channelID, revision.Pictures)
	})
}
