package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// Prices are no secret: a visitor who has not logged in yet may see what a purchase will
// cost. Promo codes are: whoever tries one is logged in, as buying needs it in any case,
// because how often a user may use a code, and how many wrong ones they may try, cannot be
// told of nobody.
func (a *API) registerCoupon() {
	failures := saleFailures()
	register(a, Operation{
		ID: "apply-coupon", Method: http.MethodGet, Path: "/api/apply_coupon", Tag: "payments",
		Summary: "Get the price of an event or pass with a promo code", Auth: AuthUser, Class: ClassPurchase, Errors: failures,
	}, a.applyCoupon)
	register(a, Operation{
		ID: "invoice-preview", Method: http.MethodPost, Path: "/api/stripe/invoice-preview", Tag: "payments",
		Summary: "Preview the price of a purchase, line by line. A promo code needs a logged-in user",
		Auth:    AuthKey, Class: ClassPurchase,
		Errors: append(slices.Clip(failures), Failure{fault.Unauthenticated, "unauthenticated"}, Failure{fault.Unprocessable, "mixed_currencies"},
			Failure{fault.Unprocessable, "named_twice"}),
	}, a.previewInvoice)
}

// saleFailures are why something that is named cannot be bought, or not with a promo code.
func saleFailures() []Failure {
	return []Failure{
		{fault.Unprocessable, "id_not_selected"},
		{fault.Unprocessable, "single_event_package_required"},
		{fault.Unprocessable, "not_for_sale"},
		{fault.Unprocessable, "event_cancelled"},
		{fault.Unprocessable, "event_postponed"},
		{fault.Unprocessable, "choice_required"},
		{fault.Unprocessable, "choice_not_offered"},
		{fault.Unprocessable, "addition_alone"},
		{fault.Conflict, "payment_disputed"},
		{fault.Unprocessable, "bought_alone"},
		{fault.Unprocessable, "amount_too_small"},
		{fault.NotFound, "package_not_found"},
		{fault.NotFound, "event_not_found"},
		{fault.Forbidden, "not_sold_in_region"},
		{fault.Unprocessable, "promo_code_invalid"},
		{fault.Unprocessable, "promo_code_wrong"},
		{fault.Throttled, "too_many_attempts"},
	}
}

func (a *API) applyCoupon(ctx context.Context, c Caller, in *applyCouponInput) (Data[CouponPriceDTO], error) {
	q, err := a.quote(ctx, c, []commerce.Item{in.item()}, in.Coupon)
	if err != nil {
		return Data[CouponPriceDTO]{}, err
	}
	return data(CouponPriceDTO{PriceDTO: newPriceDTO(q), CouponDTO: newCouponDTO(q.Coupon)}), nil
}

func (a *API) previewInvoice(ctx context.Context, c Caller, in *previewInput) (Data[InvoicePreviewDTO], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Data[InvoicePreviewDTO]{}, err
	}
	q, err := a.quote(ctx, c, in.items(), in.Body.Coupon)
	if err != nil {
		return Data[InvoicePreviewDTO]{}, err
	}
	used, err := a.trialUsed(ctx, c)
	if err != nil {
		return Data[InvoicePreviewDTO]{}, err
	}
	dto := InvoicePreviewDTO{Lines: make([]InvoiceLineDTO, len(q.Lines)), PriceDTO: newPriceDTO(q), DueNow: q.Amount}
	for i, l := range q.Lines {
		dto.Lines[i] = InvoiceLineDTO{Product: newOrderProductDTO(l.Product), Name: v.in(l.Name()), BasePrice: l.BasePrice, ServiceFee: l.ServiceFee, Discount: l.Discount}
	}
	if q.Coupon != nil {
		coupon := newCouponDTO(q.Coupon)
		dto.Coupon = &coupon
	}
	if r, renews := q.Renewal(a.Clock.Now(), used); renews {
		dto.Renewal = &RenewalDTO{TrialDays: r.TrialDays, NextChargeAt: r.NextCharge.UTC(), NextCharge: r.Amount, EveryDays: r.Days}
		if r.TrialDays > 0 {
			dto.DueNow = 0
		}
	}
	return data(dto), nil
}

// trialUsed reports whether a caller has had the one free trial of a channel. Of a visitor
// nothing is known.
func (a *API) trialUsed(ctx context.Context, c Caller) (bool, error) {
	if !c.Actor.IsUser() {
		return false, nil
	}
	user, err := a.Accounts.Profile(ctx, c.Actor)
	if err != nil || user.TrialPeriodUsed {
		return true, err
	}
	return a.Commerce.TrialUsed(ctx, c.Channel.ID, c.Actor.UserID)
}

// quote prices items for the caller, where they are.
func (a *API) quote(ctx context.Context, c Caller, items []commerce.Item, code string) (commerce.Quote, error) {
	viewer, err := a.viewer(ctx, c)
	if err != nil {
		return commerce.Quote{}, err
	}
	who := commerce.Buyer{UserID: c.Actor.UserID, Address: c.Address, Viewer: viewer}
	return a.Commerce.Quote(ctx, c.Channel.ID, who, items, code)
}

type applyCouponInput struct {
	Coupon               string `query:"coupon" required:"true" minLength:"1" maxLength:"100" doc:"The promo code, in capitals or not"`
	EventID              int64  `query:"event_id" minimum:"0" doc:"As in the call that buys, as are the others"`
	SingleEventPackageID int64  `query:"single_event_package_id" minimum:"0"`
	PackageID            int64  `query:"package_id" minimum:"0"`
	SubscriptionID       int64  `query:"subscription_id" minimum:"0"`
	EventCategoryID      int64  `query:"event_category_id" minimum:"0"`
	ParticipantID        int64  `query:"participant_id" minimum:"0"`
}

func (in *applyCouponInput) item() commerce.Item {
	return commerce.Item{
		EventID: in.EventID, SingleEventPackageID: commerce.PackageID(in.SingleEventPackageID), PackageID: commerce.PackageID(in.PackageID),
		SubscriptionID: commerce.PackageID(in.SubscriptionID),
		CategoryID:     in.EventCategoryID, ParticipantID: in.ParticipantID,
	}
}

func (f ProductFields) item() commerce.Item {
	return commerce.Item{
		EventID: f.EventID, SingleEventPackageID: commerce.PackageID(f.SingleEventPackageID), PackageID: commerce.PackageID(f.PackageID),
		SubscriptionID: commerce.PackageID(f.SubscriptionID),
		CategoryID:     f.EventCategoryID, ParticipantID: f.ParticipantID,
	}
}

// previewInput takes the body of both calls that buy.
type previewInput struct {
	Body struct {
		KeyField
		ProductFields
		CardFields

		Items []ProductFields `json:"items,omitempty" maxItems:"20" doc:"What is bought together"`
	}
}

// items are all that is named; the body's own product is one, where it names any or where
// there are no others.
func (in *previewInput) items() []commerce.Item {
	items := make([]commerce.Item, 0, len(in.Body.Items)+1)
	for _, f := range in.Body.Items {
		items = append(items, f.item())
	}
	if own := in.Body.item(); own != (commerce.Item{}) || len(items) == 0 {
		items = append(items, own)
	}
	return items
}

// PriceDTO is what is paid, in minor units of Currency: base_price - discount +
// service_fee.
type PriceDTO struct {
	BasePrice  int64  `json:"base_price"`
	ServiceFee int64  `json:"service_fee" doc:"Shown as taxes; no promo code changes it"`
	Discount   int64  `json:"discount" doc:"What a promo code takes off base_price"`
	Price      int64  `json:"price" doc:"What is paid: base_price - discount + service_fee"`
	Currency   string `json:"currency" enum:"USD,CAD"`
}

func newPriceDTO(q commerce.Quote) PriceDTO {
	return PriceDTO{BasePrice: q.BasePrice, ServiceFee: q.ServiceFee, Discount: q.Discount, Price: q.Amount, Currency: q.Currency}
}

// CouponPriceDTO is a price with a promo code.
type CouponPriceDTO struct {
	PriceDTO
	CouponDTO
}

// CouponDTO is a promo code that counts.
type CouponDTO struct {
	Code       string  `json:"code" doc:"As the channel writes it"`
	PercentOff float64 `json:"percent_off" doc:"In percent; 0 for one that takes off an amount"`
	AmountOff  int64   `json:"amount_off" doc:"In minor units; 0 for one that takes off a percentage"`
}

func newCouponDTO(c *commerce.Coupon) CouponDTO {
	return CouponDTO{Code: c.Code, PercentOff: float64(c.PercentOff) / 100, AmountOff: c.AmountOff}
}

// InvoicePreviewDTO is what a purchase would cost.
type InvoicePreviewDTO struct {
	PriceDTO

	Lines   []InvoiceLineDTO `json:"lines" doc:"In the order in which they were named"`
	Coupon  *CouponDTO       `json:"coupon" doc:"The promo code that is in the price; null without one"`
	DueNow  int64            `json:"due_now" doc:"What of price is paid at once: nothing where a free trial begins"`
	Renewal *RenewalDTO      `json:"renewal" doc:"How a subscription goes on if it begins now; null for what is paid once"`
}

// RenewalDTO is when a subscription is charged, by the server's clock.
type RenewalDTO struct {
	TrialDays    int       `json:"trial_days" doc:"That are free before the first charge; 0 without a trial, for whom has used theirs, and with a promo code"`
	NextChargeAt time.Time `json:"next_charge_at" doc:"After the charge of today or, with a trial, the first"`
	NextCharge   int64     `json:"next_charge" doc:"Of that charge and of each after it, in minor units"`
	EveryDays    int       `json:"every_days" doc:"Days between charges; 0: twelve months"`
}

// InvoiceLineDTO is one thing that is bought. Money is in minor units.
type InvoiceLineDTO struct {
	Product    orderProductDTO `json:"product" doc:"As the order of the line names it"`
	Name       string          `json:"name"`
	BasePrice  int64           `json:"base_price"`
	ServiceFee int64           `json:"service_fee"`
	Discount   int64           `json:"discount"`
}
