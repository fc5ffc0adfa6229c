package caption

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/grandstand/grandstand/internal/charset"
)

const (
	times  = "00:00:01.000 --> 00:00:02.000"
	timed1 = "1\n00:00:01,000 --> 00:00:02,000\n"
	timed2 = "\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n"
)

// shown is a track's cues, without the header of the file.
func shown(track Track) string {
	return strings.TrimSpace(strings.TrimPrefix(string(track.WebVTT), header))
}

func assHeader(events string) string {
	return "[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n" +
		"[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n" + events
}

// What a cue's text becomes: as ffmpeg reads SRT, browsers WebVTT and libass ASS.
func TestTextOfCues(t *testing.T) {
	vtt := "WEBVTT\n\n" + times + "\n"
	drawn := strings.Repeat("l 100 100 ", 100) // more than a tag may have
	for name, test := range map[string]struct{ in, want string }{
		"a tag that is none":         {timed1 + "<text> of <i>mine</i>", times + "\n&lt;text&gt; of <i>mine</i>"},
		"less and more":              {timed1 + "1 < 2 > 0 <3", times + "\n1 &lt; 2 &gt; 0 &lt;3"},
		"capital tags":               {timed1 + "<I>so</I>", times + "\n<i>so</i>"},
		"a tag that is not closed":   {timed1 + "<i>so", times + "\n<i>so</i>"},
		"a tag that is not open":     {timed1 + "so</i>", times + "\nso"},
		"crossed tags":               {timed1 + "<b><i>so</b></i>", times + "\n<b><i>so</i></b>"},
		"colours":                    {timed1 + `<font color="#FFFF00">so</font> <font face="x">it</font>`, times + "\n<c.yellow>so</c> it"},
		"a line by a tag":            {timed1 + "one<br/>two", times + "\none\ntwo"},
		"entities":                   {timed1 + "R&B, R&amp;B, &lt;3, a&nbsp;b, &eacute;, &#233; &unknown;", times + "\nR&amp;B, R&amp;B, &lt;3, a&nbsp;b, é, é &amp;unknown;"},
		"a tag in entities":          {timed1 + "&lt;i&gt;so", times + "\n&lt;i&gt;so"},
		"an arrow":                   {timed1 + "Go --> there", times + "\nGo --&gt; there"},
		"an arrow in entities":       {timed1 + "Go --&gt; there", times + "\nGo --&gt; there"},
		"a blank line":               {timed1 + "one\n\ntwo", times + "\none\ntwo"},
		"a number as text":           {timed1 + "one\n7", times + "\none\n7"},
		"braces":                     {timed1 + "{so}", times + "\n{so}"},
		"above":                      {timed1 + `{\an8}so`, times + " line:0\nso"},
		"left above":                 {timed1 + `{\an7}so`, times + " line:0 position:5% align:left\nso"},
		"right":                      {timed1 + `{\an6}so`, times + " line:50% position:95% align:right\nso"},
		"below":                      {timed1 + `{\an2}so`, times + "\nso"},
		"above, of SSA":              {timed1 + `{\a6}so`, times + " line:0\nso"},
		"above, in WebVTT":           {vtt + `{\an8}so`, times + " line:0\nso"},
		"above, with a place":        {"WEBVTT\n\n" + times + " line:80%\n{\\an8}so", times + " line:80%\nso"},
		"styles of ASS":              {timed1 + `{\i1}so{\i0} {\fad(1,2)}it`, times + "\n<i>so</i> it"},
		"a style of MicroDVD":        {timed1 + `{y:i}so`, times + "\nso"},
		"a line that says NOTE":      {timed1 + "NOTE this\nSTYLE", times + "\nNOTE this\nSTYLE"},
		"a voice":                    {vtt + "<v.loud Ann & Bob>so", times + "\n<v.loud Ann &amp; Bob>so</v>"},
		"a voice with an arrow":      {vtt + "<v Ann-->so", times + "\n<v Ann>so</v>"},
		"unknown tags in WebVTT":     {vtt + "<x>so</x> 1 < 2", times + "\nso 1 &lt; 2"},
		"times in text":              {vtt + "so <00:00:01.500>it", times + "\nso <00:00:01.500>it"},
		"settings":                   {"WEBVTT\n\n" + times + " align:middle line:-1 position:20%,line-left size:200% x:y\nso", times + " line:-1 position:20%,line-left align:center\nso"},
		"an arrow in WebVTT":         {vtt + "Go --> there\nnow", times + "\nGo --&gt; there\nnow"},
		"short times":                {"WEBVTT\n\n00:01.000-->00:02.000\nso", times + "\nso"},
		"times as people type them":  {"1\n0:00:01.000 -> 0:00:02\nso", times + "\nso"},
		"long dashes":                {"1\n00:00:01,000 –> 00:00:02,000\nso", times + "\nso"},
		"coordinates":                {"1\n00:00:01,000 --> 00:00:02,000 X1:1 X2:2 Y1:3 Y2:4\nso", times + "\nso"},
		"ASS":                        {assHeader(`Dialogue: 0,0:00:01.00,0:00:02.00,Default,Ann,0,0,0,,{\an8\i1}One,{\i0} <two>\N& three\h!`), times + " line:0\n<i>One,</i> &lt;two&gt;\n&amp; three&nbsp;!"},
		"ASS, drawn":                 {assHeader("Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}so"), times + "\nso"},
		"ASS, layers":                {assHeader("Comment: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,no\n" + strings.Repeat("Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,so\n", 2)), times + "\nso"},
		"ASS, a long style":          {assHeader(`Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\an8\clip(m 0 0 ` + drawn + `)\i1}so{\i0} {` + drawn + `}it`), times + " line:0\n<i>so</i> it"},
		"ASS, a brace in a style":    {assHeader(`Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\fn{x}so`), times + "\nso"},
		"a long style":               {timed1 + `{\clip(m 0 0 ` + drawn + `)\an8}so`, times + " line:0\nso"},
		"a long style in WebVTT":     {vtt + `{\clip(m 0 0 ` + drawn + `)}so`, times + "\nso"},
		"a style that is not closed": {timed1 + `so {\an8 it {\i1`, times + "\n" + `so {\an8 it {\i1`},
		"SSA":                        {"[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,,so", times + "\nso"},
		"a region above":             {"WEBVTT\n\nREGION\nid:top\nviewportanchor:50%,10%\nregionanchor:50%,0%\n\nREGION\nid:low\nviewportanchor:50%,90%\n\n" + times + " region:top\nso\n\n" + times + " region:low\nit", times + " line:10%\nso\n\n" + times + "\nit"},
		"what real files have":       {"\ufeffWEBVTT Kind: captions; Language: en\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n\n\nSTYLE\n::cue(.x) {\n  color: red;\n}\n\nNOTE\nmany --\n\nNOTE one\n\n\nid 1\n" + times + "\nso\n\n\n", times + "\nso"},
		"carriage returns":           {"WEBVTT\r\r" + times + "\rso\r", times + "\nso"},
		"no blank lines":             {"1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo", times + "\nOne\n\n00:00:03.000 --> 00:00:04.000\nTwo"},
		"a header alone at the top":  {"WEBVTT\n" + times + "\nso", times + "\nso"},
		"blank lines at the top":     {"\n\nWEBVTT\n\n" + times + "\nso", times + "\nso"},
		"direction":                  {timed1 + "\u200fso\u200e", times + "\n&rlm;so&lrm;"},
	} {
		got, err := Parse([]byte(test.in), 0)
		if err != nil || shown(got) != test.want || got.Missing != 0 {
			t.Errorf("%s: %v, %v:\n%s\nand not\n%s", name, err, got.PassedOver, shown(got), test.want)
			continue
		}
		if again, err := Parse(got.WebVTT, 0); err != nil || shown(again) != test.want {
			t.Errorf("%s, read again: %v\n%s", name, err, shown(again))
		}
	}
}

// A cue that cannot be shown does not spoil the others.
func TestBadCuesArePassedOver(t *testing.T) {
	for name, test := range map[string]struct {
		bad  string // the first cue, before one that is well
		line int
		why  string
	}{
		"no length":          {"1\n00:00:01,000 --> 00:00:01,000\nso\n", 2, "at the same time"},
		"backwards":          {"1\n00:00:05,000 --> 00:00:01,000\nso\n", 2, "before it starts"},
		"before the video":   {"1\n-00:00:05,000 --> 00:00:01,000\nso\n", 2, "before the video"},
		"past the end":       {"1\n00:10:00,000 --> 00:10:01,000\nso\n", 2, "after the end of the video"},
		"for ever":           {"1\n00:00:01,000 --> 99:10:01,000\nso\n", 2, "24 hours"},
		"empty":              {"1\n00:00:01,000 --> 00:00:02,000\n\n", 2, "no text"},
		"only tags":          {timed1 + "<i></i>\n", 2, "no text"},
		"half a time":        {"1\n00:00:01,000 -->\nso\n", 2, "cannot be read"},
		"letters for digits": {"1\n00:00:0l,000 --> 00:00:02,000\nso\n", 2, "cannot be read"},
		"many lines":         {timed1 + strings.Repeat("so\n", maxLines+1), 2, "more than 12 lines"},
		"a long line":        {timed1 + strings.Repeat("x", maxLine+1) + "\n", 2, "2000 bytes"},
	} {
		got, err := Parse([]byte(test.bad+timed2), 9*time.Minute)
		if err != nil || shown(got) != "00:00:03.000 --> 00:00:04.000\nTwo" || got.Missing != 1 ||
			got.PassedOver[0].Line != test.line || !strings.Contains(got.PassedOver[0].Reason, test.why) {
			t.Errorf("%s: %v, %+v:\n%s", name, err, got.PassedOver, shown(got))
		}
	}
	got, err := Parse([]byte("WEBVTT\n\nlost words\nof two lines\n\n00:03.000 -->\nso\n\n00:03.000 --> 00:04.000\nTwo\n\n"+
		assHeaderless+"\n"), 0)
	want := []PassedOver{{3, "it has no time"}, {6, "its time cannot be read"}, {12, "it has no time"}}
	if err != nil || got.Count != 1 || !slices.Equal(got.PassedOver, want) {
		t.Errorf("%v: %+v", err, got)
	}
	got, err = Parse([]byte(assHeader("Dialogue: 0,soon,0:00:02.00,Default,,0,0,0,,so\nDialogue: 0\nDialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,Two")), 0)
	if err != nil || shown(got) != "00:00:03.000 --> 00:00:04.000\nTwo" || got.Missing != 2 {
		t.Errorf("%v: %+v", err, got)
	}
	got, err = Parse([]byte(strings.Repeat("1\n00:00:05,000 --> 00:00:01,000\nso\n\n", 200)+timed2), 0)
	if err != nil || got.Missing != 200 || len(got.PassedOver) != maxTold {
		t.Errorf("%v: %d of %d told", err, len(got.PassedOver), got.Missing)
	}
}

const assHeaderless = "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,so"

func TestEncodingsAndFormatsAreNamed(t *testing.T) {
	wide := func(order binary.AppendByteOrder) string {
		out := order.AppendUint16(nil, 0xFEFF)
		for _, unit := range utf16.Encode([]rune(timed1 + "Été")) {
			out = order.AppendUint16(out, unit)
		}
		return string(out)
	}
	for in, want := range map[string]string{
		timed1 + "Été":                   charset.UTF8,
		timed1 + "\xc9t\xe9":             charset.Windows1252,
		timed1 + "\xc9t\xe9 \x80":        charset.Windows1252,
		wide(binary.LittleEndian):        charset.UTF16LE,
		wide(binary.BigEndian):           charset.UTF16BE,
		timed1 + "Été à Québec \xe9 fin": charset.BrokenUTF8,
	} {
		got, err := Parse([]byte(in), 0)
		if err != nil || got.Encoding != want || got.Format != "SRT" || !strings.Contains(shown(got), "Été") {
			t.Errorf("%q: %v, %+v", in, err, got)
		}
	}
	for want, in := range map[string]string{"WebVTT": "WEBVTT\n\n" + times + "\nso", "ASS": assHeader("Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,so")} {
		if got, err := Parse([]byte(in), 0); err != nil || got.Format != want {
			t.Errorf("%s: %v, %s", want, err, got.Format)
		}
	}
}

// Cost grows with the size of a file and not faster.
func TestLargeFilesAreReadOnce(t *testing.T) {
	var b strings.Builder
	for n := range maxCues {
		fmt.Fprintf(&b, "%d\n00:%02d:%02d,000 --> 00:%02d:%02d,500\n<i>so</i> & <text> {\\an8}\n\n", n+1, n/60%60, n%60, n/60%60, n%60)
	}
	if got, err := Parse([]byte(b.String()), 0); err != nil || got.Count != maxCues {
		t.Fatalf("%v, %d", err, got.Count)
	}
	for name, text := range map[string]string{
		"tags":                   strings.Repeat("<i>", 300_000) + strings.Repeat("</b>", 100_000),
		"braces":                 strings.Repeat(`{\`, 500_000),
		"braces before one end":  strings.Repeat("{", 1_000_000) + "}",
		"styles":                 strings.Repeat(`{\b1}{\b0}`, 100_000),
		"styles in a single one": `{` + strings.Repeat(`\b1\b0`, 150_000) + `}`,
	} {
		if _, err := Parse([]byte(timed1+text+timed2), 0); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
