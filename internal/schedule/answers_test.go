package schedule

import (
	"fmt"
	"reflect"
	"testing"
)

func TestAMappingIsReadAsItIsWritten(t *testing.T) {
	a := Answers{
		Columns: map[string]string{"Arrival": Ignore, "Spectacle": "game"}, DateOrder: DayFirst, SeasonStart: "2026-08-01", TimeZone: "EST", Hours: HoursAfternoon, Sport: "hockey", Team: "lynx", Versus: HomeFirst,
		Doubleheaders: new(true), AnyYear: new(false), Names: map[string]string{"St. Mary's: North": "st-marys", "École": "ecole"},
	}
	content, err := a.Format()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ParseAnswers(content); err != nil || !reflect.DeepEqual(got, a) {
		t.Errorf("%+v, %v from\n%s", got, err, content)
	}
	for _, bad := range []string{"colums: {}", "date_order: soon", "season_start: May", "time_zone: Mars", "versus: x", "hours: am", "columns: {A: nothing}", "names: {'': x}", "names: {St Marys: a, ST. MARYS: b}", "sport: [a]", "sport: a\n---\nsport: b", "\t"} {
		if got, err := ParseAnswers([]byte(bad)); err == nil {
			t.Errorf("%q is %+v", bad, got)
		}
	}
	merged, err := Answers{Names: map[string]string{"ST MARYS north": "other"}}.WithDefaults(a)
	if err != nil || merged.Names["St. Mary's: North"] != "" || merged.Names["ST MARYS north"] != "other" || merged.Sport != "hockey" || merged.Hours != HoursAfternoon || merged.Names["École"] != "ecole" {
		t.Errorf("%+v, %v", merged, err)
	}
}

// A later import can turn off a kept answer, and keeps it if it says nothing.
func TestAKeptAnswerIsTurnedOff(t *testing.T) {
	kept := Answers{Doubleheaders: new(true), AnyYear: new(true)}
	if got, err := (Answers{}).WithDefaults(kept); err != nil || !got.AllowsDoubleheaders() || !got.AllowsAnyYear() {
		t.Errorf("without answers: %+v, %v", got, err)
	}
	off, err := Answers{Doubleheaders: new(false), AnyYear: new(false)}.WithDefaults(kept)
	if err != nil || off.AllowsDoubleheaders() || off.AllowsAnyYear() {
		t.Errorf("turned off: %+v, %v", off, err)
	}
	content, err := off.Format()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ParseAnswers(content); err != nil || !reflect.DeepEqual(again, off) {
		t.Errorf("%+v, %v from\n%s", again, err, content)
	}
}

// Two valid mappings that have too many names together are refused before they are stored.
func TestMergedAnswersAreValidated(t *testing.T) {
	names := func(prefix string) map[string]string {
		out := map[string]string{}
		for i := range maxAnswers/2 + 1 {
			out[fmt.Sprint(prefix, i)] = Ignore
		}
		return out
	}
	kept := Answers{Names: names("a")}
	if got, err := (Answers{Names: names("b")}).WithDefaults(kept); err == nil {
		t.Errorf("%d names are accepted", len(got.Names))
	}
	if got, err := (Answers{Names: names("A")}).WithDefaults(kept); err != nil || len(got.Names) != maxAnswers/2+1 {
		t.Errorf("the same names: %d, %v", len(got.Names), err)
	}
}

func TestNamesAreFoundNotGuessed(t *testing.T) {
	d := NewDirectory([]Entry{
		{Alias: "st-marys-hockey", Names: []string{"Saints", "St. Mary's"}, Sports: []string{"hockey"}},
		{Alias: "st-marys-soccer", Names: []string{"Saints", "St. Mary's"}, Sports: []string{"soccer"}},
		{Alias: "lynx", Names: []string{"Harbour Lynx"}},
	})
	for _, test := range []struct{ name, sport, want, asked string }{
		{"st marys", "hockey", "st-marys-hockey", ""},
		{"ST. MARY’S", "soccer", "st-marys-soccer", ""},
		{"lynx", "hockey", "lynx", ""},
		{"Saints", "", "", `"Saints" can be "st-marys-hockey" or "st-marys-soccer"`},
		{"Saints", "rugby", "", `"Saints" is not a team of this sport; another sport has "st-marys-hockey" or "st-marys-soccer"`},
		{"Harbour", "hockey", "", `"Harbour" is not known; did you mean "lynx"? (lynx is )`},
		{"Zebras", "hockey", "", `"Zebras" is not known`},
	} {
		e, question := d.Find(test.name, Want{Sport: test.sport})
		if e.Alias != test.want || (question == nil) != (test.asked == "") {
			t.Errorf("%s, %s: %+v, %v", test.name, test.sport, e, question)
		}
		if question != nil && test.name != "Harbour" && question.Error() != test.asked {
			t.Errorf("%s: %s", test.name, question)
		}
	}
}
