package pack

import (
	"context"
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// Import reads a schedule and brings its events into a channel: those that are there
// already are updated, not doubled. All or none; progress is told how many are done.
func Import(ctx context.Context, h House, key string, tree fs.FS, name string, progress func(done, all int)) (catalog.Imported, error) {
	content, err := readBounded(tree, name, maxSource)
	if err != nil {
		return catalog.Imported{}, err
	}
	files := newReader(tree, nil)
	files.pack.State.Channel.Key = key
	var result catalog.Imported
	err = h.DB.InTx(ctx, func(ctx context.Context, _ bun.Tx) (err error) {
		result, err = h.importEvents(ctx, key, content, name, files.medium, progress)
		if err != nil {
			return err
		}
		site, err := h.Channels.Stored(ctx, key)
		if err != nil {
			return err
		}
		if err := h.reservePictures(ctx, int64(site.Channel.ID), files.pack.media); err != nil {
			return err
		}
		if err := h.putAll(ctx, files.pack.media); err != nil {
			return err
		}
		return h.wantPictures(ctx, int64(site.Channel.ID), files.pack.media)
	})
	return result, err
}

// importEvents reads a schedule against the channel as it is and writes its events.
func (h House) importEvents(ctx context.Context, key string, content []byte, name string,
	picture func(string) (File, error), progress func(done, all int),
) (catalog.Imported, error) {
	site, err := h.Channels.Stored(ctx, key)
	if err != nil {
		return catalog.Imported{}, err
	}
	id := int64(site.Channel.ID)
	ref, err := h.Catalog.Stored(ctx, id)
	if err != nil {
		return catalog.Imported{}, err
	}
	ticket, err := h.ticket(ctx, id)
	if err != nil {
		return catalog.Imported{}, err
	}
	described := channelState(site.Channel, nil)
	s, err := readSchedule(content, name, scheduleContext{
		channel: &described, aliases: aliasesOf(ref), ticket: ticket, now: h.Clock.Now(), picture: picture,
	})
	if err != nil {
		return catalog.Imported{}, err
	}
	result, err := h.Catalog.ImportEvents(ctx, actor.ForSystem(id), id, s.events, func(done int) {
		if progress != nil {
			progress(done, len(s.events))
		}
	})
	return result, s.located(err)
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
func (s *schedule) located(err error) error {
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
		problems.add(s.file, s.lines[i], "%s: %s", field, f.Message)
	}
	return problems.err()
}
