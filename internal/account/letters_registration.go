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
		After:   []string{"The link works once, for 60 minutes.", "Was it not you? Ignore this email."},
	}, letter.Letter{
		Subject: "Terminez votre inscription",
		Heading: "Choisissez votre mot de passe",
		Lines:   []string{"Quelqu’un, sans doute vous, s’est inscrit avec cette adresse. Choisissez un mot de passe pour terminer."},
		Button:  letter.Button{Label: "Choisir un mot de passe", Path: path},
		After:   []string{"Le lien sert une seule fois et reste valide 60 minutes.", "Ce n’était pas vous? Ignorez ce courriel."},
	})
}

// alreadyRegisteredLetter tells the owner of an account that they have one.
func alreadyRegisteredLetter(language string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "You already have an account",
		Heading: "You already have an account",
		Lines:   []string{"Someone, most likely you, tried to use this address for a new account. The email address is already registered."},
		Button:  letter.Button{Label: "Log in", Path: "/login"},
		After:   []string{"Did you forget your password? You can choose a new one on the login page.", "Was it not you? Ignore this email: nothing happened."},
	}, letter.Letter{
		Subject: "Vous avez déjà un compte",
		Heading: "Vous avez déjà un compte",
		Lines:   []string{"Quelqu’un, sans doute vous, a voulu utiliser cette adresse pour un nouveau compte. L’adresse courriel est déjà inscrite."},
		Button:  letter.Button{Label: "Se connecter", Path: "/login"},
		After:   []string{"Vous avez oublié votre mot de passe? Vous pouvez en choisir un nouveau à la page de connexion.", "Ce n’était pas vous? Ignorez ce courriel : il ne s’est rien passé."},
	})
}
