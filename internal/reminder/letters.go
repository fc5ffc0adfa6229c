package reminder

import (
	"fmt"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// letterTexts are the texts of reminders in one language. Package word fills in the channel's word for an event, and {name}
// is replaced by the name of the event.
type letterTexts struct {
	subject  map[Occasion]string
	line     map[Occasion]string
	when     string
	before   string
	where    string
	watch    string
	schedule string
	stop     string
	bought   map[Occasion]string // for buyers of the event
	refunded string              // for buyers of a cancelled event who are refunded
	pass     map[Occasion]string // for holders of a pass or subscription that opens the event
	contact  string
}

const (
	aGame     = "{event, select, match {match} fight {fight} race {race} meet {meet} show {show} event {event} other {game}}"
	ceJeu     = "{event, select, fight {ce combat} race {cette course} meet {cette compétition} show {ce spectacle} event {cet événement} other {ce match}}"
	duJeu     = "{event, select, fight {du combat} race {de la course} meet {de la compétition} show {du spectacle} event {de l’événement} other {du match}}"
	leJeu     = "{event, select, fight {Le combat} race {La course} meet {La compétition} show {Le spectacle} event {L’événement} other {Le match}}"
	boughtF   = "{event, select, race {achetée} meet {achetée} other {acheté}}"
	putOffF   = "{event, select, race {reportée} meet {reportée} other {reporté}}"
	rappelF   = " pour {event, select, race {laquelle} meet {laquelle} other {lequel}} vous avez demandé un rappel"
	includedF = " que comprend votre forfait ou votre abonnement"
	validF    = " Votre forfait ou votre abonnement reste valide."
	included  = " that your pass or subscription includes"
	valid     = " Your pass or subscription stays valid."
	offF      = "{event, select, fight {annulé} race {annulée} meet {annulée} show {annulé} event {annulé} other {annulé}}"
)

func letterTextsIn(language string) letterTexts {
	if language == "fr" {
		return letterTexts{
			subject: map[Occasion]string{
				Day: "Demain\u00a0: {name}", Hour: "Dans une heure\u00a0: {name}", Minutes: "Dans 5 minutes\u00a0: {name}",
				Moved: "Nouvelle heure\u00a0: {name}", Cancelled: "Annulation\u00a0: {name}", Postponed: "Report\u00a0: {name}",
				TimeOpen: "Heure à confirmer\u00a0: {name}", TimeSet: "Heure confirmée\u00a0: {name}", Resumed: "C’est confirmé\u00a0: {name}",
				Corrected: "Correction\u00a0: {name}",
			},
			line: map[Occasion]string{
				Day: "Vous avez demandé un rappel pour " + ceJeu + ".", Hour: "Vous avez demandé un rappel pour " + ceJeu + ".",
				Minutes: "Vous avez demandé un rappel pour " + ceJeu + ". Ça commence dans quelques minutes.",
				Moved:   leJeu + rappelF + " a changé d’horaire.", Cancelled: leJeu + rappelF + " a été " + offF + ".",
				Postponed: leJeu + rappelF + " a été " + putOffF + ". La nouvelle date n’est pas encore fixée.",
				TimeOpen:  "L’heure " + duJeu + rappelF + " reste à confirmer. Seul le jour est connu.",
				TimeSet:   "L’heure " + duJeu + rappelF + " est confirmée.",
				Resumed:   leJeu + rappelF + " aura bien lieu.",
				Corrected: leJeu + rappelF + " n’est plus " + offF + ".",
			},
			bought: map[Occasion]string{
				Moved:     leJeu + " que vous avez " + boughtF + " a changé d’horaire. Votre achat reste valide. Si le nouvel horaire ne vous convient pas, écrivez-nous.",
				Cancelled: leJeu + " que vous avez " + boughtF + " a été " + offF + ". Écrivez-nous pour demander un remboursement.",
				Postponed: leJeu + " que vous avez " + boughtF + " a été " + putOffF + ". Votre achat reste valide, et nous vous écrirons dès que la nouvelle date sera fixée.",
				TimeOpen:  "L’heure " + duJeu + " que vous avez " + boughtF + " reste à confirmer. Le jour est connu, et nous vous écrirons dès que l’heure le sera.",
				TimeSet:   "L’heure " + duJeu + " que vous avez " + boughtF + " est confirmée. Votre achat reste valide. Si cette heure ne vous convient pas, écrivez-nous.",
				Resumed:   leJeu + " que vous avez " + boughtF + " aura bien lieu. Votre achat reste valide.",
				Corrected: leJeu + " que vous avez " + boughtF + " n’est plus " + offF + ". Votre achat reste valide.",
			},
			refunded: leJeu + " que vous avez " + boughtF + " a été " + offF + ". Nous vous remboursons; un autre courriel vous donne les détails.",
			pass: map[Occasion]string{
				Moved:     leJeu + includedF + " a changé d’horaire." + validF,
				Cancelled: leJeu + includedF + " a été " + offF + "." + validF,
				Postponed: leJeu + includedF + " a été " + putOffF + ". La nouvelle date n’est pas encore fixée." + validF,
				TimeOpen:  "L’heure " + duJeu + includedF + " reste à confirmer. Seul le jour est connu." + validF,
				TimeSet:   "L’heure " + duJeu + includedF + " est confirmée." + validF,
				Resumed:   leJeu + includedF + " aura bien lieu." + validF,
				Corrected: leJeu + includedF + " n’est plus " + offF + "." + validF,
			},
			contact: "Nous joindre",
			when:    "Heure sur place", before: "Heure précédente", where: "Lieu", watch: "Regarder " + ceJeu, schedule: "Voir le calendrier", stop: "Arrêter tous les rappels",
		}
	}
	return letterTexts{
		subject: map[Occasion]string{
			Day: "Tomorrow: {name}", Hour: "In one hour: {name}", Minutes: "In 5 minutes: {name}",
			Moved: "New time: {name}", Cancelled: "Cancelled: {name}", Postponed: "Postponed: {name}",
			TimeOpen: "Time to be announced: {name}", TimeSet: "Time confirmed: {name}", Resumed: "Back on: {name}",
			Corrected: "Correction: {name}",
		},
		line: map[Occasion]string{
			Day: "You set a reminder for this " + aGame + ".", Hour: "You set a reminder for this " + aGame + ".",
			Minutes: "You set a reminder for this " + aGame + ". It is about to start.",
			Moved:   "The " + aGame + " you set a reminder for has been rescheduled.", Cancelled: "The " + aGame + " you set a reminder for has been cancelled.",
			Postponed: "The " + aGame + " you set a reminder for has been postponed. The new date is not set yet.",
			TimeOpen:  "The start time of the " + aGame + " you set a reminder for is still to be announced. Only the day is known.",
			TimeSet:   "The start time of the " + aGame + " you set a reminder for is confirmed.",
			Resumed:   "The " + aGame + " you set a reminder for will take place after all.",
			Corrected: "The " + aGame + " you set a reminder for is no longer cancelled.",
		},
		bought: map[Occasion]string{
			Moved:     "The " + aGame + " you bought has been rescheduled. Your purchase is still valid. If the new time does not work for you, contact us.",
			Cancelled: "The " + aGame + " you bought has been cancelled. Contact us to request a refund.",
			Postponed: "The " + aGame + " you bought has been postponed. Your purchase is still valid, and we will email you as soon as the new date is set.",
			TimeOpen:  "The start time of the " + aGame + " you bought is still to be announced. The day is known, and we will email you as soon as the time is.",
			TimeSet:   "The start time of the " + aGame + " you bought is confirmed. Your purchase is still valid. If the time does not work for you, contact us.",
			Resumed:   "The " + aGame + " you bought will take place after all. Your purchase is still valid.",
			Corrected: "The " + aGame + " you bought is no longer cancelled. Your purchase is still valid.",
		},
		refunded: "The " + aGame + " you bought has been cancelled. We are refunding you, and another email has the details.",
		pass: map[Occasion]string{
			Moved:     "The " + aGame + included + " has been rescheduled." + valid,
			Cancelled: "The " + aGame + included + " has been cancelled." + valid,
			Postponed: "The " + aGame + included + " has been postponed. The new date is not set yet." + valid,
			TimeOpen:  "The start time of the " + aGame + included + " is still to be announced. Only the day is known." + valid,
			TimeSet:   "The start time of the " + aGame + included + " is confirmed." + valid,
			Resumed:   "The " + aGame + included + " will take place after all." + valid,
			Corrected: "The " + aGame + included + " is no longer cancelled." + valid,
		},
		contact: "Contact us",
		when:    "Time at the venue", before: "Previous time", where: "Venue", watch: "Watch this " + aGame, schedule: "See the schedule", stop: "Stop all reminders",
	}
}

// about holds the data of one letter.
type about struct {
	occasion Occasion
	game     Game
	before   time.Time // the start in the previous letter, if the game was moved
	known    Schedule  // the schedule in the previous letter
	reader   Reader
}

// write writes one letter.
func (a about) write(language string, words word.Kinds, optOut string) letter.Letter {
	s, name := letterTextsIn(language), a.game.Name.In(language)
	l := letter.Letter{
		Language: language, Heading: name,
		Subject: strings.ReplaceAll(words.Say(s.subject[a.occasion]), "{name}", name),
		Lines:   []string{words.Say(a.line(s))},
		Facts:   []letter.Fact{{Label: s.when, Value: a.time(language)}},
		Button:  letter.Button{Label: words.Say(s.watch), Path: fmt.Sprintf("/watch/%d", a.game.ID)},
	}
	if optOut != "" {
		l.OptOut = letter.Button{Label: s.stop, Path: optOut}
	}
	if a.occasion == Moved && (a.known == "" || a.known == AsScheduled) {
		l.Facts = append(l.Facts, letter.Fact{Label: s.before, Value: text.Moment(language, a.before.In(a.game.Zone))})
	}
	if place := a.game.Place.In(language); place != "" {
		l.Facts = append(l.Facts, letter.Fact{Label: s.where, Value: place})
	}
	switch {
	case a.occasion != Cancelled:
	case a.reader.Bought && !a.reader.Refunded:
		l.Button = letter.Button{Label: s.contact, Path: "/contacts"}
	default:
		l.Button = letter.Button{Label: s.schedule, Path: "/schedule"}
	}
	return l
}

// line describes the change and, for buyers, its effect on the purchase.
func (a about) line(s letterTexts) string {
	switch {
	case a.reader.Pass:
		return s.pass[a.occasion]
	case !a.reader.Bought:
		return s.line[a.occasion]
	case a.reader.Refunded && a.occasion == Cancelled:
		return s.refunded
	}
	return s.bought[a.occasion]
}

// time formats the start in the venue's time zone, or only the day if the time is to be announced.
func (a about) time(language string) string {
	start := a.game.Start.In(a.game.Zone)
	if a.game.TimeTBA {
		return text.Day(language, start)
	}
	return text.Moment(language, start)
}

// note is the push notification of a letter that is written now.
func (a about) note(l letter.Letter, now time.Time) Note {
	current := a.game.Start
	if current.Before(now) { // a game is cancelled after its start
		current = now
	}
	return Note{
		Title: l.Subject, Body: l.Facts[0].Value, Path: l.Button.Path, Tag: fmt.Sprintf("event-%d", a.game.ID),
		Until: current.Add(noteLife),
	}
}

// noteLife is how long after the start, or after the news if they are later, a push notification may still be shown.
const noteLife = 30 * time.Minute
