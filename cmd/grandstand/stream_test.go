package main

import (
	"testing"

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
