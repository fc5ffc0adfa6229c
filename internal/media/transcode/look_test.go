package transcode

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// track is one second of a generated track as fMP4.
func track(t *testing.T, source string, codec ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.mp4")
	args := append([]string{"-v", "error", "-nostdin", "-f", "lavfi", "-i", source, "-t", "1"}, codec...)
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", append(args, "-movflags", "frag_keyframe+empty_moov", path)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestLook(t *testing.T) {
	tool := newTool(t, patientLimits())
	x264, aac := []string{"-c:v", "libx264", "-pix_fmt", "yuv420p"}, []string{"-c:a", "aac"}
	bars, black := track(t, "testsrc2=size=640x360:rate=30", x264...), track(t, "color=black:size=640x360:rate=30", x264...)
	tone, still := track(t, "sine=frequency=440", aac...), track(t, "anullsrc=channel_layout=stereo", aac...)
	for name, tt := range map[string]struct {
		video, audio  []byte
		black, silent bool
	}{
		"a game":       {bars, tone, false, false},
		"a lens cap":   {black, tone, true, false},
		"a muted line": {bars, still, false, true},
	} {
		look, err := tool.Look(t.Context(), tt.video, tt.audio)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if (look.Bright < 32) != tt.black || (look.Peak < -60) != tt.silent {
			t.Errorf("%s: %+v", name, look)
		}
	}
	if _, err := tool.Look(t.Context(), []byte("noise"), tone); !errors.Is(err, ErrFailed) {
		t.Errorf("noise: %v", err)
	}
}
