package playlist

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Strip is the small pictures of five minutes of a stream, on one sheet, row by row. A stream
// grows, so that its pictures lie on many sheets, each of which is drawn once and stays.
type Strip struct {
	Number        int // from 0
	Pictures      int
	Width, Height int // of one, in pixels
}

// What is on a strip.
const (
	StripEvery    = 10 * time.Second // from one picture to the next
	StripColumns  = 6
	StripRows     = 5
	StripPictures = StripColumns * StripRows // at most
	StripSpan     = StripPictures * StripEvery
)

// FileName is the address of a strip. One that was drawn anew has more pictures, and so another
// address.
func (s Strip) FileName() string {
	return "strip-" + strconv.Itoa(s.Number) + "-" + strconv.Itoa(s.Pictures) + ".jpg"
}

// IsStrip reports whether an address is as FileName writes it.
func IsStrip(file string) bool {
	name, _ := strings.CutPrefix(strings.TrimSuffix(file, ".jpg"), "strip-")
	number, pictures, _ := strings.Cut(name, "-")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 {
		return false
	}
	of, err := strconv.Atoi(pictures)
	return err == nil && of > 0 && of <= StripPictures && Strip{Number: n, Pictures: of}.FileName() == file
}

// Strips writes where the picture of each moment is, as Board.WebVTT does. Of what no strip
// covers nothing is said.
func Strips(strips []Strip) []byte {
	out := []byte("WEBVTT\n")
	for _, s := range strips {
		begin, file := time.Duration(s.Number)*StripSpan, s.FileName()
		for n := range s.Pictures {
			from := begin + time.Duration(n)*StripEvery
			out = fmt.Appendf(out, "\n%s --> %s\n%s#xywh=%d,%d,%d,%d\n", cueTime(from), cueTime(from+StripEvery), file,
				n%StripColumns*s.Width, n/StripColumns*s.Height, s.Width, s.Height)
		}
	}
	return out
}
