package schedule

import (
	"errors"
	"testing"
	"time"
)

func TestDates(t *testing.T) {
	season := time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)
	for s, want := range map[string]string{
		"2026-11-28": "2026-11-28", "2026/11/28": "2026-11-28", "2026.11.28": "2026-11-28", "20261128": "2026-11-28", "2026-1-5": "2026-01-05",
		"11/28/2026": "2026-11-28", "28/11/2026": "2026-11-28", "28.11.2026": "2026-11-28", "28-11-2026": "2026-11-28", "11/28/26": "2026-11-28",
		"Nov 28, 2026": "2026-11-28", "28 Nov 2026": "2026-11-28", "28-Nov-26": "2026-11-28", "Saturday, November 28, 2026": "2026-11-28", "Sat 11/28/2026": "2026-11-28",
		"samedi 28 novembre 2026": "2026-11-28", "1er décembre 2026": "2026-12-01", "mar. 1 déc. 2026": "2026-12-01", "5 mars 2027": "2027-03-05", "mardi 2 mars 2027": "2027-03-02",
		"Mar 5, 2027": "2027-03-05", "28th November 2026": "2026-11-28", "le 28 août 2026": "2026-08-28", "46354": "2026-11-28", "2026 Nov 28": "2026-11-28",
		"Nov 28": "2026-11-28", "Feb 3": "2027-02-03", "Sat Nov 28": "2026-11-28", "11/28": "2026-11-28", "07/07/2026": "2026-07-07", "Sat 12/05/2026": "2026-12-05", "(Sat) Nov 28, 2026": "2026-11-28",
	} {
		if day, err := (Dates{SeasonStart: season}).Read(s); err != nil || day.Format(time.DateOnly) != want {
			t.Errorf("%q is %s, %v; want %s", s, day.Format(time.DateOnly), err, want)
		}
	}
	for s, want := range map[string]error{
		"05/12/2026": ErrOrder, "5/6/27": ErrOrder, "26-11-28": ErrOrder, "28-11-26": ErrOrder, "soon": ErrDate, "": ErrDate, "31/31/2026": ErrDate, "2026-02-30": ErrDate, "28/11/126": ErrDate, "1/2/3/4": ErrDate, "99999": ErrDate,
	} {
		if day, err := (Dates{SeasonStart: season}).Read(s); !errors.Is(err, want) {
			t.Errorf("%q is %s, %v; want %v", s, day, err, want)
		}
	}
	if _, err := (Dates{}).Read("Nov 28"); !errors.Is(err, ErrYear) {
		t.Errorf("a date without a year: %v", err)
	}
	if _, err := (Dates{}).Read("Sunday, Nov 28, 2026"); err == nil {
		t.Error("the wrong day of the week is taken")
	}
	for order, want := range map[DateOrder]string{MonthFirst: "2026-05-12", DayFirst: "2026-12-05"} {
		if day, err := (Dates{Order: order}).Read("05/12/2026"); err != nil || day.Format(time.DateOnly) != want {
			t.Errorf("%s: %s, %v", order, day, err)
		}
	}
	if day, err := (Dates{Order: YearFirst}).Read("26/11/28"); err != nil || day.Format(time.DateOnly) != "2026-11-28" {
		t.Errorf("the year first: %s, %v", day, err)
	}
	if _, err := (Dates{Order: MonthFirst}).Read("28/11/2026"); err == nil || errors.Is(err, ErrDate) {
		t.Errorf("a day of the other order: %v", err)
	}
}

func TestTheOrderOfDatesIsDetectedNotGuessed(t *testing.T) {
	for _, test := range []struct {
		dates []string
		want  DateOrder
		fails bool
	}{
		{[]string{"05/12/2026", "13/12/2026"}, DayFirst, false},
		{[]string{"05/12/2026", "12/13/2026"}, MonthFirst, false},
		{[]string{"05/12/2026", "06/12/2026"}, "", true},
		{[]string{"13/12/2026", "12/13/2026"}, "", true},
		{[]string{"2026-12-05", "Nov 5, 2026", "07/07/2026", "TBD"}, "", false},
		{[]string{"Sat 05/12/2026"}, DayFirst, false},
		{[]string{"5/6"}, "", true},
		{[]string{"26-11-28", "26-12-05"}, "", true},
		{[]string{"28/11/26", "05/12/26"}, "", true},
		{[]string{"26-11-28", "99-12-05"}, YearFirst, false},
		{[]string{"Sat 26-11-28"}, YearFirst, false},
		{[]string{"Sat 28-11-26"}, DayFirst, false},
		{[]string{"99-12-05", "13/12/2026"}, "", true},
		{[]string{"11/28/26", "12/05/26"}, MonthFirst, false},
		{[]string{"07/07/07"}, "", false},
	} {
		if got, err := DetectOrder(test.dates); got != test.want || (err != nil) != test.fails {
			t.Errorf("%v: %q, %v", test.dates, got, err)
		}
	}
}
