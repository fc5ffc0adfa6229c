package commerce

import (
	"github.com/grandstand/grandstand/internal/letter"
)

// sayAmount has a receipt tell that its amount is another than the price, and why.
func (n news) sayAmount(en, fr *letter.Letter) {
	h := n.happened
	nameEN, nameFR := n.name.In("en"), n.name.In("fr")
	switch {
	case h.Kind == HappenedExtra:
		en.Heading, fr.Heading = "An additional payment for your subscription", "Un paiement supplémentaire pour votre abonnement"
		en.Lines = []string{"We changed your subscription " + nameEN + " and charged this amount in addition to the price of the period."}
		fr.Lines = []string{"Nous avons modifié votre abonnement " + nameFR + " et débité ce montant, en plus du prix de la période."}
		return
	case h.Reason == reasonPeriod:
		n.sayPeriod(en, fr)
		return
	case h.Reason != reasonAmount:
		return
	case h.Amount == 0:
		en.Lines = []string{"We did not charge anything for this period of " + nameEN + "."}
		fr.Lines = []string{"Nous n’avons rien débité pour cette période de votre abonnement " + nameFR + "."}
	}
	en.Lines = append(en.Lines, "The price of a period is "+money("en", h.UsualAmount, h.Currency)+". We changed the amount of this payment, for example with a discount, a credit or a change of price.")
	fr.Lines = append(fr.Lines, "Le prix d’une période est de "+money("fr", h.UsualAmount, h.Currency)+". Nous avons modifié le montant de ce paiement, notamment par un rabais, un crédit ou un changement de prix.")
}
