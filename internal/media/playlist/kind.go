// Package playlist writes the HLS views of a stream's segment index (RFC 8216bis,
// draft-pantos-hls-rfc8216bis). Every view lists the same files:
//
//   - rewind: the whole event, low latency at its edge;
//   - window: the newest half minute, for players that need not look back;
//   - on demand: either of them once the stream has ended, under the same address,
//     so that an open player simply plays on to the end.
//
// The functions are pure: the same snapshot gives the same text.
package playlist

import "github.com/grandstand/grandstand/internal/media/segment"

// Kind is one of the playlists of a stream.
type Kind uint8

// Kinds. Delta ones are the same playlist without the older part of its list. Skippable ones
// are the whole list and offer delta updates (docs/adr/0071-delta-updates.md).
const (
	Rewind Kind = iota // multivariant, whole event
	Window             // multivariant, newest part
	VideoRewind
	AudioRewind
	VideoRewindDelta
	AudioRewindDelta
	VideoRewindSkippable
	AudioRewindSkippable
	VideoWindow
	AudioWindow
	kinds
)

// FileName is the last element of the playlist's address. A delta has the address
// of the whole.
func (k Kind) FileName() string {
	switch k {
	case Rewind:
		return "index.m3u8"
	case Window:
		return "live.m3u8"
	case VideoRewind, VideoRewindDelta, VideoRewindSkippable:
		return "video.m3u8"
	case AudioRewind, AudioRewindDelta, AudioRewindSkippable:
		return "audio.m3u8"
	case VideoWindow:
		return "video-live.m3u8"
	case AudioWindow:
		return "audio-live.m3u8"
	case kinds:
	}
	return ""
}

// ParseFileName is the inverse of FileName for the kinds that are no deltas.
func ParseFileName(name string) (Kind, bool) {
	for k := range kinds {
		if k.FileName() == name {
			return k, true
		}
	}
	return 0, false
}

// Multivariant reports whether the playlist lists playlists.
func (k Kind) Multivariant() bool { return k == Rewind || k == Window }

// Delta is the kind that answers a request with _HLS_skip: the delta update where
// there is one, otherwise the playlist itself.
func (k Kind) Delta() Kind {
	switch k {
	case VideoRewind, VideoRewindSkippable:
		return VideoRewindDelta
	case AudioRewind, AudioRewindSkippable:
		return AudioRewindDelta
	case Rewind, Window, VideoRewindDelta, AudioRewindDelta, VideoWindow, AudioWindow, kinds:
	}
	return k
}

// Skippable is the kind for players that merge delta updates: the same playlist, which
// offers them where there are any.
func (k Kind) Skippable() Kind {
	switch k {
	case VideoRewind:
		return VideoRewindSkippable
	case AudioRewind:
		return AudioRewindSkippable
	case Rewind, Window, VideoRewindDelta, AudioRewindDelta, VideoRewindSkippable, AudioRewindSkippable, VideoWindow, AudioWindow, kinds:
	}
	return k
}

// offersDelta reports whether the playlist says that there are delta updates of it.
func (k Kind) offersDelta() bool {
	switch k {
	case VideoRewindDelta, AudioRewindDelta, VideoRewindSkippable, AudioRewindSkippable:
		return true
	case Rewind, Window, VideoRewind, AudioRewind, VideoWindow, AudioWindow, kinds:
	}
	return false
}

func (k Kind) rendition() segment.Rendition {
	switch k {
	case AudioRewind, AudioRewindDelta, AudioRewindSkippable, AudioWindow:
		return segment.Audio
	case Rewind, Window, VideoRewind, VideoRewindDelta, VideoRewindSkippable, VideoWindow, kinds:
	}
	return segment.Video
}

// sibling is the same view of the other rendition.
func (k Kind) sibling() Kind {
	switch k {
	case VideoRewind, VideoRewindDelta, VideoRewindSkippable:
		return AudioRewind
	case AudioRewind, AudioRewindDelta, AudioRewindSkippable:
		return VideoRewind
	case VideoWindow:
		return AudioWindow
	case AudioWindow:
		return VideoWindow
	case Rewind, Window, kinds:
	}
	return k
}
