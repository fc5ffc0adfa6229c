package commerce

import (
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/tax"
)

// taxFacts are the lines of a letter for the taxes of a payment: one for each tax that the channel names, with the number of its
// registration, otherwise one for all. A label says what the line is of a sum that includes it; it may be empty.
func taxFacts(language, all, of string, taxes tax.List, fee int64, currency string) []letter.Fact {
	if len(taxes) == 0 {
		return []letter.Fact{{Label: all, Value: money(language, fee, currency)}}
	}
	var list []letter.Fact
	for _, part := range taxes.Split(fee) {
		label := of + part.Name.In(language)
		if part.Number != "" {
			label += " (" + part.Number + ")"
		}
		list = append(list, letter.Fact{Label: label, Value: money(language, part.Amount, currency)})
	}
	return list
}
