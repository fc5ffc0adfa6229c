package main

import (
	"errors"
	"fmt"
	"math"
	"text/tabwriter"
	"time"

	"github.com/grandstand/grandstand/internal/app"
)

// couponCommands look after a channel's promo codes.
type couponCommands struct {
	Create couponCreateCommand `cmd:"" help:"Create a promo code."`
	List   couponListCommand   `cmd:"" help:"List the promo codes of a channel, and how often each was used."`
	Stop   couponStopCommand   `cmd:"" help:"Stop a promo code. Payments in progress continue."`
}

type couponCreateCommand struct {
	Code    string    `arg:"" help:"The code that people type, in upper or lower case: letters, digits, - and _."`
	Channel string    `required:"" help:"Channel key."`
	Percent float64   `help:"Percentage of the discount, such as 10 or 12.5." xor:"off"`
	Amount  float64   `help:"Amount of the discount in the channel's currency, such as 5 or 4.99." xor:"off"`
	Starts  time.Time `format:"2006-01-02" help:"First day (UTC; default: today)."`
	Ends    time.Time `format:"2006-01-02" help:"First day on which the code no longer works (UTC; default: never)."`
	Uses    int64     `help:"How often the code may be used in total (default: no limit)."`
	PerUser int64     `help:"How often each user may use the code (default: no limit)."`
	Offers  []string  `help:"Aliases of the offers that the code is limited to."`
}

// Run makes the coupon.
func (c couponCreateCommand) Run(env *environment) error {
	percent, ok := hundredths(c.Percent)
	amount, fine := hundredths(c.Amount)
	if !ok || !fine {
		return errors.New("write a percentage or an amount with at most two decimals")
	}
	return withApp(env, func(a *app.App) error {
		return a.CreateCoupon(env.ctx, c.Channel, app.NewCoupon{
			Code: c.Code, BasisPoints: percent, Amount: amount, Starts: c.Starts, Ends: c.Ends, Uses: c.Uses, PerUser: c.PerUser, Offers: c.Offers,
		})
	})
}

// hundredths are what basis points are to a percentage, and cents to a dollar; false for
// what has more decimals, or more digits than any price.
func hundredths(v float64) (int64, bool) {
	h := math.Round(v * 100)
	return int64(h), math.Abs(h) < 1e12 && math.Abs(v*100-h) < 1e-6
}

type couponListCommand struct {
	Channel string `required:"" help:"Channel key."`
}

// Run prints one coupon on each line.
func (c couponListCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		coupons, err := a.ListCoupons(env.ctx, c.Channel)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "CODE\tOFF\tSTATE\tUSES\tFOR")
		for _, one := range coupons {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", one.Code, one.Off, one.State, one.Uses, one.For)
		}
		return table.Flush()
	})
}

type couponStopCommand struct {
	Code    string `arg:"" help:"The promo code."`
	Channel string `required:"" help:"Channel key."`
}

// Run stops the coupon.
func (c couponStopCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error { return a.StopCoupon(env.ctx, c.Channel, c.Code) })
}
