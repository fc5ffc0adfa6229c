package commerce

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
)

// Buyer is who wants to know a price, or to pay it.
type Buyer struct {
	UserID  int64      // 0 for a visitor
	Address netip.Addr // from which codes are tried
	Viewer  Viewer     // where they are: what they may not watch is not sold to them
}

// maxItems is how much is bought at once.
const maxItems = 20

// Quote says what items cost a buyer, with a promo code or "" for none, as the database has
// prices now: it has no effect but that wrong codes are counted. TakeCoupon takes the use
// of Quote.Coupon.
//
// Refused are, besides what Price refuses: as Unprocessable, items that name nothing, or
// two things at once ("id_not_selected"), a ticket without its package
// ("single_event_package_required"), what nobody can buy ("not_for_sale"), a part of a pass
// that is not named ("choice_required") or not offered ("choice_not_offered"), an add-on to
// nothing ("addition_alone"), a code that there is not ("promo_code_invalid") or that does
// not count ("promo_code_wrong"); as NotFound, "event_not_found" and "package_not_found",
// which a package of another event is too; as Forbidden, "not_sold_in_region"; a code of a
// visitor as Unauthenticated; less than a card is charged ("amount_too_small"); and too many wrong codes as Throttled.
func (s *Service) Quote(ctx context.Context, channelID int64, who Buyer, items []Item, code string) (Quote, error) {
	products, err := s.resolve(ctx, channelID, who, items)
	if err != nil {
		return Quote{}, err
	}
	q, err := Price(products, nil)
	if err == nil && code != "" {
		q, err = s.withCode(ctx, channelID, who, products, code)
	}
	if err != nil {
		return Quote{}, err
	}
	return q.chargeable()
}

// resolve finds what items name.
func (s *Service) resolve(ctx context.Context, channelID int64, who Buyer, items []Item) ([]Product, error) {
	switch {
	case len(items) == 0:
		return nil, errNothingNamed()
	case len(items) > maxItems:
		return nil, fault.InvalidFields(fault.Field{Field: "items", Code: "too_many", Message: fmt.Sprintf("At most %d values are allowed.", maxItems)})
	}
	offers, err := selectNamed(ctx, s.db.From(ctx), channelID, packagesOf(items))
	if err != nil {
		return nil, err
	}
	products := make([]Product, len(items))
	for i, item := range items {
		if products[i], err = s.product(ctx, channelID, who, item, offers); err != nil {
			return nil, err
		}
	}
	if len(products) > 1 && slices.ContainsFunc(products, func(p Product) bool { return p.Package.Kind == KindSubscription }) {
		return nil, errBoughtAlone()
	}
	return products, s.requireBase(ctx, channelID, who, products)
}

// packagesOf returns the ids of the packages that items name.
func packagesOf(items []Item) []PackageID {
	var ids []PackageID
	for _, item := range items {
		for _, id := range []PackageID{item.SingleEventPackageID, item.PackageID, item.SubscriptionID} {
			if id != 0 {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// product finds what one item names, among the packages that items name.
func (s *Service) product(ctx context.Context, channelID int64, who Buyer, item Item, offers []*Package) (Product, error) {
	if item.unclear() {
		return Product{}, errNothingNamed()
	}
	e, err := s.saleEvent(ctx, channelID, item.EventID)
	if err != nil {
		return Product{}, err
	}
	if err := RefuseSale(e.Event, who.Viewer, s.clock.Now()); err != nil {
		return Product{}, err
	}
	if item.SubscriptionID != 0 {
		p, err := productOfSubscription(item, offers)
		if err != nil {
			return Product{}, err
		}
		return p, e.refuseOther(item, p)
	}
	if item.PackageID == 0 {
		return ticket(e, item, offers)
	}
	p, err := s.pass(item, offers)
	if err != nil {
		return Product{}, err
	}
	return p, e.refuseOther(item, p)
}

// refuseOther refuses what does not open the event for whose sake it is bought.
func (e SaleEvent) refuseOther(item Item, p Product) error {
	if item.EventID != 0 && (e.Type != AccessPaid || !p.Grant().covers(e.Event)) {
		return ErrNotFound()
	}
	return nil
}

// unclear reports whether an item names nothing, or what may be meant in two ways: guessing
// would charge somebody for what they did not want.
func (i Item) unclear() bool {
	if i.SubscriptionID != 0 {
		return i.PackageID != 0 || i.SingleEventPackageID != 0
	}
	if i.PackageID != 0 {
		return i.SingleEventPackageID != 0
	}
	return i.EventID == 0
}

// saleEvent is an event with its blackouts; the zero one where none is named, which is
// sold wherever the channel is.
func (s *Service) saleEvent(ctx context.Context, channelID, id int64) (SaleEvent, error) {
	if id == 0 {
		return SaleEvent{}, nil
	}
	e, err := s.events.ForSale(ctx, channelID, id)
	if err != nil {
		return SaleEvent{}, err
	}
	rules, err := s.Blackouts(ctx, channelID)
	if err != nil {
		return SaleEvent{}, err
	}
	e.Blackouts = rules.Of(id)
	return e, nil
}

// ticket is an event bought alone, at its own price: only what is paid for and can still be
// watched is sold, and only by the package that the event names.
func ticket(e SaleEvent, item Item, offers []*Package) (Product, error) {
	switch {
	case e.Type != AccessPaid && e.Type != AccessPPV, e.Unrecorded:
		return Product{}, errNotForSale()
	case item.SingleEventPackageID == 0:
		return Product{}, fault.OfField(fault.Unprocessable, "single_event_package_id", "single_event_package_required",
			"A paid event needs a single-event package id")
	case item.CategoryID != 0 || item.ParticipantID != 0:
		return Product{}, errNotOffered()
	}
	p := find(offers, item.SingleEventPackageID)
	if p == nil || p.Kind != KindPackage || p.Type != TypeEvent || p.ID != e.Ticket {
		return Product{}, ErrNotFound()
	}
	return Product{Package: p, Event: &e, BasePrice: e.BasePrice, ServiceFee: e.ServiceFee, Currency: e.Currency}, nil
}

// pass is a package, whole or the part of it that is chosen.
func (s *Service) pass(item Item, offers []*Package) (Product, error) {
	p := find(offers, item.PackageID)
	switch {
	case p == nil || p.Kind != KindPackage:
		return Product{}, ErrNotFound()
	case p.Type == TypeEvent: // whose price is that of an event: which?
		return Product{}, errNothingNamed()
	case !p.Ends.IsZero() && !p.Ends.After(s.clock.Now()):
		return Product{}, errNotForSale()
	}
	if err := p.offers(item); err != nil {
		return Product{}, err
	}
	return Product{
		Package: p, CategoryID: item.CategoryID, ParticipantID: item.ParticipantID,
		BasePrice: p.BasePrice, ServiceFee: p.ServiceFee, Currency: p.Currency,
	}, nil
}

// offers refuses a choice that the package does not leave, and the want of one that it does.
func (p *Package) offers(item Item) error {
	var categories, participants []int64
	switch p.Choice {
	case ChooseCategory:
		if categories = p.Categories; item.CategoryID == 0 {
			return errNotChosen("event_category_id")
		}
	case ChooseParticipant:
		if participants = p.Participants; item.ParticipantID == 0 {
			return errNotChosen("participant_id")
		}
	case ChooseNothing:
	}
	if item.CategoryID != 0 && !slices.Contains(categories, item.CategoryID) ||
		item.ParticipantID != 0 && !slices.Contains(participants, item.ParticipantID) {
		return errNotOffered()
	}
	return nil
}

// Grant is what the product opens once it is paid, without its end.
func (p Product) Grant() Grant {
	return Grant{EventID: p.EventID(), Package: p.Package, Chosen: max(p.CategoryID, p.ParticipantID)}
}

// errBaseOnHold refuses an add-on to what the buyer's bank keeps from opening.
func errBaseOnHold() error {
	return fault.New(fault.Conflict, "payment_disputed", "Your bank is disputing your payment, so you cannot buy this add-on for now. You can buy it when your order is active again.")
}

// requireBase refuses add-ons to nothing: to be added to are what is bought with them and
// what the buyer holds. Of a visitor nothing is known, and nothing is sold to them.
func (s *Service) requireBase(ctx context.Context, channelID int64, who Buyer, products []Product) error {
	if who.UserID == 0 || !slices.ContainsFunc(products, Product.isAddition) ||
		slices.ContainsFunc(products, func(p Product) bool { return !p.isAddition() }) {
		return nil
	}
	held, err := s.StoredGrants(ctx, channelID, who.UserID)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	isBase := func(g Grant) bool { return g.givesAccess(now) && !g.isAddition() }
	switch {
	case slices.ContainsFunc(held, isBase):
	case slices.ContainsFunc(released(held), isBase):
		return errBaseOnHold()
	default:
		return fault.New(fault.Unprocessable, "addition_alone", "An add-on must be added to a pass or an event.")
	}
	return nil
}

// withCode prices products with a promo code. Every code that does not count is counted
// against the user and their address, whatever is wrong with it.
func (s *Service) withCode(ctx context.Context, channelID int64, who Buyer, products []Product, code string) (Quote, error) {
	if who.UserID == 0 {
		return Quote{}, actor.LoginNeeded()
	}
	giveBack, err := s.guesses.take(channelID, who)
	if err != nil {
		return Quote{}, err
	}
	c, err := s.findCoupon(ctx, channelID, who.UserID, code)
	if err != nil {
		return Quote{}, err
	}
	q, err := Price(products, c)
	if err == nil {
		giveBack()
	}
	return q, err
}

func find(offers []*Package, id PackageID) *Package {
	i := slices.IndexFunc(offers, func(p *Package) bool { return p.ID == id })
	if i < 0 {
		return nil
	}
	return offers[i]
}

func errNotForSale() *fault.Error {
	return fault.New(fault.Unprocessable, "not_for_sale", "This is not for sale.")
}

func errNotChosen(field string) *fault.Error {
	return fault.OfField(fault.Unprocessable, field, "choice_required", "Please choose what your pass is for.")
}

func errNotOffered() *fault.Error {
	return fault.New(fault.Unprocessable, "choice_not_offered", "This pass does not offer that choice.")
}

// productOfSubscription returns the product of a cart item that names a subscription. A subscription is sold as a whole, and in a purchase
// of its own.
func productOfSubscription(item Item, offers []*Package) (Product, error) {
	p := find(offers, item.SubscriptionID)
	if p == nil || p.Kind != KindSubscription {
		return Product{}, ErrNotFound()
	}
	if p.Price() == 0 { // a free subscription is not for sale
		return Product{}, errNotForSale()
	}
	return Product{Package: p, BasePrice: p.BasePrice, ServiceFee: p.ServiceFee, Currency: p.Currency}, p.offers(item)
}
