package site_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/channel/channeltest"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/site"
	"github.com/grandstand/grandstand/internal/text"
)

// domains is a house with two channels; only the first has anything.
func domains(t *testing.T) (d site.Domains, pass, ticket commerce.PackageID) {
	t.Helper()
	database, c := dbtest.SQLite(t), clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	revisions := revision.NewTracker(database.Read(), c, slog.New(slog.DiscardHandler))
	d = site.Domains{
		Channels: channel.NewService(database, revisions, c, channeltest.Sealer()), Catalog: catalog.NewService(database, revisions, c),
		Commerce: commerce.NewService(database, revisions, c), Edge: noEdge{},
		MediaURL: func(key string) string { return "/media/public/" + key },
	}
	ids := map[string]channel.ID{}
	for _, key := range []string{"north", "south"} {
		id, err := d.Channels.Create(t.Context(), actor.ForSystem(0), channel.Channel{
			Key: key, Name: text.Text{"en": "Northline"}, Language: "en", Languages: []string{"en", "fr"}, Currency: "CAD",
			TimeZone: "America/Toronto", Domains: []string{key + ".example"},
			Colors: channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
		})
		if err != nil {
			t.Fatal(err)
		}
		ids[key] = id
	}
	id := ids["north"]
	by := actor.ForSystem(int64(id))
	_, err := d.Channels.CreatePage(t.Context(), by, id, channel.Page{
		URL: "/for-schools", AltName: "for_schools", Name: text.Text{"en": "For schools", "fr": "Pour les établissements"}, Content: text.Text{"en": "<p>Join us</p>"},
	})
	if err != nil {
		t.Fatal(err)
	}
	err = d.Channels.ReplaceForms(t.Context(), by, id, []channel.Form{{
		Alias: "contacts", Title: text.Text{"fr": "Écrivez-nous", "en": "Write to us"}, Intro: text.Text{"en": "<p>We answer</p>"},
		Fields: []channel.FormField{{Name: "message", Type: channel.FieldTextarea, Label: text.Text{"en": "Message"}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	sell := func(p commerce.Package) commerce.PackageID {
		p.Kind, p.Currency = commerce.KindPackage, "CAD"
		id, err := d.Commerce.Create(t.Context(), by, int64(id), p)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	pass = sell(commerce.Package{Type: commerce.TypeSeason, Name: text.Text{"en": "Hockey pass", "fr": "Forfait Hockey"}, Description: text.Text{"en": "<p>Every game</p>"}, BasePrice: 100})
	return d, pass, sell(commerce.Package{Type: commerce.TypeEvent, Name: text.Text{"en": "This game"}})
}

func TestHeadsOfScreens(t *testing.T) {
	d, pass, ticket := domains(t)
	for _, tt := range []struct {
		host, lang string
		request    site.Request
		title      string
		about      string
		notFound   bool
	}{
		{"north", "en", site.Request{Kind: "faq", Path: "/faq"}, "Questions and answers", "How to watch Northline, ", false},
		{"north", "fr", site.Request{Kind: "offers", Path: "/packages"}, "Forfaits et abonnements", "Ce que coûte Northline", false},
		{"north", "fr", site.Request{Kind: "offers", Path: "/packages/passes/"}, "Forfaits", "Les forfaits", false},
		{"north", "fr", site.Request{Kind: "offer", Path: "/select-package/1", ID: int64(pass)}, "Forfait Hockey", "Every game", false},
		{"north", "en", site.Request{Kind: "offer", ID: int64(ticket)}, "Pass not found", "", true},
		{"north", "en", site.Request{Kind: "offer", ID: 987}, "Pass not found", "", true},
		{"south", "en", site.Request{Kind: "offer", ID: int64(pass)}, "Pass not found", "", true},
		{"north", "fr", site.Request{Kind: "account", Path: "/login"}, "Se connecter", "", false},
		{"north", "en", site.Request{Kind: "account", Path: "/profile/orders"}, "Account", "", false},
		{"north", "fr", site.Request{Kind: "form", Path: "/contacts"}, "Écrivez-nous", "We answer", false},
		{"south", "fr", site.Request{Kind: "form", Path: "/contacts"}, "Nous joindre", "Écrivez à Northline.", false},
		{"south", "en", site.Request{Kind: "page", Path: "/about"}, "About Northline", "Northline shows", false},
		{"north", "fr", site.Request{Kind: "not_found", Path: "/for-schools"}, "Pour les établissements", "Join us", false},
		{"north", "fr", site.Request{Kind: "not_found", Path: "/for_schools"}, "Pour les établissements", "Join us", false},
		{"south", "fr", site.Request{Kind: "not_found", Path: "/for_schools"}, "Page introuvable", "", true},
	} {
		t.Run(fmt.Sprintf("%s %s %s %d", tt.host, tt.lang, tt.request.Path, tt.request.ID), func(t *testing.T) {
			c, err := d.Channel(t.Context(), tt.host+".example", tt.lang)
			if err != nil {
				t.Fatal(err)
			}
			view, err := d.View(t.Context(), c, tt.request)
			if err != nil || view.Title != tt.title || !strings.HasPrefix(view.Description, tt.about) || view.NotFound != tt.notFound {
				t.Errorf("%+v, %v", view, err)
			}
		})
	}
}
