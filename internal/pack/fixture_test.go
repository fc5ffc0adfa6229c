package pack

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"io/fs"
	"log/slog"
	"maps"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/channel/channeltest"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/vod"

	"github.com/VictoriaMetrics/metrics"
)

var noon = time.Date(2026, 11, 21, 17, 0, 0, 0, time.UTC)

// shelf is public media in memory.
type shelf struct {
	sync.Mutex
	files map[string][]byte
	puts  int
}

func (s *shelf) PutPublic(_ context.Context, key string, content []byte, _ string) error {
	s.Lock()
	defer s.Unlock()
	s.files[key] = content
	s.puts++
	return nil
}

func (s *shelf) ReadPublic(_ context.Context, key string) ([]byte, error) {
	s.Lock()
	defer s.Unlock()
	if content, ok := s.files[key]; ok {
		return content, nil
	}
	return nil, blob.ErrNotFound
}

func newInstallation(t *testing.T, d *db.DB) (Installation, *shelf) {
	t.Helper()
	now := clock.NewManual(noon)
	tracker := revision.NewTracker(d.Read(), now, slog.New(slog.DiscardHandler))
	public := &shelf{files: map[string][]byte{}}
	in := Installation{
		DB: d, Channels: channel.NewService(d, tracker, now, channeltest.Sealer()), Catalog: catalog.NewService(d, tracker, now),
		Commerce: commerce.NewService(d, tracker, now), Library: vod.NewService(d, tracker, now), Media: public, Clock: now,
	}
	store, err := blob.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	streamKeys, err := media.NewStreamKeys(bytes.Repeat([]byte{1}, 32))
	if err != nil {
		t.Fatal(err)
	}
	in.Films = media.NewService(media.Deps{
		StreamKeys: streamKeys,
		DB:         d, Blob: store, Clock: now, Log: slog.New(slog.DiscardHandler), Metrics: media.NewMetrics(metrics.NewSet()), Events: in.Catalog,
	}, media.Options{})
	return in, public
}

// short is a film of a few seconds.
func short() []byte {
	content, err := fs.ReadFile(kit.Files(), "video/bumper-halyard.mp4")
	if err != nil {
		panic(err)
	}
	return content
}

func still(width, height int) []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		panic(err)
	}
	return out.Bytes()
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path fill="#fff" d="M0 0h4v4z"/></svg>`

// league is a small pack that uses everything a pack has.
func league() fstest.MapFS {
	tree := fstest.MapFS{}
	for name, content := range map[string]string{
		"channel.yaml": `key: league
name: {fr: La ligue, en: The league}
tagline: Le sport des écoles
language: fr
languages: [fr, en]
currency: CAD
time_zone: America/Toronto
domains: [League.localhost]
contact_email: hello@league.example
images:
  logo: images/logo.svg
  social: images/wide.png
  icons: {"192": images/wide.png}
colors:
  footer-background: "#ffd42e"
  body-background: "#ffffff"
  body-text-color: "#15132b"
  header-text-color: "#15132b"
  accent: "#4326e3"
settings:
  google_tag: G-1
  remote_auth: https://login.league.example/link
  membership: {issuer: "https://login.league.example", redirects: ["https://shop.league.example"]}
  mail_sender: {name: La ligue, address: no-reply@league.example}
  stripe_publishable_key: pk_test_league
  preroll_suppression_s: 1800
  retention: 90
  live_sizes: [480, 360]
  blocked_countries: [FR]
  embed_hosts: [video.league.example]
  embed_parents: ["https://*.league.example", "https://paper.example"]
  concurrent_streams: 2
static_blocks:
  footer_note: "**Bonsoir** à tous."
secrets:
  stripe_secret_key: ${LEAGUE_STRIPE}
  stripe_webhook_secret: ${LEAGUE_WEBHOOK}
look: {typeface: poster}
words: {participant: athlete, group: high_school}
`,
		"catalog.yaml": `categories:
  - alias: hockey
    title: Hockey
    color: "#173d7a"
    image: images/logo.svg
    children:
      - {alias: hockey-women, title: {fr: Hockey féminin, en: Women's hockey}}
  - {alias: soccer, title: Soccer}
divisions:
  - {alias: one, name: Division 1}
groups:
  - {alias: season, name: Saison}
locations:
  - {alias: arena, name: L'aréna, city: Chicoutimi, state: QC, country: CA, time_zone: America/Toronto}
participant_groups:
  - {alias: estrie, name: École de l'Estrie, short_name: Estrie, color: "#1c3fa0", images: [images/logo.svg], city: Sherbrooke, state: QC}
participants:
  - {alias: castors, name: Castors de l'Estrie, short_name: Estrie, code: EST, group: estrie, sport: hockey, gender: M, color: "#1c3fa0"}
  - {alias: belugas, name: Bélugas, code: SAG, sport: hockey-women, gender: W}
`,
		"offers.yaml": `offers:
  - {alias: single, kind: package, type: event, name: Un match, base_price: 0, service_fee: 0, weight: 1, capabilities: [watch]}
  - alias: season
    kind: package
    type: season
    name: {fr: La saison, en: The season}
    description: |
      Tous les matchs de **hockey**.

      - en direct
      - sur demande
    base_price: 4000
    service_fee: 599
    weight: 10
    ends: "2027-06-30 12:00"
    capabilities: [watch, clipping]
    categories: [soccer, hockey]
    participants: [belugas]
  - {alias: monthly, kind: subscription, type: monthly, name: Mensuel, period: month, base_price: 900, service_fee: 135, trial_days: 7, renewal: true, weight: 20, capabilities: [watch]}
  - {alias: one, kind: package, type: season, name: Un sport, base_price: 2000, service_fee: 300, choice: category, weight: 5, clip_limit: 30, download_limit: 4, capabilities: [watch], categories: [hockey, soccer]}
coupons:
  - {code: SAVE, percent: 12.5, starts: today-1, ends: 2027-01-31, uses: 100, per_user: 1, offers: [season, monthly]}
  - {code: FIVE, amount: 500}
`,
		"site.yaml": `menu:
  - {title: Calendrier, url: /schedule}
  - title: Sports
    url: /
    children:
      - {type: category, target: hockey}
      - {type: page, target: about, title: Nous}
slides:
  - {type: main, title: Bienvenue, text: Tous les matchs, button: Voir, url: /schedule, image: images/wide.png}
  - {type: category, target: hockey, title: Hockey}
prerolls:
  - {file: images/ad.mp4, weight: 1, live: true, vod: false, location: arena, categories: [hockey]}
  - {file: images/ad.mp4, weight: 5, live: true, vod: true, sponsor: Bottes Nord, click: "https://boots.example/hiver", skip_after_s: 5}
  - {vast: "https://ads.example/tag?size=[CACHEBUSTING]", weight: 2, live: true, vod: true, media_hosts: [cdn.ads.example, "*.films.example"]}
`,
		"forms.yaml": `forms:
  - alias: contacts
    title: {fr: Écrivez-nous, en: Write to us}
    intro: Nous répondons *vite*.
    recipient: bureau@league.example
    submit: Envoyer
    success: Merci.
    fields:
      - {name: email, type: email, label: Courriel, required: true}
      - {name: topic, type: select, label: Sujet, options: [{value: a, label: Un match}, {value: b, label: {fr: Autre, en: Other}}]}
      - {name: message, type: textarea, label: Message, min_length: 10, max_length: 500}
`,
		"faq.yaml": `faq:
  - category: Billets
    question: {fr: "Combien?", en: "How much?"}
    answer: {fr: "Voir les [forfaits](/packages).", en: <p>See the passes.</p>}
`,
		"pages.yaml": `pages:
  - {alias: about, url: /about, name: {fr: À propos, en: About}}
  - {alias: rules, url: /league/rules, name: Règles}
`,
		"library.yaml": `categories:
  - {alias: best, title: {fr: Les meilleurs moments, en: Best moments}}
  - {alias: school, title: École}
videos:
  - alias: goals
    category: best
    access: register
    title: {fr: Dix buts, en: Ten goals}
    description: "Dix buts, *une* minute."
    date: today-3
    image: images/wide.png
    media:
      - {alias: first, title: Un, film: films/goals.mp4}
      - {alias: again, title: Encore, film: films/goals.mp4, loops: 2}
  - {alias: advice, category: school, title: Conseils, date: 2026-11-01 18:30, media: [{alias: film, film: films/goals.mp4}]}
rails:
  - {alias: start, title: Pour commencer, videos: [goals, advice]}
`,
		"pages/about.fr.md": "# La ligue\n\nSix écoles, *quatre* sports.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
		"pages/about.en.md": "# The league\n\nSix schools.\n",
		"pages/rules.fr.md": "<h2>Règles</h2><p>Oui.<br>Non.</p>",
		"images/logo.svg":   drawing,
		"images/ad.mp4":     "\x00\x00\x00\x18ftypisom0000",
	} {
		tree[name] = &fstest.MapFile{Data: []byte(content)}
	}
	tree["images/wide.png"] = &fstest.MapFile{Data: still(32, 18)}
	tree["films/goals.mp4"] = &fstest.MapFile{Data: short()}
	return tree
}

// with is the league with some files changed; one that is empty is gone.
func with(changes map[string]string) fstest.MapFS {
	tree := league()
	for name, content := range changes {
		tree[name] = &fstest.MapFile{Data: []byte(content)}
		if content == "" {
			delete(tree, name)
		}
	}
	return tree
}

func environment(values map[string]string) Environment {
	known := map[string]string{"LEAGUE_STRIPE": "sk_test_league", "LEAGUE_WEBHOOK": "whsec_league", "LEAGUE_STRIPE_WEBHOOK_SECRET": "whsec_league"}
	maps.Copy(known, values)
	return func(name string) (string, bool) {
		value, ok := known[name]
		return value, ok
	}
}

func readLeague(t *testing.T, tree fstest.MapFS) *Pack {
	t.Helper()
	p, err := Read(tree, environment(nil))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func apply(t *testing.T, in Installation, tree fstest.MapFS) []Change {
	t.Helper()
	changes, err := Apply(t.Context(), in, readLeague(t, tree), false)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}
