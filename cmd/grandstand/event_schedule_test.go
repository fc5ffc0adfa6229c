package main

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A game that was abandoned is cancelled after its stream has ended, and the cancellation is taken back.
func TestAnEventThatWasStreamedIsCancelled(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			c.playSeason(t)
			stream := func(state string) {
				t.Helper()
				if err := c.server.Catalog.SetStreamState(t.Context(), c.server.DB.Write(), 1, 2, state, time.Now()); err != nil {
					t.Fatal(err)
				}
			}
			stream("live")
			c.fails("This event is live. End its stream first.", "event", "cancel", "2", "--refund")
			stream("ended")
			for _, args := range [][]string{{"event", "postpone", "2"}, {"event", "tba", "2"}, {"event", "schedule", "2", "2031-01-20", "19:30"}} {
				c.fails("This event has been streamed, so it cannot be moved or postponed. You can cancel it.", args...)
			}
			c.says("cancelled 2031-01-12\n0 orders refunded.", "event", "cancel", "2", "--refund")
			c.says("on 2031-01-12\n", "event", "schedule", "2")
		})
	}
}
