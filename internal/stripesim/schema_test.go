package stripesim

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-mock/embedded"
)

// schema is the part of OpenAPI 3.0 that Stripe's published document uses.
type schema struct {
	Type       string             `json:"type"`
	Ref        string             `json:"$ref"`
	Nullable   bool               `json:"nullable"`
	Enum       []any              `json:"enum"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Items      *schema            `json:"items"`
	AnyOf      []*schema          `json:"anyOf"`
	MaxLength  int                `json:"maxLength"`
	Additional json.RawMessage    `json:"additionalProperties"`
}

// spec is Stripe's published OpenAPI document, as stripe-mock carries it.
type spec struct {
	Components struct {
		Schemas map[string]*schema `json:"schemas"`
	} `json:"components"`
}

func readSpec(t *testing.T) *spec {
	t.Helper()
	s, err := parsedSpec()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// parsedSpec parses the document once for all tests: it has several megabytes.
var parsedSpec = sync.OnceValues(func() (*spec, error) {
	s := &spec{}
	return s, json.Unmarshal(embedded.OpenAPISpec, s)
})

// check tells how a value differs from its schema: missing and unknown fields, wrong types, words that are not allowed.
func (s *spec) check(path string, v any, want *schema) []string {
	if want == nil {
		return nil
	}
	if name, ok := strings.CutPrefix(want.Ref, "#/components/schemas/"); ok {
		return s.check(path, v, s.Components.Schemas[name])
	}
	if v == nil {
		if want.Nullable {
			return nil
		}
		return []string{path + " is null"}
	}
	if len(want.AnyOf) > 0 {
		return s.checkAny(path, v, want.AnyOf)
	}
	if len(want.Enum) > 0 && !slices.Contains(want.Enum, v) {
		return []string{fmt.Sprintf("%s is %v, which is not one of %v", path, v, want.Enum)}
	}
	ok := true
	switch want.Type {
	case "string":
		var text string
		text, ok = v.(string)
		if want.MaxLength > 0 && len(text) > want.MaxLength {
			return []string{path + " is too long"}
		}
	case "integer":
		_, ok = v.(int64)
	case "number":
		_, whole := v.(int64)
		_, broken := v.(float64)
		ok = whole || broken
	case "boolean":
		_, ok = v.(bool)
	case "array":
		var list []any
		list, ok = v.([]any)
		var out []string
		for i, entry := range list {
			out = append(out, s.check(fmt.Sprintf("%s[%d]", path, i), entry, want.Items)...)
		}
		if ok {
			return out
		}
	case "object":
		var o object
		if o, ok = v.(object); ok {
			return s.checkObject(path, o, want)
		}
	}
	if !ok {
		return []string{fmt.Sprintf("%s is %T, want %s", path, v, want.Type)}
	}
	return nil
}

func (s *spec) checkAny(path string, v any, options []*schema) []string {
	var best []string
	for i, option := range options {
		found := s.check(path, v, option)
		if len(found) == 0 {
			return nil
		}
		_, isObject := v.(object)
		if resolved := s.Components.Schemas[strings.TrimPrefix(option.Ref, "#/components/schemas/")]; i == 0 || (isObject && resolved != nil) {
			best = found
		}
	}
	return best
}

func (s *spec) checkObject(path string, o object, want *schema) []string {
	var out []string
	for _, name := range want.Required {
		if _, has := o[name]; !has {
			out = append(out, path+"."+name+" is missing")
		}
	}
	if len(want.Properties) == 0 {
		return out
	}
	for name, value := range o {
		property, known := want.Properties[name]
		if !known {
			out = append(out, path+"."+name+" is unknown")
			continue
		}
		out = append(out, s.check(path+"."+name, value, property)...)
	}
	return out
}

// fits checks every object that an account holds.
func (s *spec) fits(t *testing.T, sim *Server) {
	t.Helper()
	sim.mu.Lock()
	defer sim.mu.Unlock()
	seen := map[string]bool{}
	for _, acc := range sim.accounts {
		for _, o := range acc.objects {
			if strings.HasPrefix(o.kind(), "_") || o.flag("deleted") {
				continue
			}
			want := s.Components.Schemas[o.kind()]
			if want == nil {
				t.Errorf("the document has no %s", o.kind())
				continue
			}
			for _, difference := range s.check(o.kind(), any(o.public()), want) {
				if !seen[difference] {
					seen[difference] = true
					t.Error(difference)
				}
			}
		}
	}
}

func TestPaymentsHaveTheShapeThatStripePublishes(t *testing.T) {
	w, r := newWorld(t, Options{}), newReceiver(t)
	w.listen(r, "charge.updated")
	w.paid("pm_card_visa")
	if _, err := w.secret().V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{PaymentIntent: stripe.String(w.paid("pm_card_amex").ID)}); err != nil {
		t.Fatal(err)
	}
	expect(t, second(w.pay(payParams("pm_card_chargeDeclined"))), 402, "card_declined")
	waiting, err := w.pay(payParams("pm_card_authenticationRequired"))
	if err != nil {
		t.Fatal(err)
	}
	w.press(w.http.URL+"/3d_secure/ours/"+waiting.ID, waiting.ClientSecret, "complete")
	again := payParams("pm_card_authenticationRequired")
	again.ReturnURL = &w.http.URL
	if _, err = w.pay(again); err != nil {
		t.Fatal(err)
	}
	setup := &stripe.SetupIntentCreateParams{
		Customer: stripe.String(w.customer().ID), PaymentMethod: stripe.String("pm_card_visa"),
		Confirm: stripe.Bool(true), PaymentMethodTypes: stripe.StringSlice([]string{"card"}),
	}
	if _, err := w.secret().V1SetupIntents.Create(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	readSpec(t).fits(t, w.sim)
}
