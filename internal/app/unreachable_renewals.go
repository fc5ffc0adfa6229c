package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/actor"
)

// warnOfUnreachableRenewals logs the channels that charge subscribers and have no domain, on which these could cancel. `channel apply`
// refuses to remove the last domain of such a channel; installations from before that rule can have one.
func (a *App) warnOfUnreachableRenewals(ctx context.Context) {
	channels, err := a.Channels.List(ctx, actor.ForSystem(0))
	if err != nil {
		a.Log.WarnContext(ctx, "channels without a domain not checked", "error", err)
		return
	}
	for _, c := range channels {
		if len(c.Domains) > 0 {
			continue
		}
		switch n, err := a.Commerce.CountRenewing(ctx, int64(c.ID)); {
		case err != nil:
			a.Log.WarnContext(ctx, "channels without a domain not checked", "error", err)
		case n > 0:
			a.Log.ErrorContext(ctx, "subscriptions renew on a channel without a domain", "channel", c.Key, "subscriptions", n,
				"remedy", "Users cannot cancel them. Give the channel a domain, or end the subscriptions at the payment provider.")
		}
	}
}
