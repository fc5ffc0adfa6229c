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
			"From now on, you also need a code from your authenticator app to log in. All your other devices were logged out.",
			"Keep your recovery codes somewhere safe. You will need them if you lose your phone.",
		},
	}, letter.Letter{
		Subject: "La connexion en deux étapes est activée",
		Lines: []string{
			"Dorénavant, il vous faudra aussi un code de votre application d’authentification pour vous connecter. Tous vos autres appareils ont été déconnectés.",
			"Gardez vos codes de secours en lieu sûr\u00a0: vous en aurez besoin si vous perdez votre téléphone.",
		},
	})
}

func secondFactorOff(language string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "Two-step login is off",
		Lines: []string{
			"You now log in to your account with just your password.",
			"The authenticator app and the recovery codes no longer work for this account.",
		},
	}, letter.Letter{
		Subject: "La connexion en deux étapes est désactivée",
		Lines: []string{
			"Vous vous connectez maintenant à votre compte avec votre mot de passe seulement.",
			"L’application d’authentification et les codes de secours ne fonctionnent plus pour ce compte.",
		},
	})
}

func recoveryCodeUsed(language string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "A recovery code was used",
		Lines: []string{
			"Someone used one of your recovery codes instead of a code from the authenticator app.",
			"That code no longer works. You can create new ones in your account.",
		},
	}, letter.Letter{
		Subject: "Un code de secours a été utilisé",
		Lines: []string{
			"Quelqu’un a utilisé l’un de vos codes de secours au lieu d’un code de l’application d’authentification.",
			"Ce code ne fonctionne plus. Vous pouvez en créer de nouveaux dans votre compte.",
		},
	})
}

func deviceLinked(language, device string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "A device was linked to your account",
		Lines:   []string{"A new device can now watch with your account."},
		Facts:   []letter.Fact{{Label: "Device", Value: cmp.Or(device, "No name")}},
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
			"You confirmed that this address is yours. Until now, no one had confirmed it, so we removed all earlier ways into the account: the password, connected logins, two-step login, the phone number and all devices.",
			"You can set up your own in your account.",
		},
	}, letter.Letter{
		Subject: "Le compte lié à votre adresse est à vous",
		Lines: []string{
			"Vous avez confirmé que cette adresse est la vôtre. Personne ne l’avait encore fait\u00a0: nous avons donc supprimé tous les anciens accès au compte, soit le mot de passe, les connexions associées, la connexion en deux étapes, le numéro de téléphone et tous les appareils.",
			"Vous pouvez configurer les vôtres dans votre compte.",
		},
	})
}

// securityLetter completes what happened by what to do when it was not the reader, unless
// the letter says that itself.
func securityLetter(language string, en, fr letter.Letter) letter.Letter {
	const path = "/profile/security"
	en.Heading, fr.Heading = en.Subject, fr.Subject
	en.Button = letter.Button{Label: "See my security settings", Path: path}
	fr.Button = letter.Button{Label: "Voir mes paramètres de sécurité", Path: path}
	if en.After == nil {
		en.After = []string{"If this wasn’t you, change your password right away. This logs out all your other devices."}
		fr.After = []string{"Ce n’était pas vous? Changez tout de suite votre mot de passe\u00a0: tous vos autres appareils seront déconnectés."}
	}
	return letter.In(language, en, fr)
}
