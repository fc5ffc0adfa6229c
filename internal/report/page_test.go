package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/grandstand/grandstand/internal/zone"
)

// season is a fortnight with everything that a report can have in it, and names that mean harm.
func season(t *testing.T, language string) *Report {
	t.Helper()
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	from := time.Date(2026, 3, 1, 0, 0, 0, 0, zone)
	cad, test := Purse{Currency: "CAD"}, Purse{Currency: "CAD", Test: true}
	r := &Report{
		Key: "north", Channel: `North <script>alert(1)</script>`, Language: language, Zone: zone, From: from, Until: from.AddDate(0, 0, 14),
		Made: from.AddDate(0, 0, 13).Add(15 * time.Hour), Step: time.Hour, Purses: []Purse{cad, test},
		Now: []Watching{{KindEvent, "7", `Ravens @ "Lions"`, true, 1234}, {KindUnknown, "", "", false, 3}},
	}
	r.Whole = Row{Kind: KindWhole, Watching: true, Views: 23456, Watched: 345678 * time.Minute, Viewers: 12345, Peak: 4321, Money: map[Purse]Money{cad: {1234567, 9900, 321, 3}, test: {500, 0, 1, 0}}}
	var days []Row
	for d := range 14 {
		day := from.AddDate(0, 0, d)
		n := int64((d*37)%11 + 1)
		days = append(days, Row{Kind: KindTime, At: day, Watching: true, Views: 100 * n, Watched: time.Duration(n) * 1500 * time.Minute, Viewers: 80 * n, Peak: 390 * n, Money: map[Purse]Money{cad: {11000 * n, 9900 * int64(d%2*(d/13)*12), 3, 0}}})
		if d == 6 {
			days[d].Money[test] = Money{500, 0, 1, 0}
		}
		for h := 18; h < 22; h++ {
			r.Curve = append(r.Curve, Row{Kind: KindTime, At: day.Add(time.Duration(h) * time.Hour), Watching: true, Peak: 390 * n * int64(22-h) / 4})
		}
	}
	var events []Row
	for i := range 30 {
		events = append(events, Row{
			Kind: KindEvent, ID: fmt.Sprint(i), Name: "Ottawa Valley @ Saguenay", At: from.Add(19 * time.Hour), Watching: true, Views: int64(900 - 20*i),
			Watched: time.Duration(30-i) * 999 * time.Minute, Viewers: int64(700 - 20*i), Peak: int64(300 - 10*i), Money: map[Purse]Money{cad: {int64(99900 - i*1000), 0, 9, 0}},
		})
	}
	events[0].Name = `=<img src=x onerror=alert(1)>"'&`
	pass := Row{Kind: KindPackage, ID: "3", Name: "Season pass", Money: map[Purse]Money{cad: {790000, 9900, 100, 1}}}
	watched := func(kind Kind, id, name string, n int64) Row {
		return Row{Kind: kind, ID: id, Name: name, Watching: true, Views: n, Watched: time.Duration(n) * 13 * time.Minute, Viewers: n / 2, Peak: n / 3}
	}
	r.Sections = []Section{
		{ByDay, days},
		{ByEvent, append(events, pass)},
		{BySport, []Row{watched(KindSport, "1", "Hockey", 900), watched(KindLibrary, "", "", 80), watched(KindUnknown, "", "", 5), pass}},
		{BySchool, []Row{watched(KindSchool, "1", "Collège de l’Outaouais et de la Vallée", 700), watched(KindNone, "", "", 100), pass}},
		{ByDevice, []Row{watched(KindDevice, "phone", "", 500), watched(KindDevice, "tv", "", 300), watched(KindDevice, "unknown", "", 10)}},
		{ByCountry, []Row{watched(KindCountry, "CA", "", 800), watched(KindCountry, "US", "", 90), watched(KindCountry, "", "", 9)}},
		{ByOffer, []Row{pass, {Kind: KindPackage, ID: "4", Name: "Single game", Money: map[Purse]Money{cad: {444567, 0, 221, 2}, test: {500, 0, 1, 0}}}}},
	}
	return r
}

func pageOf(t *testing.T, r *Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := r.Page(&out, fstest.MapFS{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A page holds together, asks nobody for anything, runs nothing, and says the figures as its language does.
func TestPage(t *testing.T) {
	for language, want := range map[string][]string{
		"en": {`lang="en"`, "March 1, 2026 to March 14, 2026", "12,345", "$12,246.67", "paid $12,345.67, refunded $99.00", "United States", "Phone", "offer for several events", "The first 25 of 31"},
		"fr": {`lang="fr"`, "du 1er mars 2026 au 14 mars 2026", "12\u00a0345", "12\u00a0246,67\u00a0$", "États-Unis", "Téléphone", "offre pour plusieurs événements", "Les 25 premières lignes sur 31"},
	} {
		page := pageOf(t, season(t, language))
		for _, text := range want {
			if !strings.Contains(page, text) {
				t.Errorf("%s: there is no %q", language, text)
			}
		}
		for _, harm := range []string{"<script", "<img", "http:", "https:", "url(", "@import", "ZgotmplZ", "NaN", "Inf"} {
			if strings.Contains(page, harm) {
				t.Errorf("%s: there is %q", language, harm)
			}
		}
		if folder := os.Getenv("REPORT_PAGES"); folder != "" { // to be looked at
			if err := os.WriteFile(filepath.Join(folder, language+".html"), []byte(page), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		closed(t, page)
	}
}

// The app's typefaces come with the page, whole, and nothing else is fetched.
func TestAPageCarriesItsTypefaces(t *testing.T) {
	app := fstest.MapFS{
		"assets/figtree-latin-wght-normal-a1.woff2":                    {Data: []byte("text")},
		"assets/sofia-sans-extra-condensed-latin-wght-normal-b2.woff2": {Data: []byte("display")},
		"assets/figtree-latin-wght-normal-a1.css":                      {Data: []byte("other")},
	}
	var out bytes.Buffer
	if err := season(t, "en").Page(&out, app); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"Figtree"; font-weight: 300 900; src: url("data:font/woff2;base64,dGV4dA==")`, `"Sofia Sans Extra Condensed"; font-weight: 1 1000; src: url("data:font/woff2;base64,ZGlzcGxheQ==")`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %s", want)
		}
	}
	if n := strings.Count(out.String(), "url("); n != 2 {
		t.Errorf("%d addresses, want those of two typefaces", n)
	}
	closed(t, out.String())
}

// What a report looks for is what the app is built with.
func TestTypefacesAreTheApps(t *testing.T) {
	style, err := os.ReadFile(filepath.Join("..", "..", "web", "src", "styles", "fonts.css"))
	if err != nil {
		t.Fatal(err)
	}
	for _, face := range typefaces() {
		name := strings.TrimSuffix(strings.TrimPrefix(face.file, "assets/"), "-*.woff2")
		if !strings.Contains(string(style), "/"+name+".woff2") {
			t.Errorf("the app has no %s", name)
		}
	}
}

// closed reads every element of a page to its end.
func closed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(page, "<!doctype html>")))
	d.Entity = xml.HTMLEntity
	depth := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the page does not hold together: %v", err)
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	if depth != 0 {
		t.Errorf("%d elements stay open", depth)
	}
}

func TestAnEmptyPageSaysSo(t *testing.T) {
	r := season(t, "fr")
	r.Whole, r.Purses, r.Sections, r.Curve, r.Now = Row{Kind: KindWhole, Watching: true}, nil, nil, nil, nil
	page := pageOf(t, r)
	if !strings.Contains(page, "Personne n’a regardé et rien n’a été vendu") || strings.Contains(page, "<table") || strings.Contains(page, "<svg") {
		t.Error(page)
	}
}

// A channel of clubs reads of clubs.
func TestReportsSpeakInTheChannelsWords(t *testing.T) {
	for language, want := range map[string][]string{"en": {"By club", "No club", "each of the clubs"}, "fr": {"Par club", "Sans club", "chacun des clubs"}} {
		r := season(t, language)
		r.Words.Group = "club"
		page := pageOf(t, r)
		for _, text := range want {
			if !strings.Contains(page, text) || strings.Contains(page, "select") {
				t.Errorf("%s: there is no %q, or a choice is open", language, text)
			}
		}
	}
}

// A spreadsheet computes nothing that an operator wrote, and money is money.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "  =1": "'  =1", "\ufeff=1": "'\ufeff=1", "＝1": "'＝1",
		"A=1": "A=1", "": "", "Éclair": "Éclair", " ": " ",
	} {
		if got := plain(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	for minor, want := range map[int64]string{0: "0.00", 5: "0.05", -5: "-0.05", -12345: "-123.45", 100: "1.00"} {
		if got := units(minor); got != want {
			t.Errorf("%d becomes %s, want %s", minor, got, want)
		}
	}
}

// What an operator wrote moves no cursor and changes no column of a terminal.
func TestNamesMoveNoCursor(t *testing.T) {
	r := season(t, "en")
	r.Channel = "Nor\x1b[2Jth"
	r.Section(BySport).Rows[0].Name = "Ice\thockey\r\n\x1b]0;x\x07"
	r.Now[0].Name = "Ravens\x1b[31m"
	var out bytes.Buffer
	if err := errors.Join(r.Tables(&out), r.TablesNow(&out)); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if strings.ContainsAny(text, "\x1b\x07\t\r") || !strings.Contains(text, "Icehockey]0;x ") || !strings.Contains(text, "Nor[2Jth, March 1, 2026 to March 14, 2026 (America/Toronto)") {
		t.Error(text)
	}
}

// In Santiago the clocks go forward at the midnight that begins 6 September 2026.
func TestTheCurveHasEveryDayWhereClocksChangeAtMidnight(t *testing.T) {
	loc, err := zone.Load("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	r := &Report{From: time.Date(2026, 9, 1, 0, 0, 0, 0, loc), Until: time.Date(2026, 10, 1, 0, 0, 0, 0, loc), Step: 24 * time.Hour}
	r.Made = r.Until
	for d := range 30 {
		day := zone.StartOfDay(time.Date(2026, 9, 1+d, 0, 0, 0, 0, time.UTC), loc)
		r.Curve = append(r.Curve, Row{At: day, Peak: int64(d + 1)})
	}
	points := r.curve()
	if len(points) != 30 {
		t.Fatalf("%d points for 30 days", len(points))
	}
	for i, p := range points {
		if p.value != float64(i+1) {
			t.Errorf("day %d has the value %v", i+1, p.value)
		}
	}
}
