package health

import (
	"fmt"
	"math"
)

// Finding is something wrong with what an encoder sends.
type Finding struct {
	// Code is a stable word for programs.
	Code string `json:"code"`
	// Text says what is wrong and what to do, to whoever stands beside the encoder.
	Text string `json:"text"`
}

// Limits beyond which something is wrong.
const (
	latePicture = 3     // seconds without a picture
	lateSound   = 3     // or sound
	longBlack   = 10    // of nothing to see
	longSilence = 10    // or hear
	slowPace    = 0.95  // of the stream's own time
	fewPictures = 20    // in a second
	rareKeys    = 4.2   // seconds between key frames
	farApart    = 1     // second between sound and picture
	heavyBits   = 15e6  // bits a second
	poorBits    = 600e3 // for pictures of this height or more
	poorHeight  = 700   // pixels
)

// common is how colours are sampled in video that every device plays.
const common = "4:2:0"

// Findings are what is wrong, the worst first.
func (r Reading) Findings() []Finding {
	var found []Finding
	say := func(wrong bool, code, text string, args ...any) {
		if wrong {
			found = append(found, Finding{code, fmt.Sprintf(text, args...)})
		}
	}
	stopped := r.SinceVideo > latePicture
	say(stopped, "no_picture", "No picture has arrived for %.0f s. Check the camera's cable and the encoder's input. If both are fine, the connection is broken.", r.SinceVideo)
	say(!stopped && r.Black >= longBlack, "black", "The picture has been black for %.0f s. Is the lens cap on, the camera off, or the wrong input selected in the encoder?", r.Black)
	say(!r.Sound && r.Settled, "no_sound", "There is no sound track. Turn sound on in the encoder (AAC), or viewers hear nothing.")
	say(r.Sound && !stopped && r.SinceAudio > lateSound, "sound_stopped", "No sound has arrived for %.0f s, but the picture continues. Check the encoder's sound input.", r.SinceAudio)
	say(r.Sound && r.SinceAudio <= lateSound && r.Silent >= longSilence, "silent", "The sound has been silent for %.0f s. Is the microphone or the mixer on, and selected in the encoder?", r.Silent)
	say(r.Depth > 8 || r.Chroma != "" && r.Chroma != common, "profile", "The picture is %d-bit %s. Phones, tablets, TVs and Safari do not play it; only some browsers on computers do. Set the encoder to 8-bit 4:2:0 (profile High).", r.Depth, r.Chroma)
	if !r.Settled || stopped {
		return found
	}
	say(r.Pace < slowPace, "slow", "Only %.0f %% of the stream arrives in time: the connection is too slow for %s. Lower the bitrate, or use a cable instead of Wi-Fi.", r.Pace*100, Bits(r.Bitrate/math.Max(r.Pace, 0.05)))
	say(r.FPS > 0 && r.FPS < fewPictures, "few_pictures", "Only %.0f frames per second arrive; 30 or more look smooth. The encoder is overloaded or its frame rate is set low: choose a lower resolution or a faster preset.", r.FPS)
	say(r.KeyEvery > rareKeys, "rare_keys", "Key frames come every %.1f s. Set the keyframe interval to 2 s with closed GOPs (IDR frames), without open GOP and intra refresh: viewers wait that long for the picture and watch with that much more delay.", r.KeyEvery)
	say(math.Abs(r.Drift) > farApart, "apart", "Sound and picture arrive %.1f s apart. Restart the encoder. If that does not help, take sound and picture from the same device.", math.Abs(r.Drift))
	say(r.Bitrate > heavyBits, "heavy", "The stream has %s, more than many viewers' connections can carry. Lower the bitrate to 6 Mbit/s.", Bits(r.Bitrate))
	say(r.Height >= poorHeight && r.Bitrate > 0 && r.Bitrate < poorBits, "poor", "The stream has only %s for a picture of %dx%d: it looks blurred. Raise the bitrate to 3 Mbit/s or more.", Bits(r.Bitrate), r.Width, r.Height)
	return found
}

// Bits is a rate as people read it.
func Bits(rate float64) string {
	if rate < 1e6 {
		return fmt.Sprintf("%.0f kbit/s", rate/1e3)
	}
	return fmt.Sprintf("%.1f Mbit/s", rate/1e6)
}
