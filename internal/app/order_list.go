package app

import (
	"context"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// OrderRequest chooses among the orders of a channel. Empty fields choose all.
type OrderRequest struct {
	Email  string
	Event  int64
	Status string
	Limit  int64
}

// OrderReport is an order in a list on the command line.
type OrderReport struct {
	Number  string // as its receipt has it
	Ordered time.Time
	Buyer   string // e-mail address; "erased account" for one without
	Name    string // in the channel's language
	Amount  string
	Status  string
}

// ListOrders returns orders of a channel, the newest first, and how many there are in all.
func (a *App) ListOrders(ctx context.Context, channelKey string, r OrderRequest) ([]OrderReport, int64, error) {
	c, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return nil, 0, err
	}
	by, filter := actor.ForSystem(int64(c.ID)), commerce.OrderFilter{Status: commerce.OrderStatus(r.Status), EventID: r.Event, Limit: r.Limit}
	var userID int64
	if r.Email != "" {
		user, err := a.userOf(ctx, channelKey, r.Email)
		if err != nil {
			return nil, 0, err
		}
		userID = int64(user.ID)
	}
	orders, total, err := a.Commerce.ChannelOrders(ctx, by, int64(c.ID), userID, filter)
	if err != nil {
		return nil, 0, err
	}
	reports := make([]OrderReport, len(orders))
	buyers := map[int64]string{}
	for i, o := range orders {
		if _, known := buyers[o.UserID]; !known {
			if buyers[o.UserID], err = a.buyerOf(ctx, o); err != nil {
				return nil, 0, err
			}
		}
		if reports[i], err = a.reportOrder(ctx, c, o); err != nil {
			return nil, 0, err
		}
		reports[i].Buyer = buyers[o.UserID]
	}
	return reports, total, nil
}

func (a *App) buyerOf(ctx context.Context, o *commerce.Order) (string, error) {
	user, err := a.Accounts.Profile(ctx, actor.Actor{Role: actor.User, ChannelID: o.ChannelID, UserID: o.UserID})
	if fault.KindOf(err) == fault.NotFound || err == nil && !strings.Contains(user.Email, "@") {
		return "erased account", nil
	}
	return user.Email, err
}

func (a *App) reportOrder(ctx context.Context, c *channel.Channel, o *commerce.Order) (OrderReport, error) {
	name, err := a.Till.OrderName(ctx, o)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return OrderReport{}, err
	}
	report := OrderReport{
		Number: o.Receipt(), Ordered: o.CreatedAt.In(c.Zone()), Name: name.In(c.Language), Status: string(o.Status),
		Amount: o.Sum.InWords("en"),
	}
	switch {
	case o.Status == commerce.OrderQuarantined:
		report.Status = "set aside"
	case o.Status == commerce.OrderPaid && o.Dispute == commerce.DisputeOpen:
		report.Status = "on hold: disputed"
	}
	return report, nil
}
