package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/app"
)

// userCommands help single users.
type userCommands struct {
	Show         userShowCommand      `cmd:"" help:"Show how a user logs in."`
	Create       userCreateCommand    `cmd:"" help:"Create a user, and print the temporary password."`
	Password     userPasswordCommand  `cmd:"" help:"Give a user a temporary password, and print it. First make sure that the request comes from the user."`
	SecondFactor secondFactorCommands `cmd:"" help:"Manage two-step login."`
}

type secondFactorCommands struct {
	Off secondFactorOffCommand `cmd:"" help:"Turn two-step login off for a user who has lost the app and the recovery codes. First make sure that the request comes from the user."`
}

// userShowCommand prints what helps somebody who helps a user log in.
type userShowCommand struct {
	Channel string `required:"" help:"Channel key."`
	Email   string `arg:"" help:"Email address of the user."`
}

// Run prints one fact on each line.
func (c userShowCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		report, err := a.ReportUser(env.ctx, c.Channel, c.Email)
		if err != nil {
			return err
		}
		return writeUser(env.stdout, report)
	})
}

func writeUser(out io.Writer, u app.UserReport) error {
	address, factor := u.Email+" (not verified)", "off"
	if u.EmailVerified {
		address = u.Email + " (verified)"
	}
	if !u.TwoStepSince.IsZero() {
		factor = fmt.Sprintf("on since %s, recovery codes left: %d", u.TwoStepSince.UTC().Format(time.DateOnly), u.RecoveryCodes)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, fact := range [][2]string{
		{"email", address},
		{"role", u.Role},
		{"since", u.Since.UTC().Format(time.DateOnly)},
		{"logs in by", strings.Join(u.Ways, ", ")},
		{"two-step login", factor},
	} {
		fmt.Fprintf(table, "%s\t%s\n", fact[0], fact[1])
	}
	return table.Flush()
}

// userCreateCommand makes users of any role: the first operators of a channel come to be
// by it.
type userCreateCommand struct {
	Channel   string `required:"" help:"Channel key."`
	FirstName string `required:"" help:"First name."`
	LastName  string `required:"" help:"Last name."`
	Role      string `enum:"user,operator,owner" default:"user" help:"Role of the user: ${enum}."`
	Language  string `enum:",en,fr" default:"" help:"Language of emails: en or fr (default: the channel's)."`
	Email     string `arg:"" help:"Email address of the user."`
}

// roles are the roles of users by their names.
var roles = map[string]actor.Role{"user": actor.User, "operator": actor.Operator, "owner": actor.Owner}

// Run prints the password alone on a line, so that scripts can use it.
func (c userCreateCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		password, err := a.CreateUser(env.ctx, c.Channel, app.NewUser{
			Email: c.Email, FirstName: c.FirstName, LastName: c.LastName, Role: roles[c.Role], Language: c.Language,
		})
		if err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, password)
		return nil
	})
}

// userPasswordCommand is the way back for who gets no letters.
type userPasswordCommand struct {
	Channel string `required:"" help:"Channel key."`
	Email   string `arg:"" help:"Email address of the user."`
}

// Run prints the password alone on a line.
func (c userPasswordCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		password, err := a.ResetPassword(env.ctx, c.Channel, c.Email)
		if err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, password)
		return nil
	})
}

// secondFactorOffCommand is the way out for who is locked out.
type secondFactorOffCommand struct {
	Channel string `required:"" help:"Channel key."`
	Email   string `arg:"" help:"Email address of the user."`
}

// Run switches it off and says what that did.
func (c secondFactorOffCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		email, err := a.LiftSecondFactor(env.ctx, c.Channel, c.Email)
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "Two-step login of %s is off, and the recovery codes no longer work.\nThe user is logged out everywhere and gets an email about it.\n", email)
		return nil
	})
}
