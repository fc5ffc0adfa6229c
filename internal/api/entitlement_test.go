package api

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/geo"
)

// buyer is a user with a session.
type buyer struct {
	account.User
	key string
}

func (w *world) buyer(channelKey, email string) buyer {
	w.t.Helper()
	return buyer{w.person(channelKey, email), w.login(channelKey, email)}
}

// buy adds a paid order of a package, and lets everybody learn of it.
func (w *world) buy(b buyer, s *season, of commerce.PackageID, change ...func(*dbtest.Order)) int64 {
	w.t.Helper()
	o := dbtest.Order{ChannelID: s.channelID, UserID: int64(b.ID), PackageID: int64(of)}
	for _, c := range change {
		c(&o)
	}
	id := dbtest.Buy(w.t, w.db, o)
	w.clock.Advance(time.Second)
	return id
}

func ticketOf(event int64) func(*dbtest.Order) {
	return func(o *dbtest.Order) { o.Type, o.EventID = "event", event }
}

// event asks for one event, and checks that it is listed with the same access, and that
// what can be played can be played with it alone.
func (w *world) event(s *season, name, key, lang string) EventDetailDTO {
	w.t.Helper()
	var e EventDetailDTO
	w.do(call{path: fmt.Sprintf("/api/events/%d?lang=%s", s.events[name], lang), key: key}).into(&e)
	listed := w.do(call{path: fmt.Sprintf("/api/events?ids=%d&lang=%s", s.events[name], lang), key: key}).listed().Data[0]
	if diff := cmp.Diff(e.Access, listed.Access); diff != "" || e.HasAccess != listed.HasAccess || e.HasAccess != e.Access.Granted {
		w.t.Errorf("%s is listed with another access: %s", name, diff)
	}
	if playable := len(e.Media) > 0 && e.Media[0].URL != ""; playable != e.HasAccess {
		w.t.Errorf("%s with access %t has %+v", name, e.HasAccess, e.Media)
	}
	return e
}

// What is paid opens the event within a second wherever it is shown, says why in the
// viewer's language, and closes it with the refund.
func TestWhatIsBoughtOpensEvents(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		fan, other, visitor := w.buyer(home, "fan@example.com"), w.buyer(home, "other@example.com"), w.visitor(home)
		closed := func() {
			t.Helper()
			for _, key := range []string{fan.key, other.key, visitor} {
				if e := w.event(s, "paid", key, "en"); e.Access.Reason != commerce.ReasonPurchaseRequired {
					t.Errorf("access is %+v", e.Access)
				}
			}
		}
		closed()
		until := w.clock.Now().Add(90*24*time.Hour + 10*time.Hour)
		order := w.buy(fan, s, s.pass, func(o *dbtest.Order) { o.UntilMS = clock.Millis(until) })
		for lang, want := range map[string]string{"en": "Hockey pass, until May 30, 2026", "fr": "Passe hockey, jusqu’au 30 mai 2026"} {
			got := w.event(s, "paid", fan.key, lang).Access
			product, _, _ := strings.Cut(want, ",")
			if got.Reason != commerce.ReasonPackage || got.Message != want || got.Product != product || !got.Until.Equal(until) ||
				!cmp.Equal(got.Capabilities, []commerce.Capability{commerce.Watch}) {
				t.Errorf("%s: access is %+v until %v", lang, got, got.Until)
			}
		}
		if e := w.event(s, "paid", other.key, "en"); e.HasAccess || e.Access.Message != "Buy this event or a pass to watch." {
			t.Errorf("another user has %+v", e.Access)
		}
		if e := w.event(s, "ppv", fan.key, "en"); e.HasAccess || e.Access.Message != "Buy this event to watch." {
			t.Errorf("the pass opens, or is offered for, what is sold alone: %+v", e.Access)
		}
		dbtest.SetOrder(t, d, order, "refunded")
		w.clock.Advance(time.Second)
		closed()

		w.buy(fan, s, s.ticket, ticketOf(int64(s.events["ppv"])))
		if got := w.event(s, "ppv", fan.key, "fr").Access; got.Reason != commerce.ReasonOrder || got.Message != "Vous avez acheté cet événement" || got.Product != "" || got.Until != nil {
			t.Errorf("access by the ticket is %+v", got)
		}
	})
}

func TestTheHomePageShowsWhatIsBought(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	fan := w.buyer(home, "fan@example.com")
	access := func(key string) (all []string) {
		var page HomepageDTO
		w.do(call{path: "/api/events-for-homepage", key: key}).into(&page)
		for _, e := range page.Upcoming {
			all = append(all, string(e.Access.Reason))
		}
		return all
	}
	before := access(fan.key)
	w.buy(fan, s, s.pass)
	if got, want := access(fan.key), []string{"package", "package", "purchase_required"}; !cmp.Equal(got, want) {
		t.Errorf("upcoming are %v, before %v, want %v", got, before, want)
	}
	if got := access(w.visitor(home)); !cmp.Equal(got, []string{"login_required", "purchase_required", "purchase_required"}) {
		t.Errorf("a visitor is told %v", got)
	}
}

func TestWhatIsBoughtOpensTheLibrary(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		fan, other := w.buyer(home, "fan@example.com"), w.buyer(home, "other@example.com")
		library := must[commerce.PackageID](w)(w.commerce.Create(t.Context(), actor.ForSystem(s.channelID), s.channelID, commerce.Package{
			Kind: commerce.KindSubscription, Type: commerce.TypeMonthly, Name: both("Library", "Vidéothèque"), Period: "month", Currency: "CAD",
			Capabilities: []commerce.Capability{commerce.VODMedia},
		}))
		w.buy(fan, s, s.pass)
		if got := w.video(s, "paid", fan.key); got.HasAccess {
			t.Errorf("a pass without the library gives %+v", got.Access)
		}
		order := w.buy(fan, s, library)
		listed := func(key string) bool {
			t.Helper()
			var items []VODItemDTO
			w.do(call{path: "/api/vod-media-items?sort_field=date", key: key}).into(&items)
			for _, item := range items {
				if item.Alias == "paid" {
					return item.HasAccess
				}
			}
			t.Fatal("it is not listed")
			return false
		}
		if got := w.video(s, "paid", fan.key); got.Access.Reason != commerce.ReasonSubscription || got.Access.Message != "Library" || got.Media[0].URL == "" || !listed(fan.key) {
			t.Errorf("the library gives %+v, %+v", got.Access, got.Media)
		}
		if got := w.video(s, "paid", other.key); got.HasAccess || listed(other.key) {
			t.Errorf("another user has %+v", got.Access)
		}
		dbtest.SetOrder(t, d, order, "refunded")
		w.clock.Advance(time.Second)
		if got := w.video(s, "paid", fan.key); got.HasAccess || got.Media[0].URL != "" || listed(fan.key) {
			t.Errorf("after the refund: %+v", got.Access)
		}
	})
}

// What one user's pass is by is no other channel's, although ids of packages and of users
// are the same kind of number there.
func TestNothingBoughtOpensAnotherChannel(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s, theirs := w.season(home, ""), w.season(away, "X")
	fan := w.buyer(away, "fan@example.com")
	w.buy(fan, s, s.pass)      // an order of the other channel with this user's number
	w.buy(fan, theirs, s.pass) // an order here of the other channel's pass
	var e EventDetailDTO
	w.do(call{path: fmt.Sprintf("/api/events/%d", theirs.events["paid"]), key: fan.key, host: "away.example"}).into(&e)
	if e.HasAccess {
		t.Errorf("access is %+v", e.Access)
	}
}

// Answers are made once for everybody who holds the same, as for everybody who holds
// nothing, and never shared beyond.
func TestAudiencesAreWhoHoldsTheSame(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	var none, pass [2]buyer
	for i := range none {
		none[i], pass[i] = w.buyer(home, fmt.Sprint("none", i, "@example.com")), w.buyer(home, fmt.Sprint("pass", i, "@example.com"))
		dbtest.Buy(t, w.db, dbtest.Order{ChannelID: s.channelID, UserID: int64(pass[i].ID), PackageID: int64(s.pass)})
	}
	both := w.buyer(home, "both@example.com")
	dbtest.Buy(t, w.db, dbtest.Order{ChannelID: s.channelID, UserID: int64(both.ID), PackageID: int64(s.pass)})
	w.buy(both, s, s.ticket, ticketOf(int64(s.events["ppv"])))
	of := func(b buyer) audience {
		who, err := w.api.audience(t.Context(), Caller{
			Actor:   actor.Actor{Role: actor.User, ChannelID: s.channelID, UserID: int64(b.ID)},
			Channel: w.channel(home), Lang: "en", Claimed: geo.Place{},
		})
		if err != nil {
			t.Fatal(err)
		}
		return who.audience
	}
	if of(none[0]) != of(none[1]) || of(pass[0]) != of(pass[1]) {
		t.Error("those who hold the same are told apart")
	}
	if of(none[0]) == of(pass[0]) || of(pass[0]) == of(both) {
		t.Error("those who hold different things are taken for each other")
	}
}

// The marking of the specification's section 4: of one's own, in one's own answer only.
func TestOneOfferIsMarkedPurchased(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	choice := must[commerce.PackageID](w)(w.commerce.Create(t.Context(), actor.ForSystem(s.channelID), s.channelID, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: both("One sport", "Un sport"), Currency: "CAD",
		Categories: []int64{int64(s.hockey), int64(s.soccer)}, Choice: commerce.ChooseCategory,
	}))
	fan, other := w.buyer(home, "fan@example.com"), w.buyer(home, "other@example.com")
	ask := func(kind string, id commerce.PackageID, key string) PackageDTO {
		t.Helper()
		var dto PackageDTO
		rep := w.do(call{path: fmt.Sprintf("/api/%s/%d", kind, id), key: key})
		rep.into(&dto)
		own := key != "" && strings.Contains(rep.header.Get("Cache-Control"), "no-store")
		if own == (key == "") || (key == "") != (rep.header.Get("Etag") != "") {
			t.Errorf("%s %d with the key %q is kept by %q, %q", kind, id, key, rep.header.Get("Cache-Control"), rep.header.Get("Etag"))
		}
		return dto
	}
	if got := ask("packages", s.pass, fan.key); got.Purchased || len(got.DisabledCategories) != 0 {
		t.Errorf("before: %+v", got)
	}
	w.buy(fan, s, s.pass)
	w.buy(fan, s, s.monthly)
	w.buy(fan, s, choice, func(o *dbtest.Order) { o.Category = int64(s.soccer) })
	if got := ask("packages", s.pass, fan.key); !got.Purchased || !cmp.Equal(got.DisabledCategories, []int64{int64(s.hockey)}) || got.DisabledParticipants == nil {
		t.Errorf("the pass: %+v", got)
	}
	if got := ask("subscriptions", s.monthly, fan.key); !got.Purchased {
		t.Errorf("the subscription: %+v", got)
	}
	if got := ask("packages", choice, fan.key); got.Purchased || !cmp.Equal(got.DisabledCategories, []int64{int64(s.soccer)}) {
		t.Errorf("one sport: %+v", got)
	}
	for _, key := range []string{other.key, ""} {
		if got := ask("packages", s.pass, key); got.Purchased || len(got.DisabledCategories) != 0 {
			t.Errorf("with the key %q: %+v", key, got)
		}
	}
	w.marksLikeOne(fan.key)
	w.buy(fan, s, choice, func(o *dbtest.Order) { o.Category = int64(s.hockey) })
	if got := ask("packages", choice, fan.key); !got.Purchased || len(got.DisabledCategories) != 2 {
		t.Errorf("both sports: %+v", got)
	}
}

// marksLikeOne checks that the lists and the bootstrap data say of each offer what its own
// call says to the same caller, and that they are kept by nobody else.
func (w *world) marksLikeOne(key string) {
	w.t.Helper()
	var boot BootstrapDTO
	rep := w.do(call{path: "/api/channel-bootstrap-data", key: key})
	rep.into(&boot)
	own := map[string]string{"bootstrap": rep.header.Get("Cache-Control")}
	for kind, inBoot := range map[string][]PackageDTO{"packages": boot.Packages, "subscriptions": boot.Subscriptions} {
		var list, part, want []PackageDTO
		rep := w.do(call{path: "/api/" + kind, key: key})
		rep.into(&list)
		own[kind] = rep.header.Get("Cache-Control")
		w.do(call{path: "/api/" + kind + "?limit=1", key: key}).into(&part)
		for _, offer := range list {
			var one PackageDTO
			w.do(call{path: fmt.Sprintf("/api/%s/%d", kind, offer.ID), key: key}).into(&one)
			want = append(want, one)
		}
		if diff := cmp.Diff(want, list) + cmp.Diff(want, inBoot) + cmp.Diff(want[:1], part); diff != "" {
			w.t.Errorf("%s with the key %q: %s", kind, key, diff)
		}
	}
	for name, kept := range own {
		if !strings.Contains(kept, "no-store") {
			w.t.Errorf("the %s of a user are kept: %q", name, kept)
		}
	}
}
