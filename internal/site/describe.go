package site

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/text"
)

// View is part of Content.
func (d Domains) View(ctx context.Context, c Channel, r Request) (View, error) {
	view, err := d.paint(ctx, c, r)
	if err != nil || view.NotFound {
		return view, err
	}
	switch {
	case r.Kind == kindHome || r.Kind == kindEvents:
		return view, d.describeScope(ctx, c, r, &view)
	case r.Path == "/faq":
		return view, d.describeQuestions(ctx, c, &view)
	}
	return view, nil
}

// scopeNames are the parameters that narrow a page, the narrowest first, as the app
// reads them.
var scopeNames = [...]string{"team", "school", "sport"}

// describeScope finds what a page is about by its parameters. A name that nobody has
// leaves a page that nobody should find.
func (d Domains) describeScope(ctx context.Context, c Channel, r Request, view *View) error {
	query, err := url.ParseQuery(r.Query)
	if err != nil || len(query) == 0 {
		return nil //nolint:nilerr // what cannot be read narrows nothing
	}
	ref, err := d.Catalog.Reference(ctx, c.ID)
	if err != nil {
		return err
	}
	for _, name := range scopeNames {
		term := query.Get(name)
		if term == "" {
			continue
		}
		found, ok := find(ref, name, term)
		if !ok {
			view.NoIndex = true
			return nil
		}
		found.narrow(c, r, view)
		return nil
	}
	return nil
}

// scoped is one sport, school or team.
type scoped struct {
	parameter, alias string
	name             text.Text
}

// find looks for an alias or an id, else for a name.
func find(ref *catalog.Reference, parameter, term string) (scoped, bool) {
	var all []scoped
	var ids []int64
	add := func(id int64, alias string, name text.Text) {
		all, ids = append(all, scoped{parameter, alias, name}), append(ids, id)
	}
	switch parameter {
	case "team":
		for _, p := range ref.Participants {
			add(int64(p.ID), p.Alias, p.Name)
		}
	case "school":
		for _, g := range ref.Groups {
			add(int64(g.ID), g.Alias, g.Name)
		}
	case "sport":
		for _, s := range ref.Categories {
			add(int64(s.ID), s.Alias, s.Title)
		}
	}
	for i, s := range all {
		if s.alias == term || strconv.FormatInt(ids[i], 10) == term {
			return s, true
		}
	}
	folded := text.Fold(term)
	for _, s := range all {
		for _, name := range s.name {
			if text.Fold(name) == folded {
				return s, true
			}
		}
	}
	return scoped{}, false
}

// narrow says in a view what it is about.
func (s scoped) narrow(c Channel, r Request, view *View) {
	name := s.name.In(c.Lang, c.Own)
	view.Scope, view.ScopeName = url.Values{s.parameter: {s.alias}}.Encode(), name
	view.Canonical = r.Path + "?" + view.Scope
	view.Title = joinNonEmpty(" · ", name, view.Title)
	view.Crumbs = []Link{{Title: homeTitles[c.Lang], URL: "/"}, {Title: name, URL: view.Canonical}}
}

var homeTitles = map[string]string{"en": "Home", "fr": "Accueil"}

func (d Domains) describeQuestions(ctx context.Context, c Channel, view *View) error {
	site, err := d.Channels.Site(ctx, channel.ID(c.ID))
	if err != nil {
		return err
	}
	for _, q := range site.FAQ {
		view.Questions = append(view.Questions, Question{
			Question: q.Question.In(c.Lang, c.Own), Answer: plain(q.Answer.In(c.Lang, c.Own)),
		})
	}
	return nil
}

// describeSale adds what an event costs and how it looks.
func (d Domains) describeSale(described *Event, e *catalog.Event, pictures picture.Gallery) {
	described.Length, described.Price, described.Taxed, described.Currency = e.Duration, e.BasePrice, e.ServiceFee > 0, e.Currency
	described.OnSale = e.Type == catalog.Paid || e.Type == catalog.PPV
	described.Recorded = e.Status == catalog.Finished && e.StreamState == catalog.StreamEnded
	poster := e.Poster()
	widths := pictures.Widths(poster.Key, poster.Widths)
	for _, width := range slices.Backward(slices.Sorted(maps.Keys(widths))) {
		described.Pictures = append(described.Pictures, d.MediaURL(widths[width]))
	}
	if len(described.Pictures) == 0 && poster.Key != "" {
		described.Pictures = []string{d.MediaURL(poster.Key)}
	}
}

// describeParts adds the key moments of a recording. Who is told no score is told of no moment.
func (d Domains) describeParts(ctx context.Context, c Channel, described *Event, e *catalog.Event, ref *catalog.Reference) error {
	if c.HideScores || !described.Recorded || e.Moments == 0 {
		return nil
	}
	moments, err := d.Catalog.Moments(ctx, c.ID, e.ID)
	if err != nil {
		return err
	}
	recording, err := d.Timeline(ctx, c.ID, int64(e.ID))
	if err != nil {
		return err
	}
	for _, chapter := range catalog.Chapters(moments, recording) {
		described.Parts = append(described.Parts, Part{
			Name: ref.ChapterName(e, chapter.Moment, c.Lang, c.Own), From: chapter.From, To: chapter.To,
		})
	}
	return nil
}

// eventCrumbs is the way from the home page over the sport to an event.
func eventCrumbs(c Channel, ref *catalog.Reference, e *catalog.Event, name string) []Link {
	crumbs := []Link{{Title: homeTitles[c.Lang], URL: "/"}}
	if sport := ref.Category(e.CategoryID); sport != nil {
		crumbs = append(crumbs, Link{Title: sport.Title.In(c.Lang, c.Own), URL: "/?" + url.Values{"sport": {sport.Alias}}.Encode()})
	}
	return append(crumbs, Link{Title: name})
}

// touchIcon is the smallest icon that Apple's devices need not enlarge.
func touchIcon(icons map[int]string) string {
	const wanted = 180
	for _, width := range slices.Sorted(maps.Keys(icons)) {
		if width >= wanted {
			return icons[width]
		}
	}
	return ""
}
