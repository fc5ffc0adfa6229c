package media

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/progressive"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// Bounds of I-frame playlists in memory.
const (
	iframesKept   = time.Hour
	iframesWeight = 64 << 20 // bytes: of two hours in one size, about 200 thousand
	segmentWeight = 200      // bytes, of one segment in an index
	// iframesFailed passes before the segments of a recording are read again after they could not be read.
	iframesFailed = time.Minute
	// iframesWait is how long the list that a player opens waits for the first reading of the key frames:
	// a store that is far away takes seconds for a long recording, and a player can do without.
	iframesWait = 500 * time.Millisecond
)

func (s *Service) newIFrameCache() *cache.TTL[layoutKey, []playlist.IFrameSize] {
	return cache.NewTTL(cache.TTLOptions[layoutKey, []playlist.IFrameSize]{
		Load: s.loadIFrames, LoadTimeout: layoutWithin,
		TTL: func(sizes []playlist.IFrameSize) time.Duration {
			if len(sizes) == 0 {
				return iframesFailed
			}
			return iframesKept
		},
		MaxWeight: iframesWeight,
		Weigh: func(sizes []playlist.IFrameSize) int {
			weight := 1
			for _, size := range sizes {
				weight += len(size.Snapshot.Segments) * segmentWeight
				if size.List != nil {
					weight += len(size.List.Page.Body)
				}
			}
			return weight
		},
		Clock: s.Clock,
	})
}

// loadIFrames finds the key frames of a recording in all its sizes, the largest first. It is empty where
// they cannot be read: the recording plays without.
func (s *Service) loadIFrames(ctx context.Context, key layoutKey) ([]playlist.IFrameSize, error) {
	d, err := s.open(ctx, key.source)
	if err != nil {
		return nil, err
	}
	if layoutOf(d, d.index.Load()) != key { // it has gone on since
		return nil, errNotReady()
	}
	all := append([]rung{{desk: d}}, d.smaller()...)
	sizes := make([]playlist.IFrameSize, len(all))
	for i, r := range all {
		snapshot := r.desk.index.Load()
		frames, err := progressive.KeyFrames(ctx, snapshot, shelves{store: s.Blob, folder: r.desk.folder}, layoutAtOnce)
		if err != nil {
			s.Log.WarnContext(ctx, "key frames not read", "source", key.source, "size", r.name, "error", err)
			return nil, nil
		}
		sizes[i] = playlist.IFrameSize{Rung: playlist.Rung{Name: r.name, Snapshot: snapshot}, List: playlist.NewIFrames(snapshot, frames)}
	}
	return sizes, nil
}

// iframes returns the I-frame playlists of a stream or film that is complete, one for each size.
func (s *Service) iframes(ctx context.Context, d *desk) ([]playlist.IFrameSize, error) {
	snapshot := d.index.Load()
	if d.cut != nil || snapshot.State != segment.Ended || len(snapshot.Segments) == 0 {
		return nil, nil
	}
	sizes, err := s.iframeLists.Get(ctx, layoutOf(d, snapshot))
	if err != nil {
		return nil, fmt.Errorf("list the key frames of %s: %w", d.source(), err)
	}
	return sizes, nil
}

// withIFrames is the list that players open, with the I-frame playlists once they are there.
func (s *Service) withIFrames(ctx context.Context, d *desk, page *playlist.Page) *playlist.Page {
	if whole := d.whole.Load(); whole != nil && whole.Version == d.index.Load().Version {
		return whole
	}
	version := d.index.Load().Version
	ctx, cancel := context.WithTimeout(ctx, iframesWait)
	defer cancel()
	sizes, err := s.iframes(ctx, d)
	if err != nil || len(sizes) == 0 {
		return page
	}
	whole := &playlist.Page{Version: version, Body: playlist.WithIFrames(page.Body, sizes)}
	d.whole.Store(whole)
	return whole
}

// iframeList serves the I-frame playlist of a size by its name, 0 for the largest.
func (h *Handler) iframeList(w http.ResponseWriter, r *http.Request, d *desk, name int) {
	sizes, err := h.service.iframes(r.Context(), d)
	if err != nil {
		h.fail(w, r, "playlist", err)
		return
	}
	for _, size := range sizes {
		if size.Name == name && size.List != nil {
			w.Header()["Cache-Control"] = cacheNothing
			h.text(w, r, size.List.Page)
			return
		}
	}
	h.refuse(w, "playlist", problemMissing)
}
