package media

import (
	"bytes"
	"io"
	"maps"
	"os"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// stored is everything in the media store.
func (v *venue) stored(t *testing.T) map[string]string {
	t.Helper()
	values := map[string]string{}
	for a, err := range v.Blob.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		value, err := v.Blob.ReadAll(t.Context(), a.Key)
		if err != nil {
			t.Fatal(err)
		}
		values[a.Key] = string(value)
	}
	return values
}

func sourceOf(t *testing.T, r Recording) string {
	t.Helper()
	source, err := fingerprint(r)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// Whoever is cut short while cutting does it again, over what is there already.
func TestAFilmIsCutTheSameEachTime(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	r := Recording{Path: recordedGame(t)}
	system := actor.ForSystem(0)
	if _, err := v.CutFilm(t.Context(), system, "north", sourceOf(t, r), r); err != nil {
		t.Fatal(err)
	}
	first := v.stored(t)
	v.now.Advance(time.Hour)
	if _, err := v.CutFilm(t.Context(), system, "north", sourceOf(t, r), r); err != nil {
		t.Fatal(err)
	}
	if again := v.stored(t); len(first) < 5 || !maps.Equal(first, again) {
		t.Errorf("%d values, then %d", len(first), len(again))
	}
}

func TestACutFilmIsNobodysUntilItIsKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		r := Recording{Path: recordedGame(t)}
		cut, err := v.CutFilm(t.Context(), actor.ForSystem(0), "north", sourceOf(t, r), r)
		if err != nil {
			t.Fatal(err)
		}
		if films, err := v.Films(t.Context(), v.channel); err != nil || len(films) != 0 {
			t.Errorf("before: %+v, %v", films, err)
		}
		film, err := v.KeepFilm(t.Context(), v.by, v.channel, cut)
		if err != nil || film.Source != cut.Source() || film.Duration < 7*time.Second {
			t.Fatalf("%+v, %v", film, err)
		}
		if again, err := v.KeepFilm(t.Context(), v.by, v.channel, Rehearsal(cut.Source())); err != nil || again != film {
			t.Errorf("again %+v, %v", again, err)
		}
		a := &arena{screen: newScreen(t, v, Stream{})}
		a.base = v.library(Source{FilmID: film.ID})
		if pictures, complaints := a.decode("index.m3u8"); pictures != 200 || complaints != "" {
			t.Errorf("%d pictures of 200 decode: %s", pictures, complaints)
		}
		if got := a.get("original.mp4").StatusCode; got != 404 {
			t.Errorf("the file that it was cut from is answered with %d", got)
		}
		file, err := v.OpenOriginal(t.Context(), v.channel, film.ID)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		content, err := io.ReadAll(file)
		want, _ := os.ReadFile(r.Path)
		if err != nil || !bytes.Equal(content, want) {
			t.Errorf("%d bytes of %d, %v", len(content), len(want), err)
		}
		south := v.addChannel("south")
		if _, err := v.OpenOriginal(t.Context(), south, film.ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("another channel opens it: %v", err)
		}
		if films, err := v.Films(t.Context(), south); err != nil || len(films) != 0 {
			t.Errorf("another channel lists %+v, %v", films, err)
		}
	})
}

func TestCuttingIsRefused(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	r := Recording{Path: recordedGame(t)}
	source := sourceOf(t, r)
	if _, err := v.CutFilm(t.Context(), actor.Actor{Role: actor.Operator, ChannelID: v.channel}, "north", source, r); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("an operator cuts: %v", err)
	}
	r.Loops = 2
	if _, err := v.CutFilm(t.Context(), actor.ForSystem(0), "north", source, r); fault.CodeOf(err) != "film_changed" {
		t.Errorf("another film is cut: %v", err)
	}
	for name, by := range map[string]actor.Actor{
		"operator of another channel": {Role: actor.Operator, ChannelID: v.addChannel("south"), UserID: 7},
		"user":                        {Role: actor.User, ChannelID: v.channel, UserID: 8}, "nobody": {},
	} {
		if _, err := v.KeepFilm(t.Context(), by, v.channel, Rehearsal(source)); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("%s keeps: %v", name, err)
		}
	}
}
