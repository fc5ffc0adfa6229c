package stripesim

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stripe/stripe-go/v85"
)

// reopen opens a copy of a folder as a crash would leave it: while the first simulator still runs.
func reopen(t *testing.T, folder string) *Server {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, journalName))
	if err != nil {
		t.Fatal(err)
	}
	return openText(t, text)
}

func openText(t *testing.T, text []byte) *Server {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, journalName), text, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(Options{Folder: folder, Now: newClock().Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// state is everything a simulator knows, as JSON.
func state(t *testing.T, s *Server) map[string]string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]string{}
	for name, acc := range s.accounts {
		for id, o := range acc.objects {
			text, err := json.Marshal(o)
			if err != nil {
				t.Fatal(err)
			}
			out[name+" "+id] = string(text)
		}
		for key, kept := range acc.replies {
			out[name+" reply "+key] = kept.Body
		}
		for kind, ids := range acc.order {
			out[name+" order "+kind] = strings.Join(ids, " ")
		}
	}
	return out
}

func TestTheStateSurvivesACrash(t *testing.T) {
	folder := t.TempDir()
	w := newWorld(t, Options{Folder: folder})
	params := payParams("pm_card_visa")
	params.SetIdempotencyKey("kept")
	intent, err := w.pay(params)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, second(w.pay(payParams("pm_card_chargeDeclined"))), 402, "card_declined")
	want := state(t, w.sim)
	again := reopen(t, folder)
	if diff := cmp.Diff(want, state(t, again)); diff != "" {
		t.Fatal(diff)
	}
	w.http.Config.Handler = again
	if repeated, err := w.pay(params); err != nil || repeated.ID != intent.ID {
		t.Errorf("the key after the crash: %v %v", repeated, err)
	}
	if _, err := w.secret().V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{PaymentIntent: stripe.String(intent.ID)}); err != nil {
		t.Errorf("a refund after the crash: %v", err)
	}
}

func TestATornLineIsDropped(t *testing.T) {
	folder := t.TempDir()
	w := newWorld(t, Options{Folder: folder})
	w.paid("pm_card_visa")
	want := state(t, w.sim)
	text, err := os.ReadFile(filepath.Join(folder, journalName))
	if err != nil {
		t.Fatal(err)
	}
	w.paid("pm_card_visa")
	longer, err := os.ReadFile(filepath.Join(folder, journalName))
	if err != nil {
		t.Fatal(err)
	}
	for _, more := range []int{1, 10, len(longer) - len(text) - 1} {
		if diff := cmp.Diff(want, state(t, openText(t, longer[:len(text)+more]))); diff != "" {
			t.Errorf("%d bytes of the next line: %s", more, diff)
		}
	}
	whole := state(t, openText(t, longer))
	if len(whole) <= len(want) {
		t.Error("the whole line was dropped as well, so this test shows nothing")
	}
}

func TestADamagedJournalIsNotOverwritten(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, journalName)
	damaged := []byte("{\"account\":\"a\"}\nnonsense\n{\"account\":\"b\"}\n")
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(Options{Folder: folder}); err == nil {
		_ = s.Close()
		t.Fatal("a damaged journal was opened")
	}
	if left, err := os.ReadFile(path); err != nil || string(left) != string(damaged) {
		t.Errorf("left %q %v", left, err)
	}
}
