package pack

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// library is the domain's, with what only the database knows left to the caller.
func (l Library) library(zone *time.Location, now time.Time, play func(p Part) vod.Medium) vod.Library {
	var out vod.Library
	for _, c := range l.Categories {
		out.Categories = append(out.Categories, vod.Category{Alias: c.Alias, Title: text.Text(c.Title)})
	}
	for _, v := range l.Videos {
		date, _ := readDate(v.Date, zone, now) // the zero time where it is none
		it := vod.Item{
			Alias: v.Alias, Category: v.Category, Access: vod.Access(v.Access), Title: text.Text(v.Title), Description: text.Text(v.Description),
			Date: date, Image: vod.Image{Key: string(v.Image)}, Preview: vod.Image{Key: string(v.Preview)},
		}
		for _, p := range v.Media {
			m := play(p)
			m.Alias, m.Title = p.Alias, text.Text(p.Title)
			it.Media = append(it.Media, m)
		}
		out.Items = append(out.Items, it)
	}
	for _, r := range l.Rails {
		out.Rails = append(out.Rails, vod.Rail{Alias: r.Alias, Title: text.Text(r.Title), Items: r.Videos})
	}
	return out
}

// libraryFields are what a video's and a rail's fields are called in files.
var libraryFields = strings.NewReplacer("items.", "videos.", ".items", ".videos", ".source", ".film")

func (r *reader) checkLibrary(s *State) {
	l := s.Library
	categories := r.aliases([]string{"library", "categories"}, len(l.Categories), func(i int) string { return l.Categories[i].Alias })
	videos := r.aliases([]string{"library", "videos"}, len(l.Videos), func(i int) string { return l.Videos[i].Alias })
	r.aliases([]string{"library", "rails"}, len(l.Rails), func(i int) string { return l.Rails[i].Alias })
	zone, err := time.LoadLocation(s.Channel.TimeZone)
	if err != nil {
		zone = time.UTC // told of the channel already
	}
	for i, v := range l.Videos {
		at := item("library", "videos", i)
		if v.Category == "" {
			r.report(at, "category: Field is required")
		}
		r.refers(below(at, "category"), "category", categories, v.Category)
		r.aliases(below(at, "media"), len(v.Media), func(m int) string { return v.Media[m].Alias })
		if _, err := readDate(v.Date, zone, time.Time{}); err != nil {
			r.report(below(at, "date"), "date: %s", err)
		}
		for m, p := range v.Media {
			r.checkPart(below(below(at, "media"), strconv.Itoa(m)), p)
		}
	}
	for i, rail := range l.Rails {
		r.refers(below(item("library", "rails", i), "videos"), "video", videos, rail.Videos...)
	}
	r.wrongLibrary(l.library(zone, time.Time{}, func(p Part) vod.Medium {
		var m vod.Medium // any id does, here
		if p.Film != "" {
			m.FilmID = 1
		}
		if p.Event != "" {
			m.EventID = 1
		}
		return m
	}).Validate())
}

func (r *reader) checkPart(at []string, p Part) {
	if strings.HasPrefix(p.Event, numberedEvent) && (targets{}).event(p.Event) <= 0 {
		r.report(below(at, "event"), "event: write %s<number>, or the name that the event has in the schedule", numberedEvent)
	}
	switch {
	case p.DurationS != 0 && p.Film != "":
		r.report(below(at, "duration_s"), "duration_s: leave it out for a film, which is as long as its file")
	case p.DurationS < 0 || p.DurationS > int64(100*time.Hour/time.Second):
		r.report(below(at, "duration_s"), "duration_s: write the seconds, at most 100 hours (360000)")
	}
}

// wrongLibrary reports what the domain says of a library, but for what this package has
// said better: what stands twice, what there is none of, what is no date.
func (r *reader) wrongLibrary(err error) {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return
	}
	reported := []string{"repeated_value", "category_not_found", "vod_media_item_not_found"}
	for _, f := range e.Fields {
		isDate := strings.HasSuffix(f.Field, ".date")
		inRail := f.Code == "repeated_value" && !strings.HasSuffix(f.Field, ".alias")
		if isDate || slices.Contains(reported, f.Code) && !inRail {
			continue
		}
		path := strings.Split(libraryFields.Replace(f.Field), ".")
		for i := range path {
			if i == 1 || i == 3 && path[2] == "media" {
				path[i] = "[" + path[i] + "]"
			}
		}
		r.report(append([]string{"library"}, path...), "%s: %s", path[len(path)-1], f.Message)
	}
}
