package api

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/position"
	"github.com/grandstand/grandstand/internal/vod"
)

// watchable is what the seasons of the tests have to watch.
type watchable struct {
	catalog *catalog.Service
	library *vod.Service
}

// Known is part of position.Subjects.
func (o watchable) Known(ctx context.Context, channelID int64, s position.Subject) (bool, error) {
	var err error
	if s.Kind == position.Event {
		_, err = o.catalog.FindEvent(ctx, channelID, catalog.EventID(s.ID))
	} else {
		_, err = o.library.FindByMedium(ctx, channelID, vod.MediumID(s.ID))
	}
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}

// positionRows would keep where somebody is in what another channel has.
func positionRows() map[string]tenantRow {
	return map[string]tenantRow{
		"list-positions": nothingToName,
		"keep-position": func(f *foreigners) []probe {
			keep := func(kind string, id int64) call {
				return call{path: "/api/positions", body: map[string]any{"type": kind, "item_id": id, "position": 600}}
			}
			return []probe{
				{"another channel's event", keep("event", int64(f.season.events["live"])), keep("event", 987_654_321)},
				{"another channel's film", keep("vod", f.season.medium), keep("vod", 987_654_321)},
			}
		},
	}
}

// keep tells where somebody is.
func (w *world) keep(key, kind string, id int64, at int, change map[string]any) reply {
	w.t.Helper()
	body := with(map[string]any{"type": kind, "item_id": id, "position": at, "duration": 5400}, change)
	return w.do(call{path: "/api/positions", key: key, body: body})
}

func (w *world) positions(key, query string) []positionDTO {
	w.t.Helper()
	var list []positionDTO
	w.do(call{path: "/api/positions" + query, key: key}).into(&list)
	return list
}

// A user goes on where they left, on whichever device; nobody else learns of it.
func TestPositionsFollowTheirUser(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		couch := w.loggedIn(home, "fan@example.com")
		pocket, other := w.login(home, "fan@example.com"), w.loggedIn(home, "other@example.com")
		game := int64(s.events["over"])
		w.keep(couch, "vod", s.medium, 600, nil).want(http.StatusOK, "")
		w.clock.Advance(time.Second)
		w.keep(couch, "event", game, 900, nil).want(http.StatusOK, "")
		w.clock.Advance(time.Second)
		w.keep(pocket, "vod", s.medium, 1200, nil).want(http.StatusOK, "")
		length := int64(5400)
		got := w.positions(couch, "")
		if len(got) != 2 || got[0].Type != position.Medium || got[0].ItemID != s.medium || got[0].Position != 1200 || *got[0].Duration != length ||
			!got[0].SavedAt.Equal(w.clock.Now()) || got[1].Type != position.Event || got[1].ItemID != game || *got[1].Duration != length {
			t.Errorf("%+v", got)
		}
		if got := w.positions(other, ""); len(got) != 0 {
			t.Errorf("somebody else is told %+v", got)
		}
		// How long a game was tells how it went.
		hidden := w.positions(couch, "?spoilers=hide")
		if len(hidden) != 2 || hidden[1].Duration != nil || hidden[1].Position != 900 || hidden[0].Duration != nil {
			t.Errorf("with scores hidden: %+v", hidden)
		}
		w.keep(pocket, "vod", s.medium, 5395, nil).want(http.StatusOK, "") // to the end
		w.keep(pocket, "event", game, 3, nil).want(http.StatusOK, "")      // from the beginning
		if got := w.positions(couch, ""); len(got) != 0 {
			t.Errorf("left over: %+v", got)
		}
	})
}

func TestPositionsThatAreRefused(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	fan := w.loggedIn(home, "fan@example.com")
	visitor := w.visitor(home)
	w.keep(visitor, "vod", s.medium, 600, nil).want(http.StatusUnauthorized, "unauthenticated")
	w.do(call{path: "/api/positions", key: visitor}).want(http.StatusUnauthorized, "unauthenticated")
	w.keep(fan, "vod", 987_654_321, 600, nil).want(http.StatusNotFound, "subject_not_found")
	w.keep(fan, "clip", s.medium, 600, nil).want(http.StatusBadRequest, "validation_failed").field("type")
	for field, value := range map[string]any{"item_id": 0, "position": -1, "duration": 172_801} {
		w.keep(fan, "vod", s.medium, 600, map[string]any{field: value}).want(http.StatusBadRequest, "validation_failed").field(field)
	}
	w.keep(fan, "vod", s.medium, 600, map[string]any{"position": 172_801}).want(http.StatusBadRequest, "validation_failed").field("position")
	if got := w.positions(fan, ""); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// What a player shows beside a film is for whoever may watch it, in their language.
func TestWhatIsShownBesideAFilm(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s, visitor := w.season(home, ""), w.visitor(home)
	for alias, open := range map[string]bool{"free": true, "register": false, "paid": false} {
		m := w.video(s, alias, visitor).Media[0]
		if (m.Storyboard != "") != open || (len(m.Chapters) == 2) != open || m.Chapters == nil {
			t.Errorf("%s: %+v", alias, m)
		}
	}
	var french VODItemDetailDTO
	w.do(call{path: fmt.Sprintf("/api/vod-media-items/%d?lang=fr", s.videos["free"]), key: visitor}).into(&french)
	m := french.Media[0]
	if m.Chapters[1].Start != 90 || !strings.HasSuffix(m.Chapters[1].Title, "in fr") ||
		path.Dir(m.Storyboard) != path.Dir(m.URL) || path.Base(m.Storyboard) != "storyboard.vtt" {
		t.Errorf("%+v", m)
	}
}
