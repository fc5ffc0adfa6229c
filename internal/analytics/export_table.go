package analytics

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

const (
	// pageRows is how many rows one query reads: no query lasts, so that none keeps SQLite from folding its log.
	pageRows = 2000
	// groupRows is how many rows a row group of a file holds. A file that is written has one of them in memory.
	groupRows = 16_384
)

// table is one kind of rows that is exported, whatever it is made of.
type table interface {
	about() tableAbout
	// write writes the rows of a day as a Parquet file.
	write(ctx context.Context, x *exporter, day time.Time, to io.Writer) (rows int64, err error)
	// batches reads such a file back, as lines of JSON.
	batches(file string, each func(lines []byte) error) error
}

type tableAbout struct {
	name string
	// at is the column that tells to which day a row belongs. It never changes.
	at string
	// since is when its rows are all there.
	since func(Export) time.Time
	// columns and order are ClickHouse's. By order no two rows are the same.
	columns, order string
}

// tableOf is a table of rows R, written as lines L.
type tableOf[R, L any] struct {
	tableAbout

	// sorting are the columns that rows are read by, beginning with at; key are their values in a row.
	sorting string
	key     func(*R) []any
	line    func(*exporter, *R) L
}

func exportTables() []table {
	return []table{
		tableOf[eventRow, eventLine]{
			tableAbout{name: "events", at: "at_ms", since: rawSince, columns: eventColumns, order: "id"},
			"at_ms, id", func(r *eventRow) []any { return []any{r.AtMS, r.ID} }, (*exporter).event,
		},
		tableOf[viewRow, viewLine]{
			tableAbout{name: "views", at: "first_ms", since: viewsSince, columns: viewColumns, order: "view"},
			"first_ms, uuid", func(r *viewRow) []any { return []any{r.FirstMS, r.UUID} }, (*exporter).view,
		},
		tableOf[sessionRow, sessionLine]{
			tableAbout{name: "sessions", at: "opened_ms", since: rawSince, columns: sessionColumns, order: "session"},
			"opened_ms, uuid", func(r *sessionRow) []any { return []any{r.OpenedMS, r.UUID} }, (*exporter).opening,
		},
		tableOf[minuteRow, minuteLine]{
			tableAbout{name: "minutes", at: "minute_ms", since: everSince, columns: minuteColumns, order: "stream_type, stream_id, live, device, country"},
			"minute_ms, subject_kind, subject_id, live, device, country",
			func(r *minuteRow) []any {
				return []any{r.MinuteMS, string(r.SubjectKind), r.SubjectID, r.Live, r.Device, r.Country}
			}, (*exporter).minute,
		},
	}
}

func rawSince(e Export) time.Time { return e.RawSince }

func viewsSince(e Export) time.Time { return e.ViewsSince }

func everSince(Export) time.Time { return time.Time{} }

func (t tableOf[R, L]) about() tableAbout { return t.tableAbout }

func (t tableOf[R, L]) write(ctx context.Context, x *exporter, day time.Time, to io.Writer) (rows int64, err error) {
	file := parquet.NewGenericWriter[L](to, parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault}),
		parquet.MaxRowsPerRowGroup(groupRows), parquet.CreatedBy("grandstand", "", ""))
	lines := make([]L, 0, pageRows)
	err = t.read(ctx, x, day, func(page []R) error {
		lines = lines[:0]
		for i := range page {
			lines = append(lines, t.line(x, &page[i]))
		}
		n, err := file.Write(lines)
		rows += int64(n)
		return err
	})
	if err != nil {
		return rows, err // the file is given up
	}
	return rows, file.Close()
}

// read hands over the rows of a day, page by page.
func (t tableOf[R, L]) read(ctx context.Context, x *exporter, day time.Time, each func([]R) error) error {
	var last []any
	from := any(clock.Millis(day))
	for {
		var page []R
		query := x.service.db.Read().NewSelect().Model(&page).
			Where("channel_id = ?0 AND ?1 >= ?2 AND ?1 < ?3", x.channelID, bun.Ident(t.at), from, clock.Millis(day.AddDate(0, 0, 1))).
			OrderExpr(t.sorting).Limit(pageRows)
		if last != nil {
			query.Where("("+t.sorting+") > (?)", bun.List(last))
		}
		if err := query.Scan(ctx); err != nil {
			return fmt.Errorf("select %s: %w", t.name, err)
		}
		if len(page) == 0 {
			return nil
		}
		if err := each(page); err != nil {
			return err
		}
		if len(page) < pageRows {
			return nil
		}
		last = t.key(&page[len(page)-1])
		from = last[0] // a database that sees in the other condition no range of the index sees one in this
	}
}

func (t tableOf[R, L]) batches(name string, each func(lines []byte) error) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open what was exported: %w", err)
	}
	defer file.Close()
	reader := parquet.NewGenericReader[L](file)
	defer reader.Close()
	rows := make([]L, groupRows)
	for {
		n, err := reader.Read(rows)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read what was exported: %w", err)
		}
		var lines bytes.Buffer
		encoder := json.NewEncoder(&lines)
		encoder.SetEscapeHTML(false)
		for i := range rows[:n] {
			if err := encoder.Encode(&rows[i]); err != nil {
				return fmt.Errorf("write a row as JSON: %w", err)
			}
		}
		clear(rows) // what is null in the next row leaves nothing of this one
		if n > 0 {
			if sent := each(lines.Bytes()); sent != nil {
				return sent
			}
		}
		if err != nil {
			return nil
		}
	}
}
