package media

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// chapters are what a viewer is told of a film's chapters.
func (v *venue) chapters(film FilmID, languages ...string) []Chapter {
	v.t.Helper()
	extras, err := v.FilmExtras(v.t.Context(), Grant{ChannelID: v.channel, VODID: 1}, film, languages...)
	if err != nil {
		v.t.Fatal(err)
	}
	return extras.Chapters
}

// hasChapters gives a film of five seconds chapters and takes them away.
func hasChapters(t *testing.T, v *venue, film FilmID) {
	t.Helper()
	ctx := t.Context()
	if got := v.chapters(film, "en"); got != nil {
		t.Errorf("of a file without: %+v", got)
	}
	set := func(language, content string) error {
		_, _, err := v.SetChapters(ctx, v.by, v.channel, film, language, []byte(content))
		return err
	}
	for language, title := range map[string]string{"": "Start", "fr": "Début"} {
		for range 2 { // the second in place of the first
			if err := set(language, "WEBVTT\n\n00:00.000 --> 00:02.000\n"+title+"\n\n00:02.000 --> 00:05.000\nEnd\n"); err != nil {
				t.Fatal(err)
			}
		}
	}
	english := []Chapter{{Title: "Start"}, {Start: 2 * time.Second, Title: "End"}}
	french := []Chapter{{Title: "Début"}, {Start: 2 * time.Second, Title: "End"}}
	if got := v.chapters(film, "en", "fr"); !slices.Equal(got, french) {
		t.Errorf("in English, or else in French: %+v", got)
	}
	if got := v.chapters(film, "en"); !slices.Equal(got, english) {
		t.Errorf("in English: %+v", got)
	}
	_, _, lost := v.SetChapters(ctx, v.by, v.channel, film+1000, "", []byte("WEBVTT\n\n00:00.000 --> 00:02.000\nStart\n"))
	for code, err := range map[string]error{
		"chapters_unreadable": set("", "no chapters"),
		"chapter_after_end":   set("", "WEBVTT\n\n00:06.000 --> 00:07.000\nLate\n"),
		"film_not_found":      lost,
	} {
		if fault.CodeOf(err) != code {
			t.Errorf("%s: %v", code, err)
		}
	}
	if err := set("../fr", "WEBVTT\n\n00:00.000 --> 00:02.000\nStart\n"); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("a language that is none: %v", err)
	}
	if _, _, err := v.SetChapters(ctx, actor.Actor{Role: actor.User, ChannelID: v.channel, UserID: 1}, v.channel, film, "", nil); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("by a user: %v", err)
	}
	other := dbtest.Channel(t, v.DB, "elsewhere")
	if extras, err := v.FilmExtras(ctx, Grant{ChannelID: other, VODID: 1}, film, "en"); err != nil || extras.Chapters != nil {
		t.Errorf("another channel is told %+v, %v", extras, err)
	}
	if err := v.RemoveChapters(ctx, v.by, v.channel, film, ""); err != nil {
		t.Error(err)
	}
	if err := v.RemoveChapters(ctx, v.by, v.channel, film, ""); fault.CodeOf(err) != "chapters_not_found" {
		t.Errorf("removed twice: %v", err)
	}
	if got := v.chapters(film, "en"); !slices.Equal(got, french) {
		t.Errorf("what is left: %+v", got)
	}
}

// The chapters that an uploaded file names are the film's.
func TestAnUploadKeepsItsChapters(t *testing.T) {
	content := divided(t)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withStudio(t, newVenue(t, d))
		v.UploadReady = func(context.Context, bun.Tx, int64, Upload, Film) error { return nil }
		u := v.send(announce("divided", content), content)
		if err := v.MakeUpload(t.Context(), v.channel, u.ID); err != nil {
			t.Fatal(err)
		}
		want := []Chapter{{Title: "Warm-up"}, {Start: 1500 * time.Millisecond, Title: "The goal"}}
		if got := v.chapters(v.upload(u.ID).FilmID, "en"); !slices.Equal(got, want) {
			t.Errorf("%+v", got)
		}
	})
}

// divided is a file with chapters, one of them without a title.
func divided(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	list, path := filepath.Join(dir, "chapters.txt"), filepath.Join(dir, "divided.mkv")
	chapter := func(from, to, title string) string {
		return "[CHAPTER]\nTIMEBASE=1/1000\nSTART=" + from + "\nEND=" + to + "\ntitle=" + title + "\n"
	}
	text := ";FFMETADATA1\n" + chapter("0", "1500", "Warm-up") + chapter("1500", "2500", "The  goal") + chapter("2500", "3000", "")
	if err := os.WriteFile(list, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=3",
		"-i", list, "-map", "0:v", "-map_chapters", "1", "-c:v", "mpeg4", path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestChaptersOfFilesThatMeanNothing(t *testing.T) {
	named := func(starts ...time.Duration) (out []transcode.Chapter) {
		for _, start := range starts {
			out = append(out, transcode.Chapter{Start: start, Title: "Part"})
		}
		return out
	}
	for name, test := range map[string]struct {
		named []transcode.Chapter
		want  int
	}{
		"none": {nil, 0}, "one": {named(0), 0}, "two": {named(0, time.Second), 2},
		"all but one after the end": {named(0, time.Minute, time.Hour), 0}, "before it begins": {named(-time.Second, 0, time.Second), 2},
	} {
		if got := ownChapters(test.named, time.Minute); len(got) != test.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
