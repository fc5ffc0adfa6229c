package stripesim

import (
	"net/http"
)

// route is one of Stripe's calls.
type route struct {
	pattern string
	do      action
}

// openRoutes are the calls that a publishable key may make, from a browser.
func openRoutes() []route {
	return []route{
		{"POST /v1/payment_methods", (*call).createMethod},
		{"GET /v1/payment_intents/{id}", (*call).retrieveIntent},
		{"POST /v1/payment_intents/{id}/confirm", (*call).confirmIntent},
		{"GET /v1/setup_intents/{id}", (*call).retrieveSetup},
		{"POST /v1/setup_intents/{id}/confirm", (*call).confirmSetup},
	}
}

// paymentRoutes are the calls of a secret key that move money once.
func paymentRoutes() []route {
	return []route{
		{"POST /v1/customers", (*call).createCustomer},
		{"GET /v1/customers", (*call).listCustomers},
		{"GET /v1/customers/{id}", (*call).retrieveCustomer},
		{"POST /v1/customers/{id}", (*call).updateCustomer},
		{"DELETE /v1/customers/{id}", (*call).deleteCustomer},
		{"GET /v1/customers/{id}/payment_methods", (*call).listMethods},
		{"GET /v1/payment_methods", (*call).listMethods},
		{"GET /v1/payment_methods/{id}", (*call).retrieveMethod},
		{"POST /v1/payment_methods/{id}", (*call).updateMethod},
		{"POST /v1/payment_methods/{id}/attach", (*call).attachMethod},
		{"POST /v1/payment_methods/{id}/detach", (*call).detachMethod},
		{"POST /v1/payment_intents", (*call).createIntent},
		{"GET /v1/payment_intents", (*call).listIntents},
		{"POST /v1/payment_intents/{id}", (*call).updateIntent},
		{"POST /v1/payment_intents/{id}/cancel", (*call).cancelIntent},
		{"POST /v1/payment_intents/{id}/capture", (*call).captureIntent},
		{"POST /v1/setup_intents", (*call).createSetup},
		{"GET /v1/setup_intents", (*call).listSetups},
		{"POST /v1/setup_intents/{id}", (*call).updateSetup},
		{"POST /v1/setup_intents/{id}/cancel", (*call).cancelSetup},
		{"GET /v1/charges", (*call).listCharges},
		{"GET /v1/charges/{id}", (*call).retrieveCharge},
		{"POST /v1/charges/{id}", (*call).updateCharge},
		{"POST /v1/refunds", (*call).createRefund},
		{"GET /v1/refunds", (*call).listRefunds},
		{"GET /v1/refunds/{id}", (*call).retrieveRefund},
		{"POST /v1/refunds/{id}", (*call).updateRefund},
		{"POST /v1/refunds/{id}/cancel", (*call).cancelRefund},
		{"GET /v1/disputes", (*call).listDisputes},
		{"GET /v1/disputes/{id}", (*call).retrieveDispute},
		{"POST /v1/disputes/{id}", (*call).updateDispute},
		{"POST /v1/disputes/{id}/close", (*call).closeDispute},
		{"GET /v1/account", (*call).retrieveAccount},
		{"GET /v1/balance", (*call).retrieveBalance},
		{"GET /v1/balance_transactions", (*call).listMoves},
		{"GET /v1/balance_transactions/{id}", (*call).retrieveMove},
		{"GET /v1/events", (*call).listEvents},
		{"GET /v1/events/{id}", (*call).retrieveEvent},
		{"POST /v1/webhook_endpoints", (*call).createEndpoint},
		{"GET /v1/webhook_endpoints", (*call).listEndpoints},
		{"GET /v1/webhook_endpoints/{id}", (*call).retrieveEndpoint},
		{"POST /v1/webhook_endpoints/{id}", (*call).updateEndpoint},
		{"DELETE /v1/webhook_endpoints/{id}", (*call).deleteEndpoint},
	}
}

// billingRoutes are the calls of a secret key that move money again and again.
func billingRoutes() []route {
	return []route{
		{"POST /v1/products", (*call).createProduct},
		{"GET /v1/products", (*call).listProducts},
		{"GET /v1/products/{id}", (*call).retrieveProduct},
		{"POST /v1/products/{id}", (*call).updateProduct},
		{"POST /v1/prices", (*call).createPrice},
		{"GET /v1/prices", (*call).listPrices},
		{"GET /v1/prices/{id}", (*call).retrievePrice},
		{"POST /v1/prices/{id}", (*call).updatePrice},
		{"POST /v1/coupons", (*call).createCoupon},
		{"GET /v1/coupons", (*call).listCoupons},
		{"GET /v1/coupons/{id}", (*call).retrieveCoupon},
		{"DELETE /v1/coupons/{id}", (*call).deleteCoupon},
		{"POST /v1/promotion_codes", (*call).createPromotion},
		{"GET /v1/promotion_codes", (*call).listPromotions},
		{"GET /v1/promotion_codes/{id}", (*call).retrievePromotion},
		{"POST /v1/promotion_codes/{id}", (*call).updatePromotion},
		{"POST /v1/subscriptions", (*call).createSubscription},
		{"GET /v1/subscriptions", (*call).listSubscriptions},
		{"GET /v1/subscriptions/{id}", (*call).retrieveSubscription},
		{"POST /v1/subscriptions/{id}", (*call).updateSubscription},
		{"DELETE /v1/subscriptions/{id}", (*call).cancelSubscription},
		{"GET /v1/invoices", (*call).listInvoices},
		{"GET /v1/invoices/{id}", (*call).retrieveInvoice},
		{"POST /v1/invoices/{id}/pay", (*call).payInvoice},
		{"POST /v1/invoices/{id}/void", (*call).voidOpenInvoice},
		{"POST /v1/invoices/{id}/mark_uncollectible", (*call).markUncollectible},
		{"POST /v1/invoices/create_preview", (*call).previewInvoice},
		{"GET /v1/invoice_payments", (*call).listInvoicePayments},
		{"POST /v1/billing_portal/sessions", (*call).createPortal},
		{"POST /v1/test_helpers/test_clocks", (*call).createClock},
		{"GET /v1/test_helpers/test_clocks", (*call).listClocks},
		{"GET /v1/test_helpers/test_clocks/{id}", (*call).retrieveClock},
		{"POST /v1/test_helpers/test_clocks/{id}/advance", (*call).advanceClock},
		{"DELETE /v1/test_helpers/test_clocks/{id}", (*call).deleteClock},
	}
}

// routes builds both handlers.
func (s *Server) routes() {
	s.all, s.browser = http.NewServeMux(), http.NewServeMux()
	for _, r := range openRoutes() {
		s.all.Handle(r.pattern, s.handle(r.do, true))
		s.browser.Handle(r.pattern, s.fromBrowser(s.handle(r.do, true)))
	}
	for _, r := range append(paymentRoutes(), billingRoutes()...) {
		s.all.Handle(r.pattern, s.handle(r.do, false))
	}
	for _, mux := range []*http.ServeMux{s.all, s.browser} {
		mux.HandleFunc("GET /3d_secure/{account}/{intent}", s.challengePage)
		mux.HandleFunc("POST /3d_secure/{account}/{intent}", s.challengeAnswer)
		mux.HandleFunc("GET /portal/{account}/{session}", s.portalPage)
		mux.HandleFunc("POST /portal/{account}/{session}", s.portalAnswer)
		mux.HandleFunc("GET /pages/page.css", s.asset("page.css", "text/css"))
		mux.HandleFunc("GET /pages/done.js", s.asset("done.js", "text/javascript"))
		mux.HandleFunc("/", s.unrecognized)
	}
	s.all.HandleFunc("GET /{$}", s.ledgerPage)
	s.all.HandleFunc("GET /_simulator/ledger", s.ledger)
	s.all.HandleFunc("POST /_simulator/reset", s.reset)
	s.all.HandleFunc("POST /_simulator/faults", s.orderFault)
	s.all.HandleFunc("GET /_simulator/faults", s.listFaults)
	s.all.HandleFunc("DELETE /_simulator/faults", s.clearFaults)
	s.all.HandleFunc("POST /_simulator/endpoints", s.orderEndpoint)
	s.all.HandleFunc("POST /_simulator/flush", s.flushDeliveries)
	s.all.HandleFunc("POST /_simulator/disputes", s.orderDispute)
	s.all.HandleFunc("POST /_simulator/changes", s.orderChange)
}

// fromBrowser refuses secret keys: whoever sends one from a browser has given it away.
func (s *Server) fromBrowser(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, limited, err := identify(r); err == nil && !limited {
			writeReply(w, failed(newID("req"), unauthorized("This API call cannot be made with a secret API key. Please use a publishable API key.")))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// unrecognized answers for every other address.
func (s *Server) unrecognized(w http.ResponseWriter, r *http.Request) {
	id := newID("req")
	if _, _, err := identify(r); err != nil {
		writeReply(w, failed(id, err))
		return
	}
	e := invalid("", "", "Unrecognized request URL (%s: %s). The simulator does not have this call.", r.Method, r.URL.Path)
	e.status = http.StatusNotFound
	writeReply(w, failed(id, e))
}
