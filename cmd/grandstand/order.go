package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// orderCommands look after single orders.
type orderCommands struct {
	Refund orderRefundCommand `cmd:"" help:"End what an order opened and give its money back."`
}

type orderRefundCommand struct {
	Order int64 `arg:"" help:"Number of the order: GS-000042 is 42."`
}

// Run tells whether the money is on its way.
func (c orderRefundCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		sent, err := a.RefundOrder(env.ctx, c.Order)
		if err != nil {
			return err
		}
		if sent {
			fmt.Fprintln(env.stdout, "refunded")
		} else {
			fmt.Fprintln(env.stdout, "access ended; the server sends the money back as soon as the payment provider answers")
		}
		return nil
	})
}

// commerceCommands look after all orders.
type commerceCommands struct {
	Reconcile reconcileCommand `cmd:"" help:"Compare every payment with the payment provider, and find out what is not clear."`
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
			fmt.Fprintln(env.stdout, line)
		}
		for _, line := range report.Waiting {
			fmt.Fprintln(env.stdout, line)
		}
		fmt.Fprintf(env.stdout, "%d payments compared, %d differ, %d wait for a bank\n", report.Compared, len(report.Differences), len(report.Waiting))
		return nil
	})
}
