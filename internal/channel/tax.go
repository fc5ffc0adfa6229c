package channel

import "strconv"

const (
	maxTaxes     = 4
	maxTaxName   = 40
	maxTaxNumber = 40
	hundred      = 100_000 // percent, in thousandths
)

// validateTaxes reports taxes that receipts cannot name.
func (s Settings) validateTaxes(p *problems) {
	p.require(len(s.Taxes) <= maxTaxes, "taxes", "too_many", "A channel can have at most 4 taxes")
	for i, t := range s.Taxes {
		field := "taxes[" + strconv.Itoa(i) + "]"
		p.require(!t.Name.IsEmpty(), field, "name_required", "Give the tax a name, such as GST")
		p.within(t.Name, field, maxTaxName)
		p.require(len(t.Number) <= maxTaxNumber, field, "too_long", "A registration number can have at most 40 characters")
		p.require(t.Rate > 0 && t.Rate <= hundred, field, "out_of_range", "The rate must be more than 0 and at most 100 percent, with at most three decimals")
	}
}
