package pack

import (
	"math"

	"github.com/grandstand/grandstand/internal/tax"
	"github.com/grandstand/grandstand/internal/text"
)

// perPercent is how many units of tax.Tax.Rate a percent has.
const perPercent = 1000

// taxes are the channel's. A rate with more than three decimals becomes 0, which the channel refuses.
func (s Settings) taxes() tax.List {
	var list tax.List
	for _, t := range s.Taxes {
		exact := t.Rate * perPercent
		rate := math.Round(exact)
		if math.Abs(exact-rate) > 1e-6 || math.Abs(rate) > math.MaxInt32 {
			rate = 0
		}
		list = append(list, tax.Tax{Name: text.Text(t.Name), Rate: int64(rate), Number: t.Number})
	}
	return list
}

func storedTaxes(list tax.List) []Tax {
	var taxes []Tax
	for _, t := range list {
		taxes = append(taxes, Tax{Name: Words(t.Name), Rate: float64(t.Rate) / perPercent, Number: t.Number})
	}
	return taxes
}
