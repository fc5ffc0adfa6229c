package caption

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestChaptersAreReadAsPeopleWriteThem(t *testing.T) {
	want := []Chapter{{0, "Warm-up"}, {90 * time.Second, "First period"}}
	for name, in := range map[string]string{
		"WebVTT":       "WEBVTT\n\nNOTE not kept\n\n1\n00:00.000 --> 01:30.000\nWarm-up\n\n00:01:30.000 --> 00:20:00.000\n<b>First</b>\nperiod\n",
		"SRT":          "1\n00:00:00,000 --> 00:01:30,000\n Warm-up \n\n2\n00:01:30,000 --> 00:20:00,000\nFirst period\n",
		"out of order": "WEBVTT\n\n01:30.000 --> 02:00.000\nFirst period\n\n00:00.000 --> 01:30.000\nWarm-up\n",
		"one twice":    "WEBVTT\n\n00:00.000 --> 01:30.000\nWarm-up\n\n00:00.000 --> 01:20.000\nWarming up\n\n01:30.000 --> 02:00.000\nFirst period\n",
	} {
		if got, _, err := ParseChapters([]byte(in), 0); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestBadChaptersArePassedOver(t *testing.T) {
	in := "WEBVTT\n\n00:00.000 --> 01:00.000\nFirst \xe9\n\n01:00.000 --> 01:00.000\n<b></b>\n\n59:00.000 --> 59:01.000\nLate\n\n02:00.000 --> 01:00.000\nSecond\n"
	got, reading, err := ParseChapters([]byte(in), 10*time.Minute)
	if err != nil || !slices.Equal(got, []Chapter{{0, "First é"}, {2 * time.Minute, "Second"}}) || reading.Encoding != "Windows-1252" ||
		!slices.Equal(reading.PassedOver, []PassedOver{{6, "it has no title"}, {9, "it starts after the end of the video"}}) {
		t.Errorf("%+v, %+v, %v", got, reading, err)
	}
	if _, _, err := ParseChapters([]byte(in[:60]), time.Nanosecond); err != nil {
		t.Errorf("the first begins with the video: %v", err)
	}
	if _, _, err := ParseChapters([]byte("1\n00:00:09,000 --> 00:00:10,000\nLate\n"), time.Second); !errors.Is(err, ErrAfterEnd) {
		t.Errorf("only late ones: %v", err)
	}
}

func TestHostileChaptersBounce(t *testing.T) {
	var many strings.Builder
	many.WriteString("WEBVTT\n")
	for n := range MaxChapters + 1 {
		fmt.Fprintf(&many, "\n%02d:%02d.000 --> %02d:%02d.500\nPart %d\n", n/60, n%60, n/60, n%60, n)
	}
	for name, test := range map[string]struct {
		in   string
		want error
	}{
		"nothing": {"", ErrUnreadable}, "no titles": {"WEBVTT\n\n00:01.000 --> 00:02.000\n<b></b>\n", ErrUnreadable},
		"a page": {"<html></html>", ErrUnreadable}, "too many": {many.String(), ErrTooMany},
	} {
		if got, _, err := ParseChapters([]byte(test.in), 0); !errors.Is(err, test.want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestTitlesOfChapters(t *testing.T) {
	for in, want := range map[string]string{
		"  The\tfirst\r\nperiod ": "The first period", "": "", " \n": "", "a\x00\x1bb": "ab", "\xffÉté": "Été",
		"a\u202eb\u2066c":        "abc", // what turns the direction of the text around it
		strings.Repeat("é", 200): strings.Repeat("é", 119) + "…",
	} {
		got := TidyChapters([]Chapter{{Title: in}})
		if want == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0].Title != want {
			t.Errorf("%q: %+v", in, got)
		}
	}
	if got := TidyChapters([]Chapter{{Start: -time.Second, Title: "Before it began"}}); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// Whatever a file says, its chapters have titles of one line, begin one after the other, and are as
// many as a film may have.
func FuzzChapters(f *testing.F) {
	for _, seed := range []string{
		"WEBVTT\n\n00:00.000 --> 01:30.000\nWarm-up\n\n01:30.000 --> 02:00.000\n<b>First</b>\nperiod\n", "1\n00:00:01,000 --> 00:00:02,500\n\u202eHello\n", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>\n", "WEBVTT", "\ufeff",
		"1\n00:00:01,000 --> 00:00:02,000\n" + strings.Repeat("é", 500),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		chapters, _, err := ParseChapters(content, 0)
		if err != nil {
			if !errors.Is(err, ErrUnreadable) && !errors.Is(err, ErrTooMany) || chapters != nil {
				t.Fatalf("%v, %v", chapters, err)
			}
			return
		}
		if len(chapters) == 0 || len(chapters) > MaxChapters || !slices.Equal(TidyChapters(chapters), chapters) {
			t.Fatalf("%+v", chapters)
		}
		last := -time.Millisecond
		for _, c := range chapters {
			if c.Start <= last || c.Title == "" || strings.ContainsAny(c.Title, "\r\n\x00") || utf8.RuneCountInString(c.Title) > maxTitle {
				t.Fatalf("%+v", chapters)
			}
			last = c.Start
		}
	})
}
