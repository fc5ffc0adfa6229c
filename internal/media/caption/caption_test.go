package caption

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

const header = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n"

func TestCaptionsAreReadAsPeopleWriteThem(t *testing.T) {
	for name, test := range map[string]struct {
		in    string
		has   []string
		count int
	}{
		"SRT":                  {"1\n00:00:01,000 --> 00:00:02,500\nHello <i>there</i>\nyou\n\n2\n00:01:00,000 --> 00:01:01,000\nAdieu\n", []string{"00:00:01.000 --> 00:00:02.500", "<i>there</i>", "Adieu"}, 2},
		"SRT of Windows":       {"\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\nÉté\r\n", []string{"Été"}, 1},
		"WebVTT":               {"WEBVTT - a title\n\nNOTE not kept\n\nintro\n00:01.000 --> 00:02.000 align:start line:10%\n<v Ann>Hello & <b>welcome</b>\n", []string{"00:00:01.000 --> 00:00:02.000", "line:10%", "<v Ann>", "<b>welcome</b>"}, 1},
		"WebVTT of a playlist": {"WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nHi\n", []string{"Hi"}, 1},
		"out of order":         {"1\n00:00:05,000 --> 00:00:06,000\nLater\n\n2\n00:00:01,000 --> 00:00:02,000\nFirst\n", []string{"First"}, 2},
	} {
		got, err := Parse([]byte(test.in), 0)
		if err != nil || got.Count != test.count || !strings.HasPrefix(string(got.WebVTT), header) {
			t.Errorf("%s: %d, %v:\n%s", name, got.Count, err, got.WebVTT)
			continue
		}
		for _, want := range test.has {
			if !strings.Contains(string(got.WebVTT), want) {
				t.Errorf("%s: %q is not in\n%s", name, want, got.WebVTT)
			}
		}
		// What was written is read again as the same.
		if again, err := Parse(got.WebVTT, 0); err != nil || !bytes.Equal(again.WebVTT, got.WebVTT) {
			t.Errorf("%s: %v\n%s", name, err, again.WebVTT)
		}
	}
}

func TestNothingOfCaptionsReachesOutside(t *testing.T) {
	got, err := Parse([]byte("WEBVTT\n\nSTYLE\n::cue { background-image: url(https://example.com/a.png) }\n\nRegion: id=fred width=40%\n\n"+
		"NOTE https://example.com/note\n\n00:01.000 --> 00:02.000 region:fred position:10%\"onload=\nHello <script>alert(1)</script> <img src=x>\n"), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, never := range []string{"example.com", "STYLE", "Region", "region:", "NOTE", "onload", "<script", "<img"} {
		if strings.Contains(string(got.WebVTT), never) {
			t.Errorf("%q is in\n%s", never, got.WebVTT)
		}
	}
}

func TestHostileCaptionsBounce(t *testing.T) {
	cue := func(n int) string { return fmt.Sprintf("%d\n00:00:%02d,000 --> 00:00:%02d,500\nx\n\n", n, n%60, n%60) }
	var many strings.Builder
	for n := range maxCues + 1 {
		many.WriteString(cue(n))
	}
	for name, test := range map[string]struct {
		in   string
		want error
	}{
		"nothing": {"", ErrUnreadable}, "no captions": {strings.Repeat("no captions\n", 50), ErrUnreadable}, "a header": {"WEBVTT\n", ErrUnreadable},
		"no times": {"WEBVTT\n\n --> \nx\n", ErrUnreadable}, "half a time": {"WEBVTT\n\n00:01.000 -->\nx\n", ErrUnreadable},
		"backwards": {"1\n00:00:05,000 --> 00:00:01,000\nx\n", ErrUnreadable}, "for ever": {"1\n00:00:05,000 --> 99:00:01,000\nx\n", ErrUnreadable},
		"letters of an unknown encoding": {"1\n00:00:01,000 --> 00:00:02,000\n\x81\x8d\n", ErrUnreadable}, "NUL": {"1\n00:00:01,000 --> 00:00:02,000\na\x00b\n", ErrUnreadable},
		"a long line": {"1\n00:00:01,000 --> 00:00:02,000\n" + strings.Repeat("x", maxLine+1) + "\n", ErrUnreadable},
		"many lines":  {"1\n00:00:01,000 --> 00:00:02,000\n" + strings.Repeat("x\n", maxLines+1), ErrUnreadable},
		"many cues":   {many.String(), ErrTooMany}, "many bytes": {strings.Repeat("x", MaxBytes+1), ErrTooMany},
		"a film": {"\x00\x00\x00\x20ftypisom", ErrUnreadable}, "a page": {"<html><script>alert(1)</script></html>", ErrUnreadable},
	} {
		if got, err := Parse([]byte(test.in), 0); !errors.Is(err, test.want) {
			t.Errorf("%s: %v\n%s", name, err, got.WebVTT)
		}
	}
}

// What is taken for captions is read again as the same, and holds nothing that players fetch.
func FuzzCaptions(f *testing.F) {
	for _, seed := range []string{
		"1\n00:00:01,000 --> 00:00:02,500\nHello\n", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hi\n", "WEBVTT\n\nSTYLE\n::cue{}\n",
		"1\n00:00:01,000 --> 00:00:02,500\n{\\clip(m 0 0 " + strings.Repeat("l 1 1 ", 60) + ")\\i1}Hello{\\i0} {\\\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		got, err := Parse(content, 0)
		if (err == nil) != (got.Count > 0) {
			t.Errorf("%d cues, %v", got.Count, err)
		}
		if err != nil {
			return
		}
		for _, block := range strings.Split(strings.TrimPrefix(string(got.WebVTT), header), "\n\n") {
			times, text, _ := strings.Cut(strings.TrimPrefix(block, "\n"), "\n")
			if _, ok := readTiming(times); !ok || text == "" || strings.Contains(text, "-->") {
				t.Errorf("%q leaves\n%s", content, got.WebVTT)
			}
		}
		if again, err := Parse(got.WebVTT, 0); err != nil || !bytes.Equal(again.WebVTT, got.WebVTT) {
			t.Errorf("%q becomes\n%s\nand then, %v,\n%s", content, got.WebVTT, err, again.WebVTT)
		}
	})
}

func TestLanguagesAndLabels(t *testing.T) {
	for _, text := range []string{"en", "fr-CA", "zh-Hant", "es-419", "iku"} {
		if !IsLanguage(text) {
			t.Errorf("%s is a language", text)
		}
	}
	for _, text := range []string{"", "e", "EN", "en_US", "en\"", "english", "fr-ca", "../en"} {
		if IsLanguage(text) {
			t.Errorf("%q is no language", text)
		}
	}
	if !IsLabel("Français (Québec)") || IsLabel("") || IsLabel("a\"b") || IsLabel("a\nb") || IsLabel(strings.Repeat("x", 61)) {
		t.Error("labels")
	}
}
