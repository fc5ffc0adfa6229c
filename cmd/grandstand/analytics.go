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
	Export analyticsExportCommand `cmd:"" help:"Export what people did, day by day, as Parquet files and to ClickHouse."`
}

// analyticsExportCommand brings days up to date elsewhere. A password is read from a file: what stands in the
// arguments is read by whoever lists the processes.
type analyticsExportCommand struct {
	Channel string    `required:"" help:"Channel key."`
	From    time.Time `format:"2006-01-02" help:"First day, in UTC (default: three days before --until)."`
	Until   time.Time `format:"2006-01-02" help:"The day after the last day, in UTC (default: today)."`
	People  string    `enum:"hashed,known,none" default:"hashed" help:"How users and sessions appear: hashed (codes that only this installation can make), known (as in the database) or none (left out, with everything that could identify them)."`
	Out     string    `type:"path" help:"Folder for the files: <channel>/<table>/<day>.parquet."`

	ClickHouse             string `name:"clickhouse" env:"GRANDSTAND_CLICKHOUSE" help:"URL of ClickHouse's HTTP interface, without user and password: https://warehouse.example.org:8443."`
	ClickHouseDatabase     string `name:"clickhouse-database" env:"GRANDSTAND_CLICKHOUSE_DATABASE" help:"Existing database in ClickHouse (default: the user's default database)."`
	ClickHouseUser         string `name:"clickhouse-user" env:"GRANDSTAND_CLICKHOUSE_USER" default:"default" help:"User there."`
	ClickHousePasswordFile string `name:"clickhouse-password-file" env:"GRANDSTAND_CLICKHOUSE_PASSWORD_FILE" type:"existingfile" help:"File with the password of the ClickHouse user."`
}

// Run prints a line for each day of each table.
func (c analyticsExportCommand) Run(env *environment) error {
	if c.Out == "" && c.ClickHouse == "" {
		return errors.New("say where to export to: a folder (--out), ClickHouse (--clickhouse), or both")
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
