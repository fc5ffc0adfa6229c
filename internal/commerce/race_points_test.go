package commerce_test

import (
	"crypto/rand"
	"fmt"
	"net/netip"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// points are the places of the till where many meet.
func points() []point {
	return append([]point{
		{name: "one product, bought by one user", set: buyOne, judge: boughtOnce, unguard: withoutLiveOrders},
		{name: "bundles that overlap", set: buyOverlapping, judge: heldOnce, unguard: withoutLiveOrders},
		{name: "a pass that has run out, bought again", set: buyAgain, judge: boughtAgainOnce, unguard: withoutLiveOrders},
		{name: "a purchase while another of the same is confirmed", set: buyBesideConfirming, judge: chargedOnce, unguard: withoutLiveOrders},
		{name: "the last use of a code, by many users", set: takeLastUse, judge: usedOnce, careless: takeCarelessly},
		{name: "the only use of a code, by one user", set: takeOnlyUse, judge: usedOnce, careless: takeCarelessly},
		{name: "a use that is given back while others want it", set: giveUseBack, judge: usedAtMostOnce, careless: takeGivenBackCarelessly},
		{name: "the last clip of a pass", set: useLastClip, judge: clippedOnce, careless: clipCarelessly},
		{name: "the first calls of a customer", set: becomeCustomer, judge: oneCustomer, unguard: withoutOneCustomer},
	}, paymentRaces()...)
}

func withoutLiveOrders(r *raceway) {
	if err := r.do("DROP INDEX orders_live"); err != nil {
		r.t.Fatal(err)
	}
	r.beforeOrder = dbtest.NewMeeting(racers)
}

func buyOne(r *raceway) func(int) {
	return func(int) { _, _ = r.buys("pm_card_visa", "", r.passes[0]) }
}

func boughtOnce(r *raceway) string {
	return firstOf(unlike("paid orders", r.paidOrders(), 1), unlike("charges", r.took(), 1))
}

func buyOverlapping(r *raceway) func(int) {
	return func(i int) { _, _ = r.buys("pm_card_visa", "", r.passes[i%3], r.passes[(i+1)%3]) }
}

func heldOnce(r *raceway) string {
	twice := r.count(`SELECT count(*) FROM (SELECT product_key FROM orders WHERE user_id = ? AND status = 'paid' AND live = TRUE
		GROUP BY product_key HAVING count(*) > 1) AS twice`, r.buyer.UserID)
	paid := r.count("SELECT count(*) FROM checkouts WHERE user_id = ? AND status = 'paid'", r.buyer.UserID)
	return firstOf(unlike("products held twice", twice, 0), unlike("charges", r.took(), paid), unlike("paid bundles", min(paid, 1), 1))
}

func buyAgain(r *raceway) func(int) {
	r.begun("pm_card_visa", "")
	if err := r.do("UPDATE orders SET until_ms = 1 WHERE id = ?", r.first); err != nil {
		r.t.Fatal(err)
	}
	return buyOne(r)
}

func boughtAgainOnce(r *raceway) string {
	return firstOf(unlike("paid orders", r.paidOrders(), 2), unlike("charges", r.took(), 2),
		unlike("live orders", r.count("SELECT count(*) FROM orders WHERE user_id = ? AND live = TRUE", r.buyer.UserID), 1))
}

func buyBesideConfirming(r *raceway) func(int) {
	secret := r.begun("pm_card_authenticationRequired", "").ClientSecret
	return func(i int) {
		if i%2 == 0 {
			r.answerBank(secret, true)
			return
		}
		_, _ = r.buys("pm_card_visa", "", r.passes[0])
	}
}

func chargedOnce(r *raceway) string {
	return firstOf(unlike("charges", r.took(), 1), unlike("paid orders", r.paidOrders(), 1),
		unlike("open checkouts", r.count("SELECT count(*) FROM checkouts WHERE user_id = ? AND status = 'created'", r.buyer.UserID), 0))
}

// newCode makes a promo code for the round.
func (r *raceway) newCode(uses, perUser int64) string {
	r.t.Helper()
	code := fmt.Sprintf("ROUND%d", r.round)
	err := r.CreateCoupon(r.t.Context(), r.operator(), r.channels[0], commerce.Coupon{Code: code, PercentOff: 1_000, MaxUses: uses, PerUser: perUser})
	if err != nil {
		r.t.Fatal(err)
	}
	r.coupon = r.register.coupon(r.t, code)
	return code
}

func takeLastUse(r *raceway) func(int) {
	code, first := r.newCode(1, 0), r.buyer.UserID
	r.buyer.UserID += racers
	return func(i int) {
		p := r.purchase("pm_card_visa")
		p.Buyer.UserID, p.Coupon, p.Items = first+int64(i), code, []commerce.Item{{PackageID: r.passes[0]}}
		p.Buyer.Address = netip.AddrFrom4([4]byte{10, byte(r.round >> 8), byte(r.round), byte(i)}) // who is too late has guessed
		_, _ = r.Buy(r.t.Context(), p)
	}
}

func takeOnlyUse(r *raceway) func(int) {
	r.newCode(0, 1)
	return func(i int) {
		_ = r.take(r.t.Context(), r.buyer.UserID, r.coupon.ID, fmt.Sprint("round ", r.round, " ", i))
	}
}

// giveUseBack lets the purchase fail that has the only use, while others want it.
func giveUseBack(r *raceway) func(int) {
	code, first := r.newCode(1, 0), r.buyer.UserID
	secret := r.begun("pm_card_authenticationRequired", code).ClientSecret
	checkout := r.looks[0]
	r.buyer.UserID += racers
	return func(i int) {
		if i%2 == 0 {
			r.answerBank(secret, false)
			_, _ = r.Reconcile(r.t.Context(), r.channels[0], checkout)
			return
		}
		_ = r.take(r.t.Context(), first+int64(i), r.coupon.ID, fmt.Sprint("round ", r.round, " ", i))
	}
}

func (r *raceway) uses() (counted, taken int64) {
	r.t.Helper()
	return r.count("SELECT uses FROM coupons WHERE id = ?", r.coupon.ID),
		r.count("SELECT count(*) FROM coupon_uses WHERE coupon_id = ? AND released_ms = 0", r.coupon.ID)
}

func usedOnce(r *raceway) string {
	counted, taken := r.uses()
	return firstOf(unlike("uses counted", counted, 1), unlike("uses", taken, 1))
}

func usedAtMostOnce(r *raceway) string {
	counted, taken := r.uses()
	return firstOf(unlike("uses counted", counted, taken), unlike("uses", max(taken, 1), 1))
}

// takeCarelessly looks whether a use is left and takes it then.
func takeCarelessly(r *raceway) (looks func() bool, acts func() error) {
	return func() bool {
			_, taken := r.uses()
			return taken == 0
		}, func() error {
			if err := r.do(`INSERT INTO coupon_uses (channel_id, coupon_id, user_id, checkout, taken_ms, released_ms)
				VALUES (?, ?, ?, ?, 0, 0)`, r.channels[0], r.coupon.ID, r.buyer.UserID, rand.Text()); err != nil {
				return err
			}
			return r.do("UPDATE coupons SET uses = uses + 1 WHERE id = ?", r.coupon.ID)
		}
}

// takeGivenBackCarelessly does the same with a use that was just given back.
func takeGivenBackCarelessly(r *raceway) (looks func() bool, acts func() error) {
	secret, _ := r.intent()["client_secret"].(string)
	r.answerBank(secret, false)
	r.reconcile()
	return takeCarelessly(r)
}

func becomeCustomer(r *raceway) func(int) {
	return func(int) {
		if _, err := r.SetUp(r.t.Context(), r.channels[0], r.buyer.UserID); err != nil {
			r.t.Error(err)
		}
	}
}

func oneCustomer(r *raceway) string {
	return unlike("customers", r.count("SELECT count(*) FROM payment_customers WHERE user_id = ?", r.buyer.UserID), 1)
}

// withoutOneCustomer lets a user be kept as more than one customer.
func withoutOneCustomer(r *raceway) {
	r.beforeCustomer = dbtest.NewMeeting(racers)
	withoutUnique(r.t, r.db, "payment_customers", "payment_customers_channel_id_user_id_account_key",
		"channel_id BIGINT NOT NULL, user_id BIGINT NOT NULL, account TEXT NOT NULL, ref TEXT NOT NULL, created_ms BIGINT NOT NULL, generation BIGINT NOT NULL DEFAULT 0")
}

// tooLate is when a purchase that nobody confirmed is given up.
const tooLate = 31 * time.Minute
