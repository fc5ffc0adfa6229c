package media

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/VictoriaMetrics/metrics"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
	"github.com/grandstand/grandstand/internal/squeeze"
)

// Handler serves everything below /media/: streams under signed addresses,
// /media/<token>/e<stream>/<file>, films and cuts in the same way under f<film> and
// c<cut>, and public media, /media/public/<key>. It needs the ResponseWriter of net/http
// itself, or one that forwards io.ReaderFrom, so that files are copied by the kernel.
type Handler struct {
	// Locate says where a request comes from, as Viewer.Place has it. A signed address
	// may be handed on to another country; without Locate nobody notices.
	Locate func(*http.Request) string
	// Network names the network that a request comes from; without it the networks in which a
	// signed address is used are not counted.
	Network func(*http.Request) string
	// Client names the client that a request comes from, for the limit of held requests; "" for one
	// without a limit.
	Client func(*http.Request) string

	service  *Service
	squeezer squeeze.Squeezer
	holds    *holds
	served   map[string]*metrics.Counter // by kind, of what went well
}

// Handler returns the service's handler, to be mounted at /media/.
func (s *Service) Handler() *Handler {
	unknown := func(*http.Request) string { return "" }
	h := &Handler{service: s, Locate: unknown, Network: unknown, Client: unknown, holds: newHolds(), served: map[string]*metrics.Counter{}}
	for _, kind := range []string{"playlist", "init", "part", "segment", "preview", "public", "download"} {
		h.served[kind] = s.Metrics.Requests(kind, http.StatusOK)
	}
	return h
}

// Refusals of the handler.
var (
	problemMethod   = problem{http.StatusMethodNotAllowed, "method_not_allowed", "Media is only read."}
	problemMissing  = problem{http.StatusNotFound, "media_not_found", "Media not found."}
	problemGone     = problem{http.StatusGone, "media_gone", "The clip is ready. Open it again."}
	problemUnsigned = problem{http.StatusForbidden, "invalid_media_signature", "The address is not signed for this media."}
	problemExpired  = problem{http.StatusForbidden, "media_signature_expired", "The address has expired."}
	problemNoAccess = problem{http.StatusForbidden, "no_access", "You do not have access to this video."}
	problemReload   = problem{http.StatusBadRequest, "validation_failed", "The playlist request is not valid."}
	problemHeld     = problem{http.StatusTooManyRequests, "too_many_requests", "Too many requests. Please slow down."}
	problemBusy     = problem{http.StatusServiceUnavailable, "unavailable", "Media cannot be served right now."}
)

// ServeHTTP answers GET, HEAD and the preflight requests of players on other sites.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header["Access-Control-Allow-Origin"] = allOrigins
	header["Timing-Allow-Origin"] = allOrigins
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodOptions:
		preflight(w)
		return
	default:
		header.Set("Allow", "GET, HEAD, OPTIONS")
		h.refuse(w, "method", problemMethod)
		return
	}
	rest, ok := strings.CutPrefix(r.URL.Path, "/media/")
	// An address has one spelling: what is authorised is, byte for byte, what is served.
	if !ok || r.URL.RawPath != "" && r.URL.RawPath != r.URL.Path {
		h.refuse(w, "path", problemMissing)
		return
	}
	if key, ok := strings.CutPrefix(rest, publicPrefix); ok {
		h.public(w, r, key)
		return
	}
	h.signed(w, r, rest)
}

// allOrigins lets any site play what it has a signed address of.
var allOrigins = []string{"*"}

func preflight(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
	header.Set("Access-Control-Allow-Headers", "Range, If-None-Match, If-Modified-Since")
	header.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
}

// signed authorises a request and serves the file it names.
func (h *Handler) signed(w http.ResponseWriter, r *http.Request, rest string) {
	token, rest, _ := strings.Cut(rest, "/")
	folder, file, _ := strings.Cut(rest, "/")
	grant, err := h.service.Keys.Verify(token, h.service.Clock.Now())
	switch {
	case errors.Is(err, errExpired):
		h.refuse(w, "signature", problemExpired)
		return
	case err != nil:
		h.refuse(w, "signature", problemUnsigned)
		return
	}
	source, ok := parseSource(folder)
	if !ok {
		h.refuse(w, "path", problemMissing)
		return
	}
	d, err := h.service.open(r.Context(), source)
	if err != nil {
		h.fail(w, r, "stream", err)
		return
	}
	if !grant.opens(d) || grant.Sound && !isSound(file) {
		h.refuse(w, "signature", problemUnsigned)
		return
	}
	place := h.Locate(r)
	allowed, err := h.service.doorman.allowed(r.Context(), grant, place)
	var refused *problem
	if err == nil && allowed && (grant.Download || d.cut != nil || isPlayback(file)) {
		refused, err = h.service.screens.refusal(r.Context(), Playing{
			Viewer: grant.viewer(place), Player: grant.Player, GivenIn: grant.Network, ExpiresAt: grant.ExpiresAt,
			Network: h.Network(r), Starts: startsPlayback(r, grant, file),
		})
	}
	switch {
	case err != nil:
		h.fail(w, r, "access", err)
	case !allowed:
		h.refuse(w, "access", problemNoAccess)
	case refused != nil:
		h.refuse(w, "access", refused.ofFile(file))
	case grant.Download:
		h.download(w, r, d, grant, file)
	default:
		h.play(w, r, d, grant, file)
	}
}

// play serves a file to a player, and tells Deps.Delivered of media that the player was given.
func (h *Handler) play(w http.ResponseWriter, r *http.Request, d *desk, grant Grant, file string) {
	if h.service.Delivered != nil && isMedia(file) {
		answer := &answered{ResponseWriter: w}
		w = answer
		defer func() {
			if answer.status/100 == 2 || answer.status == http.StatusNotModified {
				h.service.Delivered(grant)
			}
		}()
	}
	if d.cut != nil {
		h.cut(w, r, d, file)
		return
	}
	h.watch(w, r, d, grant, file)
}

// watch serves a file of a stream, and counts the request while it may be held.
func (h *Handler) watch(w http.ResponseWriter, r *http.Request, d *desk, grant Grant, file string) {
	if mayBeHeld(r, file) {
		key, client := holdKey{viewer: grant.viewer(""), player: grant.Player}, h.Client(r)
		if !h.holds.enter(key, client) {
			h.refuse(w, "held", problemHeld)
			return
		}
		defer h.holds.leave(key, client)
	}
	h.file(w, r, d, file)
}

// file serves a playlist or media file of a stream; the name is taken apart into
// numbers and never used as a path.
func (h *Handler) file(w http.ResponseWriter, r *http.Request, d *desk, file string) {
	if name, rest, ok := playlist.ParseRung(file); ok {
		h.rung(w, r, d, name, rest)
		return
	}
	if (d.id != 0 || d.filmID != 0) && h.preview(w, r, d, file) {
		return
	}
	if d.filmID != 0 && (h.drawn(w, r, d, file) || h.caption(w, r, d, file)) {
		return
	}
	if d.id != 0 && h.stripped(w, r, d, file) {
		return
	}
	if file == playlist.IFramesFile {
		h.iframeList(w, r, d, 0)
		return
	}
	if kind, ok := playlist.ParseFileName(file); ok {
		if kind == playlist.Rewind && d.ladder != nil {
			w.Header()["Cache-Control"] = cacheNothing
			h.text(w, r, h.service.withIFrames(r.Context(), d, d.ladder))
			return
		}
		h.playlist(w, r, d, kind)
		return
	}
	if kind, ok := playlist.ParseVeiled(file); ok {
		h.veiled(w, r, d, kind)
		return
	}
	name, err := segment.ParseName(file)
	if err != nil {
		h.refuse(w, "path", problemMissing)
		return
	}
	h.media(w, r, d, name, cachePrivate)
}

// problem is a refusal (RFC 9457).
type problem struct {
	status int
	code   string
	detail string
}

func (h *Handler) refuse(w http.ResponseWriter, kind string, p problem) {
	header := w.Header()
	for _, name := range []string{"Content-Length", "Content-Encoding", "Last-Modified", "Etag"} {
		header.Del(name)
	}
	header.Set("Content-Type", "application/problem+json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	if p.status == http.StatusServiceUnavailable || p.status == http.StatusTooManyRequests {
		header.Set("Retry-After", "2")
	}
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(map[string]any{
		"type": "about:blank", "title": http.StatusText(p.status), "status": p.status, "code": p.code, "detail": p.detail,
		"errors": []string{},
	})
	h.count(kind, p.status)
}

// fail answers an error that is not the request's fault, unless nobody is left to
// be answered.
func (h *Handler) fail(w http.ResponseWriter, r *http.Request, kind string, err error) {
	switch {
	case r.Context().Err() != nil:
	case fault.KindOf(err) == fault.NotFound:
		h.refuse(w, kind, problemMissing)
	default:
		h.service.Log.ErrorContext(r.Context(), "media not served", "kind", kind, "error", err)
		h.refuse(w, kind, problemBusy)
	}
}

func (h *Handler) count(kind string, status int) {
	if status == http.StatusOK {
		h.served[kind].Inc()
		return
	}
	h.service.Metrics.Requests(kind, status).Inc()
}
