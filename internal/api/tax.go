package api

import "github.com/grandstand/grandstand/internal/tax"

// taxDTO is one tax that a channel collects.
type taxDTO struct {
	Name   string  `json:"name"`
	Rate   float64 `json:"rate" doc:"In percent"`
	Number string  `json:"number" doc:"Under which the channel is registered, or empty"`
}

// taxPartDTO is the amount of one tax.
type taxPartDTO struct {
	Name   string `json:"name"`
	Number string `json:"number" doc:"Under which the channel is registered, or empty"`
	Amount int64  `json:"amount" doc:"In minor units"`
}

func (v *view) taxDTOs(list tax.List) []taxDTO {
	taxes := make([]taxDTO, len(list))
	for i, t := range list {
		taxes[i] = taxDTO{Name: v.in(t.Name), Rate: float64(t.Rate) / 1000, Number: t.Number}
	}
	return taxes
}
