package demo

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/channel/channeltest"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/passwordhash"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/vod"

	"github.com/VictoriaMetrics/metrics"
)

// everybody lets every session watch; who may is not the seeder's subject.
type everybody struct{ media.Access }

// shop sells everything and remembers it.
type shop struct{ sold []commerce.Purchase }

// Buy is part of Till.
func (s *shop) Buy(_ context.Context, p commerce.Purchase) (commerce.PurchaseResult, error) {
	s.sold = append(s.sold, p)
	return commerce.PurchaseResult{Orders: []*commerce.Order{{Status: commerce.OrderPaid}}}, nil
}

func newDeps(t *testing.T, d *db.DB) Deps {
	t.Helper()
	store, err := blob.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	keys, err := media.NewKeyring(strings.Repeat("k", 32))
	if err != nil {
		t.Fatal(err)
	}
	streamKeys, err := media.NewStreamKeys([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	log, c := slog.New(slog.DiscardHandler), clock.NewManual(friday)
	revisions := revision.NewTracker(d.Read(), c, log)
	h := Deps{
		Channels: channel.NewService(d, revisions, c, channeltest.Sealer()), Catalog: catalog.NewService(d, revisions, c),
		Commerce: commerce.NewService(d, revisions, c), Library: vod.NewService(d, revisions, c), Till: new(shop), Clock: c, Log: log,
		Accounts: account.New(account.Deps{DB: d, Clock: c, Log: log, Passwords: account.PasswordOptions{Hasher: passwordhash.InProcess{Params: passwordhash.NewParams(64, 1)}}}),
	}
	m := media.NewService(media.Deps{
		DB: d, Blob: store, Clock: c, Log: log, Metrics: media.NewMetrics(metrics.NewSet()), Events: h.Catalog,
		Access: everybody{}, Keys: keys, StreamKeys: streamKeys,
	}, media.Options{})
	h.Media, h.Public = m, m
	return h
}

func TestSeedBuildsThePromisedChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newDeps(t, d)
		live, err := Seed(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		found, err := h.Channels.FindByDomain(t.Context(), "localhost")
		if err != nil || found.Key != "demo" {
			t.Fatalf("channel %v, %v", found, err)
		}
		id := int64(found.ID)
		if total, err := h.Catalog.Total(t.Context(), id, catalog.Filter{}); err != nil || total != 120 {
			t.Errorf("%d events, %v", total, err)
		}
		recorded := 0
		for event := live; event < live+120; event++ {
			media, err := h.Media.(*media.Service).ListMedia(t.Context(), id, int64(event))
			if err != nil {
				t.Fatal(err)
			}
			if len(media) > 0 && media[0].Type == 3 {
				recorded++
				checkPlays(t, h, id, int64(event))
			}
		}
		if recorded != 12 {
			t.Errorf("%d recordings", recorded)
		}
		library, err := h.Library.Library(t.Context(), id)
		if err != nil || len(library.Categories) != 3 || len(library.Items) < 12 || len(library.Rails) < 4 {
			t.Errorf("a library of %d categories, %d videos, %d rails, %v", len(library.Categories), len(library.Items), len(library.Rails), err)
		}
		var films, captions int
		if err := d.Read().NewRaw("SELECT (SELECT COUNT(*) FROM films), (SELECT COUNT(*) FROM film_captions)").Scan(t.Context(), &films, &captions); err != nil {
			t.Fatal(err)
		}
		if films == 0 || captions != 2*films {
			t.Errorf("%d captions of %d films", captions, films)
		}
		for _, kind := range []commerce.Kind{commerce.KindPackage, commerce.KindSubscription} {
			if offers, err := h.Commerce.List(t.Context(), id, kind); err != nil || len(offers) < 2 {
				t.Errorf("%d of kind %s, %v", len(offers), kind, err)
			}
		}
		passes, err := h.Commerce.List(t.Context(), id, commerce.KindPackage)
		for _, p := range passes {
			if left := p.Ends.Sub(h.Clock.Now()); p.Type == commerce.TypeSeason && (left < 14*24*time.Hour || left > 382*24*time.Hour) {
				t.Errorf("%s ends on %s, %v", p.Alias, p.Ends, err)
			}
		}
		var codes []string
		coupons, err := h.Commerce.Coupons(t.Context(), actor.ForSystem(id), id)
		for _, c := range coupons {
			codes = append(codes, fmt.Sprint(c.Code, " ", c.PercentOff, " ", c.Ends.After(h.Clock.Now())))
		}
		if want := []string{"EXPIRED 2500 false", "SAVE10 1000 true"}; !slices.Equal(codes, want) {
			t.Errorf("promo codes %v, %v", codes, err)
		}
		sold := h.Till.(*shop).sold
		if len(sold) != 2 || sold[0].Items[0].SubscriptionID == 0 || sold[1].Items[0].PackageID == 0 || sold[0].Buyer.UserID != sold[1].Buyer.UserID {
			t.Errorf("the subscriber bought %+v", sold)
		}
		for _, email := range []string{"fan@example.com", "subscriber@example.com", "operator@example.com"} {
			if _, err := h.Accounts.FindByEmail(t.Context(), actor.ForSystem(id), id, email); err != nil {
				t.Errorf("%s: %v", email, err)
			}
		}
	})
}

// checkPlays compares the scores of a recording with its clip, which is played several times: each play begins with the
// same score and clock as its picture.
func checkPlays(t *testing.T, h Deps, channelID, event int64) {
	t.Helper()
	scores, err := h.Catalog.Scores(t.Context(), channelID, catalog.EventID(event))
	if err != nil || len(scores) == 0 {
		t.Fatalf("event %d: %d scores, %v", event, len(scores), err)
	}
	stream, err := h.Media.(*media.Service).FindStream(t.Context(), channelID, event)
	if err != nil {
		t.Fatal(err)
	}
	var plays []time.Duration
	for i, s := range scores {
		if sameScore(s, scores[0]) && (i == 0 || !sameScore(s, scores[i-1])) {
			plays = append(plays, s.At.Sub(stream.StartedAt))
		}
	}
	each := stream.EndedAt.Sub(stream.StartedAt) / time.Duration(len(plays))
	for i, at := range plays {
		if off := at - each*time.Duration(i); off.Abs() > 10*time.Millisecond || len(plays) < 2 {
			t.Errorf("event %d: play %d of %d begins %v apart from its score", event, i, len(plays), off)
		}
	}
}

func sameScore(a, b catalog.Score) bool {
	a.At, b.At = time.Time{}, time.Time{}
	return a == b
}
