package caption

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Chapter is where a part of a film begins, and what that part is called.
type Chapter struct {
	Start time.Duration
	Title string
}

const (
	// MaxChapters bounds how many chapters a film has.
	MaxChapters = 500
	maxTitle    = 120 // characters
)

// ParseChapters reads chapters from a caption file (in WebVTT "chapter title text"): each cue
// is one, from where it begins. A bad one is passed over. A video of length 0 has an unknown
// length. An error is ErrUnreadable, ErrTooMany or ErrAfterEnd.
func ParseChapters(content []byte, length time.Duration) ([]Chapter, Reading, error) {
	read, err := readFile(content)
	if err != nil {
		return nil, Reading{}, err
	}
	if len(read.cues) > maxCues {
		return nil, Reading{}, ErrTooMany
	}
	var chapters []Chapter
	after := 0
	for _, c := range read.cues {
		switch {
		case c.text == "":
			read.passOver(c.line, "it has no title")
		case c.start < 0:
			read.passOver(c.line, "it starts before the video")
		case length > 0 && c.start >= length:
			read.passOver(c.line, "it starts after the end of the video")
			after++
		default:
			chapters = append(chapters, Chapter{Start: c.start, Title: plain(c.text)})
		}
	}
	chapters = TidyChapters(chapters)
	switch {
	case len(chapters) == 0 && after > 0:
		return nil, Reading{}, ErrAfterEnd
	case len(chapters) == 0:
		return nil, Reading{}, fmt.Errorf("no titles: %w", ErrUnreadable)
	case len(chapters) > MaxChapters:
		return nil, Reading{}, ErrTooMany
	}
	return chapters, read.reading(), nil
}

// ErrAfterEnd means that all chapters of a file begin after the end of the video.
var ErrAfterEnd = errors.New("all chapters start after the end of the video")

// TidyChapters brings chapters into their order and their titles onto one line of at most 120
// characters. What has no title is left out, and so is all but the first of what begins at the
// same millisecond.
func TidyChapters(chapters []Chapter) []Chapter {
	out := make([]Chapter, 0, len(chapters))
	for _, c := range chapters {
		c.Start, c.Title = c.Start.Truncate(time.Millisecond), tidyTitle(c.Title)
		if c.Title != "" && c.Start >= 0 {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Chapter) int { return cmp.Compare(a.Start, b.Start) })
	return slices.CompactFunc(out, func(a, b Chapter) bool { return a.Start == b.Start })
}

func tidyTitle(title string) string {
	title = strings.ToValidUTF8(title, "")
	title = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || r == utf8.RuneError || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, title)
	title = strings.Join(strings.Fields(title), " ")
	if runes := []rune(title); len(runes) > maxTitle {
		return strings.TrimSpace(string(runes[:maxTitle-1])) + "…"
	}
	return title
}
