package pack

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/word"
)

// diffWriter formats events and their changes as text.
type diffWriter struct {
	ref       *catalog.Reference
	languages []string
	lines     []int
}

// ImportDiff is what an import changed, in words, each event in one line.
type ImportDiff struct {
	New, Moved, Changed, Missing []string
}

func (w *diffWriter) formatDiff(changes []catalog.ImportChange, missing []*catalog.Event) ImportDiff {
	var d ImportDiff
	slices.SortStableFunc(changes, func(a, b catalog.ImportChange) int { return cmp.Compare(a.Event, b.Event) })
	for _, c := range changes {
		line := fmt.Sprintf("line %d: ", w.lines[c.Event])
		switch {
		case c.Before == nil:
			d.New = append(d.New, line+w.formatEvent(&c.After))
		case c.Before.StartMS != c.After.StartMS || c.Before.TimeTBA != c.After.TimeTBA:
			d.Moved = append(d.Moved, fmt.Sprintf("%sevent %d, %s: %s", line, c.ID, w.formatEventName(c.After.Name, c.After.Participants, c.After.HomeID), w.changes(c)))
		default:
			d.Changed = append(d.Changed, fmt.Sprintf("%sevent %d, %s, %s: %s", line, c.ID,
				w.formatEventName(c.After.Name, c.After.Participants, c.After.HomeID), formatSnapshotStart(&c.After), nonEmpty(w.changes(c), "its name in the schedule")))
		}
	}
	for _, e := range missing {
		d.Missing = append(d.Missing, fmt.Sprintf("event %d, %s, %s", e.ID, w.formatEventName(e.Name, e.Participants, e.HomeID), formatStart(e.StartAt, e.TimeZone, e.TimeTBA)))
	}
	return d
}

func formatSnapshotStart(s *catalog.EventSnapshot) string {
	return formatStart(clock.FromMillis(s.StartMS), s.TimeZone, s.TimeTBA)
}

func (w *diffWriter) formatEvent(s *catalog.EventSnapshot) string {
	parts := []string{w.formatEventName(s.Name, s.Participants, s.HomeID), formatSnapshotStart(s)}
	for _, f := range w.fields(s) {
		if f.value != "" && slices.Contains([]string{"location", "status", "price"}, f.name) && f.value != string(catalog.On) {
			parts = append(parts, f.value)
		}
	}
	return strings.Join(parts, ", ")
}

// formatEventName formats an event by its name, or by its teams.
func (w *diffWriter) formatEventName(name map[string]string, teams []catalog.ParticipantID, home catalog.ParticipantID) string {
	versus := word.Kinds{}.Versus("en")
	return w.ref.EventName(&catalog.Event{Name: name, Participants: teams, HomeID: home}, versus, w.languages...)
}

// changes formats each field that differs: "location Memorial Arena -> Civic Centre".
func (w *diffWriter) changes(c catalog.ImportChange) string {
	before, after := w.fields(c.Before), w.fields(&c.After)
	var parts []string
	for i, f := range after {
		if was := before[i].value; was != f.value {
			if f.long {
				parts = append(parts, f.name+" changed")
				continue
			}
			parts = append(parts, fmt.Sprintf("%s %s -> %s", f.name, nonEmpty(was, "none"), nonEmpty(f.value, "none")))
		}
	}
	return strings.Join(parts, "; ")
}

type diffField struct {
	name, value string
	long        bool // too long to be shown
}

func (w *diffWriter) fields(s *catalog.EventSnapshot) []diffField {
	sport, location, division, group := "", "", "", ""
	if c := w.ref.Category(s.CategoryID); c != nil {
		sport = c.Title.In(w.languages...)
	}
	if l := w.ref.Location(s.LocationID); l != nil {
		location = l.Name.In(w.languages...)
	}
	if d := w.ref.Division(s.DivisionID); d != nil {
		division = d.Name.In(w.languages...)
	}
	if g := w.ref.EventGroup(s.GroupID); g != nil {
		group = g.Name.In(w.languages...)
	}
	featured := ""
	if s.Featured {
		featured = "yes"
	}
	return []diffField{
		{"start", formatSnapshotStart(s), false},
		{"status", string(s.ScheduleStatus), false},
		{"teams", w.formatEventName(nil, s.Participants, s.HomeID), false},
		{"sport", sport, false},
		{"gender", string(s.Gender), false},
		{"location", location, false},
		{"division", division, false},
		{"group", group, false},
		{"access", string(s.Type), false},
		{"price", amount(s.BasePrice), false},
		{"fee", amount(s.ServiceFee), false},
		{"duration", length(time.Duration(s.PlannedMS) * time.Millisecond), false},
		{"featured", featured, false},
		{"embed", s.Embed, false},
		{"picture", s.Image, true},
		{"name", fmt.Sprint(s.Name), true},
		{"description", fmt.Sprint(s.Description), true},
	}
}
