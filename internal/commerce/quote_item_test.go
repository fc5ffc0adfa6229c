package commerce_test

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// programme is what the shop's channel shows.
type programme struct {
	channelID int64
	events    map[int64]commerce.SaleEvent
}

// ForSale is part of commerce.Events.
func (p programme) ForSale(_ context.Context, channelID, id int64) (commerce.SaleEvent, error) {
	e, ok := p.events[id]
	if !ok || channelID != p.channelID {
		return commerce.SaleEvent{}, fault.NotFoundf("event", "Sorry! - Game Not Found")
	}
	e.ID = id
	return e, nil
}

// Removed is part of commerce.Events.
func (p programme) Removed(_ context.Context, channelID, id int64) (commerce.SaleEvent, error) {
	if e, ok := p.events[-id]; ok && channelID == p.channelID {
		return e, nil
	}
	return commerce.SaleEvent{}, fault.NotFoundf("event", "Sorry! - Game Not Found")
}

// Events of the shop.
const (
	paidEvent = iota + 1
	ppvEvent
	freeEvent
	registerEvent
	ticketless
	otherSport
	unrecorded
)

// counter is a shop with one of everything, and a buyer.
type counter struct {
	till
	ticket, otherTicket, season, ended, oneSport, addition, monthly, foreign commerce.PackageID
	sports                                                                   [2]int64
	buyer                                                                    commerce.Buyer
	events                                                                   map[int64]commerce.SaleEvent
}

func openCounter(t *testing.T, d *db.DB, coupons ...commerce.Coupon) counter {
	t.Helper()
	s := counter{till: openTill(t, d, coupons...)}
	s.sports = [2]int64{s.categories[0], dbtest.Category(t, d, s.channels[0], "curling")}
	s.buyer = commerce.Buyer{UserID: 7, Address: netip.MustParseAddr("203.0.113.7"), Viewer: commerce.Viewer{LoggedIn: true}}
	add := func(channel int, p commerce.Package) commerce.PackageID {
		id, err := s.Create(t.Context(), actor.ForSystem(s.channels[channel]), s.channels[channel], p)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	with := func(change func(*commerce.Package)) commerce.Package {
		p := pass(1, s.sports[0])
		change(&p)
		return p
	}
	ticket := with(func(p *commerce.Package) {
		p.Type, p.Categories, p.BasePrice, p.ServiceFee = commerce.TypeEvent, nil, 0, 0
	})
	s.ticket, s.otherTicket = add(0, ticket), add(0, ticket)
	s.season = add(0, with(func(p *commerce.Package) { p.Ends = now.Add(time.Hour) }))
	s.ended = add(0, with(func(p *commerce.Package) { p.Ends = now }))
	s.oneSport = add(0, with(func(p *commerce.Package) { p.Categories, p.Choice = s.sports[:], commerce.ChooseCategory }))
	s.addition = add(0, with(func(p *commerce.Package) { p.Type, p.PassType = commerce.TypeAdditional, commerce.PassAddition }))
	s.monthly = add(0, with(func(p *commerce.Package) {
		p.Kind, p.Type, p.TrialDays = commerce.KindSubscription, commerce.TypeMonthly, 7
	}))
	s.foreign = add(1, pass(1))
	of := func(kind string, sport int64, ticket commerce.PackageID) commerce.SaleEvent {
		return commerce.SaleEvent{
			Event: commerce.Event{Type: kind, Categories: []int64{sport}}, Name: text.Text{"en": kind}, BasePrice: 1327, ServiceFee: 172, Currency: "CAD", Ticket: ticket,
		}
	}
	s.events = map[int64]commerce.SaleEvent{
		paidEvent: of("paid", s.sports[0], s.ticket), ppvEvent: of("ppv", s.sports[0], s.ticket), freeEvent: of("free", s.sports[0], s.ticket),
		registerEvent: of("register", s.sports[0], s.ticket), ticketless: of("paid", s.sports[0], 0), otherSport: of("paid", s.sports[1], s.ticket),
	}
	gone := s.events[paidEvent]
	gone.Unrecorded = true
	s.events[unrecorded] = gone
	s.Selling(programme{s.channels[0], s.events})
	return s
}

func (s counter) price(t *testing.T, code string, items ...commerce.Item) (commerce.Quote, error) {
	t.Helper()
	return s.Quote(t.Context(), s.channels[0], s.buyer, items, code)
}

func TestWhatBuyersName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openCounter(t, d)
		type item = commerce.Item
		for _, test := range []struct {
			name  string
			items []item
			want  string // a product's key and price, or a code
		}{
			{"nothing at all", nil, "id_not_selected"},
			{"an empty item", []item{{}}, "id_not_selected"},
			{"a ticket", []item{{EventID: paidEvent, SingleEventPackageID: s.ticket}}, "event:1 1499"},
			{"a ppv ticket", []item{{EventID: ppvEvent, SingleEventPackageID: s.ticket}}, "event:2 1499"},
			{"a ticket without its package", []item{{EventID: paidEvent}}, "single_event_package_required"},
			{"a ticket package without an event", []item{{SingleEventPackageID: s.ticket}}, "id_not_selected"},
			{"a ticket package as a pass", []item{{PackageID: s.ticket}}, "id_not_selected"},
			{"a ticket package as a pass, with an event", []item{{EventID: paidEvent, PackageID: s.ticket}}, "id_not_selected"},
			{"another event's package", []item{{EventID: paidEvent, SingleEventPackageID: s.otherTicket}}, "package_not_found"},
			{"a pass as a ticket", []item{{EventID: paidEvent, SingleEventPackageID: s.season}}, "package_not_found"},
			{"a ticket of an event that has none", []item{{EventID: ticketless, SingleEventPackageID: s.ticket}}, "package_not_found"},
			{"an unknown package as a ticket", []item{{EventID: paidEvent, SingleEventPackageID: 9_999}}, "package_not_found"},
			{"a free event", []item{{EventID: freeEvent, SingleEventPackageID: s.ticket}}, "not_for_sale"},
			{"a register event", []item{{EventID: registerEvent, SingleEventPackageID: s.ticket}}, "not_for_sale"},
			{"an event that is over and was not recorded", []item{{EventID: unrecorded, SingleEventPackageID: s.ticket}}, "not_for_sale"},
			{"a pass for one", []item{{EventID: unrecorded, PackageID: s.season}}, fmt.Sprintf("package:%d 7900", s.season)},
			{"a free event without a package", []item{{EventID: freeEvent}}, "not_for_sale"},
			{"an unknown event", []item{{EventID: 9_999, SingleEventPackageID: s.ticket}}, "event_not_found"},
			{"a ticket with a part", []item{{EventID: paidEvent, SingleEventPackageID: s.ticket, CategoryID: s.sports[0]}}, "choice_not_offered"},
			{"a pass", []item{{PackageID: s.season}}, fmt.Sprintf("package:%d 7900", s.season)},
			{"a pass for an event that it covers", []item{{EventID: paidEvent, PackageID: s.season}}, fmt.Sprintf("package:%d 7900", s.season)},
			{"a pass for an event that it does not cover", []item{{EventID: otherSport, PackageID: s.season}}, "package_not_found"},
			{"a pass for a ppv event", []item{{EventID: ppvEvent, PackageID: s.season}}, "package_not_found"},
			{"a pass and a ticket in one", []item{{EventID: paidEvent, SingleEventPackageID: s.ticket, PackageID: s.season}}, "id_not_selected"},
			{"a pass that has ended", []item{{PackageID: s.ended}}, "not_for_sale"},
			{"an unknown pass", []item{{PackageID: 9_999}}, "package_not_found"},
			{"a pass of another channel", []item{{PackageID: s.foreign}}, "package_not_found"},
			{"a subscription", []item{{PackageID: s.monthly}}, "package_not_found"},
			{"a part of a whole pass", []item{{PackageID: s.season, CategoryID: s.sports[0]}}, "choice_not_offered"},
			{"one sport", []item{{PackageID: s.oneSport, CategoryID: s.sports[1]}}, fmt.Sprintf("package:%d:category:%d 7900", s.oneSport, s.sports[1])},
			{"no sport", []item{{PackageID: s.oneSport}}, "choice_required"},
			{"another channel's sport", []item{{PackageID: s.oneSport, CategoryID: s.categories[1]}}, "choice_not_offered"},
			{"a team where a sport is chosen", []item{{PackageID: s.oneSport, CategoryID: s.sports[0], ParticipantID: 3}}, "choice_not_offered"},
			{"the other sport for an event", []item{{EventID: paidEvent, PackageID: s.oneSport, CategoryID: s.sports[1]}}, "package_not_found"},
			{"an add-on alone", []item{{PackageID: s.addition}}, "addition_alone"},
			{"an add-on to a pass", []item{{PackageID: s.addition}, {PackageID: s.season}}, fmt.Sprintf("package:%d 15800", s.addition)},
			{"the same twice", []item{{PackageID: s.season}, {PackageID: s.season}}, "named_twice"},
			{"too much", make([]item, 21), "validation_failed"},
		} {
			t.Run(test.name, func(t *testing.T) {
				q, err := s.price(t, "", test.items...)
				got := fault.CodeOf(err)
				if err == nil {
					got = fmt.Sprintf("%s %d", q.Lines[0].Key(), q.Amount)
				}
				if got != test.want {
					t.Errorf("got %s (%v), want %s", got, err, test.want)
				}
			})
		}
	})
}

// A channel sells up to a thousand packages. A price reads those that the buyer names: here no other can be read.
func TestAPriceReadsTheNamedPackages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openCounter(t, d)
		if err := behind(t, d, fmt.Sprintf("UPDATE packages SET capabilities = '' WHERE id NOT IN (%d, %d)", s.season, s.ticket)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Stored(t.Context(), s.channels[0]); err == nil {
			t.Fatal("all packages can be read: the test proves nothing")
		}
		q, err := s.price(t, "", commerce.Item{PackageID: s.season}, commerce.Item{EventID: paidEvent, SingleEventPackageID: s.ticket})
		if err != nil || q.Amount != 7900+1499 {
			t.Errorf("costs %d, %v", q.Amount, err)
		}
	})
}

func TestAnAddOnIsAddedToWhatIsHeld(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openCounter(t, d)
		checkout := dbtest.Insert(t, d, `INSERT INTO checkouts (channel_id, user_id, key, account, status, currency, base_price, service_fee, discount, amount,
			customer, payment_method, save_card, awaits_buyer, intent, failure_code, failure_message, language, created_ms, updated_ms)
			VALUES (?, 7, 'k', '', 'paid', 'CAD', 0, 0, 0, 0, '', '', FALSE, FALSE, '', '', '', 'en', 0, 0) RETURNING id`, s.channels[0])
		order := dbtest.Insert(t, d, `INSERT INTO orders (channel_id, user_id, checkout_id, type, status, package_id, product_key, live, currency, base_price,
			service_fee, discount, amount, until_ms, created_ms, updated_ms, paid_ms, refunded_ms)
			VALUES (?, 7, ?, 'package', 'paid', ?, 'x', TRUE, 'CAD', 0, 0, 0, 0, ?, 0, 0, 0, 0) RETURNING id`,
			s.channels[0], checkout, s.season, now.Add(time.Second).UnixMilli())
		want := func(code string) {
			t.Helper()
			if _, err := s.price(t, "", commerce.Item{PackageID: s.addition}); fault.CodeOf(err) != code {
				t.Errorf("answered %v, want %q", err, code)
			}
		}
		want("")
		keepsake := pass(1, s.sports[0])
		keepsake.Kind, keepsake.Type, keepsake.PassType = commerce.KindSubscription, commerce.TypeAdditional, commerce.PassAddition
		renewing, err := s.Create(t.Context(), actor.ForSystem(s.channels[0]), s.channels[0], keepsake)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range []string{
			"until_ms = 1", "until_ms = 0, status = 'created'", "status = 'paid', live = FALSE",
			fmt.Sprintf("live = TRUE, type = 'additional', package_id = %d", s.addition), fmt.Sprintf("type = 'subscription', package_id = %d", renewing),
			fmt.Sprintf("type = 'package', package_id = %d, user_id = 8", s.season),
		} {
			dbtest.Insert(t, d, "UPDATE orders SET "+change+" WHERE id = ? RETURNING id", order)
			want("addition_alone")
		}
	})
}

func TestNothingIsSoldWhereItMayNotBeWatched(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openCounter(t, d)
		game := s.addEvent(t, d, 0)
		shown := programme{s.channels[0], map[int64]commerce.SaleEvent{game: {Event: commerce.Event{Type: "paid", Categories: s.sports[:1]}, Currency: "CAD", Ticket: s.ticket}}}
		s.Selling(shown)
		rules := []commerce.Blackout{{Mode: commerce.Deny, Places: []string{"FR"}, LiftedAfter: commerce.Forever}}
		if err := s.ReplaceBlackouts(t.Context(), actor.ForSystem(s.channels[0]), s.channels[0], game, rules); err != nil {
			t.Fatal(err)
		}
		ticket, passFor, pass := commerce.Item{EventID: game, SingleEventPackageID: s.ticket}, commerce.Item{EventID: game, PackageID: s.season}, commerce.Item{PackageID: s.season}
		const refused = "not_sold_in_region"
		for _, test := range []struct {
			name   string
			viewer commerce.Viewer
			item   commerce.Item
			want   string
		}{
			{"a ticket there", commerce.Viewer{Place: "FR"}, ticket, refused},
			{"a pass for its sake", commerce.Viewer{Place: "FR"}, passFor, refused},
			{"a pass for others", commerce.Viewer{Place: "FR"}, pass, ""},
			{"a ticket elsewhere", commerce.Viewer{Place: "CA"}, ticket, ""},
			{"a ticket where the channel is blocked", commerce.Viewer{GeoBlocked: true}, ticket, refused},
			{"a pass where the channel is blocked", commerce.Viewer{GeoBlocked: true}, pass, refused},
			{"an operator", commerce.Viewer{GeoBlocked: true, Operator: true}, ticket, ""},
		} {
			s.buyer.Viewer = test.viewer
			if _, err := s.price(t, "", test.item); fault.CodeOf(err) != test.want {
				t.Errorf("%s: %v", test.name, err)
			}
		}
	})
}

func TestQuotesWithACode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openCounter(t, d, commerce.Coupon{Code: "SAVE10", PercentOff: 1_000}, commerce.Coupon{Code: "EXPIRED", PercentOff: 2_500, Ends: now},
			commerce.Coupon{Code: "MINE", PercentOff: 1_000, PerUser: 1}, commerce.Coupon{Code: "DOLLARS", AmountOff: 100, Currency: "USD"})
		err := s.CreateCoupon(t.Context(), actor.ForSystem(s.channels[0]), s.channels[0],
			commerce.Coupon{Code: "TICKETS", PercentOff: 5_000, Restricted: true, Packages: []commerce.PackageID{s.ticket}})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.CreateCoupon(t.Context(), actor.ForSystem(s.channels[1]), s.channels[1], commerce.Coupon{Code: "THEIRS", PercentOff: 1_000}); err != nil {
			t.Fatal(err)
		}
		season, ticket := commerce.Item{PackageID: s.season}, commerce.Item{EventID: paidEvent, SingleEventPackageID: s.ticket}
		q, err := s.price(t, " save10 ", season)
		if err != nil || q.Discount != 699 || q.Amount != 7201 || q.Coupon.Code != "SAVE10" {
			t.Fatalf("%+v, %v", q, err)
		}
		if q, err := s.price(t, "TICKETS", season, ticket); err != nil || q.Lines[0].Discount != 0 || q.Lines[1].Discount != 664 {
			t.Errorf("for tickets alone: %+v, %v", q, err)
		}
		if err := s.take(t.Context(), s.buyer.UserID, s.coupon(t, "MINE").ID, "before"); err != nil {
			t.Fatal(err)
		}
		var answers []error
		for code, want := range map[string]string{
			"EXPIRED": "promo_code_wrong", "MINE": "promo_code_wrong", "DOLLARS": "promo_code_wrong", "TICKETS": "promo_code_wrong",
			"THEIRS": "promo_code_invalid", "NOBODYS": "promo_code_invalid", "not a code": "promo_code_invalid",
		} {
			_, err := s.price(t, code, season)
			if fault.CodeOf(err) != want {
				t.Errorf("%s: %v", code, err)
			}
			if want == "promo_code_invalid" {
				answers = append(answers, err)
			}
		}
		for _, one := range answers {
			if diff := cmp.Diff(answers[0], one); diff != "" {
				t.Errorf("guesses are told apart: %s", diff)
			}
		}
		visitor := commerce.Buyer{Address: s.buyer.Address}
		if _, err := s.Quote(t.Context(), s.channels[0], visitor, []commerce.Item{season}, "SAVE10"); fault.KindOf(err) != fault.Unauthenticated {
			t.Errorf("a visitor: %v", err)
		}
		if q, err := s.Quote(t.Context(), s.channels[0], visitor, []commerce.Item{season}, ""); err != nil || q.Amount != 7900 {
			t.Errorf("a visitor without a code: %v, %v", q, err)
		}
	})
}

// limits are those of coupon_guess.go.
const userBurst, addressBurst = 10, 40

func TestGuessesAreLimited(t *testing.T) {
	s := openCounter(t, dbtest.SQLite(t), commerce.Coupon{Code: "SAVE10", PercentOff: 1_000}, commerce.Coupon{Code: "EXPIRED", PercentOff: 1, Ends: now})
	season := commerce.Item{PackageID: s.season}
	guess := func(user int64, code string) fault.Kind {
		s.buyer.UserID = user
		_, err := s.price(t, code, season)
		return fault.KindOf(err)
	}
	for range 3 * userBurst { // what counts is never counted
		if _, err := s.price(t, "SAVE10", season); err != nil {
			t.Fatal(err)
		}
	}
	for i := range userBurst {
		if kind := guess(7, []string{"GUESS", "EXPIRED", "no code"}[i%3]); kind != fault.Unprocessable {
			t.Fatalf("guess %d: %v", i, kind)
		}
	}
	if kind := guess(7, "SAVE10"); kind != fault.Throttled {
		t.Errorf("one guess too many is answered %v, though it is right", kind)
	}
	if kind := guess(8, "SAVE10"); kind != fault.Internal { // no error
		t.Errorf("another user at the same address is answered %v", kind)
	}
	for i := range int64(addressBurst - userBurst) {
		if kind := guess(100+i, "GUESS"); kind != fault.Unprocessable {
			t.Fatalf("guess %d from the address: %v", i, kind)
		}
	}
	if kind := guess(9, "SAVE10"); kind != fault.Throttled {
		t.Errorf("one guess too many from an address is answered %v", kind)
	}
	s.buyer.Address = netip.MustParseAddr("::ffff:203.0.113.7")
	if kind := guess(10, "SAVE10"); kind != fault.Throttled {
		t.Errorf("the same address written as IPv6 is answered %v", kind)
	}
	s.buyer.Address = netip.MustParseAddr("198.51.100.1")
	if kind := guess(9, "SAVE10"); kind != fault.Internal {
		t.Errorf("the same user at home is answered %v", kind)
	}
}
