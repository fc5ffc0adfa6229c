package pack

import (
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
)

// checkCurrency refuses a column whose header names another currency than the channel's.
func (r *scheduleReader) checkCurrency() {
	for _, field := range []schedule.Field{schedule.BasePrice, schedule.ServiceFee} {
		if c := r.columns[field]; c.Currency != "" && c.Currency != r.channel.Currency {
			r.problems.add(r.out.file, r.row.Line, "the column %q is in %s, but the channel sells in %s", c.Header, c.Currency, r.channel.Currency)
			r.hint("--column %q ignores a column", c.Header+"=-")
		}
	}
}

// money reads an amount into minor units.
func (r *scheduleReader) money(field schedule.Field) int64 {
	amount, err := schedule.ReadAmount(r.cell(field), r.channel.Currency)
	if err != nil {
		r.wrong(field, "%q %s", r.cell(field), err)
	}
	return amount
}

// checkMoney refuses a price that contradicts the access, the fee or the channel's offers.
func (r *scheduleReader) checkMoney(e *catalog.Event) {
	if _, err := schedule.ReadAmount(r.cell(schedule.BasePrice), r.channel.Currency); r.ofPack || err != nil {
		return
	}
	sold := e.Type == catalog.Paid || e.Type == catalog.PPV
	switch {
	case !sold && e.BasePrice+e.ServiceFee > 0:
		r.wrong(schedule.BasePrice, "a game with the access %s cannot have a price; write paid or ppv in the column access, or leave the price out", e.Type)
	case e.ServiceFee > 0 && e.BasePrice == 0:
		r.wrong(schedule.ServiceFee, "a game without a price cannot have a service fee; write the price, or leave the fee out")
	case e.BasePrice > 0 && r.ticket == 0:
		r.wrong(schedule.BasePrice, "the channel sells no tickets for single games, so a game cannot have a price; add a package of the type event to its offers, or leave the prices out")
		r.hint("--column %q ignores a column", r.printed(schedule.BasePrice)+"=-")
	case e.Type == catalog.PPV && e.BasePrice == 0:
		r.warn(schedule.Access, "a game with the access ppv has no price, so it cannot be bought")
	}
}
