package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// orderCommands look after single orders.
type orderCommands struct {
	List     orderListCommand     `cmd:"" help:"Print orders with their numbers."`
	Refund   orderRefundCommand   `cmd:"" help:"End the access of an order and refund it."`
	PaidBack orderPaidBackCommand `cmd:"" help:"Record that a buyer was paid back by other means, because the payment provider could not send the refund."`
}

type orderRefundCommand struct {
	Order orderNumber `arg:"" help:"Number of the order, as on its receipt: GS-000042."`
}

// Run tells whether the money is on its way.
func (c orderRefundCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		refunded, err := a.RefundOrder(env.ctx, int64(c.Order))
		switch {
		case err != nil:
			return err
		case refunded.Owed != "":
			fmt.Fprintf(env.stdout, "access ended. The payment provider has no money to refund: pay the buyer %s by other means, then run `grandstand order paid-back GS-%06d`\n",
				refunded.Owed, int64(c.Order))
		case refunded.Sent:
			fmt.Fprintln(env.stdout, "refunded")
		default:
			fmt.Fprintln(env.stdout, "access ended. The server sends the money back as soon as the payment provider responds")
		}
		return nil
	})
}

type orderPaidBackCommand struct {
	Order orderNumber `arg:"" help:"Number of the order, as on its receipt: GS-000042."`
}

// Run prints what is recorded as paid back.
func (c orderPaidBackCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		amount, err := a.RecordPaidBack(env.ctx, int64(c.Order))
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "recorded: %s paid back by other means\n", amount)
		return nil
	})
}

// commerceCommands look after all orders.
type commerceCommands struct {
	Reconcile reconcileCommand `cmd:"" help:"Compare every payment with the payment provider, and resolve what is unclear."`
}

type reconcileCommand struct{}

// Run prints what does not agree.
func (reconcileCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		report, err := a.AuditPayments(env.ctx)
		if err != nil {
			return err
		}
		for _, line := range report.Differences {
			fmt.Fprintln(env.stdout, libraryInWords(line))
		}
		for _, line := range report.Waiting {
			fmt.Fprintln(env.stdout, libraryInWords(line))
		}
		fmt.Fprintf(env.stdout, "%d payments compared, %d differ, %d need an operator\n", report.Compared, len(report.Differences), len(report.Waiting))
		return nil
	})
}
