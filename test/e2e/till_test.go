//go:build e2e

package e2e

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/test/till"
)

const (
	tillKills  = 60 // at random moments; TestSoakTillKills has thousands
	tillRounds = 1  // of each seam
	tillBuyers = 6
	tillPasses = 60
)

// Whatever the server does when it is killed, every charge that went through is one paid order, or went back. The
// provider is killed too, now and then. It runs on SQLite, and TestNoMoneyIsLostAtAnySeam on PostgreSQL; TestSoakTillKills and
// TestSoakTillSeams run on both.
func TestNoMoneyIsLostWhenTheServerIsKilled(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { killAtRandom(t, "", tillKills) })
}

// Each step of a purchase is the last that a server takes.
func TestNoMoneyIsLostAtAnySeam(t *testing.T) {
	t.Parallel()
	t.Run("postgres", func(t *testing.T) { killAtSeams(t, dbtest.PostgresDSN(t), tillRounds) })
}

func openTill(t *testing.T, dsn string, passes int) *till.Shop {
	t.Helper()
	shop, err := till.Open(within(t, 2*patience), till.Options{Dir: t.TempDir(), DB: dsn, Products: passes})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := shop.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the server's log ends with:\n%s", shop.Server.Log.Tail(40))
		}
	})
	return shop
}

// balance has everything come to its end, and fails the test for money that is lost or was taken twice.
func balance(t *testing.T, shop *till.Shop) till.Sales {
	t.Helper()
	found, sales, err := shop.Differences(within(t, patience))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range found {
		if i == 20 {
			t.Errorf("and %d more", len(found)-i)
			break
		}
		t.Error(line)
	}
	count := map[string]int{}
	for _, o := range sales.Orders {
		count[o.Status]++
	}
	t.Logf("orders by status: %v", count)
	if count["paid"] == 0 || count["refunded"] == 0 || count["failed"] == 0 {
		t.Error("not every way in which a purchase may end was gone")
	}
	return sales
}

func killAtRandom(t *testing.T, dsn string, kills int) {
	t.Helper()
	// Nobody buys the same twice: the shop has more on offer than it will sell.
	shop := openTill(t, dsn, max(tillPasses, kills/3))
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	ctx, stop := context.WithCancel(within(t, time.Hour))
	var crowd sync.WaitGroup
	sold := make(chan int64, 1)
	for i := range tillBuyers {
		buyer, err := shop.Register(within(t, patience), fmt.Sprint("buyer", i))
		if err != nil {
			t.Fatal(err)
		}
		crowd.Go(func() { wander(ctx, t, buyer, rand.New(rand.NewPCG(seed, uint64(i))), sold) })
	}
	crowd.Go(func() { operate(ctx, shop, rand.New(rand.NewPCG(seed, tillBuyers)), sold) })
	slowest := crash(t, shop, kills, rand.New(rand.NewPCG(seed, tillBuyers+1)))
	stop()
	crowd.Wait()
	sales := balance(t, shop)
	if len(sales.Checkouts) < kills/2 {
		t.Errorf("%d checkouts: most kills hit nothing", len(sales.Checkouts))
	}
	t.Logf("%d kills, ready again after %s at most, %d checkouts", kills, slowest.Round(time.Millisecond), len(sales.Checkouts))
}

// crash kills the server at random moments after somebody began to order, and the provider now and then, and returns how
// long the slowest return took.
func crash(t *testing.T, shop *till.Shop, kills int, dice *rand.Rand) (slowest time.Duration) {
	t.Helper()
	for i := range kills {
		if err := shop.NextOrder(within(t, patience)); err != nil {
			t.Fatalf("before kill %d: %v", i, err)
		}
		time.Sleep(time.Duration(dice.IntN(150)) * time.Millisecond) // the moment of the crash is the subject
		if i%20 == 19 {
			if err := shop.CrashSimulator(within(t, patience)); err != nil {
				t.Fatal(err)
			}
		}
		begin := time.Now()
		if err := shop.Crash(within(t, patience)); err != nil {
			t.Fatalf("kill %d: %v", i, err)
		}
		slowest = max(slowest, time.Since(begin))
	}
	return slowest
}

// wander buys until the day is over. What has the test fail is an answer that nobody should get; a server that is away
// is waited for.
func wander(ctx context.Context, t *testing.T, buyer *till.Buyer, dice *rand.Rand, sold chan<- int64) {
	for ctx.Err() == nil {
		err := buyer.Wander(ctx, dice, func(order int64) {
			select {
			case sold <- order:
			default: // the operators have enough to do
			}
		})
		if err != nil && ctx.Err() == nil {
			t.Error(err)
			return
		}
		pause(ctx, time.Duration(dice.IntN(40))*time.Millisecond)
	}
}

// operate refunds orders until ctx ends: about a third by the product's command, some of which are killed, and a third
// in the provider's dashboard. The rest stays paid, however fast orders are refunded.
func operate(ctx context.Context, shop *till.Shop, dice *rand.Rand, sold <-chan int64) {
	for {
		select {
		case <-ctx.Done():
			return
		case order := <-sold:
			// Errors are expected: the server or the provider may be down, or the order refunded already.
			switch dice.IntN(3) {
			case 0:
				_ = shop.Desk(ctx, dice)
			case 1:
				refundByCommand(ctx, shop, order, dice)
			}
		}
	}
}

// refundByCommand runs the refund command. One in four commands is killed within 80 ms.
func refundByCommand(ctx context.Context, shop *till.Shop, order int64, dice *rand.Rand) {
	limit := time.Minute
	if dice.IntN(4) == 0 {
		limit = time.Duration(dice.IntN(80)) * time.Millisecond
	}
	command, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	_, _ = shop.Server.Run(command, "order", "refund", strconv.FormatInt(order, 10))
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

var errNotReached = errors.New("the seam was not come by")
