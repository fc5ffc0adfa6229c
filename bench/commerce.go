package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

const (
	commerceLoad     = time.Minute // of purchases
	commerceBuyers   = 250
	commerceProducts = 60 // each buyer buys each of them at most once

	// pollers wait for an order as the screen of a payment does, each on a connection of their own.
	pollers   = 10_000
	pollEvery = 2 * time.Second
	pollFor   = 20 * time.Second
)

// cards are good ones: who buys at the same time has a different card, so that the provider's time of each is known.
func cards() []string {
	return []string{
		"pm_card_visa", "pm_card_mastercard", "pm_card_amex", "pm_card_discover", "pm_card_diners", "pm_card_jcb", "pm_card_unionpay", "pm_card_fr",
	}
}

// measureCommerce has people buy for a minute on each database, and others wait for their orders.
func measureCommerce(ctx context.Context, b *bench) ([]row, error) {
	embedded, err := b.till(ctx, "SQLite", "", true)
	if err != nil {
		return nil, err
	}
	dsn, drop, err := dbtest.TemporaryPostgres(ctx)
	if err != nil {
		return nil, err
	}
	defer drop()
	server, err := b.till(ctx, "PostgreSQL (in memory)", dsn, false)
	return append(embedded, server...), err
}

func (b *bench) till(ctx context.Context, name, dsn string, poll bool) (rows []row, err error) {
	shop, err := till.Open(ctx, till.Options{Dir: filepath.Join(b.dir, "till "+name), DB: dsn, Products: commerceProducts})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	buyers, err := customers(ctx, shop)
	if err != nil {
		return nil, err
	}
	s, err := sell(ctx, shop, buyers)
	if err != nil {
		return nil, err
	}
	rows = []row{{
		what:   fmt.Sprintf("purchases for %.0f s, %s, %d at once", s.took.Seconds(), name, len(cards())),
		figure: fmt.Sprintf("%.0f/s", float64(len(s.own))/s.took.Seconds()),
	}, {
		what:   "a purchase without the provider's time, " + name,
		figure: fmt.Sprintf("p99 %s (median %s)", milliseconds(percentile(s.own, 0.99)), milliseconds(percentile(s.own, 0.5))),
	}}
	if !poll {
		return rows, nil
	}
	waited, err := follow(ctx, buyers, s.orders)
	return append(rows, waited), err
}

// customers makes users who have never bought anything and are known to the provider.
func customers(ctx context.Context, shop *till.Shop) ([]*till.Buyer, error) {
	all := make([]*till.Buyer, commerceBuyers)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for i := range all {
		group.Go(func() (err error) {
			if all[i], err = shop.Register(ctx, fmt.Sprint("customer", i)); err != nil {
				return err
			}
			var card struct{}
			return all[i].Post(ctx, "/api/stripe/setup-intent", nil, &card) // known to the provider from here on
		})
	}
	return all, group.Wait()
}

// sales are what a minute at the till was like.
type sales struct {
	own    []time.Duration // of each purchase, without the provider's
	took   time.Duration
	orders []int64 // one of each buyer, 0 for who bought nothing
}

// sell has everybody buy everything, as many at once as there are cards, until the time is over.
func sell(ctx context.Context, shop *till.Shop, buyers []*till.Buyer) (sales, error) {
	s := sales{orders: make([]int64, len(buyers))}
	queue := make(chan int, len(buyers))
	for i := range buyers {
		queue <- i
	}
	close(queue)
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	begin := time.Now()
	for _, card := range cards() {
		group.Go(func() error {
			for i := range queue {
				own, order, err := buyAll(ctx, shop, buyers[i], card, begin)
				if err != nil {
					return err
				}
				mu.Lock()
				s.own, s.orders[i] = append(s.own, own...), order
				mu.Unlock()
			}
			return nil
		})
	}
	err := group.Wait()
	s.took = time.Since(begin)
	return s, err
}

// buyAll buys one thing after the other, and returns how long each took without the provider.
func buyAll(ctx context.Context, shop *till.Shop, buyer *till.Buyer, card string, begin time.Time) (own []time.Duration, order int64, err error) {
	for i := range commerceProducts {
		if time.Since(begin) >= commerceLoad {
			break
		}
		start := time.Now()
		bought, err := buyer.Buy(ctx, buyer.Product(i), card, "")
		if err != nil {
			return nil, 0, err
		}
		if bought.Order.Status != "paid" {
			return nil, 0, fmt.Errorf("an order is %s", bought.Order.Status)
		}
		own, order = append(own, time.Since(start)-shop.Wire.Took(card)), bought.Order.ID
	}
	return own, order, nil
}

// follow has a crowd ask for orders again and again, each on a connection of their own.
func follow(ctx context.Context, buyers []*till.Buyer, orders []int64) (row, error) {
	var mu sync.Mutex
	var answers []time.Duration
	var turnedAway atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	begin := time.Now()
	for i := range pollers {
		group.Go(func() error {
			buyer := *buyers[i%len(buyers)].Client
			order := orders[i%len(buyers)]
			if order == 0 {
				buyer, order = *buyers[0].Client, orders[0]
			}
			buyer.HTTP = &http.Client{Transport: &http.Transport{}}
			defer buyer.HTTP.CloseIdleConnections()
			var own []time.Duration
			next := pollEvery * time.Duration(i) / pollers // they did not come at the same moment
			for ; next < pollFor; next += pollEvery {
				if err := wait(ctx, time.Until(begin.Add(next))); err != nil {
					return err
				}
				var o struct{}
				start := time.Now()
				err := buyer.Get(ctx, fmt.Sprintf("/api/orders/%d", order), nil, &o)
				if problem, ok := errors.AsType[*stage.Problem](err); ok && problem.Status == http.StatusServiceUnavailable {
					turnedAway.Add(1) // and comes again, as the screen does
					continue
				}
				if err != nil {
					return err
				}
				own = append(own, time.Since(start))
			}
			mu.Lock()
			answers = append(answers, own...)
			mu.Unlock()
			return nil
		})
	}
	err := group.Wait()
	if err != nil {
		return row{}, err
	}
	return row{
		what: fmt.Sprintf("orders/{id} asked by %d clients, each every %s, SQLite", pollers, pollEvery),
		figure: fmt.Sprintf("%.0f/s, p99 %s (median %s), %d told to come again", float64(len(answers))/time.Since(begin).Seconds(),
			milliseconds(percentile(answers, 0.99)), milliseconds(percentile(answers, 0.5)), turnedAway.Load()),
	}, nil
}
