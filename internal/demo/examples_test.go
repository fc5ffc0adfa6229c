package demo

import (
	"path/filepath"
	"testing"

	"github.com/grandstand/grandstand/demo/packs"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/pack"
)

func packInstallation(h Deps, d *db.DB) pack.Installation {
	service := h.Media.(*media.Service)
	return pack.Installation{
		DB: d, Channels: h.Channels, Catalog: h.Catalog, Commerce: h.Commerce, Library: h.Library, Films: service, Media: service, Clock: h.Clock,
	}
}

// Each example has a game that is on, one that is recorded, videos that play, and is
// still what its pack says.
func TestExamplesAreAlive(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newDeps(t, d)
		ph, service := packInstallation(h, d), h.Media.(*media.Service)
		live, err := SeedExamples(t.Context(), ph, h)
		if err != nil {
			t.Fatal(err)
		}
		broadcasts, err := Broadcasts()
		if err != nil || len(broadcasts) != len(live)+1 {
			t.Fatalf("%d broadcasts of %d games, %v", len(broadcasts), len(live), err)
		}
		for i, scene := range packs.Scenes() {
			c, err := h.Channels.FindByKey(t.Context(), scene.Channel)
			if err != nil {
				t.Fatal(err)
			}
			id := int64(c.ID)
			if stream, err := service.FindStream(t.Context(), id, int64(live[i])); err != nil || stream.State != media.Idle {
				t.Errorf("%s: %+v waits for an encoder, %v", scene.Channel, stream, err)
			}
			marks, err := broadcasts[i+1].marks()
			if err != nil || len(changes(marks)) < 2 {
				t.Errorf("%s: %d changes of the score, %v", scene.Channel, len(changes(marks)), err)
			}
			checkLibrary(t, h, service, id)
			events, err := h.Catalog.ExternalIDs(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			e, err := h.Catalog.FindEvent(t.Context(), id, events[scene.Recording.Event])
			if err != nil || e.Status != catalog.Finished || e.Score == nil || e.Score.Home != scene.Recording.Home {
				t.Errorf("%s: %+v, %v", scene.Channel, e, err)
			}
			checkSame(t, ph, scene.Channel)
		}
	})
}

func checkLibrary(t *testing.T, h Deps, service *media.Service, id int64) {
	t.Helper()
	library, err := h.Library.Library(t.Context(), id)
	if err != nil || len(library.Items) < 4 || len(library.Rails) < 2 {
		t.Fatalf("%+v, %v", library, err)
	}
	for _, item := range library.Items {
		for _, m := range item.Media {
			if played, err := service.FindVideo(t.Context(), id, m.EventID, media.FilmID(m.FilmID)); err != nil || played.Duration != m.Duration {
				t.Errorf("%s plays %+v instead of %s, %v", item.Alias, played, m.Duration, err)
			}
		}
	}
}

// checkSame applies an example's pack again, and what is exported of it.
func checkSame(t *testing.T, h pack.Installation, key string) {
	t.Helper()
	p, err := readExample(key)
	if err != nil {
		t.Fatal(err)
	}
	if changes, err := pack.Apply(t.Context(), h, p, false); err != nil || len(changes) != 0 {
		t.Errorf("%s, applied again: %v, %v", key, changes, err)
	}
	folder := filepath.Join(t.TempDir(), key)
	if notes, err := pack.Export(t.Context(), h, key, folder); err != nil || len(notes) != 0 {
		t.Fatalf("%s is exported: %v, %v", key, notes, err)
	}
	if p, err = pack.ReadFolder(folder, nil); err != nil {
		t.Fatalf("%s, exported: %v", key, err)
	}
	if changes, err := pack.Apply(t.Context(), h, p, false); err != nil || len(changes) != 0 {
		t.Errorf("%s, exported and applied: %v, %v", key, changes, err)
	}
}
