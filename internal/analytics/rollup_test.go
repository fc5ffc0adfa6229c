package analytics

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/google/uuid"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// ledger counts what was told in the plainest way: by looking at every report again.
type ledger struct{ views map[string]*ledgerView }

// ledgerView is one view with the minutes in which it was told of.
type ledgerView struct {
	viewer  string
	subject Subject
	device  string
	country string
	first   time.Time
	last    time.Time
	minutes map[time.Time]time.Duration
}

// begun is the minute in which a view was told of first.
func (v *ledgerView) begun() time.Time { return v.first.Truncate(time.Minute) }

// note takes down a report, in the order in which the nodes wrote.
func (l *ledger) note(at time.Time, by Reporter, view View, watched time.Duration) {
	subject := view.Subject
	if subject.ID >= 1000 {
		subject = Subject{}
	}
	v, ok := l.views[view.UUID]
	if !ok {
		v = &ledgerView{subject: subject, device: by.Device, country: by.Country, first: at, last: at, minutes: map[time.Time]time.Duration{}}
		l.views[view.UUID] = v
	}
	v.viewer = cmp.Or(v.viewer, viewerOf(by))
	v.last = v.last.Add(max(0, at.Sub(v.last)))
	v.minutes[at.Truncate(time.Minute)] += watched
}

func viewerOf(by Reporter) string {
	if by.UserID == 0 {
		return ""
	}
	return fmt.Sprint("user ", by.UserID)
}

// within are the views of a list that were going on in a period.
func (l *ledger) within(p Period, counts func(*ledgerView) bool) (audience Audience, views int64, watched time.Duration) {
	viewers, minutes := map[string]bool{}, map[time.Time]int64{}
	for name, v := range l.views {
		if !counts(v) {
			continue
		}
		if !v.last.Before(p.From) && v.first.Before(p.Until) {
			viewers[cmp.Or(v.viewer, name)] = true
		}
		for minute, ms := range v.minutes {
			if !minute.Before(p.From) && minute.Before(p.Until) {
				minutes[minute]++
				watched += ms
			}
		}
		if begun := v.begun(); !begun.Before(p.From) && begun.Before(p.Until) {
			views++
		}
	}
	audience.Viewers = int64(len(viewers))
	for _, n := range minutes {
		audience.Peak = max(audience.Peak, n)
	}
	return audience, views, watched
}

// nodes are several servers that write what they were told into one database.
type nodes struct {
	*stadium
	list []*Service
	fans []int64
	seen ledger
	told [][]func() // by node: what it was told and has not written
}

func newNodes(t *testing.T, d *db.DB) *nodes {
	n := &nodes{stadium: newStadium(t, d), seen: ledger{map[string]*ledgerView{}}, told: make([][]func(), 3)}
	for range n.told {
		s, err := New(Deps{
			DB: d, Clock: n.clock, Log: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(), Subjects: small{}, Secret: []byte(strings.Repeat("s", 32)),
		})
		if err != nil {
			t.Fatal(err)
		}
		n.list = append(n.list, s)
	}
	for i := range 3 {
		n.fans = append(n.fans, dbtest.User(t, d, n.home, fmt.Sprintf("fan%d@example.com", i)))
	}
	return n
}

// flush has a node write, at times only after attempts that fail halfway.
func (n *nodes) flush(node int, r *rand.Rand) {
	n.t.Helper()
	s := n.list[node]
	put := s.writer.put
	for range r.IntN(3) {
		s.writer.put = func(ctx context.Context, facts []fact) error {
			ended, cancel := context.WithCancel(ctx)
			cancel()
			return put(ended, facts)
		}
		if err := s.Write(n.t.Context()); err == nil && len(n.told[node]) > 0 {
			n.t.Fatal("it was written although nobody waited for it")
		}
	}
	s.writer.put = put
	if err := s.Write(n.t.Context()); err != nil {
		n.t.Fatal(err)
	}
	for _, note := range n.told[node] {
		note()
	}
	n.told[node] = nil
}

// play has views told of at random: some go on at another node, some stop for minutes, some are told of twice.
// Crossed, the other node may write what came later first.
func (n *nodes) play(r *rand.Rand, steps int, crossed bool) {
	n.t.Helper()
	subjects := []Subject{{Event, 1}, {Event, 2}, {Event, 3}, {Medium, 1}, {Clip, 1}, {Event, 5000}, {}}
	type going struct {
		view View
		by   Reporter
		node int
	}
	var views []going
	for range steps {
		if len(views) < 3 || r.IntN(4) == 0 {
			by := Reporter{ChannelID: n.home, Device: []string{"phone", "tv", "computer"}[r.IntN(3)], Country: []string{"CA", "US", ""}[r.IntN(3)]}
			if r.IntN(2) == 0 {
				by.UserID = n.fans[r.IntN(len(n.fans))]
			}
			views = append(views, going{View{UUID: uuid.NewString(), Subject: subjects[r.IntN(len(subjects))], Live: r.IntN(2) == 0}, by, r.IntN(len(n.list))})
		}
		g := &views[r.IntN(len(views))]
		if r.IntN(10) == 0 {
			if !crossed {
				n.flush(g.node, r) // its node goes; the next report comes in elsewhere
			}
			g.node = r.IntN(len(n.list))
		}
		for range 1 + r.IntN(8)/7 { // at times the same report twice: an answer was lost
			watched, at, one := time.Duration(r.IntN(31))*time.Second, n.clock.Now(), *g
			if err := n.list[g.node].Viewing(g.by, g.view, watched, Hints{}); err != nil {
				n.t.Fatal(err)
			}
			n.told[g.node] = append(n.told[g.node], func() { n.seen.note(at, one.by, one.view, watched) })
		}
		n.clock.Advance(time.Duration([]int{0, 1, 15, 40, 300}[r.IntN(5)]) * time.Second)
		if r.IntN(6) == 0 {
			n.flush(r.IntN(len(n.list)), r)
		}
	}
	n.watches(n.at(n.away, 0), uuid.NewString(), subjects[0], time.Minute) // another channel's
	n.written()
	for node := range n.list {
		n.flush(node, r)
	}
}

// checkTotals compares what is added up by subjects, devices and countries with the ledger.
func (n *nodes) checkTotals(p Period) (wrong []string) {
	n.t.Helper()
	ctx, by := n.t.Context(), actor.ForSystem(n.home)
	compare := func(what string, got, want any) {
		if got != want {
			wrong = append(wrong, fmt.Sprintf("%s: %+v, want %+v", what, got, want))
		}
	}
	for d, key := range map[Dimension]func(Total) func(*ledgerView) bool{
		Whole: func(Total) func(*ledgerView) bool { return func(*ledgerView) bool { return true } },
		BySubject: func(t Total) func(*ledgerView) bool {
			return func(v *ledgerView) bool { return v.subject == t.Subject }
		},
		ByDevice: func(t Total) func(*ledgerView) bool { return func(v *ledgerView) bool { return v.device == t.Device } },
		ByCountry: func(t Total) func(*ledgerView) bool {
			return func(v *ledgerView) bool { return v.country == t.Country }
		},
	} {
		totals := must(n.Totals(ctx, by, n.home, p, d))(n.t)
		var views int64
		var watched time.Duration
		for _, t := range totals {
			audience, began, long := n.seen.within(p, key(t))
			compare(fmt.Sprintf("by %q %+v", d, t), Total{Views: t.Views, Watched: t.Watched, Viewers: t.Viewers}, Total{Views: began, Watched: long, Viewers: audience.Viewers})
			views, watched = views+t.Views, watched+t.Watched
		}
		_, began, long := n.seen.within(p, func(*ledgerView) bool { return true })
		compare(fmt.Sprintf("all by %q", d), [2]int64{views, int64(watched)}, [2]int64{began, int64(long)})
	}
	return wrong
}

// check compares every way of adding up with the ledger, and with each other.
func (n *nodes) check(p Period) (wrong []string) {
	n.t.Helper()
	ctx, by := n.t.Context(), actor.ForSystem(n.home)
	wrong = n.checkTotals(p)
	compare := func(what string, got, want any) {
		if got != want {
			wrong = append(wrong, fmt.Sprintf("%s: %+v, want %+v", what, got, want))
		}
	}
	groups := [][]Subject{{{Event, 1}, {Event, 2}}, {{Event, 2}, {Medium, 1}, {Clip, 1}}, nil, {{Event, 77}}}
	for i, got := range must(n.Audiences(ctx, by, n.home, p, groups))(n.t) {
		want, _, _ := n.seen.within(p, func(v *ledgerView) bool { return slices.Contains(groups[i], v.subject) })
		compare(fmt.Sprintf("group %d", i), got, want)
	}
	for _, step := range []time.Duration{time.Minute, 15 * time.Minute, time.Hour} {
		steps := map[time.Time]Step{}
		for _, s := range must(n.Steps(ctx, by, n.home, p, step))(n.t) {
			steps[s.At] = s
		}
		for at := p.From; at.Before(p.Until); at = at.Add(step) {
			audience, began, long := n.seen.within(Period{at, at.Add(step)}, func(*ledgerView) bool { return true })
			got := steps[at]
			got.At = time.Time{}
			compare(fmt.Sprintf("%s from %s", step, at), got, Step{Views: began, Watched: long, Peak: audience.Peak})
			delete(steps, at)
		}
		compare("steps outside", len(slices.Collect(maps.Keys(steps))), 0)
	}
	whole, _, _ := n.seen.within(p, func(*ledgerView) bool { return true })
	compare("viewers", must(n.Viewers(ctx, by, n.home, []Period{p}))(n.t)[0], whole.Viewers)
	return wrong
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// Whatever is told in whatever order, by however many servers: every sum is what a plain count of it is.
func TestSumsAreWhatWasTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for seed := range uint64(4) {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				n, r := newNodes(t, emptied(t, d)), rand.New(rand.NewPCG(seed, 7))
				from := n.clock.Now().Truncate(time.Hour)
				n.play(r, 150, false)
				until := n.clock.Now().Truncate(time.Hour).Add(time.Hour)
				for _, p := range []Period{{from, until}, {from.Add(time.Hour), until.Add(-time.Hour)}} {
					for _, line := range n.check(p) {
						t.Error(line)
					}
				}
				// The comparison notices a single report that was counted twice, or not at all.
				if _, err := d.Write().NewRaw("UPDATE analytics_minutes SET watched_ms = watched_ms + 1000, seen = seen + 1 WHERE minute_ms = (SELECT min(minute_ms) FROM analytics_minutes)").Exec(t.Context()); err != nil {
					t.Fatal(err)
				}
				if len(n.check(Period{from, until})) == 0 {
					t.Error("a wrong sum went unnoticed")
				}
			})
		}
	})
}

// Where a later report of a view is written first, by another server, a minute may go without it, but nothing
// that was watched is lost or counted twice, and no view or viewer.
func TestSumsOfWhatIsWrittenOutOfOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for seed := range uint64(3) {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				n, r := newNodes(t, emptied(t, d)), rand.New(rand.NewPCG(seed, 11))
				from := n.clock.Now()
				n.play(r, 150, true)
				for _, line := range n.checkTotals(Period{from, n.clock.Now().Add(time.Minute)}) {
					t.Error(line)
				}
			})
		}
	})
}

// emptied is a database without channels, and without what was told of them.
func emptied(t *testing.T, d *db.DB) *db.DB {
	t.Helper()
	for _, table := range []string{"analytics_views", "analytics_minutes", "analytics_events", "users", "channels"} {
		if _, err := d.Write().NewRaw("DELETE FROM " + table).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// A season of thousands of games is one question to the database, and not too long a one.
func TestAudiencesOfThousandsOfSubjects(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		fan := dbtest.User(t, d, s.home, "fan@example.com")
		s.watches(s.at(s.home, fan), uuid.NewString(), Subject{Event, 1}, time.Second)
		s.watches(s.at(s.home, fan), uuid.NewString(), Subject{Event, 999}, time.Second)
		s.written()
		groups := make([][]Subject, 2)
		for id := range int64(12_000) {
			groups[0] = append(groups[0], Subject{Event, id + 1})
		}
		groups[1] = groups[0][1:]
		got, err := s.Audiences(t.Context(), actor.ForSystem(s.home), s.home, Period{s.clock.Now().Add(-time.Hour), s.clock.Now().Add(time.Hour)}, groups)
		if want := []Audience{{1, 2}, {1, 1}}; err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	})
}
