package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

const (
	// revocations is how many lose their access in each way.
	revocations = 5
	// How long it may take until calls are refused, and until what plays is.
	callsWithin    = time.Second
	playbackWithin = 2 * time.Minute
	// How often who lost access asks.
	askEvery   = 10 * time.Millisecond
	fetchEvery = 100 * time.Millisecond

	newPassword = "a-password-of-afterwards-8"
)

// measureRevoke takes access from people who watch a game that they bought, in each way, and has them go on asking.
func measureRevoke(ctx context.Context, b *bench) (rows []row, err error) {
	k := &kickoff{off: func() {}}
	dir := b.path("revoke")
	if k.shop, err = till.Open(ctx, till.Options{Dir: dir, Products: 1}); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, k.close()) }()
	if err := k.offer(ctx, filepath.Join(dir, "games")); err != nil {
		return nil, err
	}
	if err := k.goOnAir(ctx); err != nil {
		return nil, err
	}
	calls, playback, err := k.revokeAll(ctx)
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("access ends by a refund, a logout, a changed password (%d each)", revocations)
	return []row{
		revoked(what+": calls are refused", calls, callsWithin),
		revoked(what+": what plays is refused", playback, playbackWithin),
	}, nil
}

func revoked(what string, after []time.Duration, limit time.Duration) row {
	worst := slices.Max(after)
	return row{
		what: what, aim: fmt.Sprintf("within %.0f s", limit.Seconds()), reached: judge(worst <= limit),
		figure: fmt.Sprintf("after %.2f s at most (median %.2f s)", worst.Seconds(), percentile(after, 0.5).Seconds()),
	}
}

// revokeAll gives for everybody how long it took until a call, and until what they played, was refused.
func (k *kickoff) revokeAll(ctx context.Context) (calls, playback []time.Duration, err error) {
	ways := []func(context.Context, *watcher) error{k.refund, logOut, changePassword}
	var mu sync.Mutex
	all, ctx := errgroup.WithContext(ctx)
	for way, revoke := range ways {
		for i := range revocations {
			all.Go(func() error {
				w, err := k.watcher(ctx, fmt.Sprintf("watcher-%d-%d", way, i))
				if err != nil {
					return err
				}
				call, play, err := w.lose(ctx, revoke)
				mu.Lock()
				defer mu.Unlock()
				calls, playback = append(calls, call), append(playback, play)
				return err
			})
		}
	}
	return calls, playback, all.Wait()
}

// watcher is somebody who bought the game, and watches it on one device.
type watcher struct {
	*till.Buyer

	email string
	game  int64
	media string // the playlist that the player reads
	order int64
}

func (k *kickoff) watcher(ctx context.Context, name string) (*watcher, error) {
	buyer, err := k.shop.Register(ctx, name)
	if err != nil {
		return nil, err
	}
	bought, err := buyer.Buy(ctx, k.passes[0], till.CardGood, "")
	if err != nil {
		return nil, err
	}
	w := &watcher{Buyer: buyer, email: name + "@example.com", game: k.paid, order: bought.Order.ID}
	if err := w.Post(ctx, "/api/leases", map[string]any{"event_id": w.game, "player": name + "-player"}, nil); err != nil {
		return nil, err
	}
	game, err := w.WaitEvent(ctx, w.game, "playable", func(e stage.Event) bool { return e.HasAccess && e.Playable(stage.MediaLive) != "" })
	if err != nil {
		return nil, err
	}
	_, w.media, err = w.MediaPlaylist(ctx, game.Playable(stage.MediaLive))
	return w, err
}

// lose ends the access and asks until calls, and what plays, are refused, which both are counted from its end on.
func (w *watcher) lose(ctx context.Context, revoke func(context.Context, *watcher) error) (call, play time.Duration, err error) {
	if err := revoke(ctx, w); err != nil {
		return 0, 0, err
	}
	end := time.Now()
	ctx, cancel := context.WithTimeout(ctx, 2*playbackWithin)
	defer cancel()
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() (err error) {
		call, err = until(ctx, end, askEvery, func() (bool, error) {
			e, err := w.Event(ctx, w.game)
			return err == nil && !e.HasAccess, err
		})
		return err
	})
	both.Go(func() (err error) {
		play, err = until(ctx, end, fetchEvery, func() (bool, error) {
			_, err := w.Fetch(ctx, w.media)
			return false, err
		})
		return err
	})
	return call, play, both.Wait()
}

// until gives how long after a moment the answer was no for the first time.
func until(ctx context.Context, from time.Time, every time.Duration, refused func() (bool, error)) (time.Duration, error) {
	for {
		no, err := refused()
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if no || isRefusal(err) {
			return time.Since(from), nil
		}
		if err != nil {
			return 0, err
		}
		if err := wait(ctx, every); err != nil {
			return 0, err
		}
	}
}

// isRefusal says whether an answer was that there is no access, and not that something else went wrong.
func isRefusal(err error) bool {
	var problem *stage.Problem
	return errors.As(err, &problem) && (problem.Status == http.StatusForbidden || problem.Code == "invalid_api_key")
}

func (k *kickoff) refund(ctx context.Context, w *watcher) error {
	_, err := k.shop.Server.Run(ctx, "order", "refund", strconv.FormatInt(w.order, 10))
	return err
}

func logOut(ctx context.Context, w *watcher) error {
	return w.Post(ctx, "/api/auth/logout", nil, nil)
}

// changePassword changes it on another device.
func changePassword(ctx context.Context, w *watcher) error {
	other := stage.NewClient(w.Base, w.Channel)
	if err := other.Open(ctx); err != nil {
		return err
	}
	if err := other.Login(ctx, w.email, till.Password); err != nil {
		return err
	}
	return other.Post(ctx, "/api/profile", map[string]any{
		"password": newPassword, "password_confirmation": newPassword, "current_password": till.Password,
	}, nil)
}
