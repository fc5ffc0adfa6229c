package commerce

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

type customerRow struct {
	bun.BaseModel `bun:"table:payment_customers"`

	ID        int64 `bun:",pk,autoincrement"`
	ChannelID int64
	UserID    int64
	Account   string
	Ref       string
	CreatedMS int64
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
		Where("account = ?", account.Mode()).Scan(ctx, &refs)
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
		Where("account = ?", account.Mode()).Where("ref = ?", customer).Scan(ctx, &users)
	if err != nil {
		return 0, fmt.Errorf("find the user of a customer: %w", err)
	}
	if len(users) == 0 {
		return 0, nil
	}
	return users[0], nil
}

// customer is knownCustomer, made where there is none. Two at once make the same one: the
// provider is asked under a key that follows from what it is told.
func (t *Till) customer(ctx context.Context, account Account, channelID, userID int64) (string, error) {
	ref, err := t.knownCustomer(ctx, account, channelID, userID)
	if err != nil || ref != "" {
		return ref, err
	}
	buyer, _, err := t.Buyers.Recipient(ctx, channelID, userID)
	if err != nil {
		return "", err
	}
	told := sha256.Sum256([]byte(buyer.Email))
	ref, err = account.CreateCustomer(ctx, payment.Customer{
		Key:   fmt.Sprintf("customer-%d-%d-%s", channelID, userID, hex.EncodeToString(told[:8])),
		Email: buyer.Email, Metadata: map[string]string{metaChannel: strconv.FormatInt(channelID, 10), "user": strconv.FormatInt(userID, 10)},
	})
	if err != nil {
		// Who makes the same at this moment keeps the provider from answering, and may be done by now.
		if made, lost := t.knownCustomer(ctx, account, channelID, userID); lost == nil && made != "" {
			return made, nil
		}
		return "", unavailable(err)
	}
	row := &customerRow{ChannelID: channelID, UserID: userID, Account: string(account.Mode()), Ref: ref, CreatedMS: clock.Millis(t.Clock.Now())}
	if _, err := t.DB.Write().NewInsert().Model(row).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
		return "", fmt.Errorf("keep the customer of user %d: %w", userID, err)
	}
	return t.knownCustomer(ctx, account, channelID, userID)
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
	customer, err := t.customer(ctx, account, channelID, userID)
	if err != nil {
		return Setup{}, err
	}
	secret, err := account.SetupIntent(ctx, customer)
	if err != nil {
		return Setup{}, unavailable(err)
	}
	return Setup{ClientSecret: secret, PublishableKey: account.PublishableKey(), TestPayments: isTest(account)}, nil
}
