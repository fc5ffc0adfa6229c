package analytics

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/parquet-go/parquet-go"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// firstOfMarch is the day on which a stadium opens, at noon.
var firstOfMarch = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// office exports what happens in a stadium.
type office struct {
	*stadium
	folder string
}

func newOffice(t *testing.T, d *db.DB) *office {
	t.Helper()
	return &office{newStadium(t, d), t.TempDir()}
}

// exports exports the first two days of March, and returns what it was told.
func (o *office) exports(change ...func(*Export)) []Exported {
	o.t.Helper()
	var told []Exported
	e := o.march(change...)
	e.Told = func(done Exported) { told = append(told, done) }
	if err := o.Export(o.t.Context(), actor.ForSystem(e.ChannelID), e); err != nil {
		o.t.Fatal(err)
	}
	return told
}

func (o *office) march(change ...func(*Export)) Export {
	e := Export{
		ChannelID: o.home, Channel: "home", From: firstOfMarch, Until: firstOfMarch.AddDate(0, 0, 2), People: Known, Folder: o.folder,
	}
	for _, f := range change {
		f(&e)
	}
	return e
}

// opens opens a session.
func (o *office) opens(by Reporter) string {
	o.t.Helper()
	session, err := o.Open(by, o.Hash(by.ChannelID), Device{Type: "phone", UserAgent: "Firefox <3", Resolution: "390x844", Platform: "Android"})
	if err != nil {
		o.t.Fatal(err)
	}
	return session.UUID
}

func (o *office) records(by Reporter, h Happening) {
	o.t.Helper()
	if err := o.Record(by, h); err != nil {
		o.t.Fatal(err)
	}
}

// busy has a user and a visitor of one channel, and a user of another, do things, on both sides of midnight.
func (o *office) busy() (fan int64, session, view string) {
	o.t.Helper()
	fan = dbtest.User(o.t, o.db, o.home, "fan@example.com")
	o.clock.Advance(11*time.Hour + 59*time.Minute)
	session, view = o.opens(o.at(o.home, fan)), uuid.NewString()
	o.records(o.at(o.home, fan), Happening{Session: session, Name: "visit_page", Extras: []byte(`{"page":"/<b>&é"}`)})
	o.watches(o.at(o.home, fan), view, Subject{Event, 7}, 30*time.Second)
	o.written()
	o.clock.Advance(2 * time.Minute)
	o.watches(o.at(o.home, fan), view, Subject{Event, 7}, 20*time.Second)
	o.watches(o.at(o.home, 0), uuid.NewString(), Subject{}, time.Second)
	o.records(o.at(o.home, 0), Happening{Session: o.opens(o.at(o.home, 0)), Name: "login"})
	rival := o.at(o.away, dbtest.User(o.t, o.db, o.away, "rival@example.com"))
	o.watches(rival, uuid.NewString(), Subject{Event, 7}, time.Second)
	o.records(rival, Happening{Session: o.opens(rival), Name: "visit_page"})
	o.written()
	return fan, session, view
}

// filed reads a file back.
func filed[L any](o *office, table string, day int) []L {
	o.t.Helper()
	rows, err := parquet.ReadFile[L](filepath.Join(o.folder, "home", table, "2026-03-0"+strconv.Itoa(day)+".parquet"))
	if err != nil {
		o.t.Fatal(err)
	}
	return rows
}

// stored are the rows of a table on a day, as an exporter writes them.
func stored[R, L any](o *office, name string, day int, people People) (lines []L) {
	o.t.Helper()
	i := slices.IndexFunc(exportTables(), func(t table) bool { return t.about().name == name })
	t := exportTables()[i].(tableOf[R, L])
	var rows []R
	err := o.db.Read().NewSelect().Model(&rows).Where("channel_id = ?", o.home).OrderExpr(t.sorting).Scan(o.t.Context())
	if err != nil {
		o.t.Fatal(err)
	}
	x := &exporter{Export: o.march(func(e *Export) { e.People = people }), service: o.Service, channelID: o.home, key: o.people}
	from := firstOfMarch.AddDate(0, 0, day-1).UnixMilli()
	for i := range rows {
		if at := t.key(&rows[i])[0].(int64); at >= from && at < from+86_400_000 {
			lines = append(lines, t.line(x, &rows[i]))
		}
	}
	return lines
}

// same compares a table's files with what is stored, and says how many rows there are.
func same[R, L any](o *office, name string, people People) (rows int) {
	o.t.Helper()
	for day := 1; day <= 2; day++ {
		want := stored[R, L](o, name, day, people)
		rows += len(want)
		if len(want) == 0 {
			continue
		}
		if diff := cmp.Diff(want, filed[L](o, name, day)); diff != "" {
			o.t.Errorf("%s of day %d (-stored +file):\n%s", name, day, diff)
		}
	}
	return rows
}

func TestFilesHaveWhatIsStored(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		fan, session, view := o.busy()
		o.exports()
		for table, rows := range map[string]int{
			"events": same[eventRow, eventLine](o, "events", Known), "views": same[viewRow, viewLine](o, "views", Known),
			"sessions": same[sessionRow, sessionLine](o, "sessions", Known), "minutes": same[minuteRow, minuteLine](o, "minutes", Known),
		} {
			if rows < 2 {
				t.Errorf("%d %s: next to nothing was compared", rows, table)
			}
		}
		visited := filed[eventLine](o, "events", 1)[0]
		at := firstOfMarch.Add(23*time.Hour + 59*time.Minute).UnixMilli()
		want := eventLine{
			Channel: "home", ID: visited.ID, AtMS: at, Source: "site", Name: "visit_page", Session: session, User: strconv.FormatInt(fan, 10),
			Device: "phone", Country: "CA", Extras: `{"page":"/<b>&é"}`,
		}
		if diff := cmp.Diff(want, visited); diff != "" {
			t.Error(diff)
		}
		watched := filed[viewLine](o, "views", 1)
		if len(watched) != 1 || watched[0].View != view || watched[0].WatchedMS != 50_000 || watched[0].LastMS < firstOfMarch.AddDate(0, 0, 1).UnixMilli() {
			t.Errorf("a view over midnight is of the day on which it began, whole: %+v", watched)
		}
	})
}

func TestAnotherExportTakesThePlaceOfTheFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		fan, _, _ := o.busy()
		first := o.exports()
		before := o.bytes()
		if diff := cmp.Diff(first, o.exports()); diff != "" {
			t.Error(diff)
		}
		if !cmp.Equal(before, o.bytes()) {
			t.Error("the same rows made other files")
		}
		if err := o.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return o.EraseUser(ctx, tx, o.home, fan) }); err != nil {
			t.Fatal(err)
		}
		o.exports()
		if _, ok := o.bytes()["home/sessions/2026-03-01.parquet"]; ok {
			t.Error("there is a file of a day of which nothing is left")
		}
		for name, content := range o.bytes() {
			if rows := readUsers(t, content); slices.Contains(rows, strconv.FormatInt(fan, 10)) {
				t.Errorf("%s has who was erased", name)
			}
		}
		if rows := same[viewRow, viewLine](o, "views", Known); rows != 2 {
			t.Errorf("%d views are left", rows)
		}
	})
}

// bytes are all files of an office.
func (o *office) bytes() map[string]string {
	o.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(o.folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(o.folder, path)
		all[filepath.ToSlash(name)] = string(content)
		return err
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return all
}

// readUsers are the users that a file of any table names.
func readUsers(t *testing.T, content string) (users []string) {
	t.Helper()
	type line struct {
		User string `parquet:"user,optional"`
	}
	rows, err := parquet.Read[line](bytes.NewReader([]byte(content)), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		users = append(users, r.User)
	}
	return users
}

func TestHowPeopleAreNamed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		fan, session, _ := o.busy()
		o.exports(func(e *Export) { e.People = Hashed })
		event, view, opened := filed[eventLine](o, "events", 1)[0], filed[viewLine](o, "views", 1)[0], filed[sessionLine](o, "sessions", 1)[0]
		if len(event.User) != 32 || event.User != view.User || event.User != opened.User || event.Session != opened.Session || len(event.Session) != 32 {
			t.Errorf("codes do not agree: %+v, %+v, %+v", event, view, opened)
		}
		for name, content := range o.bytes() {
			if strings.Contains(content, session) || slices.Contains(readUsers(t, content), strconv.FormatInt(fan, 10)) {
				t.Errorf("%s names a user or a session", name)
			}
		}
		o.exports(func(e *Export) { e.People = Nobody })
		event, view, again := filed[eventLine](o, "events", 1)[0], filed[viewLine](o, "views", 1)[0], filed[sessionLine](o, "sessions", 1)[0]
		if event.User+event.Session+event.Extras+view.User+view.Session+again.User+again.UserAgent != "" || again.Session != opened.Session {
			t.Errorf("somebody is named: %+v, %+v, %+v", event, view, again)
		}
	})
}

func TestManyRowsAreReadPageByPage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		const all = 2*groupRows + 2*pageRows
		for from := 0; from < all; from += pageRows {
			rows := make([]eventRow, min(pageRows, all-from))
			for i := range rows {
				rows[i] = eventRow{ChannelID: o.home, AtMS: firstOfMarch.UnixMilli() + int64(from+i)/700, Source: fromSite, Name: "n", Extras: "{}"}
			}
			if _, err := d.Write().NewInsert().Model(&rows).Returning("NULL").Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		events, pages := exportTables()[0].(tableOf[eventRow, eventLine]), 0
		x := &exporter{Export: o.march(), service: o.Service, channelID: o.home, key: o.people}
		err := events.read(t.Context(), x, firstOfMarch, func(page []eventRow) error {
			if pages++; len(page) > pageRows {
				t.Errorf("%d rows in memory", len(page))
			}
			return nil
		})
		if err != nil || pages != (all+pageRows-1)/pageRows {
			t.Errorf("%d pages, %v", pages, err)
		}
		if told := o.exports(); told[0].Rows != all {
			t.Errorf("%+v", told[0])
		}
		lines := filed[eventLine](o, "events", 1)
		if !slices.IsSortedFunc(lines, func(a, b eventLine) int { return int(a.ID - b.ID) }) || len(lines) != all || lines[all-1].ID-lines[0].ID != all-1 {
			t.Errorf("%d rows, from %d to %d", len(lines), lines[0].ID, lines[all-1].ID)
		}
		content := o.bytes()["home/events/2026-03-01.parquet"]
		file, err := parquet.OpenFile(strings.NewReader(content), int64(len(content)))
		if err != nil || len(file.RowGroups()) != 3 {
			t.Errorf("%d groups of rows, %v", len(file.RowGroups()), err)
		}
	})
}

func TestAnInterruptedExportLeavesNoHalfFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		o.busy()
		o.exports()
		before := o.bytes()
		ctx, cancel := context.WithCancel(t.Context())
		events := exportTables()[0].(tableOf[eventRow, eventLine])
		line := events.line
		events.line = func(x *exporter, r *eventRow) eventLine {
			cancel()
			return line(x, r)
		}
		rows := slices.Repeat([]eventRow{{ChannelID: o.home, AtMS: firstOfMarch.UnixMilli(), Source: fromSite, Name: "n", Extras: "{}"}}, pageRows)
		if _, err := d.Write().NewInsert().Model(&rows).Returning("NULL").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		x := &exporter{Export: o.march(), service: o.Service, channelID: o.home, key: o.people}
		if _, err := x.file(ctx, events, firstOfMarch); !errors.Is(err, context.Canceled) {
			t.Fatalf("%v", err)
		}
		if !cmp.Equal(before, o.bytes()) {
			t.Error("an export that was interrupted changed files")
		}
		if told := o.exports(); told[0].Rows != pageRows+1 {
			t.Errorf("%+v", told[0])
		}
	})
}

func TestWhatAKilledExportLeftIsRemoved(t *testing.T) {
	o := newOffice(t, dbtest.SQLite(t))
	folder := filepath.Join(o.folder, "home", "events")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"old": 25 * time.Hour, "young": time.Hour} {
		path := filepath.Join(folder, ".2026-03-01.parquet"+unfinished+name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := o.clock.Now().Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	o.exports()
	if left := o.bytes(); len(left) != 1 || !strings.HasSuffix(slices.Collect(maps.Keys(left))[0], "young") {
		t.Errorf("%v", left)
	}
}

func TestDaysThatAreNotWholeAnyMoreStay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		o.busy()
		o.exports()
		before := o.bytes()
		o.clock.Advance(30 * 24 * time.Hour)
		if _, err := o.Prune(30)(t.Context(), 1000); err != nil {
			t.Fatal(err)
		}
		if n := o.rows("SELECT count(*) FROM analytics_events WHERE at_ms < ?", firstOfMarch.AddDate(0, 0, 1).UnixMilli()); n != 0 {
			t.Fatalf("%d events of the first day are left", n)
		}
		for _, done := range o.exports(func(e *Export) { e.RawSince = o.Kept(30) }) {
			if raw := done.Table == "events" || done.Table == "sessions"; done.Gone != raw {
				t.Errorf("%+v", done)
			}
		}
		if _, err := o.PruneViews(30)(t.Context(), 1000); err != nil {
			t.Fatal(err)
		}
		for _, done := range o.exports(func(e *Export) { e.RawSince, e.ViewsSince = o.Kept(30), o.Kept(30) }) {
			if done.Gone != (done.Table != "minutes") {
				t.Errorf("%+v", done)
			}
		}
		if !cmp.Equal(before, o.bytes()) {
			t.Error("an export took away what the database has no more")
		}
		if kept := o.Kept(0); !kept.IsZero() {
			t.Errorf("kept for ever: %v", kept)
		}
	})
}

func TestExportsThatMakeNoSense(t *testing.T) {
	o := newOffice(t, dbtest.SQLite(t))
	file := filepath.Join(o.folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*Export){
		"must end after it begins": func(e *Export) { e.Until = e.From },
		"longer than 3660 days":    func(e *Export) { e.From = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC) },
		"in the future":            func(e *Export) { e.From, e.Until = e.From.AddDate(0, 0, 9), e.From.AddDate(0, 0, 10) },
		"with a day of UTC":        func(e *Export) { e.From = e.From.Add(time.Hour) },
		"the name of a folder":     func(e *Export) { e.Channel = "../away" },
		"not a directory":          func(e *Export) { e.Folder = file },
		"operator":                 func(e *Export) { e.ChannelID = o.away },
	} {
		err := o.Export(t.Context(), actor.Actor{Role: actor.Operator, ChannelID: o.home, UserID: 1}, o.march(change))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if left := o.bytes(); len(left) != 1 {
		t.Errorf("%v", left)
	}
}

func TestDaysOfAnExport(t *testing.T) {
	o := newOffice(t, dbtest.SQLite(t))
	day := func(n int) time.Time { return firstOfMarch.AddDate(0, 0, n) }
	for _, c := range [][4]time.Time{{{}, {}, day(-3), day(0)}, {day(-9), {}, day(-9), day(0)}, {{}, day(-1), day(-4), day(-1)}, {day(-2), day(1), day(-2), day(1)}} {
		if first, end := o.Days(c[0], c[1]); !first.Equal(c[2]) || !end.Equal(c[3]) {
			t.Errorf("of %v and %v: %v and %v", c[0], c[1], first, end)
		}
	}
}
