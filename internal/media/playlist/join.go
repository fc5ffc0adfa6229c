package playlist

import "github.com/grandstand/grandstand/internal/media/segment"

// joinAt is the segment at which players are to begin, because some of those near the live
// edge do not begin with a key frame: open groups of pictures, intra refresh, rare key
// frames. A player that begins at such a segment has no picture until the next key frame.
// It is the newest that begins with one and is as far from the edge as a start may be (RFC
// 8216bis, 4.4.2.2); false where players may begin as usual.
func (w *writer) joinAt() (int, bool) {
	segments := w.snapshot.Segments
	if w.ended || !w.snapshot.Dependent {
		return 0, false
	}
	at, broken := w.reach(partsReach), false
	for _, g := range segments[at:] {
		broken = broken || !g.Independent
	}
	if !broken {
		return 0, false
	}
	for at > 0 && !segments[at].Independent {
		at--
	}
	return at, true
}

// start writes where players begin, in seconds from the first segment of the list.
func (w *writer) start(first int) {
	at, due := w.joinAt()
	if !due {
		return
	}
	segments := w.snapshot.Segments
	w.text("#EXT-X-START:TIME-OFFSET=")
	w.seconds(float64(segments[at].Pieces[segment.Video].Start-segments[first].Pieces[segment.Video].Start) / segment.Ticks)
	w.text(",PRECISE=YES\n")
}
