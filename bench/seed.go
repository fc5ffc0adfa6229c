package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver that the product uses

	"github.com/grandstand/grandstand/test/stage"
)

// channel is the demo's, which the seed multiplies.
const channel = "demo"

// seed makes a data folder with the demo channel and as many events as wanted: copies of the demo's, those to come
// moved ahead and those that are over moved back, an hour a copy, with their participants and words.
func (b *bench) seed(ctx context.Context, events int) (string, error) {
	dir := b.path(fmt.Sprintf("data-%d", events))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil // an earlier group made it
	}
	if err := makeDemo(ctx, dir); err != nil {
		return "", err
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "grandstand.db")+"?_pragma=synchronous(off)&_pragma=cache_size(-400000)")
	if err != nil {
		return "", err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := multiply(ctx, db, events); err != nil {
		return "", err
	}
	_, err = db.ExecContext(ctx, "ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)")
	return dir, err
}

// makeDemo starts the demo once, so that its channel is in the database.
func makeDemo(ctx context.Context, dir string) error {
	s, stop, err := serve(ctx, dir, "demo")
	if err != nil {
		return err
	}
	defer stop()
	return stage.Until(ctx, "the demo has its events", func() (bool, error) {
		c := stage.NewClient(s.URL, channel)
		if err := c.Open(ctx); err != nil {
			return false, nil
		}
		list, err := c.Events(ctx, nil)
		return len(list) > 0, err
	})
}

// moved tells, for each table that repeats an event, how its columns change from copy to copy. Ids of copies lie beyond
// those of the demo: copy n of event i is (n+1)*spread + i.
const spread = 10_000

var moved = []struct {
	table string
	from  string
	set   map[string]string
}{
	{"events", "events t", map[string]string{
		"id": fmt.Sprintf("(n.n + 1) * %d + t.id", spread), "start_ms": shifted("t.start_ms", "t"),
		"external_id": "''", // names one event of a channel
	}},
	{"event_participants", "event_participants t JOIN events e ON e.id = t.event_id", map[string]string{
		"event_id": fmt.Sprintf("(n.n + 1) * %d + t.event_id", spread), "start_ms": shifted("t.start_ms", "e"),
	}},
	{"event_words", "event_words t JOIN events e ON e.id = t.event_id", map[string]string{
		"event_id": fmt.Sprintf("(n.n + 1) * %d + t.event_id", spread), "start_ms": shifted("t.start_ms", "e"),
	}},
}

func shifted(column, event string) string {
	return fmt.Sprintf("%s + CASE WHEN %s.status = 'upcoming' THEN 1 ELSE -1 END * (n.n + 1) * 3600000", column, event)
}

// ofDemo leaves out the example channels' rows.
const ofDemo = "t.channel_id = (SELECT id FROM channels WHERE channel_key = '" + channel + "')"

func multiply(ctx context.Context, db *sql.DB, events int) error {
	var templates int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM events AS t WHERE status <> 'live' AND "+ofDemo).Scan(&templates); err != nil {
		return err
	}
	copies := (events - templates + templates - 1) / templates
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after the commit there is nothing to undo
	// Event tables last: the others read the demo's rows through them.
	for i := len(moved) - 1; i >= 0; i-- {
		if err := copyRows(ctx, tx, moved[i].table, moved[i].from, moved[i].set, copies); err != nil {
			return fmt.Errorf("multiply %s: %w", moved[i].table, err)
		}
	}
	return tx.Commit()
}

func copyRows(ctx context.Context, tx *sql.Tx, table, from string, set map[string]string, copies int) error {
	columns, err := columnsOf(ctx, tx, table)
	if err != nil {
		return err
	}
	values := make([]string, len(columns))
	for i, column := range columns {
		values[i] = "t." + column
		if changed, ok := set[column]; ok {
			values[i] = changed
		}
	}
	status := "e.status"
	if table == "events" {
		status = "t.status"
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf(`
		WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n + 1 < %d)
		INSERT INTO %s (%s) SELECT %s FROM n, %s WHERE %s <> 'live' AND %s`,
		copies, table, strings.Join(columns, ", "), strings.Join(values, ", "), from, status, ofDemo))
	return err
}

func columnsOf(ctx context.Context, tx *sql.Tx, table string) ([]string, error) {
	rows, err := tx.QueryContext(ctx, "SELECT name FROM pragma_table_info(?)", table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var columns []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		columns = append(columns, name)
	}
	return columns, rows.Err()
}
