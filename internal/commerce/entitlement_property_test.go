package commerce_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

func grants() *rapid.Generator[commerce.Grant] {
	ids := rapid.SliceOfN(rapid.Int64Range(1, 12), 0, 3)
	capabilities := rapid.SliceOfN(rapid.SampledFrom([]commerce.Capability{commerce.Download, commerce.Clipping, commerce.NoAds, commerce.VODMedia}), 0, 3)
	return rapid.Custom(func(t *rapid.T) commerce.Grant {
		g := commerce.Grant{EventID: rapid.SampledFrom([]int64{0, 0, 5, 6}).Draw(t, "event")}
		if rapid.Bool().Draw(t, "bounded") {
			g.Until = now.Add(time.Duration(rapid.IntRange(-3, 3).Draw(t, "until")) * time.Hour)
		}
		if g.EventID == 0 || rapid.Bool().Draw(t, "with package") {
			id := rapid.Int64Range(1, 1_000_000).Draw(t, "id")
			g.Package = &commerce.Package{
				ID: commerce.PackageID(id), Name: text.Text{"en": fmt.Sprint("Pass ", id)},
				Kind:         rapid.SampledFrom([]commerce.Kind{commerce.KindPackage, commerce.KindSubscription}).Draw(t, "kind"),
				Type:         rapid.SampledFrom([]commerce.Type{commerce.TypeSeason, commerce.TypeMonth, commerce.TypeEvent}).Draw(t, "type of package"),
				PassType:     rapid.SampledFrom([]string{"", commerce.PassAddition}).Draw(t, "pass type"),
				Categories:   ids.Draw(t, "categories"),
				Participants: ids.Draw(t, "participants"),
				Capabilities: capabilities.Draw(t, "capabilities"),
			}
		}
		return g
	})
}

// question is what is decided: of an event, or of an item of the library.
type question func(grants []commerce.Grant, now time.Time) commerce.Access

func questions(t *rapid.T) question {
	v := commerce.Viewer{LoggedIn: rapid.Bool().Draw(t, "logged in"), GeoBlocked: rapid.IntRange(0, 4).Draw(t, "blocked") == 0}
	kind := rapid.SampledFrom([]string{"free", "register", "paid", "ppv"}).Draw(t, "type")
	if rapid.Bool().Draw(t, "of the library") {
		return func(g []commerce.Grant, at time.Time) commerce.Access {
			return commerce.DecideVideo(commerce.Video{Type: kind}, v, g, at)
		}
	}
	return func(g []commerce.Grant, at time.Time) commerce.Access { return commerce.Decide(event(kind), v, g, at) }
}

func TestOneMoreOrderTakesNothingAway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decide, have := questions(t), rapid.SliceOfN(grants(), 0, 5).Draw(t, "grants")
		more := append(slices.Clone(have), grants().Draw(t, "one more"))
		before, after := decide(have, now), decide(more, now)
		if before.Granted && !after.Granted {
			t.Fatal("one more grant took access away")
		}
		for _, c := range before.Capabilities {
			if !slices.Contains(after.Capabilities, c) {
				t.Fatalf("one more grant took %s away", c)
			}
		}
		sum := commerce.Summarize(more, now).Capabilities
		for _, c := range commerce.Summarize(have, now).Capabilities {
			if !slices.Contains(sum, c) {
				t.Fatalf("one more grant took %s off the summary", c)
			}
		}
		if after.Granted != slices.Contains(after.Capabilities, commerce.Watch) {
			t.Fatalf("granted %t with %v", after.Granted, after.Capabilities)
		}
	})
}

// What no order that is left gives is gone with the order that gave it.
func TestARefundTakesWhatOnlyItGave(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decide, have := questions(t), rapid.SliceOfN(grants(), 0, 6).Draw(t, "grants")
		for _, c := range decide(have, now).Capabilities {
			left := slices.DeleteFunc(slices.Clone(have), func(g commerce.Grant) bool {
				return c == commerce.Watch || g.Package != nil && slices.Contains(g.Package.Capabilities, c)
			})
			if after := decide(left, now).Capabilities; slices.Contains(after, c) && !slices.Contains(decide(nil, now).Capabilities, c) {
				t.Fatalf("%s outlives every order that gave it", c)
			}
		}
	})
}

func TestTheOrderOfOrdersDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decide, have := questions(t), rapid.SliceOfN(grants(), 0, 5).Draw(t, "grants")
		shuffled := rapid.Permutation(have).Draw(t, "order")
		if diff := cmp.Diff(decide(have, now), decide(shuffled, now)); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(commerce.Summarize(have, now), commerce.Summarize(shuffled, now)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestAccessEndsExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decide, one := questions(t), grants().Draw(t, "grant")
		one.Until = now
		without := decide(nil, now)
		if diff := cmp.Diff(without, decide([]commerce.Grant{one}, now)); diff != "" {
			t.Fatalf("it gives something at its end: %s", diff)
		}
		forever := one
		forever.Until = time.Time{}
		just, always := decide([]commerce.Grant{one}, now.Add(-1)), decide([]commerce.Grant{forever}, now)
		if diff := cmp.Diff(always.Capabilities, just.Capabilities); diff != "" {
			t.Fatalf("it gives less just before its end: %s", diff)
		}
	})
}

func TestPlacesAndTicketsRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		have := rapid.SliceOfN(grants(), 0, 5).Draw(t, "grants")
		kind := rapid.SampledFrom([]string{"free", "register", "paid", "ppv"}).Draw(t, "type")
		if commerce.Decide(event(kind), commerce.Viewer{LoggedIn: true, GeoBlocked: true}, have, now).Granted {
			t.Fatal("granted in a blocked region")
		}
		got := commerce.Decide(event("ppv"), commerce.Viewer{LoggedIn: true}, have, now)
		if got.Granted && got.Reason != commerce.ReasonOrder {
			t.Fatalf("ppv opened by %s", got.Reason)
		}
		additions := slices.DeleteFunc(slices.Clone(have), func(g commerce.Grant) bool {
			return g.EventID != 0 || g.Package.PassType != commerce.PassAddition
		})
		if commerce.Decide(event("paid"), commerce.Viewer{LoggedIn: true}, additions, now).Granted ||
			commerce.DecideVideo(commerce.Video{Type: "paid"}, commerce.Viewer{LoggedIn: true}, additions, now).Granted {
			t.Fatal("opened by add-ons alone")
		}
	})
}

// Whatever orders there are of whomever: a user has what the user's own give on that
// channel, and nothing of anybody else's.
func TestOrdersGiveTheirBuyerAlone(t *testing.T) {
	c := openChain(t, dbtest.SQLite(t))
	rounds := 0
	rapid.Check(t, func(t *rapid.T) {
		rounds++
		var users [2]int64
		for i := range users {
			users[i] = dbtest.User(c.t, c.db, c.channels[0], fmt.Sprintf("%d-%d@example.com", rounds, i))
		}
		var good [2][2]bool // by channel and user
		for range rapid.IntRange(0, 6).Draw(t, "orders") {
			at, who := rapid.IntRange(0, 1).Draw(t, "channel"), rapid.IntRange(0, 1).Draw(t, "user")
			status := rapid.SampledFrom([]string{"paid", "paid", "created", "failed", "refunded", "quarantined"}).Draw(t, "status")
			ends := rapid.Int64Range(-1, 1).Draw(t, "ends")
			o := dbtest.Order{ChannelID: c.channels[at], UserID: users[who], PackageID: int64(c.pass), Status: status}
			if ends != 0 {
				o.UntilMS = clock.Millis(c.clock.Now()) + ends
			}
			dbtest.Buy(c.t, c.db, o)
			good[at][who] = good[at][who] || status == "paid" && ends >= 0
		}
		for at := range good {
			for who := range good[at] {
				// The pass is the first channel's, so that of the other one nothing opens anything.
				if got := c.decide(c.nodes[0], c.channels[at], users[who]); got.Granted != (at == 0 && good[at][who]) {
					t.Fatalf("user %d on channel %d: %+v", who, at, got)
				}
			}
		}
	})
}

// BenchmarkDecide is the decision about one event for a user who bought a lot.
//
//	go test ./internal/commerce -run '^$' -bench Decide
func BenchmarkDecide(b *testing.B) {
	held := make([]commerce.Grant, 50)
	for i := range held {
		held[i] = commerce.Grant{EventID: int64(i + 100)}
		if i%2 == 0 {
			held[i] = commerce.Grant{Package: &commerce.Package{
				Categories: []int64{int64(i), 3}, Capabilities: []commerce.Capability{commerce.Watch, commerce.Clipping},
			}}
		}
	}
	for _, count := range []int{0, 1, 50} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			b.ReportAllocs()
			e, v := event("paid"), commerce.Viewer{LoggedIn: true}
			for b.Loop() {
				commerce.Decide(e, v, held[:count], now)
			}
		})
	}
}
