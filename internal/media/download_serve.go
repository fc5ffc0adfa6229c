package media

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/progressive"
)

// downloadStall is how long a client may take for what waits in its connection, as long
// as it has for a whole segment, before it is given up. There is no limit for the whole
// of a file: it takes what it takes.
const downloadStall = 5 * time.Minute

// download serves the whole of a stream or cut as one file, or the rest of it to who was
// interrupted.
func (h *Handler) download(w http.ResponseWriter, r *http.Request, d *desk, grant Grant, file string) {
	if file == "" || file != d.source().file() {
		h.refuse(w, "path", problemMissing)
		return
	}
	layout, err := h.service.layout(r.Context(), d)
	if err != nil {
		h.failDownload(w, r, err)
		return
	}
	at := h.Locate(r)
	content := &watched{
		Reader:  layout.Reader(r.Context(), shelves{store: h.service.Blob, folder: d.folder, onward: true}),
		control: http.NewResponseController(w),
		allowed: func(ctx context.Context) (bool, error) { return h.service.doorman.allowed(ctx, grant, at) },
		ctx:     r.Context(),
	}
	defer content.Close()
	header := w.Header()
	header.Set("Content-Type", "video/mp4")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Disposition", disposition(h.nameOf(r, d)))
	header.Set("Cache-Control", "private, no-transform")
	header.Set("Etag", `"`+layout.Tag()+`"`)
	metrics := h.service.Metrics
	metrics.Downloads.Inc()
	defer metrics.Downloads.Dec()
	answer := &answered{ResponseWriter: w}
	http.ServeContent(answer, r, "", time.Time{}, content)
	metrics.Downloaded.AddInt64(content.sent)
	h.count("download", answer.status)
	if err := content.failed; err != nil && r.Context().Err() == nil && !errors.Is(err, errRevoked) {
		h.service.Log.ErrorContext(r.Context(), "download broken off", "source", d.source(), "error", err)
	}
}

// nameOf is what the file is to be called: as the address says.
func (h *Handler) nameOf(r *http.Request, d *desk) string {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil || values.Get(nameParameter) == "" {
		return FileName(d.source().file())
	}
	return FileName(values.Get(nameParameter))
}

// failDownload answers for a file that cannot be made. What is not complete any more,
// since its encoder came back, is not there.
func (h *Handler) failDownload(w http.ResponseWriter, r *http.Request, err error) {
	if fault.CodeOf(err) == codeNotReady {
		h.refuse(w, "download", problemMissing)
		return
	}
	h.fail(w, r, "download", err)
}

// answered notes the status of a response.
type answered struct {
	http.ResponseWriter

	status int
}

// WriteHeader is part of http.ResponseWriter.
func (a *answered) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

// ReadFrom lets the writer below copy.
func (a *answered) ReadFrom(src io.Reader) (int64, error) { return io.Copy(a.ResponseWriter, src) }

var errRevoked = errors.New("the holder has no access any more")

// watched reads a file for a client for as long as it may have it and takes it.
type watched struct {
	*progressive.Reader

	ctx     context.Context //nolint:containedctx // lives for one request
	control *http.ResponseController
	allowed func(context.Context) (bool, error)
	patient time.Time // until when the client has for what it was sent
	sent    int64
	failed  error
}

// Read is part of io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	if err := w.check(); err != nil {
		w.failed = err
		return 0, err
	}
	n, err := w.Reader.Read(p)
	w.sent += int64(n)
	return n, err
}

// check asks whether the holder may still have the file, and gives the client time for
// what comes now.
func (w *watched) check() error {
	allowed, err := w.allowed(w.ctx)
	switch {
	case err != nil:
		return err
	case !allowed:
		return errRevoked
	}
	// The connection's own clock, not the service's, and not for every packet.
	if now := time.Now(); w.patient.Sub(now) < downloadStall/2 {
		w.patient = now.Add(downloadStall)
		_ = w.control.SetWriteDeadline(w.patient) // a test's connection knows none
	}
	return nil
}
