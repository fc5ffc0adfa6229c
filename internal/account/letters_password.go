package account

import "github.com/grandstand/grandstand/internal/letter"

// resetLetter leads to a new password.
func resetLetter(language, path string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Choose a new password",
		Heading: "A new password",
		Lines: []string{
			"Somebody, most likely you, asked for a new password for the account with this address.",
		},
		Button: letter.Button{Label: "Choose a password", Path: path},
		After: []string{
			"The link works once, for 60 minutes.",
			"Was it not you? Ignore this email: your password stays as it is.",
		},
	}, letter.Letter{
		Subject: "Choisissez un nouveau mot de passe",
		Heading: "Un nouveau mot de passe",
		Lines: []string{
			"Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour le compte lié à cette adresse.",
		},
		Button: letter.Button{Label: "Choisir un mot de passe", Path: path},
		After: []string{
			"Le lien sert une seule fois et reste valide 60 minutes.",
			"Ce n’était pas vous? Ignorez ce courriel : votre mot de passe reste le même.",
		},
	})
}

// passwordLetter tells that the password is another one now, and what to do if somebody
// else did that.
func passwordLetter(language string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Your password was changed",
		Heading: "Your password was changed",
		Lines: []string{
			"The password of your account was just changed. All your other devices were signed out.",
			"If it was you, there is nothing to do. If not, choose a new password at once.",
		},
		Button: letter.Button{Label: "It was not me", Path: resetRequestPath},
	}, letter.Letter{
		Subject: "Votre mot de passe a été changé",
		Heading: "Votre mot de passe a été changé",
		Lines: []string{
			"Le mot de passe de votre compte vient d’être changé. Tous vos autres appareils ont été déconnectés.",
			"Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe.",
		},
		Button: letter.Button{Label: "Ce n’était pas moi", Path: resetRequestPath},
	})
}

// temporaryPasswordLetter tells that operators gave a user a password to begin again with.
func temporaryPasswordLetter(language string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "You were given a temporary password",
		Heading: "A temporary password",
		Lines: []string{
			"Those who run the site gave your account a temporary password, which they tell you themselves. All your devices were signed out.",
			"You choose a password of your own when you log in with it.",
		},
		Button: letter.Button{Label: "I did not ask for that", Path: resetRequestPath},
	}, letter.Letter{
		Subject: "Vous avez reçu un mot de passe temporaire",
		Heading: "Un mot de passe temporaire",
		Lines: []string{
			"Les responsables du site ont donné à votre compte un mot de passe temporaire, qu’ils vous communiquent eux-mêmes. Tous vos appareils ont été déconnectés.",
			"Vous choisirez votre propre mot de passe en vous connectant avec celui-ci.",
		},
		Button: letter.Button{Label: "Je n’ai rien demandé", Path: resetRequestPath},
	})
}
