package transcode

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

// noisyFilm is an fMP4 with sound, of pictures that are hard to encode.
func noisyFilm(t *testing.T, size, length string) []byte {
	t.Helper()
	return encodeFMP4(t, "-f", "lavfi", "-i", "testsrc2=size="+size+":rate=50:duration="+length, "-f", "lavfi", "-i", "sine=duration="+length,
		"-vf", "noise=alls=60:allf=t", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "30", "-pix_fmt", "yuv420p", "-c:a", "aac")
}

// A preview has at most five seconds, 480 pixels and 400 kB, no sound, and its tables first, so
// that it plays before it is loaded.
func TestPreview(t *testing.T) {
	for name, try := range map[string]struct {
		input                []byte
		width, height        int
		shownWidth, shownTop int
		length               time.Duration
	}{
		"longer":       {noisyFilm(t, "640x360", "8"), 640, 360, 480, 270, PreviewLength},
		"shorter":      {noisyFilm(t, "192x112", "2"), 192, 112, 192, 112, 2 * time.Second},
		"on its end":   {noisyFilm(t, "360x640", "1"), 360, 640, 270, 480, time.Second},
		"a fragment":   {fragment(t, "320x180"), 320, 180, 320, 180, 5 * time.Second / 30},
		"one picture":  {pictures(t, "320x180", 1), 320, 180, 320, 180, time.Second / 30},
		"an odd shape": {noisyFilm(t, "642x118", "1"), 642, 118, 480, 88, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := newTool(t, patientLimits()).Preview(t.Context(), try.input, try.width, try.height)
			if err != nil {
				t.Fatal(err)
			}
			if p.Width != try.shownWidth || p.Height != try.shownTop || (p.Duration-try.length).Abs() > 100*time.Millisecond {
				t.Errorf("made is one of %dx%d, %s", p.Width, p.Height, p.Duration)
			}
			if len(p.Film) > maxPreview || bytes.Index(p.Film, []byte("moov")) > bytes.Index(p.Film, []byte("mdat")) {
				t.Errorf("%d bytes, tables at %d", len(p.Film), bytes.Index(p.Film, []byte("moov")))
			}
			if try.length < time.Second/animationRate { // one picture does not move
				return
			}
			if len(p.Animation) < 12 || string(p.Animation[:4])+string(p.Animation[8:12]) != "RIFFWEBP" || len(p.Animation) > maxPreview {
				t.Errorf("the animation has %d bytes", len(p.Animation))
			}
		})
	}
}

func TestPreviewFailsClearly(t *testing.T) {
	place := t.TempDir()
	t.Setenv("TMPDIR", place)
	for name, input := range map[string][]byte{
		"nothing": nil, "noise": []byte(strings.Repeat("noise", 1000)), "a playlist": []byte("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"),
	} {
		if p, err := newTool(t, patientLimits()).Preview(t.Context(), input, 640, 360); !errors.Is(err, ErrFailed) || p.Film != nil {
			t.Errorf("%s: %d bytes, %v", name, len(p.Film), err)
		}
	}
	if left, err := os.ReadDir(place); len(left) != 0 || err != nil {
		t.Errorf("left are %v, %v", left, err)
	}
}
