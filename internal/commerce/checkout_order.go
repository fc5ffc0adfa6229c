package commerce

import (
	"time"

	"github.com/grandstand/grandstand/internal/tax"
)

// ordersOfQuote are the orders of a checkout, one for each line of what is bought.
func ordersOfQuote(q Quote, c *checkoutRow, taxes tax.List) []*orderRow {
	rows := make([]*orderRow, len(q.Lines))
	for i, l := range q.Lines {
		rows[i] = &orderRow{
			ChannelID: c.ChannelID, UserID: c.UserID, CheckoutID: c.ID, Type: typeOf(l.Product), Status: OrderCreated, PackageID: l.Package.ID,
			EventID: l.EventID(), EventCategoryID: l.CategoryID, ParticipantID: l.ParticipantID, ProductKey: l.Key(), Live: true,
			Currency: l.Currency, BasePrice: l.BasePrice, ServiceFee: l.ServiceFee, Discount: l.Discount, Amount: l.Amount(),
			CreatedMS: c.CreatedMS, UpdatedMS: c.CreatedMS, Taxes: taxes,
		}
	}
	return rows
}

func typeOf(p Product) OrderType {
	switch {
	case p.Event != nil:
		return OrderOfEvent
	case p.Package.Kind == KindSubscription:
		return OrderOfSubscription
	case p.isAddition():
		return OrderOfAddition
	}
	return OrderOfPackage
}

func keysOf(q Quote) []string {
	keys := make([]string, len(q.Lines))
	for i, l := range q.Lines {
		keys[i] = l.Key()
	}
	return keys
}

// monthPass is how long a pass of a month lasts; monthly plans renew every 30 days too.
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
