package commerce_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const (
	racers = 50
	// rounds is how often each race is run; the soak runs two hundred.
	rounds = 2
)

// point is a race of concurrent calls of which one may succeed.
type point struct {
	name string
	// set prepares a new buyer and returns the call of each racer.
	set func(r *raceway) func(i int)
	// judge describes the wrong result after all calls have returned, or returns "".
	judge func(r *raceway) string
	// unguard drops the constraint that decides the race, and sets the meeting at which the racers wait after their read.
	// For a race that a condition in a statement decides, careless replaces the racers' call: all read first, and write after
	// all have read.
	unguard  func(r *raceway)
	careless func(r *raceway) (looks func() bool, acts func() error)
}

// raceway is a register where one buyer after the other is raced about.
type raceway struct {
	*register

	passes []commerce.PackageID
	first  commerce.OrderID // of the round, where there is one
	coupon *commerce.Coupon
	round  int
}

func openRaceway(t *testing.T, d *db.DB) *raceway {
	t.Helper()
	r := &raceway{register: openRegister(t, d)}
	r.passes = r.register.passes(3)
	return r
}

// next is a new round, with a buyer who has bought nothing.
func (r *raceway) next() {
	r.buyer.UserID++
	r.round++
	r.looks, r.receipts, r.refunds = nil, nil, nil
}

// buys buys passes in one payment.
func (r *raceway) buys(card, code string, passes ...commerce.PackageID) (commerce.PurchaseResult, error) {
	p := r.purchase(card)
	p.Coupon, p.Items = code, nil
	for _, id := range passes {
		p.Items = append(p.Items, commerce.Item{PackageID: id})
	}
	return r.Buy(r.t.Context(), p)
}

// begun is what the buyer begins before the race; the round is about its first order.
func (r *raceway) begun(card, code string) commerce.PurchaseResult {
	r.t.Helper()
	bought, err := r.buys(card, code, r.passes[0])
	if err != nil {
		r.t.Fatal(err)
	}
	r.first = bought.Orders[0].ID
	return bought
}

// TestRacePoints runs each race a few times; docs/SECURITY.md lists what each is about.
func TestRacePoints(t *testing.T) { runRaces(t, rounds) }

func runRaces(t *testing.T, rounds int) {
	for _, p := range points() {
		t.Run(p.name, func(t *testing.T) {
			dbtest.Both(t, func(t *testing.T, d *db.DB) {
				r := openRaceway(t, d)
				for range rounds {
					r.next()
					dbtest.AtOnce(racers, p.set(r))
					r.reconcile()
					if wrong := p.judge(r); wrong != "" {
						t.Errorf("round %d: %s", r.round, wrong)
					}
				}
			})
		})
	}
}

// Each race fails without its guard. Otherwise TestRacePoints would prove nothing.
func TestRacePointsNeedTheirGuards(t *testing.T) {
	for _, p := range points() {
		t.Run(p.name, func(t *testing.T) {
			dbtest.Both(t, func(t *testing.T, d *db.DB) {
				r := openRaceway(t, d)
				r.next()
				dbtest.AtOnce(racers, r.withoutGuard(p))
				if p.judge(r) == "" {
					t.Error("nothing went wrong without the guard")
				}
			})
		})
	}
}

// withoutGuard prepares a race without its guard, in which all racers read before one of them writes.
func (r *raceway) withoutGuard(p point) func(i int) {
	each := p.set(r)
	if p.careless == nil {
		p.unguard(r)
		return func(i int) {
			defer r.beforeOrder.Leave()
			defer r.beforeCustomer.Leave()
			each(i)
		}
	}
	looks, acts := p.careless(r)
	looked := dbtest.NewMeeting(racers)
	return func(int) {
		free := looks()
		looked.Wait()
		if free {
			if err := acts(); err != nil {
				r.t.Error(err)
			}
		}
	}
}

// count asks the database for a number.
func (r *raceway) count(query string, args ...any) (n int64) {
	r.t.Helper()
	if err := r.db.Read().NewRaw(query, args...).Scan(r.t.Context(), &n); err != nil {
		r.t.Error(err)
	}
	return n
}

// do changes the database behind the till's back.
func (r *raceway) do(query string, args ...any) error {
	return r.db.InTx(r.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw(query, args...).Exec(ctx)
		return err
	})
}

// paidOrders counts the buyer's orders that are paid, live or not.
func (r *raceway) paidOrders() int64 {
	return r.count("SELECT count(*) FROM orders WHERE user_id = ? AND status = 'paid'", r.buyer.UserID)
}

// took counts charges of the buyer that went through and were not given back in whole.
func (r *raceway) took() (n int64) {
	r.t.Helper()
	of := map[string]bool{}
	var refs []string
	err := r.db.Read().NewRaw("SELECT ref FROM payment_customers WHERE user_id = ?", r.buyer.UserID).Scan(r.t.Context(), &refs)
	if err != nil {
		r.t.Fatal(err)
	}
	books := r.ledger()
	for _, i := range books.Intents {
		for _, ref := range refs {
			if i["customer"] == ref {
				id, _ := i["id"].(string)
				of[id] = true
			}
		}
	}
	for _, c := range books.Charges {
		if of[c.Intent] && c.Paid && c.AmountRefunded < c.Amount {
			n++
		}
	}
	return n
}

// moves counts what happened to the money of the round's order.
func (r *raceway) moves(status string) int64 {
	return r.count("SELECT count(*) FROM transactions WHERE order_id = ? AND status = ?", r.first, status)
}

// unlike says how a number is not what it should be.
func unlike(what string, got, want int64) string {
	if got == want {
		return ""
	}
	return fmt.Sprintf("%d %s, and not %d", got, what, want)
}

func firstOf(problems ...string) string {
	for _, p := range problems {
		if p != "" {
			return p
		}
	}
	return ""
}

func (r *raceway) operator() actor.Actor { return actor.ForSystem(r.channels[0]) }
