package playlist

import (
	"sync"
	"sync/atomic"

	"github.com/grandstand/grandstand/internal/media/segment"
	"github.com/grandstand/grandstand/internal/squeeze"
)

// Page is one playlist as it was at one version of its index. It does not change.
type Page struct {
	Version uint64
	Body    []byte // empty while there is nothing to play

	zip  sync.Once
	gzip []byte
}

// Gzip is the body compressed, made when it is first asked for.
func (p *Page) Gzip(squeezer *squeeze.Squeezer) []byte {
	p.zip.Do(func() { p.gzip = squeezer.Gzip(p.Body) })
	return p.gzip
}

// Cache writes each playlist of one stream once per version of its index, however
// many players ask. It is safe for concurrent use.
type Cache struct {
	pages     [kinds]atomic.Pointer[Page]
	writing   [kinds]sync.Mutex
	histories [kinds]history // each under its kind's mutex
}

// Page returns a playlist that is at least as new as the snapshot. Only playlists that list playlists use beside and rungs.
func (c *Cache) Page(s *segment.Snapshot, k Kind, beside Beside, rungs ...Rung) *Page {
	if page := c.pages[k].Load(); page != nil && page.Version >= s.Version {
		return page
	}
	c.writing[k].Lock()
	defer c.writing[k].Unlock()
	if page := c.pages[k].Load(); page != nil && page.Version >= s.Version {
		return page
	}
	page := &Page{Version: s.Version}
	if k.Multivariant() {
		page.Body = Multivariant(s, k, beside, rungs...)
	} else {
		page.Body = writeMedia(s, k, &c.histories[k])
	}
	c.pages[k].Store(page)
	return page
}

// history is the written form of a list's elder segments, which never changes, so
// that a long event is not written anew for every part.
type history struct {
	lines []byte
	count int
	last  segment.Segment // the count-th
}

// extend writes the segments up to a count. A history that knows more, because a
// stream was reopened, or other segments, because those it knows could not be
// stored, is dropped.
func (h *history) extend(s *segment.Snapshot, r segment.Rendition, count int) {
	if h.count > count || (h.count > 0 && s.Segments[h.count-1] != h.last) {
		*h = history{}
	}
	w := writer{out: h.lines, snapshot: s, rendition: r}
	for ; h.count < count; h.count++ {
		w.context(h.count, h.count == 0, false)
		w.segment(h.count)
		h.last = s.Segments[h.count]
	}
	h.lines = w.out
}
