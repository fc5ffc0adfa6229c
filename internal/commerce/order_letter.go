package commerce

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
)

// SendReceipt writes to the buyer what they paid for.
func (t *Till) SendReceipt(ctx context.Context, channelID int64, id CheckoutID) error {
	c, err := t.checkout(ctx, channelID, id)
	if err != nil {
		return err
	}
	to, found, err := t.Buyers.Recipient(ctx, channelID, c.UserID)
	if err != nil || !found || to.Email == "" {
		return err
	}
	orders, err := t.Offers.ofCheckout(ctx, channelID, id)
	if err != nil {
		return err
	}
	names := make([]text.Text, len(orders))
	for i, o := range orders {
		if names[i], err = t.OrderName(ctx, o); err != nil {
			return err
		}
	}
	language := to.Language
	if c.Language != "" {
		language = c.Language
	}
	l, trial, err := t.trialReceipt(ctx, language, c)
	if err != nil {
		return err
	}
	if !trial {
		zone, err := t.Sites.Zone(ctx, channelID)
		if err != nil {
			return err
		}
		l = receipt(language, c, orders, names, zone)
		renews, err := t.firstRenewal(ctx, language, c)
		if err != nil {
			return err
		}
		l.After = append(l.After, renews...)
	}
	if to.Guest {
		l.After = append(l.After, guestNote(language)...)
	}
	return t.Letters.Send(ctx, channelID, to.Email, l)
}

// guestNote tells a buyer without a password how to log in on other devices.
func guestNote(language string) []string {
	return letter.In(language, letter.Letter{After: []string{
		"To watch on your other devices, press “Log in with a code by email” on the login page and enter this address. You can then choose a password in your account.",
	}}, letter.Letter{After: []string{
		"Pour regarder sur vos autres appareils, appuyez sur «\u00a0Recevoir un code par courriel\u00a0» à la page de connexion et saisissez cette adresse. Vous pourrez ensuite choisir un mot de passe dans votre compte.",
	}}).After
}

// OrderName is what an order is called: its event with the day, also where the event is removed, or its package.
func (t *Till) OrderName(ctx context.Context, o *Order) (text.Text, error) {
	if o.EventID != 0 {
		e, err := t.Offers.events.ForSale(ctx, o.ChannelID, o.EventID)
		if fault.KindOf(err) == fault.NotFound {
			e, err = t.Offers.events.Removed(ctx, o.ChannelID, o.EventID)
		}
		if fault.KindOf(err) != fault.NotFound {
			return e.nameWithDay(), err
		}
	}
	kind := KindPackage
	if o.Type == OrderOfSubscription {
		kind = KindSubscription
	}
	p, err := t.Offers.Find(ctx, o.ChannelID, kind, o.PackageID)
	if err != nil {
		return nil, err
	}
	return p.Name, nil
}

// nameWithDay names the event and its day: the same two teams meet more than once.
func (e SaleEvent) nameWithDay() text.Text {
	if e.StartAt.IsZero() {
		return e.Name
	}
	dated := make(text.Text, len(e.Name))
	for language, name := range e.Name {
		dated[language] = name + ", " + text.Day(language, e.StartAt)
	}
	return dated
}

func receipt(language string, c *checkoutRow, orders []*Order, names []text.Text, zone *time.Location) letter.Letter {
	facts := func(number, date, taxes, discount, total, free string) []letter.Fact {
		var list []letter.Fact
		for i, o := range orders {
			list = append(list,
				letter.Fact{Label: names[i].In(language), Value: money(language, o.Sum.BasePrice, c.Currency)},
				letter.Fact{Label: number, Value: o.Receipt()})
		}
		paid := orders[0].PaidAt
		if paid.IsZero() {
			paid = clock.FromMillis(c.UpdatedMS)
		}
		list = append(list, letter.Fact{Label: date, Value: text.Day(language, paid.In(zone))})
		if c.Discount > 0 {
			list = append(list, letter.Fact{Label: discount, Value: "-" + money(language, c.Discount, c.Currency)})
		}
		sum := money(language, c.Amount, c.Currency)
		if c.Amount == 0 {
			sum = free
		}
		list = append(list, taxFacts(language, taxes, "", orders[0].Taxes, c.ServiceFee, c.Currency)...)
		return append(list, letter.Fact{Label: total, Value: sum})
	}
	path := "/profile"
	if len(orders) == 1 && orders[0].EventID != 0 {
		path = fmt.Sprintf("/watch/%d", orders[0].EventID)
	}
	return letter.In(language, letter.Letter{
		Language: "en", Subject: "Your receipt " + orders[0].Receipt(), Heading: "Thank you for your purchase",
		Lines: []string{"Your payment went through, and your purchase is ready."},
		Facts: facts("Receipt number", "Date", "Taxes", "Discount", "Total", "Free"), Button: letter.Button{Label: "Watch", Path: path},
	}, letter.Letter{
		Subject: "Votre reçu " + orders[0].Receipt(), Heading: "Merci de votre achat",
		Lines: []string{"Votre paiement est passé, et votre achat est maintenant accessible."},
		Facts: facts("Numéro de reçu", "Date", "Taxes", "Rabais", "Total", "Gratuit"), Button: letter.Button{Label: "Regarder", Path: path},
	})
}

// money writes an amount in minor units as the web app states prices: "CAD $1,234.50", in French "1 234,50 $ CAD".
func money(language string, amount int64, currency string) string {
	code, cents := strings.ToUpper(currency), amount%100
	if language == "fr" {
		return fmt.Sprintf("%s,%02d $ %s", grouped(amount/100, "\u00a0"), cents, code)
	}
	return fmt.Sprintf("%s $%s.%02d", code, grouped(amount/100, ","), cents)
}

// grouped writes a whole number with a separator between thousands.
func grouped(n int64, separator string) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10)
	}
	return fmt.Sprintf("%s%s%03d", grouped(n/1000, separator), separator, n%1000)
}
