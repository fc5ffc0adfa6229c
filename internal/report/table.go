package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"
)

// Tables writes the sections for a terminal, after what the whole came to.
func (r *Report) Tables(w io.Writer) error {
	s := r.speaker()
	fmt.Fprintf(w, "%s, %s (%s)\n", visible(r.Channel), s.period(r), r.Zone)
	if r.IsEmpty() {
		_, err := fmt.Fprintln(w, s.empty())
		return err
	}
	if err := r.table(w, Section{Rows: []Row{r.Whole}}); err != nil {
		return err
	}
	for _, section := range r.Sections {
		fmt.Fprintf(w, "\n%s\n", s.division(section.By))
		if len(section.Rows) == 0 {
			fmt.Fprintln(w, s.nothing())
			continue
		}
		if err := r.table(w, section); err != nil {
			return err
		}
		for _, line := range s.footnotes(r, section) {
			fmt.Fprintln(w, line)
		}
	}
	return nil
}

func (r *Report) table(w io.Writer, section Section) error {
	s, by := r.speaker(), section.By
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := []string{s.first(by)}
	if by == "" {
		head[0] = ""
	}
	for _, c := range by.columns() {
		head = append(head, s.column(c))
	}
	purses := r.Purses
	if !by.hasMoney() {
		purses = nil
	}
	for _, p := range purses {
		head = append(head, s.say("Revenue ", "Recettes ")+s.purse(p))
	}
	fmt.Fprintln(out, strings.Join(head, "\t"))
	for i := range section.Rows {
		row := &section.Rows[i]
		cells := []string{visible(s.name(by, row))}
		if note := s.note(by, row); note != "" {
			cells[0] += " (" + note + ")"
		}
		for _, c := range by.columns() {
			cells = append(cells, s.figure(c, row))
		}
		for _, p := range purses {
			cells = append(cells, s.money(row.Money[p].Revenue()))
		}
		fmt.Fprintln(out, strings.Join(cells, "\t"))
	}
	return out.Flush()
}

// TablesNow writes who watches at this moment for a terminal.
func (r *Report) TablesNow(w io.Writer) error {
	s := r.speaker()
	if len(r.Now) == 0 {
		_, err := fmt.Fprintln(w, s.nobody())
		return err
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "%s\t%s\t\n", s.say("Watching now", "En cours de visionnement"), s.first(ByEvent))
	for _, n := range r.Now {
		fmt.Fprintf(out, "%s\t%s\t%s\n", s.number(n.Viewers), visible(s.named(n.Kind, n.ID, n.Name)), s.live(n))
	}
	return out.Flush()
}

// visible leaves out of a text what would move a terminal's cursor.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
}

func (s speaker) live(w Watching) string {
	if w.Live {
		return s.say("live", "en direct")
	}
	return s.say("on demand", "sur demande")
}

func (s speaker) empty() string {
	return s.say("No one watched and nothing was sold during this period.", "Personne n’a regardé et rien n’a été vendu pendant cette période.")
}

func (s speaker) nothing() string {
	return s.say("Nothing during this period.", "Rien pendant cette période.")
}

func (s speaker) nobody() string {
	return s.say("No one is watching right now.", "Personne ne regarde en ce moment.")
}

// footnotes say what a section's figures do not.
func (s speaker) footnotes(r *Report, section Section) (notes []string) {
	has := func(kind Kind) bool {
		for i := range section.Rows {
			if section.Rows[i].Kind == kind {
				return true
			}
		}
		return false
	}
	if has(KindSchool) {
		notes = append(notes, s.say("An event counts for each of the "+everySchool+" that take part in it, so the rows may add up to more than the total.",
			"Un événement compte pour "+chaqueEcole+" qui y prennent part\u00a0: la somme des lignes peut donc dépasser le total."))
	}
	if (section.By == BySport || section.By == BySchool || section.By == ByEvent) && has(KindPackage) {
		notes = append(notes, s.say("Revenue from an offer for several events cannot be divided among them, so it has its own row.",
			"Les recettes d’une offre pour plusieurs événements ne peuvent pas être réparties entre eux\u00a0: elles ont leur propre ligne."))
	}
	if !r.Counted.IsZero() && r.From.Before(r.Counted) && section.By != ByOffer && section.By != ByHour && section.By != ByMinute {
		notes = append(notes, s.say("Unique viewers are counted only since "+s.shortDay(r.Counted)+" "+r.Counted.Format("2006")+".",
			"Les spectateurs uniques ne sont comptés que depuis le "+s.shortDay(r.Counted)+" "+r.Counted.Format("2006")+"."))
	}
	return notes
}
