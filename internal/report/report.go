// Package report is what a channel's people are told in figures of how it did: who watched what, for
// how long, and what it earned. It is written as tables for a terminal, as CSV and as a page. It adds
// nothing up: whoever fills a Report does.
package report

import (
	"time"

	"github.com/grandstand/grandstand/internal/word"
)

// By is what the rows of a section divide a report by.
type By string

// Divisions, in the order in which a whole report has them.
const (
	ByDay     By = "day"
	ByEvent   By = "event"
	BySport   By = "sport"
	BySchool  By = "school"
	ByDevice  By = "device"
	ByCountry By = "country"
	ByOffer   By = "offer"
	ByHour    By = "hour"
	ByMinute  By = "minute"
)

// Divisions lists the divisions that a whole report has. Hours and minutes are too many for it.
func Divisions() []By {
	return []By{ByDay, ByEvent, BySport, BySchool, ByDevice, ByCountry, ByOffer}
}

// Purse is where money is kept apart: it is never added up across currencies, nor is money that is
// nobody's, of a payment provider's test mode, added to money that is somebody's.
type Purse struct {
	Currency string // ISO 4217
	Test     bool
}

// Money is what went through a purse, in minor units.
type Money struct {
	Paid     int64
	Refunded int64
	Payments int64
	Refunds  int64
}

// Revenue is what stays.
func (m Money) Revenue() int64 { return m.Paid - m.Refunded }

// Plus adds money up.
func (m Money) Plus(o Money) Money {
	return Money{m.Paid + o.Paid, m.Refunded + o.Refunded, m.Payments + o.Payments, m.Refunds + o.Refunds}
}

// Kind says what a row is about where a section has rows of several kinds.
type Kind string

// Kinds. Those of what nobody named have no name of their own.
const (
	KindEvent   Kind = "event"
	KindVideo   Kind = "video" // of the library
	KindClip    Kind = "clip"
	KindSport   Kind = "sport"
	KindSchool  Kind = "school"
	KindPackage Kind = "package"
	KindDevice  Kind = "device"
	KindCountry Kind = "country"
	KindTime    Kind = "time"
	KindWhole   Kind = "whole"
	KindLibrary Kind = "library" // videos that show no event
	KindNone    Kind = "none"    // of no sport, or of no school
	KindUnknown Kind = "unknown" // nobody said what was watched, or it is not the channel's
)

// Row is one line of a section.
type Row struct {
	Kind Kind
	ID   string // as programs name it: a number, a code; empty where there is none
	Name string // as the channel calls it; may be empty
	At   time.Time

	Watching bool // the figures about viewers mean something; of a pass they do not
	Views    int64
	Watched  time.Duration
	Viewers  int64 // different users, and visitors without an account once on each UTC day (analytics.Audience)
	Peak     int64 // the most views that were going on in one minute
	Money    map[Purse]Money
}

// Section is a report divided by something. Rows of events, sports and schools begin with what was
// watched longest; those of times are in their order.
type Section struct {
	By   By
	Rows []Row
}

// Watching is how many watch something at this moment.
type Watching struct {
	Kind    Kind
	ID      string
	Name    string
	Live    bool // a game that is live
	Viewers int64
}

// Report is a channel's figures over some days of its time zone.
type Report struct {
	Key      string // of the channel
	Channel  string // its name
	Language string // "en" or "fr"
	Words    word.Kinds
	Zone     *time.Location
	From     time.Time // midnight of the first day
	Until    time.Time // midnight after the last
	Made     time.Time
	// Counted is since when viewers can be told apart; earlier views are only known as sums. Zero:
	// always.
	Counted time.Time

	Now      []Watching
	Whole    Row
	Purses   []Purse // sorted
	Sections []Section
	// Curve is the whole by steps of time that are short enough for a line, without those in which
	// nothing was watched.
	Curve []Row
	Step  time.Duration // of Curve
}

// Section is the section by something; empty where the report has none.
func (r *Report) Section(by By) Section {
	for _, s := range r.Sections {
		if s.By == by {
			return s
		}
	}
	return Section{By: by}
}

// IsEmpty reports whether nothing at all happened.
func (r *Report) IsEmpty() bool {
	return r.Whole.Views == 0 && r.Whole.Watched == 0 && r.Whole.Viewers == 0 && len(r.Purses) == 0
}

// LastDay is the last day that the report covers.
func (r *Report) LastDay() time.Time { return r.Until.Add(-12 * time.Hour) }

// column is a figure of a section.
type column int

const (
	colViews column = iota
	colWatched
	colViewers
	colPeak
)

// columns are the figures that a division has besides money. Where none of them can be known, there is no
// column: nobody pays by device.
func (b By) columns() []column {
	switch b {
	case ByHour, ByMinute:
		return []column{colViews, colWatched, colPeak}
	case ByDevice, ByCountry:
		return []column{colViews, colWatched, colViewers}
	case ByOffer:
		return nil
	case ByDay, ByEvent, BySport, BySchool:
	}
	return []column{colViews, colWatched, colViewers, colPeak}
}

// hasMoney reports whether money can be divided so.
func (b By) hasMoney() bool { return b != ByDevice && b != ByCountry }
