package stripesim

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFormsNest(t *testing.T) {
	p, err := parseForm("a=1&b[c]=2&d[0][e]=x&d[1][e]=y&f[]=p&f[]=q&g%5Bh%5D=a%26b&list[10]=k&list[2]=b&a=3")
	if err != nil {
		t.Fatal(err)
	}
	got := []string{
		p.str("a"), p.str("b", "c"), p.list("d")[0].str("e"), p.list("d")[1].str("e"), strings.Join(p.values("f"), ","), p.str("g", "h"),
		strings.Join(p.values("list"), ","),
	}
	if diff := cmp.Diff([]string{"3", "2", "x", "y", "p,q", "a&b", "b,k"}, got); diff != "" {
		t.Error(diff)
	}
	if p.has("nothing") || p.has("a", "b") || p.str("b") != "" {
		t.Error("found what is not there")
	}
}

func TestFormsThatAreRefused(t *testing.T) {
	for text, want := range map[string]error{
		"a[b=1":                         errFormName,
		"a]=1":                          errFormName,
		"[a]=1":                         errFormName,
		"a[b]c=1":                       errFormName,
		"a[b[c]]=1":                     errFormName,
		"a=1&a[b]=2":                    errFormMixed,
		"a[b]=1&a=2":                    errFormMixed,
		"a=%zz":                         errFormText,
		"a=%00":                         errFormText,
		"a=%ff":                         errFormText,
		"a" + strings.Repeat("[a]", 20): errFormDepth,
		strings.Repeat("a=1&", 3000):    errFormSize,
	} {
		if _, err := parseForm(text); !errors.Is(err, want) {
			t.Errorf("%.20s: %v, want %v", text, err, want)
		}
	}
}

// FuzzForm sends any form to a call that reads many parameters: an answer below 500 always.
func FuzzForm(f *testing.F) {
	for _, seed := range []string{
		"amount=1000&currency=usd&payment_method=pm_card_visa&confirm=true&payment_method_types[]=card&metadata[a]=b&expand[]=latest_charge",
		"amount=-1&currency=usd", "a[b][c]=1&a[b]=2", "expand[]=customer.x.y&amount=99999999999999999999&currency=", "metadata=&amount=500&currency=eur",
		"payment_method_data[card][number]=4242424242424242&payment_method_data[card][exp_month]=1",
	} {
		f.Add(seed)
	}
	s, err := Open(Options{Now: newClock().Now})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	f.Fuzz(func(t *testing.T, form string) {
		for _, path := range []string{"/v1/payment_intents", "/v1/payment_methods", "/v1/customers", "/v1/refunds", "/v1/subscriptions", "/v1/coupons", "/v1/prices"} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(form))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.SetBasicAuth("sk_sim_fuzz", "")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code >= 500 {
				t.Errorf("%s %q: %d %s", path, form, w.Code, w.Body)
			}
		}
	})
}
