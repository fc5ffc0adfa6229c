package playlist

import (
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/media/progressive"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// IFramesFile is the last element of the address of a size's I-frame playlist.
const IFramesFile = "iframes.m3u8"

// IFrames is the I-frame playlist of one size of a finished stream or film (RFC 8216bis, 4.4.3.6). Players show its key
// frames during fast-forward and rewind. It is immutable.
type IFrames struct {
	Page *Page

	peak, average int64 // bits a second
}

// iframe is an entry of the playlist: a key frame, or a gap if Length is 0.
type iframe struct {
	progressive.KeyFrame

	duration int64 // until the next entry, in Ticks
}

// NewIFrames returns the I-frame playlist of the finished segments, or nil if there are no key frames.
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

// iframes returns the entries of the I-frame playlist. Together they last as long as the segments. The time before the
// first key frame is a gap. Each segment that this size lacks (Segment.Gap) is a gap until the next key frame. Other time
// without a key frame belongs to the entry before it.
func iframes(s *segment.Snapshot, frames []progressive.KeyFrame) []iframe {
	var entries []iframe
	for i, g := range s.Segments {
		start := g.Pieces[segment.Video].Start
		count := 0
		for count < len(frames) && frames[count].Segment == i {
			count++
		}
		if g.Gap || len(entries) == 0 && (count == 0 || frames[0].Start > start) {
			entries = append(entries, iframe{KeyFrame: progressive.KeyFrame{Segment: i, Start: start}})
		}
		for _, f := range frames[:count] {
			entries = append(entries, iframe{KeyFrame: f})
		}
		frames = frames[count:]
	}
	end := s.Segments[len(s.Segments)-1].Pieces[segment.Video].End()
	for i := len(entries) - 1; i >= 0; i-- {
		entries[i].duration = end - entries[i].Start
		end = entries[i].Start
	}
	return entries
}

func (w *writer) iframe(e iframe, i int, discontinuity bool) {
	g := w.snapshot.Segments[e.Segment]
	if discontinuity {
		w.text("#EXT-X-DISCONTINUITY\n")
	}
	if discontinuity || i == 0 {
		w.initialisation(g.Run)
	}
	if discontinuity || i%clockEvery == 0 {
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

// iframeBandwidth returns the peak and the average bit rate. The peak is the highest rate of consecutive entries that
// together last from 0.5 to 1.5 target durations (RFC 8216bis, 4.1). target is the longest entry, in Ticks.
func iframeBandwidth(entries []iframe, target int64) (peak, average int64) {
	var size, length int64
	for i, first := range entries {
		size, length = size+first.Length, length+first.duration
		var bytes, duration int64
		for _, e := range entries[i:] {
			bytes, duration = bytes+e.Length, duration+e.duration
			if 2*duration > 3*target {
				break
			}
			if 2*duration >= target {
				peak = max(peak, rate(bytes, duration))
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

// WithIFrames returns a multivariant playlist with the I-frame playlists of its offered sizes added (RFC 8216bis,
// 4.4.6.3).
func WithIFrames(multivariant []byte, sizes []IFrameSize) []byte {
	out := append([]byte(nil), multivariant...)
	for i, size := range sizes {
		if size.List == nil || i > 0 && !size.offered() {
			continue
		}
		address := IFramesFile
		if i > 0 { // the files of the largest size are in the playlist's own folder
			address = size.Address(address)
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
