package commerce

import (
	"context"
	"fmt"

	"github.com/grandstand/grandstand/internal/payment"
)

// auditCustomers forgets the customers that the provider's dashboard has deleted without a webhook
// that arrived, and lists them as differences. Subscriptions of a deleted customer have differences
// of their own.
func (t *Till) auditCustomers(ctx context.Context, out *Audit) error {
	var accounts []customerRow
	err := t.DB.From(ctx).NewSelect().Model(&accounts).Distinct().Column("channel_id", "account").Where("ref <> ''").Order("channel_id", "account").Scan(ctx)
	if err != nil {
		return fmt.Errorf("list the accounts of customers: %w", err)
	}
	for _, row := range accounts {
		account, err := t.Payments.AccountNamed(ctx, row.ChannelID, row.Account)
		if err != nil {
			continue // auditAccounts reports it
		}
		err = account.EachDeletedCustomer(ctx, func(ref string) error {
			known, err := t.DB.From(ctx).NewSelect().Model((*customerRow)(nil)).Where("channel_id = ?", row.ChannelID).
				Where("account = ?", row.Account).Where("ref = ?", ref).Exists(ctx)
			if err != nil || !known {
				return err
			}
			out.Differences = append(out.Differences, fmt.Sprintf("customer %s of channel %d was deleted at the provider with their saved cards; this is now recorded", ref, row.ChannelID))
			return t.dropCustomer(ctx, t.DB.Write(), account.Name(), row.ChannelID, ref)
		})
		if err != nil && payment.FailureKindOf(err) != payment.Refused { // a restricted key may not list events
			out.Differences = append(out.Differences, fmt.Sprintf("customers of channel %d (%s): %v", row.ChannelID, row.Account, err))
		}
	}
	return ctx.Err()
}
