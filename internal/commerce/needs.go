package commerce

import (
	"context"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// SaleEvent is an event as a shop sees it. Money is in minor units of Currency. Its
// Blackouts need not be filled: they are this domain's own.
type SaleEvent struct {
	Event

	Name       text.Text
	BasePrice  int64
	ServiceFee int64
	Currency   string
	Ticket     PackageID // by which it is bought alone; 0 for none
}

// Events answers what an event costs. It is the catalogue's to know.
type Events interface {
	// ForSale returns one event of the channel, whether it is sold or not. Unknown, or of
	// another channel: NotFound, "event_not_found".
	ForSale(ctx context.Context, channelID, eventID int64) (SaleEvent, error)
}

// noEvents is for who only writes offers, or reads them.
type noEvents struct{}

func (noEvents) ForSale(context.Context, int64, int64) (SaleEvent, error) {
	return SaleEvent{}, fault.NotFoundf("event", "Sorry! - Game Not Found")
}
