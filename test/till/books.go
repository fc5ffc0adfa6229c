package till

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
)

// Charge is what the provider took, or tried to take.
type Charge struct {
	ID       string `json:"id"`
	Intent   string `json:"payment_intent"`
	Amount   int64  `json:"amount"`
	Refunded int64  `json:"amount_refunded"`
	Currency string `json:"currency"`
	Paid     bool   `json:"paid"`
}

// Intent is a payment as the provider knows it.
type Intent struct {
	ID           string            `json:"id"`
	Status       string            `json:"status"`
	ClientSecret string            `json:"client_secret"`
	Metadata     map[string]string `json:"metadata"`
}

// Books are the provider's: all that it has charged and given back.
type Books struct {
	Charges []Charge `json:"charges"`
	Intents []Intent `json:"payment_intents"`
	Waiting int      `json:"deliveries_waiting"` // events on their way
}

// Books reads the provider's books.
func (s *Shop) Books(ctx context.Context) (Books, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Simulator.URL+"/_simulator/ledger?account="+Channel, http.NoBody)
	if err != nil {
		return Books{}, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return Books{}, err
	}
	defer answer.Body.Close()
	var all struct {
		Accounts map[string]Books `json:"accounts"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		return Books{}, fmt.Errorf("read the provider's books: %w", err)
	}
	return all.Accounts[Channel], nil
}

// Checkout is one payment as the database has it.
type Checkout struct {
	ID       int64
	Key      string
	Status   string
	Amount   int64
	CouponID int64
}

// Order is one product that was bought.
type Order struct {
	ID         int64
	CheckoutID int64
	UserID     int64
	ProductKey string
	Status     string
	Live       bool
	Amount     int64
	Paid       int64 // transactions that say so
	Refunded   int64 // likewise
}

// Coupon is a promo code with how often it counts itself used, and how often it is.
type Coupon struct{ ID, Uses, Taken int64 }

// Sales are what the database says was sold.
type Sales struct {
	Checkouts []Checkout
	Orders    []Order
	Coupons   []Coupon
	Customers int64 // users that are more than one customer to the provider
}

// database opens the shop's database beside the server.
func (s *Shop) database(ctx context.Context) (*db.DB, error) {
	return db.Open(ctx, s.dsn, slog.New(slog.DiscardHandler))
}

// Sales reads what was sold.
func (s *Shop) Sales(ctx context.Context) (all Sales, err error) {
	d, err := s.database(ctx)
	if err != nil {
		return Sales{}, err
	}
	defer d.Close()
	for query, into := range map[string]any{
		`SELECT id, key, status, amount, COALESCE(coupon_id, 0) AS coupon_id FROM checkouts ORDER BY id`: &all.Checkouts,
		`SELECT o.id, o.checkout_id, o.user_id, o.product_key, o.status, o.live, o.amount,
			(SELECT count(*) FROM transactions AS t WHERE t.order_id = o.id AND t.status = 'paid') AS paid,
			(SELECT count(*) FROM transactions AS t WHERE t.order_id = o.id AND t.status = 'refunded') AS refunded
			FROM orders AS o ORDER BY o.id`: &all.Orders,
		`SELECT c.id, c.uses, (SELECT count(*) FROM coupon_uses AS u WHERE u.coupon_id = c.id AND u.released_ms = 0) AS taken FROM coupons AS c`: &all.Coupons,
		`SELECT count(*) FROM (SELECT user_id FROM payment_customers GROUP BY channel_id, user_id, account HAVING count(*) > 1) AS twice`:        &all.Customers,
	} {
		if err := d.Read().NewRaw(query).Scan(ctx, into); err != nil {
			return Sales{}, fmt.Errorf("read what was sold: %w", err)
		}
	}
	return all, d.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return intact(ctx, d, tx) })
}

// intact checks the file of an embedded database.
func intact(ctx context.Context, d *db.DB, tx bun.Tx) error {
	if d.Engine() != db.SQLite {
		return nil
	}
	var said []string
	if err := tx.NewRaw("PRAGMA integrity_check").Scan(ctx, &said); err != nil {
		return fmt.Errorf("check the database: %w", err)
	}
	if len(said) != 1 || said[0] != "ok" {
		return fmt.Errorf("the database is not intact: %v", said)
	}
	return nil
}
