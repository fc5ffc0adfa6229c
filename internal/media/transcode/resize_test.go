package transcode

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// livePictures is how many pictures a segment of these tests has.
const livePictures = 30

// liveSegment is a segment of test pictures as an encoder with some settings makes it.
func liveSegment(t *testing.T, source string, pace int64, args ...string) LiveSegment {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.mp4")
	all := append([]string{"-v", "error", "-nostdin", "-f", "lavfi", "-i", source, "-frames:v", "30", "-c:v", "libx264", "-preset", "veryfast", "-g", "30"}, args...)
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", append(all, "-movflags", "frag_keyframe+empty_moov", path)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return LiveSegment{FMP4: data, SPS: parametersOf(t, data), Pictures: livePictures, Pace: pace}
}

// declared is the parameter set that pictures begin with.
func declared(t *testing.T, pictures [][][]byte) (raw []byte, sps h264.SPS) {
	t.Helper()
	i := slices.IndexFunc(pictures[0], func(unit []byte) bool { return h264.NALUType(unit[0]&0x1F) == h264.NALUTypeSPS })
	if i < 0 || sps.Unmarshal(pictures[0][i]) != nil {
		t.Fatal("there is no parameter set")
	}
	return pictures[0][i], sps
}

// Every segment becomes as many pictures as it has, the first a key frame and none out of
// order, and all segments of a stream are decoded alike.
func TestResizeMakesEveryPicture(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	tool := newTool(t, patientLimits())
	for name, tt := range map[string]struct {
		source string
		pace   int64
		args   []string
		rungs  []Rung
		aspect uint8 // as the parameter set names it, 0 or 1 for square pixels
		full   bool
	}{
		"usual":          {"size=640x360:rate=30", 12000, []string{"-pix_fmt", "yuv420p"}, []Rung{{180, 320, 180, 800}, {90, 160, 90, 400}}, 1, false},
		"film":           {"size=640x360:rate=24000/1001", 15015, []string{"-pix_fmt", "yuv420p", "-bf", "4"}, []Rung{{180, 320, 180, 800}}, 1, false},
		"fast":           {"size=640x360:rate=60000/1001", 6006, []string{"-pix_fmt", "yuv420p", "-tune", "zerolatency"}, []Rung{{180, 320, 180, 800}}, 1, false},
		"uneven":         {"size=650x366:rate=25", 14400, []string{"-pix_fmt", "yuv420p"}, []Rung{{180, 320, 180, 800}}, 1, false},
		"wide pixels":    {"size=704x576:rate=25,setsar=16/11", 14400, []string{"-pix_fmt", "yuv420p"}, []Rung{{288, 352, 288, 800}}, 4, false},
		"ten bits":       {"size=640x360:rate=30", 12000, []string{"-pix_fmt", "yuv422p10le"}, []Rung{{180, 320, 180, 800}}, 1, false},
		"full range":     {"size=640x360:rate=30", 12000, []string{"-pix_fmt", "yuvj420p"}, []Rung{{180, 320, 180, 800}}, 1, true},
		"several slices": {"size=640x360:rate=30", 12000, []string{"-pix_fmt", "yuv420p", "-slices", "4"}, []Rung{{180, 320, 180, 800}}, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			var elder [][]byte
			for _, pictures := range []string{"testsrc2=", "mandelbrot="} { // little and much to be encoded
				s := liveSegment(t, pictures+tt.source, tt.pace, tt.args...)
				made, err := tool.Resize(t.Context(), s, tt.rungs)
				if err != nil || len(made) != len(tt.rungs) {
					t.Fatalf("%s %d sizes, %v", pictures, len(made), err)
				}
				for i, r := range tt.rungs {
					raw, sps := declared(t, made[i])
					if len(made[i]) != livePictures || sps.Width() != r.Width || sps.Height() != r.Height {
						t.Errorf("%s %d pictures of %dx%d", pictures, len(made[i]), sps.Width(), sps.Height())
					}
					if fps := sps.FPS(); math.Abs(fps-liveClock/float64(tt.pace)) > 0.001 {
						t.Errorf("%s %g pictures a second are declared", pictures, fps)
					}
					if v := sps.VUI; v == nil || v.AspectRatioInfoPresentFlag && v.AspectRatioIdc != tt.aspect || v.VideoFullRangeFlag != tt.full {
						t.Errorf("%s declares %+v", pictures, v)
					}
					for n, units := range made[i] {
						if key := h264.IsRandomAccess(units); key != (n == 0) {
							t.Errorf("%s picture %d: a key frame %t", pictures, n, key)
						}
					}
					if len(elder) > i && !bytes.Equal(raw, elder[i]) {
						t.Errorf("another segment is decoded by %x, the first one by %x", raw, elder[i])
					}
					elder = append(elder, raw)
				}
			}
		})
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), "grandstand-live-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// What is made of much takes no more than it may, from the first segment on.
func TestResizeKeepsToItsRate(t *testing.T) {
	tool := newTool(t, patientLimits())
	s := liveSegment(t, "testsrc2=size=640x360:rate=15,noise=alls=60:allf=t", 24000, "-pix_fmt", "yuv420p", "-crf", "10")
	for _, rate := range []int{200, 800} {
		made, err := tool.Resize(t.Context(), s, []Rung{{180, 320, 180, rate}})
		if err != nil {
			t.Fatal(err)
		}
		bits := 0
		for _, units := range made[0] {
			for _, unit := range units {
				bits += 8 * len(unit)
			}
		}
		if seconds := livePictures / 15.0; float64(bits) > 1.1*1000*float64(rate)*seconds {
			t.Errorf("%d kbit of %d in %g s", bits/1000, rate, seconds)
		}
	}
}

// What is not whole is not made, and nothing but the segment is read.
func TestResizeOfHostileInput(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	tool := newTool(t, patientLimits())
	whole := liveSegment(t, "testsrc2=size=640x360:rate=30", 12000, "-pix_fmt", "yuv420p")
	rungs := []Rung{{180, 320, 180, 800}}
	with := func(change func(*LiveSegment)) LiveSegment {
		s := whole
		change(&s)
		return s
	}
	for name, s := range map[string]LiveSegment{
		"nothing":       with(func(s *LiveSegment) { s.FMP4 = nil }),
		"noise":         with(func(s *LiveSegment) { s.FMP4 = []byte(strings.Repeat("noise", 1000)) }),
		"cut short":     with(func(s *LiveSegment) { s.FMP4 = s.FMP4[:len(s.FMP4)/2] }),
		"a list":        with(func(s *LiveSegment) { s.FMP4 = []byte("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n") }),
		"one too many":  with(func(s *LiveSegment) { s.Pictures++ }),
		"one too few":   with(func(s *LiveSegment) { s.Pictures-- }),
		"no parameters": with(func(s *LiveSegment) { s.SPS = []byte{0x67} }),
	} {
		if made, err := tool.Resize(t.Context(), s, rungs); !errors.Is(err, ErrFailed) {
			t.Errorf("%s: %d sizes, %v", name, len(made), err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tool.Resize(ctx, whole, rungs); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody wants it: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), "grandstand-live-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	args := resizeArguments(h264.SPS{}, 12000, rungs, "/tmp/x")
	if i := slices.Index(args, "-protocol_whitelist"); i < 0 || args[i+1] != "pipe" || i > slices.Index(args, "-i") {
		t.Errorf("it reads from elsewhere: %v", args)
	}
}

// BenchmarkResize is what a segment of two seconds costs in the sizes of a usual channel:
//
//	go test ./internal/media/transcode -run - -bench Resize
func BenchmarkResize(b *testing.B) {
	tool, err := NewTool("ffmpeg", DefaultLimits(), 1)
	if err != nil {
		b.Fatal(err)
	}
	s := LiveSegment{Pictures: 60, Pace: 12000, FMP4: encodeFMP4(b, "-f", "lavfi", "-i", "mandelbrot=size=1280x720:rate=30",
		"-frames:v", "60", "-c:v", "libx264", "-preset", "veryfast", "-b:v", "4M", "-g", "60", "-pix_fmt", "yuv420p")}
	s.SPS = parametersOf(b, s.FMP4)
	rungs := LiveLadder(Rung{Width: 1280, Height: 720, Rate: 4000}, s.Pace, []int{480, 360})
	for b.Loop() {
		if _, err := tool.Resize(b.Context(), s, rungs); err != nil {
			b.Fatal(err)
		}
	}
}
