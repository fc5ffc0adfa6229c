package account

import (
	"strings"

	"github.com/grandstand/grandstand/internal/letter"
)

// phrases are what one kind of letter says in one language.
type phrases struct {
	subject, heading string
	lines            []string
	button           string
	after            []string
}

// written makes a letter of them. fill replaces what stands in braces.
func (p phrases) written(language, path string, fill ...string) letter.Letter {
	r := strings.NewReplacer(fill...)
	all := func(texts []string) []string {
		out := make([]string, len(texts))
		for i, text := range texts {
			out[i] = r.Replace(text)
		}
		return out
	}
	return letter.Letter{
		Language: language, Subject: r.Replace(p.subject), Heading: r.Replace(p.heading), Lines: all(p.lines),
		Button: letter.Button{Label: p.button, Path: path}, After: all(p.after),
	}
}

// in chooses the phrases of a language; English stands in for one that nobody knows.
func in(language string, en, fr phrases) (string, phrases) {
	if language == "fr" {
		return "fr", fr
	}
	return "en", en
}

// greeted is the heading's name of a person, with the space before it.
func greeted(user User) string {
	if user.FirstName == "" {
		return ""
	}
	return " " + user.FirstName
}

// confirmEmailLetter goes to the mailbox that is to become the user's.
func confirmEmailLetter(language string, user User, email, path string) letter.Letter {
	language, p := in(language, phrases{
		subject: "Confirm your new email address", heading: "Hello{name}",
		lines:  []string{"You want to use {email} for your account. Press the button, and from then on you log in with this address and our letters come here."},
		button: "Use this address",
		after:  []string{"The link works once, for 24 hours. Until then nothing changes.", "If you did not ask for this, leave it: without the button nothing happens."},
	}, phrases{
		subject: "Confirmez votre nouvelle adresse courriel", heading: "Bonjour{name}",
		lines:  []string{"Vous voulez utiliser {email} pour votre compte. Appuyez sur le bouton : vous vous connecterez alors avec cette adresse et nos courriels arriveront ici."},
		button: "Utiliser cette adresse",
		after:  []string{"Le lien fonctionne une seule fois, pendant 24 heures. D’ici là, rien ne change.", "Si vous n’avez rien demandé, ignorez ce courriel : sans le bouton, rien ne se passe."},
	})
	return p.written(language, path, "{name}", greeted(user), "{email}", email)
}

// emailAskedLetter goes to the mailbox that is to be replaced, while its owner can still
// stop it.
func emailAskedLetter(language string, user User, email string) letter.Letter {
	language, p := in(language, phrases{
		subject: "Your email address is about to change", heading: "Hello{name}",
		lines: []string{
			"Somebody who knows your password asked to use {email} instead of this address. It changes as soon as the link sent there is followed.",
			"This was not you? Choose a new password now: that stops it and logs out every other device.",
		},
		button: "This was not me",
		after:  []string{"If it was you, there is nothing to do here."},
	}, phrases{
		subject: "Votre adresse courriel est sur le point de changer", heading: "Bonjour{name}",
		lines: []string{
			"Quelqu’un qui connaît votre mot de passe a demandé d’utiliser {email} au lieu de cette adresse. Elle changera dès que le lien envoyé là-bas sera suivi.",
			"Ce n’était pas vous? Choisissez un nouveau mot de passe maintenant : cela arrête le changement et déconnecte tous les autres appareils.",
		},
		button: "Ce n’était pas moi",
		after:  []string{"Si c’était vous, il n’y a rien à faire ici."},
	})
	return p.written(language, "/profile/edit", "{name}", greeted(user), "{email}", email)
}

// emailChangedLetter goes to the mailbox that was replaced.
func emailChangedLetter(language string, user User) letter.Letter {
	language, p := in(language, phrases{
		subject: "Your email address was changed", heading: "Hello{name}",
		lines: []string{
			"Your account now uses {email}. This address is no longer part of it, and this is the last letter to it.",
			"This was not you? Write to us at once, from this address, so that we can give you your account back.",
		},
		button: "Contact us",
	}, phrases{
		subject: "Votre adresse courriel a été changée", heading: "Bonjour{name}",
		lines: []string{
			"Votre compte utilise maintenant {email}. La présente adresse n’en fait plus partie, et ce courriel est le dernier à y être envoyé.",
			"Ce n’était pas vous? Écrivez-nous sans attendre, depuis cette adresse, pour que nous puissions vous rendre votre compte.",
		},
		button: "Nous joindre",
	})
	return p.written(language, "/contacts", "{name}", greeted(user), "{email}", user.Email)
}
