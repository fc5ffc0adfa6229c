package commerce

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// Cards returns the saved cards of a user, the newest first, each number once. Who never paid has
// none, and the provider is not asked. Where a number was saved twice, TidyCards is to come.
func (t *Till) Cards(ctx context.Context, channelID, userID int64) ([]payment.Card, error) {
	_, cards, err := t.storedCards(ctx, channelID, userID)
	if err != nil {
		return nil, err
	}
	older := replaced(cards)
	if len(older) == 0 {
		return cards, nil
	}
	err = t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return t.Queue.EnqueueCards(ctx, tx, channelID, userID) })
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(cards, func(c payment.Card) bool { return older[c.ID] != "" }), nil
}

// storedCards are the cards that the provider has of a user, the newest first.
func (t *Till) storedCards(ctx context.Context, channelID, userID int64) (Account, []payment.Card, error) {
	account, err := t.Payments.Account(ctx, channelID)
	if err != nil {
		return nil, nil, err
	}
	cards, err := t.cardsAt(ctx, account, channelID, userID)
	return account, cards, err
}

func (t *Till) cardsAt(ctx context.Context, account Account, channelID, userID int64) ([]payment.Card, error) {
	customer, err := t.knownCustomer(ctx, account, channelID, userID)
	if err != nil || customer == "" {
		return nil, err
	}
	cards, err := account.ListCards(ctx, customer)
	if payment.IsMissing(err, customer) {
		return nil, t.dropCustomer(ctx, t.DB.Write(), account.Name(), channelID, customer)
	}
	if err != nil {
		return nil, unavailable(err)
	}
	return cards, nil
}

// replaced are the cards whose number was saved again, each with the newest card of that number.
func replaced(cards []payment.Card) map[string]string {
	newest, older := map[string]string{}, map[string]string{}
	for _, c := range cards {
		switch first := newest[c.Fingerprint]; {
		case c.Fingerprint == "":
		case first == "":
			newest[c.Fingerprint] = c.ID
		default:
			older[c.ID] = first
		}
	}
	return older
}

// ownCard is one of the saved cards of a user: NotFound, "card_not_found", for any other.
func (t *Till) ownCard(ctx context.Context, account Account, channelID, userID int64, id string) (payment.Card, error) {
	cards, err := t.cardsAt(ctx, account, channelID, userID)
	if err != nil {
		return payment.Card{}, err
	}
	for _, card := range cards {
		if card.ID == id {
			return card, nil
		}
	}
	return payment.Card{}, errCardNotFound()
}

func errCardNotFound() *fault.Error { return fault.NotFoundf("card", "Card not found.") }

// tidyAgain is when cards are looked through again of which one is being paid with.
const tidyAgain = 5 * time.Minute

// TidyCards forgets the cards of a user whose number was saved again. What renews by one of them
// renews by the newest then: its date of expiry is the latest that the user knows, and it is the
// one that calls under way name. It returns when to be called again, because somebody is paying by
// a card that is to go; 0 for not at all.
func (t *Till) TidyCards(ctx context.Context, channelID, userID int64) (again time.Duration, err error) {
	account, cards, err := t.storedCards(ctx, channelID, userID)
	if err != nil {
		return 0, err
	}
	for older, newest := range replaced(cards) {
		busy, err := t.DB.From(ctx).NewSelect().Model((*checkoutRow)(nil)).Where("channel_id = ?", channelID).Where("user_id = ?", userID).
			Where("status = ?", OrderCreated).Where("payment_method = ?", older).Exists(ctx)
		if err != nil {
			return 0, fmt.Errorf("look for what is being paid by a card: %w", err)
		}
		if busy {
			again = tidyAgain
			continue
		}
		if err := t.moveRenewals(ctx, account, channelID, userID, older, newest); err != nil {
			return 0, err
		}
		if err := forgetCard(ctx, account, older); err != nil {
			return 0, err
		}
	}
	return again, nil
}

// moveRenewals has what a user's card pays, as the provider has it, paid by another one.
func (t *Till) moveRenewals(ctx context.Context, account Account, channelID, userID int64, from, to string) error {
	rows, err := t.unendedSubscriptions(ctx, account, channelID, userID)
	if err != nil {
		return err
	}
	for _, row := range rows {
		s, err := account.RetrieveSubscription(ctx, row.Ref)
		if err != nil {
			return err
		}
		if s.Card.ID != from {
			continue
		}
		if err := account.ChangeCard(ctx, row.Ref, to); err != nil {
			return err
		}
		if err := t.refreshSubscriptionOf(ctx, account, channelID, row.CheckoutID); err != nil {
			return err
		}
	}
	return nil
}

// unendedSubscriptions returns the user's subscriptions at an account that have not ended.
func (t *Till) unendedSubscriptions(ctx context.Context, account Account, channelID, userID int64) ([]subscriptionRow, error) {
	var rows []subscriptionRow
	err := t.DB.From(ctx).NewSelect().Model(&rows).Where("s.channel_id = ?", channelID).Where("s.user_id = ?", userID).
		Where("s.account = ?", account.Name()).Where("s.ended_ms = 0").Where("s.ref <> ''").Order("s.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list what renews of user %d: %w", userID, err)
	}
	return rows, nil
}

// forgetCard has the provider forget a card. One that is gone already is no error.
func forgetCard(ctx context.Context, account Account, card string) error {
	if err := account.Detach(ctx, card); err != nil && payment.FailureKindOf(err) != payment.Refused {
		return unavailable(err)
	}
	return nil
}

// RemoveCard forgets a saved card, as often as its number was saved. NotFound, "card_not_found":
// it is not the user's; Conflict, "card_in_use": a subscription renews by it.
func (t *Till) RemoveCard(ctx context.Context, channelID, userID int64, card string) error {
	account, cards, err := t.storedCards(ctx, channelID, userID)
	if err != nil {
		return err
	}
	named := slices.IndexFunc(cards, func(c payment.Card) bool { return c.ID == card })
	if named < 0 {
		return errCardNotFound()
	}
	number := cards[named].Fingerprint
	var same []string
	for _, c := range cards {
		if c.ID == card || number != "" && c.Fingerprint == number {
			same = append(same, c.ID)
		}
	}
	used, err := t.DB.From(ctx).NewSelect().Model((*subscriptionRow)(nil)).Where("s.channel_id = ?", channelID).Where("s.user_id = ?", userID).
		Where("s.card IN (?)", bun.List(same)).Where("s.ended_ms = 0").Where("s.auto_renew = TRUE").Exists(ctx)
	if err != nil {
		return fmt.Errorf("look for what card renews: %w", err)
	}
	if used {
		return fault.New(fault.Conflict, "card_in_use", "A subscription renews with this card. Please choose another card for the subscription first.")
	}
	for _, id := range same {
		if err := forgetCard(ctx, account, id); err != nil {
			return err
		}
	}
	return nil
}
