package media

import (
	"errors"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/blob"
)

// publicTypes are the kinds of public media, by the end of their keys. Nothing
// else is served, whatever lies in the store.
var publicTypes = map[string]string{
	".jpg":  "image/jpeg",
	".jpeg": "image/jpeg",
	".png":  "image/png",
	".webp": "image/webp",
	".avif": "image/avif",
	".gif":  "image/gif",
	".svg":  "image/svg+xml",
	".ico":  "image/x-icon",
	".mp4":  "video/mp4",
	".vtt":  "text/vtt; charset=utf-8",
}

// public serves what everyone may see: pictures, logos, pre-rolls, and pictures of games to
// viewers who know their keys. A key never gets another content, so that it may be cached for ever.
func (h *Handler) public(w http.ResponseWriter, r *http.Request, key string) {
	kind, ok := publicTypes[strings.ToLower(path.Ext(key))]
	if !ok {
		h.refuse(w, "public", problemMissing)
		return
	}
	shown, err := h.showsStill(r, key)
	switch {
	case err != nil:
		h.fail(w, r, "public", err)
		return
	case !shown:
		h.refuse(w, "public", problemMissing)
		return
	}
	header := w.Header()
	header.Set("Content-Type", kind)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	// A drawing can hold scripts; opened by itself it must not be able to run them.
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	header["Cache-Control"] = cachePublic
	if strings.HasPrefix(key, stillPrefix) {
		header["Cache-Control"] = cachePrivate
	}
	key = publicPrefix + key
	modified, size, err := h.describe(r, key)
	switch {
	case errors.Is(err, blob.ErrNotFound), errors.Is(err, blob.ErrKey):
		h.refuse(w, "public", problemMissing)
	case err != nil:
		h.fail(w, r, "public", err)
	default:
		h.stored(w, r, "public", key, modified, size)
	}
}

// describe returns when a value was stored and how large it is. A file tells that
// when it is opened, but a folder is none.
func (h *Handler) describe(r *http.Request, key string) (time.Time, int64, error) {
	file, err := h.service.Blob.OpenFile(key)
	if errors.Is(err, blob.ErrNoFile) {
		a, err := h.service.Blob.Attributes(r.Context(), key)
		return a.ModTime, a.Size, err
	}
	if err != nil {
		return time.Time{}, 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = blob.ErrNotFound
	}
	if err != nil {
		return time.Time{}, 0, err
	}
	return info.ModTime(), info.Size(), nil
}
