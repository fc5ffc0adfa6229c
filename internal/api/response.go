package api

import (
	"io"
	"net/http"
)

// response remembers the status and the size of a response. It hides nothing of the
// writer below: files still leave by the kernel (io.ReaderFrom), streams still flush,
// and http.ResponseController finds the connection through Unwrap.
type response struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// Unwrap is how http.ResponseController finds the writer below.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader remembers the final status; informational ones may come before it.
func (w *response) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write counts the body.
func (w *response) Write(p []byte) (int, error) {
	w.begin()
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// ReadFrom lets the kernel copy a file to the socket where the writer below can.
func (w *response) ReadFrom(src io.Reader) (int64, error) {
	w.begin()
	var n int64
	var err error
	if below, ok := w.ResponseWriter.(io.ReaderFrom); ok {
		n, err = below.ReadFrom(src)
	} else {
		n, err = io.Copy(struct{ io.Writer }{w.ResponseWriter}, src)
	}
	w.bytes += n
	return n, err
}

// Flush sends what is buffered.
func (w *response) Flush() {
	w.begin()
	if below, ok := w.ResponseWriter.(http.Flusher); ok {
		below.Flush()
	}
}

func (w *response) begin() {
	if w.status == 0 {
		w.status = http.StatusOK
	}
}
