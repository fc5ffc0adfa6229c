package app

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/position"
	"github.com/grandstand/grandstand/internal/reminder"
)

// belongings are what other domains keep of users.
func (a *App) belongings() []account.Belongings {
	return []account.Belongings{followed{a.Favourites}, reminded{a.Reminders}, watched{a.Positions}, traced{a}, clipped{a}, bought{a}}
}

// followed are a user's favourites.
type followed struct{ favourites *favourite.Service }

// Name is part of account.Belongings.
func (followed) Name() string { return "favorites" }

// Export is part of account.Belongings.
func (f followed) Export(ctx context.Context, channelID int64, user account.UserID, add func(item any) error) error {
	personal, err := f.favourites.ExportUser(ctx, channelID, int64(user))
	if err != nil {
		return err
	}
	for _, one := range personal.Favourites {
		item := map[string]any{"id": one.ID, "favoritable_type": one.Kind, "favoritable_id": one.Subject.ID, "since": one.Since}
		if err := add(item); err != nil {
			return err
		}
	}
	return nil
}

// Erase is part of account.Belongings.
func (f followed) Erase(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) error {
	return f.favourites.EraseUser(ctx, tx, channelID, int64(user))
}

// calendars are the secret addresses of calendars of favourites.
type calendars struct{ favourites *favourite.Service }

// RevokeUser is part of account.Revocation.
func (c calendars) RevokeUser(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) error {
	return c.favourites.RevokeCalendar(ctx, tx, channelID, int64(user))
}

// reminded is of what a user is reminded.
type reminded struct{ reminders *reminder.Service }

// Name is part of account.Belongings.
func (reminded) Name() string { return "reminders" }

// Export is part of account.Belongings.
func (r reminded) Export(ctx context.Context, channelID int64, user account.UserID, add func(item any) error) error {
	wanted, err := r.reminders.ExportUser(ctx, channelID, int64(user))
	if err != nil {
		return err
	}
	for kind, ids := range map[string][]int64{"event": wanted.Events, "participant": wanted.Teams} {
		for _, id := range ids {
			if err := add(map[string]any{"type": kind, "id": id}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Erase is part of account.Belongings.
func (r reminded) Erase(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) error {
	return r.reminders.EraseUser(ctx, tx, channelID, int64(user))
}

// watched is where a user left what they watched.
type watched struct{ positions *position.Service }

// Name is part of account.Belongings.
func (watched) Name() string { return "positions" }

// Export is part of account.Belongings.
func (w watched) Export(ctx context.Context, channelID int64, user account.UserID, add func(item any) error) error {
	all, err := w.positions.ExportUser(ctx, channelID, int64(user))
	if err != nil {
		return err
	}
	for _, p := range all {
		item := map[string]any{
			"type": p.Kind, "id": p.ID, "position": p.At.Seconds(), "duration": orNull(p.Length.Seconds()), "saved_at": p.SavedAt,
		}
		if err := add(item); err != nil {
			return err
		}
	}
	return nil
}

// Erase is part of account.Belongings.
func (w watched) Erase(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) error {
	return w.positions.EraseUser(ctx, tx, channelID, int64(user))
}

// bought are a user's orders with what happened to their money.
type bought struct{ app *App }

// Name is part of account.Belongings.
func (bought) Name() string { return "orders" }

// exportedOrders is how many orders are in memory at once.
const exportedOrders = 500

// Export is part of account.Belongings.
func (b bought) Export(ctx context.Context, channelID int64, user account.UserID, add func(item any) error) error {
	for offset := int64(0); ; offset += exportedOrders {
		orders, _, err := b.app.Commerce.Orders(ctx, channelID, int64(user), commerce.OrderFilter{Limit: exportedOrders, Offset: offset})
		if err != nil || len(orders) == 0 {
			return err
		}
		for _, o := range orders {
			if err := add(exportedOrder(o)); err != nil {
				return err
			}
		}
	}
}

func exportedOrder(o *commerce.Order) map[string]any {
	transactions := make([]map[string]any, len(o.Transactions))
	for i, t := range o.Transactions {
		transactions[i] = map[string]any{"id": t.ID, "status": t.Status, "amount": t.Amount, "currency": t.Currency, "created_at": t.At, "receipt_number": t.Receipt}
	}
	return map[string]any{
		"id": o.ID, "receipt_number": o.Receipt(), "type": o.Type, "status": o.Status,
		"package_id": o.PackageID, "event_id": orNull(o.EventID), "event_category_id": orNull(o.CategoryID), "participant_id": orNull(o.ParticipantID),
		"base_price": o.Sum.BasePrice, "service_fee": o.Sum.ServiceFee, "discount": o.Sum.Discount, "amount": o.Sum.Amount(), "currency": o.Sum.Currency,
		"until": orNull(o.Until), "dispute": o.Dispute, "created_at": o.CreatedAt, "paid_at": orNull(o.PaidAt), "refunded_at": orNull(o.RefundedAt),
		"transactions": transactions,
	}
}

// orNull is a value, for which the zero value stands for none.
func orNull[T comparable](value T) any {
	if value == *new(T) {
		return nil
	}
	return value
}

// Erase is part of account.Belongings. Orders stay, as the law wants of what was paid:
// they say what was bought and for how much, of a user who by then is but a number. The payment
// provider forgets their cards.
func (b bought) Erase(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) error {
	return b.app.Till.EraseUser(ctx, tx, channelID, int64(user))
}
