package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// nbsp keeps a number and what belongs to it on one line.
const nbsp = "\u00a0"

// speaker writes for people, in one of the languages that the product speaks.
type speaker struct {
	french bool
	words  word.Kinds
}

func (r *Report) speaker() speaker { return speaker{r.Language == "fr", r.Words} }

// say is one of two sentences, in the channel's words.
func (s speaker) say(english, french string) string {
	if s.french {
		return s.words.Say(french)
	}
	return s.words.Say(english)
}

func (s speaker) language() string { return s.say("en", "fr") }

// What a channel calls its schools.
const (
	school      = "{group, select, club {club} gym {gym} league {league} company {company} other {school}}"
	schoolHead  = "{group, select, club {Club} gym {Gym} league {League} company {Company} other {School}}"
	ecole       = "{group, select, high_school {école} club {club} gym {club} league {ligue} company {compagnie} other {établissement}}"
	ecoleHead   = "{group, select, high_school {École} club {Club} gym {Club} league {Ligue} company {Compagnie} other {Établissement}}"
	everySchool = "{group, select, club {clubs} gym {gyms} league {leagues} company {companies} other {schools}}"
	chaqueEcole = "{group, select, high_school {chacune des écoles} club {chacun des clubs} gym {chacun des clubs} league {chacune des ligues} company {chacune des compagnies} other {chacun des établissements}}"
)

// number groups digits by threes.
func (s speaker) number(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	digits := strconv.FormatInt(n, 10)
	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	return sign + strings.Join(append([]string{digits}, groups...), s.say(",", nbsp))
}

// minutes writes a duration in whole minutes.
func (s speaker) minutes(d time.Duration) string {
	return s.number(int64(d.Round(time.Minute) / time.Minute))
}

// money writes an amount as a price is written, without its currency: a column or a caption names that.
func (s speaker) money(minor int64) string {
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	cents := fmt.Sprintf("%02d", minor%100)
	if s.french {
		return sign + s.number(minor/100) + "," + cents + nbsp + "$"
	}
	return sign + "$" + s.number(minor/100) + "." + cents
}

// round writes an amount without cents where it has none.
func (s speaker) round(minor int64) string {
	if minor%100 != 0 {
		return s.money(minor)
	}
	return strings.Replace(s.money(minor), s.say(".00", ",00"), "", 1)
}

// purse names a purse.
func (s speaker) purse(p Purse) string {
	if p.Test {
		return p.Currency + " (test)"
	}
	return p.Currency
}

// day writes a day of a year that is told elsewhere.
func (s speaker) day(t time.Time) string {
	if s.french {
		return shortDays()[t.Weekday()] + " " + strconv.Itoa(t.Day()) + " " + shortMonths()[t.Month()-1]
	}
	return t.Format("Mon, Jan 2")
}

// shortDay is a day as it fits under an axis.
func (s speaker) shortDay(t time.Time) string {
	if s.french {
		return strconv.Itoa(t.Day()) + " " + shortMonths()[t.Month()-1]
	}
	return t.Format("Jan 2")
}

func shortDays() [7]string {
	return [...]string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."}
}

func shortMonths() [12]string {
	return [...]string{"janv.", "févr.", "mars", "avr.", "mai", "juin", "juill.", "août", "sept.", "oct.", "nov.", "déc."}
}

// clock writes a time of day.
func (s speaker) clock(t time.Time) string {
	if s.french {
		return fmt.Sprintf("%d"+nbsp+"h"+nbsp+"%02d", t.Hour(), t.Minute())
	}
	return t.Format("3:04" + nbsp + "PM")
}

// moment writes a day and a time of day.
func (s speaker) moment(t time.Time) string { return s.day(t) + ", " + s.clock(t) }

// period writes the days of a report.
func (s speaker) period(r *Report) string {
	first, last := text.Day(s.language(), r.From), text.Day(s.language(), r.LastDay())
	if first == last {
		return first
	}
	return s.say(first+" to "+last, "du "+first+" au "+last)
}

// division names what a section is divided by.
func (s speaker) division(b By) string {
	switch b {
	case ByDay:
		return s.say("By day", "Par jour")
	case ByEvent:
		return s.say("By event, video and clip", "Par événement, vidéo et extrait")
	case BySport:
		return s.say("By sport", "Par sport")
	case BySchool:
		return s.say("By "+school, "Par "+ecole)
	case ByDevice:
		return s.say("By device", "Par appareil")
	case ByCountry:
		return s.say("By country", "Par pays")
	case ByOffer:
		return s.say("By offer", "Par offre")
	case ByHour:
		return s.say("By hour", "Par heure")
	case ByMinute:
	}
	return s.say("By minute", "Par minute")
}

// first heads the column that names the rows.
func (s speaker) first(b By) string {
	switch b {
	case ByDay:
		return s.say("Day", "Jour")
	case ByEvent:
		return s.say("Title", "Titre")
	case BySport:
		return s.say("Sport", "Sport")
	case BySchool:
		return s.say(schoolHead, ecoleHead)
	case ByDevice:
		return s.say("Device", "Appareil")
	case ByCountry:
		return s.say("Country", "Pays")
	case ByOffer:
		return s.say("Offer", "Offre")
	case ByHour:
		return s.say("Hour", "Heure")
	case ByMinute:
	}
	return "Minute"
}

// column heads a column of figures.
func (s speaker) column(c column) string {
	switch c {
	case colViews:
		return s.say("Views", "Visionnements")
	case colWatched:
		return s.say("Minutes watched", "Minutes regardées")
	case colViewers:
		return s.say("Viewers", "Spectateurs")
	case colPeak:
	}
	return s.say("Peak viewers", "Pic d’audience")
}

func (s speaker) figure(c column, row *Row) string {
	switch {
	case !row.Watching:
		return ""
	case c == colViews:
		return s.number(row.Views)
	case c == colWatched:
		return s.minutes(row.Watched)
	case c == colViewers:
		return s.number(row.Viewers)
	}
	return s.number(row.Peak)
}

// name is what a row is called.
func (s speaker) name(by By, row *Row) string {
	switch row.Kind {
	case KindTime:
		switch by {
		case ByDay:
			return s.day(row.At)
		default:
			return s.moment(row.At)
		}
	case KindDevice:
		return s.device(row.ID)
	case KindCountry:
		return s.country(row.ID)
	case KindWhole:
		return s.say("Total", "Total")
	case KindLibrary:
		return s.say("Videos without an event", "Vidéos sans événement")
	case KindNone:
		if by == BySchool {
			return s.say("No "+school, "Sans "+ecole)
		}
		return s.say("No sport", "Sans sport")
	case KindUnknown:
		return s.say("Unknown", "Inconnu")
	case KindEvent, KindVideo, KindClip, KindSport, KindSchool, KindPackage:
	}
	return s.named(row.Kind, row.ID, row.Name)
}

// named calls by its number what has no name, or is no more.
func (s speaker) named(kind Kind, id, name string) string {
	switch {
	case kind == KindUnknown:
		return s.say("Unknown", "Inconnu")
	case name != "":
		return name
	case kind == KindVideo:
		return s.say("Video ", "Vidéo ") + id
	case kind == KindClip:
		return s.say("Clip ", "Extrait ") + id
	case kind == KindPackage:
		return s.say("Offer ", "Offre ") + id
	case kind == KindEvent:
		return s.say("Event ", "Événement ") + id
	}
	return id
}

// note says what kind a row is of where its name does not, "" for the usual one of a division.
func (s speaker) note(by By, row *Row) string {
	switch {
	case row.Kind == KindPackage && by != ByOffer:
		return s.say("offer for several events", "offre pour plusieurs événements")
	case by == ByEvent && row.Kind == KindVideo:
		return s.say("video", "vidéo")
	case by == ByEvent && row.Kind == KindClip:
		return s.say("clip", "extrait")
	case by == ByEvent && row.Kind == KindEvent && !row.At.IsZero():
		return s.moment(row.At)
	}
	return ""
}

func (s speaker) device(id string) string {
	switch id {
	case "computer":
		return s.say("Computer", "Ordinateur")
	case "phone":
		return s.say("Phone", "Téléphone")
	case "tablet":
		return s.say("Tablet", "Tablette")
	case "tv":
		return s.say("TV", "Télé")
	}
	return s.say("Unknown", "Inconnu")
}

func (s speaker) country(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return s.say("Unknown", "Inconnu")
	}
	names := display.English.Regions()
	if s.french {
		names = display.French.Regions()
	}
	if name := names.Name(region); name != "" {
		return name
	}
	return code
}
