package account

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// beforeInsert runs do before the first insert into a table.
type beforeInsert struct {
	table string
	once  sync.Once
	do    func()
}

func (b *beforeInsert) BeforeQuery(ctx context.Context, event *bun.QueryEvent) context.Context {
	if strings.HasPrefix(event.Query, `INSERT INTO "`+b.table+`"`) {
		b.once.Do(b.do)
	}
	return ctx
}

func (*beforeInsert) AfterQuery(context.Context, *bun.QueryEvent) {}

// waitForLock returns once a transaction of a PostgreSQL database waits for another one.
func waitForLock(t *testing.T, d *db.DB) {
	t.Helper()
	for waiting := 0; waiting == 0; {
		err := d.Read().NewRaw("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(t.Context(), &waiting)
		if err != nil {
			t.Error(err)
			return
		}
	}
}

// A stranger connects a login while the owner of the address takes the account over: the login
// does not survive.
func TestALoginConnectedDuringATakeoverEnds(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		_, link := c.newcomer(victim)
		_, strange := c.enter(victim)
		ticket := c.connecting(o, strange)
		visitor := c.visitorOf(c.channel)
		var owner sync.WaitGroup
		hooked, ok := d.Write().(interface{ AddQueryHook(hook bun.QueryHook) })
		if !ok {
			t.Fatal("the database takes no hooks")
		}
		hooked.AddQueryHook(&beforeInsert{table: "identities", do: func() {
			owner.Go(func() {
				_, _, err := c.TakeOver(t.Context(), visitor, Takeover{Link: link, Password: fresh, PasswordConfirmation: fresh, Language: "en"})
				if err != nil {
					t.Error(err)
				}
			})
			if d.Engine() == db.Postgres { // SQLite runs one transaction at a time
				waitForLock(t, d)
			}
		}})
		if _, err := c.connect1(strange, ticket, true); err != nil && fault.CodeOf(err) != "invalid_api_key" {
			t.Error(err)
		}
		owner.Wait()
		if ways := c.waysOf(strange.Actor()); len(ways) != 0 {
			t.Errorf("the stranger keeps %v", ways)
		}
	})
}
