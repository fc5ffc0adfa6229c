package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

// Taking is money that a channel took, and gave back, for one product in one currency.
type Taking struct {
	At        time.Time // when the step of time began in which it was
	Type      OrderType
	PackageID PackageID
	// EventID is the event of a ticket, else 0; CategoryID and ParticipantID are the part of the
	// package that buyers chose, if any.
	EventID, CategoryID, ParticipantID int64

	Currency string
	Test     bool // nobody's money: of the simulator, or of the provider's test mode
	Paid     int64
	Refunded int64 // by the channel or to a bank that disputes it, less what came back: below 0 where only that moved
	Payments int64 // in which there was money
	Refunds  int64
}

// takingRow is one kind of movement within one step.
type takingRow struct {
	StepMS        int64
	Type          OrderType
	PackageID     PackageID
	EventID       int64
	CategoryID    int64
	ParticipantID int64
	Currency      string
	Account       string
	Status        OrderStatus
	Amount        int64
	Moves         int64
}

func (r *takingRow) taking() Taking {
	t := Taking{
		At: clock.FromMillis(r.StepMS), Type: r.Type, PackageID: r.PackageID, EventID: r.EventID, CategoryID: r.CategoryID,
		ParticipantID: r.ParticipantID, Currency: r.Currency, Test: payment.ModeOfName(r.Account) != payment.Live,
	}
	switch r.Status {
	case OrderRefunded, TransactionDisputed:
		t.Refunded, t.Refunds = r.Amount, r.Moves
	case TransactionRefundFailed, TransactionReinstated:
		t.Refunded = -r.Amount
	case OrderCreated, OrderPaid, OrderFailed, OrderQuarantined, TransactionRefundOwed:
		t.Paid, t.Payments = r.Amount, r.Moves
	}
	return t
}

// Takings tells what a channel took and gave back from one time on until before another, by the
// step in which the money moved and by product. A renewal is of its own time, and so is a refund; one
// that was granted counts when the money went back. Only a channel's operators learn it.
func (s *Service) Takings(ctx context.Context, by actor.Actor, channelID int64, from, until time.Time, step time.Duration) ([]Taking, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return nil, err
	}
	var rows []takingRow
	err := s.db.Read().NewSelect().TableExpr("transactions AS t").
		ColumnExpr("t.created_ms - t.created_ms % ? AS step_ms", step.Milliseconds()).
		ColumnExpr("o.type, o.package_id, COALESCE(o.event_id, 0) AS event_id, COALESCE(o.event_category_id, 0) AS category_id").
		ColumnExpr("COALESCE(o.participant_id, 0) AS participant_id, t.currency, c.account, t.status").
		ColumnExpr("CAST(sum(t.amount) AS BIGINT) AS amount, count(*) AS moves").
		Join("JOIN orders AS o ON o.id = t.order_id").Join("JOIN checkouts AS c ON c.id = o.checkout_id").
		Where("t.channel_id = ? AND t.created_ms >= ? AND t.created_ms < ?", channelID, clock.Millis(from), clock.Millis(until)).
		Where("t.status IN (?) AND t.amount > 0", bun.List([]OrderStatus{
			OrderPaid, OrderRefunded, TransactionDisputed, TransactionReinstated, TransactionRefundFailed,
		})).
		GroupExpr("1, 2, 3, 4, 5, 6, 7, 8, 9").OrderExpr("1, 2, 3, 4, 5, 6, 7, 8, 9").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("add up transactions: %w", err)
	}
	out := make([]Taking, len(rows))
	for i := range rows {
		out[i] = rows[i].taking()
	}
	return out, nil
}
