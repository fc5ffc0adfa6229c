package caption

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const timePattern = `(-?)(?:(\d{1,6})\s?:\s?)?(\d{1,2})\s?:\s?(\d{1,2})(?:\s?[,.]\s?(\d{1,9}))?`

var (
	// timingLine is two times with an arrow, as SRT and WebVTT have it, and what follows.
	// People also write one dash, long dashes, points and commas, and hours of one digit.
	timingLine = regexp.MustCompile(`^\s*` + timePattern + `\s*[-–—]+>\s*` + timePattern + `(?:\s+(.*))?$`)
	// brokenTiming is what stands where a timing line belongs and has no readable times.
	brokenTiming = regexp.MustCompile(`^\s*(-?\d+\s?[:,.]\S*\s*)?-->`)
	singleTime   = regexp.MustCompile(`^\s*` + timePattern + `\s*$`)
)

// timing is what a timing line says.
type timing struct {
	start, end time.Duration
	rest       string // settings of the cue
}

func readTiming(line string) (timing, bool) {
	if !strings.Contains(line, ">") {
		return timing{}, false
	}
	m := timingLine.FindStringSubmatch(line)
	if m == nil {
		return timing{}, false
	}
	return timing{start: timeOf(m[1:6]), end: timeOf(m[6:11]), rest: m[11]}, true
}

// timeOf reads sign, hours, minutes, seconds and milliseconds. As in ffmpeg and VLC, the
// digits after the comma are a number of milliseconds: "1,5" is 5 ms after the second. More
// than three digits are a fraction.
func timeOf(parts []string) time.Duration {
	number := func(text string) int {
		n, _ := strconv.Atoi(text) // digits, or nothing
		return n
	}
	millis := parts[4]
	if len(millis) > 3 {
		millis = millis[:3]
	}
	seconds := 3600*number(parts[1]) + 60*number(parts[2]) + number(parts[3])
	at := time.Duration(1000*seconds+number(millis)) * time.Millisecond
	if parts[0] == "-" {
		return -at
	}
	return at
}

// timeOfASS reads a time of ASS: hours, minutes, seconds and hundredths.
func timeOfASS(text string) (time.Duration, bool) {
	m := singleTime.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	m[5] = (m[5] + "000")[:3]
	return timeOf(m[1:6]), true
}

// stamp writes a time as WebVTT has it.
func stamp(at time.Duration) string {
	ms := at.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

// isNumber reports whether a line is only a number, as it stands above the times of SRT.
func isNumber(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && strings.Trim(line, "0123456789") == ""
}
