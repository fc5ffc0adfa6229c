package playlist

import (
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// clockEvery is how many segments share one EXT-X-PROGRAM-DATE-TIME: each tag is
// longer than all the rest of a segment's lines.
const clockEvery = 16

// The edges of a list, in target durations from its end.
const (
	partsReach  = 3 // where parts are listed (RFC 8216bis, 6.2.2)
	skipReach   = 6 // CAN-SKIP-UNTIL, at its least (RFC 8216bis, 4.4.3.8)
	windowReach = 6 // the window view; at least three for any player
)

// Media writes a rendition's playlist (RFC 8216bis, 4.4.2 to 4.4.5). It is empty
// until the stream has a finished segment.
func Media(s *segment.Snapshot, k Kind) []byte { return writeMedia(s, k, new(history)) }

func writeMedia(s *segment.Snapshot, k Kind, elder *history) []byte {
	if len(s.Segments) == 0 {
		return nil
	}
	w := writer{snapshot: s, rendition: k.rendition(), ended: s.State == segment.Ended}
	window := k == VideoWindow || k == AudioWindow
	first := 0
	if window {
		first = w.reach(windowReach)
		if at, due := w.joinAt(); due {
			first = min(first, at)
		}
	}
	w.head(first, k)
	from := first
	switch {
	case k == VideoRewindDelta || k == AudioRewindDelta:
		from = w.skip()
	case !window:
		from = w.elder(elder)
	}
	w.segments(from, first)
	w.edge(k)
	return w.out
}

// writer appends to one playlist.
type writer struct {
	out       []byte
	snapshot  *segment.Snapshot
	rendition segment.Rendition
	ended     bool
	skipped   bool // the list begins with EXT-X-SKIP
}

func (w *writer) text(s string)     { w.out = append(w.out, s...) }
func (w *writer) number(n int64)    { w.out = strconv.AppendInt(w.out, n, 10) }
func (w *writer) seconds(s float64) { w.out = strconv.AppendFloat(w.out, s, 'f', 5, 64) }

func (w *writer) name(n segment.Name) { w.out = n.Append(w.out) }

// reach is the first segment that begins within a number of target durations of
// the end of what is finished.
func (w *writer) reach(targets int) int {
	segments := w.snapshot.Segments
	limit := segments[len(segments)-1].Pieces[segment.Video].End() - int64(targets*w.snapshot.Target)*segment.Ticks
	i := len(segments)
	for i > 0 && segments[i-1].Pieces[segment.Video].Start >= limit {
		i--
	}
	return min(i, len(segments)-1)
}

func (w *writer) head(first int, k Kind) {
	window := k == VideoWindow || k == AudioWindow
	w.out = appendHead(w.out, w.snapshot)
	w.text("#EXT-X-TARGETDURATION:")
	w.number(int64(w.snapshot.Target))
	w.text("\n")
	if !w.ended {
		w.control(k)
	}
	w.text("#EXT-X-MEDIA-SEQUENCE:")
	w.number(int64(first))
	w.text("\n")
	if breaks := w.snapshot.Segments[first].Breaks; breaks > 0 {
		w.text("#EXT-X-DISCONTINUITY-SEQUENCE:")
		w.number(int64(breaks))
		w.text("\n")
	}
	switch {
	case w.ended && !window:
		w.text("#EXT-X-PLAYLIST-TYPE:VOD\n")
	case !window:
		w.text("#EXT-X-PLAYLIST-TYPE:EVENT\n")
	}
	w.start(first)
}

// control says what a player of a live playlist may ask for (RFC 8216bis, 4.4.3.8). Rungs
// have no parts.
func (w *writer) control(k Kind) {
	w.text("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=")
	w.seconds(3 * float64(w.snapshot.Target))
	if !w.snapshot.Plain {
		w.text(",PART-HOLD-BACK=")
		w.seconds(3 * segment.PartTarget)
	}
	if k.offersDelta() {
		w.text(",CAN-SKIP-UNTIL=")
		w.seconds(float64(skipReach * w.snapshot.Target))
	}
	w.text("\n")
	if w.snapshot.Plain {
		return
	}
	w.text("#EXT-X-PART-INF:PART-TARGET=")
	w.seconds(segment.PartTarget)
	w.text("\n")
}

// skip writes the tag that stands for the elder segments of a delta update (RFC
// 8216bis, 4.4.5.2) and returns the first that is listed.
func (w *writer) skip() int {
	from := w.reach(skipReach)
	if w.ended || from < 1 {
		return 0
	}
	w.skipped = true
	w.text("#EXT-X-SKIP:SKIPPED-SEGMENTS=")
	w.number(int64(from))
	w.text("\n")
	return from
}

// elder copies the lines of the segments that are listed without parts, writing
// only those that history does not have yet.
func (w *writer) elder(h *history) int {
	upTo := len(w.snapshot.Segments)
	if !w.ended {
		upTo = w.reach(partsReach)
	}
	h.extend(w.snapshot, w.rendition, upTo)
	w.out = append(w.out, h.lines...)
	return h.count
}

// segments lists from one segment to the newest finished; first is where the whole
// list begins.
func (w *writer) segments(from, first int) {
	parts := w.reach(partsReach)
	for i := from; i < len(w.snapshot.Segments); i++ {
		w.context(i, i == first, i == from && w.skipped)
		if hot := w.snapshot.Hot(int64(i)); hot != nil && !w.ended && i >= parts {
			w.parts(hot)
		}
		w.segment(i)
	}
}

// context writes what holds for a segment and those after it (RFC 8216bis, 4.4.4):
// discontinuity, initialisation, wall clock.
func (w *writer) context(i int, first, leading bool) {
	g := w.snapshot.Segments[i]
	turned := i > 0 && w.snapshot.Segments[i-1].Run != g.Run
	if turned && !first {
		w.text("#EXT-X-DISCONTINUITY\n")
	}
	if turned || first || leading {
		w.initialisation(g.Run)
	}
	if turned || first || leading || i%clockEvery == 0 {
		w.clock(g.At)
	}
}

func (w *writer) initialisation(run int) {
	w.text(`#EXT-X-MAP:URI="`)
	w.name(segment.InitName(w.rendition, run))
	w.text("\"\n")
}

func (w *writer) clock(at time.Time) {
	w.text("#EXT-X-PROGRAM-DATE-TIME:")
	w.out = at.UTC().AppendFormat(w.out, "2006-01-02T15:04:05.000Z07:00")
	w.text("\n")
}

// segment lists a segment; one that a rung does not have is a gap (RFC 8216bis, 4.4.4.7).
func (w *writer) segment(i int) {
	g := w.snapshot.Segments[i]
	run := w.snapshot.Run(g.Run)
	if g.Gap {
		w.text("#EXT-X-GAP\n")
	}
	w.text("#EXTINF:")
	w.seconds(float64(g.Pieces[w.rendition].Duration) / float64(run.Rate(w.rendition)))
	w.text(",\n")
	w.name(segment.SegmentName(w.rendition, g.Run, g.Sequence))
	w.text("\n")
}

// parts lists the parts of a segment (RFC 8216bis, 4.4.4.9). Audio can be joined
// at any of them.
func (w *writer) parts(hot *segment.Hot) {
	for i, part := range hot.Parts {
		w.text("#EXT-X-PART:DURATION=")
		w.seconds(float64(part.Pieces[w.rendition].Duration) / float64(hot.Run.Rate(w.rendition)))
		w.text(`,URI="`)
		w.name(segment.PartName(w.rendition, hot.Run.Number, hot.Sequence, i))
		w.text(`"`)
		if part.Independent || w.rendition == segment.Audio {
			w.text(",INDEPENDENT=YES")
		}
		w.text("\n")
	}
}

// edge writes what follows the finished segments.
func (w *writer) edge(k Kind) {
	if w.ended {
		w.text("#EXT-X-ENDLIST\n")
		return
	}
	s := w.snapshot
	if s.Plain {
		return
	}
	if s.Open != nil {
		w.opening(s.Open)
		w.parts(s.Open)
	}
	next, parts := s.Next()
	if s.State == segment.Live {
		w.text(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="`)
		w.name(segment.PartName(w.rendition, s.LastRun().Number, next, parts))
		w.text("\"\n")
	}
	w.report(k.sibling(), next, parts)
}

// opening is context for the segment being filled.
func (w *writer) opening(open *segment.Hot) {
	s := w.snapshot
	turned := s.Segments[len(s.Segments)-1].Run != open.Run.Number
	if turned {
		w.text("#EXT-X-DISCONTINUITY\n")
		w.initialisation(open.Run.Number)
	}
	if turned || open.Sequence%clockEvery == 0 {
		w.clock(open.At())
	}
}

// report tells a player that switches where the other rendition stands (RFC
// 8216bis, 4.4.5.4): at the same place, since both are cut together.
func (w *writer) report(sibling Kind, next int64, parts int) {
	w.text(`#EXT-X-RENDITION-REPORT:URI="` + sibling.FileName() + `",LAST-MSN=`)
	switch {
	case parts > 0:
		w.number(next)
		w.text(",LAST-PART=")
		w.number(int64(parts - 1))
	default:
		w.number(next - 1)
		if hot := w.snapshot.Hot(next - 1); hot != nil {
			w.text(",LAST-PART=")
			w.number(int64(len(hot.Parts) - 1))
		}
	}
	w.text("\n")
}
