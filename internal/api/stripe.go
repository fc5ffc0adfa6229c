package api

import (
	"context"
	"net/http"
	"slices"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerStripe() {
	failures := append(saleFailures(),
		Failure{fault.Conflict, "already_bought"}, Failure{fault.Conflict, "payment_in_progress"},
		Failure{fault.Unprocessable, "card_required"}, Failure{fault.Unavailable, "payments_unavailable"})
	register(a, Operation{
		ID: "buy", Method: http.MethodPost, Path: "/api/stripe/buy", Tag: "payments",
		Summary: "Buy one event or pass, or subscribe, by card", Auth: AuthUser, Class: ClassPurchase,
		Errors: append(slices.Clip(failures), Failure{fault.Conflict, "other_currency"}),
	}, a.buy)
	register(a, Operation{
		ID: "buy-bundle", Method: http.MethodPost, Path: "/api/stripe/buy_bundle", Tag: "payments",
		Summary: "Buy several events and passes in one payment", Auth: AuthUser, Class: ClassPurchase,
		Errors: append(slices.Clip(failures), Failure{fault.Unprocessable, "mixed_currencies"}, Failure{fault.Unprocessable, "named_twice"}),
	}, a.buyBundle)
	register(a, Operation{
		ID: "resume-payment", Method: http.MethodPost, Path: "/api/stripe/resume", Tag: "payments",
		Summary: "Resume an order whose payment waits for the buyer's bank", Auth: AuthUser, Class: ClassPurchase,
		Errors: []Failure{{fault.NotFound, "order_not_found"}, {fault.Unavailable, "payments_unavailable"}},
	}, a.resumePayment)
	register(a, Operation{
		ID: "setup-intent", Method: http.MethodPost, Path: "/api/stripe/setup-intent", Tag: "payments",
		Summary: "Start saving a card without a payment", Auth: AuthUser, Class: ClassPurchase,
		Errors: []Failure{{fault.Unavailable, "payments_unavailable"}},
	}, a.setupIntent)
	register(a, Operation{
		ID: "list-cards", Method: http.MethodGet, Path: "/api/stripe/list-cards", Tag: "payments",
		Summary: "List the user's saved cards", Auth: AuthUser, Class: ClassPurchase,
		Errors: []Failure{{fault.Unavailable, "payments_unavailable"}},
	}, a.listCards)
}

func (a *API) buy(ctx context.Context, c Caller, in *buyInput) (Data[BoughtDTO], error) {
	bought, orders, err := a.purchase(ctx, c, in.Body.CardFields, []ProductFields{in.Body.ProductFields})
	if err != nil {
		return Data[BoughtDTO]{}, err
	}
	return data(BoughtDTO{PaymentDTO: newPaymentDTO(bought), Order: orders[0]}), nil
}

func (a *API) buyBundle(ctx context.Context, c Caller, in *buyBundleInput) (Data[BundleDTO], error) {
	bought, orders, err := a.purchase(ctx, c, in.Body.CardFields, in.Body.Items)
	if err != nil {
		return Data[BundleDTO]{}, err
	}
	return data(BundleDTO{PaymentDTO: newPaymentDTO(bought), Orders: orders}), nil
}

// purchase has products paid in one payment.
func (a *API) purchase(ctx context.Context, c Caller, card CardFields, products []ProductFields) (commerce.PurchaseResult, []OrderDTO, error) {
	viewer, err := a.viewer(ctx, c)
	if err != nil {
		return commerce.PurchaseResult{}, nil, err
	}
	items := make([]commerce.Item, len(products))
	for i, p := range products {
		items[i] = p.item()
	}
	bought, err := a.Till.Buy(ctx, commerce.Purchase{
		ChannelID: c.Channel.ID, Buyer: commerce.Buyer{UserID: c.Actor.UserID, Address: c.Address, Viewer: viewer}, Language: c.Lang,
		Items: items, Coupon: card.Coupon, PaymentMethod: card.PaymentMethod, SaveCard: card.SaveCard,
	})
	if err != nil {
		return commerce.PurchaseResult{}, nil, err
	}
	orders, err := a.orderDTOs(ctx, c, bought.Orders)
	return bought, orders, err
}

// resumePayment answers with the order that was asked about, of however many one payment pays.
func (a *API) resumePayment(ctx context.Context, c Caller, in *resumeInput) (Data[BoughtDTO], error) {
	bought, err := a.Till.ResumePayment(ctx, c.Channel.ID, c.Actor.UserID, commerce.OrderID(in.Body.OrderID))
	if err != nil {
		return Data[BoughtDTO]{}, err
	}
	mine := slices.IndexFunc(bought.Orders, func(o *commerce.Order) bool { return int64(o.ID) == in.Body.OrderID })
	orders, err := a.orderDTOs(ctx, c, bought.Orders[mine:mine+1])
	if err != nil {
		return Data[BoughtDTO]{}, err
	}
	return data(BoughtDTO{PaymentDTO: newPaymentDTO(bought), Order: orders[0]}), nil
}

func newPaymentDTO(b commerce.PurchaseResult) PaymentDTO {
	return PaymentDTO{ClientSecret: b.ClientSecret, PublishableKey: b.PublishableKey, TestPayments: b.TestPayments}
}

func (a *API) setupIntent(ctx context.Context, c Caller, _ *keyOnlyInput) (Data[SetupIntentDTO], error) {
	s, err := a.Till.SetUp(ctx, c.Channel.ID, c.Actor.UserID)
	return data(SetupIntentDTO{ClientSecret: s.ClientSecret, PublishableKey: s.PublishableKey, TestPayments: s.TestPayments}), err
}

func (a *API) listCards(ctx context.Context, c Caller, _ *struct{}) (Page[CardDTO], error) {
	cards, err := a.Till.Cards(ctx, c.Channel.ID, c.Actor.UserID)
	if err != nil {
		return Page[CardDTO]{}, err
	}
	out := make([]CardDTO, len(cards))
	for i, card := range cards {
		out[i] = CardDTO{ID: card.ID, Brand: card.Brand, Last4: card.Last4, ExpMonth: card.ExpMonth, ExpYear: card.ExpYear, Default: i == 0}
	}
	return whole(out), nil
}

// ProductFields name what is bought: the ticket of event_id, or package_id with the part
// of it that is chosen.
type ProductFields struct {
	EventID              int64 `json:"event_id,omitempty" minimum:"0" doc:"The event, for its ticket; with package_id, the event that the pass is to cover"`
	SingleEventPackageID int64 `json:"single_event_package_id,omitempty" minimum:"0" doc:"The package by which the event is bought alone"`
	PackageID            int64 `json:"package_id,omitempty" minimum:"0"`
	SubscriptionID       int64 `json:"subscription_id,omitempty" minimum:"0" doc:"A subscription, which is bought alone"`
	EventCategoryID      int64 `json:"event_category_id,omitempty" minimum:"0" doc:"Of a pass with choice category"`
	ParticipantID        int64 `json:"participant_id,omitempty" minimum:"0" doc:"Of a pass with choice participant"`
}

// CardFields say how it is paid.
type CardFields struct {
	PaymentMethod string `json:"payment_method,omitempty" maxLength:"255" doc:"A saved card, or one that the browser has just given to the provider; not needed where nothing is to be paid"`
	Coupon        string `json:"coupon,omitempty" maxLength:"100"`
	SaveCard      bool   `json:"save_card,omitempty"`
	// Amount and Price are what a client believes to pay. Nobody looks at them.
	Amount any `json:"amount,omitempty" doc:"Ignored: prices are the server's"`
	Price  any `json:"price,omitempty" doc:"Ignored, like amount"`
}

type buyInput struct {
	Body struct {
		KeyField
		ProductFields
		CardFields
	}
}

type resumeInput struct {
	Body struct {
		KeyField

		OrderID int64 `json:"order_id" minimum:"1"`
	}
}

type buyBundleInput struct {
	Body struct {
		KeyField
		CardFields

		Items []ProductFields `json:"items" minItems:"1" maxItems:"20"`
	}
}

// PaymentDTO is what the browser needs to go on with a payment.
type PaymentDTO struct {
	ClientSecret   string `json:"client_secret,omitempty" doc:"While the buyer is to confirm the payment with their bank"`
	PublishableKey string `json:"publishable_key" doc:"Of the channel at the provider"`
	TestPayments   bool   `json:"test_payments" doc:"No money moves"`
}

// BoughtDTO is an order that was begun. One whose card was declined is failed.
type BoughtDTO struct {
	PaymentDTO

	Order OrderDTO `json:"order"`
}

// BundleDTO are the orders of one payment.
type BundleDTO struct {
	PaymentDTO

	Orders []OrderDTO `json:"orders"`
}

// SetupIntentDTO lets the browser save a card.
type SetupIntentDTO struct {
	ClientSecret   string `json:"client_secret"`
	PublishableKey string `json:"publishable_key"`
	TestPayments   bool   `json:"test_payments" doc:"No money moves"`
}

// CardDTO is a saved card.
type CardDTO struct {
	ID       string `json:"id"`
	Brand    string `json:"brand"`
	Last4    string `json:"last4"`
	ExpMonth int64  `json:"exp_month"`
	ExpYear  int64  `json:"exp_year"`
	Default  bool   `json:"default" doc:"The one that was saved last"`
}
