package reminder

import (
	"fmt"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// say is what the letters of one language say. What depends on the channel's words is
// left open as package word has it; {name} stands for the event's name.
type say struct {
	subject  map[Occasion]string
	line     map[Occasion]string
	when     string
	before   string
	where    string
	watch    string
	schedule string
	stop     string
	bought   map[Occasion]string // to who bought the event
	refunded string              // to who bought a cancelled event that is paid back
	contact  string
}

const (
	aGame   = "{event, select, match {match} fight {fight} race {race} meet {meet} show {show} event {event} other {game}}"
	ceJeu   = "{event, select, fight {ce combat} race {cette course} meet {cette compétition} show {ce spectacle} event {cet événement} other {ce match}}"
	duJeu   = "{event, select, fight {du combat} race {de la course} meet {de la compétition} show {du spectacle} event {de l’événement} other {du match}}"
	leJeu   = "{event, select, fight {Le combat} race {La course} meet {La compétition} show {Le spectacle} event {L’événement} other {Le match}}"
	movedF  = "{event, select, fight {déplacé} race {déplacée} meet {déplacée} show {déplacé} event {déplacé} other {déplacé}}"
	boughtF = "{event, select, race {achetée} meet {achetée} other {acheté}}"
	putOffF = "{event, select, race {reportée} meet {reportée} other {reporté}}"
	offF    = "{event, select, fight {annulé} race {annulée} meet {annulée} show {annulé} event {annulé} other {annulé}}"
)

func sayingsIn(language string) say {
	if language == "fr" {
		return say{
			subject: map[Occasion]string{
				Day: "Demain : {name}", Hour: "Dans une heure : {name}", Minutes: "Dans 5 minutes : {name}",
				Moved: "Nouvelle heure : {name}", Cancelled: "Annulation : {name}", Postponed: "Report : {name}",
				TimeOpen: "Heure à confirmer : {name}", Resumed: "C’est confirmé : {name}",
			},
			line: map[Occasion]string{
				Day: "Vous vouliez un rappel " + duJeu + ".", Hour: "Vous vouliez un rappel " + duJeu + ".",
				Minutes: "Vous vouliez un rappel " + duJeu + ". Ça commence bientôt.",
				Moved:   leJeu + " dont vous vouliez un rappel a été " + movedF + ".", Cancelled: leJeu + " dont vous vouliez un rappel a été " + offF + ".",
				Postponed: leJeu + " dont vous vouliez un rappel est " + putOffF + ". La nouvelle heure n’est pas encore connue.",
				TimeOpen:  leJeu + " dont vous vouliez un rappel n’a plus d’heure fixe. Seul le jour est connu.",
				Resumed:   leJeu + " dont vous vouliez un rappel aura bien lieu.",
			},
			bought: map[Occasion]string{
				Moved:     leJeu + " que vous avez " + boughtF + " a une nouvelle heure. Votre achat reste valide. Si cette heure ne vous convient pas, écrivez-nous.",
				Cancelled: leJeu + " que vous avez " + boughtF + " a été " + offF + ". Écrivez-nous pour demander un remboursement.",
				Postponed: leJeu + " que vous avez " + boughtF + " est " + putOffF + ". Votre achat reste valide, et nous vous écrirons dès que la nouvelle heure sera connue.",
				TimeOpen:  leJeu + " que vous avez " + boughtF + " n’a plus d’heure fixe. Le jour est connu, et nous vous écrirons dès que l’heure le sera.",
				Resumed:   leJeu + " que vous avez " + boughtF + " aura bien lieu. Votre achat reste valide.",
			},
			refunded: leJeu + " que vous avez " + boughtF + " a été " + offF + ". Nous vous remboursons, et un autre courriel vous donne les détails.",
			contact:  "Nous écrire",
			when:     "Heure du lieu", before: "Auparavant", where: "Lieu", watch: "Regarder " + ceJeu, schedule: "Voir le calendrier", stop: "Arrêter tous les rappels",
		}
	}
	return say{
		subject: map[Occasion]string{
			Day: "Tomorrow: {name}", Hour: "In one hour: {name}", Minutes: "In 5 minutes: {name}",
			Moved: "New time: {name}", Cancelled: "Cancelled: {name}", Postponed: "Postponed: {name}",
			TimeOpen: "Time to be announced: {name}", Resumed: "It is on: {name}",
		},
		line: map[Occasion]string{
			Day: "You asked to be reminded of this " + aGame + ".", Hour: "You asked to be reminded of this " + aGame + ".",
			Minutes: "You asked to be reminded of this " + aGame + ". It is about to begin.",
			Moved:   "The " + aGame + " that you asked to be reminded of has been moved.", Cancelled: "The " + aGame + " that you asked to be reminded of has been cancelled.",
			Postponed: "The " + aGame + " that you asked to be reminded of is postponed. There is no new time yet.",
			TimeOpen:  "The time of the " + aGame + " that you asked to be reminded of is to be announced. Only the day is known.",
			Resumed:   "The " + aGame + " that you asked to be reminded of takes place after all.",
		},
		bought: map[Occasion]string{
			Moved:     "The " + aGame + " that you bought has a new time. Your purchase stays valid. If the new time does not suit you, contact us.",
			Cancelled: "The " + aGame + " that you bought is cancelled. Contact us to ask for your money.",
			Postponed: "The " + aGame + " that you bought is postponed. Your purchase stays valid, and we write to you as soon as there is a new time.",
			TimeOpen:  "The time of the " + aGame + " that you bought is to be announced. The day is known, and we write to you as soon as the time is.",
			Resumed:   "The " + aGame + " that you bought takes place after all. Your purchase stays valid.",
		},
		refunded: "The " + aGame + " that you bought is cancelled. We give your money back, and another letter has the details.",
		contact:  "Contact us",
		when:     "Time at the venue", before: "Before", where: "Place", watch: "Watch this " + aGame, schedule: "See the schedule", stop: "Stop all reminders",
	}
}

// about is what a letter is about: before is the start that was told until now, of a game
// that was moved.
type about struct {
	occasion Occasion
	game     Game
	before   time.Time
	known    Schedule // what was told of the schedule until now
	reader   Reader
}

// write writes one letter.
func (a about) write(language string, words word.Kinds, optOut string) letter.Letter {
	s, name := sayingsIn(language), a.game.Name.In(language)
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

// line says what happened, and to a buyer what becomes of the purchase.
func (a about) line(s say) string {
	switch {
	case !a.reader.Bought:
		return s.line[a.occasion]
	case a.reader.Refunded && a.occasion == Cancelled:
		return s.refunded
	}
	return s.bought[a.occasion]
}

// time is the start at the venue: its day alone where the time is to be announced.
func (a about) time(language string) string {
	start := a.game.Start.In(a.game.Zone)
	if a.game.TimeTBA {
		return text.Day(language, start)
	}
	return text.Moment(language, start)
}

// note is what a letter says in brief.
func (a about) note(l letter.Letter) Note {
	return Note{
		Title: l.Subject, Body: l.Facts[0].Value, Path: l.Button.Path, Tag: fmt.Sprintf("event-%d", a.game.ID),
		Until: a.game.Start.Add(stale),
	}
}

// stale is how long after the start a note is still worth showing.
const stale = 30 * time.Minute
