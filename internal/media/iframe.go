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
	iframesLifetime = time.Hour
	iframesWeight   = 64 << 20 // bytes; two hours in one size take about 200 thousand
	segmentWeight   = 200      // bytes of one segment in an index
	// iframesRetryAfter is the delay before key frames that could not be read are read again.
	iframesRetryAfter = time.Minute
	// iframesWait is how long a multivariant playlist waits until the key frames are read for the first time. Remote
	// storage takes seconds for a long recording, and players do not need I-frame playlists.
	iframesWait = 500 * time.Millisecond
)

func (s *Service) newIFrameCache() *cache.TTL[layoutKey, []playlist.IFrameSize] {
	return cache.NewTTL(cache.TTLOptions[layoutKey, []playlist.IFrameSize]{
		Load: s.loadIFrames, LoadTimeout: recordingReadTimeout,
		TTL: func(sizes []playlist.IFrameSize) time.Duration {
			if len(sizes) == 0 {
				return iframesRetryAfter
			}
			return iframesLifetime
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

// loadIFrames reads the key frames of a recording in all its sizes, the largest size first. If segments cannot be read, it
// returns nothing, without an error: the recording is offered without I-frame playlists.
func (s *Service) loadIFrames(ctx context.Context, key layoutKey) ([]playlist.IFrameSize, error) {
	d, err := s.open(ctx, key.source)
	if err != nil {
		return nil, err
	}
	if layoutOf(d, d.index.Load()) != key { // the stream was continued after key was made
		return nil, errNotReady()
	}
	all := append([]rung{{desk: d}}, d.smaller()...)
	sizes := make([]playlist.IFrameSize, len(all))
	for i, r := range all {
		snapshot := r.desk.index.Load()
		frames, err := progressive.KeyFrames(ctx, snapshot, shelves{store: s.Blob, folder: r.desk.folder}, recordingReadParallelism)
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

// withIFrames adds the I-frame playlists to a multivariant playlist. If they are not read within iframesWait, it returns the
// page unchanged.
func (s *Service) withIFrames(ctx context.Context, d *desk, page *playlist.Page) *playlist.Page {
	version := d.index.Load().Version
	if stored := d.pageWithIFrames.Load(); stored != nil && stored.Version == version {
		return stored
	}
	ctx, cancel := context.WithTimeout(ctx, iframesWait)
	defer cancel()
	sizes, err := s.iframes(ctx, d)
	if err != nil || len(sizes) == 0 {
		return page
	}
	extended := &playlist.Page{Version: version, Body: playlist.WithIFrames(page.Body, sizes)}
	d.pageWithIFrames.Store(extended)
	return extended
}

// iframeList serves the I-frame playlist of one size. name is Rung.Name; the largest size has the name 0.
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
