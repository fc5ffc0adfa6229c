package feed_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/channel/channeltest"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/feed"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// hostile are names that would break out of a format that does not escape them.
var hostile = []string{
	`</title><script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`,
	`]]><script>alert(1)</script>`,
	`&lt;b&gt; &amp; <!-- --> ' " \ ; , : =`,
	"two\r\nBEGIN:VEVENT\r\nSUMMARY:injected",
	"tab\tbell\a escape\x1b[31m",
	"\\n \\, \\; \\\\",
	"Élan @ Rivière-du-Nord – Étoiles 🏒 " + strings.Repeat("très long ", 14),
	`javascript:alert(1)//`,
	`{{constructor.constructor('alert(1)')()}}`,
	"\u202Eright to left\u202C",
}

// house is two channels on one installation.
type house struct {
	t          *testing.T
	db         *db.DB
	clock      *clock.Manual
	channels   *channel.Service
	catalog    *catalog.Service
	library    *vod.Service
	favourites *favourite.Service
	handler    http.Handler
}

// club is one channel with two sports, schools and teams.
type club struct {
	*house
	id     int64
	by     actor.Actor
	host   string
	sports []catalog.CategoryID
	teams  []catalog.ParticipantID
	place  catalog.LocationID
}

func newHouse(t *testing.T, d *db.DB) *house {
	t.Helper()
	now := clock.NewManual(noon)
	log := slog.New(slog.DiscardHandler)
	revisions := revision.NewTracker(d.Read(), now, log)
	h := &house{
		t: t, db: d, clock: now, library: vod.NewService(d, revisions, now),
		channels: channel.NewService(d, revisions, now, channeltest.Sealer()),
		catalog:  catalog.NewService(d, revisions, now),
	}
	h.favourites = favourite.New(favourite.Deps{DB: d, Clock: now, Subjects: everything{}})
	h.handler = feed.New(feed.Deps{
		Channels: h.channels, Catalog: h.catalog, VOD: h.library, Favourites: h.favourites, Clock: now, Log: log,
		MediaURL: func(key string) string {
			if key == "" {
				return ""
			}
			return "/media/public/" + key
		},
		PublicPaths: []string{"/", "/faq", "/upcoming", "/vod"},
	}).Handler()
	return h
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func (h *house) club(key, language, host string) *club {
	h.t.Helper()
	ctx, t := h.t.Context(), h.t
	id := must[channel.ID](t)(h.channels.Create(ctx, actor.ForSystem(0), channel.Channel{
		Key: key, Name: text.Text{"en": key + " sport", "fr": "Sport " + key}, Tagline: text.Text{"en": "Games", "fr": "Matchs"},
		Language: language, Languages: []string{"en", "fr"}, Currency: "CAD", TimeZone: "America/Toronto", Domains: []string{host, "www." + host},
		Settings: channel.Settings{Favicon: key + "/icon.svg", Icons: map[int]string{192: key + "/icon-192.png", 512: key + "/icon-512.png"}, EmbedParents: []string{"*"}},
		Colors:   channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
	}))
	c := &club{house: h, id: int64(id), by: actor.ForSystem(int64(id)), host: host}
	for _, sport := range []string{"hockey", "soccer"} {
		c.sports = append(c.sports, must[catalog.CategoryID](t)(h.catalog.CreateCategory(ctx, c.by, c.id, catalog.Category{
			Alias: sport, Title: text.Text{"en": strings.ToUpper(sport[:1]) + sport[1:]},
		})))
	}
	for i, school := range []string{"laurentide", "fundy", "kawartha"} {
		group := must[catalog.GroupID](t)(h.catalog.CreateGroup(ctx, c.by, c.id, catalog.Group{Alias: school, Name: text.Text{"en": school + " university"}}))
		c.teams = append(c.teams, must[catalog.ParticipantID](t)(h.catalog.CreateParticipant(ctx, c.by, c.id, catalog.Participant{
			GroupID: group, CategoryID: c.sports[i%2], Alias: school + "-lynx", Name: text.Text{"en": key + " " + school + " Lynx"}, Gender: catalog.Men,
		})))
	}
	c.place = must[catalog.LocationID](t)(h.catalog.CreateLocation(ctx, c.by, c.id, catalog.Location{
		Alias: "arena", Name: text.Text{"en": "Aréna, Rivière-du-Nord; rink 2"}, City: "Saint-Jérôme", State: "QC", Country: "CA", TimeZone: "America/Toronto",
	}))
	return c
}

// game is a valid event of the first sport between two teams.
func (c *club) game(away, home int, start time.Time) catalog.Event {
	return catalog.Event{
		CategoryID: c.sports[0], LocationID: c.place, Type: catalog.Free, Participants: []catalog.ParticipantID{c.teams[away], c.teams[home]},
		HomeID: c.teams[home], StartAt: start, TimeZone: "America/Toronto", Currency: "CAD",
	}
}

func (c *club) create(events ...catalog.Event) []catalog.EventID {
	c.t.Helper()
	return must[[]catalog.EventID](c.t)(c.catalog.CreateEvents(c.t.Context(), c.by, c.id, events))
}

// shelve makes the library of one video and returns its id.
func (c *club) shelve() vod.ItemID {
	c.t.Helper()
	var film int64
	err := c.db.Write().NewRaw(`INSERT INTO films (channel_id, source, folder, journal, width, height, duration_ms, created_ms)
		VALUES (?, 'a', ?, '{}', 640, 360, 1000, 0) RETURNING id`, c.id, c.host).Scan(c.t.Context(), &film)
	if err != nil {
		c.t.Fatal(err)
	}
	must[vod.Changes](c.t)(c.library.Replace(c.t.Context(), c.by, c.id, vod.Library{
		Categories: []vod.Category{{Alias: "all", Title: text.Text{"en": "All"}}},
		Items: []vod.Item{{
			Alias: "winter", Category: "all", Access: vod.Free, Title: text.Text{"en": "The last winter"}, Date: noon,
			Media: []vod.Medium{{Alias: "whole", FilmID: film}},
		}},
	}))
	return must[vod.Library](c.t)(c.library.Library(c.t.Context(), c.id)).Items[0].ID
}

// settle lets everything that is kept become too old.
func (h *house) settle() { h.clock.Advance(time.Hour) }

type answer struct {
	status int
	header http.Header
	body   string
}

func (h *house) get(address string, header ...string) answer {
	h.t.Helper()
	r := httptest.NewRequestWithContext(h.t.Context(), http.MethodGet, address, nil)
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
			continue
		}
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	result := w.Result()
	body := must[[]byte](h.t)(io.ReadAll(result.Body))
	return answer{result.StatusCode, result.Header, string(body)}
}

// ok is get for an answer that must be there.
func (h *house) ok(address string, header ...string) answer {
	h.t.Helper()
	a := h.get(address, header...)
	if a.status != http.StatusOK {
		h.t.Fatalf("%s: %d: %s", address, a.status, a.body)
	}
	return a
}

// everything takes any subject for one that the channel has.
type everything struct{}

func (everything) Known(_ context.Context, _ int64, list []favourite.Subject) ([]favourite.Subject, error) {
	return list, nil
}
