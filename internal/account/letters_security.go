package account

import (
	"cmp"
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/letter"
)

// The letters about how an account is kept safe. Each goes out in the transaction that
// causes it, to an owner who may not be the one who caused it.

func (s *Service) post(ctx context.Context, tx bun.Tx, user User, l letter.Letter) error {
	return s.letters.Post(ctx, tx, user.ChannelID, user.Email, l)
}

// writtenTo is the user with a language for letters: their own, else that of the moment.
func (u User) writtenTo(language string) User {
	u.Language = cmp.Or(u.Language, language, "en")
	return u
}

func secondFactorOn(u User) letter.Letter {
	if u.Language == "fr" {
		return securityLetter(u, "La connexion en deux étapes est activée",
			"Dorénavant, se connecter à votre compte demande aussi un code de votre application d’authentification. Tous vos autres appareils ont été déconnectés.",
			"Gardez vos codes de secours en lieu sûr : ils remplacent le téléphone que vous auriez perdu.")
	}
	return securityLetter(u, "Two-step login is on",
		"From now on, logging in to your account also takes a code from your authenticator app. All your other devices were logged out.",
		"Keep your recovery codes somewhere safe: they stand in for a phone that you lost.")
}

func secondFactorOff(u User) letter.Letter {
	if u.Language == "fr" {
		return securityLetter(u, "La connexion en deux étapes est désactivée",
			"Se connecter à votre compte ne demande plus que votre mot de passe.",
			"L’application d’authentification et les codes de secours ne servent plus à rien pour ce compte.")
	}
	return securityLetter(u, "Two-step login is off",
		"Logging in to your account takes your password alone again.",
		"The authenticator app and the recovery codes are no longer of use for this account.")
}

func recoveryCodeUsed(u User) letter.Letter {
	if u.Language == "fr" {
		return securityLetter(u, "Un code de secours a été utilisé",
			"Quelqu’un a utilisé l’un de vos codes de secours au lieu d’un code de l’application d’authentification.",
			"Ce code ne fonctionne plus. Vous pouvez en obtenir de nouveaux dans votre compte.")
	}
	return securityLetter(u, "A recovery code was used",
		"Somebody used one of your recovery codes instead of a code from the authenticator app.",
		"That code no longer works. You can get new ones in your account.")
}

func deviceLinked(u User, device string) letter.Letter {
	if u.Language == "fr" {
		l := securityLetter(u, "Un appareil a été associé à votre compte",
			"Un nouvel appareil peut maintenant regarder avec votre compte.")
		l.Facts = []letter.Fact{{Label: "Appareil", Value: cmp.Or(device, "Sans nom")}}
		return l
	}
	l := securityLetter(u, "A device was linked to your account", "A new device can now watch with your account.")
	l.Facts = []letter.Fact{{Label: "Device", Value: cmp.Or(device, "Without a name")}}
	return l
}

// securityLetter says what happened, and what to do when it was not the reader.
func securityLetter(u User, subject string, lines ...string) letter.Letter {
	l := letter.Letter{Language: u.Language, Subject: subject, Heading: subject, Lines: lines}
	if u.Language == "fr" {
		l.Button = letter.Button{Label: "Voir la sécurité du compte", Path: "/profile/security"}
		l.After = []string{"Ce n’était pas vous? Changez tout de suite votre mot de passe : cela déconnecte tous les autres appareils."}
		return l
	}
	l.Button = letter.Button{Label: "See your account's security", Path: "/profile/security"}
	l.After = []string{"This was not you? Change your password at once: that logs every other device out."}
	return l
}
