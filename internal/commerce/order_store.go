package commerce

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/tax"
)

type orderRow struct {
	bun.BaseModel `bun:"table:orders,alias:o"`

	ID              OrderID `bun:",pk,autoincrement"`
	ChannelID       int64
	UserID          int64
	CheckoutID      CheckoutID
	Type            OrderType
	Status          OrderStatus
	PackageID       PackageID
	EventID         int64 `bun:",nullzero"`
	EventCategoryID int64 `bun:",nullzero"`
	ParticipantID   int64 `bun:",nullzero"`
	ProductKey      string
	Live            bool
	Currency        string
	BasePrice       int64
	ServiceFee      int64
	Discount        int64
	Amount          int64
	UntilMS         int64
	CreatedMS       int64
	UpdatedMS       int64
	PaidMS          int64
	RefundedMS      int64
	PaidBackMS      int64
	Dispute         DisputeState
	Taxes           tax.List
}

// listedRow is an order with what its checkout says of it.
type listedRow struct {
	orderRow `bun:",extend"`

	Intent         string `bun:",scanonly"`
	AwaitsBuyer    bool   `bun:",scanonly"`
	FailureCode    string `bun:",scanonly"`
	FailureMessage string `bun:",scanonly"`
	PeriodEndMS    int64  `bun:",scanonly"`
}

type transactionRow struct {
	bun.BaseModel `bun:"table:transactions"`

	ID        TransactionID `bun:",pk,autoincrement"`
	ChannelID int64
	OrderID   OrderID
	Status    OrderStatus
	Amount    int64
	Currency  string
	Ref       string
	CreatedMS int64
	FromMS    int64
	UntilMS   int64
	PaidRef   string // of a movement of a subscription's money: the Ref of the payment, an invoice
}

func (r *orderRow) order() *Order {
	return &Order{
		ID: r.ID, ChannelID: r.ChannelID, UserID: r.UserID, CheckoutID: r.CheckoutID, Type: r.Type, Status: r.Status,
		PackageID: r.PackageID, EventID: r.EventID, CategoryID: r.EventCategoryID, ParticipantID: r.ParticipantID, Live: r.Live,
		Sum:   Sum{Currency: r.Currency, BasePrice: r.BasePrice, ServiceFee: r.ServiceFee, Discount: r.Discount},
		Until: timeOrZero(r.UntilMS), CreatedAt: clock.FromMillis(r.CreatedMS), PaidAt: timeOrZero(r.PaidMS), RefundedAt: timeOrZero(r.RefundedMS),
		Dispute: r.Dispute, Taxes: r.Taxes,
	}
}

func (r *listedRow) order() *Order {
	o := r.orderRow.order()
	o.PeriodEnd = timeOrZero(r.PeriodEndMS)
	switch {
	case o.Status == OrderPaid || o.Status == OrderRefunded:
		o.Stage = StagePaid
	case o.Status == OrderQuarantined:
		o.Stage, o.Failure = StageFailed, Failure{FailureReview, failureSentence(FailureReview)}
	case o.Status == OrderFailed:
		o.Stage, o.Failure = StageFailed, Failure{r.FailureCode, r.FailureMessage}
	case r.AwaitsBuyer:
		o.Stage = StageActionRequired
	case r.Intent != "":
		o.Stage = StageConfirming
	default:
		o.Stage = StageCreated
	}
	return o
}

// timeOrZero is a stored time, for which 0 stands for none.
func timeOrZero(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return clock.FromMillis(ms)
}

// OrderFilter chooses among orders. Empty fields choose all.
type OrderFilter struct {
	Status  OrderStatus
	Type    OrderType
	EventID int64
	Limit   int64 // 0: all
	Offset  int64
}

// Orders returns the user's orders, the newest first, and how many there are in all.
func (s *Service) Orders(ctx context.Context, channelID, userID int64, f OrderFilter) ([]*Order, int64, error) {
	return s.filteredOrders(ctx, channelID, f, func(query *bun.SelectQuery) { query.Where("o.user_id = ?", userID) })
}

// ChannelOrders returns the orders of a channel, of one user or with the user 0 of all, the newest first, and how many there
// are in all. A caller who is no operator of the channel: Forbidden.
func (s *Service) ChannelOrders(ctx context.Context, by actor.Actor, channelID, userID int64, f OrderFilter) ([]*Order, int64, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return nil, 0, err
	}
	if userID != 0 {
		return s.Orders(ctx, channelID, userID, f)
	}
	return s.filteredOrders(ctx, channelID, f, func(*bun.SelectQuery) {})
}

// filteredOrders returns the orders of a channel that a filter and a restriction choose.
func (s *Service) filteredOrders(ctx context.Context, channelID int64, f OrderFilter, restrict func(*bun.SelectQuery)) ([]*Order, int64, error) {
	var rows []listedRow
	query := s.listed(ctx, &rows).Where("o.channel_id = ?", channelID)
	restrict(query)
	if f.EventID != 0 {
		query.Where("o.event_id = ?", f.EventID)
	}
	switch f.Status {
	case "":
	case OrderFailed: // what is set aside shows as failed
		query.Where("o.status IN (?)", bun.List([]OrderStatus{OrderFailed, OrderQuarantined}))
	default:
		query.Where("o.status = ?", f.Status)
	}
	if f.Type != "" {
		query.Where("o.type = ?", f.Type)
	}
	total, err := query.Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count orders: %w", err)
	}
	query.Order("o.id DESC")
	switch {
	case f.Limit > 0:
		query.Limit(f.Limit).Offset(f.Offset)
	case f.Offset > 0:
		query.Limit(maxOrders).Offset(f.Offset) // SQLite knows no offset without a limit
	}
	if err := query.Scan(ctx); err != nil {
		return nil, 0, fmt.Errorf("list orders: %w", err)
	}
	orders, err := s.withTransactions(ctx, channelID, rows)
	return orders, total, err
}

// maxOrders is more than anybody has.
const maxOrders = 1_000_000

// FindOrder returns one of the user's orders. Unknown, another's or another channel's:
// NotFound, "order_not_found".
func (s *Service) FindOrder(ctx context.Context, channelID, userID int64, id OrderID) (*Order, error) {
	var rows []listedRow
	err := s.listed(ctx, &rows).Where("o.channel_id = ?", channelID).Where("o.user_id = ?", userID).Where("o.id = ?", id).Scan(ctx)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("find order %d: %w", id, err)
	}
	if len(rows) == 0 {
		return nil, ErrOrderNotFound()
	}
	orders, err := s.withTransactions(ctx, channelID, rows)
	if err != nil {
		return nil, err
	}
	return orders[0], nil
}

// ofCheckout returns the orders that one checkout pays for, in the order in which they
// were asked for.
func (s *Service) ofCheckout(ctx context.Context, channelID int64, id CheckoutID) ([]*Order, error) {
	var rows []listedRow
	err := s.listed(ctx, &rows).Where("o.channel_id = ?", channelID).Where("o.checkout_id = ?", id).Order("o.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the orders of checkout %d: %w", id, err)
	}
	return s.withTransactions(ctx, channelID, rows)
}

func (s *Service) listed(ctx context.Context, rows *[]listedRow) *bun.SelectQuery {
	return s.db.From(ctx).NewSelect().Model(rows).ColumnExpr("o.*").
		ColumnExpr("c.intent, c.awaits_buyer, c.failure_code, c.failure_message").
		ColumnExpr("COALESCE(s.period_end_ms, 0) AS period_end_ms").
		Join("JOIN checkouts AS c ON c.id = o.checkout_id").Join("LEFT JOIN subscriptions AS s ON s.order_id = o.id")
}

func (s *Service) withTransactions(ctx context.Context, channelID int64, rows []listedRow) ([]*Order, error) {
	orders := make([]*Order, len(rows))
	byID := make(map[OrderID]*Order, len(rows))
	ids := make([]OrderID, len(rows))
	for i := range rows {
		orders[i] = rows[i].order()
		byID[rows[i].ID], ids[i] = orders[i], rows[i].ID
	}
	if len(ids) == 0 {
		return orders, nil
	}
	var moves []transactionRow
	err := s.db.From(ctx).NewSelect().Model(&moves).Where("channel_id = ?", channelID).Where("order_id IN (?)", bun.List(ids)).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list transactions: %w", err)
	}
	receipts := receiptNumbers(moves)
	for i := range moves {
		m := &moves[i]
		if m.Status == TransactionRefundOwed && isPaidOutside(m, moves) {
			continue
		}
		o := byID[m.OrderID]
		o.Transactions = append(o.Transactions, Transaction{
			ID: m.ID, Status: m.Status, Amount: m.Amount, Currency: m.Currency, At: clock.FromMillis(m.CreatedMS),
			From: timeOrZero(m.FromMS), Until: timeOrZero(m.UntilMS), Receipt: cmp.Or(receipts[m.payment()], o.Receipt()),
		})
	}
	return orders, nil
}

// orderPayment names a payment of an order.
type orderPayment struct {
	order OrderID
	ref   string
}

// payment is the payment that a transaction is, or whose money it moves.
func (m *transactionRow) payment() orderPayment {
	if m.Status == OrderPaid {
		return orderPayment{m.OrderID, m.Ref}
	}
	return orderPayment{m.OrderID, m.PaidRef}
}

// receiptNumbers are the receipt numbers of the payments among some transactions, which are sorted by id and have all payments of their
// orders. A renewal has the number of its order and its position among the payments: a number never changes, because a payment that is
// recorded late gets the last position.
func receiptNumbers(rows []transactionRow) map[orderPayment]string {
	numbers, positions := map[orderPayment]string{}, map[OrderID]int{}
	for i := range rows {
		m := &rows[i]
		if m.Status == OrderPaid {
			o := Order{ID: m.OrderID}
			numbers[m.payment()] = o.receiptOf(positions[m.OrderID])
			positions[m.OrderID]++
		}
	}
	return numbers
}

// receiptOf is the receipt number of a payment of an order, the order's own for a payment that is not known.
func (t *Till) receiptOf(ctx context.Context, o *orderRow, payment string) (string, error) {
	var rows []transactionRow
	err := t.DB.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", o.ChannelID).Where("order_id = ?", o.ID).
		Where("status = ?", OrderPaid).Order("id").Scan(ctx)
	if err != nil {
		return "", fmt.Errorf("list the payments of order %d: %w", o.ID, err)
	}
	return cmp.Or(receiptNumbers(rows)[orderPayment{o.ID, payment}], o.order().Receipt()), nil
}
