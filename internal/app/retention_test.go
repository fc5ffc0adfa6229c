package app

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// A channel's recordings go when it keeps them no longer, but for those that its library plays;
// without a setting they stay for ever.
func TestChannelsKeepRecordings(t *testing.T) {
	h := openArena(t)
	work := func() {
		t.Helper()
		w := &keepRecordings{app: h.App}
		if err := w.Work(t.Context(), &river.Job[keepRecordingsArgs]{}); err != nil {
			t.Fatal(err)
		}
	}
	isThere := func() bool {
		t.Helper()
		media, err := eventMedia{h.Media}.Media(t.Context(), h.channel, h.event)
		if err != nil {
			t.Fatal(err)
		}
		event, err := h.Catalog.FindEvent(t.Context(), h.channel, catalog.EventID(h.event))
		if err != nil || event.Status != catalog.Finished || event.Image.Key == "" {
			t.Fatalf("the event is %+v, %v", event, err)
		}
		there := media[0].StreamID != 0
		sold, err := saleEvents{h.Catalog, h.Channels}.ForSale(t.Context(), h.channel, h.event)
		if err != nil || sold.Unrecorded == there {
			t.Errorf("in the shop it is %+v, %v", sold, err)
		}
		if there != (event.StreamState == catalog.StreamEnded) {
			t.Errorf("the event shows %+v and is %s", media, event.StreamState)
		}
		return there
	}
	long := time.Now().Add(-36 * time.Hour)
	if _, err := h.DB.Write().NewRaw(`UPDATE streams SET ended_ms = ?`, long.UnixMilli()).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	work()
	if !isThere() {
		t.Fatal("removed although nobody said so")
	}
	h.playInLibrary(h.event)
	h.keepFor(1)
	work()
	if !isThere() {
		t.Fatal("removed although the library plays it")
	}
	h.playInLibrary(0)
	h.keepFor(2)
	work()
	if !isThere() {
		t.Fatal("removed too soon")
	}
	h.keepFor(1)
	work()
	if isThere() {
		t.Error("not removed")
	}
	work()
	reap := &reapOrphans{media: h.Media, log: h.Log}
	if err := reap.Work(t.Context(), &river.Job[reapOrphansArgs]{}); err != nil {
		t.Error(err)
	}
}

// keepFor says for how many days the channel keeps recordings.
func (h *arena) keepFor(days int) {
	h.t.Helper()
	h.set(fmt.Sprintf(`{"retention_days": %d}`, days))
}

// set replaces the channel's settings.
func (h *arena) set(settings string) {
	h.t.Helper()
	err := h.DB.InTx(h.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.NewRaw(`UPDATE channels SET settings = ?`, settings).Exec(ctx); err != nil {
			return err
		}
		return revision.Bump(ctx, tx, h.channel, revision.Channel)
	})
	if err != nil {
		h.t.Fatal(err)
	}
	h.revisions.Forget(h.channel)
}

// playInLibrary makes the channel's library one that plays an event, or nothing.
func (h *arena) playInLibrary(event int64) {
	h.t.Helper()
	var library vod.Library
	if event != 0 {
		library = vod.Library{
			Categories: []vod.Category{{Alias: "games", Title: text.Text{"en": "Games"}}},
			Items: []vod.Item{{
				Alias: "final", Category: "games", Access: vod.Free, Title: text.Text{"en": "The final"}, Date: time.Now(),
				Media: []vod.Medium{{Alias: "game", EventID: event}},
			}},
		}
	}
	if _, err := h.VOD.Replace(h.t.Context(), actor.ForSystem(h.channel), h.channel, library); err != nil {
		h.t.Fatal(err)
	}
}
