package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/pack"
	"github.com/grandstand/grandstand/internal/schedule"
)

// eventsCommands look after many events at once.
type eventsCommands struct {
	Import  eventsImportCommand   `cmd:"" help:"Import a schedule (CSV) into a channel. Existing events are updated."`
	Imports eventsImportsCommand  `cmd:"" help:"List the imports of a channel."`
	Undo    eventsUndoCommand     `cmd:"" help:"Undo an import. Events that were sold, streamed or changed since then stay and are listed."`
	Mapping eventsMappingCommands `cmd:"" help:"Manage the answers that are kept for the files of a source."`
}

// eventsImportCommand imports a schedule.
type eventsImportCommand struct {
	Channel string   `arg:"" help:"Channel key."`
	File    string   `arg:"" type:"existingfile" help:"CSV file. docs/SCHEDULES.md describes what is read."`
	DryRun  bool     `help:"Only print what would change; change nothing."`
	Mapping string   `type:"existingfile" help:"YAML file with answers for the files of a source."`
	Source  string   `help:"Name of the source of the file. Answers are kept under this name and used for its next files."`
	Moved   []string `placeholder:"LINES" help:"Lines whose rows are stored games that moved or have a new id, or all."`
	Added   []string `placeholder:"LINES" help:"Lines whose rows are additional games, or all."`

	scheduleAnswers
}

// scheduleAnswers are the answers to questions about a file.
type scheduleAnswers struct {
	Map           map[string]string `mapsep:"none" placeholder:"NAME=ALIAS" help:"What a name in the file means; - leaves the name out. Repeat the flag for each name."`
	Column        map[string]string `mapsep:"none" placeholder:"HEADER=FIELD" help:"What a column in the file is; - ignores the column."`
	DateOrder     string            `enum:",mdy,dmy,ymd" default:"" help:"Order of dates such as 05/12/2026: mdy, dmy or ymd."`
	SeasonStart   string            `placeholder:"2026-08-01" help:"First day of the season. A date without a year is the first such day on or after it."`
	Zone          string            `help:"Time zone of the file's times, such as America/Toronto or EST."`
	Hours         string            `enum:",24h,pm" default:"" help:"What 7:00 means if no time of the file says AM or PM: 24h for the morning, pm for the evening."`
	Sport         string            `help:"Alias of the sport, if the file does not name one."`
	Team          string            `help:"Alias of the team whose schedule this is."`
	Versus        string            `enum:",home-first,away-first,neutral" default:"" help:"What A vs B means: home-first, away-first or neutral."`
	Doubleheaders *bool             `negatable:"" help:"Read the same teams twice on one day as two games."`
	AnyYear       *bool             `negatable:"" help:"Accept games more than 15 years ago or more than 3 years ahead."`
}

func (c scheduleAnswers) answers() schedule.Answers {
	return schedule.Answers{
		Columns: maps.Clone(c.Column), DateOrder: schedule.DateOrder(c.DateOrder), SeasonStart: c.SeasonStart, TimeZone: c.Zone, Hours: c.Hours,
		Sport: c.Sport, Team: c.Team, Versus: c.Versus, Doubleheaders: c.Doubleheaders, AnyYear: c.AnyYear, Names: maps.Clone(c.Map),
	}
}

// Run imports the file and says what that did.
func (c eventsImportCommand) Run(env *environment) error {
	answers := c.answers()
	if err := answers.Validate(); err != nil {
		return err
	}
	if c.Mapping != "" {
		kept, err := readMapping(c.Mapping)
		if err != nil {
			return err
		}
		if answers, err = answers.WithDefaults(kept); err != nil {
			return fmt.Errorf("the options together with %s: %w", c.Mapping, err)
		}
	}
	root, err := os.OpenRoot(filepath.Dir(c.File))
	if err != nil {
		return err
	}
	defer root.Close()
	return withApp(env, func(a *app.App) error {
		bar := progress{out: env.stderr}
		report, err := pack.Import(env.ctx, a.PackInstallation(), c.Channel, root.FS(), filepath.Base(c.File), pack.ImportOptions{
			Answers: answers, Source: c.Source, Moved: c.Moved, Added: c.Added, DryRun: c.DryRun, Progress: bar.show,
		})
		bar.end()
		if err != nil {
			return fmt.Errorf("nothing was imported:\n%w", err)
		}
		return report.Write(env.stdout)
	})
}

// readMappingFile returns the content of a file with answers. An empty file would delete the answers of a source, so it is refused.
func readMappingFile(name string) ([]byte, error) {
	content, err := os.ReadFile(name)
	if err == nil && len(bytes.TrimSpace(content)) == 0 {
		return nil, fmt.Errorf("%s is empty, but a YAML file with answers is needed", name)
	}
	return content, err
}

func readMapping(name string) (schedule.Answers, error) {
	content, err := readMappingFile(name)
	if err != nil {
		return schedule.Answers{}, err
	}
	kept, err := schedule.ParseAnswers(content)
	if err != nil {
		return schedule.Answers{}, fmt.Errorf("%s: %w", name, err)
	}
	return kept, nil
}

// progress draws one line that fills, over and over in the same place.
type progress struct {
	out   io.Writer
	drawn bool
}

const progressWidth = 40 // characters

func (p *progress) show(done, all int) {
	filled := progressWidth * done / max(all, 1)
	fmt.Fprintf(p.out, "\r[%s%s] %d of %d events", strings.Repeat("=", filled), strings.Repeat(" ", progressWidth-filled), done, all)
	p.drawn = true
}

// end leaves the line, so that what is printed next has one of its own.
func (p *progress) end() {
	if p.drawn {
		fmt.Fprintln(p.out)
	}
}
