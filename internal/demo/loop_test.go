package demo

import (
	"bufio"
	"bytes"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/media"
)

// aPicture is how long one picture of the demo's films is shown.
const aPicture = 40 * time.Millisecond

// After an hour of plays, every score and moment still has the time at which ffmpeg sends its picture.
func TestMarksStayOnTheirPicturesForAnHour(t *testing.T) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	broadcasts, err := Broadcasts()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range broadcasts {
		t.Run(filepath.Base(b.Video), func(t *testing.T) {
			file, err := unpack(b.Files, b.Video, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			marks, err := b.marks()
			if err != nil {
				t.Fatal(err)
			}
			length, err := measureLoop(t.Context(), ffmpeg, file)
			if err != nil {
				t.Fatal(err)
			}
			sent := picturesOf(t, ffmpeg, file)
			each := sent.inOnePlay(t)
			film := loop{began: friday, length: length, marks: marks}
			checked := 0
			for m, at := range film.shown() {
				play, picture := checked/len(marks), int(seconds(m.AtS)/aPicture)
				checked++
				i := play*each + min(picture, each-1)
				if i >= len(sent.at) {
					break
				}
				if off := at.Sub(friday) - sent.at[i]; off.Abs() > 2*aPicture {
					t.Fatalf("play %d: the mark of %.2f s is told %v apart from its picture", play, m.AtS, off)
				}
			}
			if checked < 50*len(marks)/2 && length < time.Minute || checked < 2*len(marks) {
				t.Errorf("%d marks in an hour", checked)
			}
		})
	}
}

// pictures are what ffmpeg sends of a film in an hour of plays.
type pictures struct {
	at  []time.Duration
	sum []string
}

func picturesOf(t *testing.T, ffmpeg, file string) pictures {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), ffmpeg, "-v", "error", "-stream_loop", "-1", "-i", file, "-t", "3600",
		"-map", "0:v:0", "-map", "0:a", "-c", "copy", "-f", "framecrc", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	var p pictures
	var units float64
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		if unit, ok := strings.CutPrefix(lines.Text(), "#tb 0: 1/"); ok {
			if units, err = strconv.ParseFloat(unit, 64); err != nil {
				t.Fatal(err)
			}
		}
		fields := strings.Split(lines.Text(), ",")
		if fields[0] != "0" {
			continue
		}
		at, err := strconv.ParseFloat(strings.TrimSpace(fields[2]), 64)
		if err != nil {
			t.Fatal(err)
		}
		p.at, p.sum = append(p.at, seconds(at/units)), append(p.sum, fields[len(fields)-1])
	}
	return p
}

// inOnePlay is how many pictures a play has: then the first one is sent again.
func (p pictures) inOnePlay(t *testing.T) int {
	t.Helper()
	for i := 1; i+1 < len(p.sum); i++ {
		if p.sum[i] == p.sum[0] && p.sum[i+1] == p.sum[1] {
			return i
		}
	}
	t.Fatalf("no picture of %d is sent twice", len(p.sum))
	return 0
}

// The time of the first picture counts, not that of the encoder's start.
func TestScoresBeginWithTheFirstPicture(t *testing.T) {
	before := media.Stretch{At: friday.Add(-time.Hour), Length: 30 * time.Minute}
	now := media.Stretch{At: friday.Add(3 * time.Second), From: 30 * time.Minute, Length: time.Second}
	if at, ok := startAfter([]media.Stretch{before}, friday); ok {
		t.Errorf("an earlier encoder's picture of %v counts", at)
	}
	if at, ok := startAfter([]media.Stretch{before, now}, friday.Add(time.Microsecond)); !ok || !at.Equal(now.At) {
		t.Errorf("%v, %v", at, ok)
	}
}

func TestLoopsOfUnreadableListsAreRefused(t *testing.T) {
	for name, list := range map[string]string{
		"empty":        "",
		"no unit":      "0, 0, 0, 1, 1, 0x1\n0, 1, 1, 1, 1, 0x1\n0, 2, 2, 1, 1, 0x1\n",
		"an odd count": "#tb 0: 1/25\n0, 0, 0, 1, 1, 0x1\n0, 1, 1, 1, 1, 0x1\n",
		"no time":      "#tb 0: 1/25\n0, a, b, 1, 1, 0x1\n",
		"unit of none": "#tb 0: 1/0\n0, 0, 0, 1, 1, 0x1\n",
	} {
		if got, err := loopOf([]byte(list)); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A film whose last score is long before its end is not played again at that score.
func TestFilmsAreAsLongAsTheirPictures(t *testing.T) {
	c, err := kit.Load(kit.Files())
	if err != nil {
		t.Fatal(err)
	}
	for _, clip := range c.Media.Clips {
		length, err := filmLength(kit.Files(), clip.File)
		if err != nil || length < 20*time.Second || length > 2*time.Minute {
			t.Errorf("%s is %v long, %v", clip.Key, length, err)
		}
	}
}
