package app

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/text"
)

// passes are the holders of passes of the game's channel.
type passes struct {
	*life
	season, team, onlyTide, allTeams, otherSport commerce.PackageID
	lynx, tide, foxes                            int64
}

func newPasses(l *life) *passes {
	l.t.Helper()
	game, err := l.Catalog.FindEvent(l.t.Context(), l.channel, l.game)
	if err != nil {
		l.t.Fatal(err)
	}
	foxes, err := l.Catalog.CreateParticipant(l.t.Context(), l.system(), l.channel, catalog.Participant{
		Alias: "foxes", Name: text.Text{"en": "Foxes"}, CategoryID: game.CategoryID, Color: "#0a3161",
	})
	if err != nil {
		l.t.Fatal(err)
	}
	p := &passes{life: l, lynx: int64(game.Participants[0]), tide: int64(game.Participants[1]), foxes: int64(foxes)}
	sell := func(change func(*commerce.Package)) commerce.PackageID {
		pass := commerce.Package{
			Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: text.Text{"en": "Pass"}, Currency: "CAD", BasePrice: 5000,
			Capabilities: []commerce.Capability{commerce.Watch},
		}
		change(&pass)
		id, err := l.Commerce.Create(l.t.Context(), l.system(), l.channel, pass)
		if err != nil {
			l.t.Fatal(err)
		}
		return id
	}
	p.season = sell(func(pass *commerce.Package) { pass.Categories = []int64{int64(game.CategoryID)} })
	p.team = sell(func(pass *commerce.Package) {
		pass.IsTeamPass, pass.Choice, pass.Participants = true, commerce.ChooseParticipant, []int64{p.lynx, p.foxes}
	})
	p.onlyTide = sell(func(pass *commerce.Package) { pass.IsTeamPass, pass.Participants = true, []int64{p.tide} })
	p.allTeams = sell(func(pass *commerce.Package) {
		pass.IsTeamPass, pass.Participants = true, []int64{p.lynx, p.tide, p.foxes}
	})
	p.otherSport = sell(func(pass *commerce.Package) {
		pass.Categories = []int64{dbtest.Category(l.t, l.DB, l.channel, "curling")}
	})
	return p
}

// fan adds a user who bought something and follows some subjects.
func (p *passes) fan(name string, bought dbtest.Order, follows ...favourite.Subject) (user, order int64) {
	p.t.Helper()
	created, err := p.Accounts.CreateUser(p.t.Context(), p.system(), p.channel, account.NewUser{
		Email: name + "@example.com", Password: lifePassword, FirstName: "Pass", LastName: "Holder", Role: actor.User,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	user = int64(created.ID)
	if bought.PackageID != 0 {
		bought.ChannelID, bought.UserID = p.channel, user
		order = dbtest.Buy(p.t, p.DB, bought)
	}
	for _, subject := range follows {
		if _, err := p.Favourites.Add(p.t.Context(), actor.Actor{Role: actor.User, ChannelID: p.channel, UserID: user}, subject); err != nil {
			p.t.Fatal(err)
		}
	}
	return user, order
}

// subscriber adds a follower of the game whose subscription is paid until a time before the game.
func (p *passes) subscriber(name string, renews bool, until time.Time) {
	p.t.Helper()
	_, order := p.fan(name, dbtest.Order{PackageID: int64(p.offer), Type: "subscription", UntilMS: until.UnixMilli()}, p.event())
	p.exec(`INSERT INTO subscriptions (channel_id, user_id, package_id, order_id, checkout_id, ref, account, customer, product_name, price, currency, period_days,
		trial_days, status, auto_renew, past_due, trial_until_ms, period_start_ms, period_end_ms, canceled_ms, ended_ms, card, card_brand, card_last4, looked_ms,
		created_ms, updated_ms) SELECT channel_id, user_id, package_id, id, checkout_id, '', 'simulated', '', '', 1000, 'CAD', 30, 0, 'active', ?, FALSE, 0, 0, ?,
		0, 0, '', '', '', 0, 0, 0 FROM orders WHERE id = ?`, renews, until.UnixMilli(), order)
}

func (p *passes) event() favourite.Subject {
	return favourite.Subject{Kind: favourite.Event, ID: int64(p.game)}
}

// Holders of passes and subscriptions are told of a changed game if they follow it or one of its teams, or if their pass is of one of the
// teams. Each is told once. The choice of holders does not depend on the kind of change; the letter does (TestAPassEndsBeforeTheNewDateOfAGame).
func TestWhatHoldersOfPassesAreTold(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		p := newPasses(l)
		lynx := favourite.Subject{Kind: favourite.Participant, ID: p.lynx}
		before, after := time.Now().Add(29*time.Hour), time.Now().Add(31*time.Hour)
		season := dbtest.Order{PackageID: int64(p.season), UntilMS: after.UnixMilli()}
		ofLynx := dbtest.Order{PackageID: int64(p.team), Participant: p.lynx}

		p.fan("follows-team", season, lynx)
		p.fan("follows-game", season, p.event())
		p.fan("pass-of-team", ofLynx)
		p.fan("pass-of-one-team", dbtest.Order{PackageID: int64(p.onlyTide)})
		p.subscriber("renews", true, before)
		both, _ := p.fan("all-reasons", ofLynx, lynx, p.event())
		season.ChannelID, season.UserID = p.channel, both
		dbtest.Buy(t, p.DB, season)
		if err := p.Reminders.Remind(t.Context(), actor.Actor{Role: actor.User, ChannelID: p.channel, UserID: both}, int64(p.game)); err != nil {
			t.Fatal(err)
		}

		p.fan("no-favourite", season)
		p.fan("pass-of-all-teams", dbtest.Order{PackageID: int64(p.allTeams)})
		p.fan("pass-of-other-team", dbtest.Order{PackageID: int64(p.team), Participant: p.foxes})
		p.fan("follows-other-team", season, favourite.Subject{Kind: favourite.Participant, ID: p.foxes})
		p.fan("follows-with-pass-of-other-team", dbtest.Order{PackageID: int64(p.team), Participant: p.foxes}, lynx)
		p.fan("pass-of-other-sport", dbtest.Order{PackageID: int64(p.otherSport)}, lynx)
		p.fan("no-pass", dbtest.Order{}, lynx, p.event())
		p.fan("pass-ends-before", dbtest.Order{PackageID: int64(p.season), UntilMS: before.UnixMilli()}, lynx)
		p.subscriber("cancelled-renewal", false, before)
		_, refunded := p.fan("refunded", season, lynx)
		dbtest.SetOrder(t, p.DB, refunded, "refunded")
		_, disputed := p.fan("disputed", ofLynx, lynx)
		p.exec("UPDATE orders SET dispute = 'open' WHERE id = ?", disputed)
		leaving, _ := p.fan("leaving", season, lynx)
		p.exec("UPDATE users SET deleting_ms = 1 WHERE id = ?", leaving)

		// The same ids on another channel are another event and another team.
		other := dbtest.Channel(t, p.DB, "other")
		eve := dbtest.User(t, p.DB, other, "eve@example.com")
		dbtest.Buy(t, p.DB, dbtest.Order{ChannelID: other, UserID: eve, PackageID: int64(p.team), Participant: p.lynx})
		p.exec("INSERT INTO favorites (channel_id, user_id, kind, subject_id, created_ms) VALUES (?, ?, 'event', ?, 1)", other, eve, p.game)

		p.exec("UPDATE favorites SET created_ms = created_ms - 7200000")
		p.exec("UPDATE reminders SET created_ms = created_ms - 7200000")
		p.fan("follows-afterwards", season, lynx)

		p.schedule(catalog.Cancelled, false)
		addresses := []string{lifeMail, "eve@example.com"}
		told := map[string]bool{}
		for _, name := range []string{"follows-team", "follows-game", "pass-of-team", "pass-of-one-team", "renews", "all-reasons"} {
			addresses = append(addresses, name+"@example.com")
			told[name+"@example.com"] = true
		}
		for _, name := range []string{
			"no-favourite", "pass-of-all-teams", "pass-of-other-team", "follows-other-team", "follows-with-pass-of-other-team", "pass-of-other-sport", "no-pass", "pass-ends-before", "cancelled-renewal",
			"refunded", "disputed", "leaving", "follows-afterwards",
		} {
			addresses = append(addresses, name+"@example.com")
		}
		told[lifeMail] = true
		for address, letters := range p.news(addresses...) {
			if want := told[address]; want && len(letters) != 1 || !want && len(letters) != 0 {
				t.Errorf("%s is told %d times: %v", address, len(letters), want)
				continue
			}
			if !told[address] {
				continue
			}
			says := "that your pass or subscription includes has been cancelled. Your pass or subscription stays valid."
			if address == lifeMail {
				says = "you bought has been cancelled." // the ticket comes first
			}
			if body := strings.Join(strings.Fields(letters[0].Text), " "); letters[0].Subject != "Cancelled: Lynx @ Tide" || !strings.Contains(body, says) {
				t.Errorf("%s reads %q, %q", address, letters[0].Subject, body)
			}
			if set := address == lifeMail || address == "all-reasons@example.com"; set != (letters[0].OptOut != "") {
				t.Errorf("%s can turn off a reminder: %v", address, !set)
			}
		}
	})
}

// A pass opens the game at its old start and not at its new one. The letter to its holder says so, and gives the end of the pass. A
// subscription that renews stays valid.
func TestAPassEndsBeforeTheNewDateOfAGame(t *testing.T) {
	for name, steps := range map[string][]catalog.ScheduleStatus{
		"moved": {catalog.On}, "postponed, then dated": {catalog.Postponed, catalog.On}, "to be announced, then dated": {catalog.TBA, catalog.On},
	} {
		t.Run(name, func(t *testing.T) {
			eachTimedLife(t, false, func(t *testing.T, l *life, now *clock.Manual) {
				p := newPasses(l)
				start, ends, later := now.Now().Add(30*time.Hour), now.Now().Add(40*time.Hour), now.Now().Add(200*time.Hour)
				p.fan("season", dbtest.Order{PackageID: int64(p.season), UntilMS: ends.UnixMilli()}, p.event())
				p.subscriber("cancelled-renewal", false, ends)
				p.exec("UPDATE users SET language = 'fr' WHERE email = 'cancelled-renewal@example.com'")
				p.subscriber("renews", true, ends)
				// The team pass is the reason for the letter. The other pass, which is none, opens the game at the new start.
				two, _ := p.fan("two-passes", dbtest.Order{PackageID: int64(p.onlyTide), UntilMS: ends.UnixMilli()})
				dbtest.Buy(t, p.DB, dbtest.Order{ChannelID: p.channel, UserID: two, PackageID: int64(p.season)})
				p.exec("UPDATE favorites SET created_ms = created_ms - 7200000")

				const valid = "Your pass or subscription stays valid."
				english, french := text.Until("en", ends.UTC()), text.Until("fr", ends.UTC())
				says := map[catalog.ScheduleStatus]map[string]string{
					catalog.On: {
						"season":            "Your pass or subscription is valid only until " + english + ", before the game starts. To watch the game, choose an offer on its page, or contact us.",
						"cancelled-renewal": "Votre forfait ou votre abonnement n’est valide que jusqu’au " + french + ", avant le début du match. Pour regarder ce match, choisissez une offre sur sa page, ou écrivez-nous.",
						"renews":            valid, "two-passes": valid,
					},
					catalog.Postponed: {
						"season":            "Your pass or subscription is valid until " + english + ".",
						"cancelled-renewal": "Votre forfait ou votre abonnement est valide jusqu’au " + french + ".",
						"renews":            valid, "two-passes": valid,
					},
					// Only the day of the old start is announced. The pass may end on that day.
					catalog.TBA: {"renews": valid, "two-passes": valid},
				}
				for _, status := range steps {
					change := catalog.ScheduleChange{Status: status}
					switch status {
					case catalog.On:
						change.Start = later
					case catalog.TBA:
						change.Start = start
					case catalog.Postponed, catalog.Cancelled:
					}
					now.Advance(time.Second)
					l.change(change, false)
					told := l.news("season@example.com", "cancelled-renewal@example.com", "renews@example.com", "two-passes@example.com")
					for address, letters := range told {
						if len(letters) != 1 {
							t.Errorf("%s: %s is told %d times", status, address, len(letters))
							continue
						}
						want := says[status][strings.TrimSuffix(address, "@example.com")]
						if body := strings.Join(strings.Fields(letters[0].Text), " "); !strings.Contains(body, strings.Join(strings.Fields(want), " ")) {
							t.Errorf("%s: %s reads %q, want %q", status, address, body, want)
						}
					}
				}
			})
		})
	}
}
