package account

import (
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/social"
)

// wayConnected tells that another service opens the account as well. A new password would
// not end that, so the letter says what does.
func wayConnected(u User, p social.Provider) letter.Letter {
	name := map[social.Provider]string{social.Google: "Google", social.Facebook: "Facebook"}[p]
	var l letter.Letter
	switch {
	case u.Language == "fr" && name != "":
		l = securityLetter(u, name+" a été associé à votre compte", "Dorénavant, vous pouvez aussi vous connecter avec "+name+".")
	case u.Language == "fr":
		l = securityLetter(u, "Votre adhésion a été associée à votre compte", "Dorénavant, vous pouvez aussi vous connecter avec votre adhésion.")
	case name != "":
		l = securityLetter(u, name+" was connected to your account", "From now on, you can log in with "+name+" as well.")
	default:
		l = securityLetter(u, "Your membership was connected to your account", "From now on, you can log in with your membership as well.")
	}
	l.After = []string{"This was not you? Disconnect it in your account’s security settings and change your password at once: that logs every other device out."}
	if u.Language == "fr" {
		l.After = []string{"Ce n’était pas vous? Mettez-y fin dans la sécurité de votre compte et changez tout de suite votre mot de passe : cela déconnecte tous les autres appareils."}
	}
	return l
}

// firstPasswordLetter tells that an account without a password has one now.
func firstPasswordLetter(language string) letter.Letter {
	language, p := in(language, phrases{
		subject: "Your account has a password now", heading: "Your account has a password now",
		lines: []string{
			"Somebody, most likely you, just chose a password for your account. All your other devices were signed out.",
			"If it was you, there is nothing to do. If not, choose a new password at once.",
		},
		button: "It was not me",
	}, phrases{
		subject: "Votre compte a maintenant un mot de passe", heading: "Votre compte a maintenant un mot de passe",
		lines: []string{
			"Quelqu’un, sans doute vous, vient de choisir un mot de passe pour votre compte. Tous vos autres appareils ont été déconnectés.",
			"Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe.",
		},
		button: "Ce n’était pas moi",
	})
	return p.written(language, resetRequestPath)
}

// secondFactorLifted tells that the operator switched the second factor off, for somebody
// who said to be the user.
func secondFactorLifted(u User) letter.Letter {
	if u.Language == "fr" {
		l := securityLetter(u, "La connexion en deux étapes a été désactivée pour vous",
			"À la demande de quelqu’un, sans doute la vôtre, la connexion en deux étapes de votre compte a été désactivée, et tous vos appareils ont été déconnectés.",
			"Vos codes de secours ne servent plus à rien. Reconnectez-vous, puis activez de nouveau la connexion en deux étapes.")
		l.After = []string{"Ce n’était pas vous? Changez tout de suite votre mot de passe et répondez à ce courriel."}
		return l
	}
	l := securityLetter(u, "Two-step login was turned off for you",
		"Somebody, most likely you, asked us to turn off two-step login for your account. It is off now, and all your devices were logged out.",
		"Your recovery codes are no longer of use. Log in again, and then set two-step login up anew.")
	l.After = []string{"This was not you? Change your password at once and answer this email."}
	return l
}
