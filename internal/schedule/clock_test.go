package schedule

import (
	"fmt"
	"testing"
	"time"
)

func TestClocks(t *testing.T) {
	for s, want := range map[string]string{
		"19:30": "19:30", "7:30 PM": "19:30", "7:30pm": "19:30", "7:30 p.m.": "19:30", "7 PM": "19:00", "7p": "19:00", "730PM": "19:30", "12:15 AM": "00:15", "12 pm": "12:00",
		"19h30": "19:30", "19 h 30": "19:30", "19h": "19:00", "19 H 05": "19:05", "19:30:00": "19:30", "1930": "19:30", "noon": "12:00", "Midi": "12:00", "minuit": "00:00", "midnight": "00:00",
		"7:30\u202fPM": "19:30", "7:30 PM ET": "19:30", "19:30 HNE": "19:30", "09:05": "09:05", "19 h 30 min": "19:30", "19:30:00.000": "19:30",
	} {
		if c, err := ReadClock(s); err != nil || c.TBA || fmt.Sprintf("%02d:%02d", c.Hour, c.Minute) != want {
			t.Errorf("%q is %+v, %v; want %s", s, c, err, want)
		}
	}
	for _, s := range []string{"", "TBD", "tba", "À déterminer", "T.B.A.", "-", "--"} {
		if c, err := ReadClock(s); err != nil || !c.TBA {
			t.Errorf("%q is %+v, %v", s, c, err)
		}
	}
	for _, s := range []string{"7", "25:00", "19:60", "13 PM", "0 pm", "7ish", "19:3", "19:30:61", "evening"} {
		if c, err := ReadClock(s); err == nil {
			t.Errorf("%q is %+v", s, c)
		}
	}
	for s, want := range map[string]string{
		"7:30 PM MT": "America/Denver", "7:30 PM Eastern": "America/New_York", "7:30 PM Pacific Time": "America/Los_Angeles", "7:30 PM (ET)": "America/New_York",
		"19 h 30, heure de l’Est": "", "19 h 30 (heure de l’Est)": "America/Toronto",
	} {
		if c, err := ReadClock(s); c.Zone != want || want != "" && (err != nil || c.Hour != 19 || c.Minute != 30) {
			t.Errorf("%q is %+v, %v; want %s", s, c, err, want)
		}
	}
}

func TestRanges(t *testing.T) {
	for s, want := range map[string]string{
		"7:00 PM - 9:00 PM": "19:00 21:00", "19:00-21:00": "19:00 21:00", "7:00-9:00 PM": "19:00 21:00", "7 – 9 pm": "19:00 21:00", "11:00 AM to 1:00 PM": "11:00 13:00", "11:00 - 1:00 PM": "11:00 13:00",
		"11-1 PM": "11:00 13:00", "9:00 - 12:30 AM": "21:00 00:30", "12:30-2:00 PM": "12:30 14:00", "10:00-10:00 PM": "10:00 22:00", "noon-2 PM": "12:00 14:00",
	} {
		start, end, err := ReadRange(s)
		if err != nil || end == nil || start.Ambiguous || fmt.Sprintf("%02d:%02d %02d:%02d", start.Hour, start.Minute, end.Hour, end.Minute) != want {
			t.Errorf("%q is %+v, %+v, %v", s, start, end, err)
		}
	}
}

func TestMoments(t *testing.T) {
	for s, want := range map[string]string{
		"2026-11-28 19:00": "2026-11-28|19:00", "11/28/2026 7:00 PM": "11/28/2026|7:00 PM", "2026-11-28T19:00": "2026-11-28|19:00", "Sat, Nov 28, 2026 7:00 PM": "Sat, Nov 28, 2026|7:00 PM",
		"Nov 28, 2026 @ 7:00 PM": "Nov 28, 2026|7:00 PM", "46354.8125": "46354|19:30", "28 novembre 2026 à 19 h 30": "28 novembre 2026|19 h 30", "2026-11-28": "2026-11-28|", "Nov 28, 2026": "Nov 28, 2026|", "19:00": "19:00|", "today+3": "today+3|",
	} {
		if day, clock, at := SplitMoment(s); day+"|"+clock != want || !at.IsZero() {
			t.Errorf("%q is %q and %q, %s", s, day, clock, at)
		}
	}
	if _, _, at := SplitMoment("2026-11-28T19:00:00-05:00"); !at.Equal(time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("a moment with its offset is %s", at)
	}
}
