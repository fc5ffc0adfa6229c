package demo

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
)

// game is one event of the demo as planned, before it has an id.
type game struct {
	clip        string // key of its video, "" for none
	live        bool
	recording   int // index in kit.Events.Recordings, -1 for none
	sport       kit.Sport
	gender      string
	away, home  kit.Team
	location    kit.Location
	division    string // key, "" for games across divisions
	group       string
	accessType  string
	price       kit.Price
	start       time.Time
	duration    time.Duration // 0 while it is to come
	awayScore   int
	homeScore   int
	finished    bool
	still       *kit.Still
	title       kit.Text // nil: away @ home
	description kit.Text
	featured    bool
}

// plan works out every game of the demo from the kit's rules and the moment it
// starts: the same moment gives the same games, in the same order.
func plan(c kit.Catalog, now time.Time) ([]game, error) {
	p := planner{kit: c, now: now, turns: map[string]int{}}
	games := make([]game, 0, c.Events.Schedule.Total)
	live, err := p.liveGame()
	if err != nil {
		return nil, err
	}
	games = append(games, live)
	for i := range c.Events.Recordings {
		g, err := p.recordedGame(i)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	rule := c.Events.Schedule
	rest := rule.Total - len(games) - rule.Today
	past := rest * rule.PastDays / (rule.PastDays + rule.FutureDays)
	for i := range rule.Today {
		games = append(games, p.todaysGame(i, rule.Today))
	}
	for i := range past {
		games = append(games, p.scheduledGame(-1-i*rule.PastDays/past))
	}
	for i := range rest - past {
		games = append(games, p.scheduledGame(1+i*rule.FutureDays/(rest-past)))
	}
	return games, nil
}

type planner struct {
	kit   kit.Catalog
	now   time.Time
	made  int            // games of the schedule so far
	turns map[string]int // how often each cycle was used
}

// next walks a cycle of n, each under its own name.
func (p *planner) next(cycle string, n int) int {
	turn := p.turns[cycle]
	p.turns[cycle]++
	return turn % n
}

func (p *planner) liveGame() (game, error) {
	live := p.kit.Events.Live
	g, err := p.gameOfClip(live.Clip)
	if err != nil {
		return game{}, err
	}
	g.live, g.recording = true, -1
	g.accessType, g.group, g.featured = live.Type, live.Group, live.Featured
	g.title, g.description = live.Title, live.Description
	g.start = p.now.Add(-time.Duration(live.StartedMinAgo) * time.Minute).Truncate(time.Minute)
	g.still = p.stillNamed("hockey-hero")
	p.setPrice(&g)
	return g, nil
}

func (p *planner) recordedGame(index int) (game, error) {
	r := p.kit.Events.Recordings[index]
	g, err := p.gameOfClip(r.Clip)
	if err != nil {
		return game{}, err
	}
	g.recording, g.finished = index, true
	g.accessType, g.group = r.Type, r.Group
	g.title, g.description = r.Title, r.Description
	g.awayScore, g.homeScore = r.AwayScore, r.HomeScore
	g.start = p.now.Add(-time.Duration(r.HoursAgo) * time.Hour).Truncate(30 * time.Minute)
	g.still = p.stillNamed(r.Still)
	p.setPrice(&g)
	return g, nil
}

func (p *planner) gameOfClip(key string) (game, error) {
	i := slices.IndexFunc(p.kit.Media.Clips, func(c kit.Clip) bool { return c.Key == key })
	if i < 0 {
		return game{}, fmt.Errorf("the kit has no clip %q", key)
	}
	clip := p.kit.Media.Clips[i]
	sport, err := p.sportNamed(clip.Sport)
	if err != nil {
		return game{}, err
	}
	g := game{clip: clip.Key, sport: sport, gender: clip.Gender}
	teams := p.teams(clip.Sport, clip.Gender)
	for _, t := range teams {
		switch t.School {
		case clip.Away:
			g.away = t
		case clip.Home:
			g.home = t
		}
	}
	if g.away.Key == "" || g.home.Key == "" {
		return game{}, fmt.Errorf("the kit's clip %q names schools without a team", key)
	}
	g.division = p.sharedDivision(g.away, g.home)
	g.location = p.venue(g.home, sport)
	return g, nil
}

// todaysOffsets are when today's games start, seen from now: two are over, the
// others are to come, so that the day is always half told.
var todaysOffsets = []time.Duration{-7 * time.Hour, -5 * time.Hour, 40 * time.Minute, 90 * time.Minute, 2 * time.Hour, 3 * time.Hour}

func (p *planner) todaysGame(i, n int) game {
	g := p.matchup()
	offset := todaysOffsets[i*len(todaysOffsets)/n]
	g.start = p.now.Add(offset).Truncate(30 * time.Minute)
	p.settle(&g)
	return g
}

// scheduledGame is a game on another day, counted from today, at one of the hours
// its sport is played at the venue.
func (p *planner) scheduledGame(day int) game {
	g := p.matchup()
	zone, err := time.LoadLocation(g.location.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	hours := g.sport.StartLocal
	at, err := time.Parse("15:04", hours[p.next("hours/"+g.sport.Key, len(hours))])
	if err != nil {
		at = time.Time{}.Add(19 * time.Hour)
	}
	local := p.now.In(zone)
	g.start = time.Date(local.Year(), local.Month(), local.Day()+day, at.Hour(), at.Minute(), 0, 0, zone)
	if day > p.kit.Events.Schedule.PlayoffsAfterDays {
		g.group = "playoffs"
	}
	p.settle(&g)
	return g
}

// matchup chooses sport, teams and terms of the next game of the schedule.
func (p *planner) matchup() game {
	rule := p.kit.Events.Schedule
	p.made++
	sport, err := p.sportNamed(rule.SportCycle[p.next("sport", len(rule.SportCycle))])
	if err != nil || len(sport.Genders) == 0 {
		sport = p.kit.Sports[0]
	}
	g := game{sport: sport, recording: -1}
	g.gender = sport.Genders[p.next("gender/"+sport.Key, len(sport.Genders))]
	g.away, g.home = p.opponents(sport.Key, g.gender)
	g.division = p.sharedDivision(g.away, g.home)
	g.location = p.venue(g.home, sport)
	g.group = rule.GroupCycle[p.next("group", len(rule.GroupCycle))]
	g.accessType = rule.TypeCycle[p.next("type", len(rule.TypeCycle))]
	g.still = p.stillOf(g)
	p.setPrice(&g)
	return g
}

// opponents walks all pairings of a sport, mostly inside a division.
func (p *planner) opponents(sport, gender string) (away, home kit.Team) {
	teams := p.teams(sport, gender)
	across := p.made%p.kit.Events.Schedule.CrossDivisionEvery == 0
	cycle := fmt.Sprintf("teams/%s/%s/%t", sport, gender, across)
	for range len(teams) * len(teams) {
		turn := p.next(cycle, len(teams)*(len(teams)-1))
		i := turn % len(teams)
		j := (i + 1 + turn/len(teams)) % len(teams)
		if (p.sharedDivision(teams[i], teams[j]) == "") == across {
			return teams[i], teams[j]
		}
	}
	return teams[0], teams[1]
}

// settle gives a game that is over its length and score.
func (p *planner) settle(g *game) {
	length := time.Duration(g.sport.DurationS[p.next("length/"+g.sport.Key, len(g.sport.DurationS))]) * time.Second
	if g.start.Add(length).After(p.now) {
		return
	}
	g.finished, g.duration = true, length
	result := g.sport.Score.Results[p.next("result/"+g.sport.Key, len(g.sport.Score.Results))]
	g.awayScore, g.homeScore = result[0], result[1]
	if p.next("winner", 5) > 1 {
		g.awayScore, g.homeScore = g.homeScore, g.awayScore
	}
}

func (p *planner) setPrice(g *game) {
	switch g.accessType {
	case "paid":
		g.price = g.sport.Price
	case "ppv":
		g.price = g.sport.PPVPrice
	}
}

func (p *planner) sportNamed(key string) (kit.Sport, error) {
	for _, s := range p.kit.Sports {
		if s.Key == key {
			return s, nil
		}
	}
	return kit.Sport{}, fmt.Errorf("the kit has no sport %q", key)
}

func (p *planner) teams(sport, gender string) []kit.Team {
	var teams []kit.Team
	for _, t := range p.kit.Teams {
		if t.Sport == sport && t.Gender == gender {
			teams = append(teams, t)
		}
	}
	return teams
}

func (p *planner) divisionOf(t kit.Team) string {
	for _, s := range p.kit.Schools {
		if s.Key == t.School {
			return s.Division
		}
	}
	return ""
}

func (p *planner) sharedDivision(a, b kit.Team) string {
	if d := p.divisionOf(a); d == p.divisionOf(b) {
		return d
	}
	return ""
}

func (p *planner) venue(home kit.Team, sport kit.Sport) kit.Location {
	for _, l := range p.kit.Locations {
		if l.School == home.School && l.Kind == sport.Venue {
			return l
		}
	}
	return kit.Location{}
}

func (p *planner) stillNamed(key string) *kit.Still {
	for _, s := range p.kit.Stills {
		if s.Key == key {
			return &s
		}
	}
	return nil
}

// stillOf finds a picture that shows at least one of the schools in their sport;
// without one the app draws the court.
func (p *planner) stillOf(g game) *kit.Still {
	var both, one []kit.Still
	for _, s := range p.kit.Stills {
		schools := s.Away + " " + s.Home
		a, h := strings.Contains(schools, g.away.School), strings.Contains(schools, g.home.School)
		switch {
		case s.Sport != g.sport.Key:
		case a && h:
			both = append(both, s)
		case a || h:
			one = append(one, s)
		}
	}
	for _, choice := range [][]kit.Still{both, one} {
		if len(choice) > 0 {
			return &choice[p.next("still/"+g.away.School+g.home.School+g.sport.Key, len(choice))]
		}
	}
	return nil
}
