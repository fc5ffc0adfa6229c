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

// confirmEmailLetter goes to the mailbox that is to become the user's. It may be a
// stranger's, so it repeats nothing that somebody typed.
func confirmEmailLetter(language, path string) letter.Letter {
	language, p := in(language, phrases{
		subject: "Confirm your new email address", heading: "Use this address?",
		lines:  []string{"Somebody, most likely you, wants to use this address for their account. Confirm it, and from then on you log in with it and our emails come here."},
		button: "Use this address",
		after:  []string{"The link works once, for 24 hours. Until then nothing changes.", "Was it not you? You can ignore this email: nothing happens."},
	}, phrases{
		subject: "Confirmez votre nouvelle adresse courriel", heading: "Utiliser cette adresse?",
		lines:  []string{"Quelqu’un, sans doute vous, veut utiliser cette adresse pour son compte. Confirmez-la : vous vous connecterez alors avec elle et nos courriels arriveront ici."},
		button: "Utiliser cette adresse",
		after:  []string{"Le lien sert une seule fois et reste valide 24 heures. D’ici là, rien ne change.", "Ce n’était pas vous? Ignorez ce courriel : il ne se passera rien."},
	})
	return p.written(language, path)
}

// emailAskedLetter goes to the mailbox that is to be replaced, while its owner can still
// stop it.
func emailAskedLetter(language, email string) letter.Letter {
	language, p := in(language, phrases{
		subject: "Your email address is about to change", heading: "Was this you?",
		lines: []string{
			"Somebody who knows your password asked to use {email} instead of this address. It changes as soon as the link sent there is followed.",
			"If it was not you, choose a new password now: that stops it and logs out every other device.",
		},
		button: "This was not me",
		after:  []string{"If it was you, there is nothing to do here."},
	}, phrases{
		subject: "Votre adresse courriel est sur le point de changer", heading: "Était-ce bien vous?",
		lines: []string{
			"Quelqu’un qui connaît votre mot de passe a demandé d’utiliser {email} au lieu de cette adresse. Elle changera dès que le lien envoyé là-bas sera suivi.",
			"Si ce n’était pas vous, choisissez un nouveau mot de passe maintenant : cela arrête le changement et déconnecte tous les autres appareils.",
		},
		button: "Ce n’était pas moi",
		after:  []string{"Si c’était vous, il n’y a rien à faire ici."},
	})
	return p.written(language, "/profile/edit", "{email}", email)
}

// emailChangedLetter goes to the mailbox that was replaced.
func emailChangedLetter(language, email string) letter.Letter {
	language, p := in(language, phrases{
		subject: "Your email address was changed", heading: "Your account has a new address",
		lines: []string{
			"Your account now uses {email}. This address is no longer part of it, and this is the last email to it.",
			"Was it not you? Write to us at once, from this address, so that we can give you your account back.",
		},
		button: "Contact us",
	}, phrases{
		subject: "Votre adresse courriel a été changée", heading: "Votre compte a une nouvelle adresse",
		lines: []string{
			"Votre compte utilise maintenant {email}. La présente adresse n’en fait plus partie, et ce courriel est le dernier à y être envoyé.",
			"Ce n’était pas vous? Écrivez-nous sans attendre, depuis cette adresse, pour que nous puissions vous rendre votre compte.",
		},
		button: "Nous joindre",
	})
	return p.written(language, "/contacts", "{email}", email)
}
