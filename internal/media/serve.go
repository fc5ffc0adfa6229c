package media

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// media serves an initialisation, a segment or a part, with a Cache-Control.
func (h *Handler) media(w http.ResponseWriter, r *http.Request, d *desk, name segment.Name, caching []string) {
	s := d.index.Load()
	w.Header()["Cache-Control"] = caching
	switch {
	case name.Sequence < 0:
		if run := s.Run(name.Run); run != nil && run.Seen() {
			h.memory(w, r, "init", name.Rendition, run.Init(name.Rendition))
			return
		}
	case name.Part >= 0:
		if chunk := h.chunk(r.Context(), d, name); chunk != nil {
			h.memory(w, r, "part", name.Rendition, chunk)
			return
		}
	default:
		h.segment(w, r, d, s, name)
		return
	}
	h.refuse(w, "media", problemMissing)
}

// chunk returns the bytes of a part. One that has been announced as the next is
// waited for (RFC 8216bis, 6.2.6); nil means that it will never be, or is no more.
func (h *Handler) chunk(ctx context.Context, d *desk, name segment.Name) []byte {
	s := d.index.Load()
	next, parts := s.Next()
	if name.Sequence == next && name.Part == parts && s.State == segment.Live && s.LastRun().Number == name.Run {
		s = h.hold(ctx, d, patience(s, name.Part), func(s *segment.Snapshot) bool {
			return s.State != segment.Live || s.LastRun().Number != name.Run || s.Has(name.Sequence, name.Part)
		})
	}
	hot := s.Hot(name.Sequence)
	if hot == nil || hot.Run.Number != name.Run || name.Part >= len(hot.Parts) {
		return nil
	}
	return hot.Chunk(name.Rendition, name.Part)
}

// fileWorthwhile is from how many bytes on it is cheaper to open a file for the
// kernel to copy than to copy from memory.
const fileWorthwhile = 512 << 10

// segment serves a finished segment from memory or from the store.
func (h *Handler) segment(w http.ResponseWriter, r *http.Request, d *desk, s *segment.Snapshot, name segment.Name) {
	if name.Sequence >= int64(len(s.Segments)) || s.Segments[name.Sequence].Run != name.Run || s.Segments[name.Sequence].Gap {
		h.refuse(w, "media", problemMissing)
		return
	}
	if hot := s.Hot(name.Sequence); hot != nil && (!hot.Stored() || len(hot.Whole(name.Rendition)) < fileWorthwhile) {
		h.memory(w, r, "segment", name.Rendition, hot.Whole(name.Rendition))
		return
	}
	w.Header()["Content-Type"] = contentType(name.Rendition)
	g := s.Segments[name.Sequence]
	h.stored(w, r, "segment", name.Key(d.folder), g.At, g.Pieces[name.Rendition].Size)
}

var (
	typeVideo = []string{segment.Video.ContentType()}
	typeAudio = []string{segment.Audio.ContentType()}
)

func contentType(r segment.Rendition) []string {
	if r == segment.Audio {
		return typeAudio
	}
	return typeVideo
}

// memory serves bytes that never change under their address.
func (h *Handler) memory(w http.ResponseWriter, r *http.Request, kind string, rendition segment.Rendition, body []byte) {
	header := w.Header()
	header["Content-Type"] = contentType(rendition)
	if r.Header.Get("Range") != "" {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
		h.count(kind, http.StatusPartialContent)
		return
	}
	header["Accept-Ranges"] = acceptsRanges
	h.bytes(w, r, kind, body)
}

// stored serves a value of the media store: a file through the kernel, anything
// else as it is read. Headers that describe it are set before.
func (h *Handler) stored(w http.ResponseWriter, r *http.Request, kind, key string, modified time.Time, size int64) {
	file, err := h.service.Blob.OpenFile(key)
	switch {
	case err == nil:
		defer file.Close()
		if r.Method == http.MethodGet && !conditional(r.Header) {
			h.whole(w, file, modified, size)
			break
		}
		http.ServeContent(w, r, "", modified, file)
	case errors.Is(err, blob.ErrNoFile):
		content := &remote{ctx: r.Context(), store: h.service.Blob, key: key, size: size}
		defer content.Close()
		if err := content.begin(r); err != nil {
			h.unread(w, r, kind, err)
			return
		}
		http.ServeContent(w, r, "", modified, content)
	default:
		h.unread(w, r, kind, err)
		return
	}
	h.count(kind, http.StatusOK)
}

// unread answers who asked for a value that the store did not give.
func (h *Handler) unread(w http.ResponseWriter, r *http.Request, kind string, err error) {
	if errors.Is(err, blob.ErrNotFound) {
		h.refuse(w, kind, problemMissing)
		return
	}
	h.fail(w, r, kind, err)
}

// conditional reports whether a request asks for less than all of a file, or for
// all of it under a condition (RFC 9110, 13 and 14).
func conditional(h http.Header) bool {
	for _, name := range [...]string{"Range", "If-Modified-Since", "If-None-Match", "If-Match", "If-Unmodified-Since"} {
		if h[name] != nil {
			return true
		}
	}
	return false
}

// whole sends a file of known size. The ResponseWriter finds the file behind the
// limit and lets the kernel copy it.
func (h *Handler) whole(w http.ResponseWriter, file *os.File, modified time.Time, size int64) {
	header := w.Header()
	header["Accept-Ranges"] = acceptsRanges
	header["Content-Length"] = []string{strconv.FormatInt(size, 10)}
	header["Last-Modified"] = []string{modified.UTC().Format(http.TimeFormat)}
	w.WriteHeader(http.StatusOK)
	_, _ = io.CopyN(w, file, size) // a player that has gone needs no answer
}

// remote reads a value of known size from a store that is not on this machine,
// opening it where reading begins.
type remote struct {
	ctx    context.Context //nolint:containedctx // lives for one request
	store  *blob.Store
	key    string
	size   int64
	offset int64
	open   io.ReadCloser
}

// begin opens what a request wants all of, while the answer can still be that it is not
// to be had.
func (c *remote) begin(r *http.Request) (err error) {
	if r.Method != http.MethodGet || conditional(r.Header) {
		return nil
	}
	c.open, err = c.store.NewReader(c.ctx, c.key, c.offset)
	return err
}

// Seek is part of io.Seeker.
func (c *remote) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += c.offset
	case io.SeekEnd:
		offset += c.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning")
	}
	if offset != c.offset {
		c.Close()
		c.offset = offset
	}
	return offset, nil
}

// Read is part of io.Reader.
func (c *remote) Read(p []byte) (int, error) {
	if c.offset >= c.size {
		return 0, io.EOF
	}
	if c.open == nil {
		reader, err := c.store.NewReader(c.ctx, c.key, c.offset)
		if err != nil {
			return 0, err
		}
		c.open = reader
	}
	n, err := c.open.Read(p)
	c.offset += int64(n)
	return n, err
}

// Close ends reading; it may go on after a Seek.
func (c *remote) Close() {
	if c.open != nil {
		_ = c.open.Close()
		c.open = nil
	}
}
