package media

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

const inFrench = `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Main",LANGUAGE="fr",DEFAULT=YES,AUTOSELECT=YES`

// speaks lets every channel have a language.
func (v *venue) speaks(tag string) {
	v.Language = func(context.Context, int64) (string, error) { return tag, nil }
}

// The playlists of a game say in which language its sound is: live, afterwards and without its length.
func TestAGameIsInTheLanguageOfItsChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		v.speaks("fr")
		s := v.stream()
		e := v.mustGoLive(s, 7)
		a := newScreen(t, v, s)
		for _, live := range []bool{true, false} {
			for _, file := range []string{"index.m3u8", "live.m3u8", "veiled.m3u8"} {
				if list := string(a.get(file).body); strings.Count(list, inFrench) != 1 {
					t.Errorf("%s, live %v:\n%s", file, live, list)
				}
			}
			if live {
				e.close()
				v.now.Advance(2 * time.Minute)
				if _, err := v.FinishExpired(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// A film whose file does not say in which language its sound is has its channel's.
func TestAFilmIsInTheLanguageOfItsChannel(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	a := newScreen(t, v, Stream{})
	film := v.film(t)
	a.base = v.library(Source{FilmID: film.ID})
	if list := string(a.get("index.m3u8").body); strings.Contains(list, "LANGUAGE") {
		t.Errorf("a language that nobody named:\n%s", list)
	}
	v.speaks("fr")
	v.films.InvalidateAll()
	if list := string(a.get("index.m3u8").body); strings.Count(list, inFrench) != 1 {
		t.Errorf("the list:\n%s", list)
	}
}

func TestTheLanguageOfAnUpload(t *testing.T) {
	for said, want := range map[string]string{"fre": "fr", "fra": "fr", "eng": "en", "und": "", "": "", "not a language": "", "zxx": "zxx", "\"": ""} {
		if got := soundLanguage(transcode.Survey{Audio: 1, Language: said}); got != want {
			t.Errorf("%q is %q, not %q", said, got, want)
		}
	}
	if got := soundLanguage(transcode.Survey{Audio: -1}); got != "zxx" {
		t.Errorf("silence is %q", got)
	}
}
