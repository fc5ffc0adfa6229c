package commerce_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/revision"
)

// chain is two nodes on one database, a channel with one pass, and who may buy it.
type chain struct {
	t     *testing.T
	db    *db.DB
	clock *clock.Manual
	nodes [2]*commerce.Service
	shop
	pass, ticket commerce.PackageID
	user         int64
}

func openChain(t *testing.T, d *db.DB) *chain {
	t.Helper()
	c := &chain{t: t, db: d, clock: clock.NewManual(now), shop: open(t, d)}
	for i := range c.nodes {
		c.nodes[i] = commerce.NewService(d, revision.NewTracker(d.Read(), c.clock, slog.New(slog.DiscardHandler)), c.clock)
	}
	c.pass = c.sell(pass(1, c.categories[0]))
	ticket := pass(0)
	ticket.Type = commerce.TypeEvent
	c.ticket = c.sell(ticket)
	c.user = dbtest.User(t, d, c.channels[0], "fan@example.com")
	return c
}

func (c *chain) sell(p commerce.Package) commerce.PackageID {
	c.t.Helper()
	id, err := c.nodes[0].Create(c.t.Context(), actor.ForSystem(c.channels[0]), c.channels[0], p)
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

func (c *chain) buy(o dbtest.Order) int64 {
	c.t.Helper()
	o.ChannelID, o.UserID = c.channels[0], c.user
	if o.PackageID == 0 {
		o.PackageID = int64(c.pass)
	}
	return dbtest.Buy(c.t, c.db, o)
}

// game is one of the sport that the pass covers.
func (c *chain) game(kind string) commerce.Event {
	return commerce.Event{ID: 5, Type: kind, Categories: []int64{c.categories[0]}}
}

// holds checks on every node why the user may watch a paid game.
func (c *chain) holds(want commerce.Reason) {
	c.t.Helper()
	for i, node := range c.nodes {
		if got := c.decide(node, c.channels[0], c.user); got.Reason != want {
			c.t.Errorf("node %d says %s, want %s", i, got.Reason, want)
		}
	}
}

func (c *chain) decide(node *commerce.Service, channelID, userID int64) commerce.Access {
	c.t.Helper()
	grants, err := node.Grants(c.t.Context(), channelID, userID)
	if err != nil {
		c.t.Fatal(err)
	}
	return commerce.Decide(c.game("paid"), commerce.Viewer{LoggedIn: true}, grants, c.clock.Now())
}

// A purchase or refund that another process writes is known everywhere within a second.
func TestWhatIsBoughtOpensOnEveryNode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := openChain(t, d)
		c.holds(commerce.ReasonPurchaseRequired) // and this is what the nodes remember
		order := c.buy(dbtest.Order{Status: "created"})
		c.clock.Advance(time.Second)
		c.holds(commerce.ReasonPurchaseRequired)
		dbtest.SetOrder(t, d, order, "paid")
		c.holds(commerce.ReasonPurchaseRequired) // remembered still: what follows is not luck
		c.clock.Advance(time.Second)
		c.holds(commerce.ReasonPackage)
		for _, status := range []string{"refunded", "quarantined", "failed"} {
			dbtest.SetOrder(t, d, order, "paid")
			c.clock.Advance(time.Second)
			c.holds(commerce.ReasonPackage)
			dbtest.SetOrder(t, d, order, status)
			c.clock.Advance(time.Second)
			c.holds(commerce.ReasonPurchaseRequired)
		}
	})
}

// heldAfter pays an order back while many ask what its buyer holds, and counts those to whom a question that they asked
// afterwards was answered as before.
func heldAfter(t *testing.T, c *chain, payBack func(order int64)) int64 {
	t.Helper()
	order := c.buy(dbtest.Order{})
	c.clock.Advance(time.Second)
	c.holds(commerce.ReasonPackage)
	var paidBack atomic.Bool
	var found atomic.Int64
	const asking = 30
	dbtest.AtOnce(asking, func(i int) {
		if i == asking/2 {
			payBack(order)
			paidBack.Store(true)
			return
		}
		for last := false; !last; {
			last = paidBack.Load()
			held, err := c.nodes[0].Grants(t.Context(), c.channels[0], c.user)
			if err != nil {
				t.Error(err)
			}
			if last && len(held) > 0 {
				found.Add(1)
			}
		}
	})
	return found.Load()
}

func TestNobodyIsToldThatWhatWasPaidBackIsHeld(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := openChain(t, d)
		payBack := func(order int64) {
			err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				if _, err := tx.NewRaw(`UPDATE orders SET status = 'refunded', live = FALSE WHERE id = ?`, order).Exec(ctx); err != nil {
					return err
				}
				return commerce.BumpEntitlement(c.nodes[0], ctx, tx, c.channels[0], c.user)
			})
			if err != nil {
				t.Error(err)
			}
		}
		for range 5 {
			if found := heldAfter(t, c, payBack); found != 0 {
				t.Errorf("%d were told so", found)
			}
		}
		// Control: a refund that another node notes, of which this one learns later.
		if heldAfter(t, c, func(order int64) { dbtest.SetOrder(t, d, order, "refunded") }) == 0 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

func TestWhatIsBoughtIsTheBuyersOnTheirChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := openChain(t, d)
		c.buy(dbtest.Order{})
		neighbour := dbtest.User(t, d, c.channels[0], "neighbour@example.com")
		c.holds(commerce.ReasonPackage)
		for name, who := range map[string][2]int64{
			"another user": {c.channels[0], neighbour}, "the same id on another channel": {c.channels[1], c.user}, "a visitor": {c.channels[0], 0},
		} {
			if got := c.decide(c.nodes[0], who[0], who[1]); got.Granted {
				t.Errorf("%s is granted by %s", name, got.Reason)
			}
		}
	})
}

// After a start everybody asks at once: what they hold is read for many of them together, and each is told their own.
func TestACrowdIsToldWhatEachHolds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := openChain(t, d)
		const crowd = 60
		users, want := make([]int64, crowd), make([]string, crowd)
		for i := range users {
			c.user = dbtest.User(t, d, c.channels[0], fmt.Sprintf("fan%d@example.com", i))
			users[i] = c.user
			switch i % 3 {
			case 0:
				c.buy(dbtest.Order{})
				want[i] = fmt.Sprintf("%d.0.0.0;", c.pass)
			case 1:
				c.buy(dbtest.Order{Type: "event", PackageID: int64(c.ticket), EventID: int64(i)})
				want[i] = fmt.Sprintf("%d.%d.0.0;", c.ticket, i)
			}
		}
		dbtest.AtOnce(crowd, func(i int) {
			held, err := c.nodes[0].Holdings(t.Context(), c.channels[0], users[i])
			if err != nil || held.Key != want[i] {
				t.Errorf("user %d holds %q, %v, want %q", i, held.Key, err, want[i])
			}
		})
	})
}

// The node on which something is bought knows at once, and of what came to nothing it
// learns nothing.
func TestTheSellingNodeKnowsAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := openChain(t, d)
		order := c.buy(dbtest.Order{})
		c.holds(commerce.ReasonPackage)
		refund := func(end error) error {
			return d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				if _, err := tx.NewRaw(`UPDATE orders SET status = 'refunded', live = FALSE WHERE id = ?`, order).Exec(ctx); err != nil {
					return err
				}
				if err := commerce.BumpEntitlement(c.nodes[1], ctx, tx, c.channels[0], c.user); err != nil {
					return err
				}
				held, err := c.nodes[1].StoredGrants(ctx, c.channels[0], c.user)
				if err != nil || len(held) != 0 {
					t.Errorf("the transaction sees %v, %v", held, err)
				}
				return end
			})
		}
		broken := errors.New("broken")
		if err := refund(broken); !errors.Is(err, broken) {
			t.Fatal(err)
		}
		c.clock.Advance(time.Second)
		c.holds(commerce.ReasonPackage)
		if err := refund(nil); err != nil {
			t.Fatal(err)
		}
		if got := c.decide(c.nodes[1], c.channels[0], c.user); got.Granted {
			t.Errorf("the node of the refund says %s", got.Reason)
		}
		if got := c.decide(c.nodes[0], c.channels[0], c.user); !got.Granted {
			t.Error("the other node knew before it looked: the test proves nothing of the first")
		}
	})
}

func TestAnOrderGivesWhatWasChosenUntilItEnds(t *testing.T) {
	c := openChain(t, dbtest.SQLite(t))
	soccer := dbtest.Category(t, c.db, c.channels[0], "soccer")
	choice := pass(2, c.categories[0], soccer)
	choice.Choice = commerce.ChooseCategory
	one := int64(c.sell(choice))
	for name, test := range map[string]struct {
		order dbtest.Order
		want  commerce.Reason
	}{
		"the sport that was chosen":     {dbtest.Order{PackageID: one, Category: c.categories[0]}, commerce.ReasonPackage},
		"another sport":                 {dbtest.Order{PackageID: one, Category: soccer}, commerce.ReasonPurchaseRequired},
		"no sport":                      {dbtest.Order{PackageID: one}, commerce.ReasonPurchaseRequired},
		"the ticket of the game":        {dbtest.Order{Type: "event", PackageID: int64(c.ticket), EventID: 5}, commerce.ReasonOrder},
		"the ticket of another":         {dbtest.Order{Type: "event", PackageID: int64(c.ticket), EventID: 6}, commerce.ReasonPurchaseRequired},
		"a ticket without its game":     {dbtest.Order{Type: "event", PackageID: int64(c.ticket)}, commerce.ReasonPurchaseRequired},
		"a ticket sold as a package":    {dbtest.Order{PackageID: int64(c.ticket)}, commerce.ReasonPurchaseRequired},
		"a month that is not over":      {dbtest.Order{UntilMS: clock.Millis(now) + 1}, commerce.ReasonPackage},
		"a month that is over just now": {dbtest.Order{UntilMS: clock.Millis(now)}, commerce.ReasonPurchaseRequired},
	} {
		t.Run(name, func(t *testing.T) {
			c.t = t
			c.user = dbtest.User(t, c.db, c.channels[0], name+"@example.com")
			c.buy(test.order)
			c.holds(test.want)
		})
	}
}

// What is remembered does not outlast what was bought, and follows what it covers.
func TestHoldingsEndAndFollowTheOffers(t *testing.T) {
	c := openChain(t, dbtest.SQLite(t))
	c.buy(dbtest.Order{UntilMS: clock.Millis(now.Add(time.Hour))})
	c.holds(commerce.ReasonPackage)
	c.clock.Advance(time.Hour - time.Millisecond)
	c.holds(commerce.ReasonPackage)
	c.clock.Advance(time.Millisecond)
	c.holds(commerce.ReasonPurchaseRequired)

	c.buy(dbtest.Order{})
	c.clock.Advance(time.Second)
	c.holds(commerce.ReasonPackage)
	if _, err := c.db.Write().NewRaw(`UPDATE package_categories SET event_category_id = ?`, dbtest.Category(t, c.db, c.channels[0], "soccer")).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := revision.Bump(t.Context(), c.db.Write(), c.channels[0], revision.Commerce); err != nil {
		t.Fatal(err)
	}
	c.clock.Advance(time.Second)
	c.holds(commerce.ReasonPurchaseRequired)
}

// Users who hold the same share what is made for them, and nobody else does.
func TestHoldingsAreNamedByWhatTheyAre(t *testing.T) {
	c := openChain(t, dbtest.SQLite(t))
	keys := map[string]string{}
	for _, one := range []struct {
		name   string
		orders []dbtest.Order
	}{
		{"nothing", nil},
		{"a pass", []dbtest.Order{{}}},
		{"the same pass", []dbtest.Order{{}}},
		{"a pass of a month", []dbtest.Order{{UntilMS: clock.Millis(now.Add(time.Hour))}}},
		{"a ticket and a pass", []dbtest.Order{{Type: "event", PackageID: int64(c.ticket), EventID: 5}, {}}},
		{"a pass and that ticket", []dbtest.Order{{}, {Type: "event", PackageID: int64(c.ticket), EventID: 5}}},
	} {
		c.user = dbtest.User(t, c.db, c.channels[0], one.name+"@example.com")
		for _, o := range one.orders {
			c.buy(o)
		}
		held, err := c.nodes[0].Holdings(t.Context(), c.channels[0], c.user)
		if err != nil {
			t.Fatal(err)
		}
		keys[one.name] = held.Key
	}
	if keys["nothing"] != "" || keys["a pass"] != keys["the same pass"] || keys["a ticket and a pass"] != keys["a pass and that ticket"] {
		t.Errorf("users who hold the same are told apart: %q", keys)
	}
	if keys["a pass"] == "" || keys["a pass"] == keys["a pass of a month"] || keys["a pass"] == keys["a ticket and a pass"] {
		t.Errorf("users who hold different things are not told apart: %q", keys)
	}
}

// A visitor asks the database nothing, and a user once in a while.
func TestHoldingsAreAskedForOnce(t *testing.T) {
	d := dbtest.SQLite(t)
	c := openChain(t, d)
	c.buy(dbtest.Order{})
	c.holds(commerce.ReasonPackage)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		c.holds(commerce.ReasonPackage)
	}
	if held, err := c.nodes[0].Holdings(t.Context(), c.channels[0], 0); err != nil || held.Key != "" || held.Grants != nil {
		t.Errorf("a visitor holds %v, %v", held, err)
	}
	c.clock.Advance(time.Second)
	if _, err := c.nodes[0].Holdings(t.Context(), c.channels[0], c.user); err == nil {
		t.Error("nothing was asked: the test proves nothing")
	}
}
