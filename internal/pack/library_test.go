package pack

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/vod"
)

func channelOf(t *testing.T, in Installation, key string) int64 {
	t.Helper()
	c, err := in.Channels.FindByKey(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return int64(c.ID)
}

func libraryOf(t *testing.T, in Installation, key string) vod.Library {
	t.Helper()
	l, err := in.Library.Library(t.Context(), channelOf(t, in, key))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func editLibrary(pairs ...string) map[string]string {
	return map[string]string{"library.yaml": strings.NewReplacer(pairs...).Replace(string(league()["library.yaml"].Data))}
}

func TestApplyBringsTheLibrary(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, public := newInstallation(t, d)
		apply(t, in, league())
		l := libraryOf(t, in, "league")
		if len(l.Categories) != 2 || len(l.Items) != 2 || len(l.Rails) != 1 || !slices.Equal(l.Rails[0].Items, []string{"goals", "advice"}) {
			t.Fatalf("%+v", l)
		}
		advice, goals := l.Items[0], l.Items[1]
		if goals.Access != vod.Register || goals.Category != "best" || goals.Description["fr"] != "<p>Dix buts, <em>une</em> minute.</p>" || public.files[goals.Image.Key] == nil {
			t.Errorf("%+v", goals)
		}
		if want := time.Date(2026, 11, 18, 5, 0, 0, 0, time.UTC); !goals.Date.Equal(want) {
			t.Errorf("three days ago is %s", goals.Date)
		}
		if want := time.Date(2026, 11, 1, 23, 30, 0, 0, time.UTC); !advice.Date.Equal(want) {
			t.Errorf("half past six is %s", advice.Date)
		}
		one, two := goals.Media[0], goals.Media[1]
		if one.Duration < 5*time.Second || two.Duration < 2*one.Duration-time.Second/5 || advice.Media[0].FilmID != one.FilmID || two.FilmID == one.FilmID {
			t.Errorf("%+v, %+v", goals.Media, advice.Media)
		}
		for _, m := range goals.Media {
			played, err := in.Films.FindVideo(t.Context(), channelOf(t, in, "league"), 0, media.FilmID(m.FilmID))
			if err != nil || played.Width != 1280 || played.Duration != m.Duration {
				t.Errorf("%s plays %+v, %v", m.Alias, played, err)
			}
		}
	})
}

func TestTheLibraryChangesAsTheFileDoes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, league())
		before := libraryOf(t, in, "league")
		want := []string{
			`~ library.videos[advice].access: "free" → "paid"`,
			`~ library.videos[goals].media[again].loops: "2" → "3"`,
			`- library.videos[goals].media[first]`,
			`- library.rails[start].videos.1`,
			`- library.videos[goals].media.order`,
		}
		got := lines(apply(t, in, with(editLibrary(
			"category: school, title: Conseils", "category: school, access: paid, title: Conseils", "      - {alias: first, title: Un, film: films/goals.mp4}\n", "",
			"loops: 2", "loops: 3", "[goals, advice]", "[goals]"))))
		if !slices.Equal(got, want) {
			t.Errorf("%s", strings.Join(got, "\n"))
		}
		after := libraryOf(t, in, "league")
		if after.Items[0].ID != before.Items[0].ID || after.Items[0].Media[0].ID != before.Items[0].Media[0].ID || after.Items[1].Media[0].ID == before.Items[1].Media[1].ID {
			t.Errorf("%+v\n%+v", before.Items, after.Items)
		}
		if got := lines(apply(t, in, with(map[string]string{"library.yaml": ""}))); !slices.Equal(got, []string{"- library"}) {
			t.Errorf("without a library: %v", got)
		}
		if l := libraryOf(t, in, "league"); len(l.Items)+len(l.Rails)+len(l.Categories) != 0 {
			t.Errorf("left: %+v", l)
		}
	})
}

// A video may play the recording of an event, also of one that the same pack brings.
func TestVideosPlayEvents(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		files := editLibrary("media: [{alias: film, film: films/goals.mp4}]", "media: [{alias: game, event: opening}]")
		files["schedule.csv"] = "id,date,time,sport,home,away\nopening,2026-11-18,19:00,hockey,castors,belugas\n"
		apply(t, in, with(files))
		id := channelOf(t, in, "league")
		events, err := in.Catalog.ExternalIDs(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		event := int64(events["opening"])
		if m := libraryOf(t, in, "league").Items[0].Media[0]; m.EventID != event || m.Duration != 0 {
			t.Errorf("%+v", m)
		}
		path := filepath.Join(t.TempDir(), "game.mp4")
		if err := os.WriteFile(path, short(), 0o600); err != nil {
			t.Fatal(err)
		}
		stream, err := in.Films.ImportRecording(t.Context(), actor.ForSystem(id), id, event, media.Recording{Path: path, StartedAt: noon})
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(apply(t, in, with(files))); !slices.Equal(got, []string{"~ library: 1 videos → as long as their recordings"}) {
			t.Errorf("with a recording: %v", got)
		}
		if m := libraryOf(t, in, "league").Items[0].Media[0]; m.Duration != stream.Duration {
			t.Errorf("%+v instead of %s", m, stream.Duration)
		}
		if got := lines(apply(t, in, with(files))); len(got) != 0 {
			t.Errorf("the second time: %v", got)
		}
		files["library.yaml"] = strings.Replace(files["library.yaml"], "event: opening}", "event: opening, duration_s: 90}", 1)
		if got := lines(apply(t, in, with(files))); !slices.Equal(got, []string{"+ library.videos[advice].media[game].duration_s"}) {
			t.Errorf("with a length: %v", got)
		}
		if got := lines(apply(t, in, with(files))); len(got) != 0 {
			t.Errorf("the second time: %v", got)
		}
		files["library.yaml"] = strings.Replace(files["library.yaml"], "event: opening", "event: openign", 1)
		_, err = Apply(t.Context(), in, readLeague(t, with(files)), true)
		if err == nil || !strings.Contains(err.Error(), `library.yaml:15: event: the channel has no event "openign"; did you mean "opening"?`) {
			t.Errorf("an unknown event: %v", err)
		}
		files["library.yaml"] = strings.Replace(files["library.yaml"], "event: openign", fmt.Sprintf("event: 'id:%d'", event), 1)
		if got := lines(apply(t, in, with(files))); len(got) != 0 {
			t.Errorf("by its number: %v", got)
		}
	})
}

// Films are cut before the transaction. One that is cut short, or whose pack is refused,
// is nobody's, and the next try makes it whole.
func TestFilmsAreWholeOrNotThere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Apply(cancelled, in, readLeague(t, league()), false); err == nil {
			t.Error("a pack is applied after its time")
		}
		p := readLeague(t, with(map[string]string{"site.yaml": "slides:\n  - {type: main, title: Ce soir, event: nobody}\n"}))
		if _, err := Apply(t.Context(), in, p, false); err == nil {
			t.Error("a slide of no event")
		}
		if _, err := Apply(t.Context(), in, readLeague(t, league()), true); err != nil {
			t.Error(err)
		}
		apply(t, in, league())
		films, err := in.Films.Films(t.Context(), channelOf(t, in, "league"))
		if err != nil || len(films) != 2 {
			t.Fatalf("%+v, %v", films, err)
		}
		for _, f := range films {
			if f.Duration < 5*time.Second {
				t.Errorf("%+v", f)
			}
		}
		changed := readLeague(t, with(map[string]string{"channel.yaml": strings.NewReplacer("key: league", "key: other", "League.localhost", "other.localhost").
			Replace(string(league()["channel.yaml"].Data))}))
		for source, f := range changed.films {
			f.open = readLeague(t, with(map[string]string{"films/goals.mp4": string(short()) + "more"})).anyFilm().open
			changed.films[source] = f
		}
		if _, err := Apply(t.Context(), in, changed, false); err == nil || !strings.Contains(err.Error(), "changed while it was being read") {
			t.Errorf("a film that changes: %v", err)
		}
	})
}

func (p *Pack) anyFilm() film {
	for f := range maps.Values(p.films) {
		return f
	}
	return film{}
}

// A channel with everything is written as a pack that makes the same channel on an
// installation that has nothing, and changes nothing where it comes from.
func TestExportMovesAChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		files := editLibrary("media: [{alias: film, film: films/goals.mp4}]", "media: [{alias: game, event: opening}]")
		files["schedule.csv"] = "id,date,time,time_zone,sport,gender,home,away,participants,location,division,group,access,base_price,service_fee,duration_min,featured,image,name_fr,name_en,description_fr\n" +
			"opening,2026-11-18,19:05,,hockey,M,castors,belugas,,arena,one,season,ppv,8.99,1.1,95:30,yes,images/wide.png,Le match,The game,\"Un *grand* match, \"\"le\"\" premier\"\n" +
			"solo,2026-12-01,09:00,Europe/Paris,soccer,,castors,,,,,,free,,,,,,,,\n,2027-01-09,20:00,,hockey-women,W,,,castors|belugas,,,,register,,,60,,,Gala,,\n"
		files["site.yaml"] = string(league()["site.yaml"].Data) + "  \n"
		apply(t, in, with(files))
		by, id := actor.ForSystem(channelOf(t, in, "league")), channelOf(t, in, "league")
		ref, err := in.Catalog.Stored(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		_, err = in.Catalog.CreateEvents(t.Context(), by, id, []catalog.Event{{
			CategoryID: ref.Categories[0].ID, Type: catalog.Free, Participants: []catalog.ParticipantID{ref.Participants[0].ID}, Currency: "CAD",
			StartAt: noon, TimeZone: "America/Toronto", Status: catalog.Finished, Duration: 90 * time.Minute,
		}})
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(t.TempDir(), "league")
		if notes, err := Export(t.Context(), in, "league", folder); err != nil || len(notes) > 0 {
			t.Fatal(notes, err)
		}
		again := environment(map[string]string{"LEAGUE_STRIPE_SECRET_KEY": "sk_test_league"})
		p, err := ReadFolder(folder, again)
		if err != nil {
			t.Fatal(err)
		}
		if changes := mustApply(t, in, p); len(changes) != 0 {
			t.Errorf("where it comes from:\n%s", strings.Join(lines(changes), "\n"))
		}
		there, _ := newInstallation(t, dbtest.SQLite(t))
		mustApply(t, there, p)
		if changes := mustApply(t, there, p); len(changes) != 0 {
			t.Errorf("elsewhere, the second time:\n%s", strings.Join(lines(changes), "\n"))
		}
		second := filepath.Join(t.TempDir(), "again")
		if notes, err := Export(t.Context(), there, "league", second); err != nil || len(notes) > 0 {
			t.Fatal(notes, err)
		}
		sameFolder(t, folder, second)
		if c, err := os.ReadFile(filepath.Join(folder, "schedule.csv")); err != nil || strings.Count(string(c), "\n") != 5 {
			t.Errorf("%s, %v", c, err)
		}
		want, got := eventsOf(t, in), eventsOf(t, there)
		if !slices.Equal(want, got) {
			t.Errorf("events\n%s\nbecome\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
		}
	})
}

// eventsOf describes what an operator says of events, without what belongs to an
// installation.
func eventsOf(t *testing.T, in Installation) []string {
	t.Helper()
	id := channelOf(t, in, "league")
	events, err := in.Catalog.Schedule(t.Context(), id, 100)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := in.Catalog.Stored(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(events))
	for i, e := range events {
		var who []string
		for _, p := range e.Participants {
			who = append(who, ref.Participant(p).Alias)
		}
		out[i] = fmt.Sprint(e.ExternalID, e.StartAt, e.TimeZone, e.Duration, e.Type, e.Gender, e.Name, e.Description, who, e.HomeID != 0, e.BasePrice, e.ServiceFee,
			e.Featured, e.SingleEventPackageID != 0, e.Image.Key, e.CategoryID != 0, e.LocationID != 0, e.DivisionID != 0, e.EventGroupID != 0)
	}
	return out
}

func sameFolder(t *testing.T, a, b string) {
	t.Helper()
	read := func(folder string) map[string]string {
		files := map[string]string{}
		err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			files[strings.TrimPrefix(path, folder)] = string(content)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	before, after := read(a), read(b)
	for name, content := range before {
		if after[name] != content {
			t.Errorf("%s is not the same:\n%.300s\n%.300s", name, content, after[name])
		}
	}
	if len(before) != len(after) {
		t.Errorf("%d files, then %d", len(before), len(after))
	}
}

// A film whose file is not there any more is told, and left out with what needs it.
func TestExportTellsOfLostFilms(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, league())
	id := channelOf(t, in, "league")
	if err := in.Films.Blob.Delete(t.Context(), originalOf(t, in)); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "league")
	notes, err := Export(t.Context(), in, "league", folder)
	if err != nil || len(notes) == 0 || !strings.Contains(notes[0], "was not kept") {
		t.Errorf("channel %d: %v, %v", id, notes, err)
	}
	if _, err := ReadFolder(folder, nil); err != nil {
		t.Errorf("what is left is no pack: %v", err)
	}
}

func originalOf(t *testing.T, in Installation) string {
	t.Helper()
	for a, err := range in.Films.Blob.List(t.Context(), "films/") {
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(a.Key, "/original.mp4") {
			return a.Key
		}
	}
	t.Fatal("no film's file was kept")
	return ""
}

// Files of films are refused for what they hold, not for what they are called.
func FuzzFilm(f *testing.F) {
	f.Add(short()[:4096])
	f.Add([]byte("\x00\x00\x00\x18ftypisom0000"))
	f.Fuzz(func(_ *testing.T, content []byte) {
		tree := fstest.MapFS{"a.mp4": {Data: content}}
		_, _ = readFilm(tree, "a.mp4") // never a panic
	})
}

// What a pack cannot hold of a film is told.
func TestExportTellsOfChapters(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, league())
		id := channelOf(t, in, "league")
		films, err := in.Films.Films(t.Context(), id)
		if err != nil || len(films) == 0 {
			t.Fatalf("%d films, %v", len(films), err)
		}
		chapters := []byte("WEBVTT\n\n00:00.000 --> 00:01.000\nKick-off\n\n00:01.000 --> 00:02.000\nGoal\n")
		if _, _, err := in.Films.SetChapters(t.Context(), actor.ForSystem(id), id, films[0].ID, "", chapters); err != nil {
			t.Fatal(err)
		}
		notes, err := Export(t.Context(), in, "league", filepath.Join(t.TempDir(), "league"))
		if told := strings.Join(notes, "\n"); err != nil || strings.Count(told, "captions and chapters") != 1 {
			t.Errorf("%v, told:\n%s", err, told)
		}
	})
}
