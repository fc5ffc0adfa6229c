package commerce_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// While a bank disputes the payment of what an add-on is added to, the dispute is the reason for what the add-on does not open.
func TestAnAddOnToWhatIsOnHold(t *testing.T) {
	library := &commerce.Package{Kind: commerce.KindPackage, PassType: commerce.PassAddition, Capabilities: []commerce.Capability{commerce.VODMedia, commerce.Clipping}}
	pass := &commerce.Package{Kind: commerce.KindPackage, Type: commerce.TypeSeason}
	user := commerce.Viewer{LoggedIn: true}
	for name, test := range map[string]struct {
		grants      []commerce.Grant
		game, video commerce.Reason
	}{
		"the pass is on hold":   {[]commerce.Grant{{Package: library}, {Package: pass, Disputed: true}}, commerce.ReasonPaymentDisputed, commerce.ReasonPaymentDisputed},
		"the add-on is on hold": {[]commerce.Grant{{Package: library, Disputed: true}, {Package: pass}}, commerce.ReasonPackage, commerce.ReasonPaymentDisputed},
		"both are on hold":      {[]commerce.Grant{{Package: library, Disputed: true}, {Package: pass, Disputed: true}}, commerce.ReasonPaymentDisputed, commerce.ReasonPaymentDisputed},
		"the pass has ended":    {[]commerce.Grant{{Package: library}, {Package: pass, Disputed: true, Until: now}}, commerce.ReasonPurchaseRequired, commerce.ReasonPurchaseRequired},
		"there is no pass":      {[]commerce.Grant{{Package: library}}, commerce.ReasonPurchaseRequired, commerce.ReasonPurchaseRequired},
	} {
		t.Run(name, func(t *testing.T) {
			if got := commerce.Decide(event("paid"), user, test.grants, now).Reason; got != test.game {
				t.Errorf("a game: %s, want %s", got, test.game)
			}
			if got := commerce.DecideVideo(commerce.Video{Type: commerce.AccessPaid}, user, test.grants, now).Reason; got != test.video {
				t.Errorf("a video: %s, want %s", got, test.video)
			}
		})
	}
}

// The till refuses an add-on to a pass on hold because of the dispute, and sells it once the bank has dropped it.
func TestAnAddOnToAPassOnHoldIsNotSold(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		r.subscribe("pm_card_visa")
		addition := r.offer(commerce.TypeAdditional)
		price := func() string {
			_, err := r.Quote(t.Context(), r.channels[0], r.buyer, []commerce.Item{{SubscriptionID: addition}}, "")
			return fault.CodeOf(err)
		}
		if got := price(); got != "" {
			t.Fatalf("not sold: %q", got)
		}
		dispute := r.disputes(r.intent(), 0, false)
		r.learns(how)
		if got := price(); got != "payment_disputed" {
			t.Errorf("on hold it is refused as %q", got)
		}
		r.becomes(dispute, "won")
		r.learns(how)
		if got := price(); got != "" {
			t.Errorf("not sold again: %q", got)
		}
	})
}

// What is refused during a dispute says so, and not that nothing of the kind was bought.
func TestAUseIsRefusedDuringADispute(t *testing.T) {
	clips := &commerce.Package{Kind: commerce.KindPackage, PassType: commerce.PassAddition, Capabilities: []commerce.Capability{commerce.Clipping}}
	for name, disputed := range map[string]int{"the add-on": 0, "the pass": 1} {
		t.Run(name, func(t *testing.T) {
			grants := []commerce.Grant{{Package: clips}, {Package: &commerce.Package{Kind: commerce.KindPackage, Type: commerce.TypeSeason}}}
			grants[disputed].Disputed = true
			w := commerce.Wish{UserID: 1, Viewer: commerce.Viewer{LoggedIn: true}, Event: event("paid"), Capability: commerce.Clipping}
			err := commerce.Allowed(&w, grants, now)
			if err == nil || !strings.Contains(err.Error(), "Your bank is disputing your payment") {
				t.Errorf("refused by %v", err)
			}
		})
	}
}

// A subscription under dispute is on hold wherever it is listed, and says for which reason it has ended.
func TestASubscriptionOnHold(t *testing.T) {
	for _, end := range []struct {
		status, reason string
		is             commerce.SubscriptionStatus
		dispute        commerce.DisputeState
	}{
		{"won", "", commerce.SubscriptionActive, commerce.DisputeWon},
		{"lost", "dispute", commerce.SubscriptionExpired, commerce.DisputeLost},
	} {
		t.Run(end.status, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				r.subscribe("pm_card_visa")
				dispute := r.disputes(r.ledger().Charges[0].Intent, 0, false)
				r.learns(how)
				if s := r.latest(); s.Status != commerce.SubscriptionInactive || s.Dispute != commerce.DisputeOpen || !s.AccessEnd.IsZero() || !s.Renews {
					t.Errorf("under dispute: %+v", s)
				}
				r.becomes(dispute, end.status)
				r.learns(how)
				s := r.latest()
				if s.Status != end.is || s.Dispute != end.dispute || s.History[0].Reason != end.reason {
					t.Errorf("%s: %+v", end.status, s)
				}
			})
		})
	}
}

// A subscription whose last payment was given back says so.
func TestASubscriptionEndedByARefund(t *testing.T) {
	tests := map[string]func(r *register){
		"in the dashboard": func(r *register) { r.atTheDesk(r.intent(), r.latest().Price) },
		"by the operator":  func(r *register) { r.refundsOrder(r.latestOrder().ID) },
	}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, name string) {
		give := tests[name]
		r := openRegister(t, d)
		r.subscribe("pm_card_visa")
		give(r)
		r.learns(byReconcile)
		if s := r.is(commerce.SubscriptionExpired, false, "created ended"); s.History[0].Reason != "refund" || s.Dispute != commerce.DisputeNone {
			t.Errorf("%+v", s)
		}
	})
}
