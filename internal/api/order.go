package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerOrder() {
	register(a, Operation{
		ID: "list-orders", Method: http.MethodGet, Path: "/api/orders", Tag: "orders",
		Summary: "List the user's orders, also failed ones, newest first", Auth: AuthUser, Class: ClassPurchase,
	}, a.listOrders)
	register(a, Operation{
		ID: "get-order", Method: http.MethodGet, Path: "/api/orders/{id}", Tag: "orders",
		Summary: "Get an order of the user. Poll it every 2 s during a payment", Auth: AuthUser, Class: ClassPurchase,
		Errors: []Failure{{fault.NotFound, "order_not_found"}},
	}, a.getOrder)
}

func (a *API) listOrders(ctx context.Context, c Caller, in *ordersInput) (Page[OrderDTO], error) {
	limit := in.Limit
	if in.NoLimit {
		limit = 0
	}
	orders, total, err := a.Commerce.Orders(ctx, c.Channel.ID, c.Actor.UserID, commerce.OrderFilter{
		Status: commerce.OrderStatus(in.Status), Type: commerce.OrderType(in.Type), Limit: limit, Offset: in.Offset,
	})
	if err != nil {
		return Page[OrderDTO]{}, err
	}
	dtos, err := a.orderDTOs(ctx, c, orders)
	return Page[OrderDTO]{Data: dtos, Meta: Meta{Total: total, Limit: int(limit), Offset: int(in.Offset)}}, err
}

func (a *API) getOrder(ctx context.Context, c Caller, in *byIDInput) (Data[OrderDTO], error) {
	o, err := a.Commerce.FindOrder(ctx, c.Channel.ID, c.Actor.UserID, commerce.OrderID(in.ID.Value))
	if err != nil {
		return Data[OrderDTO]{}, err
	}
	dtos, err := a.orderDTOs(ctx, c, []*commerce.Order{o})
	if err != nil {
		return Data[OrderDTO]{}, err
	}
	return data(dtos[0]), nil
}

// orderDTOs describes orders with the names of what was bought, as the channel has them now.
func (a *API) orderDTOs(ctx context.Context, c Caller, orders []*commerce.Order) ([]OrderDTO, error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return nil, err
	}
	events, err := a.eventsOf(ctx, c.Channel.ID, orders)
	if err != nil {
		return nil, err
	}
	names := map[commerce.PackageID]string{}
	for _, kind := range []commerce.Kind{commerce.KindPackage, commerce.KindSubscription} {
		offers, err := a.Commerce.List(ctx, c.Channel.ID, kind)
		if err != nil {
			return nil, err
		}
		for _, p := range offers {
			names[p.ID] = v.in(p.Name)
		}
	}
	out := make([]OrderDTO, len(orders))
	for i, o := range orders {
		out[i] = newOrderDTO(o, a.Clock.Now())
		out[i].Name = names[o.PackageID]
		for j, part := range o.Taxes.Split(o.Sum.ServiceFee) {
			out[i].Taxes[j] = taxPartDTO{Name: v.in(part.Name), Number: part.Number, Amount: part.Amount}
		}
		if e := events[catalog.EventID(o.EventID)]; e != nil {
			out[i].Name = v.eventName(e)
			out[i].Event = &orderEventDTO{ID: o.EventID, Name: v.eventName(e), EventUTCTS: e.StartAt.Unix(), TimeTBA: e.TimeTBA, TimeZone: e.TimeZone, VenueTimeDTO: v.venueTime(e), ScheduleStatus: e.ScheduleStatus}
		}
		if f := o.Failure; f.Code != "" {
			out[i].Failure = &orderFailureDTO{Code: f.Code, Message: translate(c.Lang, f.Message)}
		}
	}
	return out, nil
}

// eventsOf are the events of tickets; those that were removed are absent.
func (a *API) eventsOf(ctx context.Context, channelID int64, orders []*commerce.Order) (map[catalog.EventID]*catalog.Event, error) {
	var ids []catalog.EventID
	for _, o := range orders {
		if o.EventID != 0 {
			ids = append(ids, catalog.EventID(o.EventID))
		}
	}
	slices.Sort(ids)
	found := make(map[catalog.EventID]*catalog.Event, len(ids))
	for chunk := range slices.Chunk(slices.Compact(ids), catalog.MaxLimit) {
		events, _, err := a.Catalog.List(ctx, channelID, catalog.Filter{IDs: chunk}, catalog.Page{Sort: catalog.ByDate, Limit: catalog.MaxLimit})
		if err != nil {
			return nil, err
		}
		for _, e := range events {
			found[e.ID] = e
		}
	}
	return found, nil
}

func newOrderDTO(o *commerce.Order, now time.Time) OrderDTO {
	dto := OrderDTO{
		ID: int64(o.ID), Type: string(o.Type), Status: string(o.Status), ActivityStatus: "inactive",
		Product: orderProductDTO{
			ID: int64(o.PackageID), EventID: orNull(o.EventID), EventCategoryID: orNull(o.CategoryID), ParticipantID: orNull(o.ParticipantID),
		},
		Price: o.Sum.BasePrice + o.Sum.ServiceFee, BasePrice: o.Sum.BasePrice, ServiceFee: o.Sum.ServiceFee, Discount: o.Sum.Discount,
		Amount: o.Sum.Amount(), Currency: o.Sum.Currency, CreatedAt: o.CreatedAt, PaidAt: orNull(o.PaidAt), RefundedAt: orNull(o.RefundedAt),
		Until: orNull(o.Until), ReceiptNumber: o.Receipt(), Stage: o.Stage, Dispute: o.Dispute, Taxes: make([]taxPartDTO, len(o.Taxes)), Transactions: make([]transactionDTO, len(o.Transactions)),
	}
	if o.GivesAccess(now) {
		dto.ActivityStatus = "active"
	}
	if o.Status == commerce.OrderQuarantined {
		dto.Status = string(commerce.OrderFailed)
	}
	if !o.PeriodEnd.IsZero() {
		dto.Until = orNull(o.PeriodEnd)
	}
	if o.Status == commerce.OrderCreated && len(o.Transactions) == 0 {
		dto.Transactions = []transactionDTO{{About: "payment", Status: dto.Status, Amount: dto.Amount, Currency: dto.Currency, CreatedAt: dto.CreatedAt, ReceiptNumber: dto.ReceiptNumber}}
	}
	for i, t := range o.Transactions {
		about, status := wireTransaction(t.Status)
		dto.Transactions[i] = transactionDTO{
			ID: int64(t.ID), About: about, Status: string(status), Amount: t.Amount, Currency: t.Currency, CreatedAt: t.At, From: orNull(t.From), Until: orNull(t.Until),
			ReceiptNumber: t.Receipt,
		}
	}
	return dto
}

// wireTransaction is what a transaction is about, and its status by the specification's four words.
func wireTransaction(status commerce.OrderStatus) (about string, wire commerce.OrderStatus) {
	switch status {
	case commerce.TransactionDisputed:
		return "dispute", commerce.OrderRefunded
	case commerce.TransactionReinstated:
		return "dispute", commerce.OrderPaid
	case commerce.TransactionRefundFailed:
		return "refund", commerce.OrderFailed
	case commerce.TransactionRefundOwed:
		return "refund", commerce.OrderCreated
	case commerce.OrderRefunded:
		return "refund", status
	case commerce.OrderCreated, commerce.OrderPaid, commerce.OrderFailed, commerce.OrderQuarantined:
	}
	return "payment", status
}

type ordersInput struct {
	NoLimit bool   `query:"no_limit" doc:"All of them, as without a limit"`
	Limit   int64  `query:"limit" minimum:"1" maximum:"1000" doc:"All of them without one"`
	Offset  int64  `query:"offset" minimum:"0" maximum:"100000"`
	Status  string `query:"status" enum:"created,paid,failed,refunded"`
	Type    string `query:"type" enum:"event,package,additional,subscription"`
}

// OrderDTO is one product that the user bought, or tried to. Money is in minor units of
// currency.
type OrderDTO struct {
	ID             int64                 `json:"id"`
	Type           string                `json:"type" enum:"event,package,additional,subscription"`
	Status         string                `json:"status" enum:"created,paid,failed,refunded"`
	ActivityStatus string                `json:"activity_status" enum:"active,inactive" doc:"active while it opens what was bought"`
	Product        orderProductDTO       `json:"product"`
	Name           string                `json:"name" doc:"Of the event, the pass or the subscription"`
	Event          *orderEventDTO        `json:"event" doc:"Of a ticket, while the channel has the event"`
	Price          int64                 `json:"price" doc:"base_price + service_fee, before any discount"`
	BasePrice      int64                 `json:"base_price"`
	ServiceFee     int64                 `json:"service_fee" doc:"Shown as taxes"`
	Taxes          []taxPartDTO          `json:"taxes" doc:"service_fee by the taxes that the channel named when the order was made; empty where it named none"`
	Discount       int64                 `json:"discount"`
	Amount         int64                 `json:"amount" doc:"What is paid: base_price - discount + service_fee"`
	Currency       string                `json:"currency" enum:"USD,CAD"`
	CreatedAt      time.Time             `json:"created_at"`
	PaidAt         *time.Time            `json:"paid_at"`
	RefundedAt     *time.Time            `json:"refunded_at"`
	Until          *time.Time            `json:"until" doc:"When access ends; null: without end. Of a subscription, the end of the period that is paid"`
	Failure        *orderFailureDTO      `json:"failure"`
	ReceiptNumber  string                `json:"receipt_number"`
	Dispute        commerce.DisputeState `json:"dispute" enum:",inquiry,open,won,lost" doc:"What the cardholder's bank makes of the payment; open: the order is on hold, lost: the bank took the money back"`
	Stage          commerce.Stage        `json:"stage" enum:"created,confirming,action_required,paid,failed" doc:"How far the payment is; action_required: the buyer is to confirm it with their bank"`
	Transactions   []transactionDTO      `json:"transactions"`
}

type orderProductDTO struct {
	ID              int64  `json:"id" doc:"Of the package; tickets of many events may share one"`
	EventID         *int64 `json:"event_id" doc:"The event that a ticket opens; null for what is no ticket"`
	EventCategoryID *int64 `json:"event_category_id" doc:"The part of the package that was chosen"`
	ParticipantID   *int64 `json:"participant_id" doc:"Likewise"`
}

func newOrderProductDTO(p commerce.Product) orderProductDTO {
	return orderProductDTO{
		ID: int64(p.Package.ID), EventID: orNull(p.EventID()), EventCategoryID: orNull(p.CategoryID), ParticipantID: orNull(p.ParticipantID),
	}
}

type orderEventDTO struct {
	VenueTimeDTO

	ID         int64  `json:"id"`
	Name       string `json:"name"`
	EventUTCTS int64  `json:"event_utc_ts" doc:"Start, in seconds since the Unix epoch"`
	TimeTBA    bool   `json:"time_tba" doc:"Only the day of event_utc_ts at the venue is known"`
	TimeZone   string `json:"time_zone" doc:"Of the venue"`

	ScheduleStatus catalog.ScheduleStatus `json:"schedule_status" enum:"on,postponed,cancelled,tba"`
}

type orderFailureDTO struct {
	Code    string `json:"code" doc:"Of the card's decline, or payment_abandoned, payment_unreached, payment_not_collected, payment_replaced, payment_canceled, payment_refused, payment_in_review, card_gone"`
	Message string `json:"message"`
}

type transactionDTO struct {
	ID        int64     `json:"id" doc:"0 of a payment that is created: it has an id once it is paid or failed"`
	About     string    `json:"about" enum:"payment,refund,dispute" doc:"dispute: the cardholder's bank took the money (refunded) or gave it back (paid); a refund that failed did not reach the card, and one that is created cannot go to a card: the channel pays it by other means"`
	Status    string    `json:"status" enum:"created,failed,paid,refunded"`
	Amount    int64     `json:"amount"`
	Currency  string    `json:"currency"`
	CreatedAt time.Time `json:"created_at"`
	// From and Until are the period of a subscription that it pays for.
	From  *time.Time `json:"from" doc:"The period of a subscription that it pays for begins; null for what is no subscription"`
	Until *time.Time `json:"until" doc:"And ends"`

	ReceiptNumber string `json:"receipt_number" doc:"Of the payment, or of the payment that a refund or a dispute is about. A renewal has a number of its own"`
}
