package schedule

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/grandstand/grandstand/internal/zone"
)

// Ignore is the answer that ignores a column or a name.
const Ignore = "-"

// Pairings without a home team: what "A vs B" means.
const (
	HomeFirst = "home-first"
	AwayFirst = "away-first"
	Neutral   = "neutral"
)

// Times that say neither AM nor PM: what 7:00 means.
const (
	HoursAsWritten = "24h"
	HoursAfternoon = "pm"
)

// Answers are the operator's answers about the files of one source. An import stores the answers
// of its source, so that it asks each question once. A nil Doubleheaders or AnyYear is unanswered.
type Answers struct {
	Columns       map[string]string `yaml:"columns,omitempty"`      // header: field, or "-" to ignore it
	DateOrder     DateOrder         `yaml:"date_order,omitempty"`   // mdy, dmy or ymd
	SeasonStart   string            `yaml:"season_start,omitempty"` // 2026-08-01: dates without a year
	TimeZone      string            `yaml:"time_zone,omitempty"`
	Hours         string            `yaml:"hours,omitempty"`         // 24h or pm: what 7:00 means where no time says AM or PM
	Sport         string            `yaml:"sport,omitempty"`         // alias, where the file has no sport
	Team          string            `yaml:"team,omitempty"`          // alias: whose schedule the file is
	Versus        string            `yaml:"versus,omitempty"`        // home-first, away-first or neutral: what "A vs B" means
	Doubleheaders *bool             `yaml:"doubleheaders,omitempty"` // the same teams twice on a day are two games
	AnyYear       *bool             `yaml:"any_year,omitempty"`      // accept games long ago or far ahead
	Names         map[string]string `yaml:"names,omitempty"`         // a name in the file: alias, or "-" for none
}

// maxAnswers bounds the names and columns of a mapping.
const maxAnswers = 5000

// ParseAnswers reads a mapping file (YAML). Unknown keys are an error.
func ParseAnswers(content []byte) (Answers, error) {
	var a Answers
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(&a); err != nil && !errors.Is(err, io.EOF) {
		return Answers{}, fmt.Errorf("read the mapping: %w", err)
	}
	if err := decoder.Decode(new(any)); !errors.Is(err, io.EOF) {
		return Answers{}, errors.New("read the mapping: the file must contain one document only")
	}
	return a, a.Validate()
}

// Format writes a mapping as ParseAnswers reads it.
func (a Answers) Format() ([]byte, error) {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(a); err != nil {
		return nil, fmt.Errorf("write the mapping: %w", err)
	}
	return out.Bytes(), encoder.Close()
}

// Validate checks what does not depend on a channel.
func (a Answers) Validate() error {
	if a.DateOrder != "" && !slices.Contains(DateOrders(), a.DateOrder) {
		return fmt.Errorf("date_order: %q is not an order of dates; write mdy, dmy or ymd", a.DateOrder)
	}
	if a.SeasonStart != "" {
		if _, err := time.Parse(time.DateOnly, a.SeasonStart); err != nil {
			return fmt.Errorf("season_start: %q is not a date; write it like 2026-08-01", a.SeasonStart)
		}
	}
	if _, ok := zone.Canonical(a.TimeZone); a.TimeZone != "" && !ok {
		return fmt.Errorf("time_zone: %q is not a time zone; write one like America/Toronto or EST", a.TimeZone)
	}
	if !slices.Contains([]string{"", HoursAsWritten, HoursAfternoon}, a.Hours) {
		return fmt.Errorf("hours: %q must be 24h or pm", a.Hours)
	}
	if !slices.Contains([]string{"", HomeFirst, AwayFirst, Neutral}, a.Versus) {
		return fmt.Errorf("versus: %q must be home-first, away-first or neutral", a.Versus)
	}
	if len(a.Names)+len(a.Columns) > maxAnswers {
		return fmt.Errorf("a mapping can have at most %d names", maxAnswers)
	}
	for header, field := range a.Columns {
		if field != Ignore && !slices.Contains(Fields(), Field(field)) {
			return fmt.Errorf("columns: %q is not a field; the fields are %v", field, Fields())
		}
		if Key(header) == "" {
			return errors.New("columns: a header must have at least one letter or digit")
		}
	}
	for name := range a.Names {
		if Key(name) == "" {
			return errors.New("names: a name must have at least one letter or digit")
		}
	}
	for _, answers := range []map[string]string{a.Columns, a.Names} {
		if first, second, found := findContradiction(answers); found {
			return fmt.Errorf("%q and %q are the same name but have different answers", first, second)
		}
	}
	return nil
}

// findContradiction finds two spellings of a name with different answers.
func findContradiction(answers map[string]string) (first, second string, found bool) {
	seen := make(map[string]string, len(answers))
	for _, name := range slices.Sorted(maps.Keys(answers)) {
		before, ok := seen[Key(name)]
		if ok && answers[before] != answers[name] {
			return before, name, true
		}
		seen[Key(name)] = name
	}
	return "", "", false
}

// WithDefaults fills empty answers from kept, and validates the result.
func (a Answers) WithDefaults(kept Answers) (Answers, error) {
	out := a
	out.Columns, out.Names = mergeByKey(kept.Columns, a.Columns), mergeByKey(kept.Names, a.Names)
	for _, pair := range []struct{ value, kept *string }{
		{(*string)(&out.DateOrder), (*string)(&kept.DateOrder)},
		{&out.SeasonStart, &kept.SeasonStart},
		{&out.TimeZone, &kept.TimeZone},
		{&out.Hours, &kept.Hours},
		{&out.Sport, &kept.Sport},
		{&out.Team, &kept.Team},
		{&out.Versus, &kept.Versus},
	} {
		if *pair.value == "" {
			*pair.value = *pair.kept
		}
	}
	out.Doubleheaders, out.AnyYear = cmp.Or(a.Doubleheaders, kept.Doubleheaders), cmp.Or(a.AnyYear, kept.AnyYear)
	return out, out.Validate()
}

// AllowsDoubleheaders reports whether the same teams twice on a day are two games.
func (a Answers) AllowsDoubleheaders() bool { return a.Doubleheaders != nil && *a.Doubleheaders }

// AllowsAnyYear reports whether games long ago or far ahead are accepted.
func (a Answers) AllowsAnyYear() bool { return a.AnyYear != nil && *a.AnyYear }

// mergeByKey returns answers with the kept answers about other names. Names with the same key are
// the same name.
func mergeByKey(kept, answers map[string]string) map[string]string {
	if len(kept)+len(answers) == 0 {
		return nil
	}
	answered := IndexByKey(answers)
	out := make(map[string]string, len(kept)+len(answers))
	maps.Copy(out, answers)
	for name, answer := range kept {
		if _, ok := answered[Key(name)]; !ok {
			out[name] = answer
		}
	}
	return out
}

// IndexByKey returns the answers by the keys of their names.
func IndexByKey(answers map[string]string) map[string]string {
	out := make(map[string]string, len(answers))
	for name, answer := range answers {
		out[Key(name)] = answer
	}
	return out
}
