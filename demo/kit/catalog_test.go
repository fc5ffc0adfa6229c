package kit_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/demo/kit"
)

func load(t *testing.T) kit.Catalog {
	t.Helper()
	c, err := kit.Load(kit.Files())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCatalogHasWhatTheDemoPromises(t *testing.T) {
	c := load(t)
	playing := 0
	for _, s := range c.Sports {
		if len(s.Genders) > 0 {
			playing++
		}
	}
	for what, n := range map[string][2]int{
		"schools": {len(c.Schools), 8}, "sports played": {playing, 5}, "teams": {len(c.Teams), 24},
		"recordings": {len(c.Events.Recordings), 12}, "pre-rolls": {len(c.Media.Prerolls), 3},
		"questions": {len(c.FAQ), 10}, "stills": {len(c.Stills), 30},
	} {
		if n[0] < n[1] {
			t.Errorf("%s: have %d, want at least %d", what, n[0], n[1])
		}
	}
	var kinds []string
	for _, r := range c.Events.Recordings {
		kinds = append(kinds, r.Type)
	}
	for _, want := range []string{"free", "register", "paid", "ppv"} {
		if !slices.Contains(kinds, want) {
			t.Errorf("no recording of type %s", want)
		}
	}
}

func TestTextsAreInBothLanguages(t *testing.T) {
	c := load(t)
	check := func(where string, texts ...kit.Text) {
		for i, text := range texts {
			if (text["en"] == "") != (text["fr"] == "") {
				t.Errorf("%s, text %d: %v", where, i, text)
			}
		}
	}
	check("channel", c.Channel.Name, c.Channel.Tagline, c.Channel.Description)
	for _, s := range c.Sports {
		check(s.Key, s.Title, s.Score.Final, s.Score.FinalExtra)
	}
	for _, s := range c.Schools {
		check(s.Key, s.Name, s.City, s.State, s.StateName)
	}
	for _, x := range c.Teams {
		check(x.Key, x.Name)
	}
	for _, x := range c.Locations {
		check(x.Key, x.Name, x.City, x.State)
	}
	for _, q := range c.FAQ {
		check(q.Question["en"], q.Category, q.Question, q.Answer)
	}
	for _, p := range c.Pages {
		check(p.Key, p.Name, p.File)
	}
	for _, s := range c.Slides {
		check(s.Key, s.Title, s.Text, s.Button)
	}
	for _, r := range c.Events.Recordings {
		check(r.Clip, r.Title, r.Description)
	}
	for _, k := range c.Library.Categories {
		check(k.Key, k.Title)
	}
	for _, k := range c.Library.Items {
		check(k.Key, k.Title, k.Description)
		for _, m := range k.Media {
			check(k.Key+" "+m.Key, m.Title)
		}
	}
	for _, k := range c.Library.Rails {
		check(k.Key, k.Title)
	}
}

func TestReferencesResolve(t *testing.T) {
	c := load(t)
	schools, sports, clips := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range c.Schools {
		schools[s.Key] = true
	}
	for _, s := range c.Sports {
		sports[s.Key] = true
	}
	for _, x := range c.Media.Clips {
		clips[x.Key] = true
	}
	teams, locations, stills := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, x := range c.Teams {
		if teams[x.Key] || !schools[x.School] || !sports[x.Sport] {
			t.Errorf("team %s: repeated, or of an unknown school or sport", x.Key)
		}
		teams[x.Key] = true
	}
	for _, l := range c.Locations {
		locations[l.Key] = schools[l.School]
	}
	for _, s := range c.Stills {
		if !sports[s.Sport] || !schools[s.Away] || !schools[s.Home] || s.Away == s.Home {
			t.Errorf("still %s: %+v", s.Key, s)
		}
		stills[s.Key] = true
	}
	for _, x := range c.Media.Clips {
		for _, side := range []string{x.Away, x.Home} {
			if team := side + "-" + x.Sport + "-" + strings.ToLower(x.Gender); !teams[team] {
				t.Errorf("clip %s: no team %s", x.Key, team)
			}
		}
		if !locations[x.Location] {
			t.Errorf("clip %s: no location %s", x.Key, x.Location)
		}
	}
	for i, r := range c.Events.Recordings {
		if !clips[r.Clip] || !stills[r.Still] {
			t.Errorf("recording %d: clip %q, still %q", i, r.Clip, r.Still)
		}
	}
	for _, k := range c.Library.Items {
		if !stills[k.Still] {
			t.Errorf("video %s: still %q", k.Key, k.Still)
		}
		for _, m := range k.Media {
			if m.Clip != "" && !clips[m.Clip] || m.Recording >= len(c.Events.Recordings) {
				t.Errorf("video %s: %+v", k.Key, m)
			}
		}
	}
}

func TestFilesAreThere(t *testing.T) {
	c := load(t)
	names := []string{c.Channel.Logo, c.Channel.LogoMark, c.Channel.Favicon, c.Channel.SocialImage}
	for _, f := range c.Channel.FaviconPNG {
		names = append(names, f)
	}
	for _, s := range c.Sports {
		names = append(names, s.Image)
	}
	for _, s := range c.Schools {
		names = append(names, s.Image, s.Tile)
	}
	for _, x := range c.Teams {
		names = append(names, x.Image)
	}
	for _, s := range c.Stills {
		names = append(names, s.File, s.Hero)
	}
	for _, s := range c.Slides {
		names = append(names, s.Image)
	}
	for _, p := range c.Pages {
		names = append(names, p.File["en"], p.File["fr"])
	}
	for _, p := range c.Commerce.Packages {
		names = append(names, p.Image)
	}
	for _, x := range c.Media.Clips {
		names = append(names, x.File, x.Timeline)
	}
	for _, p := range c.Media.Prerolls {
		names = append(names, p.File)
	}
	for _, name := range names {
		if name == "" {
			continue
		}
		if info, err := fs.Stat(kit.Files(), name); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The terms say how soon somebody looks at what is reported.
func TestReportsAreReviewedInFiveDays(t *testing.T) {
	for language, want := range map[string]string{"en": "Reports are reviewed within five business days.", "fr": "examinés dans les cinq jours ouvrables."} {
		terms, err := fs.ReadFile(kit.Files(), "page/terms."+language+".html")
		if err != nil || !strings.Contains(string(terms), want) {
			t.Errorf("%s: %v: %s", language, err, terms)
		}
	}
}

// Québec French puts no space before ?, ! and ;, and a no-break space before a colon and inside guillemets (Office québécois
// de la langue française).
func TestFrenchPunctuationIsSpacedAsInQuebec(t *testing.T) {
	spaced := regexp.MustCompile(`[ \x{a0}\x{202f}][?!;]|[\pL»)][ \x{202f}]: |«[^\x{a0}]|[^\x{a0}]»`)
	read := 0
	err := fs.WalkDir(kit.Files(), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".json") && !strings.HasSuffix(name, ".fr.html") {
			return err
		}
		content, err := fs.ReadFile(kit.Files(), name)
		if err != nil {
			return err
		}
		read++
		for number, line := range strings.Split(string(content), "\n") {
			if found := spaced.FindString(line); found != "" {
				t.Errorf("%s:%d has %q", name, number+1, found)
			}
		}
		return nil
	})
	if err != nil || read < 10 {
		t.Errorf("%d files read, %v", read, err)
	}
}
