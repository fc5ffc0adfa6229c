package media

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// StretchLasts is how long the stream's segments of a cut are served after the cut is made. A player
// that began with them plays the longest clip to its end, and has as long again to pause. Later it gets
// 410, asks for the clip again and plays the made one.
const StretchLasts = 10 * time.Minute

// cut serves a cut: as a film once it is made, and from the stream's own segments until then and for
// StretchLasts more.
func (h *Handler) cut(w http.ResponseWriter, r *http.Request, d *desk, file string) {
	rest, ofStream := strings.CutPrefix(file, playlist.StretchFolder)
	made := d.cut.State == CutSuccess
	if made && !ofStream {
		h.file(w, r, d, file)
		return
	}
	lasts := StretchLasts
	if made {
		lasts -= h.service.Clock.Now().Sub(clock.FromMillis(d.cut.UpdatedMS))
	}
	if lasts <= 0 {
		h.refuse(w, "media", problemGone)
		return
	}
	if d.cut.State == CutError {
		h.refuse(w, "path", problemMissing)
		return
	}
	stream, err := h.service.desk(r.Context(), StreamID(d.cut.StreamID))
	if err != nil {
		h.fail(w, r, "stream", err)
		return
	}
	if stream.channelID != d.channelID {
		h.refuse(w, "path", problemMissing)
		return
	}
	if ofStream {
		h.ofStretch(w, r, d.cut, stream, rest, lasts)
		return
	}
	if file != playlist.Rewind.FileName() {
		h.refuse(w, "path", problemMissing)
		return
	}
	h.list(w, r, playlist.StretchWhole(stream.index.Load(), playlist.Beside{Language: stream.language}))
}

// ofStretch serves what a cut shows of its stream: nothing before it, nothing after it,
// and whole segments alone. No cache keeps them for longer than their addresses last.
func (h *Handler) ofStretch(w http.ResponseWriter, r *http.Request, cut *cutRow, stream *desk, file string, lasts time.Duration) {
	snapshot := stream.index.Load()
	stretch := snapshot.Stretch(cut.FirstSequence, cut.to())
	if rendition, ok := playlist.ParseStretch(file); ok {
		h.list(w, r, playlist.StretchMedia(snapshot, rendition, stretch, cut.lead(snapshot)))
		return
	}
	name, err := segment.ParseName(file)
	if err != nil || name.Part >= 0 || !shows(snapshot, stretch, name) {
		h.refuse(w, "media", problemMissing)
		return
	}
	h.media(w, r, stream, name, cacheUntil(lasts))
}

// cacheUntil is of an answer whose address ends after a while.
func cacheUntil(lasts time.Duration) []string {
	return []string{"private, max-age=" + strconv.FormatInt(int64(lasts/time.Second), 10)}
}

// shows reports whether a segment, or the beginning of a run, belongs to a stretch.
func shows(s *segment.Snapshot, t segment.Stretch, name segment.Name) bool {
	if name.Sequence >= 0 {
		return t.Has(name.Sequence)
	}
	for _, g := range s.Segments[t.First:t.End] {
		if g.Run == name.Run {
			return true
		}
	}
	return false
}

// list serves a playlist that nobody keeps: soon it says something else.
func (h *Handler) list(w http.ResponseWriter, r *http.Request, body []byte) {
	if len(body) == 0 {
		h.refuse(w, "playlist", problemMissing)
		return
	}
	w.Header()["Cache-Control"] = cacheNothing
	h.text(w, r, &playlist.Page{Body: body})
}

// lead is how long the first segment begins before a cut that is played from the
// stream's segments.
func (r cutRow) lead(s *segment.Snapshot) time.Duration {
	if r.FirstSequence >= int64(len(s.Segments)) {
		return 0
	}
	start := ticksToTime(s.Segments[r.FirstSequence].Pieces[segment.Video].Start)
	return max(0, time.Duration(r.FromMS)*time.Millisecond-start)
}
