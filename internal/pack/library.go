package pack

import (
	"cmp"
	"slices"
	"strings"
)

// Library is library.yaml: the videos that may be watched at any time.
type Library struct {
	Categories []VideoCategory `yaml:"categories,omitempty"`
	Videos     []Video         `yaml:"videos,omitempty"`
	Rails      []Rail          `yaml:"rails,omitempty"`
}

// VideoCategory is a shelf of the library.
type VideoCategory struct {
	Alias string `yaml:"alias"`
	Title Words  `yaml:"title"`
}

// Video is one title of the library. Date is a day, or a day and a time, in the
// channel's zone: 2026-11-28, "2026-11-28 19:00", today-3; in a State that is to be
// compared it is written as the first of these that says all of it.
type Video struct {
	Alias       string `yaml:"alias"`
	Category    string `yaml:"category"`
	Access      string `yaml:"access"`
	Title       Words  `yaml:"title"`
	Description Rich   `yaml:"description,omitempty"`
	Date        string `yaml:"date"`
	Image       File   `yaml:"image,omitempty"`   // 16:9, of cards
	Preview     File   `yaml:"preview,omitempty"` // wide, of the head of a page
	Media       []Part `yaml:"media"`
}

// Part is one of the things that a video plays: a film, or the recording of an event,
// which goes by its name in the schedule, or as "id:<number>".
type Part struct {
	Alias string `yaml:"alias"`
	Title Words  `yaml:"title,omitempty"`
	Film  Film   `yaml:"film,omitempty"`
	Loops int    `yaml:"loops,omitempty"` // how often the film is played in a row; 0 and 1 are the same
	Event string `yaml:"event,omitempty"`
	// DurationS is how long an event's recording is said to be, in seconds; without it,
	// as long as it is.
	DurationS int64 `yaml:"duration_s,omitempty"`
}

// Film is a video: in files an MP4 file below the pack's folder, in a State what it is
// made of, "sha256:<hex>".
type Film string

// shown is a film in a few characters.
func (f Film) shown() string {
	const enough = len("sha256:") + 8
	return "film " + string(f[min(len(f), len("sha256:")):min(len(f), enough)])
}

// source names a part's film as the media store does.
func (p Part) source() string {
	if p.Film == "" {
		return ""
	}
	return string(p.Film) + rounds(p.Loops)
}

// Rail is a titled row of videos.
type Rail struct {
	Alias  string   `yaml:"alias"`
	Title  Words    `yaml:"title"`
	Videos []string `yaml:"videos,flow"`
}

// normalize brings what can be written in several ways into the one that the database
// gives back.
func (l *Library) normalize() {
	for i := range l.Videos {
		v := &l.Videos[i]
		v.Access = cmp.Or(v.Access, "free")
		for m := range v.Media {
			if v.Media[m].Loops == 1 {
				v.Media[m].Loops = 0
			}
		}
	}
}

// sort puts videos, which have no order but that of their dates, by their aliases.
func (l *Library) sort() {
	slices.SortStableFunc(l.Videos, func(a, b Video) int { return strings.Compare(a.Alias, b.Alias) })
}
