package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// newClip is the body of a clip of a game.
func newClip(event int64, change map[string]any) map[string]any {
	return with(map[string]any{"event_id": event, "name": "Winning goal", "start_time": 61.25, "duration": 12.5, "tags": []string{"goal", "overtime"}}, change)
}

// clipper is a fan whose pass includes three clips and one download, and what there is to
// cut them out of.
type clipper struct {
	*world
	season     *season
	fan        buyer
	other      string // key of somebody who bought nothing
	live, over int64
}

func newClipper(t *testing.T, d *db.DB) *clipper {
	t.Helper()
	w := newWorld(t, d)
	c := &clipper{world: w, season: w.season(home, ""), fan: w.buyer(home, "fan@example.com"), other: w.loggedIn(home, "other@example.com")}
	c.live, c.over = int64(c.season.events["live"]), int64(c.season.events["over"])
	pass := must[commerce.PackageID](w)(w.commerce.Create(t.Context(), actor.ForSystem(c.season.channelID), c.season.channelID, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: both("Clip pass", "Forfait extraits"), Currency: "CAD", BasePrice: 100,
		ClipLimit: 3, DownloadLimit: 1, Capabilities: []commerce.Capability{commerce.Watch, commerce.Clipping, commerce.DownloadClip},
	}))
	w.buy(c.fan, c.season, pass)
	return c
}

func (c *clipper) create(event int64, change map[string]any) reply {
	c.t.Helper()
	return c.do(call{path: "/api/clip", key: c.fan.key, body: newClip(event, change)})
}

func (c *clipper) cut(event int64) (made ClipDTO) {
	c.t.Helper()
	c.create(event, nil).into(&made)
	c.clock.Advance(time.Second)
	return made
}

// done has a clip's cut made.
func (c *clipper) done(id int64) {
	c.t.Helper()
	c.finish(must[*clip.Clip](c.world)(c.clips.Find(c.t.Context(), actor.ForSystem(c.season.channelID), clip.ID(id), "")))
}

func (c *clipper) counted() featureCountDTO {
	c.t.Helper()
	var p ProfileDTO
	c.do(call{path: "/api/profile", key: c.fan.key}).into(&p)
	return p.FeatureCount
}

func TestAClipIsMadeAndShown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClipper(t, d)
		made := c.cut(c.live)
		if made.Status != "processing" || !made.Own || made.Official || made.StartTime != 61.25 || made.Duration != 12.5 || made.CanDownload ||
			!slices.Equal(made.Tags, []string{"goal", "overtime"}) || made.Event.ID != c.live || made.Event.Name == "" {
			t.Errorf("a clip of what goes on: %+v", made)
		}
		if made.Media == nil || made.Media.Lead != 1.5 || !strings.HasSuffix(made.Media.URL, "/index.m3u8") || made.Image == "" {
			t.Errorf("it plays %+v with %q", made.Media, made.Image)
		}
		if want := fmt.Sprintf("/share/%d/%s", made.ID, made.Share.UUID); made.Share.Path != want || len(made.Share.UUID) != 32 {
			t.Errorf("it is shared as %+v", made.Share)
		}
		of := c.cut(c.over)
		var list []ClipDTO
		c.do(call{path: fmt.Sprintf("/api/clips/event/%d", c.over), key: c.fan.key}).into(&list)
		if len(list) != 1 || list[0].ID != of.ID {
			t.Errorf("of the recording: %+v", list)
		}
		c.do(call{path: fmt.Sprintf("/api/clips/event/%d", c.over), key: c.other}).into(&list)
		if len(list) != 0 {
			t.Errorf("somebody else sees %+v", list)
		}
		var page []ClipDTO
		c.do(call{path: "/api/clips/user?limit=1&offset=1", key: c.fan.key}).into(&page)
		if len(page) != 1 || page[0].ID != made.ID {
			t.Errorf("the second page: %+v", page)
		}
		got := c.do(call{path: "/api/events/with_clip?limit=1", key: c.fan.key}).listed()
		if len(got.Data) != 1 || got.Data[0].ID != c.live || got.Meta.Total != 2 {
			t.Errorf("events with clips: %+v", got)
		}
		if got := c.do(call{path: "/api/events/with_clip", key: c.other}).listed(); len(got.Data) != 0 {
			t.Errorf("somebody else's events with clips: %+v", got)
		}
		if c.counted() != (featureCountDTO{Clips: 2}) {
			t.Errorf("counted %+v", c.counted())
		}
	})
}

func TestClipsThatAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClipper(t, d)
		tags := make([]string, 11)
		for i := range tags {
			tags[i] = fmt.Sprint("tag ", i)
		}
		for name, test := range map[string]struct {
			change map[string]any
			status int
			code   string
			field  string
		}{
			"beyond the end":          {map[string]any{"start_time": 3590}, 422, "clip_out_of_range", "duration"},
			"from far beyond":         {map[string]any{"start_time": 1e300}, 422, "clip_out_of_range", "duration"},
			"from before":             {map[string]any{"start_time": -1e300}, 400, "validation_failed", "start_time"},
			"no tags":                 {map[string]any{"tags": []string{}}, 400, "validation_failed", "tags"},
			"eleven tags":             {map[string]any{"tags": tags}, 400, "validation_failed", "tags"},
			"no name":                 {map[string]any{"name": ""}, 400, "validation_failed", "name"},
			"too long":                {map[string]any{"duration": 300.001}, 400, "validation_failed", "duration"},
			"too short":               {map[string]any{"duration": 0.999}, 400, "validation_failed", "duration"},
			"endless":                 {map[string]any{"duration": 1e300}, 400, "validation_failed", "duration"},
			"no event":                {map[string]any{"event_id": 0}, 400, "validation_failed", "event_id"},
			"unknown event":           {map[string]any{"event_id": 987_654_321}, 404, "event_not_found", ""},
			"another event's medium":  {map[string]any{"event_media_id": c.over}, 404, "event_media_not_found", ""},
			"made official by asking": {map[string]any{"official": true}, 400, "validation_failed", "official"},
		} {
			got := c.create(c.live, test.change).want(test.status, test.code)
			if test.field != "" {
				got.field(test.field)
			}
			if t.Failed() {
				t.Fatal(name)
			}
		}
		missing := c.do(call{path: "/api/clip", key: c.fan.key, body: map[string]any{"event_id": c.live}}).want(400, "validation_failed")
		for field, want := range map[string]string{"name": "Field is required", "tags": "Please select tag"} {
			if got := missing.field(field).Message; got != want {
				t.Errorf("%s: %q", field, got)
			}
		}
		french := c.do(call{path: "/api/clip?lang=fr", key: c.fan.key, body: newClip(c.live, map[string]any{"duration": 299, "start_time": 3599})})
		if got := french.want(422, "clip_out_of_range").field("duration").Message; got != "La durée de votre extrait dépasse la fin de l’enregistrement" {
			t.Errorf("%q", got)
		}
		c.do(call{path: "/api/clip", key: c.other, body: newClip(c.live, nil)}).want(403, "no_access")
		c.do(call{path: "/api/clip", key: c.visitor(home), body: newClip(c.live, nil)}).want(401, "unauthenticated")
		if c.counted() != (featureCountDTO{}) {
			t.Errorf("counted %+v", c.counted())
		}
		c.create(c.live, map[string]any{"event_media_id": c.live}).want(200, "")
	})
}

func TestAPassIncludesSoManyClips(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClipper(t, d)
		first := c.cut(c.live)
		c.cut(c.live)
		c.cut(c.over)
		if got := c.create(c.live, nil).want(422, "clip_limit_reached").problem().Detail; got != "You have already made all 3 clips your pass includes." {
			t.Errorf("%q", got)
		}
		c.do(call{method: http.MethodDelete, path: fmt.Sprintf("/api/clip/%d", first.ID), key: c.fan.key}).want(200, "")
		c.create(c.live, nil).want(422, "clip_limit_reached") // what is deleted was made
		c.failed(c.cutOf(first.ID + 1))
		c.failed(c.cutOf(first.ID + 1))
		c.create(c.live, nil).want(200, "")
		c.create(c.live, nil).want(422, "clip_limit_reached")
		if c.counted() != (featureCountDTO{Clips: 3}) {
			t.Errorf("counted %+v", c.counted())
		}
	})
}

func (c *clipper) cutOf(id int64) clip.CutID {
	c.t.Helper()
	return must[*clip.Clip](c.world)(c.clips.Find(c.t.Context(), actor.ForSystem(c.season.channelID), clip.ID(id), "")).Cut
}

// failed has a clip's cut given up.
func (c *clipper) failed(cut clip.CutID) {
	c.t.Helper()
	err := c.db.InTx(c.t.Context(), func(ctx context.Context, tx bun.Tx) error { return c.clips.Fail(ctx, tx, c.season.channelID, cut) })
	if err != nil {
		c.t.Fatal(err)
	}
}

// A paid game's clip plays for whoever has its link, and without the link there is none.
func TestAClipIsSharedByItsLink(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClipper(t, d)
		paid := c.cut(int64(c.season.events["paid"]))
		ask := func(key string, id int64, uuid string) reply {
			return c.do(call{path: fmt.Sprintf("/api/shared-clip/%d?uuid=%s", id, uuid), key: key})
		}
		for name, key := range map[string]string{"a visitor": c.visitor(home), "another user": c.other} {
			var got ClipDTO
			ask(key, paid.ID, paid.Share.UUID).into(&got)
			if got.Media == nil || got.Own || got.Share != nil || got.Event.HasAccess || got.CanDownload {
				t.Errorf("%s gets %+v", name, got)
			}
			ask(key, paid.ID, "").want(404, "clip_not_found")
			ask(key, paid.ID, strings.Repeat("0", 32)).want(404, "clip_not_found")
			ask(key, paid.ID+1, paid.Share.UUID).want(404, "clip_not_found")
		}
		ask(c.visitor(away), paid.ID, paid.Share.UUID).want(404, "clip_not_found")
		var own ClipDTO
		ask(c.fan.key, paid.ID, "").into(&own)
		if !own.Own || own.Share == nil {
			t.Errorf("one's own: %+v", own)
		}
		c.failed(c.cutOf(paid.ID))
		ask(c.fan.key, paid.ID, "").into(&own)
		if own.Status != "error" || own.Media != nil || own.Image != "" {
			t.Errorf("in vain: %+v", own)
		}
	})
}

func TestClipsAreTheirMakers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClipper(t, d)
		staff := c.loggedIn(home, "staff@example.com", func(n *account.NewUser) { n.Role = actor.Operator })
		elsewhere := c.loggedIn(away, "staff@example.com", func(n *account.NewUser) { n.Role = actor.Operator })
		made := c.cut(c.live)
		remove := func(key string) reply {
			return c.do(call{method: http.MethodDelete, path: fmt.Sprintf("/api/clip/%d", made.ID), key: key})
		}
		for _, key := range []string{c.other, elsewhere} {
			remove(key).want(404, "clip_not_found")
			c.do(call{path: fmt.Sprintf("/api/clip/download/%d", made.ID), key: key}).want(404, "clip_not_found")
			c.do(call{path: fmt.Sprintf("/api/shared-clip/%d", made.ID), key: key}).want(404, "clip_not_found")
		}
		remove(c.visitor(home)).want(401, "unauthenticated")
		var official ClipDTO
		c.do(call{path: "/api/clip", key: staff, body: newClip(c.live, nil)}).into(&official)
		var seen ClipDTO
		c.do(call{path: fmt.Sprintf("/api/shared-clip/%d", official.ID), key: c.visitor(home)}).into(&seen)
		if !official.Official || !seen.Official || seen.Own || seen.Share == nil {
			t.Errorf("an operator's: %+v, a visitor sees %+v", official, seen)
		}
		remove(staff).want(200, "")
		remove(c.fan.key).want(404, "clip_not_found")
	})
}

func TestClipsAreLoadedDown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClipper(t, d)
		first, second := c.cut(c.live), c.cut(c.live)
		load := func(id int64) reply {
			return c.do(call{path: fmt.Sprintf("/api/clip/download/%d", id), key: c.fan.key})
		}
		load(first.ID).want(409, "clip_not_ready")
		c.done(first.ID)
		c.done(second.ID)
		for range 2 { // again is free
			var file DownloadDTO
			load(first.ID).into(&file)
			if !strings.HasSuffix(file.URL, "/clip.mp4") || file.FileName != "Winning goal.mp4" || file.Size == nil || file.ExpiresAt.IsZero() {
				t.Errorf("%+v", file)
			}
		}
		if got := load(second.ID).want(422, "download_limit_reached").problem().Detail; got != "You have already used the one download your pass includes." {
			t.Errorf("%q", got)
		}
		var list []ClipDTO
		c.do(call{path: "/api/clips/user?scope=downloads", key: c.fan.key}).into(&list)
		if len(list) != 1 || list[0].ID != first.ID || list[0].DownloadedAt == nil || !list[0].CanDownload {
			t.Errorf("loaded down: %+v", list)
		}
		c.do(call{path: "/api/clips/user?scope=clips", key: c.fan.key}).into(&list)
		if len(list) != 2 || list[0].ID != second.ID || list[1].ID != first.ID || list[1].DownloadedAt != nil {
			t.Errorf("created: %+v", list)
		}
		c.do(call{path: "/api/clips/user?scope=all", key: c.fan.key}).want(400, "validation_failed").field("scope")
		if c.counted() != (featureCountDTO{Clips: 2, Downloads: 1}) {
			t.Errorf("counted %+v", c.counted())
		}
		c.do(call{path: fmt.Sprintf("/api/clip/download/%d", first.ID), key: c.visitor(home)}).want(401, "unauthenticated")
	})
}

// Where its event may not be watched, nobody plays a clip of it, whoever has its link.
func TestClipsStopAtBorders(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), atlas(t))
	s := w.season(home, "")
	made := w.clipOf(s, actor.Actor{Role: actor.User, ChannelID: s.channelID, UserID: int64(w.person(home, "fan@example.com").ID)}, "Save")
	fan := w.login(home, "fan@example.com")
	err := w.commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(s.channelID), s.channelID, int64(s.events["live"]), []commerce.Blackout{
		{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(time.Second)
	path := fmt.Sprintf("/api/shared-clip/%d?uuid=%s", made.ID, made.UUID)
	for _, key := range []string{fan, w.visitor(home)} {
		w.do(call{path: path, key: key, from: inQuebec + ":1"}).want(403, "blackout")
		w.do(call{path: path, key: key}).want(200, "")
	}
	var list []ClipDTO
	w.do(call{path: "/api/clips/user", key: fan, from: inQuebec + ":1"}).into(&list)
	if len(list) != 1 || list[0].Media != nil || list[0].Image != "" {
		t.Errorf("listed: %+v", list)
	}
}

func TestClipsOfGamesWhoseScoresAreHidden(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.spoiledSeason()
	fan := w.buyer(home, "fan@example.com")
	w.clipTheSpoiled(s, int64(fan.ID))
	over := int64(s.events["told over"])
	list := func(choice string) (clips []ClipDTO) {
		w.do(call{path: fmt.Sprintf("/api/clips/event/%d?spoilers=%s", over, choice), key: fan.key}).into(&clips)
		return clips
	}
	if got := list("show"); len(got) != 2 || got[0].Image == "" || got[0].Event.Score == nil {
		t.Errorf("shown: %+v", got)
	}
	if got := list("hide"); len(got) != 1 || !got[0].Own || got[0].Image != "" || got[0].Media == nil || got[0].Event.Score != nil {
		t.Errorf("hidden: %+v", got)
	}
	if got, err := w.catalog.FindEvent(t.Context(), s.channelID, catalog.EventID(over)); err != nil || got.Score == nil {
		t.Errorf("there is nothing to hide: %+v, %v", got, err)
	}
}
