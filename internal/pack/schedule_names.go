package pack

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
)

// kind is a kind of named entry: a sport, a team, a location, a division or a group.
type kind string

const (
	categories   kind = "sport"
	participants kind = "team"
	locations    kind = "location"
	divisions    kind = "division"
	eventGroups  kind = "group"
)

// ids returns the ids of a kind by alias.
func (a aliases) ids(of kind) map[string]int64 {
	return map[kind]map[string]int64{
		categories: a.categories, participants: a.participants, locations: a.locations, divisions: a.divisions, eventGroups: a.eventGroups,
	}[of]
}

// directories make entries findable by their names, those without any by their aliases.
func (a aliases) directories() map[kind]*schedule.Directory {
	out := map[kind]*schedule.Directory{}
	for _, of := range []kind{categories, participants, locations, divisions, eventGroups} {
		entries := a.entries[of]
		if entries == nil {
			for _, alias := range sortedKeys(a.ids(of)) {
				entries = append(entries, schedule.Entry{Alias: alias})
			}
		}
		out[of] = schedule.NewDirectory(entries)
	}
	return out
}

// answer returns the operator's answer about a name, or the name if there is none.
func (r *scheduleReader) answer(name string) string {
	if answer, ok := r.names[schedule.Key(name)]; ok {
		return answer
	}
	return name
}

// find returns the entry of a name in a column. It returns false for an empty cell, for a name that an answer leaves out, and
// for a name that it asks about.
func (r *scheduleReader) find(field schedule.Field, of kind, name string, want schedule.Want) (schedule.Entry, bool) {
	meant := r.answer(name)
	if name == "" || meant == schedule.Ignore {
		return schedule.Entry{}, false
	}
	e, question := r.directories[of].Find(meant, want)
	if question == nil {
		return e, true
	}
	r.askName(field, of, name, question)
	return schedule.Entry{}, false
}

// askName asks about a name of the file. An answer that names nothing is told with the name that it answers, because
// only an answer about that name changes what the file means.
func (r *scheduleReader) askName(field schedule.Field, of kind, name string, question *schedule.Question) {
	example := "alias"
	if len(question.Candidates) > 0 {
		example = question.Candidates[0].Alias
	}
	var asked error = question
	if question.Name != name {
		asked = unclear(fmt.Sprintf("%q is mapped to %q: %s", clip(name), question.Name, question))
	}
	r.ask(r.printed(field), string(of)+" "+schedule.Key(name)+strconv.FormatBool(question.OtherSport), asked)
	if field == schedule.Team && r.cell(schedule.Team) == "" {
		r.hint("--team %s", example)
		return
	}
	r.hint("--map %q", name+"="+example)
	if of == participants || of == locations {
		r.hint("--map \"NAME=-\" leaves out a team or place that the channel does not have")
	}
}

// location finds the place, by itself or with the field or rink in it.
func (r *scheduleReader) location() int64 {
	place, surface := r.cell(schedule.Location), r.cell(schedule.Surface)
	if schedule.IsUnknown(place) {
		return 0
	}
	for _, name := range []string{place + " " + surface, surface} {
		if surface == "" || r.names[schedule.Key(place)] != "" {
			break
		}
		if answer := r.names[schedule.Key(name)]; answer != "" && answer != schedule.Ignore {
			e, _ := r.find(schedule.Location, locations, name, schedule.Want{})
			return r.aliases.locations[e.Alias]
		}
		if e, question := r.directories[locations].Find(strings.TrimSpace(name), schedule.Want{}); question == nil {
			return r.aliases.locations[e.Alias]
		}
	}
	e, _ := r.find(schedule.Location, locations, place, schedule.Want{})
	return r.aliases.locations[e.Alias]
}

// tag finds a division or group. In files of others such a column often names something
// else: an unknown value is then told, not asked about.
func (r *scheduleReader) tag(field schedule.Field, of kind) int64 {
	name := r.cell(field)
	if name == "" {
		return 0
	}
	if _, answered := r.names[schedule.Key(name)]; !answered && !isOwn(r.columns[field].Header, field) {
		if _, question := r.directories[of].Find(name, schedule.Want{}); question != nil {
			r.passValue(field, name)
			return 0
		}
	}
	e, _ := r.find(field, of, name, schedule.Want{})
	return r.aliases.ids(of)[e.Alias]
}

func (r *scheduleReader) passValue(field schedule.Field, name string) {
	note := fmt.Sprintf("%s %q, which the channel does not have", r.printed(field), clip(name))
	if !slices.Contains(r.out.reading.Passed, note) {
		r.out.reading.Passed = append(r.out.reading.Passed, note)
	}
}

// sport reads the sport and the gender of an event: from their columns, else what was
// said of the file, else the sport that the teams have in common.
func (r *scheduleReader) sport(e *catalog.Event) string {
	gender, ok := schedule.GenderOf(r.cell(schedule.Gender))
	if !ok {
		r.wrong(schedule.Gender, "%q must be M or W", r.cell(schedule.Gender))
	}
	e.Gender = catalog.Gender(gender)
	name := r.cell(schedule.Sport)
	switch {
	case name == "" && r.answers.Sport != "":
		return r.setSport(e, r.answers.Sport)
	case name == "" && r.has(schedule.Sport):
		r.wrong(schedule.Sport, "Field is required")
		return ""
	case name == "":
		return r.setSport(e, r.sportOfTeams(gender))
	}
	if _, question := r.directories[categories].Find(r.answer(name), schedule.Want{}); question != nil {
		if bare, cut := schedule.CutGender(name); cut != "" && bare != "" {
			if found, question := r.directories[categories].Find(bare, schedule.Want{}); question == nil && (gender == "" || gender == cut) {
				e.Gender = catalog.Gender(cut)
				return r.setSport(e, found.Alias)
			}
		}
	}
	found, _ := r.find(schedule.Sport, categories, name, schedule.Want{})
	return r.setSport(e, found.Alias)
}

func (r *scheduleReader) setSport(e *catalog.Event, alias string) string {
	if _, ok := r.aliases.categories[alias]; !ok && alias != "" {
		r.wrong(schedule.Sport, "%q is not a sport of the channel%s", alias, suggest(alias, sortedKeys(r.aliases.categories)))
	}
	e.CategoryID = catalog.CategoryID(r.aliases.categories[alias])
	return alias
}

// sportOfTeams returns the only sport that all teams of the present row can play. It asks if there is none or more than one.
func (r *scheduleReader) sportOfTeams(gender string) string {
	var common []string
	for _, side := range r.sides() {
		name := r.answer(side.name)
		if name == "" || name == schedule.Ignore || schedule.IsUnknown(name) {
			continue
		}
		var own []string
		for _, sports := range r.directories[participants].SportsOf(name, gender) {
			if len(sports) > 0 {
				own = append(own, sports[0])
			}
		}
		if common == nil {
			common = own
			continue
		}
		common = slices.DeleteFunc(common, func(sport string) bool { return !slices.Contains(own, sport) })
	}
	slices.Sort(common)
	if common = slices.Compact(common); len(common) == 1 {
		return common[0]
	}
	r.ask(string(schedule.Sport), "sport of the file", unclear("the file does not say the sport, and its teams do not show it"))
	r.hint("--sport ALIAS sets the sport of all games in the file")
	return ""
}
