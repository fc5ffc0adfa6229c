package pack

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
)

// pairDoubleheaders decides which stored games the unmarked rows of the same teams, sport and day are: those with the
// nearest starts, in order. The place of a row in the file says nothing, since the first game may be left out once it
// was played.
func (m *matcher) pairDoubleheaders() {
	groups, fixed := map[string][]int{}, map[string]bool{}
	var order []string
	for i, derived := range m.file.derived {
		if derived == "" {
			fixed[m.file.events[i].ExternalID] = true
			continue
		}
		if groups[derived] == nil {
			order = append(order, derived)
		}
		groups[derived] = append(groups[derived], i)
	}
	for _, derived := range order {
		m.pairGroup(derived, groups[derived], fixed)
	}
}

// maxNumbered bounds the numbers of stored games of the same teams on one day.
const maxNumbered = 9

// pairGroup gives the rows of the same teams, sport and day their ids. fixed are the ids of other rows.
func (m *matcher) pairGroup(derived string, rows []int, fixed map[string]bool) {
	used := map[string]bool{}
	var games []*catalog.Event
	for n := 1; n <= maxNumbered; n++ {
		id := numberedID(derived, n)
		was := m.byID[id]
		switch {
		case fixed[id]:
			used[id] = true
		case m.known[id] == 0:
		case was == nil:
			return // far away from the file: the order of the file decides
		default:
			used[id] = true
			games = append(games, was)
		}
	}
	events := m.file.events
	slices.SortStableFunc(rows, func(a, b int) int { return events[a].StartAt.Compare(events[b].StartAt) })
	slices.SortStableFunc(games, func(a, b *catalog.Event) int {
		return cmp.Or(importedStart(a).Compare(importedStart(b)), cmp.Compare(a.ID, b.ID))
	})
	for at, was := range pairByStart(m.starts(rows), importedStarts(games)) {
		row := rows[at]
		if was >= 0 && (!m.movesStreamed(row, games[was]) || m.decide(row, m.streamedQuestion(games[was]))) {
			events[row].ExternalID = games[was].ExternalID
			continue
		}
		events[row].ExternalID = freeID(derived, used)
	}
}

// freeID returns the first id of a game of the day that no other game has, and marks it as used.
func freeID(derived string, used map[string]bool) string {
	n := 1
	for used[numberedID(derived, n)] {
		n++
	}
	id := numberedID(derived, n)
	used[id] = true
	return id
}

// movesStreamed reports whether a row has another start than the streamed game that it seems to be. It could be the next
// game of the same teams.
func (m *matcher) movesStreamed(row int, was *catalog.Event) bool {
	e := &m.file.events[row]
	near := func(start time.Time) bool { return start.Sub(e.StartAt).Abs() < catalog.SmallMove }
	return was.WasStreamed() && !e.TimeTBA && !was.TimeTBA && !near(was.StartAt) && !near(importedStart(was))
}

// importedStart is the start that the latest file gave a stored game.
func importedStart(e *catalog.Event) time.Time {
	if e.ImportedStart.IsZero() {
		return e.StartAt
	}
	return e.ImportedStart
}

func importedStarts(games []*catalog.Event) []time.Time {
	out := make([]time.Time, len(games))
	for i, e := range games {
		out[i] = importedStart(e)
	}
	return out
}

func (m *matcher) starts(rows []int) []time.Time {
	out := make([]time.Time, len(rows))
	for i, row := range rows {
		out[i] = m.file.events[row].StartAt
	}
	return out
}

// pairByStart returns the position in b of the partner of each of a, -1 for none. Both are sorted. As many as possible have
// a partner, the order stays, and the sum of the distances is the least.
func pairByStart(a, b []time.Time) []int {
	out := slices.Repeat([]int{-1}, len(a))
	if len(a) > len(b) {
		for i, at := range pairAll(b, a) {
			out[at] = i
		}
		return out
	}
	copy(out, pairAll(a, b))
	return out
}

// pairAll pairs all of a, which is not longer than b.
func pairAll(a, b []time.Time) []int {
	// least[i][j] is the least sum of a[i:] with b[j:].
	least := make([][]time.Duration, len(a)+1)
	for i := range least {
		least[i] = make([]time.Duration, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		least[i][len(b)] = math.MaxInt64
		for j := len(b) - 1; j >= 0; j-- {
			if len(b)-j < len(a)-i {
				least[i][j] = math.MaxInt64
				continue
			}
			least[i][j] = min(withPair(a, b, least, i, j), least[i][j+1])
		}
	}
	out := make([]int, len(a))
	j := 0
	for i := range a {
		for withPair(a, b, least, i, j) != least[i][j] {
			j++
		}
		out[i] = j
		j++
	}
	return out
}

// withPair is the least sum if a[i] is paired with b[j].
func withPair(a, b []time.Time, least [][]time.Duration, i, j int) time.Duration {
	return a[i].Sub(b[j]).Abs() + least[i+1][j+1]
}
