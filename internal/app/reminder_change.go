package app

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/reminder"
)

// Changes is part of reminder.Games.
func (g games) Changes(ctx context.Context, channelID int64, until time.Time) ([]reminder.Change, error) {
	recorded, err := g.app.Catalog.ListChanges(ctx, channelID, until)
	if err != nil {
		return nil, err
	}
	changes := make([]reminder.Change, len(recorded))
	for i, c := range recorded {
		changes[i] = reminder.Change{
			ChannelID: c.ChannelID, EventID: int64(c.EventID), KnownStart: c.KnownStart, KnownTimeTBA: c.KnownTBA, KnownSchedule: reminder.ScheduleStatus(c.KnownStatus),
			Insist: c.Insist, At: c.At,
		}
	}
	return changes, nil
}

// ForgetChange is part of reminder.Games.
func (g games) ForgetChange(ctx context.Context, tx bun.Tx, c reminder.Change) error {
	return g.app.Catalog.ForgetChange(ctx, tx, c.ChannelID, catalog.EventID(c.EventID), c.At)
}

// Recipients is part of reminder.Games.
func (g games) Recipients(ctx context.Context, c reminder.Change) ([]reminder.Recipient, error) {
	buyers, err := g.app.Till.BuyersOf(ctx, c.ChannelID, c.EventID, c.At)
	if err != nil {
		return nil, err
	}
	holders, err := g.passHolders(ctx, c)
	if err != nil {
		return nil, err
	}
	recipients := make([]reminder.Recipient, len(buyers), len(buyers)+len(holders))
	bought := make(map[int64]bool, len(buyers))
	for i, b := range buyers {
		recipients[i] = reminder.Recipient{UserID: b.UserID, Bought: true, Refunded: b.Refunded}
		bought[b.UserID] = true
	}
	for _, h := range holders {
		if !bought[h.UserID] {
			recipients = append(recipients, reminder.Recipient{UserID: h.UserID, Pass: true, PassEnds: h.Until})
		}
	}
	return recipients, nil
}

// passHolders returns the holders of passes and subscriptions who are told of a change, with the end of access in the channel's time
// zone. A removed event, which was created by mistake, has none.
func (g games) passHolders(ctx context.Context, c reminder.Change) ([]commerce.PassHolder, error) {
	sale, err := saleEvents{g.app.Catalog, g.app.Channels}.ForSale(ctx, c.ChannelID, c.EventID)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	subjects := []favourite.Subject{{Kind: favourite.Event, ID: c.EventID}}
	for _, team := range sale.Participants {
		subjects = append(subjects, favourite.Subject{Kind: favourite.Participant, ID: team})
	}
	followers, err := g.app.Favourites.Followers(ctx, c.ChannelID, subjects, c.At)
	if err != nil {
		return nil, err
	}
	owner, err := g.app.Channels.FindByID(ctx, channel.ID(c.ChannelID))
	if err != nil {
		return nil, err
	}
	holders, err := g.app.Commerce.PassHoldersToNotify(ctx, c.ChannelID, sale.Event, c.KnownStart, followers)
	if err != nil {
		return nil, err
	}
	for i := range holders {
		holders[i].Until = inZone(holders[i].Until, owner.Zone())
	}
	return holders, nil
}

// inZone returns a time in a zone. The zero time stays zero.
func inZone(t time.Time, zone *time.Location) time.Time {
	if t.IsZero() {
		return t
	}
	return t.In(zone)
}
