// Package whiptest is an encoder that publishes by WHIP, for tests: one whose packets can
// be lost, late or wrong.
package whiptest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/pion/webrtc/v4/pkg/media/oggreader"
)

// Footage is what an encoder sends: pictures at an even rate, and sound of 20 ms a packet.
type Footage struct {
	Pictures [][]byte // access units with start codes
	Rate     int      // pictures in a second
	Sound    [][]byte // Opus; none for a silent encoder
}

// Render makes footage of ffmpeg's inputs and settings of its picture, one slice each. With
// sound there must be two inputs, the second of which is the sound.
func Render(ctx context.Context, rate int, sound bool, args ...string) (*Footage, error) {
	f := &Footage{Rate: rate}
	pictures, err := run(ctx, args, "-map", "0:v", "-c:v", "libx264", "-threads", "1", "-pix_fmt", "yuv420p", "-bf", "0",
		"-x264-params", "slices=1:sliced-threads=0", "-f", "h264", "-")
	if err != nil {
		return nil, err
	}
	if f.Pictures, err = split(pictures); err != nil || !sound {
		return f, err
	}
	opus, err := run(ctx, args, "-map", "1:a", "-c:a", "libopus", "-ar", "48000", "-ac", "2", "-frame_duration", "20",
		"-page_duration", "20000", "-f", "ogg", "-")
	if err != nil {
		return nil, err
	}
	f.Sound, err = packets(opus)
	return f, err
}

func run(ctx context.Context, inputs []string, more ...string) ([]byte, error) {
	args := append([]string{"-hide_banner", "-v", "error", "-nostdin"}, inputs...)
	cmd := exec.CommandContext(ctx, "ffmpeg", append(args, more...)...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("render footage: %w: %s", err, complaint.String())
	}
	return out, nil
}

// split takes a stream of one slice a picture apart: what stands before a slice belongs to it.
func split(stream []byte) (pictures [][]byte, err error) {
	var open []byte
	for _, part := range bytes.Split(stream, []byte{0, 0, 1}) {
		unit := bytes.TrimRight(part, "\x00") // the first byte of a longer start code
		if len(unit) == 0 {
			continue
		}
		open = append(append(open, 0, 0, 0, 1), unit...)
		if t := h264.NALUType(unit[0] & 0x1F); t == h264.NALUTypeIDR || t == h264.NALUTypeNonIDR {
			pictures, open = append(pictures, open), nil
		}
	}
	if len(pictures) == 0 {
		return nil, errors.New("the footage has no pictures")
	}
	return pictures, nil
}

func packets(ogg []byte) (sound [][]byte, err error) {
	r, _, err := oggreader.NewWith(bytes.NewReader(ogg))
	if err != nil {
		return nil, fmt.Errorf("read sound: %w", err)
	}
	for {
		page, _, err := r.ParseNextPage()
		if errors.Is(err, io.EOF) {
			return sound, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read sound: %w", err)
		}
		if !bytes.HasPrefix(page, []byte("OpusTags")) {
			sound = append(sound, page)
		}
	}
}
