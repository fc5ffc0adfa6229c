package pack

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// small is the league without its library, which takes long to read.
func small() fstest.MapFS {
	tree := with(map[string]string{"library.yaml": ""})
	delete(tree, "films/goals.mp4")
	return tree
}

// Whatever a file of a pack says, the pack is read or every problem of it names a file; what is
// read differs in nothing from itself, and reads again the same.
func FuzzPack(f *testing.F) {
	parts := []string{"channel.yaml", "catalog.yaml", "offers.yaml", "site.yaml", "forms.yaml", "faq.yaml", "pages.yaml", "library.yaml", "schedule.csv"}
	for i, name := range parts {
		if file := league()[name]; file != nil {
			f.Add(uint8(i), string(file.Data))
		}
	}
	f.Add(uint8(0), "key: &a [*a]\n")
	f.Add(uint8(1), "categories: &a\n  - {alias: x, title: X, children: *a}\n")
	f.Add(uint8(2), "offers: [{alias: a, base_price: 1e400, ends: today+99999999999}]\n")
	f.Add(uint8(5), "faq: [{question: {en: \"\\0\"}}]\n--- \n[]")
	f.Add(uint8(8), "date,time,sport,home,away\n2026-11-28,19:00,hockey,castors,belugas\n")
	f.Fuzz(func(t *testing.T, part uint8, content string) {
		if len(content) > 8<<10 {
			return
		}
		tree := small()
		tree[parts[int(part)%len(parts)]] = &fstest.MapFile{Data: []byte(content)}
		p, err := Read(tree, environment(nil))
		if err != nil {
			checkProblems(t, err)
			return
		}
		if changes := diff(&p.State, &p.State); len(changes) > 0 {
			t.Fatalf("it differs from itself: %v", changes)
		}
		again, err := Read(tree, environment(nil))
		if err != nil {
			t.Fatalf("again: %v", err)
		}
		if changes := diff(&p.State, &again.State); len(changes) > 0 {
			t.Fatalf("it reads again as %v", changes)
		}
	})
}

func checkProblems(t *testing.T, err error) {
	t.Helper()
	problems, ok := errors.AsType[Problems](err)
	if !ok || len(problems) == 0 {
		t.Fatalf("%T: %v", err, err)
	}
	for _, p := range problems {
		if p.File == "" || p.Line < 0 || p.Message == "" {
			t.Fatalf("%+v", p)
		}
	}
}

// Whatever a schedule says, each event of one that is taken begins at the minute that its row
// says, has a name of its own, and costs no less than nothing.
func FuzzSchedule(f *testing.F) {
	for _, seed := range []string{
		"date,time,sport,home,away\n2026-11-28,19:00,hockey,tide,lynx\n", "\ufeffid,date,time,sport,name_fr,base_price,duration_min,featured\na,today+3,09:05,hockey,Ouverture,8.99,127:30,oui\n",
		"date,time,sport,time_zone,name\n2026-03-08,02:30,hockey,America/Toronto,x\n2026-11-28,19:00,hockey,Local,x\n", "date,time,sport\n\"", "date,time,sport,name\n2026-11-28,24:00,hockey\n",
		"date,time,sport,base_price,name\n2026-11-28,19:00,hockey,.5,x\n2026-11-28,19:00,hockey,-1,x\n2026-11-28,19:00,hockey,9999999999999999999,x\n", "", "date\n", "date,date,time,sport\n1,2,3,4\n",
		"date,time,sport,participants\ntoday-1,00:00,hockey,tide|lynx||tide\n", "date,time,sport,name\ntoday+99999999999,19:00,hockey,x\n", "date;time;sport\n",
	} {
		f.Add([]byte(seed))
	}
	c := scheduleContext{
		channel: &Channel{Language: "fr", Languages: []string{"fr", "en"}, Currency: "CAD", TimeZone: "America/Toronto"}, now: noon, ticket: 7,
		aliases: aliases{categories: map[string]int64{"hockey": 1}, participants: map[string]int64{"tide": 1, "lynx": 2}, locations: map[string]int64{"arena": 1}, zones: map[string]string{"arena": "America/Regina"}}.reversed(),
		picture: func(string) (File, error) { return "", errors.New("there is none") },
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := readSchedule(content, "games.csv", c)
		if err != nil {
			checkProblems(t, err)
			return
		}
		if len(s.events) != len(s.lines) {
			t.Fatalf("%d events stand on %d lines", len(s.events), len(s.lines))
		}
		var names []string
		for _, e := range s.events {
			if e.StartAt.IsZero() || e.StartAt.Second() != 0 || e.CategoryID == 0 || e.BasePrice < 0 || e.ServiceFee < 0 || e.Duration < 0 || len(e.Participants) == 0 && e.Name.IsEmpty() {
				t.Fatalf("%+v", e)
			}
			if _, err := time.LoadLocation(e.TimeZone); err != nil || e.ExternalID == "" || slices.Contains(names, e.ExternalID) {
				t.Fatalf("%q in %q, %v", e.ExternalID, e.TimeZone, err)
			}
			names = append(names, e.ExternalID)
		}
	})
}

// A moment of a pack is refused, or written again as one that is read as the same.
func FuzzDate(f *testing.F) {
	for _, seed := range []string{"2026-11-28", "2026-11-28 19:00", "today-3", "today+1 09:30", "today+99999999999999999999", "2026-11-28T19:00:00.5-05:00", "0000-01-01", "9999-12-31 23:59:59", "2026-11-01 01:30", "", "today "} {
		f.Add(seed)
	}
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at, err := readDate(s, zone, noon)
		if err != nil {
			return
		}
		written := writeDate(at, zone)
		if again, err := readDate(written, zone, noon); err != nil || !again.Equal(at) {
			t.Errorf("%q is %v, written %q, and then %v, %v", s, at, written, again, err)
		}
		if strings.HasPrefix(written, "today") {
			t.Errorf("%q is written %q", s, written)
		}
	})
}
