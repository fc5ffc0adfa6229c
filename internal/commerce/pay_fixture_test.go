package commerce_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/payment"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/stripesim"
	"github.com/grandstand/grandstand/internal/tax"
)

// register is a counter with a till, whose payments the simulator takes.
type register struct {
	counter
	*commerce.Till
	t      *testing.T
	clock  *clock.Manual
	url    string
	turned string // the provider's test clock, empty for none
	stripe string // secret key of a test account to pay at instead of the simulator

	mu         sync.Mutex
	keys       map[int64]string // of the channels at the provider
	former     []string         // keys of the first channel's former accounts
	looks      []commerce.CheckoutID
	refunds    []commerce.OrderID
	receipts   []commerce.CheckoutID
	letters    []letter.Letter
	taxes      tax.List // that receipts name
	down       bool
	newest     string                    // event of the provider that was taken last
	desk       int                       // refunds made at the provider
	forgotten  []int64                   // users whom the provider is to forget
	followed   []commerce.SubscriptionID // whose user pays a renewal
	tidied     int                       // how often cards were to be looked through
	notices    []int64                   // entries of histories that a letter is to tell of
	speaks     string                    // the buyer's language; empty for French
	unspoken   bool                      // the buyer has chosen no language
	heard      int                       // how often all was told again
	holding    int                       // how often holds were to be applied
	leaving    bool                      // the buyer's account is being deleted
	gone       bool                      // the buyer has no account any more
	withTrial  commerce.PackageID        // the subscription whose trials are begun
	unverified bool                      // the buyer's address is not known to be theirs
	guest      bool                      // the buyer has no password
	email      string                    // the buyer's address; empty for fan@example.com

	// Barriers between the reads and the writes of racers; nil except in controls.
	beforeOrder, beforeCustomer *dbtest.Meeting
}

const (
	webhookSecret = "whsec_of_the_tests"
	// secondAccount is the key of the account to which the first channel moves (moveAccount).
	secondAccount = "moved"
)

func openRegister(t *testing.T, d *db.DB, coupons ...commerce.Coupon) *register {
	t.Helper()
	time := clock.NewManual(now)
	simulator, err := stripesim.Open(stripesim.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(simulator)
	t.Cleanup(func() {
		server.Close()
		_ = simulator.Close()
	})
	r := &register{counter: openCounter(t, d, coupons...), t: t, clock: time, url: server.URL}
	r.keys = map[int64]string{r.channels[0]: "one", r.channels[1]: "two"}
	log := slog.New(slog.DiscardHandler)
	r.Service = commerce.NewService(d, revision.NewTracker(d.Read(), r.clock, log), r.clock).Selling(r.programme())
	r.Till = commerce.NewTill(commerce.TillDeps{
		DB: d, Clock: r.clock, Log: log, Offers: r.Service, Payments: r, Buyers: r, Sites: r, Letters: r, Queue: r,
	})
	return r
}

// programme is what the counter's channel shows.
func (r *register) programme() programme {
	return programme{r.channels[0], r.events}
}

// Account is part of commerce.Payments.
func (r *register) Account(_ context.Context, channelID int64) (commerce.Account, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.down {
		return nil, commerce.ErrPaymentsUnavailable()
	}
	return r.open(r.keys[channelID])
}

// AccountNamed is part of commerce.Payments.
func (r *register) AccountNamed(ctx context.Context, channelID int64, name string) (commerce.Account, error) {
	accounts, err := r.Accounts(ctx, channelID)
	if err != nil {
		return nil, err
	}
	for _, account := range accounts {
		if account.Name() == name {
			return account, nil
		}
	}
	return nil, commerce.ErrAccountUnknown(name)
}

// Accounts is part of commerce.Payments.
func (r *register) Accounts(ctx context.Context, channelID int64) ([]commerce.Account, error) {
	current, err := r.Account(ctx, channelID)
	if err != nil {
		return nil, err
	}
	accounts := []commerce.Account{current}
	for _, key := range r.former {
		former, err := r.open(key)
		if err != nil {
			return nil, err
		}
		accounts = append(accounts, former)
	}
	return accounts, nil
}

// open opens the account of a key at the simulator. Of the account that the first channel moves to, the name and the webhooks' secret
// are others than those of the account that each channel begins with.
func (r *register) open(key string) (commerce.Account, error) {
	if r.stripe != "" {
		return stripeAccount(r.stripe)
	}
	name, secret := "", webhookSecret
	if key == secondAccount {
		name, secret = payment.NewName(payment.Simulated, "acct_"+key), webhookSecret+"_"+key
	}
	return payment.Open(payment.Options{
		Name: name, SecretKey: "sk_sim_" + key, PublishableKey: "pk_sim_" + key, WebhookSecret: secret, URL: r.url,
		HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, // or the transport itself repeats what was lost
	})
}

// Recipient is part of commerce.Buyers.
func (r *register) Recipient(context.Context, int64, int64) (commerce.Recipient, bool, error) {
	r.beforeCustomer.Wait()
	return commerce.Recipient{Email: cmp.Or(r.email, "fan@example.com"), Language: cmp.Or(r.speaks, "fr"), Chosen: !r.unspoken, Leaving: r.leaving, Verified: !r.unverified, Guest: r.guest}, !r.gone, nil
}

// Send is part of commerce.Letters.
func (r *register) Send(ctx context.Context, channelID int64, to string, l letter.Letter) error {
	if r.TillDeps.DB.Inside(ctx) {
		r.t.Error("a letter is written inside a transaction, which keeps other writers waiting")
	}
	return r.TillDeps.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return r.Post(ctx, tx, channelID, to, l) })
}

// Post is part of commerce.Letters.
func (r *register) Post(_ context.Context, _ bun.Tx, _ int64, _ string, l letter.Letter) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.letters = append(r.letters, l)
	return nil
}

// EnqueueReconcile is part of commerce.Queue.
func (r *register) EnqueueReconcile(_ context.Context, _ bun.Tx, _ int64, id commerce.CheckoutID, _ time.Duration) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.looks, id) {
		r.looks = append(r.looks, id)
	}
	return nil
}

// EnqueueReceipt is part of commerce.Queue.
func (r *register) EnqueueReceipt(_ context.Context, _ bun.Tx, _ int64, id commerce.CheckoutID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.receipts = append(r.receipts, id)
	return nil
}

// EnqueueSubscriptionLetter is part of commerce.Queue.
func (r *register) EnqueueSubscriptionLetter(ctx context.Context, _ bun.Tx, _, happening int64) error {
	r.TillDeps.DB.AfterCommit(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.notices = append(r.notices, happening)
	})
	return nil
}

// EnqueueRefund is part of commerce.Queue.
func (r *register) EnqueueRefund(_ context.Context, _ bun.Tx, _ int64, id commerce.OrderID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refunds = append(r.refunds, id)
	return nil
}

// EnqueueRenewal is part of commerce.Queue.
func (r *register) EnqueueRenewal(_ context.Context, _ bun.Tx, _ int64, id commerce.SubscriptionID, _ time.Duration) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.followed = append(r.followed, id)
	return nil
}

// EnqueueHolds is part of commerce.Queue.
func (r *register) EnqueueHolds(context.Context, bun.Tx, int64, int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.holding++
	return nil
}

// EnqueueForget is part of commerce.Queue.
func (r *register) EnqueueForget(_ context.Context, _ bun.Tx, _, userID int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forgotten = append(r.forgotten, userID)
	return nil
}

// EnqueueCards is part of commerce.Queue.
func (r *register) EnqueueCards(context.Context, bun.Tx, int64, int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tidied++
	return nil
}

// purchase is the season pass, paid by a card.
func (r *register) purchase(card string) commerce.Purchase {
	return commerce.Purchase{
		ChannelID: r.channels[0], Buyer: r.buyer, Language: "en", Items: []commerce.Item{{PackageID: r.season}}, PaymentMethod: card,
	}
}

func (r *register) buy(card string) commerce.PurchaseResult {
	r.t.Helper()
	bought, err := r.Buy(r.t.Context(), r.purchase(card))
	if err != nil {
		r.t.Fatal(err)
	}
	return bought
}

// status is that of the buyer's latest order.
func (r *register) status() commerce.OrderStatus {
	r.t.Helper()
	orders, _, err := r.Orders(r.t.Context(), r.channels[0], r.buyer.UserID, commerce.OrderFilter{})
	if err != nil || len(orders) == 0 {
		r.t.Fatalf("orders %v, %v", orders, err)
	}
	return orders[0].Status
}

// reconcile looks after every checkout once.
func (r *register) reconcile() (again time.Duration) {
	r.t.Helper()
	for _, id := range r.looks {
		next, err := r.Reconcile(r.t.Context(), r.channels[0], id)
		if err != nil {
			r.t.Fatal(err)
		}
		again = max(again, next)
	}
	return again
}

// order gives the simulator an order of its own.
func (r *register) order(path string, body any) {
	r.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		r.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, r.url+path, bytes.NewReader(text))
	if err != nil {
		r.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		r.t.Fatalf("%s: %s", path, answer.Status)
	}
}

// ledger is what the simulator has charged and given back.
type ledger struct {
	Charges []struct {
		ID             string `json:"id"`
		Amount         int64  `json:"amount"`
		AmountRefunded int64  `json:"amount_refunded"`
		Paid           bool   `json:"paid"`
		Intent         string `json:"payment_intent"`
	} `json:"charges"`
	Intents []map[string]any `json:"payment_intents"`
}

func (r *register) ledger() ledger {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.url+"/_simulator/ledger?account=one", http.NoBody)
	if err != nil {
		r.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	var all struct {
		Accounts map[string]ledger `json:"accounts"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		r.t.Fatal(err)
	}
	return all.Accounts["one"]
}

// charged is how many charges went through and were not given back.
func (r *register) charged() (n int) {
	r.t.Helper()
	for _, c := range r.ledger().Charges {
		if c.Paid && c.AmountRefunded < c.Amount {
			n++
		}
	}
	return n
}
