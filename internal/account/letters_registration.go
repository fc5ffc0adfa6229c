package account

import "github.com/grandstand/grandstand/internal/letter"

// finishRegistrationLetter leads to the password of a new account. It repeats nothing that
// a visitor typed.
func finishRegistrationLetter(language, path string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Finish your registration",
		Heading: "Choose your password",
		Lines:   []string{"Someone, most likely you, registered with this address. Choose a password to finish."},
		Button:  letter.Button{Label: "Choose a password", Path: path},
		After:   []string{"The link works once and expires after 60 minutes.", "If this wasn’t you, ignore this email."},
	}, letter.Letter{
		Subject: "Terminez votre inscription",
		Heading: "Choisissez votre mot de passe",
		Lines:   []string{"Quelqu’un, sans doute vous, s’est inscrit avec cette adresse. Choisissez un mot de passe pour terminer."},
		Button:  letter.Button{Label: "Choisir un mot de passe", Path: path},
		After:   []string{"Le lien fonctionne une seule fois et expire après 60 minutes.", "Ce n’était pas vous? Ignorez ce courriel."},
	})
}

// alreadyRegisteredLetter tells the owner of an account that they have one.
func alreadyRegisteredLetter(language string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "You already have an account",
		Heading: "You already have an account",
		Lines:   []string{"Someone, most likely you, tried to create an account with this address. You already have one."},
		Button:  letter.Button{Label: "Log in", Path: "/login"},
		After:   []string{"Forgot your password? You can choose a new one on the login page.", "If this wasn’t you, ignore this email: nothing has changed."},
	}, letter.Letter{
		Subject: "Vous avez déjà un compte",
		Heading: "Vous avez déjà un compte",
		Lines:   []string{"Quelqu’un, sans doute vous, a voulu créer un compte avec cette adresse. Vous en avez déjà un."},
		Button:  letter.Button{Label: "Se connecter", Path: "/login"},
		After:   []string{"Vous avez oublié votre mot de passe? Vous pouvez en choisir un nouveau à la page de connexion.", "Ce n’était pas vous? Ignorez ce courriel\u00a0: rien n’a changé."},
	})
}
