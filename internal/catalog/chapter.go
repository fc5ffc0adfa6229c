package catalog

import (
	"cmp"
	"time"

	"github.com/grandstand/grandstand/internal/text"
)

// Stretch is an unbroken stretch of what was recorded of an event: From on the recording
// is At on the wall clock.
type Stretch struct {
	At     time.Time
	From   time.Duration
	Length time.Duration
}

// Chapter is a moment with where it is shown on the recording: from a little before it,
// so that one sees how it came about, to the next one.
type Chapter struct {
	Moment

	From, To time.Duration
}

// MomentLead is how long before a moment playback begins.
const MomentLead = 8 * time.Second

// Chapters places moments, the oldest first, on a recording made of stretches, the
// oldest first. What happened while nothing was sent is shown where sending went on; what
// happened before the first picture, or after the last, is left out. Of several that
// would begin at one place each lasts until the next that begins later.
func Chapters(moments []Moment, recording []Stretch) []Chapter {
	var chapters []Chapter
	for _, m := range moments {
		if at, ok := position(recording, m.At); ok {
			chapters = append(chapters, Chapter{Moment: m, From: max(0, at-MomentLead)})
		}
	}
	if len(chapters) == 0 {
		return nil
	}
	last := recording[len(recording)-1]
	next, end := last.From+last.Length, last.From+last.Length
	for i := len(chapters) - 1; i >= 0; i-- {
		if i+1 < len(chapters) && chapters[i+1].From > chapters[i].From {
			next = chapters[i+1].From
		}
		chapters[i].To = min(next, end)
	}
	return chapters
}

// position is where on a recording a moment of the wall clock is shown.
func position(recording []Stretch, at time.Time) (time.Duration, bool) {
	if len(recording) == 0 || at.Before(recording[0].At) {
		return 0, false
	}
	for i, s := range recording {
		if since := at.Sub(s.At); since < 0 {
			return s.From, true // in the pause before it
		} else if since < s.Length {
			return s.From + since, true
		} else if i == len(recording)-1 {
			break
		}
	}
	return 0, false
}

// ChapterName is what a chapter is called: the kind of its moment, whose it is, its note.
func (r *Reference) ChapterName(e *Event, m Moment, languages ...string) string {
	name := m.Kind
	if kind, ok := r.KindOf(e, m.Kind); ok {
		name = kind.Name.In(languages...)
	}
	if p := r.Participant(m.Participant); p != nil {
		name += ", " + cmp.Or(p.ShortName.In(languages...), p.Name.In(languages...))
	}
	if note := m.Note.In(languages...); note != "" {
		name = text.Labelled(languages[0], name, note)
	}
	return name
}
