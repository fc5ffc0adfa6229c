package commerce

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

type customerRow struct {
	bun.BaseModel `bun:"table:payment_customers,alias:pc"`

	ID         int64 `bun:",pk,autoincrement"`
	ChannelID  int64
	UserID     int64
	Account    string
	Ref        string // empty once it was deleted there
	Generation int64  // how many were deleted before
	CreatedMS  int64
}

func isTest(account Account) bool { return account.Mode() != payment.Live }

// unavailable is an error of the provider before anything was begun.
func unavailable(err error) error {
	return fault.Wrap(err, fault.Unavailable, "payments_unavailable", ErrPaymentsUnavailable().Detail)
}

// knownCustomer is who a user is to the provider, "" for nobody yet.
func (t *Till) knownCustomer(ctx context.Context, account Account, channelID, userID int64) (string, error) {
	var refs []string
	err := t.DB.From(ctx).NewSelect().Model((*customerRow)(nil)).Column("ref").Where("channel_id = ?", channelID).Where("user_id = ?", userID).
		Where("account = ?", account.Name()).Scan(ctx, &refs)
	if err != nil {
		return "", fmt.Errorf("find the customer of user %d: %w", userID, err)
	}
	if len(refs) == 0 {
		return "", nil
	}
	return refs[0], nil
}

// userOf is whose customer at the provider that is, 0 for nobody's.
func (t *Till) userOf(ctx context.Context, account Account, channelID int64, customer string) (int64, error) {
	var users []int64
	err := t.DB.From(ctx).NewSelect().Model((*customerRow)(nil)).Column("user_id").Where("channel_id = ?", channelID).
		Where("account = ?", account.Name()).Where("ref = ?", customer).Scan(ctx, &users)
	if err != nil {
		return 0, fmt.Errorf("find the user of a customer: %w", err)
	}
	if len(users) == 0 {
		return 0, nil
	}
	return users[0], nil
}

// customer is knownCustomer, made where there is none. Two at once make the same one: the
// provider is asked under a key that follows from what it is told. One that was deleted at the provider has had that key, so
// that the next one has another.
func (t *Till) customer(ctx context.Context, account Account, channelID, userID int64) (string, error) {
	ref, err := t.knownCustomer(ctx, account, channelID, userID)
	if err != nil || ref != "" {
		return ref, err
	}
	buyer, _, err := t.Buyers.Recipient(ctx, channelID, userID)
	if err != nil {
		return "", err
	}
	key, err := t.customerKey(ctx, account, channelID, userID, buyer.Email)
	if err != nil {
		return "", err
	}
	ref, err = account.CreateCustomer(ctx, payment.Customer{
		Key: key, Email: buyer.Email,
		Metadata: map[string]string{metaChannel: strconv.FormatInt(channelID, 10), "user": strconv.FormatInt(userID, 10)},
	})
	if err != nil {
		// Who makes the same at this moment keeps the provider from answering, and may be done by now.
		if made, lost := t.knownCustomer(ctx, account, channelID, userID); lost == nil && made != "" {
			return made, nil
		}
		return "", unavailable(err)
	}
	row := &customerRow{ChannelID: channelID, UserID: userID, Account: account.Name(), Ref: ref, CreatedMS: clock.Millis(t.Clock.Now())}
	if err := t.keepCustomer(ctx, row); err != nil {
		return "", fmt.Errorf("keep the customer of user %d: %w", userID, err)
	}
	return t.knownCustomer(ctx, account, channelID, userID)
}

// keepCustomer adds a user's customer, or replaces the one that was deleted at the provider. A customer who is known stays.
func (t *Till) keepCustomer(ctx context.Context, row *customerRow) error {
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		added, err := db.Changed(tx.NewInsert().Model(row).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
		if err != nil || added {
			return err
		}
		_, err = tx.NewUpdate().Model((*customerRow)(nil)).Set("ref = ?", row.Ref).Where("channel_id = ?", row.ChannelID).
			Where("user_id = ?", row.UserID).Where("account = ?", row.Account).Where("ref = ''").Exec(ctx)
		return err
	})
}

func (t *Till) customerKey(ctx context.Context, account Account, channelID, userID int64, email string) (string, error) {
	told := sha256.Sum256([]byte(email))
	key := fmt.Sprintf("customer-%d-%d-%s", channelID, userID, hex.EncodeToString(told[:8]))
	var generations []int64
	err := t.DB.From(ctx).NewSelect().Model((*customerRow)(nil)).Column("generation").Where("channel_id = ?", channelID).Where("user_id = ?", userID).
		Where("account = ?", account.Name()).Scan(ctx, &generations)
	if err != nil {
		return "", fmt.Errorf("find the customers of user %d: %w", userID, err)
	}
	if len(generations) > 0 && generations[0] > 0 {
		key += "-" + strconv.FormatInt(generations[0], 10)
	}
	return key, nil
}

// dropCustomer notes that a customer was deleted at the provider, with all their cards.
func (t *Till) dropCustomer(ctx context.Context, in bun.IDB, account string, channelID int64, ref string) error {
	_, err := in.NewUpdate().Model((*customerRow)(nil)).Set("ref = ''").Set("generation = generation + 1").
		Where("channel_id = ?", channelID).Where("account = ?", account).Where("ref = ?", ref).Exec(ctx)
	if err != nil {
		return fmt.Errorf("drop a customer of channel %d: %w", channelID, err)
	}
	return nil
}

// withCustomer makes a call for a user's customer, and makes it again for a new one where the provider has deleted the first.
func (t *Till) withCustomer(ctx context.Context, account Account, channelID, userID int64, call func(customer string) error) error {
	customer, err := t.customer(ctx, account, channelID, userID)
	if err != nil {
		return err
	}
	err = call(customer)
	if !payment.IsMissing(err, customer) {
		return err
	}
	if err := t.dropCustomer(ctx, t.DB.Write(), account.Name(), channelID, customer); err != nil {
		return err
	}
	if customer, err = t.customer(ctx, account, channelID, userID); err != nil {
		return err
	}
	return call(customer)
}

// renewCustomer gives an open checkout a new customer: that of before was deleted at the provider, which made nothing for it.
func (t *Till) renewCustomer(ctx context.Context, account Account, c *checkoutRow) error {
	if err := t.dropCustomer(ctx, t.DB.Write(), account.Name(), c.ChannelID, c.Customer); err != nil {
		return err
	}
	customer, err := t.customer(ctx, account, c.ChannelID, c.UserID)
	if err != nil {
		return err
	}
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := t.changeCheckout(ctx, tx, c, OrderCreated, func(q *bun.UpdateQuery) {
			q.Set("customer = ?", customer).Set("attempt = attempt + 1").Where("customer = ?", c.Customer)
		})
		if err != nil {
			return err
		}
		_, err = tx.NewUpdate().Model((*subscriptionRow)(nil)).Set("customer = ?", customer).Where("channel_id = ?", c.ChannelID).
			Where("checkout_id = ?", c.ID).Where("customer = ?", c.Customer).Exec(ctx)
		if err != nil {
			return fmt.Errorf("give the subscription of checkout %d a customer: %w", c.ID, err)
		}
		now, err := t.checkout(ctx, c.ChannelID, c.ID)
		if err == nil {
			c.Customer, c.Attempt = now.Customer, now.Attempt
		}
		return err
	})
}

// Setup lets a browser save a card.
type Setup struct {
	ClientSecret   string
	PublishableKey string
	TestPayments   bool
}

// SetUp begins to save a card of a user without paying.
func (t *Till) SetUp(ctx context.Context, channelID, userID int64) (Setup, error) {
	account, err := t.Payments.Account(ctx, channelID)
	if err != nil {
		return Setup{}, err
	}
	secret := ""
	err = t.withCustomer(ctx, account, channelID, userID, func(customer string) (err error) {
		secret, err = account.SetupIntent(ctx, customer)
		return err
	})
	if err != nil {
		return Setup{}, unavailable(err)
	}
	return Setup{ClientSecret: secret, PublishableKey: account.PublishableKey(), TestPayments: isTest(account)}, nil
}

// TellEmail tells the provider a user's present address. It may be called again. A user who never
// paid, or is gone, is nothing to tell of.
func (t *Till) TellEmail(ctx context.Context, channelID, userID int64) error {
	buyer, found, err := t.Buyers.Recipient(ctx, channelID, userID)
	if err != nil || !found || buyer.Email == "" {
		return err
	}
	account, err := t.Payments.Account(ctx, channelID)
	if err != nil {
		return err
	}
	customer, err := t.knownCustomer(ctx, account, channelID, userID)
	if err != nil || customer == "" {
		return err
	}
	err = account.ChangeEmail(ctx, customer, buyer.Email)
	if payment.CodeOf(err) == "resource_missing" { // the customer was deleted at the provider
		return nil
	}
	return err
}
