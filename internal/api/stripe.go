package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerStripe() {
	failures := []Failure{
		{fault.Unprocessable, "id_not_selected"},
		{fault.NotFound, "package_not_found"},
		{fault.NotFound, "event_not_found"},
		{fault.Conflict, "already_bought"},
		{fault.Conflict, "payment_in_progress"},
		{fault.Unprocessable, "card_required"},
		{fault.Unprocessable, "promo_code_invalid"},
		{fault.Unprocessable, "promo_code_wrong"},
		{fault.Forbidden, "not_sold_in_region"},
		{fault.Unavailable, "payments_unavailable"},
	}
	register(a, Operation{
		ID: "buy", Method: http.MethodPost, Path: "/api/stripe/buy", Tag: "payments",
		Summary: "Buy one event or pass by card", Auth: AuthUser, Class: ClassPurchase, Errors: failures,
	}, a.buy)
	register(a, Operation{
		ID: "buy-bundle", Method: http.MethodPost, Path: "/api/stripe/buy_bundle", Tag: "payments",
		Summary: "Buy several events and passes in one payment", Auth: AuthUser, Class: ClassPurchase,
		Errors: append(failures, Failure{fault.Unprocessable, "mixed_currencies"}),
	}, a.buyBundle)
	register(a, Operation{
		ID: "setup-intent", Method: http.MethodPost, Path: "/api/stripe/setup-intent", Tag: "payments",
		Summary: "Begin to save a card without paying", Auth: AuthUser, Class: ClassPurchase,
		Errors: []Failure{{fault.Unavailable, "payments_unavailable"}},
	}, a.setupIntent)
	register(a, Operation{
		ID: "list-cards", Method: http.MethodGet, Path: "/api/stripe/list-cards", Tag: "payments",
		Summary: "The user's saved cards", Auth: AuthUser, Class: ClassPurchase,
		Errors: []Failure{{fault.Unavailable, "payments_unavailable"}},
	}, a.listCards)
}

func (a *API) buy(_ context.Context, _ Caller, _ *buyInput) (Data[BoughtDTO], error) {
	return Data[BoughtDTO]{}, commerce.ErrPaymentsUnavailable()
}

func (a *API) buyBundle(_ context.Context, _ Caller, _ *buyBundleInput) (Data[BundleDTO], error) {
	return Data[BundleDTO]{}, commerce.ErrPaymentsUnavailable()
}

func (a *API) setupIntent(_ context.Context, _ Caller, _ *keyOnlyInput) (Data[SetupIntentDTO], error) {
	return Data[SetupIntentDTO]{}, commerce.ErrPaymentsUnavailable()
}

func (a *API) listCards(_ context.Context, _ Caller, _ *struct{}) (Page[CardDTO], error) {
	return Page[CardDTO]{}, commerce.ErrPaymentsUnavailable()
}

// ProductFields name what is bought: the ticket of event_id, or package_id with the part
// of it that is chosen.
type ProductFields struct {
	EventID              int64 `json:"event_id,omitempty" minimum:"0" doc:"The event, for its ticket; with package_id, the event that the pass is to cover"`
	SingleEventPackageID int64 `json:"single_event_package_id,omitempty" minimum:"0" doc:"The package by which the event is bought alone"`
	PackageID            int64 `json:"package_id,omitempty" minimum:"0"`
	EventCategoryID      int64 `json:"event_category_id,omitempty" minimum:"0" doc:"Of a pass with choice category"`
	ParticipantID        int64 `json:"participant_id,omitempty" minimum:"0" doc:"Of a pass with choice participant"`
}

// CardFields say how it is paid.
type CardFields struct {
	PaymentMethod string `json:"payment_method,omitempty" maxLength:"255" doc:"A saved card, or one that the browser has just given to the provider; not needed where nothing is to be paid"`
	Coupon        string `json:"coupon,omitempty" maxLength:"100"`
	SaveCard      bool   `json:"save_card,omitempty"`
}

type buyInput struct {
	Body struct {
		KeyField
		ProductFields
		CardFields
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
	Default  bool   `json:"default"`
}
