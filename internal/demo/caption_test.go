package demo

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/media/caption"
)

// Each play of a clip has its captions in both languages, and each caption ends before the next.
func TestCaptionsFollowThePlaysOfAClip(t *testing.T) {
	c, err := kit.Load(kit.Files())
	if err != nil {
		t.Fatal(err)
	}
	for _, clip := range c.Media.Clips {
		marks, err := kit.LoadTimeline(kit.Files(), clip)
		if err != nil {
			t.Fatal(err)
		}
		each, err := filmLength(kit.Files(), clip.File)
		if err != nil {
			t.Fatal(err)
		}
		for _, track := range captionTracks {
			text := captionsOf(marks, 3*each, 3, track.language)
			read, err := caption.Parse(text, 3*each)
			if err != nil {
				t.Fatalf("%s in %s: %v\n%s", clip.Key, track.label, err, text)
			}
			if got := strings.Count(string(text), sounds[""][track.language]); got < 3 || strings.Count(string(read.WebVTT), "-->") < 6 {
				t.Errorf("%s in %s: %d plays\n%s", clip.Key, track.label, got, read.WebVTT)
			}
		}
	}
}

func TestACaptionEndsBeforeTheNext(t *testing.T) {
	marks := []kit.Mark{
		{AtS: 2, Moment: &kit.Moment{Type: "faceoff", TextEN: "Faceoff", TextFR: "Mise au jeu"}},
		{AtS: 3, Moment: &kit.Moment{Type: "goal", TextEN: "Goal", TextFR: "But"}},
	}
	want := "WEBVTT\n" +
		"\n00:00:00.000 --> 00:00:02.000\n[Bruit de foule]\n" +
		"\n00:00:02.000 --> 00:00:03.000\n[Coup de sifflet]\nMise au jeu\n" +
		"\n00:00:03.000 --> 00:00:05.000\n[La foule exulte]\nBut\n"
	if got := string(captionsOf(marks, 5*time.Second, 1, "fr")); got != want {
		t.Errorf("%s", got)
	}
}
