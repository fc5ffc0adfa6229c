package stripesim

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
)

// maxFaultCount bounds how often a fault may happen.
const maxFaultCount = 1_000_000

// readOrder reads the JSON body of one of the simulator's own calls.
func readOrder(w http.ResponseWriter, r *http.Request, into any) bool {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		http.Error(w, fmt.Sprintf("The body is not readable: %v", err), http.StatusBadRequest)
		return false
	}
	return true
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(append(encode(v), '\n'))
}

// orderFault answers POST /_simulator/faults.
func (s *Server) orderFault(w http.ResponseWriter, r *http.Request) {
	f := &fault{}
	if !readOrder(w, r, f) {
		return
	}
	if !f.ofRequests() && !f.ofDeliveries() {
		http.Error(w, "kind must be one of error, error_done, rate_limit, lost, unclear, slow (of requests), duplicate, disorder, delay, drop "+
			"(of deliveries)", http.StatusBadRequest)
		return
	}
	if f.Count < 0 || f.Count > maxFaultCount || f.Millis < 0 {
		http.Error(w, "count and milliseconds must not be negative, and count at most a million", http.StatusBadRequest)
		return
	}
	if f.Count == 0 {
		f.Count = 1
	}
	s.mu.Lock()
	s.faults = append(s.faults, f)
	s.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

// listFaults answers GET /_simulator/faults: those that are still to happen.
func (s *Server) listFaults(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	left := make([]fault, len(s.faults))
	for i, f := range s.faults {
		left[i] = *f
	}
	s.mu.Unlock()
	writeJSON(w, left)
}

// clearFaults answers DELETE /_simulator/faults. What they held back is delivered.
func (s *Server) clearFaults(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	s.faults = nil
	s.mu.Unlock()
	s.rouse()
	w.WriteHeader(http.StatusNoContent)
}

// flushDeliveries answers POST /_simulator/flush: what has fallen due is billed, and what waits for its next attempt is sent
// now.
func (s *Server) flushDeliveries(w http.ResponseWriter, _ *http.Request) {
	s.billDue()
	s.mu.Lock()
	for _, acc := range s.accounts {
		t := s.begin(acc)
		for _, id := range acc.waiting {
			if o := acc.objects[id]; o.str("state") == deliveryWaiting && o.int("due") != 0 {
				t.edit(o)["due"] = int64(0)
			}
		}
		s.commit(t, nil)
	}
	s.faults = slices.DeleteFunc(s.faults, func(f *fault) bool { return len(f.held) > 0 })
	s.mu.Unlock()
	s.rouse()
	w.WriteHeader(http.StatusNoContent)
}

// reset answers POST /_simulator/reset: everything is forgotten.
func (s *Server) reset(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.accounts = map[string]*account{}
	s.faults = nil
	s.journal.append(entry{Reset: true})
	s.mu.Unlock()
	if err := s.journal.wait(); err != nil {
		s.log.ErrorContext(r.Context(), "the simulator's journal cannot be written", "error", err)
		http.Error(w, "The simulator cannot keep its state.", http.StatusInternalServerError)
		return
	}
	_, _ = io.Copy(io.Discard, r.Body)
	w.WriteHeader(http.StatusNoContent)
}

// books is one account's part of the ledger.
type books struct {
	Charges []object `json:"charges"`
	Refunds []object `json:"refunds"`
	Intents []object `json:"payment_intents"`
	Events  int      `json:"events"`
	Waiting int      `json:"deliveries_waiting"`
}

// ledger answers GET /_simulator/ledger?account=: per account every charge and refund, oldest first.
func (s *Server) ledger(w http.ResponseWriter, r *http.Request) {
	only := r.URL.Query().Get("account")
	s.mu.Lock()
	accounts := map[string]books{}
	for name, acc := range s.accounts {
		if matches(only, name) {
			accounts[name] = acc.books()
		}
	}
	s.mu.Unlock()
	writeJSON(w, map[string]any{"accounts": accounts})
}

func (a *account) books() books {
	of := func(kind string) []object {
		out := []object{}
		for _, id := range a.order[kind] {
			out = append(out, a.objects[id].public())
		}
		return out
	}
	waiting := 0
	for _, id := range a.waiting {
		if a.objects[id].str("state") == deliveryWaiting {
			waiting++
		}
	}
	return books{Charges: of(kindCharge), Refunds: of(kindRefund), Intents: of(kindIntent), Events: len(a.order[kindEvent]), Waiting: waiting}
}

// accountView is one account as the page shows it, newest first.
type accountView struct {
	Name                        string
	Charges, Refunds, Events    []object
	Deliveries                  []object
	ChargeCount, DeliveriesLeft int
}

// onPage is how many rows of each kind the page shows.
const onPage = 50

// ledgerPage answers GET /.
func (s *Server) ledgerPage(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	var views []accountView
	for name, acc := range s.accounts {
		of := func(kind string) []object {
			ids := acc.order[kind]
			var out []object
			for _, id := range slices.Backward(ids[max(0, len(ids)-onPage):]) {
				out = append(out, acc.objects[id])
			}
			return out
		}
		views = append(views, accountView{
			Name: name, Charges: of(kindCharge), Refunds: of(kindRefund), Events: of(kindEvent), Deliveries: of(kindDelivery),
			ChargeCount: len(acc.order[kindCharge]), DeliveriesLeft: acc.books().Waiting,
		})
	}
	s.mu.Unlock()
	slices.SortFunc(views, func(a, b accountView) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	s.show(w, "ledger.html", "", views)
}
