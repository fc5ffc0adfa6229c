package app

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/report"
	"github.com/grandstand/grandstand/internal/vod"
)

// rowKey is what a row of a section is about.
type rowKey struct {
	kind report.Kind
	id   string
}

func keyOf[ID ~int64](kind report.Kind, id ID) rowKey {
	return rowKey{kind, strconv.FormatInt(int64(id), 10)}
}

// reportWorld is what the figures of a report are about: of a channel's catalogue, library, clips and
// offers as much as they name.
type reportWorld struct {
	b      *reporter
	ref    *catalog.Reference
	offers map[commerce.PackageID]*commerce.Package
	events map[int64]*catalog.Event
	media  map[vod.MediumID]vod.Played
	clips  map[clip.ID]*clip.Clip
	names  map[rowKey]string
}

// learn reads what figures may be about.
func (b *reporter) learn(ctx context.Context) error {
	ref, err := b.app.Catalog.Reference(ctx, b.id)
	if err != nil {
		return err
	}
	offers, err := b.app.Commerce.Stored(ctx, b.id)
	if err != nil {
		return err
	}
	b.world = &reportWorld{
		b: b, ref: ref, offers: map[commerce.PackageID]*commerce.Package{}, events: map[int64]*catalog.Event{},
		media: map[vod.MediumID]vod.Played{}, clips: map[clip.ID]*clip.Clip{}, names: map[rowKey]string{},
	}
	for _, p := range offers {
		b.world.offers[p.ID] = p
	}
	return nil
}

// find reads what subjects are, and what events they show.
func (w *reportWorld) find(ctx context.Context, subjects []analytics.Subject) error {
	var events []int64
	var media []vod.MediumID
	var clips []clip.ID
	for _, s := range subjects {
		switch s.Kind {
		case analytics.Event:
			events = append(events, s.ID)
		case analytics.Medium:
			media = append(media, vod.MediumID(s.ID))
		case analytics.Clip:
			clips = append(clips, clip.ID(s.ID))
		case analytics.Cut: // see ofCut
		}
	}
	played, err := w.b.app.VOD.Played(ctx, w.b.id, media)
	if err != nil {
		return err
	}
	maps.Copy(w.media, played)
	for _, p := range played {
		events = append(events, p.EventID)
	}
	cut, err := w.b.app.Clips.Those(ctx, w.b.by, w.b.id, clips)
	if err != nil {
		return err
	}
	for _, c := range cut {
		w.clips[c.ID] = c
		events = append(events, c.EventID)
	}
	return w.findEvents(ctx, events)
}

// findEvents reads events that are not known yet. Those that are no more are left out.
func (w *reportWorld) findEvents(ctx context.Context, ids []int64) error {
	var missing []catalog.EventID
	for _, id := range ids {
		if w.events[id] == nil && id != 0 {
			missing = append(missing, catalog.EventID(id))
		}
	}
	slices.Sort(missing)
	for part := range slices.Chunk(slices.Compact(missing), catalog.MaxLimit) {
		found, _, err := w.b.app.Catalog.List(ctx, w.b.id, catalog.Filter{IDs: part}, catalog.Page{Sort: catalog.ByDate, Limit: catalog.MaxLimit})
		if err != nil {
			return err
		}
		for _, e := range found {
			w.events[int64(e.ID)] = e
		}
	}
	return nil
}

// ofSubject are the rows of a section that a subject counts for. There is always one.
func (w *reportWorld) ofSubject(by report.By, s analytics.Subject) []rowKey {
	unknown := []rowKey{{kind: report.KindUnknown}}
	var event int64
	switch s.Kind {
	case analytics.Event:
		event = s.ID
		if by == report.ByEvent {
			return []rowKey{keyOf(report.KindEvent, s.ID)}
		}
	case analytics.Medium:
		played, ok := w.media[vod.MediumID(s.ID)]
		switch {
		case !ok:
			return unknown
		case by == report.ByEvent:
			return []rowKey{keyOf(report.KindVideo, played.Item)}
		case played.EventID == 0:
			return []rowKey{{kind: report.KindLibrary}}
		}
		event = played.EventID
	case analytics.Clip:
		if by == report.ByEvent {
			return []rowKey{keyOf(report.KindClip, s.ID)}
		}
		if c := w.clips[clip.ID(s.ID)]; c != nil {
			event = c.EventID
		}
	default:
		return unknown
	}
	if w.events[event] == nil {
		return unknown
	}
	return w.ofEvent(by, event)
}

// ofEvent are the rows of a section by sport or school that an event counts for.
func (w *reportWorld) ofEvent(by report.By, id int64) []rowKey {
	e := w.events[id]
	switch {
	case by == report.ByEvent:
		return []rowKey{keyOf(report.KindEvent, id)}
	case e == nil:
		return []rowKey{{kind: report.KindUnknown}}
	case by == report.BySport:
		return []rowKey{w.ofCategory(e.CategoryID)}
	}
	return w.ofParticipants(e.Participants)
}

// ofCategory is a sport: what stands at the top of a category.
func (w *reportWorld) ofCategory(id catalog.CategoryID) rowKey {
	line := w.ref.Lineage(id)
	if len(line) == 0 {
		return rowKey{kind: report.KindNone}
	}
	return keyOf(report.KindSport, line[len(line)-1])
}

func (w *reportWorld) ofParticipants(ids []catalog.ParticipantID) []rowKey {
	var keys []rowKey
	for _, id := range ids {
		if p := w.ref.Participant(id); p != nil && p.GroupID != 0 {
			if key := keyOf(report.KindSchool, p.GroupID); !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	if keys == nil {
		return []rowKey{{kind: report.KindNone}}
	}
	return keys
}

// ofTaking are the rows of a section that money counts for: those of its event, else of the part of an
// offer that its buyer chose, else the offer's own.
func (w *reportWorld) ofTaking(by report.By, t commerce.Taking) []rowKey {
	offer := []rowKey{keyOf(report.KindPackage, t.PackageID)}
	participant := w.ref.Participant(catalog.ParticipantID(t.ParticipantID))
	switch {
	case by == report.ByOffer:
		return offer
	case t.EventID != 0:
		return w.ofEvent(by, t.EventID)
	case by == report.BySport && t.CategoryID != 0:
		return []rowKey{w.ofCategory(catalog.CategoryID(t.CategoryID))}
	case by == report.BySport && participant != nil && participant.CategoryID != 0:
		return []rowKey{w.ofCategory(participant.CategoryID)}
	case by == report.BySchool && participant != nil && participant.GroupID != 0:
		return []rowKey{keyOf(report.KindSchool, participant.GroupID)}
	}
	return offer
}

// name is what the channel calls what a row is about, in the language of the report.
func (w *reportWorld) name(key rowKey) string {
	id, err := strconv.ParseInt(key.id, 10, 64)
	if err != nil {
		return ""
	}
	languages := []string{w.b.out.Language, w.b.channel.Language}
	switch key.kind {
	case report.KindEvent:
		if e := w.events[id]; e != nil {
			return w.ref.EventName(e, w.b.channel.Settings.Words.Versus(languages[0]), languages...)
		}
	case report.KindVideo:
		for _, p := range w.media {
			if int64(p.Item) == id {
				return p.Title.In(languages...)
			}
		}
	case report.KindClip:
		if c := w.clips[clip.ID(id)]; c != nil {
			return c.Name
		}
	case report.KindSport:
		return w.ref.Category(catalog.CategoryID(id)).Title.In(languages...)
	case report.KindSchool:
		if g := w.ref.Group(catalog.GroupID(id)); g != nil {
			return g.Name.In(languages...)
		}
	case report.KindPackage:
		if p := w.offers[commerce.PackageID(id)]; p != nil {
			return p.Name.In(languages...)
		}
	default:
	}
	return ""
}

// begins is when what a row is about begins, of an event.
func (w *reportWorld) begins(key rowKey) time.Time {
	if key.kind != report.KindEvent {
		return time.Time{}
	}
	id, _ := strconv.ParseInt(key.id, 10, 64) // keyOf wrote it
	if e := w.events[id]; e != nil {
		return e.StartAt.In(w.b.out.Zone)
	}
	return time.Time{}
}

// rowsOfSubjects are the rows of what is watched, and of what is sold for it. Viewers are different ones
// over all that a row is about.
func (b *reporter) rowsOfSubjects(ctx context.Context, by report.By, takings []commerce.Taking) ([]report.Row, error) {
	totals, err := b.app.Analytics.Totals(ctx, b.by, b.id, b.period, analytics.BySubject)
	if err != nil {
		return nil, err
	}
	subjects := make([]analytics.Subject, len(totals))
	for i, t := range totals {
		subjects[i] = t.Subject
	}
	events := make([]int64, len(takings))
	for i, t := range takings {
		events[i] = t.EventID
	}
	if err := b.world.find(ctx, subjects); err != nil {
		return nil, err
	}
	if err := b.world.findEvents(ctx, events); err != nil {
		return nil, err
	}
	rows := map[rowKey]*report.Row{}
	members := map[rowKey][]analytics.Subject{}
	for _, t := range totals {
		for _, key := range b.world.ofSubject(by, t.Subject) {
			row := b.row(rows, key)
			row.Watching, row.Views, row.Watched = true, row.Views+t.Views, row.Watched+t.Watched
			members[key] = append(members[key], t.Subject)
		}
	}
	for _, t := range takings {
		for _, key := range b.world.ofTaking(by, t) {
			row := b.row(rows, key)
			row.Money = plus(row.Money, t)
		}
	}
	return b.addAudiences(ctx, rows, members)
}

// row is that of a key, made where there is none.
func (b *reporter) row(rows map[rowKey]*report.Row, key rowKey) *report.Row {
	if rows[key] == nil {
		rows[key] = &report.Row{
			Kind: key.kind, ID: key.id, Name: b.world.name(key), At: b.world.begins(key), Watching: key.kind != report.KindPackage,
		}
	}
	return rows[key]
}

// addAudiences adds the viewer counts and peaks of their members to rows, and returns the rows sorted.
func (b *reporter) addAudiences(ctx context.Context, rows map[rowKey]*report.Row, members map[rowKey][]analytics.Subject) ([]report.Row, error) {
	keys := slices.Collect(maps.Keys(members))
	groups := make([][]analytics.Subject, len(keys))
	for i, key := range keys {
		groups[i] = members[key]
	}
	audiences, err := b.app.Analytics.Audiences(ctx, b.by, b.id, b.period, groups)
	if err != nil {
		return nil, err
	}
	for i, key := range keys {
		rows[key].Viewers, rows[key].Peak = audiences[i].Viewers, audiences[i].Peak
	}
	list := make([]report.Row, 0, len(rows))
	for _, row := range rows {
		list = append(list, *row)
	}
	sortRows(list)
	return list, nil
}

// rowsOfOffers are what was sold.
func (b *reporter) rowsOfOffers(takings []commerce.Taking) []report.Row {
	rows := map[rowKey]*report.Row{}
	for _, t := range takings {
		row := b.row(rows, b.world.ofTaking(report.ByOffer, t)[0])
		row.Money = plus(row.Money, t)
	}
	list := make([]report.Row, 0, len(rows))
	for _, row := range rows {
		list = append(list, *row)
	}
	sortRows(list)
	return list
}

// sortRows puts first what was watched longest, then what earned most, as far as that can be compared.
func sortRows(rows []report.Row) {
	earned := func(r report.Row) (sum int64) {
		for _, m := range r.Money {
			sum += m.Revenue()
		}
		return sum
	}
	slices.SortFunc(rows, func(x, y report.Row) int {
		return cmp.Or(cmp.Compare(y.Watched, x.Watched), cmp.Compare(y.Views, x.Views), cmp.Compare(earned(y), earned(x)),
			strings.Compare(x.Name, y.Name), strings.Compare(x.ID, y.ID), strings.Compare(string(x.Kind), string(y.Kind)))
	})
}
