package analytics

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clickhouse"
	"github.com/grandstand/grandstand/internal/clock"
)

// Export is what of a channel is exported, and where to. Its days are those of UTC. A day is always exported
// whole and takes the place of what was exported of it before, so that to export again is to bring up to date.
type Export struct {
	ChannelID int64
	Channel   string    // its key, which rows and folders bear
	From      time.Time // the first day
	Until     time.Time // the day after the last
	People    People
	// RawSince and ViewsSince are since when events and sessions, and views, are all there; zero for ever. Of days
	// before, what was exported stays as it is: what is left of them would take the place of more.
	RawSince, ViewsSince time.Time

	Folder string             // of the files
	Server *clickhouse.Client // that gets what is in the files; nil for none
	// Told hears of each table and day when it is done.
	Told func(Exported)
}

// Exported is what became of a table's day.
type Exported struct {
	Table string
	Day   time.Time
	Rows  int64
	File  string // empty where there were no rows, and for none
	// Gone is that rows of the day are deleted already, or about to be: nothing was exported.
	Gone bool
	// Loaded is that ClickHouse was given the rows. What it has already it is not given again.
	Loaded bool
}

// longest bounds one export, in days.
const longest = 3660

func (e Export) check(now time.Time) error {
	for _, day := range [...]time.Time{e.From, e.Until} {
		if !day.Equal(day.UTC().Truncate(24 * time.Hour)) {
			return errors.New("an export begins and ends with a day of UTC")
		}
	}
	switch days := e.Until.Sub(e.From).Hours() / 24; {
	case days <= 0:
		return errors.New("the export must end after it begins: its last day is the one before --until")
	case days > longest:
		return fmt.Errorf("the export is longer than %d days", longest)
	case e.From.After(now):
		return errors.New("the export begins in the future")
	case !filepath.IsLocal(e.Channel) || filepath.Base(e.Channel) != e.Channel:
		return fmt.Errorf("the channel's key %q cannot be the name of a folder", e.Channel)
	}
	return nil
}

// exporter is one export while it runs.
type exporter struct {
	Export

	service   *Service
	channelID int64
	key       []byte // of the codes that people are named by
}

// Export writes what people did on a channel as files, by days, and tells ClickHouse of them where it is asked
// to. Only a channel's operators may. What was exported before an error stays, and is right.
func (s *Service) Export(ctx context.Context, by actor.Actor, e Export) error {
	if err := by.RequireOperator(e.ChannelID); err != nil {
		return err
	}
	if err := e.check(s.clock.Now()); err != nil {
		return err
	}
	x := &exporter{Export: e, service: s, channelID: e.ChannelID, key: s.people}
	if e.Server != nil {
		if err := x.prepare(ctx); err != nil {
			return err
		}
	}
	for day := e.From; day.Before(e.Until) && !day.After(s.clock.Now()); day = day.AddDate(0, 0, 1) {
		for _, t := range exportTables() {
			if err := x.export(ctx, t, day); err != nil {
				return fmt.Errorf("export %s of %s: %w", t.about().name, day.Format(time.DateOnly), err)
			}
		}
	}
	return nil
}

// export brings one table's day up to date.
func (x *exporter) export(ctx context.Context, t table, day time.Time) error {
	done := Exported{Table: t.about().name, Day: day, Gone: day.Before(t.about().since(x.Export))}
	if !done.Gone {
		made, err := x.file(ctx, t, day)
		if err != nil {
			return err
		}
		done.Rows, done.File = made.rows, made.name
		if x.Server != nil {
			if done.Loaded, err = x.load(ctx, t, day, made); err != nil {
				return err
			}
		}
	}
	if x.Told != nil {
		x.Told(done)
	}
	return nil
}

// Kept is since when rows are all there that are kept for a number of days; 0 for ever. An hour is added, as
// they go on being deleted during an export.
func (s *Service) Kept(days int) time.Time {
	if days == 0 {
		return time.Time{}
	}
	return s.clock.Now().AddDate(0, 0, -days).Add(time.Hour)
}

// Days returns the days that an export is about which names only one end, or none: up to yesterday, and three of
// them: views that began late go on after midnight, and who is erased is erased from these.
func (s *Service) Days(from, until time.Time) (first, end time.Time) {
	if until.IsZero() {
		until = clock.FromMillis(clock.Millis(s.clock.Now())).Truncate(24 * time.Hour)
	}
	if from.IsZero() {
		from = until.AddDate(0, 0, -3)
	}
	return from, until
}

// Only who exports may read it: it is about people.
const exportFolderMode = os.FileMode(0o700)
