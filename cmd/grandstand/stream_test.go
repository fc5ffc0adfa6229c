package main

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestStreamStatus(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			c.says("No stream is live.", "stream", "status")
			c.says("[]", "stream", "status", "--json", "--channel", "north")
			c.fails(`no channel "south"`, "stream", "status", "--channel", "south")
		})
	}
}

func TestStreamEnd(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			c.playSeason(t)
			end, reopen := []string{"stream", "end", "1"}, []string{"stream", "reopen", "1"}
			stream := func(state, node string) {
				t.Helper()
				if _, err := c.server.DB.Write().NewRaw(`UPDATE streams SET state = ?, started_ms = 1, publisher = ?, publisher_node = ?, ended_ms = NULL, dropped_ms = ?`,
					state, node, node, time.Now().UnixMilli()).Exec(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			c.fails("event_not_found", "stream", "end", "99")
			c.fails("event_not_found", "stream", "reopen", "99")
			c.fails("This event has no live stream.", end...)
			c.says("\n", "stream", "key", "1")
			c.fails("This event has no live stream.", end...)
			c.fails("This event was not ended by an operator.", reopen...)
			stream("live", "b")
			c.fails(`the server "b" has not ended event 1 yet. The request stays in force`, append(end, "--wait", "0s")...)
			c.says(`the server "b" has not disconnected the encoder yet`, "stream", "status")
			c.says("Event 1 has not ended yet and continues.\n", reopen...)
			stream("reconnecting", "")
			c.says("Event 1 has ended. Its recording is on demand. `grandstand stream reopen 1` lets an encoder continue it.\n", end...)
			c.fails("This event has no live stream.", end...)
			c.says("Event 1 is open. Start its encoder within ", reopen...)
		})
	}
}
