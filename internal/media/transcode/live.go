package transcode

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// LiveSegment is a segment of a live stream that begins with a key frame.
type LiveSegment struct {
	FMP4     []byte // its initialisation section and its chunks
	SPS      []byte // of its pictures (ITU-T H.264, 7.3.2.1)
	Pictures int
	// Pace is how many units of 1/360000 s one picture lasts in general. The same pace
	// makes the same parameter sets.
	Pace int64
}

// liveClock is how many units of a pace are a second: all usual paces are whole numbers of
// them.
const liveClock = 360_000

// Usual paces: those of streams that do not say how fast they are are rounded to them.
func usualPaces() []float64 {
	return []float64{10, 12, 12.5, 15, 20, 24, 25, 30000.0 / 1001, 30, 48, 50, 60000.0 / 1001, 60, 100, 120}
}

// Pace is how long a picture lasts of a stream with so many pictures a second. Where that
// was counted and not said, it is rounded to a usual one within a tenth.
func Pace(fps float64, counted bool) int64 {
	if counted {
		usual := slices.MinFunc(usualPaces(), func(a, b float64) int {
			return cmp.Compare(math.Abs(a-fps), math.Abs(b-fps))
		})
		if math.Abs(usual-fps) <= fps/10 {
			fps = usual
		}
	}
	return max(1, int64(math.Round(liveClock/max(fps, 1))))
}

// shareOfArea is how the bits that pictures of the same quality take grow with their area.
const shareOfArea = 0.75

// smallestRate is the most that pictures of a size for slow lines may take, in kbit/s. 240 lines and
// their sound fit a line of 400 kbit/s.
func smallestRate(name int) int {
	if name <= 240 {
		return 200
	}
	return math.MaxInt
}

// leastRate is what pictures of any size may take, in kbit/s.
const leastRate = 64

// LiveLadder is which of the wanted sizes, by their shorter sides in pixels, a segment of a
// stream is made in: those that are well below its own, the largest first. None has more
// bits than its share of the segment's own: what an encoder has left out does not come back.
func LiveLadder(own Rung, pace int64, wanted []int) []Rung {
	source := Survey{Width: own.Width, Height: own.Height, Rate: [2]int{liveClock, int(pace)}}
	var rungs []Rung
	for _, name := range wanted {
		if name <= 0 || float64(name) > nearly*float64(min(own.Width, own.Height)) {
			continue
		}
		r := source.rung(name)
		share := math.Pow(float64(r.Width*r.Height)/float64(own.Width*own.Height), shareOfArea)
		r.Rate = min(r.Rate, smallestRate(r.Name), max(leastRate, int(share*float64(own.Rate))))
		rungs = append(rungs, r)
	}
	slices.SortFunc(rungs, func(a, b Rung) int { return b.Name - a.Name })
	return slices.CompactFunc(rungs, func(a, b Rung) bool { return a.Name == b.Name })
}

// liveLimits are for one segment of a live stream.
func (t *Tool) liveLimits() Limits {
	return Limits{Time: t.limits.LiveTime, CPU: 80 * time.Second, Memory: 4 << 30, Output: 64 << 20}
}

// liveThreads is how many threads decode, and encode each rung.
const liveThreads = 2

// Resize makes a segment in smaller sizes. For each of them it returns the NAL units of every
// picture, in the order in which they are shown: as many as the segment has, the first a key
// frame, each to be decoded in this order. It waits for no other run of the tool.
func (t *Tool) Resize(ctx context.Context, s LiveSegment, rungs []Rung) (made [][][][]byte, err error) {
	var like h264.SPS
	if err := like.Unmarshal(s.SPS); err != nil {
		return nil, fmt.Errorf("%w: unreadable parameter set: %w", ErrFailed, err)
	}
	dir, err := scratch("live")
	if err != nil {
		return nil, fmt.Errorf("make a folder for a segment: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	run := execution{args: resizeArguments(like, s.Pace, rungs, dir), input: bytes.NewReader(s.FMP4), folder: dir, limits: t.liveLimits()}
	if err := t.execute(ctx, run); err != nil {
		return nil, err
	}
	for _, r := range rungs {
		data, err := os.ReadFile(rungStream(dir, r))
		if err != nil {
			return nil, fmt.Errorf("%w: no pictures: %w", ErrFailed, err)
		}
		pictures, err := splitPictures(data)
		if err != nil {
			return nil, err
		}
		if err := checkResized(pictures, r, s.Pictures); err != nil {
			return nil, err
		}
		made = append(made, pictures)
	}
	return made, nil
}

func rungStream(dir string, r Rung) string { return filepath.Join(dir, strconv.Itoa(r.Name)+".h264") }

// checkResized compares what was made with what was asked for: a decoder that had to leave a
// torn picture out made too few.
func checkResized(pictures [][][]byte, r Rung, count int) error {
	if len(pictures) != count {
		return fmt.Errorf("%w: %d pictures, not %d", ErrFailed, len(pictures), count)
	}
	if !h264.IsRandomAccess(pictures[0]) {
		return fmt.Errorf("%w: the first picture of %d is no key frame", ErrFailed, r.Name)
	}
	for _, unit := range pictures[0] {
		var got h264.SPS
		if h264.NALUType(unit[0]&0x1F) == h264.NALUTypeSPS && got.Unmarshal(unit) == nil && got.Width() == r.Width && got.Height() == r.Height {
			return nil
		}
	}
	return fmt.Errorf("%w: no pictures of %dx%d", ErrFailed, r.Width, r.Height)
}

// resizeArguments reads from standard input and nowhere else. Pictures are counted and not
// timed: what is shown when is the segment's own business.
func resizeArguments(like h264.SPS, pace int64, rungs []Rung, dir string) []string {
	threads := strconv.Itoa(liveThreads)
	args := []string{
		"-hide_banner", "-v", "error", "-nostdin", "-y", "-threads", threads, "-filter_threads", "1", "-filter_complex_threads", "1",
		"-protocol_whitelist", "pipe", "-f", "mp4", "-r", strconv.Itoa(liveClock) + "/" + strconv.FormatInt(pace, 10), "-i", "pipe:0",
		"-filter_complex", resizeFilter(like, rungs),
	}
	for i, r := range rungs {
		// Each segment begins with a full buffer, of one second: so much less is one of two
		// seconds filled with.
		rate := strconv.Itoa(r.Rate*2/3) + "k"
		profile := "high"
		if r.Name <= 480 {
			profile = "main"
		}
		args = append(args, "-map", "[r"+strconv.Itoa(i)+"]", "-fps_mode", "passthrough",
			"-c:v", "libx264", "-preset", "veryfast", "-profile:v", profile, "-crf", "23",
			"-maxrate", rate, "-bufsize", rate,
			"-bf", "0", "-g", "1000", "-sc_threshold", "0", "-aud", "1", "-threads", threads)
		args = append(args, colours(like.VUI)...)
		args = append(args, "-f", "h264", rungStream(dir, r))
	}
	return args
}

// resizeFilter brings pictures to every size. Those whose pixels are square stay so, whatever
// rounding does to their sides.
func resizeFilter(like h264.SPS, rungs []Rung) string {
	format, square := "yuv420p", ",setsar=1"
	if v := like.VUI; v != nil {
		if v.VideoFullRangeFlag {
			format = "yuvj420p"
		}
		if v.AspectRatioInfoPresentFlag && v.AspectRatioIdc > 1 {
			square = ""
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "[0:v:0]split=%d", len(rungs))
	for i := range rungs {
		fmt.Fprintf(&b, "[s%d]", i)
	}
	for i, r := range rungs {
		fmt.Fprintf(&b, ";[s%d]scale=%d:%d%s,format=%s[r%d]", i, r.Width, r.Height, square, format, i)
	}
	return b.String()
}
