package analytics

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clickhouse"
	"github.com/grandstand/grandstand/internal/clickhouse/clickhousetest"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// shipper is an office that has a warehouse.
type shipper struct {
	*office
	server *clickhousetest.Server
	client *clickhouse.Client
}

func newShipper(t *testing.T, d *db.DB) *shipper {
	t.Helper()
	s := &shipper{office: newOffice(t, d), server: clickhousetest.New(t)}
	var err error
	s.client, err = clickhouse.New(clickhouse.Options{
		URL: s.server.URL, User: clickhousetest.User, Password: clickhousetest.Password, Wait: func(context.Context, int) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *shipper) ship(e *Export) { e.Server = s.client }

// fails exports, which an error keeps from ending.
func (s *shipper) fails(want string) {
	s.t.Helper()
	err := s.Export(s.t.Context(), actor.ForSystem(s.home), s.march(s.ship))
	if err == nil || !strings.Contains(err.Error(), want) {
		s.t.Fatalf("%v, want %q", err, want)
	}
}

// inserted counts batches that the server was told of, and forgets them.
func (s *shipper) inserted() (n int) {
	for _, statement := range s.server.Statements() {
		if strings.HasPrefix(statement, "INSERT") && !strings.Contains(statement, notesTable) {
			n++
		}
	}
	return n
}

// warehoused compares a table of the server with what is stored.
func warehoused[R, L any](s *shipper, table string) (rows int) {
	s.t.Helper()
	texts := func(list []any) (out []string) {
		for _, one := range list {
			text, err := json.Marshal(one)
			if err != nil {
				s.t.Fatal(err)
			}
			var sorted map[string]any
			if err := json.Unmarshal(text, &sorted); err != nil {
				s.t.Fatal(err)
			}
			out = append(out, fmt.Sprint(sorted))
		}
		slices.Sort(out)
		return out
	}
	var want, got []any
	for day := 1; day <= 2; day++ {
		for _, line := range stored[R, L](s.office, table, day, Known) {
			want = append(want, line)
		}
	}
	for _, row := range s.server.Rows(tablePrefix + table) {
		got = append(got, row)
	}
	if diff := cmp.Diff(texts(want), texts(got)); diff != "" {
		s.t.Errorf("%s (-stored +ClickHouse):\n%s", table, diff)
	}
	return len(want)
}

// same compares all tables, and looks that nothing is left beside them.
func (s *shipper) same() {
	s.t.Helper()
	rows := warehoused[eventRow, eventLine](s, "events") + warehoused[viewRow, viewLine](s, "views") +
		warehoused[sessionRow, sessionLine](s, "sessions") + warehoused[minuteRow, minuteLine](s, "minutes")
	if rows < 6 {
		s.t.Errorf("%d rows: next to nothing was compared", rows)
	}
	for _, t := range exportTables() {
		if left := s.server.Rows(tablePrefix + t.about().name + besideSuffix); len(left) != 0 {
			s.t.Errorf("%d %s are left beside their table", len(left), t.about().name)
		}
	}
}

func TestClickHouseHasWhatIsStored(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShipper(t, d)
		fan, _, _ := s.busy()
		s.exports(s.ship)
		s.same()
		if s.inserted() == 0 {
			t.Fatal("nothing was sent")
		}
		if told := s.exports(s.ship); s.inserted() != 0 || told[0].Loaded {
			t.Errorf("what had not changed was sent again: %+v", told)
		}
		if err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return s.EraseUser(ctx, tx, s.home, fan) }); err != nil {
			t.Fatal(err)
		}
		s.exports(s.ship)
		if rows := warehoused[eventRow, eventLine](s, "events"); rows != 1 {
			t.Errorf("%d events are left", rows)
		}
		for _, row := range append(s.server.Rows("grandstand_sessions"), s.server.Rows("grandstand_views")...) {
			if row["user"] != "" {
				t.Errorf("who was erased is there: %v", row)
			}
		}
	})
}

// Wherever an export is interrupted, ClickHouse has of a day what it had or what it gets, and another export
// completes it.
func TestAnInterruptedLoadIsCompletedByTheNext(t *testing.T) {
	for _, where := range []string{
		"CREATE TABLE IF NOT EXISTS grandstand_sessions", "SELECT concat", "INSERT INTO grandstand_exports", "ALTER TABLE grandstand_views_loading DROP",
		"INSERT INTO grandstand_events_loading", "OPTIMIZE TABLE grandstand_views_loading", "SELECT count()", "ALTER TABLE grandstand_minutes REPLACE",
	} {
		t.Run(where, func(t *testing.T) {
			s := newShipper(t, dbtest.SQLite(t))
			s.busy()
			s.server.FailOnce(clickhousetest.Refused, where)
			s.fails("answered 400")
			s.exports(s.ship)
			s.same()
		})
	}
}

func TestWhatIsSentTwiceIsThereOnce(t *testing.T) {
	for _, how := range []clickhousetest.Fault{clickhousetest.Lost, clickhousetest.Cut, clickhousetest.Broken} {
		t.Run(string(how), func(t *testing.T) {
			s := newShipper(t, dbtest.SQLite(t))
			s.busy()
			failed := map[string]bool{} // each statement once
			s.server.Fail(func(statement string) clickhousetest.Fault {
				if failed[statement] {
					return clickhousetest.None
				}
				failed[statement] = true
				return how
			})
			s.exports(s.ship)
			s.same()
			if s.inserted() < 12 {
				t.Error("nothing was sent twice")
			}
		})
	}
}

func TestADayThatDidNotArriveWholeTakesNoPlace(t *testing.T) {
	s := newShipper(t, dbtest.SQLite(t))
	s.busy()
	s.exports(s.ship)
	before := s.server.Rows("grandstand_events")
	s.records(s.at(s.home, 0), Happening{Name: "login", Session: s.opens(s.at(s.home, 0))})
	s.written()
	s.server.FailOnce(clickhousetest.Skip, "INSERT INTO grandstand_events_loading")
	s.fails(`ClickHouse has "0" of 2 rows`)
	if !cmp.Equal(before, s.server.Rows("grandstand_events")) {
		t.Error("rows went that were there")
	}
	s.exports(s.ship)
	s.same()
}

// What ClickHouse has of a day is not known from when its place is taken until it is noted.
func TestADayThatWasNotNotedIsSentAgain(t *testing.T) {
	s := newShipper(t, dbtest.SQLite(t))
	s.busy()
	s.exports(s.ship)
	noted := 0
	s.server.Fail(func(statement string) clickhousetest.Fault {
		if strings.HasPrefix(statement, "INSERT INTO "+notesTable) {
			noted++
		}
		if noted == 2 {
			return clickhousetest.Refused // the first table has taken its place, and is not noted
		}
		return clickhousetest.None
	})
	err := s.Export(t.Context(), actor.ForSystem(s.home), s.march(s.ship, func(e *Export) { e.People = Nobody }))
	if err == nil || noted != 2 {
		t.Fatalf("%d notes, %v", noted, err)
	}
	s.server.Fail(nil)
	s.exports(s.ship)
	s.same()
}

func TestAnotherChannelsRowsInClickHouseStay(t *testing.T) {
	s := newShipper(t, dbtest.SQLite(t))
	s.busy()
	s.exports(s.ship)
	e := s.march(s.ship, func(e *Export) { e.ChannelID, e.Channel = s.away, "away" })
	if err := s.Export(t.Context(), actor.ForSystem(s.away), e); err != nil {
		t.Fatal(err)
	}
	s.exports(s.ship)
	channels := map[any]int{}
	for _, row := range s.server.Rows("grandstand_events") {
		channels[row["channel"]]++
	}
	if !cmp.Equal(channels, map[any]int{"home": 2, "away": 1}) {
		t.Errorf("%v", channels)
	}
}
