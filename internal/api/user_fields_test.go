package api

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/vod"
)

// Section 3 of the specification: each field of a user follows what happens to the user.
func TestFieldsOfUsers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		user := w.person(home, "fan@example.com", temporary)
		key := w.login(home, "fan@example.com")
		w.checkAnswers(t, key, []fieldsOf{{"a new user", "profile", "", fmt.Sprintf(`{"id": %d, "email": "fan@example.com", "first_name": "Fan", "last_name": "Atic", "temporary_password": true,
			"mailing_consent": false, "trial_period_used": false, "capabilities": [], "featureCount": {"clips": 0, "downloads": 0}, "is_geo_blocked": false}`, user.ID)}})
		w.access[user.ID] = account.Access{Capabilities: []string{"watch", "clipping"}}
		if err := w.accounts.SetGeoBlocked(t.Context(), actor.ForSystem(s.channelID), s.channelID, user.ID, true); err != nil {
			t.Fatal(err)
		}
		w.do(call{path: "/api/profile", key: key, body: map[string]any{"first_name": "Ada", "last_name": "Byron", "mailing_consent": true}}).want(200, "")
		if _, err := d.Write().NewRaw("UPDATE users SET temporary_password = FALSE, trial_period_used = TRUE WHERE id = ?", user.ID).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			return errors.Join(w.accounts.CountClips(ctx, tx, s.channelID, user.ID, 3), w.accounts.CountDownloads(ctx, tx, s.channelID, user.ID, 2))
		})
		if err != nil {
			t.Fatal(err)
		}
		w.checkAnswers(t, key, []fieldsOf{{"later", "profile", "", `{"email": "fan@example.com", "first_name": "Ada", "last_name": "Byron", "temporary_password": false,
			"mailing_consent": true, "trial_period_used": true, "capabilities": ["watch", "clipping"], "featureCount": {"clips": 3, "downloads": 2}, "is_geo_blocked": true}`}})
	})
}

// Section 3: clips in each status, and favourites of each kind.
func TestFieldsOfClipsAndFavourites(t *testing.T) {
	c := newClipper(t, dbtest.SQLite(t))
	s := c.season
	var made ClipDTO
	c.create(c.over, map[string]any{"event_media_id": c.over}).into(&made)
	path, key := fmt.Sprint("shared-clip/", made.ID), c.fan.key
	fields := fmt.Sprintf(`"event_id": %d, "name": "Winning goal", "start_time": 61.25, "duration": 12.5, "tags": ["goal", "overtime"], "event_media_id": %d`, c.over, c.over)
	c.checkAnswers(t, key, []fieldsOf{
		{"a clip that is being made", path, "", `{"status": "processing", ` + fields + `}`},
		{"its event", path, "event", fmt.Sprintf(`{"id": %d, "name": "Fundy Tide @ Laurentide Lynx"}`, c.over)},
	})
	c.done(made.ID)
	c.checkAnswers(t, key, []fieldsOf{
		{"a clip that is made", path, "", `{"status": "success", ` + fields + `}`},
		{"in a list", "clips/user", "0", `{"status": "success", ` + fields + `}`},
		{"of the game", fmt.Sprint("clips/event/", c.over), "0", `{"status": "success", ` + fields + `}`},
	})
	failed := c.cut(c.live)
	c.failed(c.cutOf(failed.ID))
	c.checkAnswers(t, key, []fieldsOf{{"a clip that could not be made", fmt.Sprint("shared-clip/", failed.ID), "", `{"status": "error", "event_media_id": 0}`}})
	for _, f := range []struct {
		taken, told string
		id          int64
	}{
		{"participant", "participant", int64(s.lynx)},
		{"group", "participant_group", int64(s.school)},
		{"category", "event_category", int64(s.hockey)},
		{"event", "favorite_event", c.live},
		{"location", "event_location", int64(s.arena)},
	} {
		added := c.follow(key, f.taken, f.id)
		c.checkAnswers(t, key, []fieldsOf{{f.told, "favorites", "0", fmt.Sprintf(`{"id": %d, "favoritable_id": %d, "favoritable_type": %q}`, added.ID, f.id, f.told)}})
		c.do(call{method: "DELETE", path: fmt.Sprint("/api/favorite/", added.ID), key: key}).want(200, "")
	}
}

// Section 3: videos, their pictures and parts, rails and categories of the library.
func TestFieldsOfTheLibrary(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	var parts []vod.Medium
	for _, item := range must[vod.Library](w)(w.library.Library(t.Context(), s.channelID)).Items {
		if item.Alias == "paid" {
			parts = item.Media
		}
	}
	video := fmt.Sprintf(`{"id": %d, "title": "Grand final", "date": "2026-02-28T12:00:00Z", "type": "paid"}`, s.videos["paid"])
	w.checkAnswers(t, w.visitor(home), []fieldsOf{
		{"a video", "vod-media-items", "0", video},
		{"a video by itself", fmt.Sprint("vod-media-items/", s.videos["paid"]), "", video},
		{"a video that is found", "vod-media/search?title=grand", "0", video},
		{"its pictures", "vod-media-items", "0.assets", `{"image": "/media/public/v/1.webp", "preview": "/media/public/v/wide.webp"}`},
		{"its first part", "vod-media-items", "0.vod_media_items.0", fmt.Sprintf(`{"id": %d, "title": "First half", "duration": 3600}`, parts[0].ID)},
		{"its second part", "vod-media-items", "0.vod_media_items.1", fmt.Sprintf(`{"id": %d, "title": "Second half"}`, parts[1].ID)},
		{"a rail", "vod-media-rails", "0", fmt.Sprintf(`{"id": %d, "title": "New", "alias": "new"}`, s.rail)},
		{"a category", "vod-media-categories", "1", fmt.Sprintf(`{"id": %d, "title": "Classics", "alias": "classics"}`, s.shelf)},
		{"a category in French", "vod-media-categories?lang=fr", "0", `{"title": "Récits"}`},
	})
}
