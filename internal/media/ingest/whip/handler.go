package whip

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// Path is where encoders ask: there with the stream key as bearer token, or below with the
// stream key as the last part. Sessions are at Path/sessions/<name>.
const Path = "/whip"

const (
	sessionsPath = Path + "/sessions/"
	mediaType    = "application/sdp"
	// maxOffer bounds a session description; those of browsers have 6 kB.
	maxOffer = 64 << 10
	// answerWithin bounds how long a request may take: a second publisher may have to wait
	// until the first is found to be gone.
	answerWithin = 30 * time.Second
	// endWithin is how long the end of a session is waited for with its DELETE, so that who
	// asks anew at once is not refused as the second publisher.
	endWithin = 5 * time.Second
	// busyFor is after how many seconds one that was turned away may ask again.
	busyFor = "5"
)

// Reasons why connections end that only this protocol has.
var errNoKey = &ingest.Refusal{Code: "application", Reason: "the stream key is missing: give it as the bearer token, or at the end of the address after /whip/"}

// ServeHTTP answers for Path and everything below (RFC 9725, 4).
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	allowAnyOrigin(w.Header())
	session, isSession := strings.CutPrefix(r.URL.Path, sessionsPath)
	switch {
	case r.Method == http.MethodOptions:
		w.Header().Set("Accept-Post", mediaType)
		w.WriteHeader(http.StatusNoContent)
	case isSession && r.Method == http.MethodDelete:
		s.end(w, r, session)
	case isSession && r.Method == http.MethodPatch:
		s.patch(w, session)
	case isSession:
		w.Header().Set("Allow", "DELETE, PATCH, OPTIONS")
		refuse(w, http.StatusMethodNotAllowed, "end a session with DELETE")
	case r.Method == http.MethodPost:
		s.ask(w, r)
	default:
		w.Header().Set("Allow", "POST, OPTIONS")
		refuse(w, http.StatusMethodNotAllowed, "encoders POST their offer here (WHIP, RFC 9725)")
	}
}

// allowAnyOrigin lets encoders that are web pages ask from wherever they are (RFC 9725, 4.2):
// who may publish has the key, and a browser adds nothing by itself that would be one.
func allowAnyOrigin(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "POST, PATCH, DELETE, OPTIONS")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match")
	h.Set("Access-Control-Expose-Headers", "Location, Link, Retry-After")
	h.Set("Access-Control-Max-Age", "7200")
	h.Set("Cache-Control", "no-store")
}

// refuse says why in words.
func refuse(w http.ResponseWriter, status int, reason string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, reason+"\n")
}

// ask takes an offer and answers it.
func (s *Server) ask(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != mediaType {
		w.Header().Set("Accept-Post", mediaType)
		refuse(w, http.StatusUnsupportedMediaType, "the offer must be "+mediaType)
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxOffer))
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		refuse(w, http.StatusRequestEntityTooLarge, "the offer is too long")
		return
	} else if err != nil {
		refuse(w, http.StatusBadRequest, "the offer is incomplete")
		return
	}
	c := s.newConn(s.options.Remote(r), keyOf(r), string(text))
	answer, err := s.submit(r.Context(), c)
	if err != nil {
		refuseOffer(w, err)
		return
	}
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Location", sessionsPath+c.session)
	w.WriteHeader(http.StatusCreated)
	_, _ = io.WriteString(w, answer)
}

// keyOf is the stream key: the end of the path, or the bearer token (RFC 6750, 2.1).
func keyOf(r *http.Request) string {
	if key, ok := ingest.StreamKey(strings.TrimPrefix(path.Clean(r.URL.Path), Path)); ok {
		return key
	}
	scheme, token, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
	if !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	key, _ := ingest.StreamKey(token)
	return key
}

// submit hands a request to Serve and waits for what becomes of it.
func (s *Server) submit(ctx context.Context, c *conn) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	select {
	case s.asked <- c:
	case <-s.stopped:
		return "", ingest.ErrShutdown
	case <-ctx.Done():
		return "", ingest.ErrUnable
	}
	select {
	case r := <-c.replies:
		return r.answer, r.err
	case <-ctx.Done():
		c.hangUp(errGone)
		return "", ingest.ErrUnable
	}
}

// refuseOffer answers with the status that is closest to the reason.
func refuseOffer(w http.ResponseWriter, err error) {
	reason := error(ingest.ErrUnable)
	if refusal, ok := errors.AsType[*ingest.Refusal](err); ok {
		reason = refusal
	} else if known, ok := errors.AsType[*ingest.Reason](err); ok && known != ingest.ErrPanic {
		reason = known
	}
	status := statusOf(ingest.CodeOf(err))
	switch status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	case http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", busyFor)
	}
	refuse(w, status, reason.Error())
}

func statusOf(code string) int {
	switch code {
	case errNoKey.Code, "unknown_key":
		return http.StatusUnauthorized
	case "event_over", "event_cancelled":
		return http.StatusForbidden
	case "second_publisher":
		return http.StatusConflict
	case errOffer.Code:
		return http.StatusBadRequest
	case ingest.ErrCodec.Code:
		return http.StatusNotAcceptable
	}
	return http.StatusServiceUnavailable
}

// end ends a session. Who knows its address may: nobody else was told.
func (s *Server) end(w http.ResponseWriter, r *http.Request, session string) {
	c := s.find(session)
	if c == nil {
		refuse(w, http.StatusNotFound, "there is no such session")
		return
	}
	c.hangUp(ingest.ErrEnded)
	ctx, cancel := context.WithTimeout(r.Context(), endWithin)
	defer cancel()
	select {
	case <-c.over:
	case <-ctx.Done():
	}
	w.WriteHeader(http.StatusOK)
}

// patch declines candidates that come later and new ones (RFC 9725, 4.3): the server looks
// for nobody, encoders find it by the candidates of its answer.
func (s *Server) patch(w http.ResponseWriter, session string) {
	if s.find(session) == nil {
		refuse(w, http.StatusNotFound, "there is no such session")
		return
	}
	refuse(w, http.StatusNotImplemented, "later candidates and restarts of a connection are not supported: send a new offer")
}
