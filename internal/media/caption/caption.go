// Package caption reads caption files as people write them (SRT, WebVTT, ASS and SSA in
// any usual encoding) and writes the WebVTT that players read
// (https://www.w3.org/TR/webvtt1/). The result names no address.
package caption

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Reasons for which captions are refused.
var (
	ErrUnreadable = errors.New("the file contains no captions")
	ErrTooMany    = errors.New("the file contains too many captions")
	// ErrNone means that a file has cues, and none that can be shown.
	ErrNone = fmt.Errorf("no caption can be shown: %w", ErrUnreadable)
)

const (
	// MaxBytes bounds a file.
	MaxBytes = 2 << 20
	maxCues  = 20_000
	maxLines = 12   // of one cue
	maxLine  = 2000 // bytes
	longest  = 24 * time.Hour
	// maxTold bounds the list of passages that are passed over.
	maxTold = 100
)

// Track is the captions of a video in one language.
type Track struct {
	Reading

	WebVTT []byte
	Count  int
}

// Reading is how a file was read.
type Reading struct {
	Format   string // "SRT", "WebVTT" or "ASS"
	Encoding string // as package charset names it
	// PassedOver are the first passages that were not taken.
	PassedOver []PassedOver
	// Missing is the number of all passages that were not taken.
	Missing int
}

// PassedOver is a passage of a file that was not taken.
type PassedOver struct {
	Line   int // of the file, from 1
	Reason string
}

// cue is one caption.
type cue struct {
	line       int // of the file, from 1
	start, end time.Duration
	settings   settings
	text       string // WebVTT cue text
}

// Parse reads the captions of a video. One bad cue does not spoil the others: it is passed
// over. A video of length 0 has an unknown length. An error is ErrUnreadable or ErrTooMany.
func Parse(content []byte, length time.Duration) (Track, error) {
	read, err := readFile(content)
	if err != nil {
		return Track{}, err
	}
	kept := make([]cue, 0, len(read.cues))
	for _, c := range read.cues {
		if reason := c.refusal(length); reason != "" {
			read.passOver(c.line, reason)
			continue
		}
		kept = append(kept, c)
	}
	switch {
	case len(kept) == 0 && len(read.cues) > 0:
		return Track{}, ErrNone
	case len(kept) == 0:
		return Track{}, fmt.Errorf("no cues: %w", ErrUnreadable)
	case len(kept) > maxCues:
		return Track{}, ErrTooMany
	}
	slices.SortStableFunc(kept, func(a, b cue) int { return int(a.start - b.start) })
	return Track{Reading: read.reading(), WebVTT: write(kept), Count: len(kept)}, nil
}

// refusal says why a cue cannot be shown, "" for one that can be.
func (c cue) refusal(length time.Duration) string {
	lines := strings.Split(c.text, "\n")
	switch {
	case c.text == "":
		return "it has no text"
	case c.start < 0:
		return "it starts before the video"
	case c.end == c.start:
		return "it starts and ends at the same time"
	case c.end < c.start:
		return "it ends before it starts"
	case length > 0 && c.start >= length:
		return "it starts after the end of the video"
	case c.end > longest:
		return "it ends after more than 24 hours"
	case len(lines) > maxLines:
		return fmt.Sprintf("it has more than %d lines", maxLines)
	case slices.ContainsFunc(lines, func(line string) bool { return len(line) > maxLine }):
		return fmt.Sprintf("it has a line of more than %d bytes", maxLine)
	}
	return ""
}

// write gives a track's file. Its header says where the clock of the captions meets that of
// the video (RFC 8216bis, 3.1.4).
func write(cues []cue) []byte {
	out := []byte("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n")
	for _, c := range cues {
		out = fmt.Appendf(out, "\n%s --> %s%s\n%s\n", stamp(c.start), stamp(c.end), c.settings, c.text)
	}
	return out
}
