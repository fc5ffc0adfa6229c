package demo

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/media"
)

// captionLasts is how long a caption is shown at most.
const captionLasts = 4 * time.Second

// captionTracks are the captions that the demo's films have.
var captionTracks = []struct{ language, label string }{{"en", "English"}, {"fr", "Français"}}

// sounds are what is heard at a moment of the kit.
var sounds = map[string]map[string]string{
	"":        {"en": "[Crowd noise]", "fr": "[Bruit de foule]"},
	"decided": {"en": "[The crowd cheers]", "fr": "[La foule exulte]"},
	"save":    {"en": "[The crowd gasps]", "fr": "[La foule retient son souffle]"},
	"whistle": {"en": "[Whistle]", "fr": "[Coup de sifflet]"},
}

// soundOf is what is heard at a moment of a type.
func soundOf(kind, language string) string {
	heard, ok := map[string]string{
		"goal": "decided", "score": "decided", "touchdown": "decided", "knockdown": "decided", "save": "save",
		"faceoff": "whistle", "penalty": "whistle",
	}[kind]
	if !ok {
		return ""
	}
	return sounds[heard][language]
}

// captionFilm gives a film that plays a clip a number of times captions in both languages.
func (s *seeder) captionFilm(ctx context.Context, film media.Film, clip kit.Clip, plays int) error {
	marks, err := kit.LoadTimeline(s.files, clip)
	if err != nil {
		return err
	}
	for _, track := range captionTracks {
		text := captionsOf(marks, film.Duration, max(plays, 1), track.language)
		if _, err := s.Media.AddCaptions(ctx, s.by, s.channel, film.ID, track.language, track.label, text); err != nil {
			return fmt.Errorf("captions in %s: %w", track.label, err)
		}
	}
	return nil
}

// captionsOf writes what is heard and seen of a clip as WebVTT, for a film of a length that plays the clip a number of times.
func captionsOf(marks []kit.Mark, length time.Duration, plays int, language string) []byte {
	type cue struct {
		from time.Duration
		text string
	}
	each := length / time.Duration(plays)
	var cues []cue
	for play := range plays {
		began := each * time.Duration(play)
		cues = append(cues, cue{began, sounds[""][language]})
		for _, m := range marks {
			if m.Moment == nil {
				continue
			}
			line := m.Moment.TextEN
			if language == "fr" {
				line = cmp.Or(m.Moment.TextFR, line)
			}
			if heard := soundOf(m.Moment.Type, language); heard != "" {
				line = heard + "\n" + line
			}
			cues = append(cues, cue{began + seconds(m.AtS), line})
		}
	}
	var out bytes.Buffer
	out.WriteString("WEBVTT\n")
	for i, c := range cues {
		to := min(c.from+captionLasts, length)
		if i+1 < len(cues) {
			to = min(to, cues[i+1].from)
		}
		if to-c.from >= time.Second/2 {
			fmt.Fprintf(&out, "\n%s --> %s\n%s\n", captionTime(c.from), captionTime(to), c.text)
		}
	}
	return out.Bytes()
}

// captionTime is a time as WebVTT writes it.
func captionTime(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}
