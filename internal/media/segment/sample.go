// Package segment turns one encoder's samples into CMAF parts and segments, one
// track to a file, and keeps the index that every HLS view is written from.
//
// A stream has two renditions, video and audio, cut at the same moments: segment
// n of one plays with segment n of the other. Silence fills what an encoder does
// not send, so that both renditions always cover the whole stream. Whatever
// breaks continuity (a new connection, another codec configuration, a jump of the
// encoder's clock) starts a new [Run]; it never starts a new stream.
package segment

// Ticks is the number of units in a second in which sample times and the video
// rendition are counted.
const Ticks = 90_000

// VideoSample is one H.264 access unit. Times are the encoder's own, in Ticks.
type VideoSample struct {
	DTS   int64
	PTS   int64
	NALUs [][]byte // without start codes or lengths
}

// AudioSample is one raw AAC frame, without ADTS header. The time is the
// encoder's own, in Ticks.
type AudioSample struct {
	PTS int64
	AU  []byte
}

// scale converts v from units of 1/from to units of 1/to seconds, to the nearest.
func scale(v, to, from int64) int64 {
	whole, rest := v/from, v%from
	if rest < 0 {
		whole, rest = whole-1, rest+from
	}
	return whole*to + (rest*to+from/2)/from
}
