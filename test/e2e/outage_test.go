//go:build e2e

package e2e

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// arena is a shop that also shows a game, with somebody who watches and somebody who buys, while what it stands on fails.
type arena struct {
	*till.Shop
	data, dsn string
	database  string // where it is opened
	event     int64
	fan       *stage.Client
	buyer     *till.Buyer
	media     string // the media playlist of the game
	encoder   func() // ends it, which insists until then
}

// openArena starts a shop and has its game recorded for a few seconds.
func openArena(t *testing.T, o till.Options) *arena {
	t.Helper()
	o.Dir, o.Products, o.Games = t.TempDir(), 8, 1
	shop, err := till.Open(within(t, 2*patience), o)
	if err != nil {
		t.Fatal(err)
	}
	data := cmp.Or(o.Data, filepath.Join(o.Dir, "data"))
	a := &arena{Shop: shop, data: data, dsn: o.DB, database: cmp.Or(o.DB, filepath.Join(data, "grandstand.db"))}
	t.Cleanup(func() {
		if err := shop.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the server's log ends with:\n%s", shop.Server.Log.Tail(60))
		}
	})
	if a.buyer, err = shop.Register(within(t, patience), "buyer"); err != nil {
		t.Fatal(err)
	}
	a.fan = stage.NewClient(shop.Server.URL, till.Channel)
	if err := a.fan.Open(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	games, err := a.fan.Events(within(t, patience), url.Values{"limit": {"1"}})
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games: %v", len(games), err)
	}
	a.event = games[0].ID
	a.encode(t)
	a.watch(t)
	return a
}

// encode has an encoder send the game that tries again whenever it is turned away, as encoders do.
func (a *arena) encode(t *testing.T) {
	t.Helper()
	key, err := a.Server.Run(within(t, patience), "stream", "key", fmt.Sprint(a.event))
	if err != nil {
		t.Fatal(err)
	}
	address := "rtmp://" + a.Server.RTMP + "/live/" + strings.TrimSpace(key)
	footage := stage.Small()
	if _, err := footage.Render(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() {
		for ctx.Err() == nil {
			p, err := stage.Publish(ctx, footage, address)
			if err != nil {
				return
			}
			select {
			case <-ctx.Done():
				p.End()
			case <-p.Ended():
				pause(ctx, time.Second)
			}
		}
	})
	a.encoder = func() {
		stop()
		ended.Wait()
	}
	t.Cleanup(a.encoder)
}

// watch waits until a few seconds can be watched.
func (a *arena) watch(t *testing.T) {
	t.Helper()
	live, err := a.fan.WaitEvent(within(t, patience), a.event, "live and playable", func(e stage.Event) bool {
		return e.StreamStatus == "live" && e.Playable(stage.MediaLive) != ""
	})
	if err != nil {
		t.Fatal(err)
	}
	_, a.media = mediaPlaylist(t, a.fan, live.Playable(stage.MediaLive))
	waitPlaylist(t, a.fan, a.media, "has 4 s", func(p *stage.Playlist) bool { return p.Duration() >= 4*time.Second })
}

// playable reads what somebody who watches needs, and what somebody who looks around does.
func (a *arena) playable(t *testing.T) {
	t.Helper()
	a.watchable(t)
	ctx := within(t, patience)
	if e, err := a.fan.Event(ctx, a.event); err != nil || !e.HasAccess {
		t.Errorf("the event: %+v, %v", e, err)
	}
	for _, path := range []string{"/api/packages", "/api/faq"} {
		if _, err := a.fan.Fetch(ctx, path+"?channel="+till.Channel); err != nil {
			t.Error(err)
		}
	}
	if err := a.buyer.Get(ctx, "/api/profile", nil, &struct{}{}); err != nil {
		t.Errorf("the profile: %v", err)
	}
}

// watchable reads the playlist of the game and its first segment from the store.
func (a *arena) watchable(t *testing.T) {
	t.Helper()
	ctx := within(t, patience)
	list, err := a.fan.Playlist(ctx, a.media)
	if err != nil {
		t.Fatal(err)
	}
	for _, uri := range []string{list.Segments[0].Map, list.Segments[0].URI} {
		full, err := a.fan.Resolve(a.media, uri)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := a.fan.Fetch(ctx, strings.TrimPrefix(full, a.fan.Base)); err != nil || len(body) == 0 {
			t.Errorf("%s: %d bytes, %v", uri, len(body), err)
		}
	}
}

// edits changes the buyer's profile.
func (a *arena) edits(t *testing.T, name string) error {
	t.Helper()
	return a.buyer.Post(within(t, patience), "/api/profile", map[string]any{"first_name": name, "last_name": "Tester"}, &struct{}{})
}

// later reports whether a call was turned away for now. Whatever else is neither done nor turned away fails the test.
func later(t *testing.T, what string, err error) bool {
	t.Helper()
	if err == nil {
		return false
	}
	problem, ok := errors.AsType[*stage.Problem](err)
	if _, busy := stage.RetryAfter(err); !ok || !busy || problem.Detail == "" {
		t.Errorf("%s is answered by %v", what, err)
	}
	return true
}

// worksAgain waits until what is written is written, and has the game come to its end: it is recorded, all of it plays,
// and nobody was charged for what they did not get.
func (a *arena) worksAgain(t *testing.T, product int64) *stage.Playlist {
	t.Helper()
	ctx := within(t, 2*patience)
	for what, do := range map[string]func() error{
		"a profile is edited": func() error { return a.edits(t, "Again") },
		"something is bought": func() error {
			_, err := a.buyer.Buy(ctx, product, till.CardGood, "")
			if problem, ok := errors.AsType[*stage.Problem](err); ok && problem.Code == "already_bought" {
				return nil
			}
			return err
		},
		"a visitor comes": func() error { return stage.NewClient(a.Server.URL, till.Channel).TryOpen(ctx) },
	} {
		err := stage.Until(ctx, what, func() (bool, error) {
			err := do()
			if problem, ok := errors.AsType[*stage.Problem](err); ok && problem.Code == "payment_in_progress" {
				return false, nil
			}
			return err == nil, err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	length := mustPlaylist(t, a.fan, a.media).Duration()
	waitPlaylist(t, a.fan, a.media, "grows again", func(p *stage.Playlist) bool { return p.Duration() >= length+4*time.Second })
	a.encoder()
	endGame(t, a.Server, a.event)
	over, err := a.fan.WaitEvent(within(t, 2*patience), a.event, "on demand", func(e stage.Event) bool {
		return e.StreamStatus == "finished" && e.Playable(stage.MediaOnDemand) != ""
	})
	if err != nil {
		t.Fatal(err)
	}
	_, media := mediaPlaylist(t, a.fan, over.Playable(stage.MediaOnDemand))
	list := waitEnd(t, a.fan, media)
	playsThrough(t, a.fan, over.Playable(stage.MediaOnDemand), list.Duration())
	found, _, err := a.Differences(within(t, patience))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
	return list
}

// sound checks the database file.
func (a *arena) sound(t *testing.T) {
	t.Helper()
	if a.dsn != "" {
		return // PostgreSQL is not on the disk that was full
	}
	d, err := db.Open(t.Context(), a.database, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var verdict string
	if err := d.Read().NewRaw("PRAGMA integrity_check").Scan(t.Context(), &verdict); err != nil || verdict != "ok" {
		t.Errorf("the database is %q, %v", verdict, err)
	}
}
