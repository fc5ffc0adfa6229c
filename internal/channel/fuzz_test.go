package channel

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/text"
)

// Whatever somebody writes into a form, what is kept of it is what the form asks, and checks again
// as the same.
func FuzzForm(f *testing.F) {
	form := Form{Alias: "contacts", Fields: []FormField{
		{Name: "name", Type: FieldText, Required: true, MinLength: 2, MaxLength: 20},
		{Name: "email", Type: FieldEmail},
		{Name: "phone", Type: FieldPhone},
		{Name: "topic", Type: FieldSelect, Options: []FormOption{{Value: "a", Label: text.Text{"en": "A"}}}},
		{Name: "news", Type: FieldCheckbox},
		{Name: "message", Type: FieldTextarea},
	}}
	f.Add("Ada", "ada@example.com", "(514) 555-0199", "a", "true", "Hello\nthere", "message")
	f.Add(" A\r\nBcc: x@example.com ", "a@b", "+1", "b", "on", "\x00", "admin")
	f.Add("\xff\xfe", "\"a b\"@example.com", "١٢٣٤٥٦٧٨٩٠", "A", "TRUE", strings.Repeat("é", maxAnswer+1), "")
	f.Fuzz(func(t *testing.T, name, email, phone, topic, news, message, other string) {
		kept, err := form.Check(map[string]string{"name": name, "email": email, "phone": phone, "topic": topic, "news": news, "message": message, other: message})
		if err != nil {
			return
		}
		for field, answer := range kept {
			i := slices.IndexFunc(form.Fields, func(f FormField) bool { return f.Name == field })
			if i < 0 || !utf8.ValidString(answer) || strings.ContainsRune(answer, 0) || answer == "" || utf8.RuneCountInString(answer) > form.Fields[i].Longest() {
				t.Fatalf("%q is kept as %q", field, answer)
			}
		}
		if strings.ContainsAny(kept["name"], "\r\n") || kept["email"] != "" && !mail.IsAddress(kept["email"]) || kept["topic"] != "" && kept["topic"] != "a" || kept["news"] != "" && kept["news"] != Checked {
			t.Fatalf("%q are kept", kept)
		}
		if again, err := form.Check(kept); err != nil || len(again) != len(kept) {
			t.Fatalf("%q is then %q, %v", kept, again, err)
		}
	})
}

// A page that an event may show is one of the listed sites, as a browser reads its address on a
// page of the channel, or a player of the channel's own.
func FuzzMayEmbed(f *testing.F) {
	for _, seed := range []string{
		"https://player.video.example/42", "/watch_embed/42", "//player.video.example", "https://player.video.example@evil.example/", `https://player.video.example\@evil.example/`, "/watch_embed/../../x",
		"https:player.video.example", "https://PLAYER.video.example", "/watch_embed/\\evil", "https://player.video.example:443/", "javascript:alert(1)//player.video.example", "https://player.video.example\t/",
	} {
		f.Add(seed)
	}
	site, err := url.Parse("https://league.example/watch/7")
	if err != nil {
		f.Fatal(err)
	}
	s := Settings{EmbedHosts: []string{"player.video.example"}}
	f.Fuzz(func(t *testing.T, address string) {
		if !s.MayEmbed(address) {
			return
		}
		u, err := site.Parse(address)
		if err != nil {
			t.Fatalf("%q: %v", address, err)
		}
		if u.Scheme != "https" || u.User != nil || u.Host != "player.video.example" && u.Host != "league.example" {
			t.Errorf("%q leads to %s", address, u)
		}
		if strings.HasPrefix(address, "//") || strings.HasPrefix(address, `/\`) {
			t.Errorf("%q leads to another site", address)
		}
	})
}

// What may stand in the headers and style sheets of a page holds nothing that ends what it stands
// in.
func FuzzWhatPagesAreMadeOf(f *testing.F) {
	for _, seed := range []string{"https://*.paper.example", "*", "http://localhost:*", "https://a.b;script-src *", "#fff", "#0B1530", "#ffff", "red", "#12345g", "https://a.b\n", "player.video.example", "#fff;}"} {
		f.Add(seed)
	}
	source, value := regexp.MustCompile(`^[A-Za-z0-9:/.*-]+$`), regexp.MustCompile(`^(#[0-9a-fA-F]{3,6}|rgba\([0-9,.]+\)|[a-z]+)$`)
	f.Fuzz(func(t *testing.T, written string) {
		for name, s := range map[string]Settings{"parent": {EmbedParents: []string{written}}, "host": {EmbedHosts: []string{written}}} {
			var p problems
			if s.validateEmbedding(&p); len(p) == 0 && !source.MatchString(written) {
				t.Errorf("%q is taken as a %s", written, name)
			}
		}
		if on := OnTeam(written); (on == "") == IsColor(written) || on != "" && !value.MatchString(on) {
			t.Errorf("on %q stands %q", written, on)
		}
		c := Colors{FooterBackground: "#000000", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: written}
		if c.Validate() != nil {
			return
		}
		palette := c.Palette()
		for _, part := range []map[string]string{palette.Settings, palette.Derived} {
			for name, colour := range part {
				if !value.MatchString(colour) {
					t.Errorf("%q makes %s %q", written, name, colour)
				}
			}
		}
	})
}
