package playlist

import (
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// A recording's playlist says how long it is. Under a veil it is told to somebody who
// does not want to know: an EVENT that grows with what has been watched (RFC 8216bis,
// 4.4.3.5), a little ahead of it, and ends where the recording does.

// Veiled is one of the playlists under a veil.
type Veiled uint8

// The veiled playlists.
const (
	VeiledWhole Veiled = iota // multivariant
	VeiledVideo
	VeiledAudio
	veils
)

const (
	// veilReach is how much is listed beyond what has been watched: what a player keeps
	// in store, and room to skip ahead by steps.
	veilReach = 10 * time.Minute
	// veilHaste is how fast a playlist grows whose player does not say where it is: as
	// fast as anybody watches.
	veilHaste = 2
	// veilTarget is the target duration, in seconds: players ask again that often.
	veilTarget = 10
)

// FileName is the last element of the playlist's address.
func (k Veiled) FileName() string {
	switch k {
	case VeiledWhole:
		return "veiled.m3u8"
	case VeiledVideo:
		return "video-veiled.m3u8"
	case VeiledAudio:
		return "audio-veiled.m3u8"
	case veils:
	}
	return ""
}

// ParseVeiled is the inverse of FileName.
func ParseVeiled(name string) (Veiled, bool) {
	for k := range veils {
		if k.FileName() == name {
			return k, true
		}
	}
	return 0, false
}

// Watched is how far a viewer is, as the address of a playlist says it: From is where
// they are, or were at Since, to the second.
type Watched struct {
	From  time.Duration
	Since time.Time // zero: now
}

// until is how far the recording is listed.
func (v Watched) until(now time.Time) time.Duration {
	until := v.From + veilReach
	if !v.Since.IsZero() && now.After(v.Since) {
		until += veilHaste * now.Sub(v.Since)
	}
	return until
}

// query writes it as the handler reads it.
func (v Watched) query(now time.Time) string {
	return "?from=" + strconv.FormatInt(int64(v.From/time.Second), 10) + "&at=" + strconv.FormatInt(now.Unix(), 10)
}

// Veil writes a playlist under a veil. It is empty until the stream has a finished
// segment.
func Veil(s *segment.Snapshot, k Veiled, v Watched, now time.Time, beside Beside, rungs ...Rung) []byte {
	if len(s.Segments) == 0 {
		return nil
	}
	switch k {
	case VeiledWhole:
		since := v.query(now)
		return multivariant(s, beside, VeiledVideo.FileName()+since, VeiledAudio.FileName()+since, rungs...)
	case VeiledAudio:
		return veiledMedia(s, segment.Audio, v, now)
	case VeiledVideo, veils:
	}
	return veiledMedia(s, segment.Video, v, now)
}

func veiledMedia(s *segment.Snapshot, r segment.Rendition, v Watched, now time.Time) []byte {
	w := writer{snapshot: s, rendition: r}
	w.out = appendHead(w.out, s)
	w.text("#EXT-X-TARGETDURATION:")
	w.number(int64(max(s.Target, veilTarget)))
	w.text("\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-START:TIME-OFFSET=")
	w.seconds(v.From.Seconds())
	w.text(",PRECISE=YES\n")
	limit := int64(v.until(now).Seconds() * segment.Ticks)
	listed, length := 0, int64(0)
	for ; listed < len(s.Segments) && length < limit; listed++ {
		w.context(listed, listed == 0, false)
		w.segment(listed)
		length += s.Segments[listed].Pieces[segment.Video].Duration
	}
	if listed == len(s.Segments) && s.State == segment.Ended {
		w.text("#EXT-X-ENDLIST\n")
	}
	return w.out
}
