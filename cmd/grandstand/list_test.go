package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

var season = map[string]string{
	"channel.yaml": manifest,
	"offers.yaml": `offers:
  - {alias: ticket, kind: package, type: event, name: Ticket, base_price: 0, service_fee: 0, weight: 1, capabilities: [watch]}
`,
	"catalog.yaml": `categories: [{alias: hockey, title: Hockey}]
participants: [{alias: lynx, name: Lynx, sport: hockey}, {alias: tide, name: Tide, sport: hockey}]
locations: [{alias: arena, name: Arena, time_zone: America/Toronto}]
`,
	"schedule.csv": "id,date,time,sport,away,home,location,access\na,2031-01-09,19:30,hockey,lynx,tide,arena,free\nb,2031-01-12,TBD,hockey,tide,lynx,arena,free\n",
}

// playSeason adds two games to the channel, the first with an order of its ticket.
func (c *console) playSeason(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	for name, content := range season {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c.says("changes made", "channel", "apply", folder)
	c.lostPhone("ada@example.com")
	var buyer struct{ ID, ChannelID int64 }
	if err := c.server.DB.Read().NewRaw("SELECT id, channel_id FROM users").Scan(t.Context(), &buyer); err != nil {
		t.Fatal(err)
	}
	dbtest.Buy(t, c.server.DB, dbtest.Order{ChannelID: buyer.ChannelID, UserID: buyer.ID, PackageID: 1, Type: "event", EventID: 1})
}

func TestEventsAndOrdersAreListedWithTheirNumbers(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			events, orders := []string{"event", "list", "--channel", "north"}, []string{"order", "list", "--channel", "north"}
			c.says("No events found.", events...)
			c.says("No orders found.", orders...)
			c.playSeason(t)
			c.says("1       2031-01-09 19:30 EST  Lynx @ Tide  upcoming  free\n2       2031-01-12            Tide @ Lynx  tba       free\n", events...)
			c.says("There are more events. Continue with --from 2031-01-09, or raise --limit.", append(events, "--limit", "1")...)
			c.says("Tide @ Lynx", append(events, "--search", "tide")...)
			c.says("No events found.", append(events, "--to", "2030-12-31")...)
			c.says("Lynx @ Tide", append(events, "--from", "2031-01-10", "--to", "2031-01-10")...)
			c.says("GS-000001  1970-01-01 00:00  ada@example.com  Lynx @ Tide, January 9, 2031  CAD $79.00  paid\n", orders...)
			c.says("GS-000001", append(orders, "--email", "Ada@example.com", "--event", "1", "--status", "paid")...)
			c.says("No orders found.", append(orders, "--event", "2")...)
			c.says("No orders found.", append(orders, "--status", "refunded")...)
			c.fails(`no user "bob@example.com"`, append(orders, "--email", "bob@example.com")...)
			c.fails(`no channel "south"`, "order", "list", "--channel", "south")
			c.fails(`no channel "south"`, "event", "list", "--channel", "south")
		})
	}
}

// The list shows days of the venue, and --from and --to mean days of the channel: a game in the evening is not one of the
// next day, although it is by UTC.
func TestDaysOfTheEventListAreThoseOfTheChannel(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			folder := t.TempDir()
			for name, content := range season {
				content = strings.Replace(content, "time_zone: UTC", "time_zone: America/Toronto", 1)
				if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			c.says("changes made", "channel", "apply", folder)
			events := []string{"event", "list", "--channel", "north"}
			c.says("1       2031-01-09 19:30 EST", append(events, "--from", "2031-01-09", "--to", "2031-01-09")...)
			c.says("No events found.", append(events, "--from", "2031-01-10", "--to", "2031-01-10")...)
			c.says("Continue with --from 2031-01-09", append(events, "--from", "2031-01-09", "--limit", "1")...)
		})
	}
}
