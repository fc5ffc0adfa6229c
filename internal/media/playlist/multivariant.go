package playlist

import (
	"strconv"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// Protocol versions (RFC 8216bis, 8): EXT-X-SKIP needs 9, EXT-X-MAP needs 6.
const (
	versionLowLatency = 9
	versionOnDemand   = 6
)

// Multivariant writes the playlist that a player opens (RFC 8216bis, 4.4.6). It is
// empty until the stream has a finished segment. Rungs are named that there is something of.
func Multivariant(s *segment.Snapshot, k Kind, beside Beside, rungs ...Rung) []byte {
	if len(s.Segments) == 0 {
		return nil
	}
	video, audio := VideoRewind, AudioRewind
	if k == Window {
		video, audio = VideoWindow, AudioWindow
	}
	return multivariant(s, beside, video.FileName(), audio.FileName(), rungs...)
}

// multivariant writes the playlist of two that are at addresses, and of rungs that have the
// same address as the video, each in its folder.
func multivariant(s *segment.Snapshot, beside Beside, video, audio string, rungs ...Rung) []byte {
	run := principalRun(s)
	out := appendAudio(appendHead(nil, s), run, beside.Language, audio)
	peak, average := bandwidth(s)
	out = appendVariant(out, s, run, run, peak, average, "")
	out = append(out, video...)
	out = append(out, '\n')
	for _, r := range rungs {
		if !r.offered() {
			continue
		}
		peak, average := bandwidthWith(r.Snapshot, s)
		out = appendVariant(out, r.Snapshot, principalRun(r.Snapshot), run, peak, average, "")
		out = append(out, r.Address(video)+"\n"...)
	}
	return out
}

// appendAudio writes the one rendition of sound (RFC 8216bis, 4.4.6.1).
func appendAudio(out []byte, run *segment.Run, language, address string) []byte {
	out = append(out, `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Main"`...)
	if language != "" {
		out = append(out, `,LANGUAGE="`+language+`"`...)
	}
	out = append(out, `,DEFAULT=YES,AUTOSELECT=YES,CHANNELS="`...)
	out = strconv.AppendInt(out, int64(speakers(run.Audio.Channels)), 10)
	out = append(out, `",URI="`...)
	out = append(out, address...)
	return append(out, "\"\n"...)
}

// appendVariant writes what there is to know of pictures and the sound beside them.
func appendVariant(out []byte, s *segment.Snapshot, run, sound *segment.Run, peak, average int64, more string) []byte {
	out = append(out, "#EXT-X-STREAM-INF:BANDWIDTH="...)
	out = strconv.AppendInt(out, peak, 10)
	out = append(out, ",AVERAGE-BANDWIDTH="...)
	out = strconv.AppendInt(out, average, 10)
	out = append(out, `,CODECS="`...)
	out = append(out, run.Video.Codec()+","+sound.Audio.Codec()...)
	out = append(out, `",RESOLUTION=`...)
	out = strconv.AppendInt(out, int64(run.Video.ShownWidth), 10)
	out = append(out, 'x')
	out = strconv.AppendInt(out, int64(run.Video.Height), 10)
	if rate := frameRate(s, run); rate > 0 {
		out = append(out, ",FRAME-RATE="...)
		out = strconv.AppendFloat(out, rate, 'f', 3, 64)
	}
	return append(out, `,AUDIO="audio"`+more+",CLOSED-CAPTIONS=NONE\n"...)
}

func appendHead(out []byte, s *segment.Snapshot) []byte {
	version := versionLowLatency
	if s.State == segment.Ended {
		version = versionOnDemand
	}
	out = append(out, "#EXTM3U\n#EXT-X-VERSION:"...)
	out = strconv.AppendInt(out, int64(version), 10)
	out = append(out, '\n')
	if !s.Dependent {
		out = append(out, "#EXT-X-INDEPENDENT-SEGMENTS\n"...)
	}
	return out
}

// speakers is the number of channels of an AAC channel configuration (ISO/IEC
// 14496-3, table 1.19).
func speakers(configuration int) int {
	if configuration == 7 {
		return 8
	}
	return configuration
}

// principalRun is the one with the largest picture, the newest of equals: a player
// that can play it can play the others.
func principalRun(s *segment.Snapshot) *segment.Run {
	var best *segment.Run
	for _, run := range s.Runs {
		if best == nil || run.Video.Width*run.Video.Height >= best.Video.Width*best.Video.Height {
			best = run
		}
	}
	return best
}

// frameRate is what the encoder declares or else what it sent.
func frameRate(s *segment.Snapshot, run *segment.Run) float64 {
	if run.Video.FrameRate > 0 {
		return run.Video.FrameRate
	}
	for i := len(s.Segments) - 1; i >= 0; i-- {
		if g := s.Segments[i]; g.Run == run.Number {
			return float64(g.Frames) * segment.Ticks / float64(g.Pieces[segment.Video].Duration)
		}
	}
	return 0
}

// bandwidth is the peak of any segment and the average of all, in bits a second of
// both renditions (RFC 8216bis, 4.4.6.2).
func bandwidth(s *segment.Snapshot) (peak, average int64) {
	var size, length int64
	for _, g := range s.Segments {
		bytes := g.Pieces[segment.Video].Size + g.Pieces[segment.Audio].Size
		duration := g.Pieces[segment.Video].Duration
		size, length = size+bytes, length+duration
		// A fragment of a group, as a lost connection leaves behind, says nothing
		// about the rate.
		if duration > segment.Ticks || peak == 0 {
			peak = max(peak, rate(bytes, duration))
		}
	}
	average = rate(size, length)
	return max(peak, average), average
}

func rate(bytes, ticks int64) int64 { return bytes * 8 * segment.Ticks / max(ticks, 1) }
