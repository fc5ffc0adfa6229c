package media

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// orphanAge is how old a file has to be before it is asked whether anything names it: what is
// being recorded, cut or brought by a pack is named by the end of the day.
const orphanAge = 24 * time.Hour

// Orphans are the files of one kind that nothing names.
type Orphans struct {
	Kind  string // streams, films, cuts, posters, stills; unfinished: of writers that were killed
	Files int
	Bytes int64
}

// drawer is a part of the media store whose files belong together by owner.
type drawer struct {
	kind, prefix string
	owner        func(key string) string
	// names says, of an owner, which of its files are named.
	names func(ctx context.Context, owner string) (func(key string) bool, error)
}

// drawers are the parts of the media store that this package fills. What else lies in it, such
// as the pictures of packs, is somebody else's to keep in order.
func (s *Service) drawers() []drawer {
	stills := publicPrefix + "stills/"
	return []drawer{
		{"streams", "streams/", folderOf, s.namedByStream},
		{"films", "films/", folderOf, s.namedWhole("(SELECT folder FROM films UNION ALL SELECT folder FROM film_rungs)", "folder", "")},
		{"cuts", cutPrefix, folderOf, s.namedWhole("cuts", "folder", "")},
		{"posters", publicPrefix + posterPrefix, itself, s.namedWhole("cuts", "image", publicPrefix)},
		{"stills", stills, itself, s.namedWhole("assets", "media_key", publicPrefix)},
	}
}

func folderOf(key string) string { return key[:strings.LastIndexByte(key, '/')] }
func itself(key string) string   { return key }

// Orphans counts the files that nothing names and that are a day old, by kind, and removes them
// when asked to. It may run anywhere at any time.
func (s *Service) Orphans(ctx context.Context, remove bool) ([]Orphans, error) {
	var all []Orphans
	for _, part := range s.drawers() {
		found, err := s.orphansOf(ctx, part, remove)
		all = append(all, found)
		if err != nil {
			return all, fmt.Errorf("orphans among %s: %w", part.kind, err)
		}
	}
	files, bytes, err := s.Blob.Unfinished(ctx, s.Clock.Now().Add(-orphanAge), remove)
	return append(all, Orphans{"unfinished", files, bytes}), err
}

func (s *Service) orphansOf(ctx context.Context, part drawer, remove bool) (Orphans, error) {
	found, owner := Orphans{Kind: part.kind}, ""
	var named func(key string) bool
	for a, err := range s.Blob.List(ctx, part.prefix) {
		if err != nil {
			return found, err
		}
		if !s.isOld(a) || part.kind == "stills" && strings.HasPrefix(a.Key, publicPrefix+posterPrefix) {
			continue
		}
		if is := part.owner(a.Key); named == nil || is != owner { // an owner's keys follow each other
			if named, err = part.names(ctx, is); err != nil {
				return found, err
			}
			owner = is
		}
		if named(a.Key) {
			continue
		}
		if remove {
			gone, err := s.removeOrphan(ctx, a.Key)
			if err != nil {
				return found, err
			}
			if !gone {
				continue
			}
		}
		found.Files, found.Bytes = found.Files+1, found.Bytes+a.Size
	}
	return found, nil
}

func (s *Service) isOld(a blob.Attributes) bool { return s.Clock.Now().Sub(a.ModTime) >= orphanAge }

// removeOrphan removes a file unless it has been written anew since it was listed: a pack that
// is applied again writes the same film over what an attempt left.
func (s *Service) removeOrphan(ctx context.Context, key string) (bool, error) {
	a, err := s.Blob.Attributes(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return false, nil
	}
	if err != nil || !s.isOld(a) {
		return false, err
	}
	return true, s.Blob.Delete(ctx, key)
}

// namedWhole names all files of an owner whom a column of a table, or of what is selected in its
// place, names as what follows a prefix.
func (s *Service) namedWhole(table, column, prefix string) func(context.Context, string) (func(string) bool, error) {
	return func(ctx context.Context, owner string) (func(string) bool, error) {
		there, err := s.DB.Read().NewSelect().TableExpr(table+" AS named").Where("? = ?", bun.Ident(column), strings.TrimPrefix(owner, prefix)).Exists(ctx)
		if err != nil {
			return nil, fmt.Errorf("look for %s: %w", owner, err)
		}
		return func(string) bool { return there }, nil
	}
}

// namedByStream names everything of a stream that may be written, and what the journal has of
// one that is not: a process that was killed between a segment and its line in the journal
// leaves the segment.
func (s *Service) namedByStream(ctx context.Context, folder string) (func(string) bool, error) {
	all, none := func(string) bool { return true }, func(string) bool { return false }
	channel, id, size, ok := streamOfFolder(folder)
	if !ok {
		return all, nil // nothing of ours
	}
	var row streamRow
	err := s.DB.Read().NewSelect().Model(&row).Where("channel_id = ? AND id = ?", channel, id).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return none, nil
	case err != nil:
		return nil, fmt.Errorf("look for the stream of %s: %w", folder, err)
	case row.RemovedMS != nil:
		return none, nil
	case row.Publisher != "" || row.State == Live || row.State == Reconnecting:
		return all, nil
	}
	listed, err := s.store.listed(ctx, id, size)
	if err != nil {
		return nil, fmt.Errorf("read the journal of %s: %w", folder, err)
	}
	named := make(map[string]bool, 2*len(listed))
	for _, g := range listed {
		for _, r := range []segment.Rendition{segment.Video, segment.Audio} {
			named[segment.SegmentName(r, g.Run, g.Sequence).Key(folder)] = true
		}
	}
	if size == 0 {
		strips, err := s.store.strips(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, strip := range strips {
			named[folder+"/"+strip.FileName()] = true
		}
		previews, err := s.store.previewsOf(ctx, "stream_id", []int64{int64(id)})
		if err != nil {
			return nil, err
		}
		preview := previews[int64(id)]
		named[folder+"/"+preview.Film], named[folder+"/"+preview.Animation] = preview.Film != "", preview.Animation != ""
	}
	return func(key string) bool { return named[key] }, nil
}

// listed are the segments that the journal has of a stream or, by name, of one of its smaller
// sizes.
func (s store) listed(ctx context.Context, id StreamID, size int) ([]segmentRow, error) {
	var rows []segmentRow
	query := s.db.Read().NewSelect().Column("run", "sequence").Where("stream_id = ?", int64(id))
	if size == 0 {
		query = query.Table("media_segments")
	} else {
		query = query.Table("live_rung_segments").Where("name = ?", size)
	}
	err := query.Scan(ctx, &rows)
	return rows, err
}

// streamOfFolder takes the name of a stream's folder apart, or that of one of its smaller sizes,
// which is 0 for the stream itself; see streamFolder and rungFolder.
func streamOfFolder(folder string) (channelID int64, id StreamID, size int, ok bool) {
	name, _ := strings.CutPrefix(folder, "streams/")
	name, smaller, isSize := strings.Cut(name, "/")
	channel, stream, _ := strings.Cut(name, "-")
	channelID, err := strconv.ParseInt(channel, 10, 64)
	if err != nil {
		return 0, 0, 0, false
	}
	number, err := strconv.ParseInt(stream, 10, 64)
	if err != nil {
		return 0, 0, 0, false
	}
	id = StreamID(number)
	whole := streamFolder(channelID, id)
	if !isSize {
		return channelID, id, 0, whole == folder
	}
	size, err = strconv.Atoi(smaller)
	return channelID, id, size, err == nil && size > 0 && rungFolder(whole, size) == folder
}
