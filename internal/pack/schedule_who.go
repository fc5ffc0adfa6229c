package pack

import (
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
	"github.com/grandstand/grandstand/internal/text"
)

// side is a team of a game as the file names it.
type side struct {
	field schedule.Field
	name  string
	home  bool
}

// cutMarks takes marks of doubleheaders and of games that are off from the names of the
// present row, and returns the number of the game among those of its day.
func (r *scheduleReader) cutMarks() (number int) {
	r.offMark = ""
	r.row.Cells = slices.Clone(r.row.Cells)
	for _, field := range []schedule.Field{schedule.Home, schedule.Away, schedule.Opponent, schedule.Game, schedule.Time, schedule.Notes} {
		c, ok := r.columns[field]
		if !ok || c.at >= len(r.row.Cells) || r.isName(r.row.Cells[c.at]) {
			continue
		}
		cell, status := schedule.CutStatus(r.row.Cells[c.at])
		if status != "" {
			r.offMark = status
		}
		rest, n, marked := schedule.CutGameNumber(cell)
		if marked && (rest != "" || field == schedule.Notes) {
			cell, number = rest, max(number, n)
		}
		if field != schedule.Notes {
			r.row.Cells[c.at] = cell
		}
	}
	return number
}

// isName reports whether a cell is the very name of a team.
func (r *scheduleReader) isName(cell string) bool {
	_, question := r.directories[participants].Find(r.answer(cell), schedule.Want{})
	return question == nil || question.Many || question.OtherSport
}

// sides returns the teams of the present row, away before home.
func (r *scheduleReader) sides() []side {
	switch {
	case r.cell(schedule.Game) != "":
		return r.pairing(r.cell(schedule.Game))
	case r.cell(schedule.Opponent) != "":
		return r.opponents()
	}
	home, neutral := schedule.CutNeutral(r.cell(schedule.Home))
	away, also := schedule.CutNeutral(r.cell(schedule.Away))
	neutral = neutral || also || r.isNeutral()
	var out []side
	if away != "" {
		out = append(out, side{schedule.Away, strings.TrimSpace(strings.TrimPrefix(away, "@")), false})
	}
	if home != "" {
		out = append(out, side{schedule.Home, strings.TrimSpace(strings.TrimPrefix(home, "@")), !neutral})
	}
	for name := range strings.SplitSeq(r.cell(schedule.Participants), "|") {
		if name = strings.TrimSpace(name); name != "" {
			out = append(out, side{schedule.Participants, name, false})
		}
	}
	return out
}

// isNeutral reports whether a column says that the game is at a neutral site.
func (r *scheduleReader) isNeutral() bool {
	where, _ := schedule.SideOf(r.cell(schedule.HomeAway))
	return where == schedule.AtNeutral || where == schedule.NoSideSaid && schedule.Key(r.cell(schedule.Notes)) == "neutral site"
}

// pairing reads both teams from one cell. A cell that is no pairing names the event.
func (r *scheduleReader) pairing(cell string) []side {
	p, ok := schedule.SplitPairing(cell)
	if !ok {
		return nil
	}
	first, second := side{schedule.Game, p.First, false}, side{schedule.Game, p.Second, false}
	switch {
	case p.Neutral || r.isNeutral() || r.answers.Versus == schedule.Neutral && !p.HomeSecond:
		return []side{first, second}
	case p.HomeSecond || r.answers.Versus == schedule.AwayFirst:
		second.home = true
		return []side{first, second}
	case r.answers.Versus == schedule.HomeFirst:
		first.home = true
		return []side{second, first}
	}
	r.ask(r.printed(schedule.Game), "versus", unclear("\""+clip(cell)+"\" does not say which team is at home"))
	r.hint("--versus home-first, away-first or neutral says what \"A vs B\" means")
	return []side{first, second}
}

// unclear is a question without candidates.
type unclear string

func (u unclear) Error() string { return string(u) }

// opponents reads the schedule of one team: "vs Lynx", "@ Lynx".
func (r *scheduleReader) opponents() []side {
	where, name := schedule.SplitOpponent(r.cell(schedule.Opponent))
	column, known := schedule.SideOf(r.cell(schedule.HomeAway))
	if !known {
		r.wrong(schedule.HomeAway, "%q must be home, away or neutral", r.cell(schedule.HomeAway))
	}
	switch {
	case where != schedule.NoSideSaid && column != schedule.NoSideSaid && where != column && column != schedule.AtNeutral && where != schedule.AtNeutral:
		r.wrong(schedule.HomeAway, "%q contradicts %q", r.cell(schedule.HomeAway), r.cell(schedule.Opponent))
	case column != schedule.NoSideSaid:
		where = column
	case where == schedule.NoSideSaid && r.marked:
		where = schedule.AtHome // away games are marked in this file
	case where == schedule.NoSideSaid:
		r.ask(r.printed(schedule.Opponent), "home or away", unclear("no row says vs or @, and no column says home or away"))
		r.hint("--column \"Header=home_away\" names the column that says home or away")
	}
	team := side{schedule.Team, r.cell(schedule.Team), where == schedule.AtHome}
	if team.name == "" {
		team.name = r.answers.Team
	}
	if team.name == "" {
		r.ask(r.printed(schedule.Opponent), "whose schedule", unclear("the file names only opponents; it does not say whose schedule it is"))
		r.hint("--team ALIAS says whose schedule the file is")
	}
	other := side{schedule.Opponent, name, where == schedule.OnTheRoad}
	if where == schedule.OnTheRoad {
		return []side{team, other}
	}
	return []side{other, team}
}

// players finds the teams of the present row. A team that is not known yet, or that an answer
// leaves out, is only named.
func (r *scheduleReader) players(e *catalog.Event, sport string) {
	sides := r.sides()
	want := schedule.Want{Sport: sport, Gender: string(e.Gender)}
	var named []string
	var gendered schedule.Entry // the first team of the row that has a gender
	missing := false
	for _, s := range sides {
		team, ok := schedule.Entry{}, false
		if !schedule.IsUnknown(s.name) {
			team, ok = r.find(s.field, participants, s.name, want)
		}
		if !ok {
			missing, named = true, append(named, r.stranger(s.name))
			continue
		}
		r.checkTeam(s, team, want)
		gendered = r.checkGenders(s, gendered, team, want)
		id := catalog.ParticipantID(r.aliases.participants[team.Alias])
		if slices.Contains(e.Participants, id) {
			r.wrong(s.field, "%q plays against itself", s.name)
			continue
		}
		named = append(named, nonEmpty(team.Label, s.name))
		e.Participants = append(e.Participants, id)
		if s.home {
			e.HomeID = id
		}
	}
	if missing && e.Name.IsEmpty() {
		e.Name = text.Text{r.channel.Language: strings.Join(named, r.between(sides))}
	}
	if game := r.cell(schedule.Game); len(sides) == 0 && game != "" && e.Name.IsEmpty() {
		e.Name = text.Text{r.channel.Language: game}
	}
	if len(e.Participants) == 0 && e.Name.IsEmpty() {
		r.wrong(schedule.Name, "an event must have a name or participants")
	}
}

func (r *scheduleReader) between(sides []side) string {
	if slices.ContainsFunc(sides, func(s side) bool { return s.home }) {
		return " @ "
	}
	return " vs "
}

// stranger names a team that the channel does not have.
func (r *scheduleReader) stranger(name string) string {
	if !schedule.IsUnknown(name) {
		return name
	}
	if r.channel.Language == "fr" {
		return "À déterminer"
	}
	return "TBD"
}

// checkTeam warns of a team of another sport or gender than those of the row. A team that the file names by its alias can be one.
func (r *scheduleReader) checkTeam(s side, team schedule.Entry, want schedule.Want) {
	if r.ofPack {
		return
	}
	switch {
	case want.Sport != "" && team.Sports != nil && !slices.Contains(team.Sports, want.Sport):
		r.warn(s.field, "%q plays %s, but the row says %s", s.name, team.Sports[0], want.Sport)
	case want.Gender != "" && team.Gender != "" && want.Gender != team.Gender:
		r.warn(s.field, "%q is a team of the gender %s, but the row says %s", s.name, team.Gender, want.Gender)
	}
}

// checkGenders warns of a row without a gender whose teams are of both. before is the first team of the row with a gender.
// It returns the first team with a gender after the present one was added.
func (r *scheduleReader) checkGenders(s side, before, team schedule.Entry, want schedule.Want) schedule.Entry {
	switch {
	case before.Gender == "":
		return team
	case !r.ofPack && want.Gender == "" && team.Gender != "" && team.Gender != before.Gender:
		r.warn(s.field, "%q is a team of the gender %s, but %q is of the gender %s", s.name, team.Gender, nonEmpty(before.Label, before.Alias), before.Gender)
	}
	return before
}
