// Package caption reads captions as people write them and writes them as players read
// them: WebVTT (https://www.w3.org/TR/webvtt1/) without anything that reaches outside of
// its cues.
package caption

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/asticode/go-astisub"
)

// Reasons for which captions are refused.
var (
	ErrUnreadable = errors.New("these are no captions")
	ErrTooMany    = errors.New("these are too many captions")
)

const (
	// MaxBytes bounds a file.
	MaxBytes = 2 << 20
	maxCues  = 20_000
	maxLines = 12   // of one cue
	maxLine  = 2000 // bytes
	longest  = 24 * time.Hour
	maxLabel = 60 // characters
)

// Cues are captions as they are kept.
type Cues struct {
	WebVTT []byte
	Count  int
}

// Parse reads WebVTT or SRT in UTF-8. Kept are the times, the text with its emphasis and
// voices, and where cues are shown; styles, regions, comments and metadata are not: a
// style sheet may name addresses. An error is ErrUnreadable or ErrTooMany.
func Parse(content []byte) (Cues, error) {
	if len(content) > MaxBytes {
		return Cues{}, ErrTooMany
	}
	if !utf8.Valid(content) || bytes.IndexByte(content, 0) >= 0 {
		return Cues{}, fmt.Errorf("no UTF-8: %w", ErrUnreadable)
	}
	read, err := parse(content)
	if err != nil {
		return Cues{}, err
	}
	if err := tidy(read); err != nil {
		return Cues{}, err
	}
	var out bytes.Buffer
	if err := read.WriteToWebVTT(&out); err != nil {
		return Cues{}, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	// Where the captions' clock meets the film's (RFC 8216bis, 3.1.4).
	header := []byte("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n")
	body, _ := bytes.CutPrefix(out.Bytes(), []byte("WEBVTT\n"))
	return Cues{WebVTT: append(header, body...), Count: len(read.Items)}, nil
}

func parse(content []byte) (read *astisub.Subtitles, err error) {
	defer func() { // the library trusts that lines are complete
		if broken := recover(); broken != nil {
			read, err = nil, fmt.Errorf("%w: %v", ErrUnreadable, broken)
		}
	}()
	content = bytes.TrimPrefix(content, astisub.BytesBOM)
	if bytes.HasPrefix(content, []byte("WEBVTT")) {
		read, err = astisub.ReadFromWebVTT(bytes.NewReader(content))
	} else {
		read, err = astisub.ReadFromSRT(bytes.NewReader(content))
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return read, nil
}

// tidy drops what is not kept, and refuses what nobody can have meant.
func tidy(s *astisub.Subtitles) error {
	s.Metadata, s.Regions, s.Styles = nil, nil, nil
	s.Items = slices.DeleteFunc(s.Items, func(i *astisub.Item) bool {
		// A blank line would end the cue, and make what follows one of its own.
		i.Lines = slices.DeleteFunc(i.Lines, func(l astisub.Line) bool { return strings.TrimSpace(l.String()) == "" })
		return len(i.Lines) == 0
	})
	switch {
	case len(s.Items) == 0:
		return fmt.Errorf("no cues: %w", ErrUnreadable)
	case len(s.Items) > maxCues:
		return ErrTooMany
	}
	for _, item := range s.Items {
		item.Comments, item.Region, item.Style = nil, nil, nil
		if item.StartAt < 0 || item.EndAt <= item.StartAt || item.EndAt > longest || len(item.Lines) > maxLines {
			return fmt.Errorf("a cue from %v to %v: %w", item.StartAt, item.EndAt, ErrUnreadable)
		}
		if item.InlineStyle != nil && !placed(item.InlineStyle) {
			item.InlineStyle = nil
		}
		for _, line := range item.Lines {
			for _, part := range line.Items {
				keepMarks(part.InlineStyle)
			}
			if len(line.String()) > maxLine {
				return fmt.Errorf("a line of %d bytes: %w", len(line.String()), ErrUnreadable)
			}
		}
	}
	s.Order()
	return nil
}

// keepMarks leaves of a text's marks those that WebVTT has (4.2.2).
func keepMarks(a *astisub.StyleAttributes) {
	if a == nil {
		return
	}
	a.WebVTTTags = slices.DeleteFunc(a.WebVTTTags, func(t astisub.WebVTTTag) bool {
		return !slices.Contains([]string{"b", "i", "u", "c", "v", "lang", "ruby", "rt"}, t.Name)
	})
}

// placed reports whether settings of a cue (WebVTT, 4.4) are such.
func placed(a *astisub.StyleAttributes) bool {
	setting := regexp.MustCompile(`^[a-z0-9.,%-]{0,30}$`)
	for _, value := range []string{a.WebVTTAlign, a.WebVTTLine, a.WebVTTPosition, a.WebVTTSize, a.WebVTTVertical} {
		if !setting.MatchString(value) {
			return false
		}
	}
	return true
}

// IsLanguage reports whether a text names a language, as RFC 5646 has it: en, fr-CA.
func IsLanguage(text string) bool {
	return regexp.MustCompile(`^[a-z]{2,3}(-[A-Z]{2}|-[A-Z][a-z]{3}|-[0-9]{3})?$`).MatchString(text)
}

// IsLabel reports whether a text can stand in a playlist and a menu.
func IsLabel(text string) bool {
	return text != "" && utf8.ValidString(text) && utf8.RuneCountInString(text) <= maxLabel &&
		!strings.ContainsFunc(text, func(r rune) bool { return r == '"' || unicode.IsControl(r) })
}
