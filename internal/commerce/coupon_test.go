package commerce_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func TestCodes(t *testing.T) {
	for typed, want := range map[string]string{
		"SAVE10": "SAVE10", " save10\t": "SAVE10", "été": "", "": "", "   ": "", "A B": "", "-A": "", "A-B_9": "A-B_9", "ı": "", "ſave": "",
		strings.Repeat("a", 40): strings.Repeat("A", 40), strings.Repeat("a", 41): "", "SAVE10' OR 1=1": "", "SAVE10\x00": "",
	} {
		code, ok := commerce.NormalCode(typed)
		if ok != (want != "") || ok && code != want {
			t.Errorf("%q is %q, %v", typed, code, ok)
		}
	}
}

func TestCouponsThatCannotBe(t *testing.T) {
	for name, c := range map[string]commerce.Coupon{
		"small letters":                {Code: "save", PercentOff: 1},
		"nothing off":                  {Code: "A"},
		"both off":                     {Code: "A", PercentOff: 1, AmountOff: 1, Currency: "CAD"},
		"more than everything":         {Code: "A", PercentOff: 10_001},
		"a price that goes up":         {Code: "A", PercentOff: -1},
		"an amount without a currency": {Code: "A", AmountOff: 1},
		"a percentage in dollars":      {Code: "A", PercentOff: 1, Currency: "USD"},
		"an end before the start":      {Code: "A", PercentOff: 1, Starts: now, Ends: now},
		"fewer than no uses":           {Code: "A", PercentOff: 1, MaxUses: -1},
		"packages without saying so":   {Code: "A", PercentOff: 1, Packages: []commerce.PackageID{1}},
	} {
		if err := c.Validate(); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// till is a shop with a coupon and users who may use it.
type till struct {
	shop
	db *db.DB
}

func openTill(t *testing.T, d *db.DB, coupons ...commerce.Coupon) till {
	t.Helper()
	s := till{open(t, d), d}
	for _, c := range coupons {
		if err := s.CreateCoupon(t.Context(), actor.ForSystem(s.channels[0]), s.channels[0], c); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func (s till) coupon(t *testing.T, code string) *commerce.Coupon {
	t.Helper()
	all, err := s.Coupons(t.Context(), actor.ForSystem(s.channels[0]), s.channels[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Code == code {
			return c
		}
	}
	t.Fatalf("no coupon %s in %v", code, all)
	return nil
}

func (s till) take(ctx context.Context, user int64, id commerce.CouponID, checkout string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return s.TakeCoupon(ctx, tx, s.channels[0], user, id, checkout)
	})
}

func (s till) release(ctx context.Context, channelID int64, checkout string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.ReleaseCoupon(ctx, tx, channelID, checkout) })
}

func TestUsesAreTakenAndGivenBackOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openTill(t, d, commerce.Coupon{Code: "ONCE", PercentOff: 1_000, MaxUses: 1}, commerce.Coupon{Code: "OTHER", PercentOff: 1_000})
		once, ctx := s.coupon(t, "ONCE").ID, t.Context()
		uses := func(want int64) {
			t.Helper()
			if got := s.coupon(t, "ONCE").Uses; got != want {
				t.Fatalf("%d uses, want %d", got, want)
			}
		}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		wrong := func(err error) {
			t.Helper()
			if fault.CodeOf(err) != "promo_code_wrong" {
				t.Fatalf("answered %v", err)
			}
		}
		must(s.take(ctx, 1, once, "first"))
		must(s.take(ctx, 1, once, "first")) // the same checkout asks again
		uses(1)
		usedUp := s.take(ctx, 2, once, "second")
		wrong(usedUp)
		if why := whyRefused(usedUp); why != "code_used_up" {
			t.Errorf("the last use is taken, and the answer is %q", why)
		}
		wrong(s.take(ctx, 1, s.coupon(t, "OTHER").ID, "first"))
		uses(1)
		must(s.release(ctx, s.channels[1], "first")) // of another channel: nothing
		uses(1)
		must(s.release(ctx, s.channels[0], "first"))
		must(s.release(ctx, s.channels[0], "first"))
		must(s.release(ctx, s.channels[0], "never"))
		uses(0)
		wrong(s.take(ctx, 1, once, "first")) // it was given back for good
		uses(0)
		must(s.take(ctx, 2, once, "third"))
		uses(1)
		unknown := s.take(ctx, 2, once+1_000, "fourth")
		wrong(unknown)
		if detail := detailOf(unknown); detail != "Wrong promo code" {
			t.Errorf("an unknown code: %q", detail)
		}
		foreign := d.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			return s.TakeCoupon(ctx, tx, s.channels[1], 1, s.coupon(t, "OTHER").ID, "fifth")
		})
		wrong(foreign)
	})
}

func TestWhenUsesAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openTill(t, d,
			commerce.Coupon{Code: "TWICE", PercentOff: 1_000, PerUser: 2},
			commerce.Coupon{Code: "EXPIRED", PercentOff: 1_000, Ends: now},
			commerce.Coupon{Code: "SOON", PercentOff: 1_000, Starts: now.Add(time.Millisecond)},
			commerce.Coupon{Code: "STOPPED", PercentOff: 1_000})
		if err := s.StopCoupon(t.Context(), actor.ForSystem(s.channels[0]), s.channels[0], " stopped "); err != nil {
			t.Fatal(err)
		}
		for code, why := range map[string]string{"EXPIRED": "code_expired", "SOON": "code_not_started", "STOPPED": "code_stopped"} {
			err := s.take(t.Context(), 1, s.coupon(t, code).ID, code)
			if fault.CodeOf(err) != "promo_code_wrong" || whyRefused(err) != why {
				t.Errorf("%s: %v", code, err)
			}
			if uses := s.coupon(t, code).Uses; uses != 0 {
				t.Errorf("%s was used %d times", code, uses)
			}
		}
		twice := s.coupon(t, "TWICE").ID
		for i, want := range []string{"", "", "code_used"} {
			if err := s.take(t.Context(), 1, twice, fmt.Sprint("one-", i)); whyRefused(err) != want {
				t.Errorf("use %d of one user: %v", i, err)
			}
		}
		if err := s.take(t.Context(), 2, twice, "two"); err != nil {
			t.Errorf("another user: %v", err)
		}
		if uses := s.coupon(t, "TWICE").Uses; uses != 3 {
			t.Errorf("used %d times", uses)
		}
	})
}

// whyRefused returns the code of the error's field; empty where there is no error.
func detailOf(err error) string {
	refused, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return ""
	}
	return refused.Detail
}

func whyRefused(err error) string {
	refused, ok := errors.AsType[*fault.Error](err)
	if !ok || len(refused.Fields) == 0 {
		return ""
	}
	return refused.Fields[0].Code
}

// race has many take a use at once and counts who got it.
func race(t *testing.T, take func(i int) error) int64 {
	t.Helper()
	const racers = 50
	var won atomic.Int64
	dbtest.AtOnce(racers, func(i int) {
		switch err := take(i); {
		case err == nil:
			won.Add(1)
		case fault.CodeOf(err) != "promo_code_wrong":
			t.Error(err)
		}
	})
	return won.Load()
}

func TestFiftyTakeTheLastUse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openTill(t, d, commerce.Coupon{Code: "LAST", PercentOff: 1_000, MaxUses: 3})
		last := s.coupon(t, "LAST").ID
		for i := range 2 {
			if err := s.take(t.Context(), 1, last, fmt.Sprint("before-", i)); err != nil {
				t.Fatal(err)
			}
		}
		if won := race(t, func(i int) error { return s.take(t.Context(), int64(i), last, fmt.Sprint("race-", i)) }); won != 1 {
			t.Errorf("%d took the last use", won)
		}
		if uses := s.coupon(t, "LAST").Uses; uses != 3 {
			t.Errorf("used %d times", uses)
		}
	})
}

func TestFiftyCheckoutsOfOneUserTakeTheirOnlyUse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openTill(t, d, commerce.Coupon{Code: "MINE", PercentOff: 1_000, PerUser: 1})
		mine := s.coupon(t, "MINE").ID
		if won := race(t, func(i int) error { return s.take(t.Context(), 7, mine, fmt.Sprint("race-", i)) }); won != 1 {
			t.Errorf("%d checkouts of one user took their only use", won)
		}
		if uses := s.coupon(t, "MINE").Uses; uses != 1 {
			t.Errorf("used %d times", uses)
		}
	})
}

// The negative control of the race above: a till that looks first and takes then, without
// the condition in the statement that takes, sells the last use more than once.
func TestTheRaceCatchesATillThatLooksFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openTill(t, d, commerce.Coupon{Code: "LAST", PercentOff: 1_000, MaxUses: 1})
		last := s.coupon(t, "LAST").ID
		looked := dbtest.NewMeeting(50)
		won := race(t, func(int) error {
			free, err := d.Read().NewSelect().Table("coupons").Where("id = ? AND uses < max_uses", last).Exists(t.Context())
			looked.Wait()
			if err != nil || !free {
				return fault.New(fault.Unprocessable, "promo_code_wrong", "")
			}
			_, err = d.Write().NewRaw("UPDATE coupons SET uses = uses + 1 WHERE id = ?", last).Exec(t.Context())
			return err
		})
		if uses := s.coupon(t, "LAST").Uses; won < 2 || uses < 2 {
			t.Errorf("only %d took the last use, %d counted: the race proves nothing", won, uses)
		}
	})
}

func TestCouponsAreReplacedByCode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		before := []commerce.Coupon{{Code: "KEPT", PercentOff: 1_000}, {Code: "USED", PercentOff: 1_000}, {Code: "GONE", PercentOff: 1_000}}
		s := openTill(t, d, append(before, commerce.Coupon{Code: "OWN", PercentOff: 1_000, FromPack: true})...)
		by, channel := actor.ForSystem(s.channels[0]), s.channels[0]
		if err := s.ReplaceCoupons(t.Context(), by, channel, before); err != nil {
			t.Fatal(err)
		}
		hockey, err := s.Create(t.Context(), by, channel, pass(1))
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range []string{"KEPT", "USED"} {
			if err := s.take(t.Context(), 1, s.coupon(t, code).ID, code); err != nil {
				t.Fatal(err)
			}
		}
		want := []commerce.Coupon{
			{Code: "KEPT", AmountOff: 500, Currency: "CAD", MaxUses: 9, PerUser: 1, Starts: now, Ends: now.AddDate(1, 0, 0), Restricted: true, Packages: []commerce.PackageID{hockey}},
			{Code: "NEW", PercentOff: 2_500},
		}
		if err := s.ReplaceCoupons(t.Context(), by, channel, want); err != nil {
			t.Fatal(err)
		}
		got, err := s.Coupons(t.Context(), by, channel)
		if err != nil {
			t.Fatal(err)
		}
		want = []commerce.Coupon{want[0], want[1], {Code: "OWN", PercentOff: 1_000}, {Code: "USED", PercentOff: 1_000, Stopped: true, Uses: 1, FromPack: true}}
		want[0].Uses, want[0].FromPack, want[1].FromPack = 1, true, true
		if diff := cmp.Diff(want, values(got), cmpopts.IgnoreFields(commerce.Coupon{}, "ID"), cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
		if err := s.ReplaceCoupons(t.Context(), by, channel, []commerce.Coupon{want[1], {Code: "bad"}}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("a wrong code: %v", err)
		}
		for name, err := range map[string]error{
			"taken":         s.CreateCoupon(t.Context(), by, channel, want[1]),
			"unknown":       s.StopCoupon(t.Context(), by, channel, "NOBODY"),
			"of another":    s.StopCoupon(t.Context(), actor.ForSystem(s.channels[1]), s.channels[1], "NEW"),
			"not operating": s.CreateCoupon(t.Context(), actor.Actor{Role: actor.Operator, ChannelID: s.channels[1]}, channel, want[1]),
			"foreign package": s.CreateCoupon(t.Context(), by, s.channels[1],
				commerce.Coupon{Code: "X", PercentOff: 1, Restricted: true, Packages: []commerce.PackageID{hockey}}),
		} {
			if kind := fault.KindOf(err); kind != fault.Conflict && kind != fault.NotFound && kind != fault.Forbidden {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func values(list []*commerce.Coupon) []commerce.Coupon {
	out := make([]commerce.Coupon, len(list))
	for i, c := range list {
		out[i] = *c
	}
	return out
}
