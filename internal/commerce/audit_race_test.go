package commerce_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/payment"
)

// An audit that meets a refund between the provider's answer and our record of it calls that no difference.
func TestTheAuditMeetsARefundThatIsBeingSent(t *testing.T) {
	for name, auditRecords := range map[string]bool{"recorded by the refund": false, "recorded by the audit": true} {
		t.Run(name, func(t *testing.T) {
			dbtest.Both(t, func(t *testing.T, d *db.DB) {
				r := openRegister(t, d)
				o := r.buy("pm_card_visa").Orders[0]
				if err := r.Refund(t.Context(), actor.Actor{Role: actor.Owner}, r.channels[0], o.ID); err != nil {
					t.Fatal(err)
				}
				created, record, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
				refunding := r.otherTill(d, hooks{created: func() { close(created); <-record }})
				var send, let sync.Once
				finish := func() {
					let.Do(func() {
						close(record)
						if err := <-done; err != nil {
							t.Error(err)
						}
					})
				}
				auditing := r.otherTill(d, hooks{
					intent: func() {
						send.Do(func() {
							go func() { done <- refunding.PayBack(t.Context(), r.channels[0], o.ID) }()
							<-created
						})
					},
					charge: func() {
						if !auditRecords {
							finish()
						}
					},
				})
				audit, err := auditing.Audit(t.Context(), actor.Actor{Role: actor.Owner})
				if err != nil || audit.Compared != 1 || len(audit.Differences) > 0 {
					t.Errorf("%+v, %v", audit, err)
				}
				finish()
				r.stands("given back", commerce.OrderRefunded, commerce.DisputeNone, commerce.ReasonPurchaseRequired, 0)
				r.checkNoDifferences()
			})
		})
	}
}

// hooks are called around calls of the provider.
type hooks struct {
	created        func() // after a refund was created
	intent, charge func() // before they are retrieved
	latest, older  int    // limits of the invoices in an answer; 0: no limit of the test
}

// hookedAccount is an account of the provider with hooks.
type hookedAccount struct {
	commerce.Account

	hooks
}

func (a hookedAccount) CreateRefund(ctx context.Context, refund payment.Refund) (string, error) {
	id, err := a.Account.CreateRefund(ctx, refund)
	if a.created != nil {
		a.created()
	}
	return id, err
}

func (a hookedAccount) RetrieveIntent(ctx context.Context, id string) (payment.Intent, error) {
	if a.intent != nil {
		a.intent()
	}
	return a.Account.RetrieveIntent(ctx, id)
}

func (a hookedAccount) RetrieveCharge(ctx context.Context, intent string) (payment.Charge, bool, error) {
	if a.hooks.charge != nil {
		a.hooks.charge()
	}
	return a.Account.RetrieveCharge(ctx, intent)
}

func (a hookedAccount) RetrieveSubscription(ctx context.Context, id string) (payment.Subscription, error) {
	s, err := a.Account.RetrieveSubscription(ctx, id)
	if a.latest > 0 && len(s.Invoices) > a.latest {
		s.Invoices, s.MoreInvoices = s.Invoices[:a.latest], true
	}
	return s, err
}

func (a hookedAccount) OlderInvoices(ctx context.Context, subscription, than string, limit int) ([]payment.Invoice, bool, error) {
	if a.older > 0 {
		limit = a.older
	}
	return a.Account.OlderInvoices(ctx, subscription, than, limit)
}

// hookedPayments is the provider with hooks.
type hookedPayments struct {
	commerce.Payments

	hooks
}

// Account is part of commerce.Payments.
func (p hookedPayments) Account(ctx context.Context, channelID int64) (commerce.Account, error) {
	account, err := p.Payments.Account(ctx, channelID)
	return hookedAccount{account, p.hooks}, err
}

// AccountNamed is part of commerce.Payments.
func (p hookedPayments) AccountNamed(ctx context.Context, channelID int64, name string) (commerce.Account, error) {
	account, err := p.Payments.AccountNamed(ctx, channelID, name)
	return hookedAccount{account, p.hooks}, err
}

// otherTill is another process's till over the same database, with hooks at the provider.
func (r *register) otherTill(d *db.DB, h hooks) *commerce.Till {
	return commerce.NewTill(commerce.TillDeps{
		DB: d, Clock: r.clock, Log: slog.New(slog.DiscardHandler), Offers: r.Service, Payments: hookedPayments{r, h}, Buyers: r, Sites: r, Letters: r, Queue: r,
	})
}
