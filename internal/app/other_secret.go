package app

import (
	"context"
	"errors"
)

// maxListed is how many events and channels a warning lists.
const maxListed = 20

// warnOfOtherSecret logs what a restored database lost with its secret. A server whose secret.key is
// missing makes a new one and starts; only here the operator learns why encoders are refused.
func (a *App) warnOfOtherSecret(ctx context.Context) {
	events, err := a.Media.EventsWithUnreadableKeys(ctx)
	channels, channelErr := a.Channels.ChannelsWithUnreadableSecrets(ctx)
	if err := errors.Join(err, channelErr); err != nil {
		a.Log.WarnContext(ctx, "encrypted values not checked", "error", err)
		return
	}
	if len(events) == 0 && len(channels) == 0 {
		return
	}
	a.Log.ErrorContext(ctx, "the database was encrypted with another secret",
		"events_whose_encoders_are_refused", len(events), "events", events[:min(len(events), maxListed)],
		"channels_without_their_keys", len(channels), "channels", channels[:min(len(channels), maxListed)],
		"remedy", "Stop the server, restore the earlier secret.key or GRANDSTAND_SECRET, and start it again. If the secret is lost: "+
			"grandstand stream key EVENT --rotate for each event, grandstand channel apply for each channel, "+
			"and grandstand user second-factor off for users who have one (docs/OPERATIONS.md, Secrets).")
}
