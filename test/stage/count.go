package stage

import (
	"fmt"
	"strings"
	"time"
)

// A counting picture encodes the second of its footage as squares. Tests read the second from the pixels that a player drew.
// The squares are two rows of CountColumns in the upper 4/9 of the picture. White above black is a set bit, black above
// white a clear one. Anything else is not a counting picture.
const (
	CountColumns = 16
	CountRows    = 2
	countSeconds = 9  // bits of the second
	countAgain   = 15 // the bit that is set after a lost encoder has come back
	countEdge    = 20 // width of a square in pixels; the picture has 320
	countRow     = 40 // height of a square in pixels; the picture has 180
	countRate    = 15 // frames a second
)

// Count is the content of a counting picture.
type Count struct {
	Again  bool
	Second int
}

// Counting is footage of counting pictures. An encoder that comes back after a loss sends it with again set.
func Counting(again bool) Footage {
	name := "counting"
	boxes := []string{fmt.Sprintf("drawbox=w=iw:h=%d:color=black:t=fill", CountRows*countRow)}
	for bit := range CountColumns {
		set := "0"
		switch {
		case bit < countSeconds:
			set = fmt.Sprintf("mod(floor(t/%d),2)", 1<<bit)
		case bit == countAgain && again:
			set = "1"
			name = "counting-again"
		}
		boxes = append(boxes, countBox(bit, 0, set), countBox(bit, 1, "not("+set+")"))
	}
	return Footage{name, 4 * time.Minute, join(
		[]string{"-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=320x180:rate=%d", countRate)}, sound,
		[]string{"-vf", strings.Join(boxes, ",")},
		x264("-g", fmt.Sprint(2*countRate), "-keyint_min", fmt.Sprint(2*countRate), "-b:v", "300k"), aacCodec,
	)}
}

func countBox(column, row int, set string) string {
	return fmt.Sprintf("drawbox=x=%d:y=%d:w=%d:h=%d:color=white:t=fill:enable='%s'", column*countEdge, row*countRow, countEdge, countRow, set)
}

// ReadCount decodes a counting picture from the luma of its squares, the upper row first.
func ReadCount(luma []byte) (Count, bool) {
	const contrast = 96
	if len(luma) != CountColumns*CountRows {
		return Count{}, false
	}
	bits := 0
	for i := range CountColumns {
		difference := int(luma[i]) - int(luma[CountColumns+i])
		if difference > -contrast && difference < contrast {
			return Count{}, false
		}
		if difference > 0 {
			bits |= 1 << i
		}
	}
	if bits&^(1<<countSeconds-1|1<<countAgain) != 0 {
		return Count{}, false
	}
	return Count{Again: bits>>countAgain == 1, Second: bits & (1<<countSeconds - 1)}, true
}
