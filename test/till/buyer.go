package till

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/test/stage"
)

// Test cards of the provider (docs.stripe.com/testing).
const (
	CardGood     = "pm_card_visa"
	CardDeclined = "pm_card_visa_chargeDeclined"
	CardSecure   = "pm_card_authenticationRequired" // the bank asks the buyer
	cardRejected = "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds"
)

// Password is every buyer's.
const Password = "a-till-that-is-killed-7"

// Buyer is a user who buys.
type Buyer struct {
	*stage.Client

	shop     *Shop
	packages []int64
}

// Bought is what the API says of a purchase, as far as the tests ask.
type Bought struct {
	ClientSecret string `json:"client_secret"`
	Order        Sold   `json:"order"`  // of a single product
	Orders       []Sold `json:"orders"` // of a bundle
}

// Sold is an order as its buyer sees it.
type Sold struct {
	ID     int64  `json:"id"`
	Status string `json:"status"`
}

// Register makes a user who can buy.
func (s *Shop) Register(ctx context.Context, name string) (*Buyer, error) {
	b := &Buyer{Client: stage.NewClient(s.Server.URL, Channel), shop: s}
	if err := b.Open(ctx); err != nil {
		return nil, err
	}
	if err := b.Client.Register(ctx, name+"@example.com", Password); err != nil {
		return nil, err
	}
	var offers []struct {
		ID int64 `json:"id"`
	}
	if err := b.Get(ctx, "/api/packages", nil, &offers); err != nil {
		return nil, err
	}
	for _, o := range offers {
		b.packages = append(b.packages, o.ID)
	}
	if len(b.packages) == 0 {
		return nil, errors.New("the shop sells nothing")
	}
	return b, nil
}

// Product is the id of one of the shop's passes.
func (b *Buyer) Product(i int) int64 { return b.packages[i%len(b.packages)] }

// Buy buys one pass.
func (b *Buyer) Buy(ctx context.Context, product int64, card, code string) (Bought, error) {
	b.shop.noteOrder()
	var bought Bought
	err := b.Post(ctx, "/api/stripe/buy", map[string]any{"package_id": product, "payment_method": card, "coupon": code}, &bought)
	return bought, err
}

// BuyBundle buys several in one payment.
func (b *Buyer) BuyBundle(ctx context.Context, products []int64, card, code string) (Bought, error) {
	items := make([]map[string]any, len(products))
	for i, p := range products {
		items[i] = map[string]any{"package_id": p}
	}
	b.shop.noteOrder()
	var bought Bought
	err := b.Post(ctx, "/api/stripe/buy_bundle", map[string]any{"items": items, "payment_method": card, "coupon": code}, &bought)
	return bought, err
}

// Confirm answers what the buyer's bank asks: yes or no.
func (s *Shop) Confirm(ctx context.Context, clientSecret string, yes bool) error {
	intent, _, _ := strings.Cut(clientSecret, "_secret_")
	answer := map[bool]string{true: "complete", false: "fail"}[yes]
	return s.tell(ctx, "/3d_secure/"+Channel+"/"+intent, url.Values{"client_secret": {clientSecret}, "answer": {answer}})
}

// Desk gives some payment that went through back at the provider's own desk, behind the shop's back.
func (s *Shop) Desk(ctx context.Context, dice *rand.Rand) error {
	books, err := s.Books(ctx)
	if err != nil {
		return err
	}
	good := slices.DeleteFunc(books.Charges, func(c Charge) bool { return !c.Paid || c.Refunded > 0 })
	if len(good) == 0 {
		return nil
	}
	return s.tell(ctx, "/v1/refunds", url.Values{"payment_intent": {good[dice.IntN(len(good))].Intent}})
}

// tell posts a form to the simulator.
func (s *Shop) tell(ctx context.Context, path string, form url.Values) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Simulator.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if strings.HasPrefix(path, "/v1/") {
		request.Header.Set("Authorization", "Bearer sk_sim_"+Channel)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %.200s", path, answer.Status, text)
	}
	return err
}

// ordinary are the refusals that buyers meet on a day like this. Codes that are used up count as guesses, of which one
// address has so many.
func ordinary(err error) bool {
	if _, busy := stage.RetryAfter(err); busy {
		return true // what the server needs is away
	}
	problem, ok := errors.AsType[*stage.Problem](err)
	return err != nil && (!ok || slices.Contains([]string{
		"already_bought", "payment_in_progress", "payments_unavailable", "promo_code_wrong", "too_many_attempts",
	}, problem.Code))
}

// Wander buys something, somehow, and tells of the orders that are paid. An error is an answer that nobody should get;
// a server that is gone is none.
func (b *Buyer) Wander(ctx context.Context, dice *rand.Rand, paid func(order int64)) error {
	card, code := chooseCard(dice), ""
	if dice.IntN(5) == 0 {
		code = codes[dice.IntN(len(codes))]
	}
	first := dice.IntN(len(b.packages))
	var bought Bought
	var err error
	if dice.IntN(6) == 0 {
		bought, err = b.BuyBundle(ctx, []int64{b.Product(first), b.Product(first + 1)}, card, code)
	} else {
		bought, err = b.Buy(ctx, b.Product(first), card, code)
		bought.Orders = []Sold{bought.Order}
	}
	if problem, ok := errors.AsType[*stage.Problem](err); ok && problem.Code == "already_bought" {
		_ = b.shop.Desk(ctx, dice) // so that there is something to buy; the provider may be gone
	}
	if ordinary(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if bought.ClientSecret != "" && dice.IntN(5) > 0 { // one in five closes the window
		_ = b.shop.Confirm(ctx, bought.ClientSecret, dice.IntN(4) > 0) // the provider may be gone
	}
	for _, o := range bought.Orders {
		if o.Status == "paid" {
			paid(o.ID)
		}
	}
	return nil
}

func chooseCard(dice *rand.Rand) string {
	switch n := dice.IntN(10); {
	case n < 6:
		return CardGood
	case n < 7:
		return CardDeclined
	case n < 9:
		return CardSecure
	}
	return cardRejected
}
