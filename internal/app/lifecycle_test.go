package app

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/pack"
)

// While an account is being deleted nothing is charged, sent or shown of it except what others
// have been given; a log in brings back what has not ended, and after the grace nothing is left.
func TestWhatADeletionDoes(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		l.expect("before", whole())
		done := l.leave()
		if len(done.Stopped) != 1 || done.Stopped[0].Name.In("fr") != "Tous les matchs" || done.Stopped[0].Trial {
			t.Errorf("stopped %+v", done.Stopped)
		}
		l.applyHolds()
		l.expect("deleted", state{paid: 2, shared: true, follows: true, member: true})
		l.reminds(lifeMail, 0, 0)
		written := l.letters(lifeMail)
		if last := written[len(written)-1]; last.Subject != "Your account is being deleted" || !strings.Contains(last.Text, "All games will no longer renew") {
			t.Errorf("the letter says %s", last.Text)
		}

		l.logIn()
		l.exec("DELETE FROM river_job WHERE kind = ? AND id NOT IN (SELECT max(id) FROM river_job WHERE kind = ?)", applyHoldsArgs{}.Kind(), applyHoldsArgs{}.Kind())
		l.applyHolds()
		back := whole()
		back.told, back.tv = 0, false // both ask again
		l.expect("kept", back)
		if n, err := l.Reminders.Sweep(t.Context()); n != 0 || err != nil {
			t.Errorf("%d reminders of what was due meanwhile, %v", n, err)
		}
		written = l.letters(lifeMail)
		if last := written[len(written)-1]; last.Subject != "Your account was kept" || !strings.Contains(last.Text, "We are turning the renewal of All games back on") {
			t.Errorf("the letter says %s", last.Text)
		}

		l.leave()
		l.applyHolds()
		l.exec("UPDATE users SET deleting_ms = 1 WHERE id = ?", l.session.UserID)
		if n, err := l.Accounts.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
			t.Fatalf("erased %d, %v", n, err)
		}
		l.expect("erased", state{paid: 2})
		if n := len(l.jobs(forgetCustomerArgs{}.Kind())); n != 1 {
			t.Errorf("%d jobs to have the provider forget", n)
		}
	})
}

// A temporary password ends sessions, and with them watching and what browsers are told; what is
// paid, chosen or shared stays.
func TestWhatATemporaryPasswordDoes(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		if err := l.Accounts.SetPassword(t.Context(), l.system(), l.channel, l.session.UserID, "temporary-horse-8", true); err != nil {
			t.Fatal(err)
		}
		want := whole()
		want.watches, want.told, want.tv = "", 0, false
		l.expect("temporary", want)
		if n := len(l.jobs(applyHoldsArgs{}.Kind())); n != 0 {
			t.Errorf("%d jobs change renewals", n)
		}
		l.clips("temporary", true)
		l.reminds(lifeMail, 1, 0)
	})
}

// The ticket's refund ends what the ticket opened, at once on addresses that were signed before,
// and nothing else; that of the subscription ends its renewal.
func TestWhatARefundDoes(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		l.clips("before", true)
		if err := l.Till.Refund(t.Context(), l.system(), l.channel, l.subscription()); err != nil {
			t.Fatal(err)
		}
		want := whole()
		want.renews, want.paid = false, 1
		l.expect("the subscription's money", want)
		if err := l.Till.Refund(t.Context(), l.system(), l.channel, l.ticket); err != nil {
			t.Fatal(err)
		}
		want.watches, want.shared, want.paid = "", false, 0
		l.expect("the ticket's money", want)
		l.clips("the ticket's money", false)
		if _, err := l.Clips.Download(t.Context(), clip.Viewer{Actor: l.session.Actor()}, l.clip); fault.CodeOf(err) != "clip_ended" {
			t.Errorf("the clip is loaded down: %v", err)
		}
		if n := len(l.jobs(refundArgs{}.Kind())); n != 2 {
			t.Errorf("%d refunds wait", n)
		}
		for range 2 {
			l.payBack()
			l.hear()
		}
		l.expect("sent", want)
		if n := l.letterCount("Your refund is on its way"); n != 2 {
			t.Errorf("%d letters tell of refunds", n)
		}
		l.reminds(lifeMail, 1, 1)
	})
}

// What ends with a pass is watching; the reminder, the favourite and the rest stay. A subscription that does not renew ends as well, and
// can be bought again.
func TestWhatTheEndOfAPassDoes(t *testing.T) {
	eachTimedLife(t, true, func(t *testing.T, l *life, now *clock.Manual) {
		if _, err := l.Till.Unsubscribe(t.Context(), l.channel, int64(l.session.UserID), l.offer); err != nil {
			t.Fatal(err)
		}
		const day = 24 * time.Hour
		want := whole()
		want.renews, want.watches = false, commerce.ReasonPackage
		now.Advance(29 * day)
		l.takePlace()
		l.expect("on the last day", want)
		l.clips("on the last day", true)
		now.Advance(10 * day)
		l.takePlace()
		l.renew()
		want.watches = ""
		l.expect("ended", want)
		l.clips("ended", false)
		l.reminds(lifeMail, 1, 1)
		if code := l.buys("pm_card_visa", commerce.Item{SubscriptionID: l.offer}); code != "" {
			t.Errorf("the subscription is not sold again: %q", code)
		}
	})
}

// A channel that moves to another domain keeps everything; letters and the provider's page lead
// to the new one.
func TestWhatAMovedDomainDoes(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		owner, err := l.Channels.FindByDomain(t.Context(), "north.example")
		if err != nil {
			t.Fatal(err)
		}
		moved := *owner
		moved.Domains = []string{"south.example", "north.example"}
		if err := l.Channels.Update(t.Context(), l.system(), moved); err != nil {
			t.Fatal(err)
		}
		l.expect("moved", whole())
		if _, err := l.Accounts.AskDeletion(t.Context(), l.session, lifePassword, "en", netip.Addr{}); err != nil {
			t.Fatal(err)
		}
		if written := l.letters(lifeMail); !strings.Contains(written[len(written)-1].Text, "http://south.example:9/confirm-account-deletion") {
			t.Errorf("the letter leads to %s", written[len(written)-1].Text)
		}
		if site, err := (sites{l.App}).Site(t.Context(), l.channel); err != nil || site != "http://south.example:9" {
			t.Errorf("the provider leads back to %s, %v", site, err)
		}
		l.reminds(lifeMail, 1, 1)
		if notes := l.jobs(sendNoteArgs{}.Kind()); !strings.Contains(notes[0], `"path": "/`) && !strings.Contains(notes[0], `"path":"/`) {
			t.Errorf("the note names another domain than its browser's: %s", notes[0])
		}
		if written := l.letters(lifeMail); !strings.Contains(written[len(written)-1].Text, "http://south.example:9/") {
			t.Errorf("the reminder leads to %s", written[len(written)-1].Text)
		}
	})
}

// Another address takes everything along, and the payment provider learns it.
func TestWhatAnotherAddressDoes(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		address, current := "new@example.com", lifePassword
		_, _, err := l.Accounts.EditProfile(t.Context(), l.session, account.ProfileChange{Email: &address, CurrentPassword: current, Spoken: "en"})
		if err != nil {
			t.Fatal(err)
		}
		l.expect("asked for", whole())
		if _, err := l.Accounts.ConfirmEmail(t.Context(), l.session, account.Verification{Link: l.link(address, "/confirm-email")}); err != nil {
			t.Fatal(err)
		}
		l.expect("changed", whole())
		l.reminds(address, 1, 1)
		if n := len(l.jobs(tellEmailArgs{}.Kind())); n != 1 {
			t.Fatalf("%d jobs tell the provider", n)
		}
		if err := l.Till.TellEmail(t.Context(), l.channel, int64(l.session.UserID)); err != nil {
			t.Error(err)
		}
		var customers struct{ Data []struct{ Email string } }
		l.provider(http.MethodGet, "/v1/customers", nil, &customers)
		if len(customers.Data) != 1 || customers.Data[0].Email != address {
			t.Errorf("the provider has %+v", customers.Data)
		}
		if err := l.Till.Refund(t.Context(), l.system(), l.channel, l.ticket); err != nil {
			t.Fatal(err)
		}
		l.payBack()
		if written := l.letters(address); written[len(written)-1].Subject != "Your refund is on its way" {
			t.Errorf("the letter about the refund is not among %d", len(written))
		}
	})
}

// The card by which a subscription renews cannot be removed; any other can, and ends nothing. Money goes back to a card that is
// removed.
func TestWhatARemovedCardDoes(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		cards, err := l.Till.Cards(t.Context(), l.channel, int64(l.session.UserID))
		if err != nil || len(cards) != 1 {
			t.Fatalf("cards %v, %v", cards, err)
		}
		if err := l.Till.RemoveCard(t.Context(), l.channel, int64(l.session.UserID), cards[0].ID); fault.CodeOf(err) != "card_in_use" {
			t.Errorf("the card in use: %v", err)
		}
		if _, err := l.Till.Unsubscribe(t.Context(), l.channel, int64(l.session.UserID), l.offer); err != nil {
			t.Fatal(err)
		}
		want := whole()
		want.renews = false
		l.expect("cancelled", want)
		if err := l.Till.RemoveCard(t.Context(), l.channel, int64(l.session.UserID), cards[0].ID); err != nil {
			t.Fatal(err)
		}
		if left, err := l.Till.Cards(t.Context(), l.channel, int64(l.session.UserID)); err != nil || len(left) != 0 {
			t.Errorf("cards %v, %v", left, err)
		}
		l.hear()
		l.expect("removed", want)
		l.reminds(lifeMail, 1, 1)
		if err := l.Till.Refund(t.Context(), l.system(), l.channel, l.subscription()); err != nil {
			t.Fatal(err)
		}
		l.payBack()
		if n := l.number("SELECT count(*) FROM transactions WHERE order_id = ? AND status = 'refunded'", l.subscription()); n != 1 {
			t.Errorf("%d refunds to the card that paid", n)
		}
	})
}

// A game that was sold is not removed, also once its money went back. Neither is a game whose stream an encoder used: clips are made of
// such games only.
func TestWhatARemovalOfASoldOrStreamedEventDoes(t *testing.T) {
	refuse := func(t *testing.T, l *life, when, code string, want state) {
		t.Helper()
		if err := (schedules{l.App}).Remove(t.Context(), l.system(), l.channel, int64(l.game)); fault.CodeOf(err) != code {
			t.Errorf("%s it is removed: %v", when, err)
		}
		l.expect(when, want)
	}
	eachLife(t, func(t *testing.T, l *life) {
		refuse(t, l, "sold", "event_sold", whole())
		if err := l.Till.Refund(t.Context(), l.system(), l.channel, l.ticket); err != nil {
			t.Fatal(err)
		}
		want := whole()
		want.paid, want.watches, want.shared = 1, commerce.ReasonSubscription, false
		refuse(t, l, "refunded", "event_sold", want)
	})
	eachTimedLife(t, true, func(t *testing.T, l *life, _ *clock.Manual) {
		if _, err := l.Media.EnsureStream(t.Context(), l.system(), l.channel, int64(l.game)); err != nil {
			t.Fatal(err)
		}
		l.exec("UPDATE streams SET started_ms = 1 WHERE event_id = ?", l.game)
		want := whole()
		want.watches = commerce.ReasonSubscription
		refuse(t, l, "streamed", "event_in_use", want)
	})
}

// A removed game takes the places that are of it. What the fan bought for other games stays, and so does what tells of the removal.
func TestWhatARemovedEventDoes(t *testing.T) {
	eachTimedLife(t, true, func(t *testing.T, l *life, now *clock.Manual) {
		now.Advance(time.Hour)
		l.takePlace()
		if err := (schedules{l.App}).Remove(t.Context(), l.system(), l.channel, int64(l.game)); err != nil {
			t.Fatal(err)
		}
		want := whole()
		want.watches, want.shared, want.follows = "", false, false
		l.expect("removed", want)
		if n := l.number("SELECT count(*) FROM leases WHERE user_id = ?", l.session.UserID); n != 0 {
			t.Errorf("%d places are left", n)
		}
		now.Advance(time.Hour) // changes settle before they are told
		l.tellsOnce("Cancelled: Lynx @ Tide")
	})
}

// A game that moves keeps all that is of it, and those who are reminded are told.
func TestWhatAMovedEventDoes(t *testing.T) {
	for name, move := range map[string]func(t *testing.T, l *life, start time.Time){
		"by an operator": func(t *testing.T, l *life, start time.Time) {
			if _, err := l.ChangeSchedule(t.Context(), int64(l.game), catalog.ScheduleChange{Status: catalog.On, Start: start}, false); err != nil {
				t.Fatal(err)
			}
		},
		"by a schedule file": func(t *testing.T, l *life, start time.Time) {
			file := fstest.MapFS{"games.csv": {Data: []byte("date,time,away,home\n" + start.Format("2006-01-02,15:04") + ",Lynx,Tide\n")}}
			report, err := pack.Import(t.Context(), l.PackInstallation(), "north", file, "games.csv", pack.ImportOptions{Moved: []string{pack.All}})
			if err != nil || report.Updated != 1 {
				t.Fatalf("%+v, %v", report, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachTimedLife(t, false, func(t *testing.T, l *life, now *clock.Manual) {
				now.Advance(time.Hour) // the ticket was bought before
				move(t, l, now.Now().Add(54*time.Hour).Truncate(time.Minute))
				l.takePlace()
				l.expect("moved", whole())
				now.Advance(time.Hour) // changes settle before they are told
				l.tellsOnce("New time: Lynx @ Tide")
				l.reminds(lifeMail, 1, 1)
			})
		})
	}
}
