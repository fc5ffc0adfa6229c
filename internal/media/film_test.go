package media

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func (v *venue) film(t *testing.T) Film {
	t.Helper()
	film, err := v.ImportFilm(t.Context(), v.by, v.channel, Recording{Path: recordedGame(t), Loops: 2})
	if err != nil {
		t.Fatal(err)
	}
	return film
}

// library is the base of the signed addresses of a medium of the VOD library.
func (v *venue) library(source Source) string {
	g := Grant{ChannelID: v.channel, VODID: 3, UserID: 5, SessionID: 6}
	return strings.TrimSuffix(v.PlaybackURL(g, source).Rewind, "index.m3u8")
}

func TestAFilmPlaysWithoutAnEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		film := v.film(t)
		if film.Duration != 16*time.Second || film.Width != 640 || film.Height != 360 {
			t.Errorf("imported %+v", film)
		}
		a := &arena{screen: newScreen(t, v, Stream{})}
		a.base = v.library(Source{FilmID: film.ID})
		if list := string(a.get("video.m3u8").body); !strings.Contains(list, "#EXT-X-ENDLIST") {
			t.Errorf("the list:\n%s", list)
		}
		if pictures, complaints := a.decode("index.m3u8"); pictures != 400 || complaints != "" {
			t.Errorf("%d pictures of 400 decode: %s", pictures, complaints)
		}
		found, err := v.FindVideo(t.Context(), v.channel, 0, film.ID)
		if err != nil || found.Type != TypeVOD || found.Source.FilmID != film.ID || found.Duration != film.Duration {
			t.Errorf("found %+v, %v", found, err)
		}
		if _, err := v.FindVideo(t.Context(), v.addChannel("south"), 0, film.ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("another channel finds it: %v", err)
		}
	})
}

func TestAFileBecomesOneFilm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		path := recordedGame(t)
		first, err := v.ImportFilm(t.Context(), v.by, v.channel, Recording{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		again, err := v.ImportFilm(t.Context(), v.by, v.channel, Recording{Path: path, Loops: 1})
		if err != nil || again != first {
			t.Errorf("again %+v, %v", again, err)
		}
		other := v.addChannel("south")
		theirs, err := v.ImportFilm(t.Context(), actor.ForSystem(other), other, Recording{Path: path})
		if err != nil || theirs.ID == first.ID {
			t.Errorf("of another channel %+v, %v", theirs, err)
		}
		for name, by := range map[string]actor.Actor{
			"operator of another channel": {Role: actor.Operator, ChannelID: other, UserID: 7},
			"user":                        {Role: actor.User, ChannelID: v.channel, UserID: 8}, "nobody": {},
		} {
			if _, err := v.ImportFilm(t.Context(), by, v.channel, Recording{Path: path}); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s imports: %v", name, err)
			}
		}
	})
}

func TestFilmsThatFailLeaveNothing(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	for _, path := range []string{"/does/not/exist.mp4", "live_test.go", t.TempDir()} {
		if _, err := v.ImportFilm(t.Context(), v.by, v.channel, Recording{Path: path}); err == nil {
			t.Errorf("%s was imported", path)
		}
	}
	for object, err := range v.Blob.List(t.Context(), "films/") {
		t.Errorf("left behind: %v, %v", object, err)
	}
}

// An address of the library opens what it was made out for and nothing else, and an
// event's address opens no film.
func TestAFilmOpensOnlyByItsOwnSignature(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	film, s := v.film(t), v.stream()
	a := newScreen(t, v, s)
	mine, event := v.library(Source{FilmID: film.ID}), a.base
	for _, foreign := range []string{
		strings.Replace(event, "/"+Source{StreamID: s.ID}.String()+"/", "/"+Source{FilmID: film.ID}.String()+"/", 1),
		strings.Replace(mine, "/"+Source{FilmID: film.ID}.String()+"/", "/"+Source{StreamID: s.ID}.String()+"/", 1),
	} {
		a.expect(http.StatusForbidden, "invalid_media_signature", foreign+"index.m3u8")
	}
	anonymous := Grant{ChannelID: v.channel, SessionID: 6, ExpiresAt: kickOff.Add(time.Hour)}
	a.expect(http.StatusForbidden, "invalid_media_signature", v.PlaybackURL(anonymous, Source{FilmID: film.ID}).Rewind)
	a.expect(http.StatusNotFound, "media_not_found", v.library(Source{FilmID: film.ID + 99})+"index.m3u8")
	for _, folder := range []string{"f", "f0", "f01", "f-1", "g1", "F1"} {
		a.expect(http.StatusNotFound, "media_not_found", strings.Replace(mine, Source{FilmID: film.ID}.String(), folder, 1)+"index.m3u8")
	}
	a.expect(http.StatusOK, "", mine+"index.m3u8")
	v.access.deny(6)
	v.now.Advance(accessKept)
	a.expect(http.StatusForbidden, "no_access", mine+"index.m3u8")
}

func TestTheLibraryPlaysARecording(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	event := v.addEvent(v.channel)
	if _, err := v.FindVideo(t.Context(), v.channel, event, 0); fault.KindOf(err) != fault.NotFound {
		t.Errorf("before the game: %v", err)
	}
	stream, err := v.ImportRecording(t.Context(), v.by, v.channel, event, Recording{Path: recordedGame(t), StartedAt: kickOff})
	if err != nil {
		t.Fatal(err)
	}
	found, err := v.FindVideo(t.Context(), v.channel, event, 0)
	if err != nil || found.Source != (Source{StreamID: stream.ID}) || found.Duration != 8*time.Second {
		t.Fatalf("found %+v, %v", found, err)
	}
	a := newScreen(t, v, stream)
	a.expect(http.StatusOK, "", v.library(found.Source)+"index.m3u8")
}
