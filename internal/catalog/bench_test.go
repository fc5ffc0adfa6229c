package catalog

import (
	"fmt"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// BenchmarkList is what a page costs that nobody has kept: 30 events of 10,000 and of
// 1,000,000.
//
//	go test ./internal/catalog -run '^$' -bench List
func BenchmarkList(b *testing.B) {
	for _, count := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			l := newLeague(b, dbtest.SQLite(b))
			l.multiply(count)
			for name, f := range map[string]Filter{
				"all":              {},
				"category":         {Categories: l.leaves[:1]},
				"sport":            {Categories: append([]CategoryID{l.sports[0]}, l.leaves[:2]...)},
				"upcoming":         {Categories: l.leaves[:1], Statuses: []Status{Upcoming}},
				"team":             {Participants: l.teams[:1]},
				"school+past":      {Groups: l.schools[:1], Statuses: []Status{Finished}},
				"search":           {Search: "laurentide hockey"},
				"search own words": {Search: "final7"},
			} {
				b.Run(name, func(b *testing.B) { l.benchmark(b, f, ByDate) })
			}
			b.Run("category by name", func(b *testing.B) { l.benchmark(b, Filter{Categories: l.leaves[:1]}, ByName) })
		})
	}
}

func (l *league) benchmark(b *testing.B, f Filter, sort Sort) {
	b.ReportAllocs()
	for b.Loop() {
		events, _, err := l.List(b.Context(), l.channel, f, Page{Sort: sort, Descending: true, Limit: 30})
		if err != nil || len(events) != 30 {
			b.Fatalf("%d events, %v", len(events), err)
		}
	}
}

// BenchmarkCount is what a total and the facets cost when they are made again.
func BenchmarkCount(b *testing.B) {
	for _, count := range []int{10_000, 1_000_000} {
		l := newLeague(b, dbtest.SQLite(b))
		l.multiply(count)
		for name, f := range map[string]Filter{
			"all": {}, "category": {Categories: l.leaves[:1]}, "team": {Participants: l.teams[:1]}, "search": {Search: "laurentide hockey"},
		} {
			b.Run(fmt.Sprintf("%d/total/%s", count, name), func(b *testing.B) {
				for b.Loop() {
					l.now.Advance(time.Hour)
					if _, err := l.Total(b.Context(), l.channel, f); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(fmt.Sprintf("%d/facets/%s", count, name), func(b *testing.B) {
				for b.Loop() {
					l.now.Advance(time.Hour)
					if _, err := l.Facets(b.Context(), l.channel, f); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkCreateEvents is 10,000 events at once.
func BenchmarkCreateEvents(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.DB{"sqlite": dbtest.SQLite, "postgres": dbtest.Postgres} {
		b.Run(name, func(b *testing.B) {
			l := newLeague(b, open(b))
			events := make([]Event, MaxBulk)
			for i := range events {
				events[i] = l.game(i%5, 5, noon.Add(time.Duration(i)*time.Minute))
			}
			for b.Loop() {
				l.create(events...)
			}
		})
	}
}
