package report

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/zone"
)

// A chart is drawn on a plate of 1000 by 100 that the page stretches to any width: lines keep their
// weight, and all that is written stands beside it as text of the page.
const (
	plateWidth  = 1000.0
	plateHeight = 100.0
)

// chart is a drawing of figures over time.
type chart struct {
	Title string
	Label string // what it shows, in a sentence, for who cannot see it
	Area  string // a path that is filled; empty for columns
	Line  string // a path
	Bars  []bar
	Zero  float64 // where the figure 0 is, from above
	Scale []mark
	Ticks []mark
}

// bar is a column of a chart.
type bar struct{ X, Y, Width, Height float64 }

// mark is a text beside a chart, at so many hundredths of its height from above, or of its width.
type mark struct {
	At   float64
	Text string
}

// point is a figure at a time.
type point struct {
	at    time.Time
	value float64
}

// lineChart draws points that follow each other, between two times.
func lineChart(points []point, from, until time.Time, figure func(float64) string) chart {
	_, top := bounds(points)
	var c chart
	if len(points) == 0 {
		return c
	}
	var line strings.Builder
	x := func(p point) float64 { return plateWidth * float64(p.at.Sub(from)) / float64(until.Sub(from)) }
	for i, p := range points {
		command := 'L'
		if i == 0 {
			command = 'M'
		}
		fmt.Fprintf(&line, "%c%.1f %.2f", command, x(p), plateHeight*(1-p.value/top))
	}
	c.Line = line.String()
	c.Area = fmt.Sprintf("%sL%.1f %.0fL%.1f %.0fZ", c.Line, x(points[len(points)-1]), plateHeight, x(points[0]), plateHeight)
	c.Zero = plateHeight
	c.Scale = scale(0, top, figure)
	return c
}

// columnChart draws one column for each point.
func columnChart(points []point, figure func(float64) string) chart {
	bottom, top := bounds(points)
	height := func(v float64) float64 { return plateHeight * v / (top - bottom) }
	c := chart{Zero: height(top), Scale: scale(bottom, top, figure)}
	each := plateWidth / float64(max(len(points), 1))
	for i, p := range points {
		b := bar{X: each * (float64(i) + .15), Width: each * .7, Y: c.Zero, Height: height(math.Abs(p.value))}
		if p.value > 0 {
			b.Y -= b.Height
		}
		c.Bars = append(c.Bars, b)
	}
	return c
}

// bounds are round figures between which all points are, 0 with them.
func bounds(points []point) (bottom, top float64) {
	for _, p := range points {
		bottom, top = min(bottom, p.value), max(top, p.value)
	}
	if bottom == 0 && top == 0 {
		return 0, 1
	}
	return -round(-bottom), round(top)
}

// round is the next of 1, 2, 4, 5, 8 and 10 times a power of ten.
func round(v float64) float64 {
	if v <= 0 {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, n := range []float64{1, 2, 4, 5, 8} {
		if v <= n*power {
			return n * power
		}
	}
	return 10 * power
}

// scale marks the ends of what is drawn, its middle where that is a whole figure, and zero.
func scale(bottom, top float64, figure func(float64) string) []mark {
	at := func(v float64) mark { return mark{100 * (top - v) / (top - bottom), figure(v)} }
	marks := []mark{at(0)}
	if top > 0 {
		marks = append(marks, at(top))
	}
	switch {
	case bottom < 0:
		marks = append(marks, at(bottom))
	case math.Mod(top, 2) == 0:
		marks = append(marks, at(top/2))
	}
	return marks
}

// ticks are the beginnings of days, or of hours of a single day, of which about six are named.
func (s speaker) ticks(from, until time.Time) (marks []mark) {
	long := until.Sub(from)
	if long <= 26*time.Hour {
		for h := range 7 {
			t := from.Add(time.Duration(3*h) * time.Hour)
			marks = append(marks, mark{100 * float64(t.Sub(from)) / float64(long), s.clock(t)})
		}
		return marks
	}
	days := int(math.Round(long.Hours() / 24))
	every := (days + 6) / 7
	for d := 0; 10*d < 9*days; d += every { // the last would stand beyond the end
		t := zone.AddDays(from, d)
		marks = append(marks, mark{100 * float64(t.Sub(from)) / float64(long), s.shortDay(t)})
	}
	return marks
}
