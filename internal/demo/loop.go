package demo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/sandbox"
)

// loop is a film that is played again and again.
type loop struct {
	began  time.Time     // of the first picture, on the wall clock
	length time.Duration // from a picture to the same picture of the next play
	marks  []kit.Mark
}

// shown are the marks with the time of their pictures, without an end.
func (l loop) shown() iter.Seq2[kit.Mark, time.Time] {
	return func(yield func(kit.Mark, time.Time) bool) {
		for began := l.began; len(l.marks) > 0; began = began.Add(l.length) {
			for _, m := range l.marks {
				if !yield(m, began.Add(seconds(m.AtS))) {
					return
				}
			}
		}
	}
}

// measuredPlays is how often measureLoop plays a file.
const measuredPlays = 3

// measureLoop returns the time from the first picture of a file to the same picture of the next play, as ffmpeg's
// -stream_loop sends them. The sound can be longer than the pictures, and releases of ffmpeg count its last frame
// differently, so the loop is measured and not calculated.
func measureLoop(ctx context.Context, ffmpeg, file string) (time.Duration, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return 0, fmt.Errorf("find the video: %w", err)
	}
	var complaints bytes.Buffer
	cmd := sandbox.Command(ctx, sandbox.Rules{Read: []string{path}, Memory: 2 << 30, CPU: time.Minute}, ffmpeg,
		"-hide_banner", "-loglevel", "error", "-nostdin",
		"-stream_loop", strconv.Itoa(measuredPlays-1), "-i", path, "-map", "0:v:0", "-map", "0:a?", "-c", "copy", "-f", "framecrc", "-")
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("measure the loop: %w: %s", err, lastLine(complaints.String()))
	}
	return loopOf(out)
}

// loopOf reads the length of a loop from ffmpeg's list of packets, in which a file is played measuredPlays times.
func loopOf(list []byte) (time.Duration, error) {
	var base float64 // seconds in a unit of the list
	var pictures []int64
	lines := bufio.NewScanner(bytes.NewReader(list))
	for lines.Scan() {
		if unit, ok := strings.CutPrefix(lines.Text(), "#tb 0: "); ok {
			num, den, _ := strings.Cut(unit, "/")
			n, errNum := strconv.ParseFloat(num, 64)
			d, errDen := strconv.ParseFloat(den, 64)
			if err := errors.Join(errNum, errDen); err != nil || d == 0 {
				return 0, fmt.Errorf("read the unit %q of the packets", unit)
			}
			base = n / d
		}
		fields := strings.Split(lines.Text(), ",")
		if fields[0] != "0" || len(fields) < 3 {
			continue
		}
		at, err := strconv.ParseInt(strings.TrimSpace(fields[2]), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read the time of a picture: %w", err)
		}
		pictures = append(pictures, at)
	}
	each := len(pictures) / measuredPlays
	if base == 0 || each == 0 || len(pictures)%measuredPlays != 0 {
		return 0, fmt.Errorf("the loop has %d pictures in %d plays", len(pictures), measuredPlays)
	}
	return seconds(float64(pictures[(measuredPlays-1)*each]-pictures[0]) * base / (measuredPlays - 1)), lines.Err()
}
