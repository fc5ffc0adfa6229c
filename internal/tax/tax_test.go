package tax

import (
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/text"
)

func quebec() List {
	return List{
		{Name: text.Text{"en": "GST", "fr": "TPS"}, Rate: 5000, Number: "123456789 RT0001"},
		{Name: text.Text{"en": "QST", "fr": "TVQ"}, Rate: 9975, Number: "1234567890 TQ0001"},
	}
}

// The web app splits in the same way: web/src/entities/taxes.test.ts.
func TestTaxesAreSplitByTheirRates(t *testing.T) {
	for amount, want := range map[int64][]int64{0: {0, 0}, 1: {0, 1}, 115: {38, 77}, 150: {50, 100}, 299: {100, 199}, 1498: {500, 998}} {
		var got []int64
		for _, p := range quebec().Split(amount) {
			got = append(got, p.Amount)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d: %d, want %d", amount, got, want)
		}
	}
	for amount := range int64(3000) {
		three := append(quebec(), Tax{Rate: 1})
		sum := int64(0)
		for _, p := range three.Split(amount) {
			if sum += p.Amount; p.Amount < 0 {
				t.Fatalf("%d: a part is %d", amount, p.Amount)
			}
		}
		if sum != amount {
			t.Fatalf("the parts of %d add up to %d", amount, sum)
		}
	}
	if parts := List(nil).Split(100); len(parts) != 0 {
		t.Errorf("without taxes: %v", parts)
	}
}

func TestStoredTaxesComeBack(t *testing.T) {
	for _, want := range []List{nil, quebec()} {
		stored, err := want.Value()
		if err != nil {
			t.Fatal(err)
		}
		var got List
		if err := got.Scan(stored); err != nil || len(got) != len(want) || len(got) > 0 && (got[1].Rate != 9975 || got[1].Name.In("fr") != "TVQ" || got[0].Number != want[0].Number) {
			t.Errorf("%v comes back as %v, %v", want, got, err)
		}
	}
	var got List
	if got.Scan(7) == nil || got.Scan("{") == nil {
		t.Error("what is not a list of taxes is read")
	}
}
