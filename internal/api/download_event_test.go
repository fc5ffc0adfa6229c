package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func (w *world) download(s *season, name, key string, parameter ...string) reply {
	w.t.Helper()
	return w.do(call{path: fmt.Sprintf("/api/download-event/%d?%s", s.events[name], strings.Join(parameter, "&")), key: key})
}

// A recording is a file for whoever bought that, and for operators.
func TestWhoMayDownloadAGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		keeper := must[commerce.PackageID](w)(w.commerce.Create(t.Context(), actor.ForSystem(s.channelID), s.channelID, commerce.Package{
			Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: both("To keep", "À garder"), Currency: "CAD", BasePrice: 9000,
			Categories: []int64{int64(s.hockey)}, Capabilities: []commerce.Capability{commerce.Watch, commerce.Download},
		}))
		w.clock.Advance(1e9)
		watches, keeps := w.buyer(home, "watches@example.com"), w.buyer(home, "keeps@example.com")
		w.buy(watches, s, s.pass)
		w.buy(keeps, s, keeper)
		operator := w.loggedIn(home, "operator@example.com", func(n *account.NewUser) { n.Role = actor.Operator })

		w.download(s, "over", "").want(http.StatusBadRequest, "no_api_key")
		w.download(s, "over", w.visitor(home)).want(http.StatusUnauthorized, "unauthenticated")
		w.download(s, "over", watches.key).want(http.StatusForbidden, "no_access")
		w.download(s, "ppv", keeps.key).want(http.StatusForbidden, "no_access")
		for _, key := range []string{keeps.key, operator} {
			var got DownloadDTO
			w.download(s, "over", key).into(&got)
			if !strings.HasPrefix(got.URL, "/media/signed-for-") || got.Size == nil || *got.Size != 5<<30 || got.ExpiresAt.IsZero() ||
				got.FileName != "Fundy Tide @ Laurentide Lynx 2026-02-27.mp4" {
				t.Errorf("%+v", got)
			}
		}
		var french DownloadDTO
		w.download(s, "over", keeps.key, "lang=fr").into(&french)
		if !strings.HasPrefix(french.FileName, "Marées de Fundy ") {
			t.Errorf("in French %q", french.FileName)
		}
	})
}

// Neither what a file is called nor how large it is tells how a game went.
func TestADownloadDoesNotTellHowAGameWent(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.spoiledSeason()
	key := w.loggedIn(home, "operator@example.com", func(n *account.NewUser) { n.Role = actor.Operator })
	var hidden, shown DownloadDTO
	rep := w.download(s, "told over", key, "spoilers=hide")
	rep.into(&hidden)
	if hidden.Size != nil || hidden.URL == "" {
		t.Errorf("%+v", hidden)
	}
	for _, spoiler := range spoilers() {
		if strings.Contains(string(rep.body), spoiler) {
			t.Errorf("it tells %q: %s", spoiler, rep.body)
		}
	}
	w.download(s, "told over", key, "spoilers=show").into(&shown)
	if shown.Size == nil {
		t.Errorf("%+v", shown)
	}
}
