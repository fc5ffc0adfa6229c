package account

import (
	"cmp"

	"github.com/grandstand/grandstand/internal/letter"
)

// Letters of the account. None repeats what somebody typed: whoever registers chooses
// the name and the mailbox, and must not choose what we write to it.

// letterLanguage is the language of letters to a user: their own, else the one that the
// caller speaks.
func letterLanguage(user User, spoken string) string { return cmp.Or(user.Language, spoken, "en") }

// verifyLetter asks whether the mailbox is that of the person who registered.
func verifyLetter(language, path string) letter.Letter {
	if language == "fr" {
		return letter.Letter{
			Language: language,
			Subject:  "Confirmez votre adresse courriel",
			Heading:  "Est-ce bien votre adresse?",
			Lines: []string{
				"Un compte vient d’être créé avec cette adresse courriel. Confirmez qu’elle est la vôtre : vous pourrez ainsi retrouver l’accès à votre compte si vous oubliez votre mot de passe.",
			},
			Button: letter.Button{Label: "Confirmer mon adresse", Path: path},
			After: []string{
				"Le lien sert une seule fois et reste valide 24 heures.",
				"Ce n’était pas vous? Vous pouvez ignorer ce courriel.",
			},
		}
	}
	return letter.Letter{
		Language: language,
		Subject:  "Confirm your email address",
		Heading:  "Is this your address?",
		Lines: []string{
			"An account was just created with this email address. Confirm that it is yours, so that you can get back in if you ever forget your password.",
		},
		Button: letter.Button{Label: "Confirm my address", Path: path},
		After: []string{
			"The link works once, for 24 hours.",
			"Was it not you? You can ignore this email.",
		},
	}
}

// resetLetter leads to a new password.
func resetLetter(language, path string) letter.Letter {
	if language == "fr" {
		return letter.Letter{
			Language: language,
			Subject:  "Choisissez un nouveau mot de passe",
			Heading:  "Un nouveau mot de passe",
			Lines: []string{
				"Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour le compte lié à cette adresse.",
			},
			Button: letter.Button{Label: "Choisir un mot de passe", Path: path},
			After: []string{
				"Le lien sert une seule fois et reste valide 60 minutes.",
				"Ce n’était pas vous? Ignorez ce courriel : votre mot de passe reste le même.",
			},
		}
	}
	return letter.Letter{
		Language: language,
		Subject:  "Choose a new password",
		Heading:  "A new password",
		Lines: []string{
			"Somebody, most likely you, asked for a new password for the account with this address.",
		},
		Button: letter.Button{Label: "Choose a password", Path: path},
		After: []string{
			"The link works once, for 60 minutes.",
			"Was it not you? Ignore this email: your password stays as it is.",
		},
	}
}

// passwordLetter tells that the password is another one now, and what to do if somebody
// else did that.
func passwordLetter(language string) letter.Letter {
	if language == "fr" {
		return letter.Letter{
			Language: language,
			Subject:  "Votre mot de passe a été changé",
			Heading:  "Votre mot de passe a été changé",
			Lines: []string{
				"Le mot de passe de votre compte vient d’être changé. Tous vos autres appareils ont été déconnectés.",
				"Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe.",
			},
			Button: letter.Button{Label: "Ce n’était pas moi", Path: resetRequestPath},
		}
	}
	return letter.Letter{
		Language: language,
		Subject:  "Your password was changed",
		Heading:  "Your password was changed",
		Lines: []string{
			"The password of your account was just changed. All your other devices were signed out.",
			"If it was you, there is nothing to do. If not, choose a new password at once.",
		},
		Button: letter.Button{Label: "It was not me", Path: resetRequestPath},
	}
}
