package media

import (
	"errors"
	"net/http"

	"github.com/grandstand/grandstand/internal/blob"
)

var (
	typeFilm      = []string{"video/mp4"}
	typeAnimation = []string{"image/webp"}
)

// preview serves a file of a preview under the signature of its stream or film; false where a file
// is none. A preview that is not in the store is made again.
func (h *Handler) preview(w http.ResponseWriter, r *http.Request, d *desk, file string) bool {
	number, end, ok := parsePreview(file)
	if !ok {
		return false
	}
	key := d.folder + "/" + file
	modified, size, err := h.describe(r, key)
	switch {
	case errors.Is(err, blob.ErrNotFound):
		if err := h.service.store.missPreview(r.Context(), d.source(), number); err != nil {
			h.fail(w, r, "preview", err)
			return true
		}
		h.refuse(w, "preview", problemMissing)
	case err != nil:
		h.fail(w, r, "preview", err)
	default:
		header := w.Header()
		header["Content-Type"], header["Cache-Control"] = typeFilm, cachePrivate
		if end == previewAnimation {
			header["Content-Type"] = typeAnimation
		}
		header.Set("X-Content-Type-Options", "nosniff")
		h.stored(w, r, "preview", key, modified, size)
	}
	return true
}
