//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"github.com/grandstand/grandstand/test/till"
)

// step is a request between server and provider, and what makes it come about. All that a step does may fail: the
// server dies on the way.
type step struct {
	seam till.Seam // but for its moment
	do   func(ctx context.Context, r *seamRound)
}

// seamRound is one kill at one seam: a buyer, and a product of theirs that nobody bought.
type seamRound struct {
	shop    *till.Shop
	buyer   *till.Buyer
	product int64
	paid    till.Bought // another product, bought before
}

func steps() []step {
	intents := "/v1/payment_intents"
	return []step{
		{till.Seam{Method: http.MethodPost, Path: "/v1/customers"}, newcomerBuys},
		{till.Seam{Method: http.MethodPost, Path: intents}, func(ctx context.Context, r *seamRound) {
			_, _ = r.buyer.Buy(ctx, r.product, till.CardGood, "TENOFF")
		}},
		{till.Seam{Method: http.MethodPost, Path: intents}, func(ctx context.Context, r *seamRound) {
			_, _ = r.buyer.Buy(ctx, r.product, till.CardDeclined, "TENOFF")
		}},
		{till.Seam{Webhook: "payment_intent.succeeded"}, confirms(true)},
		{till.Seam{Webhook: "payment_intent.payment_failed"}, confirms(false)},
		{till.Seam{Method: http.MethodPost, Path: intents + "/pi_"}, buysAgain}, // cancels what came before
		{till.Seam{Method: http.MethodGet, Path: intents + "/"}, buysAgain},
		{till.Seam{Method: http.MethodGet, Path: intents}, looks},
		{till.Seam{Method: http.MethodGet, Path: "/v1/refunds"}, refunds},
		{till.Seam{Method: http.MethodPost, Path: "/v1/refunds"}, refunds},
		{till.Seam{Webhook: "charge.refunded"}, refunds},
	}
}

// newcomerBuys is the first purchase of a user, who is no customer of the provider yet.
func newcomerBuys(ctx context.Context, r *seamRound) {
	_, _ = r.buyer.Buy(ctx, r.product, till.CardGood, "")
}

// confirms buys and answers what the bank asks.
func confirms(yes bool) func(context.Context, *seamRound) {
	return func(ctx context.Context, r *seamRound) {
		if bought, err := r.buyer.Buy(ctx, r.product, till.CardSecure, ""); err == nil {
			_ = r.shop.Confirm(ctx, bought.ClientSecret, yes)
		}
	}
}

// buysAgain leaves one purchase waiting for its buyer and begins another of the same product.
func buysAgain(ctx context.Context, r *seamRound) {
	_, _ = r.buyer.Buy(ctx, r.product, till.CardSecure, "")
	_, _ = r.buyer.Buy(ctx, r.product, till.CardGood, "")
}

// looks has the reconciler look for a payment.
func looks(ctx context.Context, r *seamRound) {
	_, _ = r.buyer.Buy(ctx, r.product, till.CardSecure, "")
	_, _ = r.shop.Server.Run(ctx, "commerce", "reconcile")
}

// refunds gives back what was bought before.
func refunds(ctx context.Context, r *seamRound) {
	_, _ = r.shop.Server.Run(ctx, "order", "refund", strconv.FormatInt(r.paid.Order.ID, 10))
}

// killAtSeams kills the server once for every step, moment and round.
func killAtSeams(t *testing.T, dsn string, rounds int) {
	t.Helper()
	shop := openTill(t, dsn, tillPasses)
	kills := 0
	for round := range rounds {
		buyer := seamBuyer(t, shop, round)
		product := 1
		for i, s := range steps() {
			for _, at := range []till.Moment{till.Before, till.During, till.Done, till.Answered} {
				r := &seamRound{shop: shop, buyer: buyer, product: buyer.Product(product)}
				if i == 0 {
					r.buyer = seamBuyer(t, shop, round, at)
				} else if i >= len(steps())-3 {
					r.paid = r.buys(t, product)
				}
				product++
				seam := s.seam
				seam.At = at
				r.killAt(t, seam, s.do)
				kills++
			}
		}
	}
	balance(t, shop)
	t.Logf("%d kills at %d seams", kills, kills/rounds)
}

func seamBuyer(t *testing.T, shop *till.Shop, name ...any) *till.Buyer {
	t.Helper()
	words := make([]byte, 0, 20)
	for _, c := range []byte(fmt.Sprint(name...)) {
		if c != ' ' {
			words = append(words, c)
		}
	}
	buyer, err := shop.Register(within(t, patience), "seam"+string(words))
	if err != nil {
		t.Fatal(err)
	}
	return buyer
}

// buys has something paid.
func (r *seamRound) buys(t *testing.T, product int) till.Bought {
	t.Helper()
	bought, err := r.buyer.Buy(within(t, patience), r.buyer.Product(product), till.CardGood, "")
	if err != nil || bought.Order.Status != "paid" {
		t.Fatalf("bought %+v, %v", bought, err)
	}
	return bought
}

// killAt kills the server, and the command that runs, when the seam is come by, and starts it again.
func (r *seamRound) killAt(t *testing.T, seam till.Seam, do func(context.Context, *seamRound)) {
	t.Helper()
	ctx, cancel := context.WithCancel(within(t, patience))
	defer cancel()
	reached := make(chan struct{})
	r.shop.Wire.Cut(seam, func() {
		r.shop.Server.Kill()
		cancel() // ends the command too, by SIGKILL
		close(reached)
	})
	do(ctx, r)
	select {
	case <-reached:
	case <-within(t, patience).Done():
		t.Errorf("%s: %v", seam, errNotReached)
		r.shop.Server.Kill()
	}
	r.shop.Wire.Mend()
	if err := r.shop.Server.Restart(within(t, patience)); err != nil {
		t.Fatalf("%s: %v", seam, err)
	}
}
