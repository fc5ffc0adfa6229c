package account

import "github.com/grandstand/grandstand/internal/letter"

// resetLetter leads to a new password.
func resetLetter(language, path string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Choose a new password",
		Heading: "A new password",
		Lines: []string{
			"Someone, most likely you, asked for a new password for the account with this address.",
		},
		Button: letter.Button{Label: "Choose a password", Path: path},
		After: []string{
			"The link works once and expires after 60 minutes.",
			"If this wasn’t you, ignore this email: your password stays the same.",
		},
	}, letter.Letter{
		Subject: "Choisissez un nouveau mot de passe",
		Heading: "Un nouveau mot de passe",
		Lines: []string{
			"Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour le compte lié à cette adresse.",
		},
		Button: letter.Button{Label: "Choisir un mot de passe", Path: path},
		After: []string{
			"Le lien fonctionne une seule fois et expire après 60 minutes.",
			"Ce n’était pas vous? Ignorez ce courriel\u00a0: votre mot de passe reste le même.",
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
			"Your account’s password was just changed. All your other devices were logged out.",
			"If it was you, you do not need to do anything. If not, choose a new password right away.",
		},
		Button: letter.Button{Label: "This was not me", Path: resetRequestPath},
	}, letter.Letter{
		Subject: "Votre mot de passe a été changé",
		Heading: "Votre mot de passe a été changé",
		Lines: []string{
			"Le mot de passe de votre compte vient d’être changé. Tous vos autres appareils ont été déconnectés.",
			"Si c’était vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe.",
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
			"The people who run this site gave your account a temporary password and will tell you what it is. All your devices were logged out.",
			"Log in with it to choose your own password.",
		},
		Button: letter.Button{Label: "I did not ask for this", Path: resetRequestPath},
	}, letter.Letter{
		Subject: "Vous avez reçu un mot de passe temporaire",
		Heading: "Un mot de passe temporaire",
		Lines: []string{
			"Les responsables du site ont attribué un mot de passe temporaire à votre compte et vous le communiqueront. Tous vos appareils ont été déconnectés.",
			"Connectez-vous avec ce mot de passe pour choisir le vôtre.",
		},
		Button: letter.Button{Label: "Je n’ai rien demandé", Path: resetRequestPath},
	})
}
