package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerSubscription() {
	failures := []Failure{
		{fault.NotFound, "subscription_not_found"},
		{fault.Conflict, "subscription_over"},
		{fault.Unavailable, "payments_unavailable"},
	}
	register(a, Operation{
		ID: "list-own-subscriptions", Method: http.MethodGet, Path: "/api/profile/subscriptions", Tag: "orders",
		Summary: "List the user's subscriptions, newest first", Auth: AuthUser, Class: ClassPurchase,
	}, a.listOwnSubscriptions)
	register(a, Operation{
		ID: "start-trial", Method: http.MethodPost, Path: "/api/stripe/subscription/start_trial", Tag: "payments",
		Summary: "Start the free trial of a subscription, which a saved card pays afterwards", Auth: AuthUser, Class: ClassPurchase,
		Errors: []Failure{
			{fault.NotFound, "package_not_found"},
			{fault.Conflict, "trial_used"},
			{fault.Conflict, "trial_card_used"},
			{fault.Forbidden, "email_not_verified"},
			{fault.Conflict, "already_bought"},
			{fault.Conflict, "payment_in_progress"},
			{fault.Conflict, "payment_disputed"},
			{fault.Conflict, "other_currency"},
			{fault.Unprocessable, "no_trial"},
			{fault.Unprocessable, "card_required"},
			{fault.Unprocessable, "trial_card_required"},
			{fault.Unprocessable, "addition_alone"},
			{fault.Unprocessable, "not_for_sale"},
			{fault.Unprocessable, "amount_too_small"},
			{fault.Unavailable, "payments_unavailable"},
		},
	}, a.startTrial)
	register(a, Operation{
		ID: "unsubscribe", Method: http.MethodPost, Path: "/api/stripe/unsubscribe", Tag: "payments",
		Summary: "Cancel the renewal of a subscription. It ends with the paid period", Auth: AuthUser, Class: ClassPurchase,
		Errors: append(failures[:len(failures):len(failures)], Failure{fault.Conflict, "renewal_resuming"}),
	}, a.changeSubscription(a.unsubscribe))
	register(a, Operation{
		ID: "resume-subscription", Method: http.MethodPost, Path: "/api/stripe/subscription/resume", Tag: "payments",
		Summary: "Turn the renewal of a subscription back on", Auth: AuthUser, Class: ClassPurchase,
		Errors: append(failures[:len(failures):len(failures)], Failure{fault.Conflict, "renewal_held"}),
	}, a.changeSubscription(a.resume))
	register(a, Operation{
		ID: "change-subscription-card", Method: http.MethodPost, Path: "/api/stripe/subscription/card", Tag: "payments",
		Guard:   GuardCall,
		Summary: "Change the card of a subscription. A failed renewal is charged immediately", Auth: AuthUser, Class: ClassPurchase,
		Errors: append(failures[:len(failures):len(failures)], Failure{fault.NotFound, "card_not_found"}, Failure{fault.Conflict, "former_payment_account"}),
	}, a.changeSubscriptionCard)
	register(a, Operation{
		ID: "customer-portal", Method: http.MethodGet, Path: "/api/stripe/customer-portal", Tag: "payments",
		Guard:   GuardCall,
		Summary: "Get the address of the payment provider's customer portal", Auth: AuthUser, Class: ClassPurchase,
		Errors: []Failure{{fault.Unavailable, "payments_unavailable"}},
	}, a.customerPortal)
	register(a, Operation{
		ID: "remove-card", Method: http.MethodDelete, Path: "/api/stripe/cards/{id}", Tag: "payments",
		Guard:   GuardCall,
		Summary: "Delete a saved card", Auth: AuthUser, Class: ClassPurchase,
		Errors: []Failure{{fault.NotFound, "card_not_found"}, {fault.Conflict, "card_in_use"}, {fault.Unavailable, "payments_unavailable"}},
	}, a.removeCard)
}

func (a *API) listOwnSubscriptions(ctx context.Context, c Caller, _ *struct{}) (Page[SubscriptionDTO], error) {
	all, err := a.Commerce.Subscriptions(ctx, c.Channel.ID, c.Actor.UserID)
	if err != nil {
		return Page[SubscriptionDTO]{}, err
	}
	out := make([]SubscriptionDTO, len(all))
	for i, s := range all {
		if out[i], err = a.subscriptionDTO(ctx, c, s); err != nil {
			return Page[SubscriptionDTO]{}, err
		}
	}
	return whole(out), nil
}

func (a *API) startTrial(ctx context.Context, c Caller, in *startTrialInput) (Data[BoughtDTO], error) {
	user, err := a.Accounts.Profile(ctx, c.Actor)
	if err != nil {
		return Data[BoughtDTO]{}, err
	}
	viewer, err := a.viewer(ctx, c)
	if err != nil {
		return Data[BoughtDTO]{}, err
	}
	bought, err := a.Till.StartTrial(ctx, commerce.Trial{
		ChannelID: c.Channel.ID, Buyer: commerce.Buyer{UserID: c.Actor.UserID, Address: c.Address, Viewer: viewer}, Language: c.Lang,
		SubscriptionID: commerce.PackageID(in.Body.SubscriptionID), PaymentMethod: in.Body.PaymentMethod, UsedBefore: user.TrialPeriodUsed,
	})
	if err != nil {
		return Data[BoughtDTO]{}, err
	}
	orders, err := a.orderDTOs(ctx, c, bought.Orders)
	if err != nil {
		return Data[BoughtDTO]{}, err
	}
	return data(BoughtDTO{PaymentDTO: newPaymentDTO(bought), Order: orders[0]}), nil
}

// changed answers with a subscription after something was asked of the till.
func (a *API) changed(ctx context.Context, c Caller, s *commerce.Subscription, err error) (Data[SubscriptionDTO], error) {
	if err != nil {
		return Data[SubscriptionDTO]{}, err
	}
	dto, err := a.subscriptionDTO(ctx, c, s)
	return data(dto), err
}

func (a *API) changeSubscription(
	change func(context.Context, Caller, commerce.PackageID) (*commerce.Subscription, error),
) func(context.Context, Caller, *subscriptionInput) (Data[SubscriptionDTO], error) {
	return func(ctx context.Context, c Caller, in *subscriptionInput) (Data[SubscriptionDTO], error) {
		s, err := change(ctx, c, commerce.PackageID(in.Body.SubscriptionID))
		return a.changed(ctx, c, s, err)
	}
}

func (a *API) unsubscribe(ctx context.Context, c Caller, offer commerce.PackageID) (*commerce.Subscription, error) {
	return a.Till.Unsubscribe(ctx, c.Channel.ID, c.Actor.UserID, offer)
}

func (a *API) resume(ctx context.Context, c Caller, offer commerce.PackageID) (*commerce.Subscription, error) {
	return a.Till.Resume(ctx, c.Channel.ID, c.Actor.UserID, offer)
}

func (a *API) changeSubscriptionCard(ctx context.Context, c Caller, in *subscriptionCardInput) (Data[CardChangeDTO], error) {
	change, err := a.Till.ChangeCard(ctx, c.Channel.ID, c.Actor.UserID, commerce.PackageID(in.Body.SubscriptionID), in.Body.PaymentMethod)
	if err != nil {
		return Data[CardChangeDTO]{}, err
	}
	dto, err := a.subscriptionDTO(ctx, c, change.Subscription)
	return data(CardChangeDTO{
		PaymentDTO:      PaymentDTO{ClientSecret: change.ClientSecret, PublishableKey: change.PublishableKey, TestPayments: change.TestPayments},
		SubscriptionDTO: dto,
	}), err
}

func (a *API) customerPortal(ctx context.Context, c Caller, _ *struct{}) (Data[portalDTO], error) {
	address, err := a.Till.Portal(ctx, c.Channel.ID, c.Actor.UserID, c.Lang)
	return data(portalDTO{URL: address}), err
}

func (a *API) removeCard(ctx context.Context, c Caller, in *cardInput) (Data[struct{}], error) {
	return Data[struct{}]{}, a.Till.RemoveCard(ctx, c.Channel.ID, c.Actor.UserID, in.ID)
}

func (a *API) subscriptionDTO(ctx context.Context, c Caller, s *commerce.Subscription) (SubscriptionDTO, error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return SubscriptionDTO{}, err
	}
	dto := newSubscriptionDTO(s, a.Clock.Now())
	dto.CardAtProvider = a.Till.IsFormerAccount(ctx, c.Channel.ID, s.Account)
	p, err := a.Commerce.Find(ctx, c.Channel.ID, commerce.KindSubscription, s.PackageID)
	if fault.KindOf(err) == fault.NotFound {
		return dto, nil
	}
	if err != nil {
		return SubscriptionDTO{}, err
	}
	dto.Subscription.Name, dto.Subscription.Type, dto.Subscription.Image = v.in(p.Name), string(p.Type), v.show(p.Image, nil).Image
	dto.Subscription.Offer, dto.Subscription.Period = p.Offer, p.Period
	return dto, nil
}

func newSubscriptionDTO(s *commerce.Subscription, now time.Time) SubscriptionDTO {
	dto := SubscriptionDTO{
		ID: int64(s.ID), Subscription: subscribedDTO{ID: int64(s.PackageID)}, OrderID: int64(s.OrderID), Status: string(s.Status), AutoRenew: "cancelled",
		PastDue: s.PastDue, Paused: s.Paused, Dispute: s.Dispute, UnchargedTo: orNull(s.UnchargedUntil), PeriodEndsAt: orNull(s.PeriodEnd), AccessEndsAt: orNull(s.AccessEnd), StartedAt: s.StartedAt, CanceledAt: orNull(s.CanceledAt), EndedAt: orNull(s.EndedAt),
		Price: s.Price, BasePrice: s.Price - s.ServiceFee, NextAmount: s.NextAmount, ServiceFee: s.ServiceFee, Currency: s.Currency,
		Interval: s.Interval.Unit, IntervalCount: s.Interval.Count, PendingAmount: s.PendingAmount, PendingFrom: orNull(s.PendingFrom), PendingThrough: orNull(s.PendingThrough), History: make([]happeningDTO, len(s.History)),
	}
	if s.Renews {
		dto.AutoRenew = "active"
	}
	if s.TrialUntil.After(now) && !s.PeriodEnd.After(s.TrialUntil) { // what is paid beyond it is no trial
		dto.TrialEndsAt = &s.TrialUntil
	}
	if s.Card != "" {
		dto.Card = &shownCardDTO{Brand: s.Brand, Last4: s.Last4}
	}
	for i, h := range s.History {
		dto.History[i] = happeningDTO{
			ID: h.ID, Kind: string(h.Kind), Reason: h.Reason, At: h.At, Amount: h.Amount, UsualAmount: h.UsualAmount, Currency: h.Currency, From: orNull(h.From), Until: orNull(h.Until),
			Interval: h.Interval.Unit, IntervalCount: h.Interval.Count, UsualInterval: h.UsualInterval.Unit, UsualIntervalCount: h.UsualInterval.Count,
		}
	}
	return dto
}

type subscriptionInput struct {
	Body struct {
		KeyField

		SubscriptionID int64 `json:"subscription_id" minimum:"1" doc:"The offer's id"`
	}
}

type startTrialInput struct {
	Body struct {
		KeyField

		SubscriptionID int64  `json:"subscription_id" minimum:"1" doc:"The offer's id"`
		PaymentMethod  string `json:"payment_method,omitempty" maxLength:"255" doc:"A saved card"`
	}
}

type subscriptionCardInput struct {
	Body struct {
		KeyField

		SubscriptionID int64  `json:"subscription_id" minimum:"1" doc:"The offer's id"`
		PaymentMethod  string `json:"payment_method" minLength:"1" maxLength:"255" doc:"A saved card"`
	}
}

type cardInput struct {
	ID string `path:"id" maxLength:"255"`
}

type portalDTO struct {
	URL string `json:"url"`
}

// SubscriptionDTO is what the user subscribed to. Money is in minor units of currency.
type SubscriptionDTO struct {
	ID             int64                 `json:"id"`
	Subscription   subscribedDTO         `json:"subscription"`
	OrderID        int64                 `json:"order_id"`
	Status         string                `json:"status" enum:"active,canceled,expired,inactive" doc:"canceled: it ends with what is paid"`
	AutoRenew      string                `json:"auto_renew" enum:"active,cancelled"`
	PastDue        bool                  `json:"past_due" doc:"A renewal failed and is tried again"`
	Paused         bool                  `json:"payments_paused" doc:"The channel collects nothing for now: access ends with what is paid"`
	Dispute        commerce.DisputeState `json:"dispute" enum:",inquiry,open,won,lost" doc:"What the cardholder's bank makes of a payment; open: it is on hold, inactive, and nothing is collected; lost: it has ended"`
	UnchargedTo    *time.Time            `json:"uncharged_until" doc:"End of a period that is not paid and will not be charged"`
	TrialEndsAt    *time.Time            `json:"trial_ends_at" doc:"While it is on trial"`
	PeriodEndsAt   *time.Time            `json:"period_ends_at" doc:"Of what is paid, or tried"`
	AccessEndsAt   *time.Time            `json:"access_ends_at" doc:"Until when it opens what it covers if nothing more is paid, while it has not ended"`
	StartedAt      time.Time             `json:"started_at"`
	CanceledAt     *time.Time            `json:"canceled_at"`
	EndedAt        *time.Time            `json:"ended_at"`
	Price          int64                 `json:"price" doc:"Of a period: base_price + service_fee"`
	BasePrice      int64                 `json:"base_price"`
	Interval       string                `json:"interval" enum:"day,week,month,year" doc:"A period is interval_count of it, as the payment provider has it"`
	IntervalCount  int64                 `json:"interval_count"`
	NextAmount     int64                 `json:"next_amount" doc:"What the next renewal charges: price, unless the operator gave a discount or a credit, with pending_amount"`
	PendingAmount  int64                 `json:"pending_amount" doc:"The part of next_amount for changes within a period, negative for a credit. A subscription that ends charges it with its period"`
	PendingFrom    *time.Time            `json:"pending_from" doc:"When the first of these changes was made"`
	PendingThrough *time.Time            `json:"pending_through" doc:"And the last"`
	ServiceFee     int64                 `json:"service_fee" doc:"Shown as taxes"`
	Currency       string                `json:"currency" enum:"USD,CAD"`
	Card           *shownCardDTO         `json:"card" doc:"That pays"`
	CardAtProvider bool                  `json:"card_at_provider" doc:"Its card can be changed on the payment provider's page only"`
	History        []happeningDTO        `json:"history" doc:"The latest first"`
}

// CardChangeDTO is a subscription that is paid by another card. Where it is past due still and
// there is a client_secret, the card's bank is to be asked about the renewal that failed.
type CardChangeDTO struct {
	PaymentDTO
	SubscriptionDTO
}

type subscribedDTO struct {
	ID     int64  `json:"id" doc:"The offer's, which calls about the subscription name"`
	Name   string `json:"name"`
	Type   string `json:"type" enum:"annual,month,monthly,season,event,additional,regular"`
	Image  string `json:"image,omitempty"`
	Offer  string `json:"offer" doc:"Text of the offer"`
	Period string `json:"period" doc:"month or year"`
}

type shownCardDTO struct {
	Brand string `json:"brand"`
	Last4 string `json:"last4"`
}

type happeningDTO struct {
	ID                 int64      `json:"id"`
	Kind               string     `json:"kind" enum:"created,updated,payment_failed,canceled,resumed,ended,payments_paused,payments_resumed,not_charged,card_removed,price_changed,extra_payment,extra_pending" doc:"updated is a renewal"`
	Reason             string     `json:"reason" doc:"Why, where it is known: payment, no_card, customer, dispute, canceled, expired, account, outside, amount, period, refund"`
	At                 time.Time  `json:"at"`
	Amount             int64      `json:"amount"`
	UsualAmount        int64      `json:"usual_amount" doc:"The price before it changed, or of a period that was paid with another amount; 0 for none"`
	Currency           string     `json:"currency"`
	From               *time.Time `json:"from" doc:"The period that was paid begins"`
	Until              *time.Time `json:"until" doc:"And ends"`
	Interval           string     `json:"interval" enum:",day,week,month,year" doc:"The new length of a period, where it changed"`
	IntervalCount      int64      `json:"interval_count"`
	UsualInterval      string     `json:"usual_interval" enum:",day,week,month,year" doc:"The length of a period before"`
	UsualIntervalCount int64      `json:"usual_interval_count"`
}
