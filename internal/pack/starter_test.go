package pack

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

var begun = Starter{
	Key: "north", Name: `North: "A" league`, Language: "en", Currency: "CAD", TimeZone: "America/Halifax", Domain: "north.example", Email: "hi@north.example",
}

// starterTree is a starter's pack, with every file changed as given.
func starterTree(t *testing.T, s Starter, change func(name, content string) string) fstest.MapFS {
	t.Helper()
	files, err := s.files()
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for name, content := range files {
		tree[name] = &fstest.MapFile{Data: []byte(change(name, string(content)))}
	}
	return tree
}

func unchanged(_, content string) string { return content }

func TestANewChannelIsAppliedAsItIs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		french := begun
		french.Key, french.Language, french.Domain = "nord", "fr", "nord.example"
		in, _ := newInstallation(t, d)
		for _, s := range []Starter{begun, french} {
			if got := lines(apply(t, in, starterTree(t, s, unchanged))); !slices.Contains(got, "+ schedule: 1 events") {
				t.Errorf("%s: %v", s.Key, got)
			}
			if again := apply(t, in, starterTree(t, s, unchanged)); len(again) != 0 {
				t.Errorf("%s, again: %v", s.Key, lines(again))
			}
		}
	})
}

// anExample is a line of a file that is an example to be used by taking its "#" away. Sentences have one space there.
var anExample = regexp.MustCompile(`(?m)^#(\S.*|  .*)$`)

func TestExamplesOfANewChannelAreRight(t *testing.T) {
	used := 0
	tree := starterTree(t, begun, func(name, content string) string {
		if !strings.HasSuffix(name, ".yaml") {
			return content
		}
		used += len(anExample.FindAllString(content, -1))
		return strings.Replace(anExample.ReplaceAllString(content, "$1"), "offers: []", "offers:", 1)
	})
	for _, name := range []string{"images/wide.png", "images/ad.mp4", "films/goals.mp4"} {
		tree[name] = league()[name]
	}
	tree["images/icon-192.png"] = &fstest.MapFile{Data: still(192, 192)}
	if _, err := Read(tree, nil); err != nil {
		t.Error(err)
	}
	// Prices of offers are without taxes.
	if note := string(tree["channel.yaml"].Data); !strings.Contains(note, "{en: Plus taxes., fr: Taxes en sus.}") {
		t.Error("the note of the checkout does not say that taxes are added")
	}
	if used < 80 {
		t.Errorf("%d examples were tried", used)
	}
}

func TestANewChannelShowsEveryField(t *testing.T) {
	var all strings.Builder
	for name, file := range starterTree(t, begun, unchanged) {
		if strings.HasSuffix(name, ".yaml") {
			all.Write(file.Data)
		}
	}
	for _, field := range fieldsOf(reflect.TypeFor[State](), map[reflect.Type]bool{}) {
		if !regexp.MustCompile(`\b` + regexp.QuoteMeta(field) + `:`).MatchString(all.String()) {
			t.Errorf("no file shows %q", field)
		}
	}
}

// fieldsOf are the names of the fields that files have, of a type and of what it consists of.
func fieldsOf(of reflect.Type, seen map[reflect.Type]bool) (names []string) {
	for of.Kind() == reflect.Slice || of.Kind() == reflect.Map || of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || seen[of] {
		return nil
	}
	seen[of] = true
	for field := range of.Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("yaml"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
		names = append(names, fieldsOf(field.Type, seen)...)
	}
	return names
}

func TestAStarterIsWrittenWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	wrong := begun
	wrong.TimeZone = "Mars/North"
	if err := wrong.Write(folder); err == nil || !strings.Contains(err.Error(), "channel.yaml:14: time_zone:") {
		t.Errorf("a wrong zone: %v", err)
	}
	if err := begun.Write(folder); err != nil {
		t.Fatal(err)
	}
	if err := begun.Write(folder); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("over another pack: %v", err)
	}
	if _, err := ReadFolder(folder, nil); err != nil {
		t.Error(err)
	}
}
