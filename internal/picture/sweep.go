package picture

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/revision"
)

// Grace is how long a picture stays that nothing refers to any more: pages that were
// made a while ago still show it, and an operator may want it back.
const Grace = 7 * 24 * time.Hour

// Swept is what one Sweep removed.
type Swept struct {
	Pictures int
	Files    int
}

// Sweep removes the pictures of all channels that no row of their channel has referred to
// for Grace, with everything that was made of them. One channel's trouble is not
// another's. Cut short, the next call goes on: a picture is marked as leaving before its
// first file goes, from when on nobody is given it, and its row goes last.
func (s *Service) Sweep(ctx context.Context) (Swept, error) {
	channels, err := selectChannels(ctx, s.DB.Read())
	if err != nil {
		return Swept{}, err
	}
	var all Swept
	var failed error
	for _, c := range channels {
		swept, err := s.sweep(ctx, c)
		all.Pictures, all.Files = all.Pictures+swept.Pictures, all.Files+swept.Files
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("sweep the pictures of channel %d: %w", c.ID, err))
		}
		if swept.Pictures > 0 {
			s.Log.InfoContext(ctx, "unused pictures removed", "channel_id", c.ID, "pictures", swept.Pictures, "files", swept.Files)
		}
	}
	return all, failed
}

// owner is a channel as its pictures know it.
type owner struct {
	ID  int64
	Key string `bun:"channel_key"`
}

func (s *Service) sweep(ctx context.Context, c owner) (Swept, error) {
	if err := s.mark(ctx, c); err != nil {
		return Swept{}, err
	}
	leaving, err := s.choose(ctx, c)
	if err != nil || len(leaving) == 0 {
		return Swept{}, err
	}
	files, err := s.Media.ListPublic(ctx, c.Key+"/")
	if err != nil {
		return Swept{}, err
	}
	var swept Swept
	for some := range slices.Chunk(leaving, batch) {
		var gone []string
		for _, key := range some {
			n, removeErr := s.remove(ctx, c, key, files)
			swept.Files += n
			if err = removeErr; err != nil {
				break
			}
			gone = append(gone, key)
		}
		if err := errors.Join(err, s.forget(ctx, c.ID, gone)); err != nil {
			return swept, err
		}
		swept.Pictures += len(gone)
	}
	return swept, nil
}

// mark notes since when each picture is unused.
func (s *Service) mark(ctx context.Context, c owner) error {
	used, err := mentions(ctx, s.DB.Read(), c.ID, c.Key)
	if err != nil {
		return err
	}
	rows, err := selectKept(ctx, s.DB.Read(), c.ID)
	if err != nil {
		return err
	}
	var usedAgain, unused []string
	for _, r := range rows {
		switch isUsed := used[stem(r.MediaKey)]; {
		case isUsed && r.UnusedSinceMS != nil:
			usedAgain = append(usedAgain, r.MediaKey)
		case !isUsed && r.UnusedSinceMS == nil:
			unused = append(unused, r.MediaKey)
		}
	}
	if len(usedAgain)+len(unused) == 0 {
		return nil
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return errors.Join(updateUnused(ctx, tx, c.ID, usedAgain, time.Time{}), updateUnused(ctx, tx, c.ID, unused, s.Clock.Now()))
	})
}

// choose marks what has been unused for long enough as leaving, and returns that with
// what an earlier call was cut short at. What is referred to is looked at again, in the
// transaction that marks: a row may have been written meanwhile.
func (s *Service) choose(ctx context.Context, c owner) (leaving []string, err error) {
	until := s.Clock.Now().Add(-Grace)
	overdue, err := selectOverdue(ctx, s.DB.Read(), c.ID, until)
	if err != nil {
		return nil, err
	}
	// Nothing outside of the channel's own folder is its to remove.
	overdue = slices.DeleteFunc(overdue, func(key string) bool { return !strings.HasPrefix(key, c.Key+"/") })
	if len(overdue) > 0 {
		err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			used, err := mentions(ctx, tx, c.ID, c.Key)
			if err != nil {
				return err
			}
			unused := slices.DeleteFunc(slices.Clone(overdue), func(key string) bool { return used[stem(key)] })
			return updateLeaving(ctx, tx, c.ID, unused, until)
		})
		if err != nil {
			return nil, err
		}
	}
	return selectLeaving(ctx, s.DB.Read(), c.ID)
}

// remove removes a picture and what was made of it from public media. Two files of the
// same content and another end have the same variants: those stay while one of them does.
func (s *Service) remove(ctx context.Context, c owner, key string, files []string) (removed int, err error) {
	shared, err := hasTwin(ctx, s.DB.Read(), c.ID, key, stem(key))
	if err != nil {
		return 0, err
	}
	for _, file := range files {
		rest, ok := strings.CutPrefix(stem(file), stem(key))
		isVariant := ok && rest != "" && variantEnd.FindString(rest) == rest
		if file != key && (shared || !isVariant) {
			continue
		}
		if err := s.Media.RemovePublic(ctx, file); err != nil {
			return removed, fmt.Errorf("remove %s: %w", file, err)
		}
		removed++
	}
	return removed, nil
}

// forget lets go of the rows of pictures whose files are gone.
func (s *Service) forget(ctx context.Context, channelID int64, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := deleteLeft(ctx, tx, channelID, keys); err != nil {
			return err
		}
		s.DB.AfterCommit(ctx, func() { s.Revisions.Forget(channelID) })
		return revision.Bump(ctx, tx, channelID, revision.Pictures)
	})
}
