package account

import "github.com/grandstand/grandstand/internal/letter"

// verifyLetter asks whether the mailbox is that of the person who registered.
func verifyLetter(language, path string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Confirm your email address",
		Heading: "Is this your address?",
		Lines: []string{
			"An account was just created with this email address. Confirm that it is yours, so that you can get back in if you ever forget your password.",
		},
		Button: letter.Button{Label: "Confirm my address", Path: path},
		After: []string{
			"The link works once, for 24 hours.",
			"Was it not you? Ignore this email, or follow the link and say so: the account is then yours.",
		},
	}, letter.Letter{
		Subject: "Confirmez votre adresse courriel",
		Heading: "Est-ce bien votre adresse?",
		Lines: []string{
			"Un compte vient d’être créé avec cette adresse courriel. Confirmez qu’elle est la vôtre : vous pourrez ainsi retrouver l’accès à votre compte si vous oubliez votre mot de passe.",
		},
		Button: letter.Button{Label: "Confirmer mon adresse", Path: path},
		After: []string{
			"Le lien sert une seule fois et reste valide 24 heures.",
			"Ce n’était pas vous? Ignorez ce courriel, ou suivez le lien et dites-le : le compte sera alors le vôtre.",
		},
	})
}

// confirmEmailLetter goes to the mailbox that is to become the user's. It may be a
// stranger's, so it repeats nothing that somebody typed.
func confirmEmailLetter(language, path string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Confirm your new email address",
		Heading: "Use this address?",
		Lines:   []string{"Somebody, most likely you, wants to use this address for their account. Confirm it, and from then on you log in with it and our emails come here."},
		Button:  letter.Button{Label: "Use this address", Path: path},
		After:   []string{"The link works once, for 24 hours. Until then nothing changes.", "Was it not you? You can ignore this email: nothing happens."},
	}, letter.Letter{
		Subject: "Confirmez votre nouvelle adresse courriel",
		Heading: "Utiliser cette adresse?",
		Lines:   []string{"Quelqu’un, sans doute vous, veut utiliser cette adresse pour son compte. Confirmez-la : vous vous connecterez alors avec elle et nos courriels arriveront ici."},
		Button:  letter.Button{Label: "Utiliser cette adresse", Path: path},
		After:   []string{"Le lien sert une seule fois et reste valide 24 heures. D’ici là, rien ne change.", "Ce n’était pas vous? Ignorez ce courriel : il ne se passera rien."},
	})
}

// emailAskedLetter goes to the mailbox that is to be replaced, while its owner can still
// stop it.
func emailAskedLetter(language, email string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Your email address is about to change",
		Heading: "Was this you?",
		Lines: []string{
			"Somebody who knows your password asked to use " + email + " instead of this address. It changes as soon as the link sent there is followed.",
			"If it was not you, choose a new password now: that stops it and logs out every other device.",
		},
		Button: letter.Button{Label: "This was not me", Path: "/profile/edit"},
		After:  []string{"If it was you, there is nothing to do here."},
	}, letter.Letter{
		Subject: "Votre adresse courriel est sur le point de changer",
		Heading: "Était-ce bien vous?",
		Lines: []string{
			"Quelqu’un qui connaît votre mot de passe a demandé d’utiliser " + email + " au lieu de cette adresse. Elle changera dès que le lien envoyé là-bas sera suivi.",
			"Si ce n’était pas vous, choisissez un nouveau mot de passe maintenant : cela arrête le changement et déconnecte tous les autres appareils.",
		},
		Button: letter.Button{Label: "Ce n’était pas moi", Path: "/profile/edit"},
		After:  []string{"Si c’était vous, il n’y a rien à faire ici."},
	})
}

// emailChangedLetter goes to the mailbox that was replaced.
func emailChangedLetter(language, email string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Your email address was changed",
		Heading: "Your account has a new address",
		Lines: []string{
			"Your account now uses " + email + ". This address is no longer part of it, and this is the last email to it.",
			"Was it not you? Write to us at once, from this address, so that we can give you your account back.",
		},
		Button: letter.Button{Label: "Contact us", Path: "/contacts"},
	}, letter.Letter{
		Subject: "Votre adresse courriel a été changée",
		Heading: "Votre compte a une nouvelle adresse",
		Lines: []string{
			"Votre compte utilise maintenant " + email + ". La présente adresse n’en fait plus partie, et ce courriel est le dernier à y être envoyé.",
			"Ce n’était pas vous? Écrivez-nous sans attendre, depuis cette adresse, pour que nous puissions vous rendre votre compte.",
		},
		Button: letter.Button{Label: "Nous joindre", Path: "/contacts"},
	})
}
