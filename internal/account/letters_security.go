package account

import (
	"cmp"

	"github.com/grandstand/grandstand/internal/letter"
)

// The letters about how an account is kept safe go to an owner who may not be the one who
// caused them.

func secondFactorOn(language string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "Two-step login is on",
		Lines: []string{
			"From now on, logging in to your account also takes a code from your authenticator app. All your other devices were logged out.",
			"Keep your recovery codes somewhere safe: they stand in for a phone that you lost.",
		},
	}, letter.Letter{
		Subject: "La connexion en deux étapes est activée",
		Lines: []string{
			"Dorénavant, se connecter à votre compte demande aussi un code de votre application d’authentification. Tous vos autres appareils ont été déconnectés.",
			"Gardez vos codes de secours en lieu sûr : ils remplacent le téléphone que vous auriez perdu.",
		},
	})
}

func secondFactorOff(language string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "Two-step login is off",
		Lines: []string{
			"Logging in to your account takes your password alone again.",
			"The authenticator app and the recovery codes are no longer of use for this account.",
		},
	}, letter.Letter{
		Subject: "La connexion en deux étapes est désactivée",
		Lines: []string{
			"Se connecter à votre compte ne demande plus que votre mot de passe.",
			"L’application d’authentification et les codes de secours ne servent plus à rien pour ce compte.",
		},
	})
}

func recoveryCodeUsed(language string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "A recovery code was used",
		Lines: []string{
			"Somebody used one of your recovery codes instead of a code from the authenticator app.",
			"That code no longer works. You can get new ones in your account.",
		},
	}, letter.Letter{
		Subject: "Un code de secours a été utilisé",
		Lines: []string{
			"Quelqu’un a utilisé l’un de vos codes de secours au lieu d’un code de l’application d’authentification.",
			"Ce code ne fonctionne plus. Vous pouvez en obtenir de nouveaux dans votre compte.",
		},
	})
}

func deviceLinked(language, device string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "A device was linked to your account",
		Lines:   []string{"A new device can now watch with your account."},
		Facts:   []letter.Fact{{Label: "Device", Value: cmp.Or(device, "Without a name")}},
	}, letter.Letter{
		Subject: "Un appareil a été associé à votre compte",
		Lines:   []string{"Un nouvel appareil peut maintenant regarder avec votre compte."},
		Facts:   []letter.Fact{{Label: "Appareil", Value: cmp.Or(device, "Sans nom")}},
	})
}

// takenOverLetter tells the owner of an address that the account with it is theirs now.
func takenOverLetter(language string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "The account with your address is yours",
		Lines: []string{
			"You showed that this address is yours. No one had shown that before, so we ended each older way into the account: the password, connected logins, two-step login, the phone number and all devices.",
			"You can add your own again in your account.",
		},
	}, letter.Letter{
		Subject: "Le compte lié à votre adresse est à vous",
		Lines: []string{
			"Vous avez montré que cette adresse est la vôtre. Personne ne l’avait montré auparavant; nous avons donc supprimé tous les anciens accès au compte : le mot de passe, les connexions associées, la connexion en deux étapes, le numéro de téléphone et tous les appareils.",
			"Vous pouvez ajouter les vôtres dans votre compte.",
		},
	})
}

// securityLetter completes what happened by what to do when it was not the reader, unless
// the letter says that itself.
func securityLetter(language string, en, fr letter.Letter) letter.Letter {
	const path = "/profile/security"
	en.Heading, fr.Heading = en.Subject, fr.Subject
	en.Button = letter.Button{Label: "See your account's security", Path: path}
	fr.Button = letter.Button{Label: "Voir la sécurité du compte", Path: path}
	if en.After == nil {
		en.After = []string{"This was not you? Change your password at once: that logs every other device out."}
		fr.After = []string{"Ce n’était pas vous? Changez tout de suite votre mot de passe : cela déconnecte tous les autres appareils."}
	}
	return letter.In(language, en, fr)
}
