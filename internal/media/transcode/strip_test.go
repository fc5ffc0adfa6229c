package transcode

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Pictures come in the size that is asked for, whatever their shape; of those that do not come
// there is none, and the others stay in their places.
func TestSmall(t *testing.T) {
	input := encodeFMP4(t, "-f", "lavfi", "-i", "testsrc2=size=320x320:rate=1",
		"-frames:v", "4", "-vf", "select=not(eq(n\\,1))", "-fps_mode", "passthrough", "-c:v", "libx264", "-bf", "0", "-g", "1", "-pix_fmt", "yuv420p",
		"-video_track_timescale", strconv.Itoa(smallClock))
	small, err := newTool(t, patientLimits()).Small(t.Context(), input, 4, 192, 108)
	if err != nil {
		t.Fatal(err)
	}
	if small[0] == nil || small[1] != nil || small[2] == nil || small[3] == nil {
		t.Fatalf("made are %v", small)
	}
	if size := small[0].Bounds().Size(); size.X != 192 || size.Y != 108 {
		t.Errorf("one has %v", size)
	}
	for x, black := range map[int]bool{10: true, 96: false, 180: true} {
		column := 0
		for y := range 108 {
			r, g, b, _ := small[0].At(x, y).RGBA()
			column += int(r + g + b)
		}
		if (column == 0) != black {
			t.Errorf("at %d the sum of light is %d", x, column)
		}
	}
}

func TestSmallFailsClearly(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	whole := fragment(t, "640x360")
	after := func(d time.Duration) Limits { return Limits{Time: d, Memory: 2 << 30, Output: 1 << 20} }
	for name, try := range map[string]struct {
		limits Limits
		input  []byte
	}{
		"nothing":          {patientLimits(), nil},
		"noise":            {patientLimits(), []byte(strings.Repeat("noise", 1000))},
		"only a beginning": {patientLimits(), whole[:600]},
		"no time to start": {after(time.Nanosecond), whole},
		"hardly any time":  {after(time.Millisecond), whole},
		"no room":          {Limits{Time: 5 * time.Second, Memory: 2 << 30, Output: 100}, whole},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := newTool(t, try.limits).Small(t.Context(), try.input, 5, 192, 108); !errors.Is(err, ErrFailed) {
				t.Errorf("got %v", err)
			}
		})
	}
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "grandstand-small-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	args := smallArguments("/tmp/x", 192, 108)
	if i := slices.Index(args, "-protocol_whitelist"); i < 0 || args[i+1] != "pipe" || i > slices.Index(args, "-i") {
		t.Errorf("arguments: %q", args)
	}
}

func TestSmallSize(t *testing.T) {
	for _, size := range [][4]int{{1920, 1080, 192, 108}, {640, 480, 192, 144}, {1080, 1920, 108, 192}, {400, 400, 192, 192}, {4000, 2, 192, 2}} {
		if w, h := SmallSize(size[0], size[1]); w != size[2] || h != size[3] {
			t.Errorf("of %dx%d: %dx%d", size[0], size[1], w, h)
		}
	}
}
