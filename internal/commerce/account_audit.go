package commerce

import (
	"context"
	"errors"
	"fmt"

	"github.com/grandstand/grandstand/internal/payment"
)

// channelAccount is a payment account of a channel.
type channelAccount struct {
	channelID int64
	name      string
}

// auditAccounts lists the payment accounts that an operator has to look at, and returns the unusable ones: their keys are not known, or
// were revoked. The payments of such an account are not compared.
func (t *Till) auditAccounts(ctx context.Context, accounts []refundLookRow, out *Audit) (map[channelAccount]bool, error) {
	unusable := map[channelAccount]bool{}
	for _, row := range accounts {
		renewing, err := t.DB.From(ctx).NewSelect().Model((*subscriptionRow)(nil)).Where("s.channel_id = ?", row.ChannelID).Where("s.account = ?", row.Account).
			Where("s.ended_ms = 0").Where("s.auto_renew = TRUE").Count(ctx)
		if err != nil {
			return nil, fmt.Errorf("count the subscriptions at an account of channel %d: %w", row.ChannelID, err)
		}
		account, enabled, err := t.askAccount(ctx, row)
		switch {
		case errors.Is(err, errAccountUnknown) || payment.IsUnauthorized(err):
			unusable[channelAccount{row.ChannelID, row.Account}] = true
			why := "its keys are not known"
			if account != nil {
				why = "the provider refuses its key"
			}
			out.Differences = append(out.Differences, fmt.Sprintf("payment account %s of channel %d: %s, so its payments are not compared; %s", row.Account, row.ChannelID,
				why, describeRenewing(renewing)))
			continue
		case err != nil:
			out.Differences = append(out.Differences, fmt.Sprintf("payment account %s of channel %d: %v", row.Account, row.ChannelID, err))
			continue
		case !enabled:
			out.Waiting = append(out.Waiting, fmt.Sprintf("payment account %s of channel %d: its charges are turned off at the provider, so no payments "+
				"are possible; the dashboard shows what the provider needs", row.Account, row.ChannelID))
		}
		current, err := t.Payments.Account(ctx, row.ChannelID)
		if renewing > 0 && err == nil && current.Name() != row.Account {
			out.Waiting = append(out.Waiting, fmt.Sprintf("payment account %s of channel %d is a former one: %s", row.Account, row.ChannelID, describeRenewing(renewing)))
		}
	}
	return unusable, ctx.Err()
}

// askAccount asks the provider whether an account may charge cards. A restricted key may not ask: it counts as yes.
func (t *Till) askAccount(ctx context.Context, row refundLookRow) (account Account, chargesEnabled bool, err error) {
	account, err = t.Payments.AccountNamed(ctx, row.ChannelID, row.Account)
	if err != nil {
		return nil, false, err
	}
	_, chargesEnabled, err = account.Retrieve(ctx)
	if payment.FailureKindOf(err) == payment.Refused && !payment.IsUnauthorized(err) {
		return account, true, nil
	}
	return account, chargesEnabled, err
}

func describeRenewing(subscriptions int64) string {
	switch subscriptions {
	case 0:
		return "no subscription renews there"
	case 1:
		return "1 subscription renews there"
	}
	return fmt.Sprintf("%d subscriptions renew there", subscriptions)
}
