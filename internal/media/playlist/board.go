package playlist

import (
	"fmt"
	"strconv"
	"time"
)

// Board is small pictures of a film, on sheets, row by row.
type Board struct {
	Every         int // seconds from one picture to the next
	Width, Height int // of one, in pixels
	Columns, Rows int // of a sheet
	Pictures      int
}

// BoardFile is the address of a film's board: WebVTT whose cues are addresses of pictures.
const BoardFile = "storyboard.vtt"

// SheetFile is the address of a sheet.
func SheetFile(n int) string { return "sheet-" + strconv.Itoa(n) + ".jpg" }

// WebVTT writes where on which sheet (Media Fragments URI 1.0, 4.2.2) the picture of each
// moment is.
func (b Board) WebVTT(length time.Duration) []byte {
	out := []byte("WEBVTT\n")
	every, sheet := time.Duration(b.Every)*time.Second, b.Columns*b.Rows
	for n := range b.Pictures {
		from := time.Duration(n) * every
		to := min(from+every, length)
		if n == b.Pictures-1 {
			to = max(length, from+time.Second)
		}
		at := n % sheet
		out = fmt.Appendf(out, "\n%s --> %s\n%s#xywh=%d,%d,%d,%d\n", cueTime(from), cueTime(to), SheetFile(n/sheet),
			at%b.Columns*b.Width, at/b.Columns*b.Height, b.Width, b.Height)
	}
	return out
}

// cueTime writes a time of WebVTT (3.3, timestamp).
func cueTime(t time.Duration) string {
	ms := t.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}
