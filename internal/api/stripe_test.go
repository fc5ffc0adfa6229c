package api

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/payment"
	"github.com/grandstand/grandstand/internal/stripesim"
	"github.com/grandstand/grandstand/internal/tax"
	"github.com/grandstand/grandstand/internal/text"
)

const hookSecret = "whsec_of_the_tests"

// cashier takes the money of every channel by the simulator, and does nothing later.
type cashier struct {
	url string
	db  *db.DB
}

// Account is part of commerce.Payments.
func (c cashier) Account(_ context.Context, channelID int64) (commerce.Account, error) {
	name := fmt.Sprint("channel", channelID)
	return payment.Open(payment.Options{
		SecretKey: "sk_sim_" + name, PublishableKey: "pk_sim_" + name, WebhookSecret: hookSecret + name, URL: c.url,
	})
}

// AccountNamed is part of commerce.Payments.
func (c cashier) AccountNamed(ctx context.Context, channelID int64, _ string) (commerce.Account, error) {
	return c.Account(ctx, channelID)
}

// Accounts is part of commerce.Payments.
func (c cashier) Accounts(ctx context.Context, channelID int64) ([]commerce.Account, error) {
	account, err := c.Account(ctx, channelID)
	return []commerce.Account{account}, err
}

// Recipient is part of commerce.Buyers.
func (c cashier) Recipient(ctx context.Context, channelID, userID int64) (commerce.Recipient, bool, error) {
	var verified bool
	err := c.db.From(ctx).NewRaw("SELECT email_verified FROM users WHERE channel_id = ? AND id = ?", channelID, userID).Scan(ctx, &verified)
	return commerce.Recipient{Language: English, Verified: verified}, err == nil, err
}

// Site is part of commerce.Sites.
func (cashier) Site(context.Context, int64) (string, error) { return "https://fans.example", nil }

// Zone is part of commerce.Sites.
func (cashier) Zone(context.Context, int64) (*time.Location, error) { return time.UTC, nil }

// Taxes is part of commerce.Sites.
func (cashier) Taxes(context.Context, int64) (tax.List, error) {
	return tax.List{{Name: text.Text{"en": "GST", "fr": "TPS"}, Rate: 5000, Number: "1 RT"}, {Name: text.Text{"en": "QST", "fr": "TVQ"}, Rate: 9975}}, nil
}

// Send is part of commerce.Letters.
func (cashier) Send(context.Context, int64, string, letter.Letter) error { return nil }

// Post is part of commerce.Letters.
func (cashier) Post(context.Context, bun.Tx, int64, string, letter.Letter) error { return nil }

// EnqueueReconcile is part of commerce.Queue.
func (cashier) EnqueueReconcile(context.Context, bun.Tx, int64, commerce.CheckoutID, time.Duration) error {
	return nil
}

// EnqueueReceipt is part of commerce.Queue.
func (cashier) EnqueueReceipt(context.Context, bun.Tx, int64, commerce.CheckoutID) error { return nil }

// EnqueueSubscriptionLetter is part of commerce.Queue.
func (cashier) EnqueueSubscriptionLetter(context.Context, bun.Tx, int64, int64) error { return nil }

// EnqueueRefund is part of commerce.Queue.
func (cashier) EnqueueRefund(context.Context, bun.Tx, int64, commerce.OrderID) error { return nil }

// EnqueueRenewal is part of commerce.Queue.
func (cashier) EnqueueRenewal(context.Context, bun.Tx, int64, commerce.SubscriptionID, time.Duration) error {
	return nil
}

// EnqueueHolds is part of commerce.Queue.
func (cashier) EnqueueHolds(context.Context, bun.Tx, int64, int64) error { return nil }

// EnqueueForget is part of commerce.Queue.
func (cashier) EnqueueForget(context.Context, bun.Tx, int64, int64) error { return nil }

// EnqueueCards is part of commerce.Queue.
func (cashier) EnqueueCards(context.Context, bun.Tx, int64, int64) error { return nil }

// newShop is a world in which people can pay; configure may change more of it.
func newShop(t testing.TB, d *db.DB, configure ...func(*Deps)) *world {
	t.Helper()
	simulator, err := stripesim.Open(stripesim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(simulator)
	t.Cleanup(func() {
		server.Close()
		_ = simulator.Close()
	})
	c := cashier{server.URL, d}
	return newWorld(t, d, append(configure, func(deps *Deps) {
		deps.Till = commerce.NewTill(commerce.TillDeps{
			DB: d, Clock: deps.Clock, Log: slog.New(slog.DiscardHandler), Offers: deps.Commerce, Payments: c, Buyers: c, Sites: c, Letters: c, Queue: c,
		})
	})...)
}

func TestAPassIsBoughtByCard(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newShop(t, d)
		s := w.season(home, "")
		fan, other := w.loggedIn(home, "fan@example.com"), w.loggedIn(home, "other@example.com")
		buy := func(key, card string) call {
			return call{path: "/api/stripe/buy", key: key, body: map[string]any{"package_id": s.pass, "payment_method": card, "amount": 1, "price": 1}}
		}
		w.do(buy(w.visitor(home), "pm_card_visa")).want(http.StatusUnauthorized, "unauthenticated")
		if got := w.do(buy(fan, "")).want(http.StatusUnprocessableEntity, "card_required").field("payment_method").Message; got != "Please select one of your saved cards or enter new one" {
			t.Errorf("without a card: %q", got)
		}
		nothing := w.do(call{path: "/api/stripe/buy", key: fan, body: map[string]any{"payment_method": "pm_card_visa"}}).want(http.StatusUnprocessableEntity, "id_not_selected")
		if got := nothing.problem().Detail; got != "id not selected" {
			t.Errorf("without an id: %q", got)
		}
		w.do(call{path: "/api/stripe/buy", key: fan, body: map[string]any{"package_id": 999_999, "payment_method": "pm_card_visa"}}).want(http.StatusNotFound, "package_not_found")

		var bought BoughtDTO
		w.do(buy(fan, "pm_card_chargeDeclined")).into(&bought)
		if bought.Order.Status != string(commerce.OrderFailed) || bought.Order.Failure == nil || bought.Order.Failure.Message == "" {
			t.Errorf("declined: %+v", bought.Order)
		}
		w.do(buy(fan, "pm_card_visa")).into(&bought)
		if bought.Order.Status != string(commerce.OrderPaid) || !bought.TestPayments || bought.ClientSecret != "" || bought.Order.Amount != bought.Order.Price || bought.Order.Amount < 100 {
			t.Errorf("bought: %+v", bought)
		}
		w.do(buy(fan, "pm_card_visa")).want(http.StatusConflict, "already_bought")

		path := fmt.Sprintf("/api/orders/%d", bought.Order.ID)
		var found OrderDTO
		w.do(call{path: path, key: fan}).into(&found)
		if found.ID != bought.Order.ID || len(found.Transactions) != 1 {
			t.Errorf("found %+v", found)
		}
		var all []OrderDTO
		w.do(call{path: "/api/orders?no_limit=1", key: fan}).into(&all)
		if len(all) != 2 {
			t.Errorf("orders %+v", all)
		}
		w.do(call{path: path, key: other}).want(http.StatusNotFound, "order_not_found")
		w.do(call{path: path, key: w.visitor(home)}).want(http.StatusUnauthorized, "unauthenticated")
	})
}

// What a bank was told comes by the provider's webhook, over the wire.
func TestAWebhookPaysAnOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newShop(t, d)
		s := w.season(home, "")
		fan := w.loggedIn(home, "fan@example.com")
		var bought BoughtDTO
		w.do(call{path: "/api/stripe/buy", key: fan, body: map[string]any{"package_id": s.pass, "payment_method": "pm_card_authenticationRequired"}}).into(&bought)
		if bought.Order.Status != string(commerce.OrderCreated) || bought.ClientSecret == "" {
			t.Fatalf("bought: %+v", bought)
		}
		if taxes := bought.Order.Taxes; len(taxes) != 2 || taxes[0].Name != "GST" || taxes[0].Number != "1 RT" || taxes[1].Name != "QST" || taxes[0].Amount+taxes[1].Amount != bought.Order.ServiceFee {
			t.Errorf("taxes %+v of %d", taxes, bought.Order.ServiceFee)
		}
		var again BoughtDTO
		w.do(call{path: "/api/stripe/resume", key: fan, body: map[string]any{"order_id": bought.Order.ID}}).into(&again)
		if again.ClientSecret != bought.ClientSecret || again.Order.ID != bought.Order.ID {
			t.Errorf("resumed: %+v", again)
		}
		var row struct {
			Key, Customer, Intent string
			Amount, ChannelID     int64
		}
		if err := d.Read().NewRaw("SELECT key, customer, intent, amount, channel_id FROM checkouts").Scan(t.Context(), &row); err != nil {
			t.Fatal(err)
		}
		body := fmt.Sprintf(`{"id":"evt_1","object":"event","type":"payment_intent.succeeded","data":{"object":{"id":%q,"object":"payment_intent","status":"succeeded",
			"amount":%d,"amount_received":%d,"currency":"cad","customer":%q,"latest_charge":"ch_1","metadata":{"checkout":%q,"channel":"%d"}}}}`,
			row.Intent, row.Amount, row.Amount, row.Customer, row.Key, row.ChannelID)
		hear := func(channelKey, body, secret string, at time.Time) int {
			t.Helper()
			header := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: []byte(body), Secret: secret, Timestamp: at}).Header
			answer := newRecorder(w, call{path: "/api/stripe/webhook/" + channelKey, body: body, header: map[string]string{"Stripe-Signature": header}}.request(t))
			return answer.Code
		}
		secret, now := fmt.Sprint(hookSecret, "channel", row.ChannelID), time.Now()
		paid := func() bool {
			var found OrderDTO
			w.do(call{path: fmt.Sprintf("/api/orders/%d", bought.Order.ID), key: fan}).into(&found)
			return found.Status == string(commerce.OrderPaid)
		}
		for name, refused := range map[string]int{
			"forged":          hear(home, body, "whsec_guessed", now),
			"stale":           hear(home, body, secret, now.Add(-6*time.Minute)),
			"another channel": hear(away, body, secret, now),
			"no such channel": hear("nowhere", body, secret, now),
			"far too large":   hear(home, body+strings.Repeat(" ", maxWebhook), secret, now),
		} {
			if refused < 400 || refused >= 500 || paid() {
				t.Errorf("%s: %d", name, refused)
			}
		}
		for range 2 {
			if status := hear(home, body, secret, now); status != http.StatusOK || !paid() {
				t.Errorf("the provider's own: %d", status)
			}
		}
	})
}

func TestABundleIsBoughtInOnePayment(t *testing.T) {
	w := newShop(t, dbtest.SQLite(t))
	s := w.season(home, "")
	fan := w.loggedIn(home, "fan@example.com")
	buy := func(items ...map[string]any) reply {
		return w.do(call{path: "/api/stripe/buy_bundle", key: fan, body: map[string]any{"items": items, "payment_method": "pm_card_visa"}})
	}
	buy().want(http.StatusBadRequest, "validation_failed").field("items")
	var bought BundleDTO
	buy(map[string]any{"package_id": s.pass}, map[string]any{"event_id": s.events["ppv"], "single_event_package_id": s.ticket}).into(&bought)
	if len(bought.Orders) != 2 || bought.Orders[0].Type != "package" || bought.Orders[1].Type != "event" {
		t.Fatalf("orders %+v", bought.Orders)
	}
	for _, o := range bought.Orders {
		if o.Status != string(commerce.OrderPaid) || o.Amount != o.Price || len(o.Transactions) != 1 {
			t.Errorf("order %+v", o)
		}
	}
}

// Tickets of two events share a package: each is sold, shown and marked by its event.
func TestTwoEventsOfOneTicketAreSoldApart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newShop(t, d)
		s := w.season(home, "")
		fan := w.loggedIn(home, "fan@example.com")
		first, second := int64(s.events["paid"]), int64(s.events["ppv"])
		ticket := func(event int64) map[string]any {
			return map[string]any{"event_id": event, "single_event_package_id": s.ticket}
		}
		buy := func(event int64) reply {
			body := ticket(event)
			body["payment_method"] = "pm_card_visa"
			return w.do(call{path: "/api/stripe/buy", key: fan, body: body})
		}
		opens := func(event int64) bool {
			var e EventDetailDTO
			w.do(call{path: fmt.Sprintf("/api/events/%d", event), key: fan}).into(&e)
			return e.HasAccess
		}
		var preview InvoicePreviewDTO
		w.do(call{path: "/api/stripe/invoice-preview", key: fan, body: map[string]any{"items": []map[string]any{ticket(first), ticket(second)}}}).into(&preview)
		if len(preview.Lines) != 2 || *preview.Lines[0].Product.EventID != first || *preview.Lines[1].Product.EventID != second {
			t.Errorf("lines %+v", preview.Lines)
		}
		for i, event := range []int64{first, second} {
			var bought BoughtDTO
			buy(event).into(&bought)
			if o := bought.Order; *o.Product.EventID != event || o.Event.ID != event || o.Product.ID != int64(s.ticket) || o.ActivityStatus != "active" {
				t.Errorf("order %+v", o)
			}
			if !opens(event) || i == 0 && opens(second) {
				t.Errorf("after game %d: opens %v and %v", i+1, opens(first), opens(second))
			}
			buy(event).want(http.StatusConflict, "already_bought")
		}
		var orders []OrderDTO
		w.do(call{path: "/api/orders", key: fan}).into(&orders)
		if len(orders) != 2 || orders[0].Event.ID != second || orders[1].Event.ID != first {
			t.Errorf("orders %+v", orders)
		}
		var sold []PackageDTO
		w.do(call{path: "/api/packages", key: fan}).into(&sold)
		for _, p := range sold {
			if p.Purchased {
				t.Errorf("package %d is marked as bought", p.ID)
			}
		}
	})
}

func TestASetupIntentIsForOneCard(t *testing.T) {
	w := newShop(t, dbtest.SQLite(t))
	w.season(home, "")
	ask := func(key string) call {
		return call{path: "/api/stripe/setup-intent", key: key, body: map[string]any{}}
	}
	w.do(ask(w.visitor(home))).want(http.StatusUnauthorized, "unauthenticated")
	fan := w.loggedIn(home, "fan@example.com")
	var first, second SetupIntentDTO
	w.do(ask(fan)).into(&first)
	w.do(ask(fan)).into(&second)
	if first.ClientSecret == "" || first.ClientSecret == second.ClientSecret || first.PublishableKey == "" || !first.TestPayments {
		t.Errorf("asked for %+v, then %+v", first, second)
	}
}
