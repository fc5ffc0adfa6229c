package app

import (
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/pack"
	"github.com/grandstand/grandstand/internal/revision"
)

// schedule changes the schedule of the game and lets an hour pass: changes settle before they are told.
func (l *life) schedule(status catalog.ScheduleStatus, refund bool) {
	l.t.Helper()
	l.change(catalog.ScheduleChange{Status: status}, refund)
}

// change is schedule for any change.
func (l *life) change(change catalog.ScheduleChange, refund bool) {
	l.t.Helper()
	if err := (schedules{l.App}).Change(l.t.Context(), l.system(), l.channel, int64(l.game), change, refund); err != nil {
		l.t.Fatal(err)
	}
	l.exec("UPDATE event_changes SET changed_ms = changed_ms - 3600000")
	l.exec("UPDATE orders SET paid_ms = paid_ms - 7200000")
}

// sweepTwice writes the letters that are due. The second sweep must not write them again.
func (l *life) sweepTwice() {
	l.t.Helper()
	for range 2 {
		if _, err := l.Reminders.Sweep(l.t.Context()); err != nil {
			l.t.Fatal(err)
		}
	}
}

// tellsOnce checks that the fan is told once of a change, by a letter and a note.
func (l *life) tellsOnce(subject string) {
	l.t.Helper()
	before, notes := l.subjects(), len(l.jobs(sendNoteArgs{}.Kind()))
	l.sweepTwice()
	if got := l.subjects()[len(before):]; !slices.Equal(got, []string{subject}) {
		l.t.Errorf("letters %q, want %q", got, subject)
	}
	if n := len(l.jobs(sendNoteArgs{}.Kind())) - notes; n != 1 {
		l.t.Errorf("%d notes", n)
	}
}

// refunds refunds the tickets of cancelled games.
func (l *life) refunds(want int) {
	l.t.Helper()
	if n, err := l.Till.RefundRequestedEvents(l.t.Context()); n != want || err != nil {
		l.t.Errorf("%d tickets were refunded instead of %d, %v", n, want, err)
	}
	l.payBack()
}

// A postponed game keeps all that is of it. Its ticket is not sold meanwhile.
func TestWhatAPostponedEventDoes(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		l.schedule(catalog.Postponed, false)
		l.expect("postponed", whole())
		l.tellsOnce("Postponed: Lynx @ Tide")
		l.refunds(0)
		l.expect("told", whole())
		other := commerce.Buyer{UserID: int64(l.session.UserID) + 1, Viewer: commerce.Viewer{LoggedIn: true}}
		_, err := l.Commerce.Quote(t.Context(), l.channel, other, []commerce.Item{{EventID: int64(l.game), SingleEventPackageID: l.single}}, "")
		if err == nil {
			t.Error("it is for sale")
		}
		l.schedule(catalog.On, false)
		l.expect("on again", whole())
	})
}

// A cancelled game keeps what is of it until its tickets are refunded: then the money goes back once, and what the ticket opened
// has ended.
func TestWhatACancelledEventDoes(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		l.schedule(catalog.Cancelled, true)
		l.expect("cancelled", whole())
		l.tellsOnce("Cancelled: Lynx @ Tide")
		l.refunds(1)
		l.refunds(0)
		l.hear()
		want := whole()
		want.paid, want.watches, want.shared = 1, commerce.ReasonSubscription, false
		l.expect("refunded", want)
		if n := l.letterCount("Your refund is on its way"); n != 1 {
			t.Errorf("%d letters tell of the refund", n)
		}
		l.reminds(lifeMail, 0, 0)
	})
}

// stream reports the states of the stream of the game.
func (l *life) stream(states ...catalog.StreamState) {
	l.t.Helper()
	for _, state := range states {
		if err := l.Catalog.SetStreamState(l.t.Context(), l.DB.Write(), l.channel, int64(l.game), string(state), time.Now()); err != nil {
			l.t.Fatal(err)
		}
	}
}

// A game that was abandoned after its start is cancelled once its stream has ended. Each holder of a ticket is told and refunded
// once. The recording stays for those who have access by something else. No encoder publishes it, and it is not moved.
func TestWhatAnAbandonedEventDoes(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		const holder = "holder@example.com"
		l.addHolder(holder, commerce.Item{EventID: int64(l.game), SingleEventPackageID: l.single})
		begun := time.Now().Add(-time.Hour).UnixMilli()
		l.exec("UPDATE events SET start_ms = ? WHERE id = ?", begun, l.game)
		l.exec("UPDATE reminders SET start_ms = ? WHERE event_id = ?", begun, l.game)
		l.stream(catalog.StreamLive)
		cancel := catalog.ScheduleChange{Status: catalog.Cancelled}
		if _, err := l.ChangeSchedule(t.Context(), int64(l.game), cancel, true); fault.CodeOf(err) != "event_live" {
			t.Errorf("a live game is cancelled: %v", err)
		}
		l.refunds(0)
		l.stream(catalog.StreamReconnecting, catalog.StreamEnded)
		l.expect("streamed", whole())
		if _, err := l.ChangeSchedule(t.Context(), int64(l.game), catalog.ScheduleChange{Status: catalog.Postponed}, false); fault.CodeOf(err) != "event_recorded" {
			t.Errorf("a recorded game is postponed: %v", err)
		}

		l.exec("UPDATE orders SET paid_ms = paid_ms - 7200000")
		now, err := l.ChangeSchedule(t.Context(), int64(l.game), cancel, true)
		if err != nil || now.Status != "cancelled" || now.Refunded != 2 {
			t.Fatalf("%+v, %v", now, err)
		}
		told := l.news(lifeMail, holder)
		for to, letters := range told {
			if len(letters) != 1 || letters[0].Subject != "Cancelled: Lynx @ Tide" || !strings.Contains(letters[0].Text, "We are refunding you") {
				t.Errorf("%s is told %v", to, letters)
			}
		}
		l.refunds(0)
		l.hear()
		want := whole()
		want.paid, want.watches, want.shared = 1, commerce.ReasonSubscription, false
		l.expect("refunded", want)
		if n := l.letterCount("Your refund is on its way"); n != 1 {
			t.Errorf("%d letters tell of the refund", n)
		}
		off, err := l.Catalog.IsCancelled(t.Context(), l.channel, int64(l.game))
		if err != nil || !off {
			t.Errorf("an encoder publishes it: %v", err)
		}
	})
}

// An operator cancels the wrong game, which has a recording, and takes the cancellation back: its buyer is told of both.
func TestACancellationOfARecordingIsTakenBack(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		l.stream(catalog.StreamLive, catalog.StreamEnded)
		l.exec("UPDATE orders SET paid_ms = paid_ms - 7200000")
		for _, step := range []struct {
			status  catalog.ScheduleStatus
			subject string
		}{{catalog.Cancelled, "Cancelled: Lynx @ Tide"}, {catalog.On, "Correction: Lynx @ Tide"}} {
			l.schedule(step.status, false)
			l.tellsOnce(step.subject)
			l.refunds(0)
			l.expect(string(step.status), whole())
		}
	})
}

// A schedule file puts a cancelled game on again before its tickets were refunded: they stay valid, and new ones are not refunded.
func TestWhatAScheduleFileDoesWithACancelledEvent(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		l.schedule(catalog.Cancelled, true)
		on := catalog.ScheduleChange{Status: catalog.On}
		if err := l.Catalog.ChangeSchedule(t.Context(), l.system(), l.channel, l.game, on); err != nil {
			t.Fatal(err)
		}
		l.refunds(0)
		l.hear()
		l.expect("on again", whole())
		if err := l.Catalog.ChangeSchedule(t.Context(), l.system(), l.channel, l.game, catalog.ScheduleChange{Status: catalog.Cancelled}); err != nil {
			t.Fatal(err)
		}
		l.refunds(0)
		l.expect("cancelled again, without a refund", whole())
	})
}

// The ticket of a cancelled game is disputed. Its money goes back once: from the bank, or from us after the bank gave it to us.
func TestWhatADisputeOfACancelledEventDoes(t *testing.T) {
	for decision, refunds := range map[string]int{"won": 1, "lost": 0} {
		t.Run(decision, func(t *testing.T) {
			eachLife(t, func(t *testing.T, l *life) {
				dispute := l.disputes(l.ticket)
				l.hear()
				l.schedule(catalog.Cancelled, true)
				l.tellsOnce("Cancelled: Lynx @ Tide")
				l.refunds(0)
				l.decides(dispute, decision)
				l.hear()
				l.refunds(refunds)
				l.refunds(0)
				l.hear()
				want := whole()
				want.paid, want.watches, want.shared = 1, commerce.ReasonSubscription, false
				l.expect(decision, want)
				var charges struct {
					Data []struct {
						Amount   int64
						Refunded int64 `json:"amount_refunded"`
					}
				}
				l.provider(http.MethodGet, "/v1/charges", nil, &charges)
				back := int64(0)
				for _, c := range charges.Data {
					back += c.Refunded
				}
				if want := l.number("SELECT amount FROM orders WHERE id = ?", l.ticket) * int64(refunds); back != want {
					t.Errorf("%d went back, want %d", back, want)
				}
				if n := l.letterCount("Your order is active again"); n != 0 {
					t.Errorf("%d letters say that the ticket is open again", n)
				}
			})
		})
	}
}

// applyWithoutDomains applies the channel's own pack without its domains: the way to close a channel.
func (l *life) applyWithoutDomains() error {
	l.t.Helper()
	folder := filepath.Join(l.t.TempDir(), "north")
	if _, err := pack.Export(l.t.Context(), l.PackInstallation(), "north", folder); err != nil {
		l.t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, "schedule.csv")); err != nil { // events that are not in a pack stay
		l.t.Fatal(err)
	}
	path := filepath.Join(folder, "channel.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		l.t.Fatal(err)
	}
	without := regexp.MustCompile(`(?m)^domains:.*\n(?:[ -].*\n)*`).ReplaceAll(text, nil)
	if err := os.WriteFile(path, without, 0o600); err != nil {
		l.t.Fatal(err)
	}
	p, err := pack.ReadFolder(folder, os.LookupEnv)
	if err != nil {
		l.t.Fatal(err)
	}
	changes, err := pack.Apply(l.t.Context(), l.PackInstallation(), p, false)
	if err == nil && len(changes) != 1 {
		l.t.Errorf("changes %v", changes)
	}
	return err
}

// A channel of an earlier release may charge subscribers without a domain. The log says so at the start.
func TestSubscriptionsThatRenewWithoutADomainAreLogged(t *testing.T) {
	eachTimedLife(t, false, func(t *testing.T, l *life, _ *clock.Manual) {
		var log strings.Builder
		l.Log = slog.New(slog.NewTextHandler(&log, nil))
		if l.warnOfUnreachableRenewals(t.Context()); log.Len() > 0 {
			t.Errorf("with a domain: %s", &log)
		}
		if _, err := l.DB.Write().NewRaw("DELETE FROM channel_domains").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		l.Channels = channel.NewService(l.DB, revision.NewTracker(l.DB.Read(), l.Clock, l.Log), l.Clock, nil) // remembers no domain
		l.warnOfUnreachableRenewals(t.Context())
		for _, words := range []string{"level=ERROR", "subscriptions renew on a channel without a domain", "channel=north", "subscriptions=1"} {
			if !strings.Contains(log.String(), words) {
				t.Errorf("the log lacks %q: %s", words, &log)
			}
		}
	})
}

// A channel keeps a domain as long as subscriptions renew. Without a domain its former domains lead nowhere. What its users have stays,
// and nothing is charged.
func TestWhatAChannelWithoutDomainsDoes(t *testing.T) {
	eachTimedLife(t, false, func(t *testing.T, l *life, now *clock.Manual) {
		if err := l.applyWithoutDomains(); fault.CodeOf(err) != "subscriptions_renew" || !strings.Contains(err.Error(), "1 of its subscriptions") {
			t.Errorf("the last domain of a channel with subscriptions: %v", err)
		}
		if _, err := l.Channels.FindByDomain(t.Context(), "north.example"); err != nil {
			t.Errorf("it is not shown: %v", err)
		}
		l.expect("refused", whole())
		if _, err := l.Till.Unsubscribe(t.Context(), l.channel, int64(l.session.UserID), l.offer); err != nil {
			t.Fatal(err)
		}
		if err := l.applyWithoutDomains(); err != nil {
			t.Fatal(err)
		}
		now.Advance(time.Second) // revisions are asked for once in a while
		if _, err := l.Channels.FindByDomain(t.Context(), "north.example"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("it is shown: %v", err)
		}
		want := whole()
		want.renews = false
		l.expect("without a domain", want)
		l.clips("without a domain", true)
		l.reminds(lifeMail, 1, 1)
		now.Advance(39 * 24 * time.Hour)
		l.takePlace()
		l.renew()
		l.expect("after the subscription", want)
		l.clips("after the subscription", false)
		var charges struct{ Data []struct{ ID string } }
		l.provider(http.MethodGet, "/v1/charges", nil, &charges)
		if len(charges.Data) != 2 {
			t.Errorf("%d charges", len(charges.Data))
		}
		if err := l.Till.Refund(t.Context(), l.system(), l.channel, l.ticket); err != nil {
			t.Errorf("its money cannot go back: %v", err)
		}
	})
}
