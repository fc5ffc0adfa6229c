package stripesim

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	kindPortal = "billing_portal.session"
	// portalOpen is how long a session's page can be opened.
	portalOpen = hour
)

// createPortal makes a page on which a customer sees his cards and ends his subscriptions. Its address is the key to it.
func (c *call) createPortal() (object, error) {
	if err := c.only("configuration", "customer", "locale", "return_url"); err != nil {
		return nil, err
	}
	customer, err := c.find(kindCustomer, c.p.str("customer"), "customer")
	if err != nil {
		return nil, err
	}
	back := c.p.str("return_url")
	if target, err := url.Parse(back); back != "" && (err != nil || target.Host == "" || !strings.HasPrefix(target.Scheme, "http")) {
		return nil, invalid("url_invalid", "return_url", "Not a valid URL")
	}
	id := newID("bps")
	o := c.base(kindPortal, id).with(object{
		"configuration": "bpc_simulator", "customer": customer.id(), "flow": nil, "locale": orNil(c.p.str("locale")), "on_behalf_of": nil,
		"return_url": orNil(back), "url": c.s.public(c.r.Host) + "/portal/" + url.PathEscape(c.acc.name) + "/" + id,
	})
	delete(o, "metadata")
	return c.put(o), nil
}

// portalView is what the portal's page shows.
type portalView struct {
	French        bool
	Lang, Session string
	Back          string
	Cards         []object
	Subscriptions []portalSubscription
	Customer      string
	Problem       string // why the form that was just sent is not accepted; empty for none
	Answer        string // of that form
	Failed        string // the subscription of that form; empty for forms of the customer
	Credit        string // what pays the next invoices before a card does; empty for none
	Today         string // the customer's own day, where a test clock shows another than the machine's
}

type portalSubscription struct {
	ID, Name, Status, Until string
	Card                    string // the payment method that pays
	Ends, Over              bool
	Price, Currency         string // of the first item, in units of the currency
	Interval                string // day, week, month or year
	IntervalCount           int64
}

// portalPage answers GET /portal/{account}/{session}.
func (s *Server) portalPage(w http.ResponseWriter, r *http.Request) {
	s.showPortal(w, r, "")
}

// showPortal writes the page as everything stands now, with what is wrong with the form that was sent.
func (s *Server) showPortal(w http.ResponseWriter, r *http.Request, problem string) {
	s.mu.Lock()
	c, session, err := s.portal(r)
	var view portalView
	if err == nil {
		view = c.viewPortal(session)
	}
	s.mu.Unlock()
	if err != nil {
		pageMissing(w)
		return
	}
	said := challenge{}
	said.say(r)
	if language := session.str("locale"); language != "" && r.FormValue("lang") == "" {
		said.Lang, said.French = "en", strings.HasPrefix(language, "fr")
		if said.French {
			said.Lang = "fr"
		}
	}
	view.French, view.Lang, view.Problem = said.French, said.Lang, problem
	if problem != "" {
		if view.French {
			view.Problem = inFrench(problem, r.PostFormValue("answer"))
		}
		view.Answer, view.Failed = r.PostFormValue("answer"), r.PostFormValue("subscription")
	}
	s.show(w, "portal.html", "", view)
}

// portal finds the session of a request that has not run out. Called with mu held.
func (s *Server) portal(r *http.Request) (*call, object, error) {
	name, id := r.PathValue("account"), r.PathValue("session")
	acc := s.accounts[name]
	if acc == nil {
		return nil, nil, unknown(kindPortal, id, "session")
	}
	c := &call{tx: s.begin(acc), s: s, r: r, p: &params{}}
	session, err := c.find(kindPortal, id, "session")
	if err != nil || c.now > session.int("created")+portalOpen {
		return nil, nil, unknown(kindPortal, id, "session")
	}
	customer, err := c.find(kindCustomer, session.str("customer"), "customer")
	if err != nil {
		return nil, nil, err
	}
	c.onClock(customer)
	return c, session, nil
}

func (c *call) viewPortal(session object) portalView {
	customer := session.str("customer")
	view := portalView{Session: session.id(), Back: session.str("return_url"), Customer: customer}
	if found, ok := c.get(kindCustomer, customer); ok {
		if found.str("test_clock") != "" {
			view.Today = dayOf(c.now)
		}
		if credit := -found.int("balance"); credit > 0 {
			view.Credit = decimal(credit)
		}
	}
	view.Cards = c.all(kindMethod, func(o object) bool { return o.str("customer") == customer })
	for _, o := range c.all(kindSubscription, func(o object) bool { return o.str("customer") == customer }) {
		price := o.items()[0].in("price")
		name := price.str("product")
		if product, ok := c.get(kindProduct, name); ok {
			name = product.str("name")
		}
		view.Subscriptions = append(view.Subscriptions, portalSubscription{
			ID: o.id(), Name: name, Status: o.str("status"), Until: dayOf(periodEnd(o)),
			Card: o.str("default_payment_method"), Ends: o.flag("cancel_at_period_end"), Over: ended(o),
			Price: decimal(price.int("unit_amount")), Currency: strings.ToUpper(price.str("currency")),
			Interval: price.in("recurring").str("interval"), IntervalCount: price.in("recurring").int("interval_count"),
		})
	}
	return view
}

// inFrench says a problem of a form in French.
func inFrench(problem, answer string) string {
	switch answer {
	case "add":
		return "Ce numéro n’est pas celui d’une carte d’essai."
	case "credit":
		return "Ce montant n’est pas valide."
	case "price":
		return "Ce prix ou cette période n’est pas valide. Une période dure au plus trois ans."
	}
	return problem
}

func dayOf(at int64) string { return time.Unix(at, 0).UTC().Format(time.DateOnly) }
