package pack

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// Import reads a schedule and brings its events into a channel: those that are there
// already are updated, not doubled. All or none; progress is told how many are done.
func Import(ctx context.Context, h House, key string, tree fs.FS, name string, now time.Time, progress func(done, all int)) (catalog.Imported, error) {
	c, err := h.Channels.FindByKey(ctx, key)
	if err != nil {
		return catalog.Imported{}, err
	}
	ref, err := h.Catalog.Stored(ctx, int64(c.ID))
	if err != nil {
		return catalog.Imported{}, err
	}
	ticket, err := h.ticket(ctx, int64(c.ID))
	if err != nil {
		return catalog.Imported{}, err
	}
	s, err := ReadSchedule(tree, name, ScheduleContext{Channel: c, Reference: ref, Ticket: ticket, Now: now})
	if err != nil {
		return catalog.Imported{}, err
	}
	for _, key := range sortedKeys(s.media) {
		if err := h.Media.PutPublic(ctx, key, s.media[key].content, s.media[key].contentType); err != nil {
			return catalog.Imported{}, fmt.Errorf("keep %s: %w", key, err)
		}
	}
	imported, err := h.Catalog.ImportEvents(ctx, actor.ForSystem(int64(c.ID)), int64(c.ID), s.Events, func(done int) {
		if progress != nil {
			progress(done, len(s.Events))
		}
	})
	return imported, s.located(name, err)
}

// ticket is the package by which single events of a channel are bought.
func (h House) ticket(ctx context.Context, channelID int64) (int64, error) {
	offers, err := h.Commerce.Stored(ctx, channelID)
	if err != nil {
		return 0, err
	}
	for _, p := range offers {
		if p.Type == commerce.TypeEvent {
			return int64(p.ID), nil
		}
	}
	return 0, nil
}

// located turns the positions in a refusal into lines of the file.
func (s *Schedule) located(file string, err error) error {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok || len(e.Fields) == 0 {
		return err
	}
	var problems Problems
	for _, f := range e.Fields {
		position, field, found := strings.Cut(f.Field, ".")
		i, err := strconv.Atoi(position)
		if !found || err != nil || i >= len(s.lines) {
			i, field = 0, f.Field
		}
		problems.add(file, s.lines[i], "%s: %s", field, f.Message)
	}
	return problems.err()
}
