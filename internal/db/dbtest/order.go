package dbtest

import (
	"context"
	"crypto/rand"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
)

// Order is a row of the orders, as much of it as access depends on.
type Order struct {
	ChannelID   int64
	UserID      int64
	PackageID   int64
	Type        string // "" for package
	Status      string // "" for paid
	EventID     int64  // of a ticket
	Category    int64  // the part that was chosen
	Participant int64  // likewise
	UntilMS     int64
}

// Buy adds an order with its checkout, and notes that what the user holds has changed, as
// whoever takes the money does. What is paid or being paid is live.
func Buy(tb testing.TB, d *db.DB, o Order) (id int64) {
	tb.Helper()
	if o.Type == "" {
		o.Type = "package"
	}
	if o.Status == "" {
		o.Status = "paid"
	}
	null := func(id int64) any {
		if id == 0 {
			return nil
		}
		return id
	}
	change(tb, d, func(ctx context.Context, tx bun.Tx) error {
		var checkout int64
		err := tx.NewRaw(`INSERT INTO checkouts (channel_id, user_id, key, status, currency, base_price, service_fee, discount, amount, account, customer,
			payment_method, save_card, intent, awaits_buyer, failure_code, failure_message, language, created_ms, updated_ms)
			VALUES (?, ?, ?, ?, 'CAD', 7000, 900, 0, 7900, 'simulated', '', '', FALSE, '', FALSE, '', '', 'en', 0, 0) RETURNING id`,
			o.ChannelID, o.UserID, rand.Text(), o.Status).Scan(ctx, &checkout)
		if err != nil {
			return err
		}
		err = tx.NewRaw(`INSERT INTO orders (channel_id, user_id, checkout_id, type, status, package_id, event_id, event_category_id, participant_id,
			product_key, live, currency, base_price, service_fee, discount, amount, until_ms, created_ms, updated_ms, paid_ms, refunded_ms)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'CAD', 7000, 900, 0, 7900, ?, 0, 0, 1, 0) RETURNING id`,
			o.ChannelID, o.UserID, checkout, o.Type, o.Status, o.PackageID, null(o.EventID), null(o.Category), null(o.Participant),
			rand.Text(), o.Status == "paid" || o.Status == "created", o.UntilMS).Scan(ctx, &id)
		if err != nil {
			return err
		}
		return bump(ctx, tx, id)
	})
	return id
}

// SetOrder gives an order another status, and notes it.
func SetOrder(tb testing.TB, d *db.DB, id int64, status string) {
	tb.Helper()
	change(tb, d, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw(`UPDATE orders SET status = ?, live = ? WHERE id = ?`, status, status == "paid" || status == "created", id).Exec(ctx)
		if err != nil {
			return err
		}
		return bump(ctx, tx, id)
	})
}

func bump(ctx context.Context, tx bun.Tx, order int64) error {
	_, err := tx.NewRaw(`INSERT INTO entitlement_versions (channel_id, user_id, version) SELECT channel_id, user_id, 1 FROM orders WHERE id = ?
		ON CONFLICT (channel_id, user_id) DO UPDATE SET version = entitlement_versions.version + 1`, order).Exec(ctx)
	return err
}

func change(tb testing.TB, d *db.DB, do func(ctx context.Context, tx bun.Tx) error) {
	tb.Helper()
	if err := d.InTx(tb.Context(), do); err != nil {
		tb.Fatal(err)
	}
}
