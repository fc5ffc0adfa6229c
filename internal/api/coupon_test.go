package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

// shownEvents tells the shop what the catalogue's events cost.
type shownEvents struct{ *catalog.Service }

// Removed is part of commerce.Events.
func (shownEvents) Removed(context.Context, int64, int64) (commerce.SaleEvent, error) {
	return commerce.SaleEvent{}, commerce.ErrNotFound()
}

// ForSale is part of commerce.Events.
func (s shownEvents) ForSale(ctx context.Context, channelID, id int64) (commerce.SaleEvent, error) {
	e, err := s.FindEvent(ctx, channelID, catalog.EventID(id))
	if err != nil {
		return commerce.SaleEvent{}, err
	}
	return commerce.SaleEvent{
		Event: commerce.Event{ID: id, Type: string(e.Type), Off: commerce.OffReason(string(e.ScheduleStatus)), Categories: []int64{int64(e.CategoryID)}}, Name: text.Text{"en": "The game"},
		BasePrice: e.BasePrice, ServiceFee: e.ServiceFee, Currency: e.Currency, Ticket: commerce.PackageID(e.SingleEventPackageID),
	}, nil
}

// promote adds a coupon to a channel.
func (w *world) promote(channelID int64, c commerce.Coupon) {
	w.t.Helper()
	if err := w.commerce.CreateCoupon(w.t.Context(), actor.ForSystem(channelID), channelID, c); err != nil {
		w.t.Fatal(err)
	}
}

// useCoupon takes a use of a coupon.
func (w *world) useCoupon(channelID int64, by buyer, code string) {
	w.t.Helper()
	coupons, err := w.commerce.Coupons(w.t.Context(), actor.ForSystem(channelID), channelID)
	if err != nil {
		w.t.Fatal(err)
	}
	at := slices.IndexFunc(coupons, func(c *commerce.Coupon) bool { return c.Code == code })
	err = w.db.InTx(w.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		return w.commerce.TakeCoupon(ctx, tx, channelID, int64(by.ID), coupons[at].ID, fmt.Sprint(code, by.ID))
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// applying asks for the price of what some parameters name with a code.
func applying(code string, of map[string]int64) call {
	query := url.Values{"coupon": {code}}
	for name, id := range of {
		query.Set(name, fmt.Sprint(id))
	}
	return call{path: "/api/apply_coupon?" + query.Encode()}
}

// couponRows are the tenant rows of promo codes and of what they are for.
func couponRows() map[string]tenantRow {
	row := func(ask func(code string, of map[string]int64) call) tenantRow {
		return func(f *foreigners) []probe {
			pass := map[string]int64{"package_id": int64(f.own.pass)}
			of := func(event, ticket int64) map[string]int64 {
				return map[string]int64{"event_id": event, "single_event_package_id": ticket}
			}
			theirs, ours := int64(f.season.events["paid"]), int64(f.own.events["paid"])
			return []probe{
				{"another channel's promo code", ask("ELSEWHERE", pass), ask("NOWHERE", pass)},
				{"another channel's pass", ask("HERE", map[string]int64{"package_id": int64(f.season.pass)}), ask("HERE", map[string]int64{"package_id": 987_654_321})},
				{"another channel's event", ask("HERE", of(theirs, int64(f.season.ticket))), ask("HERE", of(987_654_321, int64(f.season.ticket)))},
				{"another channel's ticket", ask("HERE", of(ours, int64(f.season.ticket))), ask("HERE", of(ours, 987_654_321))},
			}
		}
	}
	return map[string]tenantRow{
		"apply-coupon": row(applying),
		"invoice-preview": row(func(code string, of map[string]int64) call {
			body := map[string]any{"coupon": code}
			for name, id := range of {
				body[name] = id
			}
			return call{path: "/api/stripe/invoice-preview", body: body}
		}),
	}
}

func TestPricesWithAPromoCode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		w.promote(s.channelID, commerce.Coupon{Code: "SAVE10", PercentOff: 1_250})
		w.promote(s.channelID, commerce.Coupon{Code: "EXPIRED", PercentOff: 1_000, Ends: w.clock.Now()})
		w.promote(s.channelID, commerce.Coupon{Code: "FIVE", AmountOff: 500, Currency: "CAD"})
		fan := w.loggedIn(home, "fan@example.com")
		pass := map[string]int64{"package_id": int64(s.pass)}
		ticket := map[string]int64{"event_id": int64(s.events["paid"]), "single_event_package_id": int64(s.ticket)}
		as := func(key string, c call) call {
			c.key = key
			return c
		}
		for name, test := range map[string]struct {
			call
			want CouponPriceDTO
		}{
			"a percentage off a pass": {applying(" save10 ", pass), CouponPriceDTO{PriceDTO{7000, 900, 875, 7025, "CAD"}, CouponDTO{"SAVE10", 12.5, 0}}},
			"an amount off a ticket":  {applying("five", ticket), CouponPriceDTO{PriceDTO{899, 100, 500, 499, "CAD"}, CouponDTO{"FIVE", 0, 500}}},
		} {
			var got CouponPriceDTO
			w.do(as(fan, test.call)).into(&got)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
		for name, test := range map[string]struct {
			call
			status                int
			code, field, sentence string
		}{
			"expired":    {as(fan, applying("EXPIRED", pass)), 422, "promo_code_wrong", "coupon", "This code has expired."},
			"unknown":    {as(fan, applying("NOBODY", pass)), 422, "promo_code_invalid", "coupon", "Promo code is invalid"},
			"malformed":  {as(fan, applying("a b", pass)), 422, "promo_code_invalid", "coupon", "Promo code is invalid"},
			"no id":      {as(fan, applying("SAVE10", nil)), 422, "id_not_selected", "", "id not selected"},
			"no pass":    {as(fan, applying("SAVE10", map[string]int64{"package_id": 987_654_321})), 404, "package_not_found", "", "Pass not found"},
			"a visitor":  {as(w.visitor(home), applying("SAVE10", pass)), 401, "unauthenticated", "", "user must be logged in"},
			"no package": {as(fan, applying("SAVE10", map[string]int64{"event_id": ticket["event_id"]})), 422, "single_event_package_required", "single_event_package_id", "A paid event needs a single-event package id"},
		} {
			rep := w.do(test.call)
			problem := rep.problem()
			field := ""
			if len(problem.Errors) > 0 {
				field = problem.Errors[0].Field
			}
			if rep.status != test.status || problem.Code != test.code || field != test.field || problem.Detail != test.sentence {
				t.Errorf("%s: %d %s", name, rep.status, rep.body)
			}
		}
	})
}

func TestAPromoCodeSaysWhyItDoesNotCount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		by := actor.ForSystem(s.channelID)
		for _, c := range []commerce.Coupon{
			{Code: "OVER", PercentOff: 1_000, Ends: w.clock.Now()},
			{Code: "SOON", PercentOff: 1_000, Starts: w.clock.Now().Add(time.Hour)},
			{Code: "STOPPED", PercentOff: 1_000},
			{Code: "ONCE", PercentOff: 1_000, MaxUses: 1},
			{Code: "MINE", PercentOff: 1_000, PerUser: 1},
			{Code: "OTHERS", PercentOff: 1_000, Restricted: true, Packages: []commerce.PackageID{s.ticket}},
			{Code: "DOLLARS", AmountOff: 500, Currency: "USD"},
		} {
			w.promote(s.channelID, c)
		}
		if err := w.commerce.StopCoupon(t.Context(), by, s.channelID, "STOPPED"); err != nil {
			t.Fatal(err)
		}
		// One user for each language: few wrong codes are let through for one user.
		fans := map[string]buyer{"en": w.buyer(home, "fan@example.com"), "fr": w.buyer(home, "amie@example.com")}
		w.useCoupon(s.channelID, fans["en"], "ONCE")
		w.useCoupon(s.channelID, fans["en"], "MINE")
		w.useCoupon(s.channelID, fans["fr"], "MINE")
		pass := map[string]int64{"package_id": int64(s.pass)}
		for code, want := range map[string]struct{ why, en, fr string }{
			"OVER":    {"code_expired", "This code has expired.", "Ce code est expiré."},
			"SOON":    {"code_not_started", "This code is not valid yet.", "Ce code n’est pas encore valide."},
			"STOPPED": {"code_stopped", "This code is no longer valid.", "Ce code n’est plus valide."},
			"ONCE":    {"code_used_up", "This code has been used as many times as it allows.", "Ce code a déjà été utilisé le nombre maximal de fois."},
			"MINE":    {"code_used", "You have already used this code.", "Vous avez déjà utilisé ce code."},
			"OTHERS":  {"code_not_for_this", "This code is not valid for this purchase.", "Ce code ne s’applique pas à cet achat."},
			"DOLLARS": {"code_not_for_this", "This code is not valid for this purchase.", "Ce code ne s’applique pas à cet achat."},
		} {
			for lang, sentence := range map[string]string{"en": want.en, "fr": want.fr} {
				ask := applying(code, pass)
				ask.key, ask.path = fans[lang].key, ask.path+"&lang="+lang
				got := w.do(ask)
				problem := got.problem()
				if got.status != 422 || problem.Code != "promo_code_wrong" || problem.Detail != sentence ||
					len(problem.Errors) != 1 || problem.Errors[0].Code != want.why || problem.Errors[0].Message != sentence {
					t.Errorf("%s in %s: %d %s", code, lang, got.status, got.body)
				}
			}
		}
	})
}

func TestInvoicePreview(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		w.promote(s.channelID, commerce.Coupon{Code: "HALF", PercentOff: 5_000, Restricted: true, Packages: []commerce.PackageID{s.pass}})
		pass := map[string]any{"package_id": s.pass}
		ticket := map[string]any{"event_id": s.events["paid"], "single_event_package_id": s.ticket}
		ask := func(key string, body map[string]any) reply {
			return w.do(call{path: "/api/stripe/invoice-preview", key: key, body: body})
		}
		both := map[string]any{"items": []any{pass, ticket}}
		event := int64(s.events["paid"])
		product, ticketed := orderProductDTO{ID: int64(s.pass)}, orderProductDTO{ID: int64(s.ticket), EventID: &event}
		var got InvoicePreviewDTO
		ask(w.visitor(home), both).into(&got)
		want := InvoicePreviewDTO{PriceDTO{7899, 1000, 0, 8899, "CAD"}, []InvoiceLineDTO{{product, "Hockey pass", 7000, 900, 0}, {ticketed, "The game", 899, 100, 0}}, nil, 8899, nil}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("a visitor: %s", diff)
		}
		fan := w.loggedIn(home, "fan@example.com")
		got = InvoicePreviewDTO{}
		ask(fan, with(both, map[string]any{"coupon": "half"})).into(&got)
		want = InvoicePreviewDTO{PriceDTO{7899, 1000, 3500, 5399, "CAD"}, []InvoiceLineDTO{{product, "Hockey pass", 7000, 900, 3500}, {ticketed, "The game", 899, 100, 0}}, &CouponDTO{"HALF", 50, 0}, 5399, nil}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with a code: %s", diff)
		}
		if rep := ask(w.visitor(home), with(pass, map[string]any{"coupon": "half"})); rep.status != http.StatusUnauthorized {
			t.Errorf("a visitor's code: %d %s", rep.status, rep.body)
		}
		if rep := ask(fan, map[string]any{}); rep.problem().Code != "id_not_selected" {
			t.Errorf("nothing named: %d %s", rep.status, rep.body)
		}
	})
}

// When a subscription is charged is the server's to say; of a trial, who has used theirs is
// told that they pay at once.
func TestAPreviewSaysWhenASubscriptionIsCharged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		w.promote(s.channelID, commerce.Coupon{Code: "HALF", PercentOff: 5_000})
		fan, late := w.buyer(home, "fan@example.com"), w.buyer(home, "late@example.com")
		order := w.buy(late, s, s.pass)
		_, err := d.Write().NewRaw("INSERT INTO trials (channel_id, user_id, order_id, started_ms) VALUES (?, ?, ?, 0)", late.ChannelID, late.ID, order).Exec(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		today := w.clock.Now().UTC()
		tried, paid := RenewalDTO{30, today.AddDate(0, 0, 30), 1150, 30}, RenewalDTO{0, today.AddDate(0, 0, 30), 1150, 30}
		for name, test := range map[string]struct {
			key, coupon string
			due         int64
			want        RenewalDTO
		}{
			"a visitor":         {w.visitor(home), "", 0, tried},
			"a user":            {fan.key, "", 0, tried},
			"with a code":       {fan.key, "half", 650, paid},
			"who had the trial": {late.key, "", 1150, paid},
		} {
			var got InvoicePreviewDTO
			w.do(call{path: "/api/stripe/invoice-preview", key: test.key, body: map[string]any{"subscription_id": s.monthly, "coupon": test.coupon}}).into(&got)
			if got.Renewal == nil || got.DueNow != test.due {
				t.Fatalf("%s: %+v", name, got)
			}
			if diff := cmp.Diff(test.want, *got.Renewal); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	})
}

func TestGuessingPromoCodesIsStopped(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	w.promote(s.channelID, commerce.Coupon{Code: "SAVE10", PercentOff: 1_000})
	pass := map[string]int64{"package_id": int64(s.pass)}
	fan := w.loggedIn(home, "fan@example.com")
	ways := []func(code string) call{
		func(code string) call { return applying(code, pass) },
		func(code string) call {
			return call{path: "/api/stripe/invoice-preview", body: map[string]any{"package_id": s.pass, "coupon": code}}
		},
	}
	try := func(code string, way int) string {
		c := ways[way](code)
		c.key = fan
		if rep := w.do(c); rep.status != http.StatusOK {
			return rep.problem().Code
		}
		return ""
	}
	for i := range 10 { // both calls count as one
		if got := try(fmt.Sprint("GUESS", i), i%2); got != "promo_code_invalid" {
			t.Fatalf("guess %d: %s", i, got)
		}
	}
	for way := range ways {
		if got := try("SAVE10", way); got != "too_many_attempts" {
			t.Errorf("after ten guesses, way %d: %q", way, got)
		}
	}
	w.clock.Advance(3 * time.Minute)
	if got := try("SAVE10", 0); got != "" {
		t.Errorf("later: %s", got)
	}
}
