package pack

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/schedule"
)

// ImportOptions are the operator's choices.
type ImportOptions struct {
	Answers  schedule.Answers
	Source   string   // name of the schedule source, or ""
	Moved    []string // lines of rows that move a stored game, or All
	Added    []string // lines of rows that are additional games, or All
	DryRun   bool     // report what would happen, and change nothing
	Progress func(done, all int)

	own bool // the schedule of a pack
}

// ImportReport is what an import did, or would do.
type ImportReport struct {
	catalog.Imported

	ID      int64 // for UndoImport; 0 if nothing changed, or after a dry run
	File    string
	Channel string // its key
	Reading ScheduleReading
	Diff    ImportDiff
	DryRun  bool
}

// Import creates or updates the channel's events from a schedule file, in one transaction. It
// reports progress through options.Progress.
func Import(ctx context.Context, in Installation, key string, tree fs.FS, name string, options ImportOptions) (*ImportReport, error) {
	content, err := readBounded(tree, name, maxSource)
	if err != nil {
		return nil, err
	}
	files := newReader(tree, nil)
	files.pack.State.Channel.Key = key
	var report *ImportReport
	err = in.DB.InTx(ctx, func(ctx context.Context, _ bun.Tx) (err error) {
		report, err = in.importEvents(ctx, key, content, name, files.medium, options)
		if err != nil {
			return err
		}
		if err := in.bringPictures(ctx, key, files.pack.media, options.DryRun); err != nil {
			return err
		}
		if options.DryRun {
			return errDryRun
		}
		return nil
	})
	if errors.Is(err, errDryRun) {
		report.ID, err = 0, nil
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}

// bringPictures publishes the pictures of a schedule. A dry run does everything except storing
// files, which no transaction rolls back.
func (in Installation) bringPictures(ctx context.Context, key string, media map[string]medium, dryRun bool) error {
	site, err := in.findChannel(ctx, key)
	if err != nil {
		return err
	}
	id := int64(site.Channel.ID)
	if err := in.reservePictures(ctx, id, media); err != nil {
		return err
	}
	if !dryRun {
		if err := in.putAll(ctx, media); err != nil {
			return err
		}
	}
	return in.wantPictures(ctx, id, media)
}

// importEvents reads a schedule against the channel as it is and writes its events.
func (in Installation) importEvents(ctx context.Context, key string, content []byte, name string,
	picture func(string) (File, error), options ImportOptions,
) (*ImportReport, error) {
	site, err := in.findChannel(ctx, key)
	if err != nil {
		return nil, err
	}
	id := int64(site.Channel.ID)
	if options.Answers, err = in.loadAnswers(ctx, id, options); err != nil {
		return nil, err
	}
	ref, err := in.Catalog.Stored(ctx, id)
	if err != nil {
		return nil, err
	}
	described := channelState(site.Channel, nil)
	s, err := in.readEvents(ctx, id, content, name, scheduleContext{
		channel: &described, aliases: aliasesOf(ref), now: in.Clock.Now(), picture: picture,
		answers: options.Answers, source: options.Source, ofPack: options.own,
	})
	if err != nil {
		return nil, err
	}
	report := &ImportReport{File: name, Channel: key, Reading: s.reading, DryRun: options.DryRun}
	progress := func(done int) {
		if options.Progress != nil {
			options.Progress(done, len(s.events))
		}
	}
	by := actor.ForSystem(id)
	if options.own {
		report.Imported, err = in.Catalog.ImportEvents(ctx, by, id, s.events, progress)
		return report, s.withLineNumbers(err)
	}
	w := diffWriter{ref: ref, languages: append([]string{described.Language}, described.Languages...), lines: s.lines}
	matched, err := in.matchStored(ctx, id, s, &w, options)
	if err != nil {
		return nil, err
	}
	missing, err := in.findMissingEvents(ctx, id, matched, options.Source)
	if err != nil {
		return nil, err
	}
	result, err := in.Catalog.ImportSchedule(ctx, by, id, s.events, catalog.ImportNote{File: name, Source: options.Source}, progress)
	if err != nil {
		return nil, s.refusal(err)
	}
	report.Reading.Warnings = append(report.Reading.Warnings, s.keptStarts(result.KeptStarts)...)
	report.Imported, report.ID, report.Diff = result.Imported, result.ID, w.formatDiff(result.Changes, missing)
	return report, in.saveAnswers(ctx, by, id, options)
}

// findMissingEvents returns the stored events that the file does not name. If the import names a
// source, only events of that source count.
func (in Installation) findMissingEvents(ctx context.Context, channelID int64, m *matcher, source string) ([]*catalog.Event, error) {
	if source == "" {
		return m.missingEvents(nil), nil
	}
	of, err := in.Catalog.SourceEvents(ctx, channelID, source)
	return m.missingEvents(of), err
}

// loadAnswers returns the answers of an import, with the stored answers of its source as defaults.
func (in Installation) loadAnswers(ctx context.Context, channelID int64, options ImportOptions) (schedule.Answers, error) {
	if options.Source == "" {
		return options.Answers, nil
	}
	if err := catalog.CheckSourceName(options.Source); err != nil {
		return options.Answers, err
	}
	kept, err := in.Catalog.FindScheduleSource(ctx, channelID, options.Source)
	if fault.KindOf(err) == fault.NotFound {
		return options.Answers, nil
	}
	if err != nil {
		return options.Answers, err
	}
	before, err := schedule.ParseAnswers([]byte(kept.Mapping))
	if err != nil {
		return options.Answers, err
	}
	merged, err := options.Answers.WithDefaults(before)
	if err != nil {
		return options.Answers, fmt.Errorf("the answers with those of the source %q: %w", options.Source, err)
	}
	return merged, nil
}

// saveAnswers stores the answers of an import for the next files of its source.
func (in Installation) saveAnswers(ctx context.Context, by actor.Actor, channelID int64, options ImportOptions) error {
	if options.Source == "" {
		return nil
	}
	mapping, err := options.Answers.Format()
	if err != nil {
		return err
	}
	return in.Catalog.KeepScheduleSource(ctx, by, channelID, options.Source, string(mapping))
}

// readEvents reads a schedule and sets the single-event package.
func (in Installation) readEvents(ctx context.Context, channelID int64, content []byte, name string, c scheduleContext) (*scheduleEvents, error) {
	ticket, err := in.ticket(ctx, channelID)
	if err != nil {
		return nil, err
	}
	c.ticket = ticket
	return readSchedule(content, name, c)
}

// ticket is the package by which single events of a channel are bought.
func (in Installation) ticket(ctx context.Context, channelID int64) (int64, error) {
	offers, err := in.Commerce.Stored(ctx, channelID)
	if err != nil {
		return 0, err
	}
	for _, p := range offers {
		if p.Type == commerce.TypeEvent {
			return int64(p.ID), nil
		}
	}
	return 0, nil
}

// keptStarts tells of streamed events that keep their start, although the file has another one.
func (s *scheduleEvents) keptStarts(kept []catalog.KeptStart) []Problem {
	var told Problems
	for _, k := range kept {
		told.add(s.file, s.lines[k.Event], "event %d was streamed, so it keeps its start", k.ID)
	}
	return told
}

// apiColumns are the columns of the fields of an event that have another name in the API.
var apiColumns = map[string]schedule.Field{
	"event_category_id": schedule.Sport, "location_id": schedule.Location, "division_id": schedule.Division, "group_id": schedule.Group,
	"home_team_id": schedule.Home, "type": schedule.Access, "schedule_status": schedule.Status, "start_at": schedule.Date, "external_id": schedule.ID,
}

// column names a field of the API as the file prints its column, or in words if the file has no such column.
func (s *scheduleEvents) column(field string) string {
	column := schedule.Field(field)
	if named, ok := apiColumns[field]; ok {
		column = named
	}
	return nonEmpty(s.headers[column], strings.ReplaceAll(string(column), "_", " "))
}

// withLineNumbers replaces the positions in a refusal by lines of the file, and names of the API by columns. A field
// without a position concerns the file as a whole.
func (s *scheduleEvents) withLineNumbers(err error) error {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok || len(e.Fields) == 0 {
		return err
	}
	var problems Problems
	for _, f := range e.Fields {
		position, field, found := strings.Cut(f.Field, ".")
		i, err := strconv.Atoi(position)
		if !found || err != nil || i < 0 || i >= len(s.lines) {
			line := 0
			if len(s.lines) == 1 { // the field of a single event has no position
				line = s.lines[0]
			}
			problems.add(s.file, line, "%s: %s", s.column(f.Field), f.Message)
			continue
		}
		problems.add(s.file, s.lines[i], "%s: %s", s.column(field), f.Message)
	}
	return problems.err()
}

// refusal is withLineNumbers with how the file was read.
func (s *scheduleEvents) refusal(err error) error {
	err = s.withLineNumbers(err)
	if problems, ok := errors.AsType[Problems](err); ok {
		return &ScheduleRefusal{Problems: problems, File: s.file, Reading: s.reading}
	}
	return err
}
