package app

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/reminder"
)

// Changes is part of reminder.Games.
func (g games) Changes(ctx context.Context, channelID int64, until time.Time) ([]reminder.Change, error) {
	recorded, err := g.app.Catalog.ListChanges(ctx, channelID, until)
	changes := make([]reminder.Change, len(recorded))
	for i, c := range recorded {
		changes[i] = reminder.Change{
			ChannelID: c.ChannelID, EventID: int64(c.EventID), KnownStart: c.KnownStart, KnownTBA: c.KnownTBA, KnownSchedule: reminder.Schedule(c.KnownStatus),
			Insist: c.Insist, At: c.At,
		}
	}
	return changes, err
}

// ForgetChange is part of reminder.Games.
func (g games) ForgetChange(ctx context.Context, tx bun.Tx, c reminder.Change) error {
	return g.app.Catalog.ForgetChange(ctx, tx, c.ChannelID, catalog.EventID(c.EventID), c.At)
}

// Buyers is part of reminder.Games.
func (g games) Buyers(ctx context.Context, c reminder.Change) ([]reminder.Reader, error) {
	buyers, err := g.app.Till.BuyersOf(ctx, c.ChannelID, c.EventID, c.At)
	readers := make([]reminder.Reader, len(buyers))
	for i, b := range buyers {
		readers[i] = reminder.Reader{UserID: b.UserID, Bought: true, Refunded: b.Refunded}
	}
	return readers, err
}
