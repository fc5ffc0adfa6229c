package playlist

import (
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/media/progressive"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// IFramesFile is the last element of the address of a size's I-frame playlist.
const IFramesFile = "iframes.m3u8"

// IFrames is the I-frame playlist of one size of something recorded (RFC 8216bis, 4.4.3.6): players
// show its pictures while they wind. It does not change.
type IFrames struct {
	Page *Page

	peak, average int64 // bits a second
}

// iframe is one entry of the list: a key frame, or a gap where there is none.
type iframe struct {
	progressive.KeyFrame

	duration int64 // to the next one, in Ticks
}

// NewIFrames lists key frames of the finished segments. It returns nil where there are none.
func NewIFrames(s *segment.Snapshot, frames []progressive.KeyFrame) *IFrames {
	if len(frames) == 0 {
		return nil
	}
	entries := iframes(s, frames)
	var longest int64
	for _, e := range entries {
		longest = max(longest, e.duration)
	}
	w := writer{snapshot: s, rendition: segment.Video}
	w.out = appendHead(w.out, s)
	w.text("#EXT-X-TARGETDURATION:")
	w.number(max(1, (longest+segment.Ticks/2)/segment.Ticks))
	w.text("\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-I-FRAMES-ONLY\n")
	for i, e := range entries {
		w.iframe(e, i, i > 0 && s.Segments[entries[i-1].Segment].Run != s.Segments[e.Segment].Run)
	}
	w.text("#EXT-X-ENDLIST\n")
	list := &IFrames{Page: &Page{Version: s.Version, Body: w.out}}
	list.peak, list.average = iframeBandwidth(entries, longest)
	return list
}

// iframes are the entries of a list that is as long as the segments are: what has no key frame before
// it is a gap.
func iframes(s *segment.Snapshot, frames []progressive.KeyFrame) []iframe {
	var entries []iframe
	for i, g := range s.Segments {
		start := g.Pieces[segment.Video].Start
		behind := 0
		for behind < len(frames) && frames[behind].Segment == i {
			behind++
		}
		if g.Gap || len(entries) == 0 && (behind == 0 || frames[0].Start > start) {
			entries = append(entries, iframe{KeyFrame: progressive.KeyFrame{Segment: i, Start: start}})
		}
		for _, f := range frames[:behind] {
			entries = append(entries, iframe{KeyFrame: f})
		}
		frames = frames[behind:]
	}
	end := s.Segments[len(s.Segments)-1].Pieces[segment.Video].End()
	for i := len(entries) - 1; i >= 0; i-- {
		entries[i].duration = end - entries[i].Start
		end = entries[i].Start
	}
	return entries
}

func (w *writer) iframe(e iframe, i int, turned bool) {
	g := w.snapshot.Segments[e.Segment]
	if turned {
		w.text("#EXT-X-DISCONTINUITY\n")
	}
	if turned || i == 0 {
		w.initialisation(g.Run)
	}
	if turned || i%clockEvery == 0 {
		w.clock(g.At.Add(time.Duration(e.Start-g.Pieces[segment.Video].Start) * time.Second / segment.Ticks))
	}
	if e.Length == 0 {
		w.text("#EXT-X-GAP\n")
	}
	w.text("#EXTINF:")
	w.seconds(float64(e.duration) / segment.Ticks)
	w.text(",\n")
	if e.Length > 0 {
		w.text("#EXT-X-BYTERANGE:")
		w.number(e.Length)
		w.text("@")
		w.number(e.Offset)
		w.text("\n")
	}
	w.name(segment.SegmentName(segment.Video, g.Run, g.Sequence))
	w.text("\n")
}

// iframeBandwidth is the peak and the average in bits a second. The peak is that of any entries in a row
// which last from half to one and a half target durations (RFC 8216bis, 4.1).
func iframeBandwidth(entries []iframe, target int64) (peak, average int64) {
	var size, length int64
	for i, first := range entries {
		size, length = size+first.Length, length+first.duration
		var bytes, lasts int64
		for _, e := range entries[i:] {
			bytes, lasts = bytes+e.Length, lasts+e.duration
			if 2*lasts > 3*target {
				break
			}
			if 2*lasts >= target {
				peak = max(peak, rate(bytes, lasts))
			}
		}
	}
	average = rate(size, length)
	return max(peak, average), average
}

// IFrameSize is one size that has an I-frame playlist.
type IFrameSize struct {
	Rung

	List *IFrames
}

// WithIFrames is a multivariant playlist that lists I-frame playlists, too (RFC 8216bis, 4.4.6.3): those
// of the sizes that it offers, the first of which has no folder.
func WithIFrames(multivariant []byte, sizes []IFrameSize) []byte {
	out := append([]byte(nil), multivariant...)
	for i, size := range sizes {
		address := IFramesFile
		if i > 0 {
			address = size.Address(address)
		}
		if size.List == nil || i > 0 && !size.offered() {
			continue
		}
		run := principalRun(size.Snapshot)
		out = append(out, "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH="...)
		out = strconv.AppendInt(out, size.List.peak, 10)
		out = append(out, ",AVERAGE-BANDWIDTH="...)
		out = strconv.AppendInt(out, size.List.average, 10)
		out = append(out, `,CODECS="`+run.Video.Codec()+`",RESOLUTION=`...)
		out = strconv.AppendInt(out, int64(run.Video.ShownWidth), 10)
		out = append(out, 'x')
		out = strconv.AppendInt(out, int64(run.Video.Height), 10)
		out = append(out, `,URI="`+address+"\"\n"...)
	}
	return out
}
