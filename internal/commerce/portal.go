package commerce

import (
	"context"
	"slices"
)

// Portal returns the address of the provider's page where a user manages cards and subscriptions. The page leads back to the user's
// subscriptions on the channel's own domain. The page belongs to the account of the user's newest subscription that has not ended. Accounts
// that cannot be reached (isUnreachable) are skipped. If none is left, it belongs to the account for new payments.
func (t *Till) Portal(ctx context.Context, channelID, userID int64, language string) (string, error) {
	site, err := t.Sites.Site(ctx, channelID)
	if err != nil {
		return "", err
	}
	rows, err := t.subscriptionsOf(ctx, t.DB.From(ctx), channelID, userID, "s.ended_ms = 0 AND s.ref <> ''")
	if err != nil {
		return "", err
	}
	var tried []string
	for _, row := range slices.Backward(rows) {
		if slices.Contains(tried, row.Account) {
			continue
		}
		tried = append(tried, row.Account)
		address, err := t.portalOfNamed(ctx, channelID, userID, row.Account, site, language)
		if err == nil || !t.isUnreachable(ctx, channelAccount{channelID, row.Account}, err) {
			return address, err
		}
	}
	account, err := t.Payments.Account(ctx, channelID)
	if err != nil {
		return "", err
	}
	return t.portalOf(ctx, account, channelID, userID, site, language)
}

func (t *Till) portalOfNamed(ctx context.Context, channelID, userID int64, name, site, language string) (string, error) {
	account, err := t.Payments.AccountNamed(ctx, channelID, name)
	if err != nil {
		return "", err
	}
	return t.portalOf(ctx, account, channelID, userID, site, language)
}

func (t *Till) portalOf(ctx context.Context, account Account, channelID, userID int64, site, language string) (address string, err error) {
	err = t.withCustomer(ctx, account, channelID, userID, func(customer string) (err error) {
		address, err = account.Portal(ctx, customer, site+"/profile/subscriptions", language)
		return err
	})
	if err != nil {
		return "", unavailable(err)
	}
	return address, nil
}
