package demo

import (
	"context"
	"fmt"
	"strings"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// Till sells what the kit's users own.
type Till interface {
	Buy(ctx context.Context, p commerce.Purchase) (commerce.PurchaseResult, error)
}

// testCard is one that is charged at the simulator of payments ("Testing", test cards).
const testCard = "pm_card_visa"

// seedPurchases has users buy what they own, as they would themselves. Where there are no
// test payments they own nothing.
func (s *seeder) seedPurchases(ctx context.Context) error {
	for _, u := range s.kit.Channel.Users {
		for i, key := range u.Owns {
			item, err := s.item(key)
			if err != nil {
				return err
			}
			bought, err := s.Till.Buy(ctx, commerce.Purchase{
				ChannelID: s.channel, Buyer: commerce.Buyer{UserID: s.users[u.Email], Viewer: commerce.Viewer{LoggedIn: true}}, Language: u.Language,
				Items: []commerce.Item{item}, PaymentMethod: testCard, SaveCard: i == 0,
			})
			switch {
			case fault.KindOf(err) == fault.Unavailable:
				s.Log.WarnContext(ctx, "nothing can be bought in the demo", "error", err)
				return nil
			case err != nil:
				return fmt.Errorf("%s of %s: %w", key, u.Email, err)
			case bought.Orders[0].Status != commerce.OrderPaid:
				return fmt.Errorf("%s of %s is %s", key, u.Email, bought.Orders[0].Status)
			}
		}
	}
	return nil
}

// item is what the kit calls "subscription:monthly" or "package:hockey-pass".
func (s *seeder) item(owned string) (commerce.Item, error) {
	kind, key, _ := strings.Cut(owned, ":")
	id, ok := s.packages[key]
	switch {
	case ok && kind == "subscription":
		return commerce.Item{SubscriptionID: id}, nil
	case ok && kind == "package":
		return commerce.Item{PackageID: id}, nil
	}
	return commerce.Item{}, fmt.Errorf("the kit sells no %q", owned)
}
