package media

import (
	"net/http"
	"net/url"
	"time"

	"github.com/grandstand/grandstand/internal/media/playlist"
)

// veiled serves a playlist that does not tell how long the recording is, as far as a
// viewer may have watched. It depends on the moment, so nobody keeps it.
func (h *Handler) veiled(w http.ResponseWriter, r *http.Request, d *desk, kind playlist.Veiled) {
	watched, err := readWatched(r.URL.RawQuery)
	if err != nil {
		h.refuse(w, "playlist", problemReload)
		return
	}
	page := &playlist.Page{Body: playlist.Veil(d.index.Load(), kind, watched, h.service.Clock.Now(), playlist.Beside{Language: d.language}, d.liveLadder()...)}
	if len(page.Body) == 0 {
		h.refuse(w, "playlist", problemMissing)
		return
	}
	w.Header()["Cache-Control"] = cacheNothing
	h.text(w, r, page)
}

// readWatched reads how far a viewer is. Other names are not ours, as in readReload.
func readWatched(query string) (playlist.Watched, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return playlist.Watched{}, errReload
	}
	from, _, err := directive(values, "from")
	if err != nil || from > maxWatched {
		return playlist.Watched{}, errReload
	}
	at, dated, err := directive(values, "at")
	if err != nil {
		return playlist.Watched{}, errReload
	}
	watched := playlist.Watched{From: time.Duration(from) * time.Second}
	if dated {
		watched.Since = time.Unix(at, 0)
	}
	return watched, nil
}

// maxWatched is longer than any recording, in seconds.
const maxWatched = 30 * 24 * 3600
