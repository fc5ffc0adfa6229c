package transcode

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func newTool(t *testing.T, limits Limits) *Tool {
	t.Helper()
	tool, err := NewTool("ffmpeg", limits, 2)
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// patientLimits are the defaults with enough time for an ffmpeg on a very busy machine.
func patientLimits() Limits {
	limits := DefaultLimits()
	limits.Time, limits.LiveTime = 3*time.Minute, 3*time.Minute
	return limits
}

func fragment(t *testing.T, size string) []byte {
	t.Helper()
	return pictures(t, size, 5)
}

// pictures is an fMP4 of so many pictures, 30 a second.
func pictures(t *testing.T, size string, n int) []byte {
	t.Helper()
	return encodeFMP4(t, "-f", "lavfi", "-i", "testsrc2=size="+size+":rate=30", "-frames:v", strconv.Itoa(n), "-c:v", "libx264", "-pix_fmt", "yuv420p")
}

// encodeFMP4 has ffmpeg encode a fragmented MP4.
func encodeFMP4(t testing.TB, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.mp4")
	args = append(append([]string{"-v", "error", "-nostdin"}, args...), "-movflags", "frag_keyframe+empty_moov", path)
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestStills(t *testing.T) {
	tool := newTool(t, patientLimits())
	wide := encodeFMP4(t, "-f", "lavfi", "-i", "testsrc2=size=720x540:rate=30,setsar=4/3", "-frames:v", "5", "-c:v", "libx264", "-pix_fmt", "yuv420p")
	stills, err := tool.Stills(t.Context(), wide, []int{1280, 480}) // shown as 960x540
	if err != nil {
		t.Fatal(err)
	}
	if len(stills) != 2 || stills[0].Width != 960 || stills[0].Height != 540 || stills[1].Width != 480 || stills[1].Height != 270 {
		t.Errorf("%d stills, %dx%d and %dx%d", len(stills), stills[0].Width, stills[0].Height, stills[1].Width, stills[1].Height)
	}
}

func TestHostileInputFailsClearly(t *testing.T) {
	tool := newTool(t, Limits{Time: 5 * time.Second, Memory: 1 << 30, Output: 1 << 20})
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	cut := fragment(t, "320x180")
	for name, input := range map[string][]byte{
		"nothing":          nil,
		"noise":            []byte(strings.Repeat("noise", 1000)),
		"cut short":        cut[:len(cut)/3],
		"a playlist":       []byte("#EXTM3U\n#EXTINF:1,\nfile://" + secret + "\n#EXT-X-ENDLIST\n"),
		"a list of files":  []byte("ffconcat version 1.0\nfile '" + secret + "'\n"),
		"only a beginning": cut[:600],
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := tool.Stills(t.Context(), input, []int{640}); !errors.Is(err, ErrFailed) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestLimitsHold(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	input := fragment(t, "640x360")
	for _, limit := range []time.Duration{time.Nanosecond, time.Millisecond} { // before it starts, and after
		if _, err := newTool(t, Limits{Time: limit, Memory: 2 << 30, Output: 1 << 20}).Stills(t.Context(), input, []int{640}); !errors.Is(err, ErrFailed) {
			t.Errorf("%s of time: %v", limit, err)
		}
	}
	if _, err := newTool(t, Limits{Time: 5 * time.Second, Memory: 1 << 20, Output: 1 << 20}).Stills(t.Context(), input, []int{640}); !errors.Is(err, ErrFailed) {
		t.Errorf("memory: %v", err)
	}
	if _, err := newTool(t, Limits{Time: 5 * time.Second, Memory: 2 << 30, Output: 100}).Stills(t.Context(), input, []int{640}); !errors.Is(err, ErrFailed) {
		t.Errorf("output: %v", err)
	}
	working := patientLimits()
	working.CPU = time.Second
	if _, err := newTool(t, working).Preview(t.Context(), noisyFilm(t, "1280x720", "5"), 1280, 720); !errors.Is(err, ErrFailed) {
		t.Errorf("processor time: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "grandstand-still-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestArgumentsReadFromNowhereElse(t *testing.T) {
	args := stillArguments("/tmp/x", []int{1280, 480})
	i := slices.Index(args, "-protocol_whitelist")
	if i < 0 || args[i+1] != "pipe" || i > slices.Index(args, "-i") {
		t.Errorf("arguments: %q", args)
	}
}
