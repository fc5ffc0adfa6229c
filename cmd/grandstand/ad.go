package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/grandstand/grandstand/internal/app"
)

// adCommands look after advertisements.
type adCommands struct {
	Check adCheckCommand `cmd:"" help:"Ask the ad servers of a channel's pre-rolls once, and print what each plays, or why it plays nothing."`
}

// adCheckCommand asks ad servers as a server does.
type adCheckCommand struct {
	Channel string `arg:"" help:"Channel key."`
	JSON    bool   `name:"json" help:"Print JSON for programs."`
}

// Run prints the pre-rolls; one that plays nothing is enough to fail.
func (c adCheckCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		reports, err := a.CheckAds(env.ctx, c.Channel)
		if err != nil {
			return err
		}
		if c.JSON {
			out := json.NewEncoder(env.stdout)
			out.SetIndent("", "  ")
			return out.Encode(reports)
		}
		if len(reports) == 0 {
			fmt.Fprintf(env.stdout, "%s has no pre-rolls.\n", c.Channel)
		}
		silent := 0
		for _, r := range reports {
			printAd(env, r)
			if r.Film == "" {
				silent++
			}
		}
		if silent > 0 {
			return fmt.Errorf("%d of %s play nothing now", silent, quantity(len(reports), "pre-roll"))
		}
		return nil
	})
}

func printAd(env *environment, r app.AdReport) {
	fmt.Fprintf(env.stdout, "Pre-roll %d, %s", r.Preroll, cmp.Or(r.Sponsor, "no sponsor"))
	if r.Server != "" {
		asked, more, _ := strings.Cut(r.Server, " ")
		fmt.Fprintf(env.stdout, ", asks %s", asked)
		if more != "" {
			fmt.Fprintf(env.stdout, ", also shows films of %s", more)
		}
	}
	fmt.Fprintln(env.stdout)
	if r.Film == "" {
		fmt.Fprintf(env.stdout, "  ! It plays nothing (%s). %s\n", r.Reason, r.Explanation)
	} else {
		fmt.Fprintf(env.stdout, "  It plays %s", r.Film)
		if r.Width > 0 && r.Height > 0 {
			fmt.Fprintf(env.stdout, ", %d by %d pixels", r.Width, r.Height)
		}
		if r.Duration > 0 {
			fmt.Fprintf(env.stdout, ", %g s", r.Duration)
		}
		fmt.Fprintln(env.stdout)
	}
	for _, p := range r.PassedOver {
		if p.Film != "" {
			fmt.Fprintf(env.stdout, "  - %s (%s): %s\n", p.Film, p.Reason, p.Explanation)
		} else if p.Explanation != r.Explanation {
			fmt.Fprintf(env.stdout, "  - an ad (%s): %s\n", p.Reason, p.Explanation)
		}
	}
}
