package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"time"

	"github.com/grandstand/grandstand/internal/zone"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

// shown bounds how many rows of events a page has: all of them are in the CSV.
const shown = 25

// Page writes the report as one HTML file that needs nothing else: no script, no font, no picture from
// elsewhere. Every chart stands beside the table of what it draws. The typefaces are those of app, the built web app.
func (r *Report) Page(w io.Writer, app fs.FS) error {
	page, err := template.New("report").Parse(pageText)
	if err != nil {
		return fmt.Errorf("read the page of reports: %w", err)
	}
	v := r.view()
	if v.Fonts, err = fontFaces(app); err != nil {
		return err
	}
	if err := page.Execute(w, v); err != nil {
		return fmt.Errorf("write a report as a page: %w", err)
	}
	return nil
}

// pageView is what the page shows, in words.
type pageView struct {
	Language, Channel, Title, Period, Zone, Made string
	Fonts, Style                                 template.CSS
	Empty                                        string // says so, where there is nothing else to say
	Words                                        words
	Figures                                      []figureView
	Now                                          []nowView
	Curve                                        chart
	CurveHead                                    []string
	CurveRows                                    [][]string
	Earned                                       []chart
	Sections                                     []sectionView
}

type words struct{ Now, Nobody, Figures, Revenue, Test string }

type figureView struct{ Label, Value, More string }

type nowView struct{ Viewers, Name, Live string }

type sectionView struct {
	Title string
	Head  []string
	Rows  []rowView
	Notes []string
	None  string
}

type rowView struct {
	Name, Note string
	Share      float64 // of the longest bar, in hundredths; below 0 for no bar
	Cells      []cellView
}

type cellView struct{ Label, Text string }

func (r *Report) view() pageView {
	s := r.speaker()
	v := pageView{
		Language: s.language(), Channel: r.Channel, Title: s.say("Report", "Rapport"), Period: s.period(r), Zone: r.Zone.String(),
		Style: template.CSS(pageStyle), //nolint:gosec // our own file
		Made:  s.say("Created on ", "Produit le ") + s.moment(r.Made),
		Words: words{
			Now: s.say("Watching now", "En cours de visionnement"), Nobody: s.nobody(), Figures: s.say("Show these figures in a table", "Voir ces chiffres dans un tableau"),
			Revenue: s.say("Revenue is the payments, taxes included, minus the refunds. Each amount counts on the day when it was paid or refunded. Currencies are not added together.",
				"Les recettes sont les paiements, taxes comprises, moins les remboursements. Chaque montant compte pour le jour du paiement ou du remboursement. Les devises ne sont pas additionnées."),
		},
	}
	for _, n := range r.Now {
		v.Now = append(v.Now, nowView{s.number(n.Viewers), s.named(n.Kind, n.ID, n.Name), s.live(n)})
	}
	if r.IsEmpty() {
		v.Empty = s.empty()
		return v
	}
	for _, p := range r.Purses {
		if p.Test {
			v.Words.Test = s.say("“(test)” marks amounts from a payment provider’s test mode, which are not real money.", "«\u00a0(test)\u00a0» désigne des montants du mode test d’un fournisseur de paiement, qui ne sont pas de l’argent réel.")
		}
	}
	v.Figures = s.figures(r)
	r.viewCurve(&v)
	v.Earned = s.earned(r)
	for _, section := range r.Sections {
		v.Sections = append(v.Sections, s.section(r, section))
	}
	return v
}

// figures are what the whole came to.
func (s speaker) figures(r *Report) []figureView {
	list := []figureView{
		{s.say("Unique viewers", "Spectateurs uniques"), s.number(r.Whole.Viewers), ""},
		{s.column(colWatched), s.minutes(r.Whole.Watched), ""},
		{s.column(colViews), s.number(r.Whole.Views), ""},
		{s.say("Peak viewers", "Pic d’audience"), s.number(r.Whole.Peak), ""},
	}
	for _, p := range r.Purses {
		m := r.Whole.Money[p]
		more := s.say("paid ", "payé ") + s.money(m.Paid)
		if m.Refunded > 0 {
			more += ", " + s.say("refunded ", "remboursé ") + s.money(m.Refunded)
		}
		list = append(list, figureView{s.say("Revenue, ", "Recettes, ") + s.purse(p), s.money(m.Revenue()), more})
	}
	return list
}

// viewCurve draws how many watched at once over time.
func (r *Report) viewCurve(v *pageView) {
	s := r.speaker()
	points := r.curve()
	v.Curve = lineChart(points, r.From, r.Until, func(n float64) string { return s.number(int64(n)) })
	v.Curve.Ticks = s.ticks(r.From, r.Until)
	v.Curve.Title = s.say("Viewers at the same time", "Spectateurs simultanés")
	v.Curve.Label = s.say("Line chart: most viewers at the same time, ", "Courbe\u00a0: maximum de spectateurs simultanés, ") + v.Period + ". " +
		s.say("The highest value is ", "La valeur la plus élevée est ") + s.number(r.Whole.Peak) + "."
	by := ByHour
	if r.Step >= 24*time.Hour {
		by = ByDay
	}
	v.CurveHead = []string{s.say("Time", "Moment"), s.column(colPeak)}
	for i := range r.Curve {
		v.CurveRows = append(v.CurveRows, []string{s.name(by, &r.Curve[i]), s.number(r.Curve[i].Peak)})
	}
}

// curve has a point for every step up to now, also for those in which nobody watched.
func (r *Report) curve() (points []point) {
	peaks := make(map[int64]int64, len(r.Curve))
	for _, row := range r.Curve {
		peaks[row.At.Unix()] = row.Peak
	}
	next := func(t time.Time) time.Time {
		if r.Step >= 24*time.Hour {
			return zone.AddDays(t, 1)
		}
		return t.Add(r.Step)
	}
	for t := r.From; t.Before(r.Until) && !t.After(r.Made); t = next(t) {
		points = append(points, point{t, float64(peaks[t.Unix()])})
	}
	return points
}

// earned draws the revenue by day, of each purse by itself.
func (s speaker) earned(r *Report) (charts []chart) {
	days := r.Section(ByDay).Rows
	if len(days) < 2 {
		return nil
	}
	for _, p := range r.Purses {
		points, moved := make([]point, len(days)), false
		for i, d := range days {
			points[i] = point{d.At, float64(d.Money[p].Revenue())}
			moved = moved || points[i].value != 0
		}
		if !moved {
			continue // what was paid went back on the same day
		}
		c := columnChart(points, func(n float64) string { return s.round(int64(n)) })
		c.Ticks = s.ticks(r.From, r.Until)
		c.Title = s.say("Revenue by day, ", "Recettes par jour, ") + s.purse(p)
		c.Label = s.say("Bar chart: ", "Histogramme\u00a0: ") + c.Title + s.say(". The figures are in the table by day.", ". Les chiffres sont dans le tableau par jour.")
		charts = append(charts, c)
	}
	return charts
}

// section is a table whose rows carry a bar: of what was watched, else of what it earned in the first purse.
func (s speaker) section(r *Report, section Section) sectionView {
	by := section.By
	v := sectionView{Title: s.division(by), Notes: s.footnotes(r, section)}
	if len(section.Rows) == 0 {
		v.None = s.nothing()
		return v
	}
	var purses []Purse
	if by.hasMoney() {
		purses = r.Purses
	}
	v.Head = []string{s.first(by)}
	for _, c := range by.columns() {
		v.Head = append(v.Head, s.column(c))
	}
	for _, p := range purses {
		v.Head = append(v.Head, s.say("Revenue ", "Recettes ")+s.purse(p))
	}
	length := func(row *Row) int64 {
		if by == ByOffer {
			return row.Money[purses[0]].Revenue()
		}
		return int64(row.Watched)
	}
	var longest int64
	for i := range section.Rows {
		longest = max(longest, length(&section.Rows[i]))
	}
	rows := section.Rows
	if by == ByEvent && len(rows) > shown {
		v.Notes = append(v.Notes, s.say(fmt.Sprintf("The first %d of %d rows. The CSV file has all of them.", shown, len(rows)), fmt.Sprintf("Les %d premières lignes sur %d. Le fichier CSV les contient toutes.", shown, len(rows))))
		rows = rows[:shown]
	}
	for i := range rows {
		row := rowView{Name: s.name(by, &rows[i]), Note: s.note(by, &rows[i]), Share: -1}
		if n := length(&rows[i]); longest > 0 && (rows[i].Watching || by == ByOffer) {
			row.Share = 100 * float64(max(n, 0)) / float64(longest)
		}
		for n, c := range by.columns() {
			row.Cells = append(row.Cells, cellView{v.Head[1+n], s.figure(c, &rows[i])})
		}
		for n, p := range purses {
			row.Cells = append(row.Cells, cellView{v.Head[1+len(by.columns())+n], s.money(rows[i].Money[p].Revenue())})
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}
