package playlist

import (
	"sync"
	"sync/atomic"

	"github.com/grandstand/grandstand/internal/media/segment"
	"github.com/grandstand/grandstand/internal/squeeze"
)

// Page is the text of a playlist for one version of the stream's segment index. It is immutable.
type Page struct {
	Version uint64
	Body    []byte // empty while there is nothing to play

	zip  sync.Once
	gzip []byte
}

// Gzip returns the compressed body. The first call compresses it.
func (p *Page) Gzip(squeezer *squeeze.Squeezer) []byte {
	p.zip.Do(func() { p.gzip = squeezer.Gzip(p.Body) })
	return p.gzip
}

// Cache writes each playlist of one stream once per version of its index, however
// many players ask. It is safe for concurrent use.
type Cache struct {
	pages     [kinds]atomic.Pointer[Page]
	writing   [kinds]sync.Mutex
	histories [kinds]history // histories[k] is guarded by writing[k]
}

// Page returns a playlist that is at least as new as the snapshot. Only multivariant playlists use the
// parameters beside and rungs.
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

// history holds the finished lines of a playlist's older segments. They do not change, so a new part does not cause the
// whole playlist of a long event to be written again.
type history struct {
	lines []byte
	count int
	last  segment.Segment // the last segment in lines
}

// extend adds lines until there are count segments. It starts again from nothing if the history has more segments,
// because the stream was reopened, or if the last one differs, because a segment could not be stored.
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
