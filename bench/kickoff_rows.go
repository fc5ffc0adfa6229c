package main

import (
	"fmt"
	"slices"
)

// figures are what a kick-off was like.
type figures struct {
	arrive, stay, line, crowded phase
	gone                        lost
	edgeStalls                  int
	differences                 []string // between the provider's books and the orders
	orders                      int
}

// calm is what was met while the provider did not hang.
func (f figures) calm() *tally {
	all := newTally()
	for _, p := range []phase{f.arrive, f.stay, f.line, f.gone.phase} {
		all.add(p.met)
	}
	return all
}

func (k *kickoff) kickoffName() string { return fmt.Sprintf("kick-off of %d fans", k.fans) }

func (k *kickoff) rows(f figures) []row {
	all := f.calm()
	all.add(f.crowded.met)
	for _, d := range f.differences {
		all.Wrong["the books: "+d]++
	}
	name := k.kickoffName()
	rows := k.crowdRows(name, f, all)
	rows = append(rows, timeRows(name, f)...)
	return append(rows, k.troubleRows(name, f)...)
}

func (k *kickoff) crowdRows(name string, f figures, all *tally) []row {
	counts := all.Counts
	return []row{
		{
			what: fmt.Sprintf("%s, who come within %s: %d %% hold a key and a pass, %d %% come for the first time, %d %% log in, %d %% buy; %s follow scores, one in %d with low latency",
				name, kickoffWithin, 100-buyersOfHundred-forgottenOfHundred-newcomersOfHundred, newcomersOfHundred, forgottenOfHundred, buyersOfHundred, k.following(), edgeShare),
			figure: fmt.Sprintf("%d arrived, %d play", counts["arrived"], counts["playing"]), aim: "all play", reached: judge(counts["playing"] == k.fans),
		},
		{
			what: name + ": wrong answers, of the API, of media and in the provider's books", figure: fmt.Sprintf("%d of %d", all.wrong(), all.answered()),
			aim: "0", reached: judge(all.wrong() == 0),
		},
		{
			what:   name + ": bought at kick-off and in the rush afterwards, orders in the books",
			figure: fmt.Sprintf("%d of %d paid, %d orders, %d differences", counts["bought"], counts["at the till"], f.orders, len(f.differences)),
			aim:    "none lost, none double", reached: judge(counts["bought"] == counts["at the till"] && counts["bought"] == f.orders && len(f.differences) == 0),
		},
		{
			what: name + ": logged in by password",
			figure: fmt.Sprintf("%d of %d, told to come again %d times; %.0f s after the first came %d stood in line", counts["logged in"], counts["at the door"], counts["login: told to come again"],
				(f.arrive.took + f.stay.took + f.line.took).Seconds(), k.fans-settled(f.arrive.met)-settled(f.stay.met)-settled(f.line.met)),
		},
	}
}

func timeRows(name string, f figures) []row {
	times := func(p phase, call string) string {
		return fmt.Sprintf("p99 %s (median %s, %d)", milliseconds(p.met.at(call, 0.99)), milliseconds(p.met.at(call, 0.5)), p.met.Calls[call].count())
	}
	stalls := f.arrive.met.Counts["stalls"] + f.stay.met.Counts["stalls"] + f.line.met.Counts["stalls"] + f.crowded.met.Counts["stalls"]
	rows := []row{
		{what: name + ": play pressed to the first segments, while they arrive", figure: times(f.arrive, "play")},
	}
	for _, p := range []struct {
		when string
		phase
	}{{"while they arrive", f.arrive}, {"all there", f.stay}} {
		for _, call := range []string{"events/{id}", "media playlist", "segment"} {
			rows = append(rows, row{what: fmt.Sprintf("%s: %s, %s", name, call, p.when), figure: times(p.phase, call)})
		}
		rows = append(rows, row{
			what: fmt.Sprintf("%s: the server, %s", name, p.when),
			figure: fmt.Sprintf("%.0f%% of one core, %.0f MB, %.0f answers/s, %.0f Mbit/s", 100*p.share, float64(p.rss)/1e6,
				float64(p.met.answered())/p.took.Seconds(), 8*float64(p.met.Bytes)/1e6/p.took.Seconds()),
		})
	}
	return append(rows, row{
		what: name + ": stalls, with whole segments and with low latency, up to the kill", figure: fmt.Sprintf("%d and %d", stalls, f.edgeStalls),
		aim: "0", reached: judge(stalls+f.edgeStalls == 0),
	})
}

func (c *timings) count() int {
	if c == nil {
		return 0
	}
	return c.Count
}

func (k *kickoff) troubleRows(name string, f figures) []row {
	calm := f.calm().Shed
	crowded := f.crowded.met
	late := outOfTurn(crowded.Traces, analytics, browse) + outOfTurn(crowded.Traces, analytics, purchase) + outOfTurn(crowded.Traces, browse, purchase)
	inOrder := refusedInOrder(crowded.Traces, analytics, browse, purchase) && crowded.Shed[playback] == 0 && late == 0
	slices.Sort(f.gone.back)
	return []row{
		{
			what:   name + ": shed without an overload (analytics, browse, purchase, playback)",
			figure: fmt.Sprintf("%d, %d, %d, %d", calm[analytics], calm[browse], calm[purchase], calm[playback]),
			aim:    "playback 0", reached: judge(calm[playback] == 0),
		},
		{
			what:   fmt.Sprintf("%s: %d more buy while the provider hangs for %s: shed (analytics, browse, purchase, playback)", name, rushAll, hang),
			figure: fmt.Sprintf("%d, %d, %d, %d; admitted while dearer ones were shed: %d", crowded.Shed[analytics], crowded.Shed[browse], crowded.Shed[purchase], crowded.Shed[playback], late),
			aim:    "first shed in this order, playback 0", reached: judge(inOrder),
		},
		{
			what: fmt.Sprintf("%s: the process is killed and %s away: a new segment, after it is ready", name, outage),
			figure: fmt.Sprintf("99 of 100 after %.1f s, the last after %.1f s, %d of %d", backAfter(f.gone.back, 0.99), backAfter(f.gone.back, 1),
				len(f.gone.back), f.gone.playing),
			aim:     fmt.Sprintf("all within %s", backWithin),
			reached: judge(len(f.gone.back) == f.gone.playing && backAfter(f.gone.back, 1) <= backWithin.Seconds()),
		},
	}
}

func backAfter(back []float64, p float64) float64 {
	if len(back) == 0 {
		return 0
	}
	return percentile(back, p)
}
