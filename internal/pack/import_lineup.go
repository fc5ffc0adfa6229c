package pack

import (
	"slices"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
)

// lineup is who plays a game, as far as it is known.
type lineup struct {
	teams []catalog.ParticipantID // sorted
	// open are the keys of the sides that are no teams of the channel, "" for a team that is not known yet.
	open []string
	name string // key of the event's own name, "" if it has none
}

// teamNames are the alias and the keys of all names of a team.
type teamNames struct {
	alias string
	keys  map[string]bool
}

func teamNamesOf(ref *catalog.Reference) map[catalog.ParticipantID]teamNames {
	out := make(map[catalog.ParticipantID]teamNames, len(ref.Participants))
	for _, p := range ref.Participants {
		names := teamNames{alias: p.Alias, keys: map[string]bool{schedule.Key(p.Alias): true}}
		for _, name := range teamEntry(ref, p).Names {
			names.keys[schedule.Key(name)] = true
		}
		out[p.ID] = names
	}
	return out
}

// isTeam reports whether a key is one of a team's names, in the channel or by an answer.
func (m *matcher) isTeam(key string, id catalog.ParticipantID) bool {
	team := m.teams[id]
	return key != "" && (team.keys[key] || m.answers[key] == team.alias && team.alias != "")
}

// lineupOf reads the sides of a game from its teams and, where those are not all, from its name.
func (m *matcher) lineupOf(e *catalog.Event) lineup {
	l := lineup{teams: slices.Sorted(slices.Values(e.Participants))}
	name := e.Name.In(m.say.languages...)
	if l.name = schedule.Key(name); l.name == "" {
		if len(l.teams) < 2 {
			l.open = []string{""}
		}
		return l
	}
	rest := slices.Clone(l.teams)
	for _, side := range schedule.SplitSides(name) {
		key := schedule.Key(side)
		if at := slices.IndexFunc(rest, func(id catalog.ParticipantID) bool { return m.isTeam(key, id) }); at >= 0 {
			rest = slices.Delete(rest, at, at+1)
			continue
		}
		if schedule.IsUnknown(side) {
			key = ""
		}
		l.open = append(l.open, key)
	}
	return l
}

// likeness says how sure two lineups are of the same game.
type likeness int

const (
	different    likeness = iota
	unknownTeams          // they have no side in common, but one of them has sides that are not known yet
	oneUnknown            // they have a side in common, and a side that is not known yet may be the other one
	sameGame
)

// compare compares two lineups. A side that is not known yet may be any team.
func (m *matcher) compare(a, b *lineup) likeness {
	if len(a.teams) > 1 && slices.Equal(a.teams, b.teams) {
		return sameGame
	}
	onlyA, onlyB := withoutTeams(a.teams, b.teams), withoutTeams(b.teams, a.teams)
	if a.name != "" && a.name == b.name && (len(onlyA) == 0 || len(onlyB) == 0) {
		return sameGame
	}
	c := sideCount{common: len(a.teams) - len(onlyA)}
	openA, okA := m.assignTeams(a.open, onlyB, &c)
	openB, okB := m.assignTeams(b.open, onlyA, &c)
	if !okA || !okB || !c.level(openA, openB, len(a.teams), len(b.teams)) {
		return different
	}
	switch {
	case c.common == 0:
		return unknownTeams
	case c.guessed > 0:
		return oneUnknown
	}
	return sameGame
}

func withoutTeams(teams, others []catalog.ParticipantID) []catalog.ParticipantID {
	return slices.DeleteFunc(slices.Clone(teams), func(id catalog.ParticipantID) bool { return slices.Contains(others, id) })
}

// sideCount counts the sides that two lineups have in common, and those that only may be the same.
type sideCount struct{ common, guessed int }

// assignTeams puts teams in the place of open sides: of a side with one of their names, else of a side that is not known yet. It
// returns the sides that stay open, and false if a team has no place.
func (m *matcher) assignTeams(open []string, teams []catalog.ParticipantID, c *sideCount) ([]string, bool) {
	open = slices.Clone(open)
	for _, id := range teams {
		at := slices.IndexFunc(open, func(key string) bool { return m.isTeam(key, id) })
		if at >= 0 {
			c.common++
		} else if at = slices.Index(open, ""); at >= 0 {
			c.guessed++
		} else {
			return nil, false
		}
		open = slices.Delete(open, at, at+1)
	}
	return open, true
}

// level compares the sides that are teams in neither lineup. A lineup of two teams has no more sides, so its name does not
// matter.
func (c *sideCount) level(a, b []string, teamsA, teamsB int) bool {
	if teamsA > 1 {
		a = nil
	}
	if teamsB > 1 {
		b = nil
	}
	b = slices.Clone(b)
	var rest []string
	for _, key := range a {
		at := slices.Index(b, key)
		if at < 0 {
			rest = append(rest, key)
			continue
		}
		b = slices.Delete(b, at, at+1)
		if key != "" {
			c.common++
		}
	}
	return c.fillNames(rest, b)
}

// fillNames puts the names that only one lineup has in the place of unknown sides of the other.
func (c *sideCount) fillNames(a, b []string) bool {
	named := func(keys []string) int {
		return len(slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return key == "" }))
	}
	namedA, namedB := named(a), named(b)
	c.guessed += namedA + namedB
	return namedA <= len(b)-namedB && namedB <= len(a)-namedA
}
