package transcode

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mp4/codecs"
)

// parametersOf reads the parameter set of an fMP4.
func parametersOf(t testing.TB, data []byte) []byte {
	t.Helper()
	var init fmp4.Init
	if err := init.Unmarshal(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	return init.Tracks[0].Codec.(*codecs.H264).SPS
}

func TestEdges(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	tool, input := newTool(t, patientLimits()), fragment(t, "320x180")
	sps := parametersOf(t, input)
	for _, test := range []struct{ skip, count int }{{0, 5}, {1, 4}, {4, 1}, {2, 2}} {
		pictures, err := tool.Edge(t.Context(), input, sps, test.skip, test.count)
		if err != nil || len(pictures) != test.count {
			t.Errorf("%+v: %d pictures, %v", test, len(pictures), err)
			continue
		}
		for i, units := range pictures {
			if h264.IsRandomAccess(units) != (i == 0) {
				t.Errorf("%+v: picture %d", test, i)
			}
		}
	}
	// More than there is, and ffmpeg is content with fewer.
	for _, test := range []struct{ skip, count int }{{0, 6}, {5, 1}, {3, 9}} {
		if _, err := tool.Edge(t.Context(), input, sps, test.skip, test.count); !errors.Is(err, ErrFailed) {
			t.Errorf("%+v: %v", test, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), "grandstand-edge-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestEdgesOfHostileInput(t *testing.T) {
	input := fragment(t, "320x180")
	sps := parametersOf(t, input)
	tool := newTool(t, Limits{Time: 5 * time.Second, Memory: 1 << 30, Output: 1 << 20})
	for name, hostile := range map[string][]byte{
		"nothing": nil, "noise": []byte(strings.Repeat("noise", 1000)), "cut short": input[:len(input)/3],
		"a list": []byte("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"),
	} {
		if _, err := tool.Edge(t.Context(), hostile, sps, 0, 2); !errors.Is(err, ErrFailed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := tool.Edge(t.Context(), input, parametersOf(t, fragment(t, "640x360")), 0, 2); !errors.Is(err, ErrFailed) {
		t.Errorf("another size: %v", err)
	}
	if _, err := tool.Edge(t.Context(), input, []byte{0x67}, 0, 2); !errors.Is(err, ErrFailed) {
		t.Errorf("no parameters: %v", err)
	}
	small := newTool(t, Limits{Time: 5 * time.Second, Memory: 1 << 30, Output: 100})
	if _, err := small.Edge(t.Context(), input, sps, 0, 5); !errors.Is(err, ErrFailed) {
		t.Errorf("a full disk: %v", err)
	}
}

func TestEdgesResembleWhatTheyBelongTo(t *testing.T) {
	for name, test := range map[string]struct {
		like h264.SPS
		want string
	}{
		"plain":    {h264.SPS{ProfileIdc: 100, ChromaFormatIdc: 1, LevelIdc: 31}, "-pix_fmt yuv420p -level 31 -profile:v high"},
		"baseline": {h264.SPS{ProfileIdc: 66, LevelIdc: 30}, "-pix_fmt yuv420p -level 30 -profile:v baseline"},
		"ten bits": {h264.SPS{ProfileIdc: 122, ChromaFormatIdc: 2, BitDepthLumaMinus8: 2, LevelIdc: 40}, "-pix_fmt yuv422p10le -level 40 -profile:v high422"},
		"full range": {
			h264.SPS{ProfileIdc: 77, LevelIdc: 40, VUI: &h264.SPS_VUI{VideoSignalTypePresentFlag: true, VideoFullRangeFlag: true}},
			"-pix_fmt yuvj420p -level 40 -profile:v main -color_range 2",
		},
		"colours": {
			h264.SPS{ProfileIdc: 77, LevelIdc: 40, VUI: &h264.SPS_VUI{
				VideoSignalTypePresentFlag: true, ColourDescriptionPresentFlag: true, ColourPrimaries: 9, TransferCharacteristics: 16, MatrixCoefficients: 9,
			}},
			"-color_range 1 -color_primaries 9 -color_trc 16 -colorspace 9",
		},
	} {
		args := edgeArguments(test.like, 3, 4, "/tmp/x")
		if got := strings.Join(args, " "); !strings.Contains(got, test.want) || !strings.Contains(got, "trim=start_frame=3:end_frame=7") {
			t.Errorf("%s: %s", name, got)
		}
		if i := slices.Index(args, "-protocol_whitelist"); i < 0 || args[i+1] != "pipe" || i > slices.Index(args, "-i") {
			t.Errorf("%s reads from elsewhere", name)
		}
	}
}

func FuzzSplitPictures(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 9, 0x10, 0, 0, 1, 0x65, 1, 0, 0, 0, 1, 9, 0x30, 0, 0, 1, 0x41, 2})
	f.Add([]byte{0, 0, 1, 9})
	f.Add([]byte{})
	f.Fuzz(func(_ *testing.T, stream []byte) {
		_, _ = splitPictures(stream) // and comes to an end
	})
}
