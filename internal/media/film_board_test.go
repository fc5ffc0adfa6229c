package media

import (
	"bytes"
	"context"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

const spoken = "1\n00:00:01,000 --> 00:00:02,000\nHello <i>there</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nGoal!\n"

// What lies beside an uploaded film: small pictures, a poster, captions.
func TestWhatAFilmHasBeside(t *testing.T) {
	t.Parallel()

	content := subtitled(t, camera(t))
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withStudio(t, newVenue(t, d))
		var poster []byte
		v.KeepPoster = func(_ context.Context, _ int64, picture []byte) (string, error) {
			poster = picture
			return "a poster", nil
		}
		v.UploadReady = func(_ context.Context, _ bun.Tx, _ int64, u Upload, _ Film) error {
			if u.Poster != "a poster" {
				t.Errorf("told of %q", u.Poster)
			}
			return nil
		}
		u := v.send(announce("final", content), content)
		if err := v.MakeUpload(t.Context(), v.channel, u.ID); err != nil {
			t.Fatal(err)
		}
		if picture, err := jpeg.Decode(bytes.NewReader(poster)); err != nil || picture.Bounds().Dx() != 854 {
			t.Errorf("the poster: %v", err)
		}
		film := v.upload(u.ID).FilmID
		a := &arena{screen: newScreen(t, v, Stream{})}
		a.base = v.library(Source{FilmID: film})
		showsBoard(t, a)
		hasOwnCaptions(t, a)
		showsCaptions(t, v, a, film)
		hasChapters(t, v, film)
	})
}

func showsBoard(t *testing.T, a *arena) {
	t.Helper()
	if list := string(a.get("index.m3u8").body); !strings.Contains(list, `#EXT-X-SESSION-DATA:DATA-ID="com.grandstand.storyboard",URI="storyboard.vtt"`) {
		t.Errorf("the list:\n%s", list)
	}
	board := string(a.get("storyboard.vtt").body)
	for _, want := range []string{
		"WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nsheet-0.jpg#xywh=0,0,192,108\n", "00:00:04.000 --> 00:00:05.000\nsheet-0.jpg#xywh=384,0,192,108\n",
	} {
		if !strings.Contains(board, want) {
			t.Errorf("%q is not in\n%s", want, board)
		}
	}
	sheet, err := jpeg.Decode(bytes.NewReader(a.get("sheet-0.jpg").body))
	if err != nil || sheet.Bounds().Dx() != 8*192 || sheet.Bounds().Dy() != 8*108 {
		t.Fatalf("the sheet: %v", err)
	}
	dark := func(x int) bool { r, g, b, _ := sheet.At(x, 54).RGBA(); return r+g+b < 0x3000 }
	if dark(96) || dark(96+192) || dark(96+384) || !dark(96+3*192) {
		t.Error("there are not three pictures on the sheet")
	}
	for _, file := range []string{"sheet-1.jpg", "sheet-00.jpg", "sheet--1.jpg", "sheet-0.jpg/", "360/storyboard.vtt", "360/sheet-0.jpg"} {
		if got := a.get(file).StatusCode; got != http.StatusNotFound {
			t.Errorf("%s is answered with %d", file, got)
		}
	}
}

func showsCaptions(t *testing.T, v *venue, a *arena, film FilmID) {
	t.Helper()
	add := func(language, label, content string) error {
		_, err := v.AddCaptions(t.Context(), v.by, v.channel, film, language, label, []byte(content))
		return err
	}
	if err := add("en", "English", spoken); err != nil {
		t.Fatal(err)
	}
	if err := add("fr", "Français", strings.ReplaceAll(spoken, "Hello", "Bonjour")); err != nil {
		t.Fatal(err)
	}
	list := string(a.get("index.m3u8").body)
	for _, want := range []string{
		`TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",LANGUAGE="en"`, `NAME="Français",LANGUAGE="fr"`, `URI="captions-fr.m3u8"`,
		`AUDIO="audio",SUBTITLES="captions",CLOSED-CAPTIONS=NONE` + "\n360/video.m3u8",
	} {
		if !strings.Contains(list, want) {
			t.Errorf("%q is not in\n%s", want, list)
		}
	}
	said := func(language string) string {
		for line := range strings.Lines(string(a.get("captions-" + language + ".m3u8").body)) {
			if strings.HasPrefix(line, "captions-") {
				return string(a.get(strings.TrimSpace(line)).body)
			}
		}
		return ""
	}
	if text := said("fr"); !strings.Contains(text, "Bonjour <i>there</i>") || !strings.HasPrefix(text, "WEBVTT\nX-TIMESTAMP-MAP=") {
		t.Errorf("in French: %s", text)
	}
	files := len(v.stored(t))
	if err := add("fr", "Français", strings.ReplaceAll(spoken, "Hello", "Salut")); err != nil || len(v.stored(t)) != files || !strings.Contains(said("fr"), "Salut") {
		t.Errorf("anew: %v, %d files of %d", err, len(v.stored(t)), files)
	}
	if err := v.RemoveCaptions(t.Context(), v.by, v.channel, film, "fr"); err != nil || said("fr") != "" || len(v.stored(t)) != files-1 {
		t.Errorf("removed: %v", err)
	}
	if err := v.RemoveCaptions(t.Context(), v.by, v.channel, film, "fr"); fault.CodeOf(err) != "captions_not_found" {
		t.Errorf("removed twice: %v", err)
	}
	for want, err := range map[string]error{
		"captions_unreadable": add("en", "English", "nothing"), "captions_without_cues": add("en", "English", strings.ReplaceAll(spoken, "00:00:0", "01:00:0")), "malformed": add("en\"", "English", spoken), "captions_too_large": add("en", "English", strings.Repeat("x", MaxCaptions+1)),
	} {
		if fault.CodeOf(err) != want {
			t.Errorf("%s: %v", want, err)
		}
	}
	foreign := v.addChannel("south")
	if _, err := v.AddCaptions(t.Context(), actor.ForSystem(foreign), foreign, film, "en", "English", []byte(spoken)); fault.KindOf(err) != fault.NotFound {
		t.Errorf("through another channel: %v", err)
	}
	if _, err := v.AddCaptions(t.Context(), actor.Actor{Role: actor.User, ChannelID: v.channel, UserID: 8}, v.channel, film, "en", "English", []byte(spoken)); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("a user adds: %v", err)
	}
}
