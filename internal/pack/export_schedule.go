package pack

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
)

// scheduleWriter turns stored events into the rows that readSchedule reads.
type scheduleWriter struct {
	*writer

	channel *Channel
	names   names
	tags    map[string]map[int64]string // divisions and groups of competitions, by column
	zones   map[int64]string            // of locations
}

// exportSchedule writes all of the channel's events, the earliest first, in the columns
// of a schedule. Scores, streams and pictures that were taken of games belong to the
// installation and are not written.
func (w *writer) exportSchedule(ctx context.Context, in Installation, now *stored) error {
	events, err := in.Catalog.Schedule(ctx, int64(now.id), catalog.MaxBulk+1)
	if err != nil || len(events) == 0 {
		return err
	}
	if len(events) > catalog.MaxBulk {
		events = events[:catalog.MaxBulk]
		w.note("%s: the channel has more than %d events; only the latest are written", scheduleFile, catalog.MaxBulk)
	}
	slices.Reverse(events)
	ref, err := in.Catalog.Stored(ctx, int64(now.id))
	if err != nil {
		return err
	}
	s := &scheduleWriter{writer: w, channel: &now.state.Channel, names: now.names, tags: tagNames(ref), zones: map[int64]string{}}
	for _, l := range ref.Locations {
		s.zones[int64(l.ID)] = l.TimeZone
	}
	return s.write(ctx, events)
}

func tagNames(ref *catalog.Reference) map[string]map[int64]string {
	tags := map[string]map[int64]string{"division": {}, "group": {}}
	for _, d := range ref.Divisions {
		tags["division"][int64(d.ID)] = d.Alias
	}
	for _, g := range ref.EventGroups {
		tags["group"][int64(g.ID)] = g.Alias
	}
	return tags
}

func (s *scheduleWriter) write(ctx context.Context, events []*catalog.Event) error {
	var header []string
	for _, field := range schedule.ExportFields() {
		if field != schedule.Name && field != schedule.Description {
			header = append(header, string(field))
		}
	}
	for _, column := range []string{"name", "description"} {
		for _, language := range s.channel.Languages {
			header = append(header, column+"_"+language)
		}
	}
	used := map[string]bool{"date": true, "time": true, "sport": true}
	rows := make([]map[string]string, len(events))
	for i, e := range events {
		row, err := s.row(ctx, e)
		if err != nil {
			return err
		}
		rows[i] = row
		for column, value := range row {
			used[column] = used[column] || value != ""
		}
	}
	header = slices.DeleteFunc(header, func(column string) bool { return !used[column] })
	var out bytes.Buffer
	out.WriteString("\uFEFF") // the byte order mark by which spreadsheets read UTF-8
	file := csv.NewWriter(&out)
	_ = file.Write(header) // to memory
	for _, row := range rows {
		record := make([]string, len(header))
		for i, column := range header {
			record[i] = row[column]
		}
		_ = file.Write(record)
	}
	file.Flush()
	return s.file(scheduleFile, out.Bytes())
}

func (s *scheduleWriter) row(ctx context.Context, e *catalog.Event) (map[string]string, error) {
	zone, err := time.LoadLocation(e.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("event %d: %w", e.ID, err)
	}
	start := e.StartAt.In(zone)
	row := map[string]string{
		"id": e.ExternalID, "date": start.Format(time.DateOnly), "time": start.Format("15:04"),
		"sport": s.names.categories[int64(e.CategoryID)], "gender": string(e.Gender), "location": s.names.locations[int64(e.LocationID)],
		"division": s.tags["division"][int64(e.DivisionID)], "group": s.tags["group"][int64(e.EventGroupID)], "access": string(e.Type),
		"base_price": amount(e.BasePrice), "service_fee": amount(e.ServiceFee),
	}
	if e.TimeZone != cmp.Or(s.zones[int64(e.LocationID)], s.channel.TimeZone) {
		row["time_zone"] = e.TimeZone
	}
	if e.ScheduleStatus != catalog.On {
		row["status"] = string(e.ScheduleStatus)
	}
	if e.TimeTBA {
		row["time"] = "" // also of a game that went live before its time was announced
	}
	row["duration_min"] = length(e.Planned)
	row["embed"] = e.Embed
	if e.Featured {
		row["featured"] = "yes"
	}
	for language, name := range e.Name {
		row["name_"+language] = name
	}
	for language, html := range e.Description {
		row["description_"+language] = unrender(html)
	}
	s.players(row, e)
	return row, s.picture(ctx, row, e)
}

// players writes who takes part: away and home where that says all, else everybody.
func (s *scheduleWriter) players(row map[string]string, e *catalog.Event) {
	others := slices.DeleteFunc(slices.Clone(e.Participants), func(id catalog.ParticipantID) bool { return id == e.HomeID })
	name := func(id catalog.ParticipantID) string { return s.names.participants[int64(id)] }
	if e.HomeID != 0 {
		row["home"] = name(e.HomeID)
	}
	if e.HomeID != 0 && len(others) == 1 {
		row["away"] = name(others[0])
		return
	}
	aliases := make([]string, len(others))
	for i, id := range others {
		aliases[i] = name(id)
	}
	row["participants"] = strings.Join(aliases, "|")
}

// picture writes an event's picture, unless it was taken of the game.
func (s *scheduleWriter) picture(ctx context.Context, row map[string]string, e *catalog.Event) error {
	key := e.Poster().Key
	if key == "" {
		return nil
	}
	file, err := s.medium(ctx, []string{"schedule", "event", path.Base(strings.TrimSuffix(key, path.Ext(key)))}, key)
	row["image"] = file
	return err
}

// length writes minutes, and seconds where there are any; nothing as nothing.
func length(d time.Duration) string {
	minutes, seconds := int(d/time.Minute), int(d%time.Minute/time.Second)
	switch {
	case d < time.Second:
		return ""
	case seconds == 0:
		return strconv.Itoa(minutes)
	}
	return fmt.Sprintf("%d:%02d", minutes, seconds)
}

// amount writes minor units as 8.99, nothing as nothing.
func amount(minor int64) string {
	if minor == 0 {
		return ""
	}
	return fmt.Sprintf("%d.%02d", minor/100, minor%100)
}
