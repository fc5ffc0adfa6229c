package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// kickoff is a shop with two games on air, people who have been there before, and the crowd.
type kickoff struct {
	shop    *till.Shop
	fans    int
	feeds   int   // how many of them follow scores
	paid    int64 // the game that a pass opens
	free    int64
	passes  [2]int64 // the first of them most hold
	seeded  *seededPeople
	crowd   fans
	edge    edgeViewers
	playing int // how many have begun to play and stay

	onAir sync.WaitGroup
	off   context.CancelFunc
}

// openKickoff prepares everything up to the moment before the first fan comes.
func openKickoff(ctx context.Context, b *bench) (k *kickoff, err error) {
	k = &kickoff{fans: b.fans, off: func() {}}
	if k.feeds, err = feedsFor(k.fans); err != nil {
		return nil, err
	}
	dir := b.path("kickoff")
	if k.shop, err = till.Open(ctx, till.Options{Dir: dir, Products: 1}); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, k.close())
		}
	}()
	if err := k.offer(ctx, filepath.Join(dir, "games")); err != nil {
		return nil, err
	}
	if err := k.people(ctx, filepath.Join(dir, "data", "grandstand.db")); err != nil {
		return nil, err
	}
	if err := k.goOnAir(ctx); err != nil {
		return nil, err
	}
	return k, k.tuneEdge(ctx)
}

func (k *kickoff) close() error {
	k.off()
	k.onAir.Wait()
	return k.shop.Close()
}

const (
	kickoffOffers = `offers:
  - {alias: season, kind: package, type: season, ends: today+240, name: Season, base_price: 4900, service_fee: 637, weight: 2, capabilities: [watch]}
  - {alias: other, kind: package, type: season, ends: today+240, name: Another season, base_price: 900, service_fee: 117, weight: 1, capabilities: [watch], categories: [chess]}
`
	kickoffCatalog = `categories:
  - {alias: hockey, title: Hockey}
  - {alias: chess, title: Chess}
participants:
  - {alias: lynx, name: Laurentide Lynx, short_name: Lynx, code: LYN, sport: hockey}
  - {alias: gulls, name: Coastal Gulls, short_name: Gulls, code: GUL, sport: hockey}
`
)

// offer puts a season of games into the shop's channel: two of today, and enough others to fill lists.
func (k *kickoff) offer(ctx context.Context, folder string) error {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	var games strings.Builder
	games.WriteString("id,date,time,sport,away,home,access,base_price,service_fee\n")
	games.WriteString("paid,today,23:50,hockey,lynx,gulls,paid,4.99,0.65\nfree,today,23:55,hockey,gulls,lynx,free,,\n")
	for day := 1; day <= 60; day++ {
		fmt.Fprintf(&games, "game-%d,today+%d,19:00,hockey,lynx,gulls,paid,4.99,0.65\n", day, day)
	}
	if err := errors.Join(
		os.WriteFile(filepath.Join(folder, "channel.yaml"), []byte(till.Head+"settings: {concurrent_streams: 2, analytics_key: "+analyticsKey+"}\n"), 0o600),
		os.WriteFile(filepath.Join(folder, "offers.yaml"), []byte(kickoffOffers), 0o600),
		os.WriteFile(filepath.Join(folder, "catalog.yaml"), []byte(kickoffCatalog), 0o600),
		os.WriteFile(filepath.Join(folder, "schedule.csv"), []byte(games.String()), 0o600),
	); err != nil {
		return err
	}
	if _, err := k.shop.Server.Run(ctx, "channel", "apply", folder); err != nil {
		return err
	}
	return k.findOffers(ctx)
}

// findOffers learns the ids, as soon as the server shows what was applied.
func (k *kickoff) findOffers(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	c := stage.NewClient(k.shop.Server.URL, till.Channel)
	if err := c.Open(limited); err != nil {
		return err
	}
	return stage.Until(limited, "the games and passes are there", func() (bool, error) {
		var offers []struct {
			ID   int64  `json:"id"`
			Name string `json:"name"`
		}
		if err := c.Get(limited, "/api/packages", nil, &offers); err != nil {
			return false, err
		}
		for _, o := range offers {
			k.passes[map[string]int{"Season": 0, "Another season": 1}[o.Name]] = o.ID
		}
		for access, game := range map[string]*int64{"paid": &k.paid, "free": &k.free} {
			list, err := c.Events(limited, url.Values{"type": {access}, "sort_field": {"date"}, "sort_direction": {"asc"}, "limit": {"1"}})
			if err != nil {
				return false, err
			}
			if len(list) > 0 {
				*game = list[0].ID
			}
		}
		return len(offers) == 2 && k.paid != 0 && k.free != 0, nil
	})
}

// goOnAir has an encoder publish each of the two games, which comes back whenever it loses the server.
func (k *kickoff) goOnAir(ctx context.Context) error {
	ctx, k.off = context.WithCancel(ctx)
	for _, game := range []int64{k.paid, k.free} {
		key, err := k.shop.Server.Run(ctx, "stream", "key", strconv.FormatInt(game, 10))
		if err != nil {
			return err
		}
		address := "rtmp://" + k.shop.Server.RTMP + "/live/" + strings.TrimSpace(key)
		if _, err := stage.Light().Render(ctx); err != nil {
			return err
		}
		k.onAir.Go(func() {
			for ctx.Err() == nil {
				publish(ctx, address)
				_ = wait(ctx, encoderAgain)
			}
		})
	}
	a := &air{server: k.shop.Server, fan: stage.NewClient(k.shop.Server.URL, till.Channel), event: k.free}
	if err := a.fan.Open(ctx); err != nil {
		return err
	}
	return a.tuneIn(ctx, 20*time.Second)
}

// encoderAgain is how soon an encoder that lost its server tries again.
const encoderAgain = 2 * time.Second

// publish sends the game until the encoder ends or is to end. What goes wrong shows in the game.
func publish(ctx context.Context, address string) {
	p, err := stage.Publish(ctx, stage.Light(), address)
	if err != nil {
		return
	}
	select {
	case <-ctx.Done():
		p.Drop()
	case <-p.Ended():
	}
}

// edgeShare is how many fans there are for each that watches with low latency.
const edgeShare = 100

func (k *kickoff) tuneEdge(ctx context.Context) error {
	a := &air{server: k.shop.Server, event: k.free}
	for range max(1, k.fans/edgeShare) {
		v, err := a.tuneOn(ctx, till.Channel)
		if err != nil {
			return err
		}
		k.edge.all = append(k.edge.all, v)
	}
	return nil
}

// differences compares the provider's books with the orders, but for those that were seeded, and counts these.
func (k *kickoff) differences(ctx context.Context) (found []string, orders int, err error) {
	limited, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	if err := k.shop.Calm(limited); err != nil { // what fewer purchases than were let in have not met
		return nil, 0, err
	}
	if err := k.shop.Settle(limited); err != nil {
		return nil, 0, err
	}
	books, err := k.shop.Books(limited)
	if err != nil {
		return nil, 0, err
	}
	sales, err := k.shop.Sales(limited)
	if err != nil {
		return nil, 0, err
	}
	k.seeded.without(&sales)
	return till.Compare(books, sales), len(sales.Orders) - 1, nil // the first user bought before the others came
}
