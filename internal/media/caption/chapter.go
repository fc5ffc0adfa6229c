package caption

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/asticode/go-astisub"
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

// ParseChapters reads chapters from WebVTT (chapter title text) or SRT, in UTF-8: each cue is
// one, from where it begins. An error is ErrUnreadable or ErrTooMany.
func ParseChapters(content []byte) ([]Chapter, error) {
	if _, err := Parse(content); err != nil {
		return nil, err
	}
	read, err := parse(content)
	if err != nil {
		return nil, err
	}
	chapters := make([]Chapter, len(read.Items))
	for i, item := range read.Items {
		chapters[i] = Chapter{Start: item.StartAt, Title: titleOf(item)}
	}
	chapters = TidyChapters(chapters)
	switch {
	case len(chapters) == 0:
		return nil, fmt.Errorf("no titles: %w", ErrUnreadable)
	case len(chapters) > MaxChapters:
		return nil, ErrTooMany
	}
	return chapters, nil
}

func titleOf(item *astisub.Item) string {
	lines := make([]string, len(item.Lines))
	for i, line := range item.Lines {
		lines[i] = line.String()
	}
	return strings.Join(lines, " ")
}

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
