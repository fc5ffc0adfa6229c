package main

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/seal"
	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// seededPeople are users, api keys and paid orders that the database has from before.
type seededPeople struct {
	fans []fanSpec
	rush []fanSpec
}

// firstSeeded is where their ids begin, and seededKey how the keys of their checkouts do.
const (
	firstSeeded = 1_000_000
	seededKey   = "seeded-"
)

// Of a hundred fans so many are of each kind; the others return.
const (
	buyersOfHundred    = 2
	forgottenOfHundred = 5
	newcomersOfHundred = 10
)

func kindOf(i int) string {
	switch n := i * 37 % 100; { // 37 and 100 have no common divisor: all kinds come all the time
	case n < buyersOfHundred:
		return buyer
	case n < buyersOfHundred+forgottenOfHundred:
		return forgotten
	case n < buyersOfHundred+forgottenOfHundred+newcomersOfHundred:
		return newcomer
	}
	return returning
}

// people has one user register and buy a pass, and multiplies this one while the server is stopped.
func (k *kickoff) people(ctx context.Context, file string) error {
	c := stage.NewClient(k.shop.Server.URL, till.Channel)
	if err := c.Open(ctx); err != nil {
		return err
	}
	if err := c.Register(ctx, "first@example.com", stormPassword); err != nil {
		return err
	}
	var bought till.Bought
	if err := c.Post(ctx, "/api/stripe/buy", map[string]any{"package_id": k.passes[0], "payment_method": till.CardGood}, &bought); err != nil {
		return err
	}
	if bought.Order.Status != "paid" {
		return fmt.Errorf("an order is %s", bought.Order.Status)
	}
	if err := k.shop.Server.Stop(); err != nil {
		return err
	}
	if err := k.multiply(ctx, file); err != nil {
		return err
	}
	return k.shop.Server.Restart(ctx)
}

func (k *kickoff) multiply(ctx context.Context, file string) error {
	db, err := sql.Open("sqlite", file+"?_pragma=synchronous(off)")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after the commit there is nothing to undo
	k.seeded = &seededPeople{}
	s := &sower{tx: tx, columns: map[string][]string{}}
	for i := range k.fans + rushAll {
		spec := fanSpec{Kind: buyer, Email: fmt.Sprintf("fan%d@example.com", i), Feed: (i+1)*k.feeds/k.fans > i*k.feeds/k.fans}
		if i < k.fans {
			spec.Kind = kindOf(i)
		}
		if err := s.sow(ctx, firstSeeded+i, &spec); err != nil {
			return err
		}
		if i < k.fans {
			k.seeded.fans = append(k.seeded.fans, spec)
		} else {
			k.seeded.rush = append(k.seeded.rush, spec)
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// sower copies the rows of the one user.
type sower struct {
	tx      *sql.Tx
	columns map[string][]string // by table
}

// sow makes one more of them, as far as its kind has been there before.
func (s *sower) sow(ctx context.Context, id int, spec *fanSpec) error {
	if spec.Kind == newcomer {
		spec.Email = ""
		return nil
	}
	if err := s.copy(ctx, "users", "email = 'first@example.com'", map[string]any{"id": id, "email": spec.Email}); err != nil {
		return err
	}
	if spec.Kind != forgotten {
		key, hash := seal.NewKey()
		spec.Key = key
		if err := s.copy(ctx, "sessions", ofFirst, map[string]any{"id": id, "user_id": id, "key_hash": hash.String()}); err != nil {
			return err
		}
	}
	if spec.Kind == buyer {
		return nil
	}
	for _, c := range []struct {
		table string
		set   map[string]any
	}{
		{"checkouts", map[string]any{"id": id, "user_id": id, "key": fmt.Sprint(seededKey, id), "intent": ""}},
		{"orders", map[string]any{"id": id, "user_id": id, "checkout_id": id}},
		{"entitlement_versions", map[string]any{"user_id": id}},
	} {
		if err := s.copy(ctx, c.table, ofFirst, c.set); err != nil {
			return err
		}
	}
	return nil
}

const ofFirst = "user_id = (SELECT id FROM users WHERE email = 'first@example.com')"

// copy writes the row that is there once more, with other values in some columns.
func (s *sower) copy(ctx context.Context, table, where string, set map[string]any) error {
	columns, ok := s.columns[table]
	if !ok {
		var err error
		if columns, err = columnsOf(ctx, s.tx, table); err != nil {
			return err
		}
		s.columns[table] = columns
	}
	values := slices.Clone(columns)
	var args []any
	for i, column := range columns {
		if value, changed := set[column]; changed {
			values[i] = "?"
			args = append(args, value)
		}
	}
	_, err := s.tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s WHERE %s LIMIT 1", table,
		strings.Join(columns, ", "), strings.Join(values, ", "), table, where), args...)
	if err != nil {
		return fmt.Errorf("copy a row of %s: %w", table, err)
	}
	return nil
}

// without takes the seeded orders, which nobody was charged for, out of what was sold.
func (p *seededPeople) without(sales *till.Sales) {
	sales.Checkouts = slices.DeleteFunc(sales.Checkouts, func(c till.Checkout) bool { return strings.HasPrefix(c.Key, seededKey) })
	known := map[int64]bool{}
	for _, c := range sales.Checkouts {
		known[c.ID] = true
	}
	sales.Orders = slices.DeleteFunc(sales.Orders, func(o till.Order) bool { return !known[o.CheckoutID] && o.ID >= firstSeeded && o.ID == o.UserID })
}

// orders deals the fans out to processes, each of which has some of every kind.
func (k *kickoff) orders(begin time.Time) []fansOrder {
	n := 2 * ((k.fans + 2*fansPerProcess - 1) / (2 * fansPerProcess)) // an even number: both parts of the rush are even
	all := make([]fansOrder, n)
	for i := range all {
		all[i] = fansOrder{
			URL: k.shop.Server.URL, Host: "till.localhost", Local: fmt.Sprintf("127.0.0.%d", 2+i), Paid: k.paid, Free: k.free,
			Pass: k.passes[0], Other: k.passes[1], Begin: begin, Within: int(kickoffWithin / time.Second),
		}
	}
	for i, f := range k.seeded.fans {
		all[i%n].Fans = append(all[i%n].Fans, f)
	}
	for i, f := range k.seeded.rush {
		all[i%n].Rush = append(all[i%n].Rush, f)
	}
	return all
}
