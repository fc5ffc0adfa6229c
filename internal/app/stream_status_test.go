package app

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media"
	vital "github.com/grandstand/grandstand/internal/media/ingest/health"
)

// Whoever stands beside the encoder is told in words what is wrong, and what to do.
func TestWhatIsSaidOfStreams(t *testing.T) {
	now := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	fine := vital.Reading{Lasts: 60, Bitrate: 4e6, FPS: 30, Pace: 1, KeyEvery: 2, Sound: true, Width: 1280, Height: 720, Settled: true}
	black := fine
	black.Black = 30
	report := func(r vital.Reading) media.EncoderReport {
		return media.EncoderReport{At: now.Add(-5 * time.Second), Protocol: "srt", Remote: "192.0.2.7:9000", Reading: r}
	}
	refused := report(fine)
	refused.Code, refused.Closed = "codec", "video is HEVC (H.265), not H.264: unsupported codec"
	channels := report(fine)
	channels.Code, channels.Closed = "sound_channels", "4 channels of sound in an order that players do not know: unsupported channels"
	keyless := report(fine)
	keyless.Code, keyless.Closed = "no_key_frame", "the encoder sent no key frame"
	rotated := report(fine)
	rotated.Code, rotated.Closed = media.KeyReplaced, "an operator replaced the stream key"
	ended := media.Stream{EventID: 17, State: media.Ended, EndRequestedAt: now.Add(-time.Minute)}
	studio := fine
	studio.Depth, studio.Chroma = 10, "4:2:2"
	old := report(fine)
	old.At = now.Add(-time.Minute)
	for name, tt := range map[string]struct {
		status         media.EncoderStatus
		summary, found string
	}{
		"well":                       {media.EncoderStatus{Publishing: true, Report: report(fine)}, "srt from 192.0.2.7:9000: 4.0 Mbit/s, 1280x720, 30 frames/s, key frame every 2.0 s, sound +0.0 s", ""},
		"black":                      {media.EncoderStatus{Publishing: true, Report: report(black)}, "Mbit/s", "lens cap"},
		"new":                        {media.EncoderStatus{Publishing: true}, "just connected", ""},
		"no server":                  {media.EncoderStatus{Publishing: true, Node: "b", Report: old}, "does not report", `server "b"`},
		"gone":                       {media.EncoderStatus{Until: now.Add(40 * time.Second), Report: report(fine)}, "no encoder", "within 40 s"},
		"sent away":                  {media.EncoderStatus{Report: refused}, "no encoder", "Set its video to H.264"},
		"sent away, may return":      {media.EncoderStatus{Until: now.Add(40 * time.Second), Report: refused}, "no encoder", "HEVC (H.265), not H.264: unsupported codec. Set its video to H.264 and its sound to AAC-LC, or to Opus over WHIP.The encoder has disconnected. Start it again with the same stream key within 40 s"},
		"sent away, is back":         {media.EncoderStatus{Publishing: true, Report: refused}, "just connected", "The server disconnected the encoder: video is HEVC"},
		"sent away for its channels": {media.EncoderStatus{Report: channels}, "no encoder", "Set its sound to stereo."},
		"sent away, no key frame":    {media.EncoderStatus{Report: keyless}, "no encoder", "the encoder sent no key frame. Set the keyframe interval to 2 s with closed GOPs (IDR frames), without open GOP and intra refresh."},
		"sent away, key replaced":    {media.EncoderStatus{Until: now.Add(40 * time.Second), Report: rotated}, "no encoder", "Enter the new stream key in the encoder: grandstand stream key prints it.The encoder has disconnected. Start it again with the new stream key within 40 s"},
		"10-bit 4:2:2":               {media.EncoderStatus{Publishing: true, Report: report(studio)}, "Mbit/s", "The picture is 10-bit 4:2:2"},
		"ended by an operator":       {media.EncoderStatus{Stream: ended, Report: report(fine)}, "no encoder", "An operator ended the event. Encoders are refused. To let one continue it: grandstand stream reopen 17"},
		"about to end":               {media.EncoderStatus{Stream: ended, Publishing: true, Node: "b", Report: report(fine)}, "Mbit/s", `the server "b" has not disconnected the encoder yet`},
		"long ended":                 {media.EncoderStatus{Stream: media.Stream{State: media.Ended}}, "no encoder", ""},
	} {
		r := reportStream("north", "A at B", tt.status, now)
		text := ""
		for _, f := range r.Findings {
			text += f.Text
		}
		if !strings.Contains(r.Summary, tt.summary) || !strings.Contains(text, tt.found) || (tt.found == "") != (text == "") {
			t.Errorf("%s: %q, %q", name, r.Summary, text)
		}
	}
}
