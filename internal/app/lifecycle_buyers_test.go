package app

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/mail"
)

// addHolder adds a user who buys one ticket and sets no reminder.
func (l *life) addHolder(email string, item commerce.Item) commerce.OrderID {
	l.t.Helper()
	user, err := l.Accounts.CreateUser(l.t.Context(), l.system(), l.channel, account.NewUser{
		Email: email, Password: lifePassword, FirstName: "Ticket", LastName: "Holder", Role: actor.User,
	})
	if err != nil {
		l.t.Fatal(err)
	}
	bought, err := l.Till.Buy(l.t.Context(), commerce.Purchase{
		ChannelID: l.channel, Buyer: commerce.Buyer{UserID: int64(user.ID), Viewer: commerce.Viewer{LoggedIn: true}}, Language: "en",
		Items: []commerce.Item{item}, PaymentMethod: "pm_card_visa",
	})
	if err != nil || bought.Orders[0].Status != commerce.OrderPaid {
		l.t.Fatalf("bought %+v, %v", bought, err)
	}
	return bought.Orders[0].ID
}

// news returns the letters to each address that the reminders write.
func (l *life) news(to ...string) map[string][]mail.Letter {
	l.t.Helper()
	before := map[string]int{}
	for _, address := range to {
		before[address] = len(l.letters(address))
	}
	l.sweepTwice()
	news := map[string][]mail.Letter{}
	for _, address := range to {
		news[address] = l.letters(address)[before[address]:]
	}
	return news
}

// Each holder of a ticket is told once what happened to the game that they bought, and what they can do, also without a
// reminder. A user who was refunded before the change and the buyer of another game are not told.
func TestWhatBuyersWithoutAReminderAreTold(t *testing.T) {
	for name, tt := range map[string]struct {
		change  catalog.ScheduleChange
		refund  bool
		subject string
		says    []string
	}{
		"moved": {
			catalog.ScheduleChange{Status: catalog.On, Start: time.Now().Add(54 * time.Hour)},
			false, "New time: Lynx @ Tide",
			[]string{"you bought has been rescheduled. Your purchase is still valid. If the new time does not work for you, contact us."},
		},
		"postponed": {
			catalog.ScheduleChange{Status: catalog.Postponed},
			false, "Postponed: Lynx @ Tide",
			[]string{"you bought has been postponed. Your purchase is still valid, and we will email you as soon as the new date is set. If you cannot wait, contact us.", "/contacts"},
		},
		"cancelled": {
			catalog.ScheduleChange{Status: catalog.Cancelled},
			false, "Cancelled: Lynx @ Tide",
			[]string{"you bought has been cancelled. Contact us to request a refund.", "/contacts"},
		},
		"cancelled with refund": {
			catalog.ScheduleChange{Status: catalog.Cancelled},
			true, "Cancelled: Lynx @ Tide",
			[]string{"you bought has been cancelled. We are refunding you, and another email has the details."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachLife(t, func(t *testing.T, l *life) {
				const holder, refunded, elsewhere = "holder@example.com", "refunded@example.com", "elsewhere@example.com"
				ticket := commerce.Item{EventID: int64(l.game), SingleEventPackageID: l.single}
				l.addHolder(holder, ticket)
				if err := l.Till.Refund(t.Context(), l.system(), l.channel, l.addHolder(refunded, ticket)); err != nil {
					t.Fatal(err)
				}
				l.exec("UPDATE orders SET refunded_ms = refunded_ms - 7200000 WHERE refunded_ms > 0")
				l.addHolder(elsewhere, l.sellTicket(l.addGame()))

				l.change(tt.change, tt.refund)
				if tt.refund {
					l.refunds(2) // the fan and the holder, before they are told
				}
				told := l.news(lifeMail, holder, refunded, elsewhere)
				for _, to := range []string{lifeMail, holder} {
					if len(told[to]) != 1 || told[to][0].Subject != tt.subject {
						t.Errorf("%s is told %v", to, told[to])
						continue
					}
					if to == holder && told[to][0].OptOut != "" {
						t.Error("the holder of a ticket can turn off a reminder that they never set")
					}
					text := strings.Join(strings.Fields(told[to][0].Text), " ")
					for _, say := range tt.says {
						if !strings.Contains(text, say) {
							t.Errorf("%s does not read %q in %q", to, say, text)
						}
					}
				}
				if len(told[refunded])+len(told[elsewhere]) != 0 {
					t.Errorf("told are also %v and %v", told[refunded], told[elsewhere])
				}
			})
		})
	}
}
