package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/clickhouse"
)

// AnalyticsExport is what an operator at the command line asks for.
type AnalyticsExport struct {
	Channel     string    // its key
	From, Until time.Time // days; zero for the last ones
	People      string    // hashed, known or none
	Folder      string    // empty for none: the files are then made for ClickHouse alone
	ClickHouse  *clickhouse.Options
	Told        func(line string)
}

// ExportAnalytics writes what people did on a channel to files and to ClickHouse; see analytics.Export.
func (a *App) ExportAnalytics(ctx context.Context, o AnalyticsExport) (err error) {
	e := analytics.Export{
		People: analytics.People(o.People), Folder: o.Folder,
		RawSince: a.Analytics.Kept(a.Config.AnalyticsDays), ViewsSince: a.Analytics.Kept(a.Config.AnalyticsViewsDays),
	}
	if o.ClickHouse != nil {
		if e.Server, err = clickhouse.New(*o.ClickHouse); err != nil {
			return err
		}
	}
	found, err := a.channelOf(ctx, o.Channel)
	if err != nil {
		return err
	}
	e.ChannelID, e.Channel = int64(found.ID), found.Key
	e.From, e.Until = a.Analytics.Days(o.From, o.Until)
	if e.Folder == "" {
		if e.Folder, err = os.MkdirTemp("", "grandstand-export-"); err != nil {
			return fmt.Errorf("make a folder for files on their way: %w", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(e.Folder)) }()
	}
	e.Told = func(done analytics.Exported) { o.Told(describeExported(done, o.Folder != "")) }
	return a.Analytics.Export(ctx, actor.ForSystem(e.ChannelID), e)
}

func describeExported(done analytics.Exported, keptFiles bool) string {
	line := done.Day.Format(time.DateOnly) + " " + done.Table + ": "
	if done.Gone {
		return line + "left unchanged: older than GRANDSTAND_ANALYTICS_DAYS, so not all of its data is kept"
	}
	line += fmt.Sprintf("%d rows", done.Rows)
	if keptFiles && done.File != "" {
		line += ", " + done.File
	}
	if done.Loaded {
		line += ", sent to ClickHouse"
	}
	return line
}
