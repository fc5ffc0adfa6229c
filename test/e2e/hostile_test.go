//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// hostile are strings that run a script wherever they are taken for markup.
var hostile = []string{
	`<script>alert(1)</script>`,
	`<img src=x onerror=alert(1)>`,
	`"><svg onload=alert(1)>`,
	`'-alert(1)-'`,
	`</script><script>alert(1)</script>`,
	`<a href="javascript:alert(1)">x</a>`,
	`{{constructor.constructor('alert(1)')()}}`,
	`<iframe srcdoc="<script>alert(1)</script>">`,
	`<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>`,
	`</title><body onload=alert(1)>`,
	`javascript:alert(1)//`,
	`" autofocus onfocus=alert(1) x="`,
	`</textarea><details open ontoggle=alert(1)>`,
	`<!--><img src=x onerror=alert(1)>-->`,
	`\u003cscript\u003ealert(1)\u003c/script\u003e`,
	`]]><script>alert(1)</script>`,
	`[x](javascript:alert(1)) ![x](x"onerror=alert(1))`,
	`<form><button formaction=javascript:alert(1)>X`,
	`<svg><animate onbegin=alert(1) attributeName=x dur=1s>`,
	`<base href="//evil.example/">`,
	`${alert(1)}`,
}

// maxHostile is the longest name that a channel takes, in characters.
const maxHostile = 200

// seedHostile makes channels in which every string that an operator may write is hostile, and returns their hosts.
func (s *scene) seedHostile(t *testing.T) []string {
	t.Helper()
	var hosts []string
	for i, words := range joinedUpTo(maxHostile, hostile) {
		key := fmt.Sprintf("hostile%d", i)
		folder := t.TempDir()
		for name, content := range hostilePack(key, words) {
			text, ok := content.(string)
			if !ok {
				out, err := yaml.Marshal(content)
				if err != nil {
					t.Fatal(err)
				}
				text = string(out)
			}
			path := filepath.Join(folder, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := s.server.Run(within(t, patience), "channel", "apply", folder); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		hosts = append(hosts, key+".localhost")
	}
	return hosts
}

// joinedUpTo puts as many strings together as a limit allows.
func joinedUpTo(limit int, list []string) []string {
	out := []string{""}
	for _, s := range list {
		if last := len(out) - 1; len(out[last])+len(s) <= limit {
			out[last] += s
		} else {
			out = append(out, s)
		}
	}
	return out
}

type fields = map[string]any

func hostilePack(key, words string) map[string]any {
	both := fields{"en": words, "fr": words}
	return map[string]any{
		"channel.yaml": fields{
			"key": key, "name": both, "tagline": both, "language": "en", "languages": []string{"en", "fr"}, "currency": "CAD",
			"time_zone": "UTC", "domains": []string{key + ".localhost"},
			"colors": fields{
				"footer-background": "#000000", "body-background": "#0d0b0b", "body-text-color": "#f7f2ec", "header-text-color": "#ffffff", "accent": "#dd1219",
			},
			"settings":      fields{"mail_sender": fields{"name": strings.ReplaceAll(words, "\n", "")}},
			"static_blocks": fields{"footer_note": both, "registration_note": both, "checkout_note": both, "player_help": both},
		},
		"catalog.yaml": fields{
			"categories":         []fields{{"alias": "sport", "title": both}},
			"divisions":          []fields{{"alias": "division", "name": both}},
			"groups":             []fields{{"alias": "group", "name": both}},
			"locations":          []fields{{"alias": "place", "name": both, "city": words, "state": words, "time_zone": "UTC"}},
			"participant_groups": []fields{{"alias": "school", "name": both, "short_name": both, "city": words, "state": words}},
			"participants": []fields{
				{"alias": "one", "name": both, "short_name": both, "group": "school", "sport": "sport"},
				{"alias": "two", "name": both, "short_name": both, "group": "school", "sport": "sport"},
			},
		},
		"offers.yaml": fields{"offers": []fields{
			{"alias": "pass", "kind": "package", "type": "season", "name": both, "description": both, "base_price": 100, "service_fee": 10, "weight": 2, "capabilities": []string{"watch"}, "categories": []string{"sport"}},
			{"alias": "monthly", "kind": "subscription", "type": "monthly", "period": "month", "name": both, "description": both, "base_price": 100, "service_fee": 10, "weight": 1, "capabilities": []string{"watch"}},
		}},
		"site.yaml": fields{
			"menu": []fields{{"title": both, "url": "/schedule", "children": []fields{{"type": "category", "target": "sport"}, {"type": "page", "target": "about", "title": both}}}},
			"slides": []fields{
				{"type": "main", "title": both, "text": both, "button": both, "url": "/schedule"},
				{"type": "main", "title": both, "text": both, "button": both, "event": "game"},
				{"type": "category", "target": "sport", "title": both, "text": both},
			},
		},
		"forms.yaml": fields{"forms": []fields{{
			"alias": "contacts", "title": both, "intro": both, "submit": both, "success": both, "fields": []fields{
				{"name": "message", "type": "textarea", "label": both},
				{"name": "choice", "type": "select", "label": both, "options": []fields{{"value": "a", "label": both}}},
			},
		}}},
		"faq.yaml":          fields{"faq": []fields{{"category": both, "question": both, "answer": both}}},
		"pages.yaml":        fields{"pages": []fields{{"alias": "about", "url": "/about", "name": both}}},
		"pages/about.en.md": words, "pages/about.fr.md": "<p>" + words + "</p>",
		"schedule.csv": "id,date,time,sport,away,home,location,division,group,name,description,access,base_price\n" +
			"game,today+1,12:00,sport,one,two,place,division,group," + quoted(words) + "," + quoted(words) + ",free,\n" +
			"bout,today+1,15:00,sport,one,two,place,division,group,," + quoted(words) + ",paid,9.99\n",
	}
}

// quoted is a cell of a CSV file.
func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
