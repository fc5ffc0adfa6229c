package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/report"
)

// reportCommand tells how a channel did.
type reportCommand struct {
	Channel  string    `required:"" help:"Channel key."`
	From     time.Time `format:"2006-01-02" help:"First day, in the channel's time zone (default: six days before the last)."`
	Until    time.Time `format:"2006-01-02" help:"Last day, included (default: today)."`
	By       string    `enum:",day,event,sport,school,device,country,offer,hour,minute" default:"" help:"Division to print: day, event, sport, school, device, country, offer, hour or minute (default: all except hour and minute). Required for CSV."`
	Now      bool      `help:"Print only who is watching right now."`
	Format   string    `enum:"table,csv,html" default:"table" help:"table, csv, or html: a page with charts."`
	Out      string    `type:"path" help:"File to write (default: the standard output). After an error, no file is left."`
	Language string    `name:"lang" enum:",en,fr" default:"" help:"Language of tables and pages: en or fr (default: the channel's)."`
}

// Validate refuses flags that contradict each other.
func (c reportCommand) Validate() error {
	switch {
	case c.Now && (c.By != "" || !c.From.IsZero() || !c.Until.IsZero()):
		return errors.New("--now reports this moment: leave out --by, --from and --until")
	case c.Format == "csv" && c.By == "" && !c.Now:
		return errors.New("--format csv needs --by: a CSV file is one table")
	case c.Now && c.Format == "html":
		return errors.New("--now is only for tables and CSV: a page always shows who is watching now")
	case c.Format == "html" && c.By != "":
		return errors.New("--by is only for tables and CSV: a page has all divisions")
	}
	return nil
}

// Run writes the report.
func (c reportCommand) Run(env *environment) error {
	request := app.ReportRequest{Channel: c.Channel, Language: c.Language, From: c.From, Until: c.Until, NowOnly: c.Now}
	if c.By != "" {
		request.By = []report.By{report.By(c.By)}
	}
	return withApp(env, func(a *app.App) error {
		told, err := a.Report(env.ctx, request)
		if err != nil {
			return err
		}
		var text bytes.Buffer
		if err := app.WriteReport(&text, told, c.Format, c.Now); err != nil {
			return err
		}
		if c.Out == "" {
			_, err := env.stdout.Write(text.Bytes())
			return err
		}
		return replaceFile(c.Out, text.Bytes())
	})
}

// replaceFile writes a temporary file and renames it, so that no reader finds half of it.
func replaceFile(path string, content []byte) (err error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return &fs.PathError{Op: "write", Path: path, Err: syscall.EISDIR}
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write %s: %w", path, err), os.Remove(file.Name()))
		}
	}()
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
