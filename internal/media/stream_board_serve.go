package media

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/media/playlist"
)

const (
	// boardKept is how long what was read of a stream's small pictures is believed: they come
	// every five minutes.
	boardKept = 10 * time.Second
	// maxBoardBytes bounds the memory of storyboards: one of two hours has 55 kB.
	maxBoardBytes = 16 << 20
)

func (s *Service) newBoardCache() *cache.TTL[StreamID, *playlist.Page] {
	return cache.NewTTL(cache.TTLOptions[StreamID, *playlist.Page]{
		Load: func(ctx context.Context, id StreamID) (*playlist.Page, error) {
			strips, err := s.store.strips(ctx, id)
			return &playlist.Page{Body: playlist.Strips(strips)}, err
		},
		TTL:       cache.FixedTTL[*playlist.Page](boardKept),
		MaxWeight: maxBoardBytes,
		Weigh:     func(p *playlist.Page) int { return len(p.Body) + 1000 },
		Clock:     s.Clock,
	})
}

// stripped serves a stream's small pictures as far as they are drawn; false where a file is none
// of them.
func (h *Handler) stripped(w http.ResponseWriter, r *http.Request, d *desk, file string) bool {
	switch {
	case file == playlist.BoardFile:
		h.storyboard(w, r, d)
	case playlist.IsStrip(file):
		h.strip(w, r, d, file)
	default:
		return false
	}
	return true
}

func (h *Handler) storyboard(w http.ResponseWriter, r *http.Request, d *desk) {
	if len(d.index.Load().Segments) == 0 { // it has no playlist either
		h.refuse(w, "playlist", problemMissing)
		return
	}
	page, err := h.service.boards.Get(r.Context(), d.id)
	if err != nil {
		h.fail(w, r, "playlist", err)
		return
	}
	w.Header()["Cache-Control"] = cacheNothing
	h.zipped(w, r, typeCaptions, page)
}

func (h *Handler) strip(w http.ResponseWriter, r *http.Request, d *desk, file string) {
	sheet, err := h.service.Blob.ReadAll(r.Context(), d.folder+"/"+file)
	switch {
	case errors.Is(err, blob.ErrNotFound):
		h.refuse(w, "segment", problemMissing)
		return
	case err != nil:
		h.fail(w, r, "segment", err)
		return
	}
	header := w.Header()
	header["Content-Type"], header["Cache-Control"] = typeJPEG, cachePrivate
	h.bytes(w, r, "segment", sheet)
}
