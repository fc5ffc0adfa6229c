package commerce

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
)

// Selection names something that is sold, as a buyer does: the ticket of EventID, by
// TicketID or whichever it has; or PackageID, with the part of it that is chosen. Fields
// that are 0 are not named.
type Selection struct {
	EventID, TicketID, PackageID, CategoryID, ParticipantID int64
}

// item is one product at its price.
type item struct {
	of            *Package
	kind          OrderType
	eventID       int64 // of a ticket
	categoryID    int64
	participantID int64
	sum           Sum
}

// choose finds what is wanted, at the channel's prices. Unprocessable, "id_not_selected"
// for what names nothing, or not the part that is to be named; NotFound,
// "package_not_found" and "event_not_found" for what the channel does not sell like that;
// Forbidden where it may not be watched; Unprocessable, "mixed_currencies".
func (t *Till) choose(ctx context.Context, p Purchase) ([]item, error) {
	items := make([]item, len(p.Wanted))
	for i, wanted := range p.Wanted {
		one, err := t.find(ctx, p, wanted)
		if err != nil {
			return nil, fault.At(err, i)
		}
		items[i] = one
	}
	if len(items) == 0 {
		return nil, errNotSelected()
	}
	if len(slices.Compact(slices.Sorted(slices.Values(keysOf(items))))) != len(items) {
		return nil, fault.New(fault.Unprocessable, "id_not_selected", "A product is named twice.")
	}
	if slices.ContainsFunc(items, func(one item) bool { return one.sum.Currency != items[0].sum.Currency }) {
		return nil, fault.New(fault.Unprocessable, "mixed_currencies", "These are sold in different currencies. Please buy them one by one.")
	}
	return items, nil
}

func errNotSelected() *fault.Error {
	return fault.New(fault.Unprocessable, "id_not_selected", "id not selected")
}

// find is one product. Nothing is sold to who could not watch it.
func (t *Till) find(ctx context.Context, p Purchase, wanted Selection) (item, error) {
	var ticket Ticket
	if wanted.EventID != 0 {
		var err error
		if ticket, err = t.Events.Ticket(ctx, p.ChannelID, wanted.EventID); err != nil {
			return item{}, err
		}
	}
	if err := RefuseSale(ticket.Event, p.Viewer, t.Clock.Now()); err != nil {
		return item{}, err
	}
	switch {
	case wanted.PackageID != 0 && wanted.TicketID == 0:
		return t.findPass(ctx, p.ChannelID, wanted, ticket)
	case wanted.EventID != 0 && wanted.PackageID == 0:
		return t.findTicket(ctx, p.ChannelID, wanted, ticket)
	}
	return item{}, errNotSelected()
}

// findTicket is the ticket of an event that is sold alone, at the event's own price.
func (t *Till) findTicket(ctx context.Context, channelID int64, wanted Selection, of Ticket) (item, error) {
	sold := of.Type == AccessPaid || of.Type == AccessPPV
	if !sold || of.Package == 0 || wanted.TicketID != 0 && PackageID(wanted.TicketID) != of.Package {
		return item{}, ErrNotFound()
	}
	p, err := t.Offers.Find(ctx, channelID, KindPackage, of.Package)
	if err != nil {
		return item{}, err
	}
	if p.Type != TypeEvent {
		return item{}, ErrNotFound()
	}
	return item{
		of: p, kind: OrderOfEvent, eventID: of.ID, sum: Sum{Currency: of.Currency, BasePrice: of.BasePrice, ServiceFee: of.ServiceFee},
	}, nil
}

// findPass is a package, or the part of it that is named. One that is wanted for an event
// has to open it.
func (t *Till) findPass(ctx context.Context, channelID int64, wanted Selection, of Ticket) (item, error) {
	p, err := t.Offers.Find(ctx, channelID, KindPackage, PackageID(wanted.PackageID))
	if err != nil {
		return item{}, err
	}
	over := !p.Ends.IsZero() && !p.Ends.After(t.Clock.Now())
	if p.Type == TypeEvent || over {
		return item{}, ErrNotFound()
	}
	one := item{of: p, kind: OrderOfPackage, sum: Sum{Currency: p.Currency, BasePrice: p.BasePrice, ServiceFee: p.ServiceFee}}
	if p.PassType == PassAddition || p.Type == TypeAdditional {
		one.kind = OrderOfAddition
	}
	switch p.Choice {
	case ChooseNothing:
	case ChooseCategory:
		one.categoryID = wanted.CategoryID
		if !slices.Contains(p.Categories, wanted.CategoryID) {
			return item{}, errNotSelected()
		}
	case ChooseParticipant:
		one.participantID = wanted.ParticipantID
		if !slices.Contains(p.Participants, wanted.ParticipantID) {
			return item{}, errNotSelected()
		}
	}
	if of.ID != 0 && one.kind == OrderOfPackage && !one.opens(of.Event) {
		return item{}, ErrNotFound()
	}
	return one, nil
}

// opens reports whether what is bought gives access to an event.
func (one item) opens(e Event) bool {
	g := Grant{Package: one.of, Chosen: one.categoryID + one.participantID} // one of them is 0
	_, ok := g.opens(e, time.Time{})
	return ok
}

// key names the product, part included: of each a user has one order that is good.
func (one item) key() string {
	switch {
	case one.eventID != 0:
		return fmt.Sprintf("event:%d", one.eventID)
	case one.categoryID != 0:
		return fmt.Sprintf("package:%d:category:%d", one.of.ID, one.categoryID)
	case one.participantID != 0:
		return fmt.Sprintf("package:%d:participant:%d", one.of.ID, one.participantID)
	}
	return fmt.Sprintf("package:%d", one.of.ID)
}

func keysOf(items []item) []string {
	keys := make([]string, len(items))
	for i, one := range items {
		keys[i] = one.key()
	}
	return keys
}

func totalOf(items []item) Sum {
	var total Sum
	for _, one := range items {
		total.Currency = one.sum.Currency
		total.BasePrice += one.sum.BasePrice
		total.ServiceFee += one.sum.ServiceFee
		total.Discount += one.sum.Discount
	}
	return total
}

// row is the order of an item, of the checkout that pays for it.
func (one item) row(c *checkoutRow) *orderRow {
	return &orderRow{
		ChannelID: c.ChannelID, UserID: c.UserID, CheckoutID: c.ID, Type: one.kind, Status: OrderCreated, PackageID: one.of.ID,
		EventID: one.eventID, EventCategoryID: one.categoryID, ParticipantID: one.participantID, ProductKey: one.key(), Live: true,
		Currency: one.sum.Currency, BasePrice: one.sum.BasePrice, ServiceFee: one.sum.ServiceFee, Discount: one.sum.Discount,
		Amount: one.sum.Amount(), CreatedMS: c.CreatedMS, UpdatedMS: c.CreatedMS,
	}
}

// monthPass is how long a pass of type month lasts; the specification's monthly plans renew
// every 30 days too.
const monthPass = 30 * 24 * time.Hour

// lasts is until when a pass that was paid at a time is good; zero: without end.
func lasts(kind Type, ends, paid time.Time) time.Time {
	switch kind {
	case TypeMonth, TypeMonthly:
		return paid.Add(monthPass)
	case TypeAnnual:
		return paid.AddDate(0, 12, 0)
	case TypeSeason:
		return ends
	case TypeEvent, TypeAdditional, TypeRegular:
	}
	return time.Time{}
}
