package analytics

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/clickhouse"
	"github.com/grandstand/grandstand/internal/clock"
)

// Columns of the tables in ClickHouse, of types that all its versions have. Times are milliseconds, as in the
// database; where a day or a time to the second is enough there is a column that ClickHouse works out.
const (
	eventColumns = `channel String, id Int64, at_ms Int64, source String, name String, session String, user String, view String,
		stream_type String, stream_id Int64, device String, country String, extras String`
	viewColumns = `channel String, view String, first_ms Int64, last_ms Int64, watched_ms Int64, session String, user String,
		stream_type String, stream_id Int64, live UInt8, device String, country String`
	sessionColumns = `channel String, session String, opened_ms Int64, user String, device_type String, user_agent String, resolution String,
		platform String, device String, country String`
	minuteColumns = `channel String, minute_ms Int64, stream_type String, stream_id Int64, live UInt8, device String, country String,
		begun Int64, seen Int64, watched_ms Int64`
)

// Names of the tables in ClickHouse. A day is gathered beside its table before it takes its place there, and what
// is there of each day is noted.
const (
	tablePrefix  = "grandstand_"
	besideSuffix = "_loading"
	notesTable   = "grandstand_exports"
)

// prepare makes the tables that are not there.
func (x *exporter) prepare(ctx context.Context) error {
	for _, t := range exportTables() {
		a := t.about()
		name, day := tablePrefix+a.name, "toDate(intDiv("+a.at+", 86400000))"
		statement := ` (` + a.columns + `,
			day Date MATERIALIZED ` + day + `, time DateTime('UTC') ALIAS toDateTime(intDiv(` + a.at + `, 1000), 'UTC'))
			ENGINE = ReplacingMergeTree PARTITION BY (channel, ` + day + `) ORDER BY (channel, ` + a.at + `, ` + a.order + `)`
		for _, suffix := range [...]string{"", besideSuffix} {
			if err := x.Server.Exec(ctx, "CREATE TABLE IF NOT EXISTS "+name+suffix+statement); err != nil {
				return fmt.Errorf("make the table %s: %w", name+suffix, err)
			}
		}
	}
	err := x.Server.Exec(ctx, "CREATE TABLE IF NOT EXISTS "+notesTable+` (channel String, name String, day Date, digest String, noted_ms Int64)
		ENGINE = ReplacingMergeTree(noted_ms) ORDER BY (channel, name, day)`)
	if err != nil {
		return fmt.Errorf("make the table %s: %w", notesTable, err)
	}
	return nil
}

// load has a file's rows take the place of what ClickHouse has of the day, at one moment, and says whether they
// had to. What was interrupted begins anew: a row that is sent twice is one row.
func (x *exporter) load(ctx context.Context, t table, day time.Time, file made) (bool, error) {
	name := tablePrefix + t.about().name
	digest, at, err := x.noted(ctx, t, day)
	if err != nil || digest == file.digest {
		return false, err
	}
	if at, err = x.note(ctx, t, day, "", at); err != nil { // from here until the end nobody knows
		return false, err
	}
	partition := "PARTITION (" + clickhouse.Quote(x.Channel) + ", " + clickhouse.Quote(day.Format(time.DateOnly)) + ")"
	replace := "ALTER TABLE " + name + " DROP " + partition
	if file.rows > 0 {
		if err := x.gather(ctx, t, day, file, partition); err != nil {
			return false, err
		}
		replace = "ALTER TABLE " + name + " REPLACE " + partition + " FROM " + name + besideSuffix
	}
	for _, statement := range [...]string{replace, "ALTER TABLE " + name + besideSuffix + " DROP " + partition} {
		if err := x.Server.Exec(ctx, statement); err != nil {
			return false, err
		}
	}
	_, err = x.note(ctx, t, day, file.digest, at)
	return true, err
}

// gather has ClickHouse hold a file's rows, each once, beside their table.
func (x *exporter) gather(ctx context.Context, t table, day time.Time, file made, partition string) error {
	beside := tablePrefix + t.about().name + besideSuffix
	if err := x.Server.Exec(ctx, "ALTER TABLE "+beside+" DROP "+partition); err != nil {
		return err
	}
	err := t.batches(file.name, func(lines []byte) error { return x.Server.Insert(ctx, beside, lines) })
	if err != nil {
		return err
	}
	if err := x.Server.Exec(ctx, "OPTIMIZE TABLE "+beside+" "+partition+" FINAL"); err != nil {
		return err
	}
	counted, err := x.Server.Value(ctx, "SELECT count() FROM "+beside+" WHERE channel = "+clickhouse.Quote(x.Channel)+
		" AND day = "+clickhouse.Quote(day.Format(time.DateOnly)))
	if err != nil {
		return err
	}
	if counted != strconv.FormatInt(file.rows, 10) {
		return fmt.Errorf("ClickHouse has %q of %d rows: the day stays there as it was", counted, file.rows)
	}
	return nil
}

// noted is which file ClickHouse has of a day, "" where that is not known, and when it was noted.
func (x *exporter) noted(ctx context.Context, t table, day time.Time) (digest string, atMS int64, err error) {
	note, err := x.Server.Value(ctx, "SELECT concat(toString(noted_ms), ' ', digest) FROM "+notesTable+" WHERE channel = "+clickhouse.Quote(x.Channel)+
		" AND name = "+clickhouse.Quote(t.about().name)+" AND day = "+clickhouse.Quote(day.Format(time.DateOnly))+" ORDER BY noted_ms DESC LIMIT 1")
	if err != nil || note == "" {
		return "", 0, err
	}
	at, digest, _ := strings.Cut(note, " ")
	if atMS, err = strconv.ParseInt(at, 10, 64); err != nil {
		return "", 0, fmt.Errorf("read a note of ClickHouse: %w", err)
	}
	return digest, atMS, nil
}

// note writes down which file ClickHouse has of a day, and returns when: later than the last note, whatever
// the clock says.
func (x *exporter) note(ctx context.Context, t table, day time.Time, digest string, lastMS int64) (atMS int64, err error) {
	atMS = max(clock.Millis(x.service.clock.Now()), lastMS+1)
	line, err := json.Marshal(map[string]any{
		"channel": x.Channel, "name": t.about().name, "day": day.Format(time.DateOnly), "digest": digest, "noted_ms": atMS,
	})
	if err != nil {
		return 0, fmt.Errorf("write a note as JSON: %w", err)
	}
	return atMS, x.Server.Insert(ctx, notesTable, append(line, '\n'))
}
