package account

import "github.com/grandstand/grandstand/internal/letter"

// verifyLetter asks whether the mailbox is that of the person who registered.
func verifyLetter(language, path string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Confirm your email address",
		Heading: "Is this your address?",
		Lines: []string{
			"An account was just created with this email address. Confirm that the address is yours, so that you can get back in if you ever forget your password.",
		},
		Button: letter.Button{Label: "Confirm my address", Path: path},
		After: []string{
			"The link works once and expires after 24 hours.",
			"If this wasn’t you, ignore this email, or open the link and tell us: the account will then be yours.",
		},
	}, letter.Letter{
		Subject: "Confirmez votre adresse courriel",
		Heading: "Est-ce bien votre adresse?",
		Lines: []string{
			"Un compte vient d’être créé avec cette adresse courriel. Confirmez qu’elle est la vôtre\u00a0: vous pourrez ainsi retrouver l’accès à votre compte si vous oubliez votre mot de passe.",
		},
		Button: letter.Button{Label: "Confirmer mon adresse", Path: path},
		After: []string{
			"Le lien fonctionne une seule fois et expire après 24 heures.",
			"Ce n’était pas vous? Ignorez ce courriel, ou ouvrez le lien et dites-le-nous\u00a0: le compte sera alors à vous.",
		},
	})
}

// confirmEmailLetter goes to the mailbox that is to become the user's. It may be a
// stranger's, so it repeats nothing that somebody typed.
func confirmEmailLetter(language, path string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Confirm your new email address",
		Heading: "Use this address?",
		Lines:   []string{"Someone, most likely you, wants to use this address for their account. Once you confirm it, you will log in with this address and get our emails here."},
		Button:  letter.Button{Label: "Use this address", Path: path},
		After:   []string{"The link works once and expires after 24 hours. Until you confirm, nothing changes.", "If this wasn’t you, ignore this email, and nothing will change."},
	}, letter.Letter{
		Subject: "Confirmez votre nouvelle adresse courriel",
		Heading: "Utiliser cette adresse?",
		Lines:   []string{"Quelqu’un, sans doute vous, veut utiliser cette adresse pour son compte. Une fois l’adresse confirmée, vous vous connecterez avec elle et recevrez nos courriels ici."},
		Button:  letter.Button{Label: "Utiliser cette adresse", Path: path},
		After:   []string{"Le lien fonctionne une seule fois et expire après 24 heures. Tant que vous ne confirmez pas, rien ne change.", "Ce n’était pas vous? Ignorez ce courriel\u00a0: rien ne changera."},
	})
}

// emailAskedLetter goes to the mailbox that is to be replaced, while its owner can still
// stop it.
func emailAskedLetter(language, email string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Your email address is about to change",
		Heading: "Was this you?",
		Lines: []string{
			"Someone who knows your password asked to use " + email + " instead of this address. The change takes effect once the link sent to the new address is opened.",
			"If it was not you, choose a new password right away. This stops the change and logs out all your other devices.",
		},
		Button: letter.Button{Label: "This was not me", Path: "/profile/edit"},
		After:  []string{"If it was you, you do not need to do anything here."},
	}, letter.Letter{
		Subject: "Votre adresse courriel est sur le point de changer",
		Heading: "Était-ce bien vous?",
		Lines: []string{
			"Quelqu’un qui connaît votre mot de passe a demandé d’utiliser " + email + " au lieu de cette adresse. Le changement prendra effet dès l’ouverture du lien envoyé à la nouvelle adresse.",
			"Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe\u00a0: le changement sera annulé et tous vos autres appareils seront déconnectés.",
		},
		Button: letter.Button{Label: "Ce n’était pas moi", Path: "/profile/edit"},
		After:  []string{"Si c’était vous, vous n’avez rien à faire ici."},
	})
}

// emailChangedLetter goes to the mailbox that was replaced.
func emailChangedLetter(language, email string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Your email address was changed",
		Heading: "Your account has a new address",
		Lines: []string{
			"Your account now uses " + email + ". This email address is no longer linked to it, and we will not write here again.",
			"If this wasn’t you, write to us right away, from this address, so that we can return your account to you.",
		},
		Button: letter.Button{Label: "Contact us", Path: "/contacts"},
	}, letter.Letter{
		Subject: "Votre adresse courriel a été changée",
		Heading: "Votre compte a une nouvelle adresse",
		Lines: []string{
			"Votre compte utilise maintenant " + email + ". La présente adresse n’y est plus liée, et nous n’y écrirons plus.",
			"Ce n’était pas vous? Écrivez-nous sans attendre, depuis cette adresse, pour que nous puissions vous rendre votre compte.",
		},
		Button: letter.Button{Label: "Nous joindre", Path: "/contacts"},
	})
}
