package letter

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func anyBrand() Brand {
	return Brand{
		Name: "Northline <Sports>", Site: "https://northline.example", Shell: "#0b1f3a", OnShell: "#ffffff",
		Accent: "#ffb000", OnAccent: "#14171f", Contact: "help@northline.example",
	}
}

func anyLetter() Letter {
	return Letter{
		Language: "en", Subject: "Choose a new password", Heading: "Hello Ada", Lines: []string{"You asked for a <b>new</b> password.", "Second & last."},
		Facts: []Fact{{"When", "Tonight"}}, Code: "ABCD-2345",
		Button: Button{"Choose a password", "/password-reset?email=a%40b.example&expires=1&signature=s"},
		After:  []string{"The link works once."}, OptOut: Button{"No more of these", "/reminders/stop?token=x"},
	}
}

// read returns what a person sees of a document, and where its links lead.
func read(t *testing.T, document string) (seen string, links []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode {
			text.WriteString(n.Data + " ")
		}
		for _, a := range n.Attr {
			if a.Key == "href" {
				links = append(links, a.Val)
			}
		}
	}
	return strings.Join(strings.Fields(text.String()), " "), links
}

func TestBothFormsSayTheSame(t *testing.T) {
	document, text, err := anyLetter().Render(anyBrand())
	if err != nil {
		t.Fatal(err)
	}
	seen, links := read(t, document)
	for _, want := range []string{
		"Hello Ada", "You asked for a <b>new</b> password.", "Second & last.", "When", "Tonight", "ABCD-2345", "Choose a password",
		"The link works once.", "Northline <Sports>", "help@northline.example", "No more of these",
		"https://northline.example/password-reset?email=a%40b.example&expires=1&signature=s",
	} {
		if !strings.Contains(seen, want) {
			t.Errorf("the document does not say %q:\n%s", want, seen)
		}
		if !strings.Contains(text, want) {
			t.Errorf("the text does not say %q:\n%s", want, text)
		}
	}
	want := []string{
		"https://northline.example/password-reset?email=a%40b.example&expires=1&signature=s", "https://northline.example",
		"mailto:help@northline.example", "https://northline.example/reminders/stop?token=x",
	}
	if strings.Join(links, "\n") != strings.Join(want, "\n") {
		t.Errorf("the links lead to\n%s\nwant\n%s", strings.Join(links, "\n"), strings.Join(want, "\n"))
	}
}

func TestWhatIsMissingLeavesNothingBehind(t *testing.T) {
	document, text, err := Letter{Language: "fr", Subject: "Bonjour", Heading: "Bonjour"}.Render(Brand{Name: "Boréale", Site: "https://boreale.example"})
	if err != nil {
		t.Fatal(err)
	}
	seen, links := read(t, document)
	if want := "Bonjour Boréale Bonjour Envoyé par Boréale ."; seen != want {
		t.Errorf("it says %q, want %q", seen, want)
	}
	if len(links) != 1 {
		t.Errorf("links: %q", links)
	}
	if want := "Bonjour\n\n--\nBoréale\nhttps://boreale.example\n"; text != want {
		t.Errorf("the text is %q, want %q", text, want)
	}
}

func TestOnlyColoursReachTheStyleSheet(t *testing.T) {
	b := anyBrand()
	b.Accent, b.Shell = "red;background:url(//evil.example)", "#12345g"
	document, _, err := anyLetter().Render(b)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(document, "evil.example") || strings.Contains(document, "#12345g") {
		t.Errorf("a style that is no colour got through:\n%s", document)
	}
}

// A date is not broken between the month and the year when a long label makes the column of values narrow.
func TestShortValuesStayOnOneLine(t *testing.T) {
	l := anyLetter()
	l.Facts = []Fact{{"Date", "29 novembre 2026"}, {"Free until", "Sunday, December 6, 2026, 7:11 PM (EST)"}}
	document, _, err := l.Render(anyBrand())
	if err != nil {
		t.Fatal(err)
	}
	for value, short := range map[string]bool{l.Facts[0].Value: true, l.Facts[1].Value: false} {
		if got := strings.Contains(document, ";white-space:nowrap\">"+value); got != short {
			t.Errorf("%q on one line: %v", value, got)
		}
	}
}
