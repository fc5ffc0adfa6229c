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
}

const (
	aGame  = "{event, select, match {match} fight {fight} race {race} meet {meet} show {show} event {event} other {game}}"
	ceJeu  = "{event, select, fight {ce combat} race {cette course} meet {cette compétition} show {ce spectacle} event {cet événement} other {ce match}}"
	duJeu  = "{event, select, fight {du combat} race {de la course} meet {de la compétition} show {du spectacle} event {de l’événement} other {du match}}"
	leJeu  = "{event, select, fight {Le combat} race {La course} meet {La compétition} show {Le spectacle} event {L’événement} other {Le match}}"
	movedF = "{event, select, fight {déplacé} race {déplacée} meet {déplacée} show {déplacé} event {déplacé} other {déplacé}}"
	offF   = "{event, select, fight {annulé} race {annulée} meet {annulée} show {annulé} event {annulé} other {annulé}}"
)

func sayingsIn(language string) say {
	if language == "fr" {
		return say{
			subject: map[Occasion]string{
				Day: "Demain : {name}", Hour: "Dans une heure : {name}", Minutes: "Dans 5 minutes : {name}",
				Moved: "Nouvelle heure : {name}", Cancelled: "Annulation : {name}",
			},
			line: map[Occasion]string{
				Day: "Vous vouliez un rappel " + duJeu + ".", Hour: "Vous vouliez un rappel " + duJeu + ".",
				Minutes: "Vous vouliez un rappel " + duJeu + ". Ça commence bientôt.",
				Moved:   leJeu + " dont vous vouliez un rappel a été " + movedF + ".", Cancelled: leJeu + " dont vous vouliez un rappel a été " + offF + ".",
			},
			when: "Heure du lieu", before: "Auparavant", where: "Lieu", watch: "Regarder " + ceJeu, schedule: "Voir le calendrier", stop: "Arrêter tous les rappels",
		}
	}
	return say{
		subject: map[Occasion]string{
			Day: "Tomorrow: {name}", Hour: "In one hour: {name}", Minutes: "In 5 minutes: {name}",
			Moved: "New time: {name}", Cancelled: "Cancelled: {name}",
		},
		line: map[Occasion]string{
			Day: "You asked to be reminded of this " + aGame + ".", Hour: "You asked to be reminded of this " + aGame + ".",
			Minutes: "You asked to be reminded of this " + aGame + ". It is about to begin.",
			Moved:   "The " + aGame + " that you asked to be reminded of has been moved.", Cancelled: "The " + aGame + " that you asked to be reminded of has been cancelled.",
		},
		when: "Time at the venue", before: "Before", where: "Place", watch: "Watch this " + aGame, schedule: "See the schedule", stop: "Stop all reminders",
	}
}

// about is what a letter is about: before is the start that was told until now, of a game
// that was moved.
type about struct {
	occasion Occasion
	game     Game
	before   time.Time
}

// write writes one letter.
func (a about) write(language string, words word.Kinds, optOut string) letter.Letter {
	s, name := sayingsIn(language), a.game.Name.In(language)
	l := letter.Letter{
		Language: language, Heading: name,
		Subject: strings.ReplaceAll(words.Say(s.subject[a.occasion]), "{name}", name),
		Lines:   []string{words.Say(s.line[a.occasion])},
		Facts:   []letter.Fact{{Label: s.when, Value: text.Moment(language, a.game.Start.In(a.game.Zone))}},
		Button:  letter.Button{Label: words.Say(s.watch), Path: fmt.Sprintf("/watch/%d", a.game.ID)},
		OptOut:  letter.Button{Label: s.stop, Path: optOut},
	}
	if a.occasion == Moved {
		l.Facts = append(l.Facts, letter.Fact{Label: s.before, Value: text.Moment(language, a.before.In(a.game.Zone))})
	}
	if place := a.game.Place.In(language); place != "" {
		l.Facts = append(l.Facts, letter.Fact{Label: s.where, Value: place})
	}
	if a.occasion == Cancelled {
		l.Button = letter.Button{Label: s.schedule, Path: "/schedule"}
	}
	return l
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
