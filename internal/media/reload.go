package media

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// reload is what a player asks of a playlist beyond its text (RFC 8216bis, 6.2.5).
type reload struct {
	blocks   bool // answer when the part is there
	sequence int64
	part     int // negative for the whole segment
	skip     bool
	merges   bool // the player merges delta updates into its list
}

var errReload = errors.New("malformed delivery directive")

// Players that merge delta updates as RFC 8216bis, 4.4.5.2 says are told of them: those that say so in
// the query of a playlist, and Apple's. Others, Shaka Player 5.2 among them, lose their place in a
// playlist of the type EVENT (docs/adr/0071-delta-updates.md).
const (
	deltaField, deltaWanted = "updates", "delta"
	applePlayer             = "AppleCoreMedia/"
)

// maxDirective bounds numbers in requests.
const maxDirective = 1 << 40

// readReload reads the delivery directives of a query. Other names are not ours:
// players and delivery networks add their own.
func readReload(query string) (reload, error) {
	r := reload{part: -1}
	if query == "" {
		return r, nil
	}
	values, err := url.ParseQuery(query)
	switch {
	case err != nil && !strings.Contains(query, "_HLS_"):
		return r, nil
	case err != nil:
		return r, errReload
	}
	r.merges = values.Get(deltaField) == deltaWanted
	if r.sequence, r.blocks, err = directive(values, "_HLS_msn"); err != nil {
		return r, err
	}
	part, named, err := directive(values, "_HLS_part")
	if err != nil || (named && !r.blocks) {
		return r, errReload
	}
	if named {
		r.part = int(part)
	}
	if skip, ok := values["_HLS_skip"]; ok {
		if len(skip) != 1 || (skip[0] != "YES" && skip[0] != "v2") {
			return r, errReload
		}
		r.skip = true
	}
	return r, nil
}

func directive(values url.Values, name string) (int64, bool, error) {
	texts, ok := values[name]
	if !ok {
		return 0, false, nil
	}
	if len(texts) != 1 {
		return 0, false, errReload
	}
	n, err := strconv.ParseInt(texts[0], 10, 64)
	if err != nil || n < 0 || n > maxDirective {
		return 0, false, errReload
	}
	return n, true, nil
}

// patience is how long a request for what is not there yet is held. Players give up
// on a request for a part after 0.8 target durations (hls.js; others later), on any
// other after ten seconds, and on a playlist after a few failures, which is why
// they get the old one before that.
func patience(s *segment.Snapshot, part int) time.Duration {
	if s.State == segment.Live && part < 0 {
		return 8 * time.Second
	}
	return time.Duration(s.Target) * 700 * time.Millisecond
}

// playlist serves one of the playlists of a stream.
func (h *Handler) playlist(w http.ResponseWriter, r *http.Request, d *desk, kind playlist.Kind) {
	ask, err := readReload(r.URL.RawQuery)
	if err != nil {
		h.refuse(w, "playlist", problemReload)
		return
	}
	snapshot := d.index.Load()
	if ask.blocks && snapshot.State != segment.Ended {
		// More than two segments ahead is a mistake (RFC 8216bis, 6.2.5.2).
		if next, _ := snapshot.Next(); ask.sequence > next+2 {
			h.refuse(w, "playlist", problemReload)
			return
		}
		snapshot = h.hold(r.Context(), d, patience(snapshot, ask.part), func(s *segment.Snapshot) bool {
			return s.State == segment.Ended || s.Has(ask.sequence, ask.part)
		})
	}
	switch {
	case ask.skip:
		kind = kind.Delta()
	case ask.merges || strings.HasPrefix(r.UserAgent(), applePlayer):
		kind = kind.Skippable()
	}
	var rungs []playlist.Rung
	if kind.Multivariant() {
		rungs = d.liveLadder()
	}
	page := d.pages.Page(snapshot, kind, playlist.Beside{Language: d.language}, rungs...)
	if len(page.Body) == 0 {
		h.refuse(w, "playlist", problemMissing)
		return
	}
	if kind == playlist.Rewind && snapshot.State == segment.Ended {
		page = h.service.withIFrames(r.Context(), d, page)
	}
	header := w.Header()
	header["Cache-Control"] = cacheNothing
	h.text(w, r, page)
}

// hold waits until ready, for as long as is allowed, and returns the newest snapshot.
func (h *Handler) hold(ctx context.Context, d *desk, longest time.Duration, ready func(*segment.Snapshot) bool) *segment.Snapshot {
	s := d.index.Load()
	if ready(s) {
		return s
	}
	h.service.Metrics.Waiting.Inc()
	defer h.service.Metrics.Waiting.Dec()
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	s, _ = d.index.Wait(ctx, ready)
	return s
}

// Values of Cache-Control. A signed answer is private: each request asks for the holder's access, and a
// shared cache would answer after access has ended. A proxy that asks about the signature before it answers
// from its cache ignores this (deploy/nginx.conf).
var (
	//
	// A playlist may change, also one that was asked for by number or has ended: a browser that answers from its
	// own cache stops the player for as long as the answer stays there.
	cacheNothing = []string{"private, no-cache"}
	cachePrivate = []string{"private, max-age=31536000, immutable"}
	// cachePublic is of pictures that everyone may see.
	cachePublic = []string{"public, max-age=31536000, immutable"}
)

var (
	typePlaylist  = []string{"application/vnd.apple.mpegurl"}
	varyEncoding  = []string{"Accept-Encoding"}
	encodingGzip  = []string{"gzip"}
	acceptsRanges = []string{"bytes"}
)

// text serves a playlist's text.
func (h *Handler) text(w http.ResponseWriter, r *http.Request, page *playlist.Page) {
	h.zipped(w, r, typePlaylist, page)
}

// zipped serves a page, compressed for those who can read that.
func (h *Handler) zipped(w http.ResponseWriter, r *http.Request, contentType []string, page *playlist.Page) {
	header, body := w.Header(), page.Body
	header["Content-Type"] = contentType
	header["Vary"] = varyEncoding
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		header["Content-Encoding"] = encodingGzip
		body = page.Gzip(&h.squeezer)
	}
	h.bytes(w, r, "playlist", body)
}

// bytes writes a whole body of known length.
func (h *Handler) bytes(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) //nolint:gosec // media and playlists, with their own types; a player that has gone needs no answer
	}
	h.count(kind, http.StatusOK)
}

// acceptsGzip reads Accept-Encoding (RFC 9110, 12.5.3) as far as it matters here.
func acceptsGzip(accept string) bool {
	for coding := range strings.SplitSeq(accept, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(coding), ";")
		if strings.TrimSpace(name) == "gzip" {
			weight = strings.ReplaceAll(weight, " ", "")
			return !strings.HasPrefix(weight, "q=0") || strings.Trim(weight, "q=0.") != ""
		}
	}
	return false
}
