package channel

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

// PaymentAccount is an account at the payment provider through which a channel takes money now, or did before its keys changed to
// another account.
type PaymentAccount struct {
	Name string // unique within the channel
	Ref  string // the provider's id
	Keys PaymentKeys
}

// PaymentKeys are the keys of a payment account. Never log them.
type PaymentKeys struct {
	SecretKey      string `json:"secret_key"`
	WebhookSecret  string `json:"webhook_secret"`
	PublishableKey string `json:"publishable_key"`
}

type paymentAccountRow struct {
	bun.BaseModel `bun:"table:payment_accounts,alias:a"`

	ChannelID ID     `bun:",pk"`
	Name      string `bun:",pk"`
	Ref       string
	Keys      string // sealed JSON of PaymentKeys
	UpdatedMS int64
}

// accountSealContext returns the context that the keys of a payment account are encrypted for.
func accountSealContext(id ID, ref string) string {
	return fmt.Sprintf("%d payment account %s", id, ref)
}

// StorePaymentAccount stores the latest keys of a payment account and returns its name: preferred, or fallback if another account of
// the channel is named preferred. The provider may give two accounts the same ref if they differ in mode, and so in both names.
func (s *Service) StorePaymentAccount(ctx context.Context, id ID, ref string, keys PaymentKeys, preferred, fallback string) (name string, err error) {
	text, err := json.Marshal(keys)
	if err != nil {
		return "", fmt.Errorf("encode the keys of a payment account: %w", err)
	}
	row := &paymentAccountRow{
		ChannelID: id, Ref: ref, Keys: s.sealer.Seal(accountSealContext(id, ref), string(text)), UpdatedMS: clock.Millis(s.clock.Now()),
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, candidate := range []string{preferred, fallback} {
			row.Name = candidate
			added, err := db.Changed(tx.NewInsert().Model(row).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
			if err != nil || added {
				return err
			}
			updated, err := db.Changed(tx.NewUpdate().Model(row).Column("keys", "updated_ms").WherePK().Where("ref = ?", ref).Exec(ctx))
			if err != nil || updated {
				return err
			}
		}
		return fmt.Errorf("the names %q and %q belong to other accounts", preferred, fallback)
	})
	if err != nil {
		return "", fmt.Errorf("store a payment account of channel %d: %w", id, err)
	}
	return row.Name, nil
}

// PaymentAccounts returns the payment accounts of a channel with their latest keys, in order of their names. It leaves out an account
// whose keys were encrypted with another secret of the installation, so that payments through the others go on.
func (s *Service) PaymentAccounts(ctx context.Context, id ID) ([]PaymentAccount, error) {
	var rows []paymentAccountRow
	if err := s.db.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", id).Order("name").Scan(ctx); err != nil {
		return nil, fmt.Errorf("list the payment accounts of channel %d: %w", id, err)
	}
	accounts := make([]PaymentAccount, 0, len(rows))
	for _, r := range rows {
		text, err := s.sealer.Open(accountSealContext(id, r.Ref), r.Keys)
		if err != nil {
			continue
		}
		a := PaymentAccount{Name: r.Name, Ref: r.Ref}
		if err := json.Unmarshal([]byte(text), &a.Keys); err != nil {
			return nil, fmt.Errorf("decode the keys of payment account %s of channel %d: %w", r.Ref, id, err)
		}
		accounts = append(accounts, a)
	}
	return accounts, nil
}
