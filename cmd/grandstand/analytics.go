package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/clickhouse"
)

// analyticsCommands look after what people do on a channel.
type analyticsCommands struct {
	Export analyticsExportCommand `cmd:"" help:"Write what people did, by days, as Parquet files and to ClickHouse."`
}

// analyticsExportCommand brings days up to date elsewhere. A password is read from a file: what stands in the
// arguments is read by whoever lists the processes.
type analyticsExportCommand struct {
	Channel string    `required:"" help:"Channel key."`
	From    time.Time `format:"2006-01-02" help:"First day, in UTC; three days before --until where it is left out."`
	Until   time.Time `format:"2006-01-02" help:"The day after the last, in UTC; today where it is left out."`
	People  string    `enum:"hashed,known,none" default:"hashed" help:"How users and sessions are named: hashed, by codes that only this installation can make; known, as in the database; none, left out together with what may tell who they are."`
	Out     string    `type:"path" help:"Folder of the files: <channel>/<table>/<day>.parquet."`

	ClickHouse             string `name:"clickhouse" env:"GRANDSTAND_CLICKHOUSE" help:"URL of ClickHouse's HTTP interface, without user and password: https://warehouse.example.org:8443."`
	ClickHouseDatabase     string `name:"clickhouse-database" env:"GRANDSTAND_CLICKHOUSE_DATABASE" help:"Database there, which exists; the user's own where it is left out."`
	ClickHouseUser         string `name:"clickhouse-user" env:"GRANDSTAND_CLICKHOUSE_USER" default:"default" help:"User there."`
	ClickHousePasswordFile string `name:"clickhouse-password-file" env:"GRANDSTAND_CLICKHOUSE_PASSWORD_FILE" type:"existingfile" help:"File with the user's password."`
}

// Run prints a line for each day of each table.
func (c analyticsExportCommand) Run(env *environment) error {
	if c.Out == "" && c.ClickHouse == "" {
		return errors.New("an export goes into a folder (--out), to ClickHouse (--clickhouse), or both")
	}
	o := app.AnalyticsExport{
		Channel: c.Channel, From: c.From, Until: c.Until, People: c.People, Folder: c.Out,
		Told: func(line string) { fmt.Fprintln(env.stdout, line) },
	}
	if c.ClickHouse != "" {
		o.ClickHouse = &clickhouse.Options{URL: c.ClickHouse, Database: c.ClickHouseDatabase, User: c.ClickHouseUser}
		if c.ClickHousePasswordFile != "" {
			password, err := os.ReadFile(c.ClickHousePasswordFile)
			if err != nil {
				return fmt.Errorf("read the password of ClickHouse: %w", err)
			}
			o.ClickHouse.Password = strings.TrimRight(string(password), "\r\n")
		}
	}
	return withApp(env, func(a *app.App) error { return a.ExportAnalytics(env.ctx, o) })
}
