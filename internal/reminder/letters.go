package reminder

import (
	"fmt"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
	"github.com/grandstand/grandstand/internal/zone"
)

// letterTexts are the texts of reminders in one language. Package word fills in the channel's word for an event, and {name}
// is replaced by the name of the event.
type letterTexts struct {
	subject  map[Occasion]string
	line     map[Occasion]string
	when     string
	previous string
	undated  string // the push note about a postponed event
	where    string
	watch    string
	schedule string
	stop     string
	bought   map[Occasion]string // for buyers of the event
	refunded string              // for buyers of a cancelled event who are refunded
	pass     map[Occasion]string // for holders of a pass or subscription that opens the event at its last announced start
	// One of these sentences follows pass. Each begins with a space. {end} is replaced by the end of the pass or subscription.
	staysValid, validUntil, tooShort string
	contact                          string
}

const (
	eventEN     = "{event, select, match {match} fight {fight} race {race} meet {meet} show {show} event {event} other {game}}"
	thisEventFR = "{event, select, fight {ce combat} race {cette course} meet {cette compétition} show {ce spectacle} event {cet événement} other {ce match}}"
	ofEventFR   = "{event, select, fight {du combat} race {de la course} meet {de la compétition} show {du spectacle} event {de l’événement} other {du match}}"
	theEventFR  = "{event, select, fight {Le combat} race {La course} meet {La compétition} show {Le spectacle} event {L’événement} other {Le match}}"
	boughtFR    = "{event, select, race {achetée} meet {achetée} other {acheté}}"
	postponedFR = "{event, select, race {reportée} meet {reportée} other {reporté}}"
	remindedFR  = " pour {event, select, race {laquelle} meet {laquelle} other {lequel}} vous avez demandé un rappel"
	includedFR  = " que comprend votre forfait ou votre abonnement"
	includedEN  = " that your pass or subscription includes"
	cancelledFR = "{event, select, fight {annulé} race {annulée} meet {annulée} show {annulé} event {annulé} other {annulé}}"
)

func letterTextsIn(language string) letterTexts {
	if language == "fr" {
		return letterTexts{
			subject: map[Occasion]string{
				Day: "Demain\u00a0: {name}", Hour: "Dans une heure\u00a0: {name}", Minutes: "Dans 5 minutes\u00a0: {name}",
				Moved: "Nouvelle heure\u00a0: {name}", Cancelled: "Annulation\u00a0: {name}", Postponed: "Report\u00a0: {name}",
				TimeTBA: "Heure à confirmer\u00a0: {name}", TimeSet: "Heure confirmée\u00a0: {name}", Resumed: "C’est confirmé\u00a0: {name}",
				Corrected: "Correction\u00a0: {name}",
			},
			line: map[Occasion]string{
				Day: "Vous avez demandé un rappel pour " + thisEventFR + ".", Hour: "Vous avez demandé un rappel pour " + thisEventFR + ".",
				Minutes: "Vous avez demandé un rappel pour " + thisEventFR + ". Ça commence dans quelques minutes.",
				Moved:   theEventFR + remindedFR + " a changé d’horaire.", Cancelled: theEventFR + remindedFR + " a été " + cancelledFR + ".",
				Postponed: theEventFR + remindedFR + " a été " + postponedFR + ". La nouvelle date n’est pas encore fixée.",
				TimeTBA:   "L’heure " + ofEventFR + remindedFR + " reste à confirmer. Seul le jour est connu.",
				TimeSet:   "L’heure " + ofEventFR + remindedFR + " est confirmée.",
				Resumed:   theEventFR + remindedFR + " aura bien lieu.",
				Corrected: theEventFR + remindedFR + " n’est plus " + cancelledFR + ".",
			},
			bought: map[Occasion]string{
				Moved:     theEventFR + " que vous avez " + boughtFR + " a changé d’horaire. Votre achat reste valide. Si le nouvel horaire ne vous convient pas, écrivez-nous.",
				Cancelled: theEventFR + " que vous avez " + boughtFR + " a été " + cancelledFR + ". Écrivez-nous pour demander un remboursement.",
				Postponed: theEventFR + " que vous avez " + boughtFR + " a été " + postponedFR + ". Votre achat reste valide, et nous vous écrirons dès que la nouvelle date sera fixée. Si vous ne pouvez pas attendre, écrivez-nous.",
				TimeTBA:   "L’heure " + ofEventFR + " que vous avez " + boughtFR + " reste à confirmer. Le jour est connu, et nous vous écrirons dès que l’heure le sera.",
				TimeSet:   "L’heure " + ofEventFR + " que vous avez " + boughtFR + " est confirmée. Votre achat reste valide. Si cette heure ne vous convient pas, écrivez-nous.",
				Resumed:   theEventFR + " que vous avez " + boughtFR + " aura bien lieu. Votre achat reste valide.",
				Corrected: theEventFR + " que vous avez " + boughtFR + " n’est plus " + cancelledFR + ". Votre achat reste valide.",
			},
			refunded: theEventFR + " que vous avez " + boughtFR + " a été " + cancelledFR + ". Nous vous remboursons; un autre courriel vous donne les détails.",
			pass: map[Occasion]string{
				Moved:     theEventFR + includedFR + " a changé d’horaire.",
				Cancelled: theEventFR + includedFR + " a été " + cancelledFR + ".",
				Postponed: theEventFR + includedFR + " a été " + postponedFR + ". La nouvelle date n’est pas encore fixée.",
				TimeTBA:   "L’heure " + ofEventFR + includedFR + " reste à confirmer. Seul le jour est connu.",
				TimeSet:   "L’heure " + ofEventFR + includedFR + " est confirmée.",
				Resumed:   theEventFR + includedFR + " aura bien lieu.",
				Corrected: theEventFR + includedFR + " n’est plus " + cancelledFR + ".",
			},
			staysValid: " Votre forfait ou votre abonnement reste valide.",
			validUntil: " Votre forfait ou votre abonnement est valide jusqu’au {end}.",
			tooShort: " Votre forfait ou votre abonnement n’est valide que jusqu’au {end}, avant le début " + ofEventFR + ". Pour regarder " + thisEventFR +
				", choisissez une offre sur sa page, ou écrivez-nous.",
			contact: "Nous joindre",
			when:    "Heure sur place", previous: "Heure précédente", undated: "La nouvelle date n’est pas encore fixée.", where: "Lieu", watch: "Regarder " + thisEventFR, schedule: "Voir le calendrier", stop: "Arrêter tous les rappels",
		}
	}
	return letterTexts{
		subject: map[Occasion]string{
			Day: "Tomorrow: {name}", Hour: "In one hour: {name}", Minutes: "In 5 minutes: {name}",
			Moved: "New time: {name}", Cancelled: "Cancelled: {name}", Postponed: "Postponed: {name}",
			TimeTBA: "Time to be announced: {name}", TimeSet: "Time confirmed: {name}", Resumed: "Back on: {name}",
			Corrected: "Correction: {name}",
		},
		line: map[Occasion]string{
			Day: "You set a reminder for this " + eventEN + ".", Hour: "You set a reminder for this " + eventEN + ".",
			Minutes: "You set a reminder for this " + eventEN + ". It is about to start.",
			Moved:   "The " + eventEN + " you set a reminder for has been rescheduled.", Cancelled: "The " + eventEN + " you set a reminder for has been cancelled.",
			Postponed: "The " + eventEN + " you set a reminder for has been postponed. The new date is not set yet.",
			TimeTBA:   "The start time of the " + eventEN + " you set a reminder for is still to be announced. Only the day is known.",
			TimeSet:   "The start time of the " + eventEN + " you set a reminder for is confirmed.",
			Resumed:   "The " + eventEN + " you set a reminder for will take place after all.",
			Corrected: "The " + eventEN + " you set a reminder for is no longer cancelled.",
		},
		bought: map[Occasion]string{
			Moved:     "The " + eventEN + " you bought has been rescheduled. Your purchase is still valid. If the new time does not work for you, contact us.",
			Cancelled: "The " + eventEN + " you bought has been cancelled. Contact us to request a refund.",
			Postponed: "The " + eventEN + " you bought has been postponed. Your purchase is still valid, and we will email you as soon as the new date is set. If you cannot wait, contact us.",
			TimeTBA:   "The start time of the " + eventEN + " you bought is still to be announced. The day is known, and we will email you as soon as the time is confirmed.",
			TimeSet:   "The start time of the " + eventEN + " you bought is confirmed. Your purchase is still valid. If the time does not work for you, contact us.",
			Resumed:   "The " + eventEN + " you bought will take place after all. Your purchase is still valid.",
			Corrected: "The " + eventEN + " you bought is no longer cancelled. Your purchase is still valid.",
		},
		refunded: "The " + eventEN + " you bought has been cancelled. We are refunding you, and another email has the details.",
		pass: map[Occasion]string{
			Moved:     "The " + eventEN + includedEN + " has been rescheduled.",
			Cancelled: "The " + eventEN + includedEN + " has been cancelled.",
			Postponed: "The " + eventEN + includedEN + " has been postponed. The new date is not set yet.",
			TimeTBA:   "The start time of the " + eventEN + includedEN + " is still to be announced. Only the day is known.",
			TimeSet:   "The start time of the " + eventEN + includedEN + " is confirmed.",
			Resumed:   "The " + eventEN + includedEN + " will take place after all.",
			Corrected: "The " + eventEN + includedEN + " is no longer cancelled.",
		},
		staysValid: " Your pass or subscription stays valid.",
		validUntil: " Your pass or subscription is valid until {end}.",
		tooShort: " Your pass or subscription is valid only until {end}, before the " + eventEN + " starts. To watch the " + eventEN +
			", choose an offer on its page, or contact us.",
		contact: "Contact us",
		when:    "Time at the venue", previous: "Previous time", undated: "The new date is not set yet.", where: "Venue", watch: "Watch this " + eventEN, schedule: "See the schedule", stop: "Stop all reminders",
	}
}

// letterData holds the data of one letter.
type letterData struct {
	occasion  Occasion
	game      Game
	recipient Recipient
	// The last announced schedule. Letters before the start have none, except the start of a game that moved.
	previousStart   time.Time
	previousTimeTBA bool
	previousStatus  ScheduleStatus
}

// buildLetter returns the letter. Its first fact is the start, for a postponed event the start that is no longer valid.
func (a letterData) buildLetter(language string, words word.Kinds, optOut string) letter.Letter {
	s, name := letterTextsIn(language), a.game.Name.In(language)
	l := letter.Letter{
		Language: language, Heading: name,
		Subject: strings.ReplaceAll(words.Say(s.subject[a.occasion]), "{name}", name),
		Lines:   []string{strings.ReplaceAll(words.Say(a.mainLine(s)), "{end}", text.Until(language, a.recipient.PassEnds))},
		Facts:   []letter.Fact{{Label: s.when, Value: a.formatStart(language, a.game.Start, a.game.TimeTBA)}},
		Button:  letter.Button{Label: words.Say(s.watch), Path: a.game.path()},
	}
	if optOut != "" {
		l.OptOut = letter.Button{Label: s.stop, Path: optOut}
	}
	previous := letter.Fact{Label: s.previous, Value: a.formatStart(language, a.previousStart, a.previousTimeTBA)}
	switch {
	case a.occasion == Postponed:
		l.Facts[0] = previous
	case a.occasion == Moved && (a.previousStatus == "" || a.previousStatus == ScheduleOn):
		l.Facts = append(l.Facts, previous)
	}
	if place := a.game.Place.In(language); place != "" {
		l.Facts = append(l.Facts, letter.Fact{Label: s.where, Value: place})
	}
	switch {
	case a.occasion == Postponed && a.recipient.Bought:
		l.Button = letter.Button{Label: s.contact, Path: "/contacts"}
	case a.occasion != Cancelled:
	case a.recipient.Bought && !a.recipient.Refunded:
		l.Button = letter.Button{Label: s.contact, Path: "/contacts"}
	default:
		l.Button = letter.Button{Label: s.schedule, Path: "/schedule"}
	}
	return l
}

// mainLine describes the occasion and, for buyers and pass holders, its effect on the purchase or pass.
func (a letterData) mainLine(s letterTexts) string {
	switch {
	case a.recipient.Pass:
		return s.pass[a.occasion] + a.passValidity(s)
	case !a.recipient.Bought:
		return s.line[a.occasion]
	case a.recipient.Refunded && a.occasion == Cancelled:
		return s.refunded
	}
	return s.bought[a.occasion]
}

// passValidity returns the sentence that tells the recipient whether their pass or subscription opens the event at its new start.
// While that is not certain, the sentence gives the end of the pass.
func (a letterData) passValidity(s letterTexts) string {
	ends := a.recipient.PassEnds
	earliest, latest := a.game.Start, a.game.Start
	if a.game.TimeTBA { // the event starts on the day of Start
		day := a.game.Start.In(a.game.Zone)
		earliest, latest = zone.StartOfDay(day, a.game.Zone), zone.AddDays(day, 1)
	}
	switch {
	case ends.IsZero() || a.occasion == Cancelled:
		return s.staysValid
	case a.occasion == Postponed:
		return s.validUntil
	case !ends.After(earliest):
		return s.tooShort
	case ends.Before(latest):
		return s.validUntil
	}
	return s.staysValid
}

// formatStart formats a start in the venue's time zone, or only its day if the time is to be announced.
func (a letterData) formatStart(language string, start time.Time, timeTBA bool) string {
	if timeTBA {
		return text.Day(language, start.In(a.game.Zone))
	}
	return text.Moment(language, start.In(a.game.Zone))
}

// path returns the path of the event's page.
func (g Game) path() string { return fmt.Sprintf("/watch/%d", g.ID) }

// pushNote returns the push notification of a letter that is sent now. Its text is the start, and it opens the page of the letter's
// button. The note about a postponed event has no start, which would look like the new date. It opens the event's page, because a
// note is too short for the explanation.
func (a letterData) pushNote(l letter.Letter, now time.Time) Note {
	from := a.game.Start
	if from.Before(now) { // a change can be announced after the start, such as a cancellation
		from = now
	}
	path, body := l.Button.Path, l.Facts[0].Value
	if a.occasion == Postponed {
		path, body = a.game.path(), letterTextsIn(l.Language).undated
	}
	return Note{
		Title: l.Subject, Body: body, Path: path, Tag: fmt.Sprintf("event-%d", a.game.ID),
		Until: from.Add(noteValidity),
	}
}

// noteValidity is the validity of a push note after the start of the event, or after the note is written if the event has started.
const noteValidity = 30 * time.Minute
