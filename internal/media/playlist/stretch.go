package playlist

import (
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// What has been cut out of a stream a moment ago is played from the stream's own segments:
// the whole ones around it. Their lists lie in a folder of their own, StretchFolder, in
// which an address means the stream's segment also when the cut has its own.

// StretchFolder begins the addresses of what is played of a stream in a cut's name.
const StretchFolder = "now/"

// StretchWhole writes the multivariant playlist of a stretch of a stream, one level above
// StretchFolder. It is empty until the stream has a finished segment.
func StretchWhole(s *segment.Snapshot, beside Beside) []byte {
	if len(s.Segments) == 0 {
		return nil
	}
	return multivariant(s, beside, StretchFolder+VideoRewind.FileName(), StretchFolder+AudioRewind.FileName())
}

// ParseStretch reads the name of one of the lists in StretchFolder.
func ParseStretch(name string) (segment.Rendition, bool) {
	switch name {
	case VideoRewind.FileName():
		return segment.Video, true
	case AudioRewind.FileName():
		return segment.Audio, true
	}
	return 0, false
}

// StretchMedia writes the list of a rendition of a stretch, to be played from lead after
// its beginning. It grows until the stretch is whole and is empty while there is nothing
// in it.
func StretchMedia(s *segment.Snapshot, r segment.Rendition, t segment.Stretch, lead time.Duration) []byte {
	if t.First == t.End {
		return nil
	}
	w := writer{snapshot: s, rendition: r}
	w.out = appendHead(w.out, s)
	w.text("#EXT-X-TARGETDURATION:")
	w.number(int64(s.Target))
	w.text("\n#EXT-X-MEDIA-SEQUENCE:")
	w.number(t.First)
	w.text("\n")
	if breaks := s.Segments[t.First].Breaks; breaks > 0 {
		w.text("#EXT-X-DISCONTINUITY-SEQUENCE:")
		w.number(int64(breaks))
		w.text("\n")
	}
	if t.Whole {
		w.text("#EXT-X-PLAYLIST-TYPE:VOD\n")
	} else {
		w.text("#EXT-X-PLAYLIST-TYPE:EVENT\n")
	}
	w.text("#EXT-X-START:TIME-OFFSET=")
	w.seconds(lead.Seconds())
	w.text(",PRECISE=YES\n")
	for i := t.First; i < t.End; i++ {
		w.context(int(i), i == t.First, false)
		w.segment(int(i))
	}
	if t.Whole {
		w.text("#EXT-X-ENDLIST\n")
	}
	return w.out
}
