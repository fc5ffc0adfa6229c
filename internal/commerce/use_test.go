package commerce_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/uptrace/bun"
	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// tally keeps the totals of one test.
type tally map[commerce.Feature]int64

// AddUses is part of commerce.Totals.
func (c tally) AddUses(_ context.Context, _ bun.Tx, _, _ int64, f commerce.Feature, n int64) error {
	c[f] += n
	return nil
}

// wish is what the user of a chain wants to do with a game that the passes cover.
func (c *chain) wish(what commerce.Capability) commerce.Wish {
	return commerce.Wish{
		ChannelID: c.channels[0], UserID: c.user, Viewer: commerce.Viewer{LoggedIn: true}, Event: c.game("paid"), Capability: what,
	}
}

func (c *chain) use(w commerce.Wish) (use commerce.Use, err error) {
	c.t.Helper()
	err = c.db.InTx(c.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		use, err = c.nodes[0].Use(ctx, tx, w)
		return err
	})
	return use, err
}

func (c *chain) giveBack(u commerce.Use) {
	c.t.Helper()
	err := c.db.InTx(c.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		return c.nodes[0].GiveBack(ctx, tx, c.channels[0], c.user, u)
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// limited is a pass of the chain's sport that includes so many clips and downloads.
func (c *chain) limited(clips, downloads int64, change ...func(*commerce.Package)) int64 {
	p := pass(0, c.categories[0])
	p.ClipLimit, p.DownloadLimit = clips, downloads
	p.Capabilities = []commerce.Capability{commerce.Watch, commerce.Clipping, commerce.Download, commerce.DownloadClip}
	for _, do := range change {
		do(&p)
	}
	return int64(c.sell(p))
}

func TestAPassIncludesSoManyUses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, counted := openChain(t, d), tally{}
		c.nodes[0].Counting(counted)
		c.buy(dbtest.Order{PackageID: c.limited(2, 1)})
		first, err := c.use(c.wish(commerce.Clipping))
		if err != nil || first.Order == 0 {
			t.Fatalf("the first clip: %+v, %v", first, err)
		}
		if _, err := c.use(c.wish(commerce.Clipping)); err != nil {
			t.Fatal(err)
		}
		if _, err := c.use(c.wish(commerce.Clipping)); fault.CodeOf(err) != "clip_limit_reached" || fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("the third of two clips: %v", err)
		}
		if _, err := c.use(c.wish(commerce.DownloadClip)); err != nil {
			t.Errorf("a clip is loaded down: %v", err)
		}
		if _, err := c.use(c.wish(commerce.Download)); fault.CodeOf(err) != "download_limit_reached" {
			t.Errorf("a game after the one download: %v", err)
		}
		c.giveBack(first)
		if _, err := c.use(c.wish(commerce.Clipping)); err != nil {
			t.Errorf("what was given back: %v", err)
		}
		if want := (tally{commerce.Clips: 2, commerce.Downloads: 1}); !cmp.Equal(counted, want) {
			t.Errorf("counted %v, want %v", counted, want)
		}
	})
}

// A use inside a transaction reads the packages of the user's orders: here no other can be read.
func TestAUseReadsThePackagesThatWereBought(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := openChain(t, d)
		bought := c.limited(1, 0)
		c.limited(5, 0)
		c.buy(dbtest.Order{PackageID: bought})
		if err := behind(t, d, fmt.Sprintf("UPDATE packages SET capabilities = '' WHERE id <> %d", bought)); err != nil {
			t.Fatal(err)
		}
		err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			if _, err := c.nodes[0].Stored(ctx, c.channels[0]); err == nil {
				t.Error("all packages can be read: the test proves nothing")
			}
			held, err := c.nodes[0].Grants(ctx, c.channels[0], c.user)
			if err == nil && len(held) != 1 {
				t.Errorf("%d grants are held", len(held))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.use(c.wish(commerce.Clipping)); err != nil {
			t.Errorf("the clip: %v", err)
		}
		if _, err := c.use(c.wish(commerce.Clipping)); fault.CodeOf(err) != "clip_limit_reached" {
			t.Errorf("the second of one clip: %v", err)
		}
	})
}

func TestWhoMayUseWhat(t *testing.T) {
	c, counted := openChain(t, dbtest.SQLite(t)), tally{}
	c.nodes[0].Counting(counted)
	refused := func(name string, w commerce.Wish) {
		t.Helper()
		if _, err := c.use(w); fault.CodeOf(err) != "no_access" || fault.KindOf(err) != fault.Forbidden {
			t.Errorf("%s: %v", name, err)
		}
	}
	refused("without a purchase", c.wish(commerce.Clipping))
	c.buy(dbtest.Order{PackageID: c.limited(1, 1, func(p *commerce.Package) { p.PassType = commerce.PassAddition })})
	refused("by an add-on alone", c.wish(commerce.Clipping))
	c.buy(dbtest.Order{PackageID: c.limited(0, 0, func(p *commerce.Package) { p.Capabilities = []commerce.Capability{commerce.Watch} })})
	if _, err := c.use(c.wish(commerce.Clipping)); err != nil {
		t.Errorf("by an add-on to a pass: %v", err)
	}
	abroad := c.wish(commerce.Download)
	abroad.Viewer.GeoBlocked = true
	refused("in a blocked region", abroad)
	elsewhere := c.wish(commerce.Download)
	elsewhere.Event.Categories = nil
	refused("of another sport", elsewhere)
	refused("what is not counted", c.wish(commerce.NoAds))
	staff := c.wish(commerce.Clipping)
	staff.Viewer.Operator = true
	if use, err := c.use(staff); err != nil || use.Order != 0 {
		t.Errorf("an operator: %+v, %v", use, err)
	}
	if counted[commerce.Clips] != 2 || counted[commerce.Downloads] != 0 {
		t.Errorf("counted %v", counted)
	}
}

// What a transaction that fails has used is left.
func TestAUseFallsWithItsTransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := openChain(t, d)
		c.buy(dbtest.Order{PackageID: c.limited(1, 0)})
		broken := errors.New("broken")
		err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			if _, err := c.nodes[0].Use(ctx, tx, c.wish(commerce.Clipping)); err != nil {
				return err
			}
			return broken
		})
		if !errors.Is(err, broken) {
			t.Fatal(err)
		}
		if _, err := c.use(c.wish(commerce.Clipping)); err != nil {
			t.Errorf("after it: %v", err)
		}
	})
}

// Whatever a user bought, in whatever order: as many uses as all of it includes and not one more, and with one purchase
// without a limit none is refused.
func TestUsesAreWhatWasBought(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := openChain(t, d)
		foreign := c.limited(7, 9, func(p *commerce.Package) { p.Categories = []int64{dbtest.Category(t, d, c.channels[0], "golf")} })
		addition := c.limited(2, 9, func(p *commerce.Package) { p.PassType = commerce.PassAddition })
		limits := map[int64]int64{ // -1 for none
			c.limited(1, 9): 1, c.limited(3, 9): 3, c.limited(0, 9): -1, addition: 2, foreign: 0,
			c.limited(5, 9, func(p *commerce.Package) { p.Capabilities = p.Capabilities[:1] }): 0,
		}
		offers := slices.Sorted(maps.Keys(limits))
		round := 0
		rapid.Check(t, func(t *rapid.T) {
			round++
			c.user = dbtest.User(c.t, d, c.channels[0], fmt.Sprintf("%d@example.com", round))
			bought := rapid.SliceOfN(rapid.SampledFrom(offers), 0, 4).Draw(t, "bought")
			sum, unlimited, opened := int64(0), false, false
			for _, id := range bought {
				ends := rapid.Int64Range(0, 2).Draw(t, "ends") * 1000
				if ends != 0 {
					ends += clock.Millis(c.clock.Now())
				}
				c.buy(dbtest.Order{PackageID: id, UntilMS: ends})
				sum, unlimited = sum+max(limits[id], 0), unlimited || limits[id] < 0
				opened = opened || id != addition && id != foreign
			}
			wanted, made := rapid.Int64Range(1, 12).Draw(t, "wanted"), int64(0)
			for range wanted {
				_, err := c.use(c.wish(commerce.Clipping))
				switch code := fault.CodeOf(err); {
				case err == nil:
					made++
				case code != "no_access" && code != "clip_limit_reached":
					t.Fatal(err)
				}
			}
			want := min(sum, wanted)
			switch {
			case !opened:
				want = 0
			case unlimited:
				want = wanted
			}
			if made != want {
				t.Fatalf("%d clips of %d wanted, by %v; want %d", made, wanted, bought, want)
			}
		})
	})
}

// Somebody pays where Decide allows it and nobody operates, and who does not depend on the order of what was bought.
func TestPayersAreWhoDecideMeans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		have := rapid.SliceOfN(grants(), 0, 5).Draw(t, "grants")
		for i := range have {
			have[i].Order = commerce.OrderID(i + 1)
			if p := have[i].Package; p != nil {
				p.ClipLimit = rapid.Int64Range(0, 2).Draw(t, "limit")
			}
		}
		w := commerce.Wish{
			UserID: 1, Viewer: commerce.Viewer{LoggedIn: true}, Capability: commerce.Clipping,
			Event: event(rapid.SampledFrom([]string{"free", "register", "paid", "ppv"}).Draw(t, "type")),
		}
		payers := commerce.Payers(&w, have, now)
		access := commerce.Decide(w.Event, w.Viewer, have, now)
		if allowed := slices.Contains(access.Capabilities, commerce.Clipping); access.Granted && allowed != (len(payers) > 0) {
			t.Fatalf("allowed %t, paid by %v", allowed, payers)
		}
		if diff := cmp.Diff(payers, commerce.Payers(&w, rapid.Permutation(have).Draw(t, "order"), now)); diff != "" {
			t.Fatal(diff)
		}
		for i := 1; i < len(payers); i++ {
			if payers[i].Package.ClipLimit == 0 && payers[i-1].Package.ClipLimit != 0 {
				t.Fatal("what is limited is used before what is not")
			}
		}
	})
}

func TestLimitsAreChecked(t *testing.T) {
	for name, change := range map[string]func(*commerce.Package){
		"clip_limit":     func(p *commerce.Package) { p.ClipLimit = -1 },
		"download_limit": func(p *commerce.Package) { p.DownloadLimit = 100_001 },
	} {
		p := pass(1)
		change(&p)
		e, ok := errors.AsType[*fault.Error](p.Validate())
		if !ok || len(e.Fields) != 1 || e.Fields[0].Field != name {
			t.Errorf("%s: %v", name, p.Validate())
		}
	}
}
