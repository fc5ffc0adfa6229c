package commerce

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// Item is what a buyer names: an event together with its single-event package, or a
// package, or a subscription. Of a package with a Choice they name the category or the
// participant besides.
// Ids that are 0 are not named.
type Item struct {
	EventID              int64
	SingleEventPackageID PackageID
	PackageID            PackageID
	SubscriptionID       PackageID
	CategoryID           int64
	ParticipantID        int64
}

// Product is an Item that was found, may be sold to who asks, and has a price, in minor
// units of Currency. That of a ticket is its event's.
type Product struct {
	Package *Package
	Event   *SaleEvent // of a ticket, else nil
	// CategoryID or ParticipantID is the part of the package that was chosen; both are 0
	// where it is bought as a whole.
	CategoryID    int64
	ParticipantID int64
	BasePrice     int64
	ServiceFee    int64
	Currency      string
}

// EventID is the event of a ticket, else 0.
func (p Product) EventID() int64 {
	if p.Event == nil {
		return 0
	}
	return p.Event.ID
}

// Name is what a bill calls the product: the event of a ticket, the package otherwise.
func (p Product) Name() text.Text {
	if p.Event != nil {
		return p.Event.Name
	}
	return p.Package.Name
}

// Key names the product among all of its channel: two buyers who get the same have the
// same key.
func (p Product) Key() string {
	switch {
	case p.Event != nil:
		return fmt.Sprintf("event:%d", p.Event.ID)
	case p.Package.Kind == KindSubscription:
		return fmt.Sprintf("subscription:%d", p.Package.ID)
	case p.CategoryID != 0:
		return fmt.Sprintf("package:%d:category:%d", p.Package.ID, p.CategoryID)
	case p.ParticipantID != 0:
		return fmt.Sprintf("package:%d:participant:%d", p.Package.ID, p.ParticipantID)
	}
	return fmt.Sprintf("package:%d", p.Package.ID)
}

// isAddition reports whether the product is added to what else somebody has. A ticket is
// not, whatever package it is sold by.
func (p Product) isAddition() bool {
	return p.Event == nil && p.Package.IsAddition()
}

// Line is one product of a quote, and what a coupon takes off it.
type Line struct {
	Product

	Discount int64 // at most BasePrice
}

// Amount is what is paid for the line.
func (l Line) Amount() int64 { return l.BasePrice - l.Discount + l.ServiceFee }

// Quote is what a purchase costs, in minor units of Currency. Each sum is that of the
// lines, and Amount is BasePrice - Discount + ServiceFee: never negative.
type Quote struct {
	Lines      []Line // in the order in which they were named
	Currency   string
	BasePrice  int64
	ServiceFee int64
	Discount   int64
	Amount     int64
	Coupon     *Coupon // nil without one
	TrialDays  int     // of a subscription that begins with its free trial, else 0
	cardHash   string  // of the card that pays after the trial
}

// product is that of the line with a key; each line has its own.
func (q Quote) product(key string) Product {
	i := slices.IndexFunc(q.Lines, func(l Line) bool { return l.Key() == key })
	return q.Lines[i].Product
}

// Price adds up products of one currency, less what a coupon takes off; nil for none. It
// is a pure function, and the order of products changes no sum. No product at all is
// Unprocessable, "id_not_selected"; one named twice "named_twice"; two currencies
// "mixed_currencies"; a coupon that takes nothing off any of them "promo_code_wrong".
func Price(products []Product, c *Coupon) (Quote, error) {
	if len(products) == 0 {
		return Quote{}, errNothingNamed()
	}
	q := Quote{Lines: make([]Line, len(products)), Currency: products[0].Currency, Coupon: c}
	keys := make(map[string]bool, len(products))
	for i, p := range products {
		if p.Currency != q.Currency {
			return Quote{}, fault.New(fault.Unprocessable, "mixed_currencies", "Everything in one purchase must be in the same currency.")
		}
		if keys[p.Key()] {
			return Quote{}, fault.New(fault.Unprocessable, "named_twice", "The same item is listed twice.")
		}
		keys[p.Key()], q.Lines[i] = true, Line{Product: p}
	}
	if c != nil {
		c.discount(q.Lines)
	}
	for _, l := range q.Lines {
		q.BasePrice += l.BasePrice
		q.ServiceFee += l.ServiceFee
		q.Discount += l.Discount
	}
	q.Amount = q.BasePrice - q.Discount + q.ServiceFee
	if c != nil && q.Discount == 0 {
		return Quote{}, errWrongCode(couponNotForThis)
	}
	return q, nil
}

// allOf is the whole in basis points.
const allOf = 10_000

// discount writes what the coupon takes off each line; fees stay as they are.
func (c *Coupon) discount(lines []Line) {
	var on []*Line
	for i := range lines {
		if l := &lines[i]; c.appliesTo(l.Product) {
			on = append(on, l)
		}
	}
	if c.PercentOff == 0 {
		spread(on, c.AmountOff)
		return
	}
	for _, l := range on {
		l.Discount = (l.BasePrice*c.PercentOff + allOf/2) / allOf // half up: nothing here is negative
	}
}

// appliesTo reports whether the coupon is for a product. An amount is only taken off its
// own currency.
func (c *Coupon) appliesTo(p Product) bool {
	if c.PercentOff == 0 && c.Currency != p.Currency {
		return false
	}
	return !c.Restricted || slices.Contains(c.Packages, p.Package.ID)
}

// spread takes an amount, at most what the lines cost, off them in proportion to their base
// prices. What is left of rounding down goes by one minor unit each to the lines that lost
// most by it (the method of largest remainders), so that not one unit is lost, and no line
// gets more than its base price.
func spread(on []*Line, amount int64) {
	var total int64
	for _, l := range on {
		total += l.BasePrice
	}
	amount = min(amount, total)
	if amount <= 0 {
		return
	}
	left := amount
	for _, l := range on {
		l.Discount = amount * l.BasePrice / total
		left -= l.Discount
	}
	slices.SortFunc(on, func(a, b *Line) int {
		x, y := amount*a.BasePrice%total, amount*b.BasePrice%total
		if x != y {
			return cmp.Compare(y, x)
		}
		return cmp.Compare(a.Key(), b.Key())
	})
	for _, l := range on[:left] {
		l.Discount++
	}
}
