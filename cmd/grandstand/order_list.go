package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/grandstand/grandstand/internal/app"
)

// orderListCommand prints the numbers of orders.
type orderListCommand struct {
	Channel string      `required:"" help:"Channel key."`
	Email   string      `help:"Only orders of the user with this email address."`
	Event   eventNumber `help:"Only tickets for this event."`
	Status  string      `enum:",created,paid,failed,refunded" default:"" help:"Only orders with this status: created, paid, failed or refunded."`
	Limit   int64       `default:"50" help:"Maximum number of lines."`
}

// Run prints one order on each line, the newest first.
func (c orderListCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		orders, total, err := a.ListOrders(env.ctx, c.Channel, app.OrderRequest{
			Email: c.Email, Event: int64(c.Event), Status: c.Status, Limit: max(1, c.Limit),
		})
		if err != nil {
			return err
		}
		if len(orders) == 0 {
			fmt.Fprintln(env.stdout, "No orders found.")
			return nil
		}
		table := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "NUMBER\tORDERED\tBUYER\tORDER\tAMOUNT\tSTATUS")
		for _, o := range orders {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", o.Number, o.Ordered.Format("2006-01-02 15:04"), o.Buyer, o.Name, o.Amount, o.Status)
		}
		if err := table.Flush(); err != nil {
			return err
		}
		if shown := int64(len(orders)); shown < total {
			fmt.Fprintf(env.stdout, "%d of %d orders: --limit shows more.\n", shown, total)
		}
		return nil
	})
}
